//! BM25, a term at a time.

use super::Index;
use crate::query::{MOST_TERMS, Question, Term};

const K1: f32 = 1.2;
const B: f32 = 0.75;
/// Passages up to this length have their share of the formula worked out beforehand.
const SHORT: usize = 256;

/// A term of the question that the index knows.
pub(super) struct KnownTerm<'question> {
    pub(super) term: &'question Term,
    pub(super) id: u32,
    pub(super) weight: f32,
}

/// Those terms, the rarest first.
pub(super) fn known_terms<'question>(
    index: &Index,
    question: &'question Question,
) -> Vec<KnownTerm<'question>> {
    let rows = index.len() as f32;
    let mut known: Vec<KnownTerm<'_>> = question
        .terms
        .iter()
        .filter_map(|term| {
            let id = index.dictionary.find(&term.stem)?;
            let holding = index.postings[id as usize].rows() as f32;
            let weight = (1.0 + (rows - holding + 0.5) / (holding + 0.5)).ln();
            Some(KnownTerm { term, id, weight })
        })
        .collect();
    known.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.id.cmp(&b.id)));
    known.truncate(MOST_TERMS);
    known
}

/// The score of every row.
pub(super) fn score_rows(index: &Index, terms: &[KnownTerm<'_>]) -> Vec<f32> {
    let mut scores = vec![0.0_f32; index.len()];
    if terms.is_empty() {
        return scores;
    }
    let mean = index.mean_length();
    let once: Vec<f32> = (0..SHORT)
        .map(|length| saturate(1.0, length as f32, mean))
        .collect();
    for term in terms {
        index.postings[term.id as usize].for_each(|row, count| {
            let length = usize::from(index.lengths.get(row as usize));
            let share = if count == 1 && length < SHORT {
                once[length]
            } else {
                saturate(f32::from(count), length as f32, mean)
            };
            scores[row as usize] += term.weight * share;
        });
    }
    scores
}

/// The share of a term's weight that a passage of this length earns by holding it so often.
pub(super) fn saturate(count: f32, length: f32, mean: f32) -> f32 {
    count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length / mean))
}

impl Index {
    pub(super) fn mean_length(&self) -> f32 {
        let rows = self.len().max(1) as f64;
        (self.total_length as f64 / rows).max(1.0) as f32
    }
}
