//! What was asked and never answered, and the replies that answer a question without its words.

use super::ask::{Ask, Wanted};
use super::evidence::{Corpus, fit, generic};
use super::open::is_heard;
use super::passages::Passage;
use crate::numbers::word_value;
use crate::text::stem;
use crate::words::is_stopword;

/// How much of the fit of a question a later passage needs to count as its answer.
const LATER: f64 = 0.5;
/// The same for one that was there before, with a value of the kind asked for.
const EARLIER: f64 = 0.75;
/// How much of a question somebody has to have asked so that what was there before cannot answer it.
const SAME: f64 = 0.45;
/// How much of what somebody asked a later message has to take up to be the reply.
const TAKEN_UP: f64 = 0.4;

/// Words of asking: a reply need not take them up.
const ASKS: &[&str] = list!("ask" "want" "wish" "wonder" "pleas" "also" "know");

/// Whether a term only says that something is not there yet.
pub(super) fn is_lacking(term: &str) -> bool {
    list!(
        "send" "wait" "missing" "miss" "lack" "owe" "outstanding" "need" "get" "provide" "supply" "pending" "open" "require" "receive" "turn"
        "deliver" "paperwork" "document"
    )
    .iter()
    .any(|word| stem(word) == term)
}

impl Corpus<'_> {
    /// The passage that asks what a part asks, if it fits better than any that tells, and nothing that came later tells it.
    pub(super) fn unanswered(&self, part: &Ask, fits: &[Option<f64>]) -> Option<usize> {
        if part.about_asking || part.focus.is_empty() {
            return None;
        }
        let asked = |at: &usize| {
            let passage = &self.passages[*at];
            (passage.asks && !self.answered(*at))
                || passage.deferred
                || passage.open && !part.yes_no && !self.replied(*at)
                || passage.wishes && part.yes_no && !self.replied(*at)
                || passage.awaits && part.asks_word()
        };
        let scored = |at: usize| fits[at].map(|score| (score, at));
        let (fit, at) = (0..self.passages.len())
            .filter(asked)
            .filter_map(scored)
            .max_by(|left, right| left.0.total_cmp(&right.0))?;
        let enough = if part.wanted == Wanted::Text {
            fit
        } else {
            fit * EARLIER
        };
        let passage = &self.passages[at];
        let same = part.yes_no && self.asks_same(part, passage.source)
            || (passage.awaits || passage.deferred) && part.asks_word();
        let told = (0..self.passages.len())
            .filter_map(scored)
            .filter(|(score, other)| {
                // A note was made of what was known, whenever that was.
                let noted = self.passages[*other].noted;
                let later = noted || self.passages[*other].source > self.passages[at].source;
                *score > enough && !same || later && *score > fit * LATER
            })
            .any(|(_, other)| !asked(&other) && self.tells(part, other));
        (!told).then_some(at)
    }

    /// What the newest message that asks or waits for something leaves open.
    pub(super) fn outstanding(&self) -> Vec<usize> {
        let open = |at: &usize| {
            let passage = &self.passages[*at];
            passage.line > 0
                && !passage.noted
                && (passage.asks && !self.answered(*at) || passage.open || passage.deferred)
        };
        let newest = (0..self.passages.len()).rfind(open);
        // What a note says is missing is missing, though no message speaks of it.
        let lacking = |at: &usize| self.passages[*at].noted && self.passages[*at].lacks();
        let noted = || (0..self.passages.len()).filter(lacking).collect();
        newest.map_or_else(noted, |newest| {
            let same = |at: &usize| self.passages[*at].source == self.passages[newest].source;
            (0..=newest).filter(same).filter(open).collect()
        })
    }

    /// Whether a message asks what a part asks. Nobody asks what was told before.
    fn asks_same(&self, part: &Ask, source: usize) -> bool {
        let asking: Vec<&Passage> = (0..self.passages.len())
            .filter(|at| self.passages[*at].source == source)
            .filter(|at| self.passages[*at].asks && !self.answered(*at))
            .flat_map(|at| self.with_antecedent(at))
            .collect();
        // Whether the barn is rebuilt is not asked by what asks of the barn something else.
        let does = |deed: &String| asking.iter().any(|passage| fit(&passage.stems, deed) > 0.0);
        if part
            .deed
            .as_ref()
            .is_some_and(|deed| self.seen(deed) && !does(deed))
        {
            return false;
        }
        let (mut asked, mut whole) = (0.0, 0.0);
        // A small count says nothing without what is counted: "two stories" is not asked by "two reunions".
        let count = |term: &str| {
            let digits = term.strip_prefix('#').and_then(|value| value.parse().ok());
            let value: Option<f64> = digits.or_else(|| word_value(term));
            value.is_some_and(|value| value < 20.0)
        };
        let terms = part.focus.iter().filter(|(term, _)| !count(term));
        for (term, share) in terms {
            let weight = self.weight(term) * share;
            let best = asking.iter().map(|passage| fit(&passage.stems, term));
            whole += weight;
            asked += weight * best.fold(0.0, f64::max);
        }
        asked >= whole * SAME
    }

    /// A passage and, if it only points at something, the sentence before it: "the press comes in May. Does it cost me?"
    fn with_antecedent(&self, at: usize) -> impl Iterator<Item = &Passage> {
        let passage = &self.passages[at];
        let points = list!("it" "that" "this" "them" "those" "they" "both")
            .iter()
            .any(|word| passage.stems.iter().any(|stem| stem == word));
        let before = at.checked_sub(1).map(|before| &self.passages[before]);
        let antecedent = before.filter(|before| {
            points && before.group == passage.group && before.speaker == passage.speaker
        });
        std::iter::once(passage).chain(antecedent)
    }

    /// The first later passage of somebody else that takes up what was asked: "monthly is not something they do".
    pub(super) fn reply(&self, part: &Ask, at: usize) -> Option<usize> {
        let asked = &self.passages[at];
        let mut terms: Vec<&String> = asked
            .stems
            .iter()
            .filter(|term| {
                term.len() > 2
                    && !is_stopword(term)
                    && !generic(term)
                    && !ASKS.contains(&term.as_str())
            })
            .collect();
        terms.sort();
        terms.dedup();
        let whole: f64 = terms.iter().map(|term| self.weight(term)).sum();
        let takes_up = |passage: &Passage| {
            let asked_for = |term: &&&String| part.focus.iter().any(|(own, _)| own == **term);
            let shared = terms.iter().filter(|term| passage.stems.contains(term));
            let taken: f64 = terms
                .iter()
                .map(|term| self.weight(term) * fit(&passage.stems, term))
                .sum();
            // A yes or a no to the thing need not name its figures again.
            let decides = part.asks_consent()
                && (fit(&passage.stems, &stem("agree")) > 0.0
                    || fit(&passage.stems, &stem("decline")) > 0.0);
            shared.clone().any(|term| asked_for(&term)) && (decides || taken >= whole * TAKEN_UP)
        };
        (0..self.passages.len()).find(|other| {
            let passage = &self.passages[*other];
            passage.source > asked.source
                && passage.line > 0
                && passage.speaker != asked.speaker
                && !passage.is_uncertain()
                && part.wanted == Wanted::Text
                && takes_up(passage)
                && self.tells(part, *other)
        })
    }

    /// What somebody waits for or wishes in a call, and the other has it: "still waiting for the form", "it came on Monday".
    fn replied(&self, at: usize) -> bool {
        const WORDS: usize = 5;
        let next = self.passages.get(at + 1);
        self.answered(at)
            && next.is_some_and(|next| next.stems.len() >= WORDS && !is_heard(&next.text))
    }

    /// A question in a call that somebody answered: then it says what is so.
    pub(super) fn answered(&self, at: usize) -> bool {
        let passage = &self.passages[at];
        self.passages.get(at + 1).is_some_and(|next| {
            // "Does it cover the shed? Yes, it does." may stand in one letter.
            let own = list!("yes" "no" "yep" "nope" "it")
                .contains(&next.stems.first().map_or("", String::as_str))
                || next.text.starts_with("I said ")
                || next.text.starts_with("We said ");
            next.group == passage.group
                && (next.speaker != passage.speaker || own)
                && !next.asks
                && !next.deferred
                && !(passage.relays && is_heard(&next.text))
        })
    }
}
