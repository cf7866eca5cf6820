//! One search: by words, by meaning, then both in their context.

use uuid::Uuid;

use super::Index;
use super::context::{Place, Why};
use super::filter::Filter;
use super::text_scores::{Words, known_terms};
use super::together::{Best, Rarity};
use super::top::Top;
use super::vectors::Probe;
use crate::Vector;
use crate::query::Question;

/// A longer answer is a listing, which is the store's work.
const MOST_HITS: usize = 1000;
/// At least this many of the best by words, and by meaning, are judged in their context.
const LEAST_CANDIDATES: usize = 50;
/// One row in so many is chosen by its bits and compared: among 100,000 that finds 98 in a hundred of the ten nearest.
const COMPARED_SHARE: usize = 100;
const LEAST_COMPARED: usize = 500;
const MOST_COMPARED: usize = 2000;

/// A passage that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Which.
    pub id: Uuid,
    /// How good it is among the passages of this search; it does not compare between searches.
    pub score: f32,
    /// What the score is made of.
    pub why: Why,
}

impl Index {
    /// The best passages, best first. Without a vector, or with one that says nothing, words alone decide.
    pub fn search(&self, question: &Question, vector: Option<&Vector>) -> Vec<Hit> {
        self.search_among(question, vector, None).0
    }

    /// The same where others are asked too: how rare words are in all of them, and what the hits are measured against in this one.
    pub(crate) fn search_among(
        &self,
        question: &Question,
        vector: Option<&Vector>,
        rarity: Option<&Rarity>,
    ) -> (Vec<Hit>, Best) {
        let limit = question.query.limit.min(MOST_HITS);
        let wanted = LEAST_CANDIDATES.max(2 * limit);
        let filter = Filter::new(self, &question.query);
        let terms = known_terms(self, question, rarity);
        let words = Words::new(self, &terms);
        let probe = vector
            .filter(|vector| !vector.is_zero() && vector.as_slice().len() == self.dimensions())
            .map(|vector| self.vectors.probe(vector));

        let by_words = words.best(&filter, wanted);
        let by_meaning = probe.as_ref().map_or(Vec::new(), |probe| {
            self.best_by_meaning(probe, &filter, wanted)
        });
        let places = self.with_neighbours(&by_words, &by_meaning);
        let held = self.held(&places, &terms);
        let context = self.context_scores(&places, &terms, &held);

        let best = self.best(&by_words, &by_meaning, &context, probe.as_ref());
        let speakers: Vec<u32> = question
            .speakers
            .iter()
            .filter_map(|name| self.facets.find_name(name))
            .collect();
        let rows: Vec<u32> = places.iter().map(|place| place.row).collect();
        let cosines = probe.as_ref().map_or_else(
            || vec![best.mean_cosine; rows.len()],
            |probe| self.vectors.cosines(probe, &rows),
        );
        let mut hits: Vec<Hit> = places
            .iter()
            .zip(context.into_iter().zip(cosines))
            .filter(|(place, _)| filter.admits(place.row as usize))
            .map(|(place, (context, cosine))| {
                let own = |row| words.score(row, held.counts(row));
                let mut why = self.why(place, own, &best);
                why.context = share(context, 0.0, best.context);
                // One that waits for its vector is not far in meaning: nobody knows yet.
                if self.vectors.has_direction(place.row) {
                    why.meaning = share(cosine, best.mean_cosine, best.cosine);
                }
                why.cosine = cosine;
                self.judge(question, &speakers, place.row, &mut why);
                Hit {
                    id: Uuid::from_u128(self.ids.get(place.row as usize)),
                    score: why.score(),
                    why,
                }
            })
            .collect();
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.id.cmp(&b.id)));
        hits.truncate(limit);
        (hits, best)
    }

    /// The best by words and by meaning, and in their context.
    fn best(
        &self,
        by_words: &[(u32, f32)],
        by_meaning: &[(u32, f32)],
        context: &[f32],
        probe: Option<&Probe>,
    ) -> Best {
        Best {
            words: highest(by_words.iter().map(|(_, score)| *score)),
            cosine: highest(by_meaning.iter().map(|(_, score)| *score)),
            mean_cosine: probe.map_or(0.0, |probe| self.vectors.mean_cosine(probe)),
            context: highest(context.iter().copied()),
            rows: self.len(),
        }
    }

    fn best_by_meaning(
        &self,
        probe: &Probe,
        filter: &Filter<'_>,
        wanted: usize,
    ) -> Vec<(u32, f32)> {
        let compared = (self.len() / COMPARED_SHARE).clamp(LEAST_COMPARED, MOST_COMPARED);
        let compared = compared.max(wanted);
        let rows = if filter.is_open() {
            self.vectors.candidates(probe, compared, |_| true)
        } else {
            let admits = |row| filter.admits(row);
            self.vectors.candidates(probe, compared, admits)
        };
        let cosines = self.vectors.cosines(probe, &rows);
        let mut top = Top::new(wanted);
        for (row, cosine) in rows.into_iter().zip(cosines) {
            // One without a vector waits for it, and is found by its words alone.
            if self.vectors.has_direction(row) {
                top.push(row, cosine);
            }
        }
        top.finish()
    }

    /// The best rows and their neighbours: the answer to a question often shares no word with it, but stands beside one that does.
    fn with_neighbours(&self, by_words: &[(u32, f32)], by_meaning: &[(u32, f32)]) -> Vec<Place> {
        let mut rows: Vec<u32> = Vec::new();
        for (row, _) in by_words.iter().chain(by_meaning) {
            rows.extend(self.place(*row).rows());
        }
        rows.sort_unstable();
        rows.dedup();
        rows.into_iter().map(|row| self.place(row)).collect()
    }

    fn why(&self, place: &Place, words: impl Fn(u32) -> f32, best: &Best) -> Why {
        let asked_before = place
            .previous()
            .filter(|before| self.traits_of(*before as usize).asks);
        Why {
            words: share(words(place.row), 0.0, best.words),
            answer: asked_before.map_or(0.0, |before| share(words(before), 0.0, best.words)),
            ..Why::default()
        }
    }
}

fn highest(scores: impl Iterator<Item = f32>) -> f32 {
    scores.fold(f32::NEG_INFINITY, f32::max)
}

/// Where a value lies between two others, from minus one to one.
pub(super) fn share(value: f32, zero: f32, one: f32) -> f32 {
    if one > zero {
        ((value - zero) / (one - zero)).clamp(-1.0, 1.0)
    } else {
        0.0
    }
}
