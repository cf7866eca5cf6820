//! Accounts that are told apart by what stands beside a name that they share: a legal form, a city that both are in, or the word
//! that says which of them is not meant.

use std::ops::Range;

use super::align::{Candidate, Words};
use super::directory::Directory;
use super::{Found, Resolution, ending};
use crate::text::{Token, has_capitals};

impl Words {
    /// The words without the names that are said not to be meant: "Birch Cafe, not Birch Bakery, is bound".
    pub(super) fn without_denied(&self, tokens: &[Token]) -> Option<Self> {
        self.blanked(&denied(tokens))
    }
}

/// The names behind "not", "rather than" and "instead of". Without capitals nobody can tell where a name ends.
fn denied(tokens: &[Token]) -> Vec<Range<usize>> {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.norm.as_str());
    if !has_capitals(tokens) {
        return Vec::new();
    }
    let names = (0..tokens.len()).filter_map(|at| {
        let lead = match (word(at), word(at + 1)) {
            ("not", "the" | "for" | "at") => 2,
            ("not", _) => 1,
            ("rather", "than") | ("instead", "of") => 2,
            _ => return None,
        };
        let inside = |place: &usize| {
            let token = &tokens[*place];
            let joins = matches!(token.norm.as_str(), "and" | "of" | "the")
                && tokens.get(place + 1).is_some_and(|next| next.capital);
            let first = *place == at + lead;
            (first || !token.after_break) && (token.capital || joins && !first)
        };
        let end = (at + lead..tokens.len()).take_while(inside).count() + at + lead;
        (end > at + lead).then_some(at..end)
    });
    names.collect()
}

impl Directory {
    /// Of accounts with the same name, those whose legal form stands behind it; all of them if it is nobody's.
    pub(super) fn of_the_legal_form<'a>(
        &self,
        chosen: Vec<&'a Candidate>,
        words: &Words,
        tokens: &[Token],
    ) -> Vec<&'a Candidate> {
        let last = chosen.first().and_then(|best| best.positions.iter().max());
        let said = last.and_then(|last| ending::form_behind(tokens, words.after(*last)));
        let (Some(said), true) = (said, chosen.len() > 1) else {
            return chosen;
        };
        let own = |candidate: &&&Candidate| self.beside[candidate.account].legal.contains(&said);
        let fitting: Vec<&Candidate> = chosen.iter().filter(own).copied().collect();
        if fitting.is_empty() { chosen } else { fitting }
    }

    /// "Birch in Salem": a city may be part of one account's name and yet say nothing, if another account of the same name is in
    /// a city of that name too. The words that both have, and the candidates.
    pub(super) fn in_the_same_city(
        &self,
        best: &Candidate,
        candidates: &[Candidate],
        words: &Words,
    ) -> Option<(Vec<usize>, Vec<Candidate>)> {
        let city = &self.beside[best.account].city;
        let is_city = |place: &usize| city.split(' ').any(|part| part == words.norms[*place]);
        let (of_city, shared): (Vec<usize>, Vec<usize>) =
            best.positions.iter().partition(|place| is_city(place));
        if best.full || of_city.is_empty() || shared.is_empty() {
            return None;
        }
        let rivals = candidates.iter().filter(|other| {
            other.account != best.account
                && self.beside[other.account].city == *city
                && shared.iter().all(|place| other.positions.contains(place))
        });
        let mut all: Vec<Candidate> = rivals.cloned().collect();
        if all.is_empty() {
            return None;
        }
        all.push(best.clone());
        for candidate in &mut all {
            candidate.positions.clone_from(&shared);
        }
        Some((shared, all))
    }

    /// One of several accounts of a name in cities of the same name, by the state or what else is said.
    pub(super) fn of_a_city(
        &self,
        shared: &[usize],
        rivals: &[Candidate],
        words: &Words,
        tokens: &[Token],
    ) -> Found {
        let mention = Some(words.span(shared, tokens));
        let close: Vec<&Candidate> = rivals.iter().collect();
        if let Some(account) = self.hinted(&close, words, tokens) {
            let rule = "the name and a place, person or trade beside it";
            return Found::new(Resolution::One(self.id(account)), mention, rule);
        }
        let accounts = self.ids(rivals.iter().map(|candidate| candidate.account));
        Found::new(
            Resolution::Ambiguous(accounts),
            mention,
            "several accounts have that name",
        )
    }
}
