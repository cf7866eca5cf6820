//! Which account a sentence means.

mod align;
mod apart;
mod describe;
mod directory;
mod ending;
mod hints;
mod lexicon;
mod phrase;
mod spoken;

use serde::Serialize;

use self::align::{Candidate, Words};
pub use self::directory::Directory;
use self::hints::{is_one_of_many, is_verb};
use crate::dialogue::Pending;
use crate::text::Token;

/// The rule of a name that stands there whole, and that of one with slips in its letters.
const FULL_NAME: &str = "a full name";
const MISSPELLED_NAME: &str = "a full name, misspelled";

/// The account of a sentence, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Resolution {
    /// No account is named.
    None,
    One(String),
    /// Several accounts fit equally well.
    Ambiguous(Vec<String>),
    /// A name that no account has; the nearest ones are given.
    Unknown(Vec<String>),
}

/// What was found, where the sentence says it, and the rule that decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Found {
    pub resolution: Resolution,
    /// The mention, in bytes of the sentence.
    pub mention: Option<(usize, usize)>,
    pub rule: &'static str,
    pub certainty: Certainty,
}

/// How sure it is that the account is meant. Enough to read of it, or enough to change it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    #[default]
    Certain,
    /// The name is only near the account's: it may be another company's. These come nearest, the best first.
    Near(Vec<String>),
}

impl Found {
    fn new(resolution: Resolution, mention: Option<(usize, usize)>, rule: &'static str) -> Self {
        Self {
            resolution,
            mention,
            rule,
            certainty: Certainty::Certain,
        }
    }

    /// Whether the account is not certain enough to change it.
    pub fn is_near(&self) -> bool {
        matches!(self.certainty, Certainty::Near(_))
    }

    /// Whether the whole name stands in the sentence, slips aside.
    pub(crate) fn is_by_full_name(&self) -> bool {
        matches!(self.rule, FULL_NAME | MISSPELLED_NAME)
    }

    /// Whether the account was found by what it is and where, and not by a name: enough to read of it.
    pub(crate) fn is_described(&self) -> bool {
        list!("the account in that city" "the trade and the city" "the only account that is one")
            .contains(&self.rule)
    }

    pub fn account(&self) -> Option<&str> {
        match &self.resolution {
            Resolution::One(id) => Some(id),
            _ => None,
        }
    }
}

/// What was talked about before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Conversation {
    pub account: Option<String>,
    /// The accounts of a question "which of these?" that is still open.
    pub choices: Vec<String>,
    /// The request that was asked back about.
    pub pending: Option<Pending>,
}

/// The most accounts that a name which none has is compared with.
const NEAREST: usize = 3;

const PRONOUNS: &[&str] = list!(
    "it" "they" "them" "their" "he" "she" "his" "her" "him" "that" "this" "its"
);

/// Those that can stand for nothing but what was talked about; "that" may only join two clauses.
const REFERRING: &[&str] = list!("it" "they" "them" "their" "he" "she" "his" "her" "him" "its");

impl Directory {
    /// Finds the account that a sentence names, or that the conversation is about.
    pub fn resolve(&self, text: &str, tokens: &[Token], conversation: &Conversation) -> Found {
        let found = self.find(text, tokens, conversation);
        self.to_its_end(tokens, found)
    }

    fn find(&self, text: &str, tokens: &[Token], conversation: &Conversation) -> Found {
        let mut words = Words::new(tokens);
        if let Some(found) = self.by_city_alone(text, tokens, conversation) {
            return found;
        }
        let mut named = self.named(&words, tokens);
        if let Some(rest) = words.without_denied(tokens) {
            let others = self.named(&rest, tokens);
            if !others.is_empty() {
                (words, named) = (rest, others);
            }
        }
        let unknown = phrase::unknown(self, text, tokens, &words, named.as_slice());
        let person = self.person(&words, tokens);
        // One word of a name, and that not as it is spelled or a small one from within, says less than a contact's own name.
        let slip = named.first().is_some_and(|best| {
            let weak = best.quality < 1.0 || self.is_inner(best, &words, tokens);
            !best.full && best.positions.len() == 1 && weak
        });
        if let Some(found) = self
            .settle(&named, &words, tokens)
            .filter(|_| !(slip && person.is_some()))
        {
            return found;
        }
        // "Put it with Cedar Mutual": what was talked about is meant, and the name is somebody else's.
        if let Some(span) = unknown
            && conversation.account.is_some()
            && tokens[..span.0]
                .iter()
                .any(|token| REFERRING.contains(&token.norm.as_str()))
        {
            return self.carried_on(tokens, conversation);
        }
        match (unknown, person) {
            (Some(span), person)
                if person.is_none()
                    || phrase::introduced(tokens, span)
                    || phrase::is_company(tokens, span) =>
            {
                let alternatives = self.nearest(&words, span);
                Found::new(
                    Resolution::Unknown(alternatives),
                    Some(phrase::bytes(tokens, span)),
                    "a name that no account has",
                )
            }
            (_, Some(found)) => found,
            _ => self
                .trade_in_city(&words, tokens)
                .or_else(|| self.trade_of_city(&words, tokens))
                .or_else(|| {
                    self.described(tokens)
                        .filter(|_| conversation.account.is_none())
                })
                .unwrap_or_else(|| self.carried_on(tokens, conversation)),
        }
    }

    /// Candidates by name that hold against what stands around them.
    fn named(&self, words: &Words, tokens: &[Token]) -> Vec<Candidate> {
        let mut candidates = self.candidates(words);
        let carriers = self.carrier_positions(tokens);
        candidates.retain(|candidate| {
            let inside = candidate
                .positions
                .iter()
                .all(|place| carriers.contains(&words.token_of(*place)));
            // "South Carolina" is a state, whatever an account is called.
            let place = candidate
                .positions
                .iter()
                .all(|place| phrase::in_state(tokens, words.token_of(*place)))
                || self.is_in_place(candidate, words, tokens);
            (!inside && !place || candidate.full)
                && !self.is_title(candidate, words, tokens)
                && !self.is_word(candidate, words, tokens)
                && !is_verb(candidate, words, tokens)
                && !is_one_of_many(candidate, words, tokens)
                && self.distinctive(candidate, words, tokens)
                && !phrase::contradicts(self, candidate, words, tokens)
        });
        // One small-lettered word from within a name means an account only if nothing else does.
        if candidates
            .iter()
            .any(|candidate| !self.is_inner(candidate, words, tokens))
        {
            candidates.retain(|candidate| !self.is_inner(candidate, words, tokens));
        }
        candidates.sort_by(|left, right| right.score.total_cmp(&left.score));
        candidates
    }

    /// One account of the best candidates, or all that are equally good.
    fn settle(&self, candidates: &[Candidate], words: &Words, tokens: &[Token]) -> Option<Found> {
        let best = candidates.first()?.clone();
        let mention = Some(words.span(&best.positions, tokens));
        let rivals = self.in_the_same_city(&best, candidates, words);
        if let Some((shared, rivals)) = rivals {
            return Some(self.of_a_city(&shared, &rivals, words, tokens));
        }
        let close: Vec<&Candidate> = candidates
            .iter()
            .filter(|other| other.score >= best.score * 0.6 && words.overlap(other, &best))
            .collect();
        let near = self.near(&close, words, tokens);
        if let Some(account) = self.hinted(&close, words, tokens) {
            let rule = "the name and a place, person or trade beside it";
            let found = Found::new(Resolution::One(self.id(account)), mention, rule);
            return Some(near(account, found));
        }
        let equal: Vec<&Candidate> = close
            .iter()
            .copied()
            .filter(|other| other.score >= best.score * 0.95)
            .collect();
        let full: Vec<&Candidate> = equal
            .iter()
            .copied()
            .filter(|other| other.full && other.quality > 0.99)
            .collect();
        let chosen = if full.is_empty() { equal } else { full };
        let chosen = self.of_the_legal_form(chosen, words, tokens);
        let accounts = self.ids(chosen.iter().map(|candidate| candidate.account));
        let rule = match (best.full, best.slips) {
            (true, 0) => FULL_NAME,
            (true, _) => MISSPELLED_NAME,
            (false, _) => "part of a name",
        };
        Some(match accounts.as_slice() {
            [account] => {
                let found = Found::new(Resolution::One(account.clone()), mention, rule);
                near(chosen[0].account, found)
            }
            many => Found::new(
                Resolution::Ambiguous(many.to_vec()),
                mention,
                "several accounts have that name",
            ),
        })
    }

    /// Marks what was found by a name that is not quite the account's: two letters are others, or the only word is spelled
    /// otherwise, or words stand beside it that the name does not have.
    fn near<'a>(
        &'a self,
        close: &'a [&'a Candidate],
        words: &'a Words,
        tokens: &'a [Token],
    ) -> impl Fn(usize, Found) -> Found + 'a {
        move |account, found| {
            let own = close.iter().find(|candidate| candidate.account == account);
            let Some(own) = own else {
                return found;
            };
            let foreign = phrase::foreign(self, own, words, tokens);
            let slipped = own.slips > 1 || own.slips == 1 && own.positions.len() == 1;
            if !slipped && !foreign.is_there() {
                return found;
            }
            let others = close.iter().filter(|other| other.account != account);
            let nearest = std::iter::once(own).chain(others).take(NEAREST);
            let nearest = nearest.map(|candidate| self.id(candidate.account));
            Found {
                mention: Some(phrase::bytes(tokens, foreign.span)),
                certainty: Certainty::Near(nearest.collect()),
                ..found
            }
        }
    }

    fn carried_on(&self, tokens: &[Token], conversation: &Conversation) -> Found {
        let pronoun = tokens
            .iter()
            .find(|token| PRONOUNS.contains(&token.norm.as_str()));
        match &conversation.account {
            Some(id) => Found::new(
                Resolution::One(id.clone()),
                pronoun.map(|token| (token.start, token.end)),
                "the account talked about",
            ),
            None => Found::new(Resolution::None, None, "no name in the sentence"),
        }
    }
}
