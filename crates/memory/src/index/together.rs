//! Several indexes that are asked the same: what they find is measured by one measure, as if it stood in one index.

use std::collections::HashMap;

use super::Index;
use super::search::{Hit, share};
use crate::query::Question;

/// How many passages there are, and how many of them hold each term of a question. A word is as rare as it is in all indexes
/// together: in a small one by itself, no word is.
#[derive(Debug, Default)]
pub(crate) struct Rarity {
    rows: usize,
    holding: HashMap<String, usize>,
}

/// What the parts of scores are measured against.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Best {
    pub(super) words: f32,
    pub(super) context: f32,
    pub(super) cosine: f32,
    pub(super) mean_cosine: f32,
    /// How many passages the mean is of.
    pub(super) rows: usize,
}

impl Rarity {
    /// Counts the passages of one more index.
    pub(crate) fn count(&mut self, index: &Index, question: &Question) {
        self.rows += index.len();
        for term in &question.terms {
            let holding = self.holding.entry(term.stem.clone()).or_default();
            *holding += index.holding(&term.stem);
        }
    }

    /// How many passages there are, and how many hold a stem; an index knows at least its own.
    pub(super) fn of(&self, stem: &str, own: (usize, usize)) -> (usize, usize) {
        let holding = self.holding.get(stem).copied().unwrap_or_default();
        (self.rows.max(own.0), holding.max(own.1))
    }
}

impl Best {
    /// The best of two indexes.
    pub(crate) fn of_both(self, other: Self) -> Self {
        let rows = self.rows + other.rows;
        let sum = |best: &Self| best.mean_cosine * best.rows as f32;
        Self {
            words: self.words.max(other.words),
            context: self.context.max(other.context),
            cosine: self.cosine.max(other.cosine),
            mean_cosine: (sum(&self) + sum(&other)) / rows.max(1) as f32,
            rows,
        }
    }

    /// The same, but for meanings: another model's are not compared with these.
    pub(crate) fn with_words_of(self, other: Self) -> Self {
        Self {
            words: self.words.max(other.words),
            context: self.context.max(other.context),
            ..self
        }
    }
}

impl Hit {
    /// What was measured against the best of its own index, measured against that of all.
    #[must_use]
    pub(crate) fn against(mut self, own: &Best, all: &Best) -> Self {
        let why = &mut self.why;
        let words = part(own.words, all.words);
        why.words *= words;
        why.answer *= words;
        why.context *= part(own.context, all.context);
        // One that waits for its vector was compared with nothing.
        if why.cosine != 0.0 {
            why.meaning = share(why.cosine, all.mean_cosine, all.cosine);
        }
        self.score = self.why.score();
        self
    }
}

fn part(own: f32, all: f32) -> f32 {
    if own > 0.0 { own / all } else { 1.0 }
}
