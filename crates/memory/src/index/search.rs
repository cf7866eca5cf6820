//! One search: by words, by meaning, then both in their context.

use uuid::Uuid;

use super::Index;
use super::context::{Place, Why};
use super::filter::Filter;
use super::text_scores::{known_terms, score_rows};
use super::top::Top;
use super::vectors::Probe;
use crate::Vector;
use crate::query::Question;

/// A longer answer is a listing, which is the store's work.
const MOST_HITS: usize = 1000;
/// At least this many of the best by words, and by meaning, are judged in their context.
const LEAST_CANDIDATES: usize = 100;
/// How many rows chosen by their bits are compared for each candidate that is wanted.
const COMPARED: usize = 10;

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
        let limit = question.query.limit.min(MOST_HITS);
        let wanted = LEAST_CANDIDATES.max(2 * limit);
        let filter = Filter::new(self, &question.query);
        let terms = known_terms(self, question);
        let words = score_rows(self, &terms);
        let probe = vector
            .filter(|vector| !vector.is_zero() && vector.as_slice().len() == self.dimensions())
            .map(|vector| self.vectors.probe(vector));

        let by_words = best_by_words(&words, &filter, wanted);
        let by_meaning = probe.as_ref().map_or(Vec::new(), |probe| {
            self.best_by_meaning(probe, &filter, wanted)
        });
        let places = self.with_neighbours(&by_words, &by_meaning);
        let context = self.context_scores(&places, &terms);

        let best = Best {
            words: highest(by_words.iter().map(|(_, score)| *score)),
            cosine: highest(by_meaning.iter().map(|(_, score)| *score)),
            mean_cosine: probe.as_ref().map_or(0.0, |p| self.vectors.mean_cosine(p)),
            context: highest(context.iter().copied()),
        };
        let speakers: Vec<u32> = question
            .speakers
            .iter()
            .filter_map(|name| self.facets.find_name(name))
            .collect();
        let mut hits: Vec<Hit> = places
            .iter()
            .zip(context)
            .filter(|(place, _)| filter.admits(place.row as usize))
            .map(|(place, context)| {
                let mut why = self.why(place, context, &words, probe.as_ref(), &best);
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
        hits
    }

    fn best_by_meaning(
        &self,
        probe: &Probe,
        filter: &Filter<'_>,
        wanted: usize,
    ) -> Vec<(u32, f32)> {
        let rows = self
            .vectors
            .candidates(probe, wanted * COMPARED, |row| filter.admits(row));
        let mut top = Top::new(wanted);
        for row in rows {
            top.push(row, self.vectors.cosine(probe, row as usize));
        }
        top.finish()
    }

    /// The best rows and their neighbours: the answer to a question often shares no word with it, but stands beside one that does.
    fn with_neighbours(&self, by_words: &[(u32, f32)], by_meaning: &[(u32, f32)]) -> Vec<Place> {
        let mut rows: Vec<u32> = Vec::new();
        for (row, _) in by_words.iter().chain(by_meaning) {
            let place = self.place(*row);
            rows.extend(place.before.iter().chain(&place.after));
            rows.push(*row);
        }
        rows.sort_unstable();
        rows.dedup();
        rows.into_iter().map(|row| self.place(row)).collect()
    }

    fn why(
        &self,
        place: &Place,
        context: f32,
        words: &[f32],
        probe: Option<&Probe>,
        best: &Best,
    ) -> Why {
        let row = place.row as usize;
        let cosine = probe.map_or(0.0, |probe| self.vectors.cosine(probe, row));
        let asked_before = place
            .before
            .first()
            .map(|before| *before as usize)
            .filter(|before| self.traits_of(*before).asks);
        Why {
            words: share(words[row], 0.0, best.words),
            meaning: probe.map_or(0.0, |_| share(cosine, best.mean_cosine, best.cosine)),
            cosine,
            context: share(context, 0.0, best.context),
            answer: asked_before.map_or(0.0, |before| share(words[before], 0.0, best.words)),
            ..Why::default()
        }
    }
}

/// What the parts are measured against.
struct Best {
    words: f32,
    cosine: f32,
    mean_cosine: f32,
    context: f32,
}

fn best_by_words(scores: &[f32], filter: &Filter<'_>, wanted: usize) -> Vec<(u32, f32)> {
    let mut top = Top::new(wanted);
    for (row, score) in scores.iter().enumerate() {
        if *score > 0.0 && *score > top.least() && filter.admits(row) {
            top.push(row as u32, *score);
        }
    }
    top.finish()
}

fn highest(scores: impl Iterator<Item = f32>) -> f32 {
    scores.fold(f32::NEG_INFINITY, f32::max)
}

/// Where a value lies between two others, from minus one to one.
fn share(value: f32, zero: f32, one: f32) -> f32 {
    if one > zero {
        ((value - zero) / (one - zero)).clamp(-1.0, 1.0)
    } else {
        0.0
    }
}
