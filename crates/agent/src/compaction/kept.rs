//! Whether a text still says what a fact says, and whether it says more than was ever said.

use std::collections::BTreeSet;

use super::Fact;
use super::words::{Word, is_content, stem, words};

/// The part of a fact's words that another wording must share.
const SHARED: f32 = 0.6;

/// The words of a text as they are compared.
pub(super) struct Wording {
    stems: BTreeSet<String>,
}

/// The words of a fact that tell it.
pub(super) struct Keys {
    values: Vec<String>,
    all: Vec<String>,
}

impl Keys {
    pub(super) fn of(fact: &Fact) -> Self {
        let words = words(&fact.text);
        let stems = |wanted: &dyn Fn(&&Word) -> bool| {
            words
                .iter()
                .filter(wanted)
                .map(|word| stem(&word.lower))
                .collect()
        };
        Self {
            values: stems(&|word| word.value.is_some()),
            all: stems(&|word| is_content(word)),
        }
    }
}

impl Wording {
    pub(super) fn of(text: &str) -> Self {
        let stems = words(text).iter().map(|word| stem(&word.lower)).collect();
        Self { stems }
    }

    pub(super) fn add(&mut self, text: &str) {
        self.stems.extend(Self::of(text).stems);
    }

    /// Whether a fact is in it: every name, number and date, and most of the other words that say something.
    pub(super) fn tells(&self, fact: &Keys) -> bool {
        let shared = fact
            .all
            .iter()
            .filter(|stem| self.stems.contains(*stem))
            .count();
        fact.values.iter().all(|stem| self.stems.contains(stem))
            && shared as f32 >= SHARED * fact.all.len() as f32
    }

    /// Whether a text names nobody and no number that is not in here. A model that makes something up mostly does so with
    /// one of them.
    pub(super) fn grounds(&self, text: &str) -> bool {
        let words = words(text);
        let mut values = words.iter().filter(|word| word.value.is_some());
        values.all(|word| self.stems.contains(&stem(&word.lower)))
    }
}
