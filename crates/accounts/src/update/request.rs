use serde_json::Value;

use super::{Change, Desk, Outcome, Plan, clear, demand};
use crate::dates::{self, Lean, Mention};
use crate::money::Money;
use crate::numbers::{self, Number};
use crate::reach::{self, Email, Phone};
use crate::state::{AccountState, Contact};
use crate::text::Token;
use crate::words::{UPDATE_VERBS, is_stopword};

/// A sentence with what was found in it, and the changes so far.
pub(super) struct Request<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) state: &'a AccountState,
    pub(super) desk: &'a Desk<'a>,
    pub(super) dates: Vec<Mention>,
    pub(super) phones: Vec<Phone>,
    pub(super) emails: Vec<Email>,
    /// Numbers that are no part of a date, a telephone number or the account's name.
    pub(super) numbers: Vec<Number>,
    /// Whether a stage was reached or a quote told: amounts and carriers then speak of the premium.
    pub(super) stage: Option<String>,
    /// A carrier and its price were told together, of an account that had none.
    pub(super) offered: bool,
    pub(super) changes: Vec<Change>,
    mention: Option<(usize, usize)>,
    /// Something was found that is already so.
    already: bool,
}

impl<'a> Request<'a> {
    pub(super) fn new(
        text: &'a str,
        tokens: &'a [Token],
        mention: Option<(usize, usize)>,
        state: &'a AccountState,
        desk: &'a Desk<'a>,
    ) -> Self {
        let phones = reach::phones(text);
        let emails = reach::emails(text);
        let dates = dates::dates(text, tokens, desk.today, Lean::Nearest);
        let inside =
            |token: &Token, (start, end): (usize, usize)| token.start >= start && token.end <= end;
        let numbers = numbers::numbers(tokens)
            .into_iter()
            .filter(|number| {
                let token = &tokens[number.first];
                let dated = dates
                    .iter()
                    .any(|date| number.first >= date.first && number.first < date.after);
                let called = phones
                    .iter()
                    .any(|phone| inside(token, (phone.start, phone.end)));
                let written = emails
                    .iter()
                    .any(|email| inside(token, (email.start, email.end)));
                !dated && !called && !written && !mention.is_some_and(|span| inside(token, span))
            })
            .collect();
        Self {
            text,
            tokens,
            state,
            desk,
            dates,
            phones,
            emails,
            numbers,
            stage: None,
            offered: false,
            changes: Vec::new(),
            mention,
            already: false,
        }
    }

    pub(super) fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.norm.as_str())
    }

    pub(super) fn back(&self, at: usize, steps: usize) -> &str {
        at.checked_sub(steps).map_or("", |place| self.word(place))
    }

    pub(super) fn has(&self, words: &[&str]) -> bool {
        self.tokens
            .iter()
            .any(|token| words.contains(&token.norm.as_str()))
    }

    pub(super) fn mentions(&self, at: usize) -> bool {
        let inside = |token: &Token, (start, end)| token.start >= start && token.end <= end;
        let token = self.tokens.get(at);
        token
            .zip(self.mention)
            .is_some_and(|(token, span)| inside(token, span))
    }

    /// Whether the account was found by exactly this name.
    pub(super) fn mention_is(&self, name: &str) -> bool {
        self.mention.is_some_and(|(start, end)| {
            let said = &self.text[start..end];
            crate::text::plain(said) == crate::text::plain(name)
                && !self
                    .state
                    .names()
                    .any(|own| crate::text::plain(own) == crate::text::plain(said))
        })
    }

    /// Whether the words that found the account are words of this name and of no name of the account.
    pub(super) fn mentioned_by(&self, name: &str) -> bool {
        let Some((start, end)) = self.mention else {
            return false;
        };
        let said: Vec<String> = crate::text::words(&self.text[start..end]);
        let known = crate::text::words(name);
        let own: Vec<String> = self.state.names().flat_map(crate::text::words).collect();
        !said.is_empty()
            && said
                .iter()
                .all(|word| known.contains(word) && !own.contains(word))
    }

    /// Whether the words stand at this place, outside of the account's name.
    pub(super) fn phrase_at(&self, at: usize, phrase: &str) -> Option<usize> {
        // Most phrases begin with another letter; those need not be cut into words.
        let letter = |text: &str| text.chars().next().map(|first| first.to_ascii_lowercase());
        if letter(phrase) != letter(self.word(at)) {
            return None;
        }
        let mut next = at;
        for word in crate::text::words(phrase) {
            if self.word(next) != word || self.mentions(next) {
                return None;
            }
            next += 1;
        }
        Some(next)
    }

    /// The first token of the sentence, within the text, that a token belongs to.
    pub(super) fn sentence_start(&self, at: usize) -> usize {
        // The full stop of "L.L.C." ends no sentence, if small letters follow.
        let within = |place: usize| {
            place > 0
                && self.mentions(place - 1)
                && (self.mentions(place) || !self.tokens[place].capital)
        };
        (0..self.tokens.len().min(at + 1))
            .rev()
            .find(|place| self.tokens[*place].starts_sentence && !within(*place))
            .unwrap_or(0)
    }

    pub(super) fn clause_start(&self, at: usize) -> usize {
        // The place behind the last word belongs to its clause: "…, please remove".
        (0..self.tokens.len().min(at + 1))
            .rev()
            .find(|place| {
                self.tokens[*place].starts_sentence
                    || self.tokens[*place].after_break
                    || matches!(self.word(*place), "but" | "so" | "because")
            })
            .unwrap_or(0)
    }

    /// The token after the last of the clause that a token belongs to.
    pub(super) fn clause_end(&self, at: usize) -> usize {
        (at + 1..self.tokens.len())
            .find(|place| self.tokens[*place].starts_sentence || self.tokens[*place].after_break)
            .unwrap_or(self.tokens.len())
    }

    pub(super) fn sentence_end(&self, at: usize) -> usize {
        (at + 1..self.tokens.len())
            .find(|place| self.tokens[*place].starts_sentence)
            .unwrap_or(self.tokens.len())
    }

    /// "not", "never", "hasn't" before it in its clause.
    pub(super) fn negated(&self, at: usize) -> bool {
        self.negated_from(self.clause_start(at), at)
    }

    /// The same from a word on.
    pub(super) fn negated_from(&self, start: usize, at: usize) -> bool {
        const NOT: &[&str] = list!(
            "not" "never" "don't" "doesn't" "didn't" "isn't" "aren't" "wasn't" "hasn't" "haven't" "won't" "can't"
            "nobody" "hardly" "barely" "cannot" "shouldn't" "without" "nor" "dont" "isnt" "hasnt" "wont" "neither" "hadn't"
        );
        (start..at).any(|place| NOT.contains(&self.word(place)))
    }

    /// "if", "once", "might" before it in its sentence, or "if" after it: it has not happened.
    pub(super) fn supposed(&self, at: usize) -> bool {
        self.maybe_before(at) || (at..self.sentence_end(at)).any(|place| self.is_condition(place))
    }

    /// The same for what one of us did: "pitched it, she thinks about it until Friday". A condition that does not open its own
    /// later clause is one of what is said there.
    pub(super) fn doubted(&self, at: usize) -> bool {
        let own = self.clause_end(at);
        let opens = |place: usize| {
            let start = self.clause_start(place);
            (start..place).all(|before| is_stopword(self.word(before)) && !self.is_subject(before))
        };
        self.maybe_before(at)
            || (at..self.sentence_end(at))
                .any(|place| self.is_condition(place) && (place < own || opens(place)))
    }

    fn is_subject(&self, at: usize) -> bool {
        list!("he" "she" "they" "we" "i" "it").contains(&self.word(at)) || self.tokens[at].capital
    }

    /// Whether a condition stands in the sentence, or a doubt before it in the clause: "add it once she signs". What somebody
    /// would like is neither.
    pub(super) fn hangs(&self, at: usize) -> bool {
        let doubts =
            list!("might" "may" "maybe" "perhaps" "could" "when" "whenever" "assuming" "provided");
        let sentence = self.sentence_start(at)..self.sentence_end(at);
        { sentence }
            .any(|place| self.is_condition(place) || doubts[5..].contains(&self.word(place)))
            || (self.clause_start(at)..at).any(|place| doubts.contains(&self.word(place)))
    }

    fn is_condition(&self, place: usize) -> bool {
        matches!(self.word(place), "if" | "once" | "unless" | "until")
            || (self.word(place) == "as" && self.word(place + 1) == "soon")
    }

    fn maybe_before(&self, at: usize) -> bool {
        const MAYBE: &[&str] = list!(
            "if" "once" "unless" "whenever" "when" "might" "may" "could" "would" "until" "assuming" "provided"
            "hopefully" "maybe" "perhaps" "that'd" "it'd" "they'd" "he'd" "she'd" "we'd" "there'd"
        );
        let start = self.sentence_start(at);
        let date_may = |place: usize| self.word(place) == "may" && self.tokens[place].capital;
        let polite = |place: usize| {
            matches!(self.word(place), "could" | "would")
                && matches!(self.word(place + 1), "you" | "we")
        };
        (start..at)
            .any(|place| MAYBE.contains(&self.word(place)) && !date_may(place) && !polite(place))
    }

    pub(super) fn span(&self, first: usize, after: usize) -> (usize, usize) {
        let last = after
            .saturating_sub(1)
            .max(first)
            .min(self.tokens.len() - 1);
        (self.tokens[first].start, self.tokens[last].end)
    }

    pub(super) fn change(
        &mut self,
        field: &str,
        new: Value,
        rule: &'static str,
        span: (usize, usize),
    ) {
        let old = get(self.state, field);
        if old == new {
            self.already = true;
        } else if !self.changes.iter().any(|change| change.field == field) {
            self.changes.push(Change {
                field: field.to_owned(),
                old,
                new,
                rule,
                span,
            });
        }
    }

    /// "Delete Birch Cafe", "merge Birch Cafe with …": the account itself is the object.
    pub(super) fn destroys_account(&self) -> bool {
        let verb = |at: usize| {
            matches!(
                self.word(at),
                "delete" | "erase" | "wipe" | "purge" | "destroy" | "merge" | "remove"
            )
        };
        let object = |at: usize| {
            at < self.tokens.len() && self.mentions(at)
                || (self.word(at) == "the" && at + 1 < self.tokens.len() && self.mentions(at + 1))
        };
        (0..self.tokens.len()).any(|at| {
            verb(at)
                && object(at + 1)
                && !self
                    .tokens
                    .iter()
                    .any(|token| token.possessive && token.start >= self.tokens[at].start)
        })
    }

    pub(super) fn already(&mut self) {
        self.already = true;
    }

    /// A date that the sentence speaks of, by the place of a word before it.
    pub(super) fn date_after(&self, at: usize) -> Option<&Mention> {
        self.dates
            .iter()
            .find(|date| date.first >= at && date.first <= at + 8)
    }

    /// Everything was read: what is left is a note, or a question.
    pub(super) fn finish(mut self) -> Plan {
        // Carriers and lines are read before prices, and told after them.
        let told = |change: &Change| match change.field.as_str() {
            "stage" => 0,
            "premium" => 1,
            _ => 2,
        };
        self.changes.sort_by_key(told);
        let note = self.note();
        let nothing = self.changes.is_empty() && note.is_none();
        let asked = self.changes.is_empty() && !self.already && self.unsettled();
        if asked || nothing && !self.already {
            return Plan::without(Outcome::Clarify {
                question: format!("What should change for {}?", self.state.name),
            });
        }
        Plan {
            outcome: Outcome::Apply,
            changes: self.changes,
            note,
        }
    }

    /// A change of a field was ordered, or told as uncertain, and what it should become cannot be read.
    fn unsettled(&self) -> bool {
        const FIELDS: &[&str] = list!(
            "premium" "carrier" "stage" "status" "phone" "email" "coverage" "renewal" "effective" "price"
        );
        const KEEPS: &[&str] = list!(
            "note" "notes" "log" "record" "write" "jot" "document" "capture" "save" "noting" "file" "memo" "put"
        );
        const UNSURE: &[&str] = list!("maybe" "perhaps" "possibly" "unsure" "guess" "probably");
        let polite =
            list!("please" "pls" "can" "could" "would" "you" "we" "just" "kindly" "ok" "and");
        let first = (0..self.tokens.len())
            .find(|at| !polite.contains(&self.word(*at)))
            .map_or("", |at| self.word(at));
        let ordered = UPDATE_VERBS.contains(&first) && !KEEPS.contains(&first);
        let unsure = self.has(UNSURE) && !self.numbers.is_empty();
        self.has(FIELDS) && !self.has(KEEPS) && (ordered || unsure || demand::is_open(self))
    }

    /// What a note would say: the words after "note that" or "note:", or the whole sentence if it tells something.
    fn note(&self) -> Option<String> {
        if let Some(told) = self.explicit_note() {
            return Some(told);
        }
        if self.already && self.changes.is_empty() && clear::is_mere_order(self) {
            return None;
        }
        let spans: Vec<(usize, usize)> = self.changes.iter().map(|change| change.span).collect();
        let told = |token: &&Token| {
            let used = spans
                .iter()
                .any(|(start, end)| token.start >= *start && token.end <= *end);
            !used && !is_stopword(&token.norm) && !UPDATE_VERBS.contains(&token.norm.as_str())
        };
        let said = self
            .tokens
            .iter()
            .enumerate()
            .filter(|(at, token)| !self.mentions(*at) && told(token))
            .count();
        let enough = if self.changes.is_empty() && !self.already {
            1
        } else {
            3
        };
        (said >= enough).then(|| self.text.trim().to_owned())
    }

    fn explicit_note(&self) -> Option<String> {
        let at = self.tokens.iter().position(|token| {
            matches!(
                token.norm.as_str(),
                "note" | "notes" | "log" | "record" | "noting"
            )
        })?;
        let place = self.tokens[at].start;
        let colon = self.text[place..]
            .find(": ")
            .map(|offset| place + offset + 2);
        let that = (at..self.tokens.len().min(at + 12))
            .find(|place| self.word(*place) == "that")
            .and_then(|place| self.tokens.get(place + 1))
            .map(|token| token.start);
        let start = match (colon, that) {
            (Some(colon), Some(that)) => Some(colon.min(that)),
            (one, other) => one.or(other),
        }?;
        let note = self.text[start..].trim().trim_end_matches('?').trim_end();
        (note.split_whitespace().count() > 1).then(|| note.to_owned())
    }
}

/// The value of a field as JSON, or of a part of a contact.
pub(super) fn get(state: &AccountState, field: &str) -> Value {
    if let Some((name, part)) = contact_part(field) {
        let contact = state.contact(name);
        let value = match part {
            "role" => contact.and_then(|contact| contact.role.clone()),
            "phone" => contact.and_then(|contact| contact.phone.clone()),
            _ => contact.and_then(|contact| contact.email.clone()),
        };
        return value.map_or(Value::Null, Value::String);
    }
    state
        .fields()
        .into_iter()
        .find(|(name, _)| name == field)
        .map_or(Value::Null, |(_, value)| value)
}

/// Sets a field to a value that a plan made; values of other shapes leave it as it was.
pub(super) fn set(state: &mut AccountState, field: &str, value: &Value) {
    let text = value.as_str().map(str::to_owned);
    if let Some((name, part)) = contact_part(field) {
        if let Some(contact) = state
            .contacts
            .iter_mut()
            .find(|contact| contact.name.eq_ignore_ascii_case(name))
        {
            match part {
                "role" => contact.role = text,
                "phone" => contact.phone = text,
                _ => contact.email = text,
            }
        }
        return;
    }
    match field {
        "name" => {
            let former = std::mem::replace(&mut state.name, text.unwrap_or_default());
            state.former_names.push(former);
        }
        "stage" => state.stage = text,
        "carrier" => state.carrier = text,
        "premium" => state.premium = value.as_f64().and_then(Money::from_number),
        "location" => state.location = serde_json::from_value(value.clone()).ok(),
        "coverage_types" => state.coverage_types = strings(value),
        "contacts" => {
            state.contacts =
                serde_json::from_value::<Vec<Contact>>(value.clone()).unwrap_or_default()
        }
        "effective_date" => state.effective_date = text.and_then(|date| date.parse().ok()),
        "follow_up_date" => state.follow_up_date = text.and_then(|date| date.parse().ok()),
        "renewal_date" => state.renewal_date = text.and_then(|date| date.parse().ok()),
        _ => {}
    }
}

fn contact_part(field: &str) -> Option<(&str, &str)> {
    field.strip_prefix("contacts[")?.rsplit_once("].")
}

fn strings(value: &Value) -> Vec<String> {
    value
        .as_array()
        .map(|items| {
            items
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect()
        })
        .unwrap_or_default()
}
