//! Reads what accounts do not have: "no email on file", "missing a renewal date", "only one contact".

use super::parse::Reader;
use super::{Blank, Filter};
use crate::numbers;

impl Reader<'_> {
    /// Whether one of the things is said to be missing: "no premium yet", "don't have a premium", "premium is missing".
    pub(super) fn blank(&self, things: &[&str]) -> bool {
        let filler = list!("a" "an" "any" "the" "their" "on" "file" "yet" "current" "single" "set" "known" "contact");
        let denies = list!("no" "without" "missing" "lacking" "lack" "lacks" "not" "zero");
        let has = list!("have" "has" "had" "got" "with" "carry" "show" "list" "having" "been");
        let negates =
            list!("don't" "doesn't" "not" "haven't" "hasn't" "didn't" "isn't" "aren't" "never");
        (0..self.tokens.len()).any(|at| {
            if !things.contains(&self.word(at)) {
                return false;
            }
            let before = (0..at)
                .rev()
                .map(|place| self.word(place))
                .find(|word| !filler.contains(word) && !has.contains(word));
            let direct = (0..at)
                .rev()
                .map(|place| self.word(place))
                .find(|word| !filler.contains(word));
            let denied = direct.is_some_and(|word| denies.contains(&word))
                || direct.is_some_and(|word| has.contains(&word))
                    && before.is_some_and(|word| negates.contains(&word));
            let after = (at + 1..at + 4)
                .map(|place| self.word(place))
                .collect::<Vec<_>>();
            let missing = matches!(
                after.as_slice(),
                ["missing" | "blank" | "empty", ..]
                    | ["is" | "are", "missing" | "blank" | "empty", ..]
            ) || matches!(
                after.as_slice(),
                ["date", "missing", ..] | ["date", "is", "missing"]
            );
            denied || missing
        })
    }

    /// "have a follow-up set", "with a renewal date": something is on file.
    fn filled(&self, things: &[&str]) -> bool {
        (2..self.tokens.len()).any(|at| {
            things.contains(&self.word(at))
                && matches!(self.back(at, 1), "a" | "an" | "any")
                && matches!(self.back(at, 2), "have" | "has" | "with" | "having")
                && !matches!(self.word(at + 1), "in" | "before" | "after" | "due")
        })
    }

    /// Fields of which nothing is on file, or something.
    pub(super) fn blanks(&mut self) {
        const BLANKS: &[(Blank, &[&str])] = &[
            (Blank::Notes, &["note", "notes"]),
            (Blank::Phone, &["phone", "telephone", "cell"]),
            (Blank::Email, &["email", "emails"]),
            (Blank::Coverage, &["coverage", "coverages", "lines"]),
            (Blank::Renewal, &["renewal"]),
            (Blank::FollowUp, &["follow", "followup"]),
            (Blank::Effective, &["effective"]),
        ];
        let quiet = self.quiet();
        for (blank, things) in BLANKS {
            if quiet && matches!(blank, Blank::Email | Blank::Phone) {
                continue;
            }
            if self.blank(things) {
                self.filters.push(Filter::Lacks(*blank));
            } else if *blank != Blank::Coverage && self.filled(things) {
                self.filters.push(Filter::Has(*blank));
            }
        }
    }

    /// "only one contact", "more than one contact", "no contacts", "at least three contacts".
    pub(super) fn contacts(&mut self) {
        let Some(at) = (0..self.tokens.len())
            .find(|at| matches!(self.word(*at), "contact" | "contacts") && *at > 0)
        else {
            return;
        };
        let lead: Vec<&str> = (at.saturating_sub(4)..at)
            .map(|place| self.word(place))
            .collect();
        let said = |words: &[&str]| lead.iter().any(|word| words.contains(word));
        let or_more = self.back(at, 1) == "more" && self.back(at, 2) == "or";
        let counted = if or_more {
            self.back(at, 3)
        } else {
            self.back(at, 1)
        };
        let number = match counted {
            "single" | "lone" => Some(1),
            "several" | "multiple" => Some(2),
            "no" | "without" => Some(0),
            word => word.parse().ok().or_else(|| small(word)),
        };
        let Some(number) = number else {
            return;
        };
        let (least, most) = if !or_more && said(&["more", "over", "above"]) {
            (number + 1, None)
        } else if or_more || said(&["least"]) || matches!(self.back(at, 1), "several" | "multiple")
        {
            (number, None)
        } else if said(&["fewer", "less", "under"]) {
            (0, Some(number.saturating_sub(1)))
        } else if number >= 2 && !said(&["only", "just", "exactly"]) {
            (number, None)
        } else if number <= 1 && self.back(at, 1) == "no" && self.word(at + 1) == "since" {
            return;
        } else {
            (number, Some(number))
        };
        // "No contact" is silence; "no contacts" is nobody to call.
        if number > 0 || self.word(at) == "contacts" {
            self.filters.push(Filter::Contacts { least, most });
        }
    }
}

fn small(word: &str) -> Option<usize> {
    let value = numbers::word_value(word)?;
    (1..=9).find(|count| f64::from(u8::try_from(*count).unwrap_or(0)) == value)
}
