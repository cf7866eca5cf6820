//! Measures how much of the evidence for a question is found.

mod dataset;

use std::time::Instant;

use jiff::Zoned;
use serde::Serialize;
use uuid::Uuid;

pub use dataset::{Conversation, Dataset, Turn};

use crate::{Embedder, Error, Hit, Index, Passage, Query, Vector};

/// What was measured over all questions.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// Questions with evidence.
    pub questions: usize,
    /// The share of the evidence among the first five, averaged over the questions.
    pub recall_at_5: f64,
    /// Among the first ten.
    pub recall_at_10: f64,
    /// Among the first twenty.
    pub recall_at_20: f64,
    /// One over the rank of the first evidence, averaged; zero where there is none among the first twenty.
    pub mrr: f64,
    /// The median time of a question in microseconds: reading, embedding and searching.
    pub query_us_p50: f64,
    /// The time that one question in a hundred exceeds.
    pub query_us_p99: f64,
    /// Recall among the first ten in each conversation.
    pub conversations: Vec<(String, f64)>,
}

/// Asks every question of the data set of its own conversation.
pub fn measure(dataset: &Dataset, embedder: &dyn Embedder) -> Result<Report, Error> {
    let mut scores = Vec::new();
    let mut times = Vec::new();
    let mut conversations = Vec::new();
    for conversation in &dataset.conversations {
        let index = build(conversation, embedder)?;
        let first = scores.len();
        for question in &conversation.questions {
            let began = Instant::now();
            let hits = ask(&index, embedder, conversation, &question.text, 20)?;
            times.push(began.elapsed().as_secs_f64() * 1e6);
            scores.push(Score::of(&hits, &question.evidence, conversation));
        }
        let recall = mean(scores[first..].iter().map(|score| score.at_10));
        conversations.push((conversation.name.clone(), recall));
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let index = (times.len() as f64 * share) as usize;
        times.get(index).map_or(0.0, |time| time.round())
    };
    Ok(Report {
        questions: scores.len(),
        recall_at_5: mean(scores.iter().map(|score| score.at_5)),
        recall_at_10: mean(scores.iter().map(|score| score.at_10)),
        recall_at_20: mean(scores.iter().map(|score| score.at_20)),
        mrr: mean(scores.iter().map(|score| score.reciprocal_rank)),
        query_us_p50: at(0.5),
        query_us_p99: at(0.99),
        conversations,
    })
}

/// An index of one conversation, each turn a passage.
pub fn build(conversation: &Conversation, embedder: &dyn Embedder) -> Result<Index, Error> {
    let turns = &conversation.turns;
    let spoken = turns.iter();
    let spoken: Vec<String> = spoken
        .map(|turn| format!("{}: {}", turn.speaker, turn.text))
        .collect();
    let spoken: Vec<&str> = spoken.iter().map(String::as_str).collect();
    let vectors = embedder.embed(&spoken)?;
    let passages: Vec<Passage<'_>> = turns
        .iter()
        .zip(&vectors)
        .zip(0..)
        .map(|((turn, vector), number)| Passage {
            id: Uuid::from_u128(u128::from(number)),
            text: &turn.text,
            vector,
            source: "message",
            tags: &[],
            thread: Some(Uuid::nil()),
            contact: None,
            speaker: Some(&turn.speaker),
            time: turn.time,
            position: number,
        })
        .collect();
    let mut index = Index::new(embedder.dimensions());
    index.insert(&passages)?;
    Ok(index)
}

/// One question, asked at the end of the conversation. The number of a hit's turn is its id.
pub fn ask(
    index: &Index,
    embedder: &dyn Embedder,
    conversation: &Conversation,
    text: &str,
    limit: usize,
) -> Result<Vec<Hit>, Error> {
    let mut query = Query::new(text, conversation.end());
    query.limit = limit;
    let question = index.ask(query);
    let vector: Option<Vector> = embedder.embed(&[question.dense_text()])?.pop();
    Ok(index.search(&question, vector.as_ref()))
}

struct Score {
    at_5: f64,
    at_10: f64,
    at_20: f64,
    reciprocal_rank: f64,
}

impl Score {
    fn of(hits: &[Hit], evidence: &[String], conversation: &Conversation) -> Self {
        let is_evidence = |hit: &Hit| {
            let turn = usize::try_from(hit.id.as_u128())
                .ok()
                .and_then(|number| conversation.turns.get(number));
            turn.is_some_and(|turn| evidence.contains(&turn.id))
        };
        let found = |first: usize| {
            let found = hits.iter().take(first).filter(|hit| is_evidence(hit));
            found.count() as f64 / evidence.len().max(1) as f64
        };
        Self {
            at_5: found(5),
            at_10: found(10),
            at_20: found(20),
            reciprocal_rank: hits
                .iter()
                .position(is_evidence)
                .map_or(0.0, |rank| 1.0 / (rank + 1) as f64),
        }
    }
}

impl Conversation {
    fn end(&self) -> Zoned {
        let last = self.turns.iter().map(|turn| turn.time).max();
        let micros = last.map_or(0, |time| time.as_micros());
        let time = jiff::Timestamp::from_microsecond(micros).unwrap_or_default();
        time.to_zoned(jiff::tz::TimeZone::UTC)
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}

#[cfg(test)]
#[path = "recall_tests.rs"]
mod tests;
