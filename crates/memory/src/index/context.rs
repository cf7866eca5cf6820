//! Judges candidates by what stands around them: who said it, when, next to what.

use super::Index;
use super::text_scores::{KnownTerm, saturate};
use crate::analysis::Traits;
use crate::moment;
use crate::query::Question;

/// How far around a passage its context reaches, in passages on each side.
pub(super) const REACH: usize = 2;
/// A longer silence ends a session: what was said before is no context any more.
const SILENCE: i64 = 24 * 60 * 60 * 1_000_000;

/// Why a passage was found: each part from zero to one, before it is weighted.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Why {
    /// Its own words, against the best passage's.
    pub words: f32,
    /// Its meaning, against the mean and the best passage's.
    pub meaning: f32,
    /// The cosine itself, for callers that want a threshold.
    pub cosine: f32,
    /// The words in it and in its neighbours, against the best.
    pub context: f32,
    /// Said by the one person that the question names.
    pub speaker: f32,
    /// From the time that the question names.
    pub time: f32,
    /// Follows a question that uses the words asked for.
    pub answer: f32,
    /// Says when, where the question asks when.
    pub dated: f32,
    /// Is a question itself, which seldom answers one.
    pub asks: f32,
}

impl Why {
    /// The weights of the parts, fitted on conversations as the README describes.
    const WEIGHTS: [f32; 8] = [0.85, 2.7, 4.3, 2.6, 4.0, 1.8, 2.1, -0.8];

    /// The parts that are weighted, in the order of the weights.
    pub fn parts(&self) -> [f32; 8] {
        [
            self.words,
            self.meaning,
            self.context,
            self.speaker,
            self.time,
            self.answer,
            self.dated,
            self.asks,
        ]
    }

    pub(super) fn score(&self) -> f32 {
        let weighted = self
            .parts()
            .into_iter()
            .zip(Self::WEIGHTS)
            .map(|(x, w)| x * w);
        weighted.sum::<f32>() / Self::WEIGHTS.iter().sum::<f32>()
    }
}

/// A row with its neighbours in the session, nearest first on each side.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) row: u32,
    before: Side,
    after: Side,
}

/// How often some rows hold each term of a question.
pub(super) struct Held {
    /// Sorted.
    rows: Vec<u32>,
    terms: usize,
    /// A line of terms for each row.
    counts: Vec<u8>,
}

/// Up to `REACH` rows without a heap: there are thousands of these in a search.
#[derive(Default, Clone, Copy)]
struct Side {
    rows: [u32; REACH],
    count: u8,
}

impl Place {
    /// The row right before it.
    pub(super) fn previous(&self) -> Option<u32> {
        self.before.as_slice().first().copied()
    }

    /// The row itself and its neighbours.
    pub(super) fn rows(&self) -> impl Iterator<Item = u32> + '_ {
        let around = self.before.as_slice().iter().chain(self.after.as_slice());
        std::iter::once(self.row).chain(around.copied())
    }
}

impl Held {
    /// How often one of the rows holds each term.
    pub(super) fn counts(&self, row: u32) -> &[u8] {
        let at = self.rows.partition_point(|other| *other < row) * self.terms;
        &self.counts[at..at + self.terms]
    }
}

impl Side {
    fn as_slice(&self) -> &[u32] {
        &self.rows[..usize::from(self.count)]
    }
}

impl Index {
    pub(super) fn place(&self, row: u32) -> Place {
        let mut place = Place {
            row,
            before: Side::default(),
            after: Side::default(),
        };
        let facet = self.facets.get(self.facet_numbers.get(row as usize));
        if let Some(thread) = facet.thread {
            let key = |row: u32| (self.positions.get(row as usize), self.ids.get(row as usize));
            let (before, after) = self.threads.around(thread, row, key, REACH);
            place.before = self.until_silence(row, before.iter().rev());
            place.after = self.until_silence(row, after.iter());
        }
        place
    }

    fn until_silence<'a>(&self, row: u32, rows: impl Iterator<Item = &'a u32>) -> Side {
        let mut side = Side::default();
        let mut time = self.times.get(row as usize);
        for (slot, row) in rows.take(REACH).enumerate() {
            let before = std::mem::replace(&mut time, self.times.get(*row as usize));
            if before.abs_diff(time) >= SILENCE.unsigned_abs() {
                break;
            }
            side.rows[slot] = *row;
            side.count += 1;
        }
        side
    }

    /// How well the words are covered by each place as a whole.
    pub(super) fn context_scores(
        &self,
        places: &[Place],
        terms: &[KnownTerm<'_>],
        held: &Held,
    ) -> Vec<f32> {
        let lengths: Vec<f32> = places.iter().map(|place| self.length(place)).collect();
        let mean = (lengths.iter().sum::<f32>() / lengths.len().max(1) as f32).max(1.0);
        let mut scores = Vec::with_capacity(places.len());
        let mut sums = vec![0.0_f32; terms.len()];
        for (place, length) in places.iter().zip(lengths) {
            sums.fill(0.0);
            for row in place.rows() {
                sums.iter_mut()
                    .zip(held.counts(row))
                    .for_each(|(sum, count)| *sum += f32::from(*count));
            }
            let score = sums
                .iter()
                .zip(terms)
                .filter(|(sum, term)| **sum > 0.0 && !term.term.names_someone);
            scores.push(
                score
                    .map(|(sum, term)| term.weight * saturate(*sum, length, mean))
                    .sum(),
            );
        }
        scores
    }

    /// How often the rows of all places hold the terms.
    pub(super) fn held(&self, places: &[Place], terms: &[KnownTerm<'_>]) -> Held {
        let mut rows: Vec<u32> = places.iter().flat_map(Place::rows).collect();
        rows.sort_unstable();
        rows.dedup();
        let mut counts = vec![0; rows.len() * terms.len()];
        for (column, term) in terms.iter().enumerate() {
            let mut at = 0;
            self.postings[term.id as usize].for_each(|row, count| {
                while rows.get(at).is_some_and(|needed| *needed < row) {
                    at += 1;
                }
                if rows.get(at) == Some(&row) {
                    counts[at * terms.len() + column] = count;
                }
            });
        }
        Held {
            rows,
            terms: terms.len(),
            counts,
        }
    }

    fn length(&self, place: &Place) -> f32 {
        let lengths = place.rows().map(|row| self.lengths.get(row as usize));
        lengths.map(f32::from).sum()
    }

    /// Fills in what depends on the passage and the question alone.
    pub(super) fn judge(&self, question: &Question, speakers: &[u32], row: u32, why: &mut Why) {
        let row = row as usize;
        let traits = self.traits_of(row);
        let speaker = self.facets.get(self.facet_numbers.get(row)).speaker;
        let time = steward_model::Timestamp::from_micros(self.times.get(row));
        let flag = |is: bool| if is { 1.0 } else { 0.0 };
        why.speaker = flag(speaker.is_some_and(|speaker| speakers.contains(&speaker)));
        why.time = moment::closeness(&question.spans, time);
        why.dated = flag(question.asks_when && traits.dated);
        why.asks = flag(traits.asks);
    }

    pub(super) fn traits_of(&self, row: usize) -> Traits {
        Traits::from_byte(self.traits.get(row))
    }
}
