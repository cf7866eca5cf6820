//! BM25, a stretch of rows at a time.

use super::Index;
use super::column;
use super::filter::Filter;
use super::postings::Entries;
use super::together::Rarity;
use super::top::Top;
use crate::query::{MOST_TERMS, Question, Term};

const K1: f32 = 1.2;
const B: f32 = 0.75;
/// Passages up to this length have their share of the formula worked out beforehand.
const SHORT: usize = 256;
/// Rows that are scored together: as many as have their lengths beside each other, and few enough that their scores stay in the
/// nearest cache. Scores of all rows at once, among a million, cost more to clear and to look through than the terms do.
const STRETCH: usize = column::ROWS;
/// Scores looked at together.
const STEP: usize = 16;

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
    rarity: Option<&Rarity>,
) -> Vec<KnownTerm<'question>> {
    let mut known: Vec<KnownTerm<'_>> = question
        .terms
        .iter()
        .filter_map(|term| {
            let id = index.dictionary.find(&term.stem)?;
            let own = (index.len(), index.postings[id as usize].rows() as usize);
            let (rows, holding) = rarity.map_or(own, |rarity| rarity.of(&term.stem, own));
            let (rows, holding) = (rows as f32, holding as f32);
            let weight = (1.0 + (rows - holding + 0.5) / (holding + 0.5)).ln();
            Some(KnownTerm { term, id, weight })
        })
        .collect();
    known.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.id.cmp(&b.id)));
    known.truncate(MOST_TERMS);
    known
}

/// Scores rows by their own words.
pub(super) struct Words<'a> {
    index: &'a Index,
    terms: &'a [KnownTerm<'a>],
    mean: f32,
    /// The share of a term that is there once, by the length of the passage.
    once: Vec<f32>,
}

impl<'a> Words<'a> {
    pub(super) fn new(index: &'a Index, terms: &'a [KnownTerm<'a>]) -> Self {
        let mean = index.mean_length();
        let share = |length| saturate(1.0, length as f32, mean);
        Self {
            index,
            terms,
            mean,
            once: (0..SHORT).map(share).collect(),
        }
    }

    /// The score of a row that holds the terms so often.
    pub(super) fn score(&self, row: u32, counts: &[u8]) -> f32 {
        let length = usize::from(self.index.lengths.get(row as usize));
        let pairs = self.terms.iter().zip(counts);
        let held = pairs.filter(|(_, count)| **count > 0);
        held.fold(0.0, |sum, (term, count)| {
            sum + term.weight * self.share(*count, length)
        })
    }

    /// The best rows that the filter lets in, with their scores, in no order.
    pub(super) fn best(&self, filter: &Filter<'_>, wanted: usize) -> Vec<(u32, f32)> {
        let mut top = Top::new(wanted);
        let mut scores = [0.0_f32; STRETCH];
        let postings = self
            .terms
            .iter()
            .map(|term| &self.index.postings[term.id as usize]);
        let mut entries: Vec<Entries<'_>> = postings.map(|postings| postings.entries()).collect();
        let lengths = self.index.lengths.chunks();
        for (lengths, start) in lengths.zip((0..).step_by(STRETCH)) {
            let mut any = false;
            for (term, entries) in self.terms.iter().zip(&mut entries) {
                while let Some((row, count)) = entries.next_before(start + STRETCH as u32) {
                    let at = (row - start) as usize;
                    let length = usize::from(lengths[at]);
                    scores[at] += term.weight * self.share(count, length);
                    any = true;
                }
            }
            if any {
                take_best(&scores, start, filter, &mut top);
                scores = [0.0; STRETCH];
            }
        }
        top.finish()
    }

    #[inline]
    fn share(&self, count: u8, length: usize) -> f32 {
        if count == 1 && length < SHORT {
            self.once[length]
        } else {
            saturate(f32::from(count), length as f32, self.mean)
        }
    }
}

fn take_best(scores: &[f32; STRETCH], start: u32, filter: &Filter<'_>, top: &mut Top) {
    for (scores, start) in scores.chunks(STEP).zip((start..).step_by(STEP)) {
        // Most rows hold none of the words, so most steps are passed over.
        let least = top.least().max(0.0);
        if !scores
            .iter()
            .fold(false, |any, score| any | (*score > least))
        {
            continue;
        }
        for (score, row) in scores.iter().zip(start..) {
            if *score > top.least().max(0.0) && filter.admits(row as usize) {
                top.push(row, *score);
            }
        }
    }
}

/// The share of a term's weight that a passage of this length earns by holding it so often.
pub(super) fn saturate(count: f32, length: f32, mean: f32) -> f32 {
    count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length / mean))
}

impl Index {
    /// How many passages hold a stem.
    pub(super) fn holding(&self, stem: &str) -> usize {
        let id = self.dictionary.find(stem);
        id.map_or(0, |id| self.postings[id as usize].rows() as usize)
    }

    pub(super) fn mean_length(&self) -> f32 {
        let rows = self.len().max(1) as f64;
        (self.total_length as f64 / rows).max(1.0) as f32
    }
}

#[cfg(test)]
mod tests {
    use jiff::Zoned;
    use proptest::prelude::*;
    use steward_model::Timestamp;
    use uuid::Uuid;

    use super::*;
    use crate::index::Passage;
    use crate::{Query, Vector};

    const WORDS: [&str; 6] = ["apple", "bridge", "cloud", "drum", "eagle", "forest"];

    /// More rows than are scored together; the first words are in most of them and the last in few.
    fn index(seed: u64) -> Index {
        let mut seed = seed;
        let mut below = |end: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % end
        };
        let nothing = Vector::new(vec![0.0; 8]);
        let mut index = Index::new(8);
        for number in 0..3 * STRETCH as u128 {
            let words: Vec<&str> = (0..12)
                .filter_map(|_| {
                    let word = below(WORDS.len() as u64) as usize;
                    let one_in = [2, 4, 9, 30, 300, 2000][word];
                    (below(one_in) == 0).then_some(WORDS[word])
                })
                .collect();
            let passage = Passage {
                id: Uuid::from_u128(number),
                text: &words.join(" "),
                vector: &nothing,
                source: "message",
                tags: &[],
                thread: None,
                contact: None,
                speaker: None,
                time: Timestamp::from_micros(0),
                position: 0,
            };
            index.insert(&[passage]).unwrap();
        }
        index
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]
        #[test]
        fn the_best_are_those_of_all_rows(
            seed in any::<u64>(),
            asked in prop::sample::subsequence(WORDS.to_vec(), 1..6),
            gone in prop::collection::vec(0..3 * STRETCH as u128, 0..9),
            wanted in 1_usize..200,
        ) {
            let mut index = index(seed);
            let gone: Vec<Uuid> = gone.into_iter().map(Uuid::from_u128).collect();
            index.remove(&gone);
            let question = index.ask(Query::new(asked.join(" "), Zoned::default()));
            let terms = known_terms(&index, &question, None);
            let words = Words::new(&index, &terms);
            let mut counts = vec![vec![0; terms.len()]; index.len()];
            for (column, term) in terms.iter().enumerate() {
                index.postings[term.id as usize]
                    .for_each(|row, count| counts[row as usize][column] = count);
            }
            let scored = (0..).zip(&counts);
            let mut all: Vec<(u32, f32)> = scored
                .map(|(row, counts)| (row, words.score(row, counts)))
                .filter(|(_, score)| *score > 0.0)
                .collect();
            let order = |a: &(u32, f32), b: &(u32, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
            all.sort_by(order);
            all.truncate(wanted);
            let mut best = words.best(&Filter::new(&index, &question.query), wanted);
            best.sort_by(order);
            prop_assert_eq!(best, all);
        }
    }
}
