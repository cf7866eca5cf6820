//! Whether a word speaks of the account itself. People lose keys, quote poems and sign leases; none of that moves an account.

use super::request::Request;
use super::terms;
use crate::words::{CARRIER_ENDINGS, COVERAGES, is_stopword};

/// What is lost, quoted, pitched, bound or submitted when an account is.
const ACCOUNT: &[&str] = list!(
    "account" "business" "deal" "bid" "renewal" "quote" "quotes" "proposal" "policy" "policies" "package" "program" "coverage"
    "coverages" "cover" "file" "submission" "application" "app" "numbers" "terms" "risk" "client" "insurance" "thing" "whole"
    "revised" "updated" "final" "case"
);

/// Words before a thing that is somebody's or new.
const DETERMINERS: &[&str] = list!(
    "the" "a" "an" "their" "his" "her" "its" "my" "our" "your" "some" "all" "any" "new" "both" "another" "this" "that" "these"
    "those" "me" "us" "him" "every" "each" "no" "more" "other"
);

/// Words that may follow a stage without being its object.
const FOLLOWS: &[&str] = list!(
    "$" "effective" "eff" "today" "yesterday" "tomorrow" "tonight" "monday" "tuesday" "wednesday" "thursday" "friday" "early"
    "late" "earlier" "finally" "already" "officially" "please" "pls" "thanks" "thx" "premium" "prem" "paying" "starting" "via"
    "through" "everything" "verbally" "successfully" "recently" "together" "w" "because" "although" "though" "annually" "per"
);

impl Request<'_> {
    /// Whether what follows a stage word is the account, or nothing that it could be of.
    pub(super) fn of_the_account(&self, after: usize) -> bool {
        let Some(token) = self.tokens.get(after) else {
            return true;
        };
        let next = token.norm.as_str();
        let listed = |list: &[&str]| list.contains(&next);
        if token.after_break || token.starts_sentence || self.mentions(after) || token.is_number() {
            return true;
        }
        let dated = self.dates.iter().any(|date| date.first == after);
        let carrier = || terms::known(self).iter().any(|known| known.first == after);
        let coverage = COVERAGES.iter().any(|(_, others)| {
            others
                .iter()
                .any(|name| self.phrase_at(after, name).is_some())
        });
        let determined = listed(DETERMINERS) && {
            let thing = (after + 1..self.tokens.len())
                .find(|at| !DETERMINERS.contains(&self.word(*at)))
                .unwrap_or(self.tokens.len());
            let pronoun = matches!(next, "this" | "that" | "all" | "both");
            let ends = self
                .tokens
                .get(after + 1)
                .is_none_or(|token| token.after_break);
            let some = matches!(next, "a" | "an" | "some");
            ACCOUNT.contains(&self.word(thing)) && !(some && self.word(thing) == "file")
                || thing < self.tokens.len() && self.mentions(thing)
                || self
                    .dates
                    .iter()
                    .any(|date| date.first == after || date.first == thing)
                || matches!(
                    self.word(thing),
                    "morning" | "afternoon" | "week" | "month" | "one"
                )
                || pronoun && (ends || is_stopword(self.word(after + 1)))
        };
        let small = is_stopword(next) && !listed(DETERMINERS);
        let capital = token.capital && !self.possessive_person(after);
        determined
            || small
            || listed(FOLLOWS)
            || listed(ACCOUNT)
            || dated
            || capital
            || coverage
            || carrier()
    }

    /// "got a quote for a boiler", "a quote from his supplier": not what a carrier asks for the account.
    pub(super) fn quote_is_ours(&self, after: usize) -> bool {
        let thing = (after + 1..self.tokens.len())
            .find(|at| !DETERMINERS.contains(&self.word(*at)))
            .unwrap_or(self.tokens.len());
        let Some(token) = self.tokens.get(thing) else {
            return true;
        };
        let pronoun = matches!(
            self.word(after + 1),
            "it" | "them" | "him" | "her" | "us" | "this" | "that"
        );
        let known = self.mentions(thing)
            || token.capital
            || token.is_number()
            || ACCOUNT.contains(&self.word(thing));
        match self.word(after) {
            "for" | "on" => {
                let line = COVERAGES.iter().any(|(_, others)| {
                    others
                        .iter()
                        .any(|name| self.phrase_at(thing, name).is_some())
                });
                known || pronoun || line || self.word(thing) == "$"
            }
            "from" | "by" => {
                let carrier = terms::known(self).iter().any(|known| known.first == thing);
                let market =
                    list!("carrier" "insurer" "market" "underwriter" "underwriters" "company")
                        .contains(&self.word(thing));
                let named = (thing..self.clause_end(thing))
                    .any(|at| CARRIER_ENDINGS.contains(&self.word(at)));
                carrier || market || named || token.capital || pronoun
            }
            "of" | "about" => false,
            _ => true,
        }
    }

    /// Whether a word only belongs to what is to be noted: "…, note that", "note that …".
    pub(super) fn noted(&self, at: usize) -> bool {
        (0..self.tokens.len()).any(|mark| {
            let same = self.sentence_start(mark) == self.sentence_start(at);
            match self.note_at(mark) {
                Some(Noted::Before) => {
                    let opens = self.sentence_start(mark) + 2 > mark;
                    at < mark && (same || opens)
                }
                Some(Noted::After) => at > mark && same,
                None => false,
            }
        })
    }

    /// An order to note something, and on which side of it that stands.
    fn note_at(&self, mark: usize) -> Option<Noted> {
        if self.mentions(mark) {
            return None;
        }
        let next = self.word(mark + 1);
        let pointed = matches!(next, "it" | "that" | "this");
        let after = mark + 1 + usize::from(pointed);
        let ends = self
            .tokens
            .get(after)
            .is_none_or(|token| token.after_break || token.starts_sentence);
        let leads = list!("on" "in" "to" "for" "down" "with" "please" "too" "under" "there")
            .contains(&self.word(after));
        let keeps = |from: usize| {
            (from..self.clause_end(mark)).any(|at| {
                list!("note" "notes" "file" "record" "records" "folder").contains(&self.word(at))
            })
        };
        match self.word(mark) {
            "note" | "log" | "jot" | "record" | "document" | "write"
                if pointed && (ends || leads) =>
            {
                Some(Noted::Before)
            }
            "put" | "keep" | "add" | "save" | "stick"
                if pointed && leads && (keeps(after) || self.word(mark) == "keep") =>
            {
                Some(Noted::Before)
            }
            "note" | "noting" | "record" | "document" if pointed => Some(Noted::After),
            "note" if matches!(self.back(mark, 1), "a" | "just") || next == "only" => {
                Some(if ends || leads && !self.colon_follows(mark) {
                    Noted::Before
                } else {
                    Noted::After
                })
            }
            _ => None,
        }
    }

    /// "Make a note on Birch Cafe: …", "make a note for Birch Cafe that …": what is noted comes after.
    fn colon_follows(&self, mark: usize) -> bool {
        let end = self.sentence_end(mark);
        let place = self.tokens[mark].end;
        let until = self
            .tokens
            .get(end)
            .map_or(self.text.len(), |token| token.start);
        self.text[place..until].contains(':') || (mark..end).any(|at| self.word(at) == "that")
    }

    fn possessive_person(&self, at: usize) -> bool {
        self.tokens[at].possessive && !self.mentions(at)
    }
}

/// Where that stands which is to be noted.
enum Noted {
    Before,
    After,
}
