//! Measures what is left of a long conversation after many compactions, against summaries alone.

mod planted;

use serde::Serialize;
use steward_model::{ChatAnswer, StopReason, Usage};

use self::planted::{Line, Planted, Thread, thread};
use crate::compaction::{Compaction, Digest, Spoken};
use crate::tokens::count_tokens;

/// What a summary may take of a prompt.
const TOKENS: usize = 3_000;
/// What the scripted model keeps, as summaries usually do.
const WORDS: usize = 100;

/// How much to plant.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Threads, each from a seed of its own.
    pub threads: u64,
    /// Compactions of each, one after the other.
    pub compactions: usize,
    /// Facts that are planted before each.
    pub facts: usize,
}

/// What was left.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// Threads.
    pub threads: u64,
    /// Compactions of each.
    pub compactions: usize,
    /// Facts that were planted and are still true.
    pub facts: usize,
    /// The part of them that can be answered from the summary, with a model that keeps 100 words.
    pub answerable: f64,
    /// The same without a model.
    pub answerable_offline: f64,
    /// The same from a chain of summaries of 100 words.
    pub answerable_100_words: f64,
    /// The same from a chain of summaries that take as many tokens as ours.
    pub answerable_same_tokens: f64,
    /// Facts that were made wrong later and are told all the same, with a model and without.
    pub outdated: usize,
    /// Tokens of the last summary, on average and at most.
    pub tokens_mean: usize,
    /// At most.
    pub tokens_max: usize,
    /// The part of the facts that the model kept by itself, on average.
    pub fidelity_mean: f64,
}

/// Plants facts, compacts and counts.
pub fn measure(plan: Plan) -> Report {
    let mut tally = Tally::default();
    for seed in 1..=plan.threads {
        tally.add(&thread(seed, plan.compactions, plan.facts));
    }
    let share = |part: usize| part as f64 / tally.facts.max(1) as f64;
    let runs = plan.threads.max(1) as usize;
    Report {
        threads: plan.threads,
        compactions: plan.compactions,
        facts: tally.facts,
        answerable: share(tally.answerable),
        answerable_offline: share(tally.offline),
        answerable_100_words: share(tally.hundred_words),
        answerable_same_tokens: share(tally.same_tokens),
        outdated: tally.outdated,
        tokens_mean: tally.tokens / runs,
        tokens_max: tally.tokens_max,
        fidelity_mean: f64::from(tally.fidelity) / 1000.0 / (runs * plan.compactions.max(1)) as f64,
    }
}

#[derive(Debug, Default)]
struct Tally {
    facts: usize,
    answerable: usize,
    offline: usize,
    hundred_words: usize,
    same_tokens: usize,
    outdated: usize,
    tokens: usize,
    tokens_max: usize,
    fidelity: u32,
}

impl Tally {
    fn add(&mut self, thread: &Thread) {
        let (with_model, fidelity) = chain(thread, |compaction, part| {
            let answer = lossy(part, WORDS).join("\n");
            compaction
                .read(&said(&answer))
                .map(|read| (read.digest, read.fidelity))
        });
        let (offline, _) = chain(thread, |compaction, _| {
            let compacted = compaction.extract();
            Some((compacted.digest, compacted.fidelity))
        });
        let tokens = count_tokens(&with_model.lines().join("\n"));
        let hundred = bare_chain(thread, WORDS);
        let same = bare_chain_within(thread, tokens);
        let (lines, offline) = (with_model.lines(), offline.lines());
        for planted in &thread.planted {
            if planted.outdated {
                self.outdated +=
                    usize::from(planted.is_in(&lines)) + usize::from(planted.is_in(&offline));
                continue;
            }
            self.facts += 1;
            self.answerable += usize::from(planted.is_in(&lines));
            self.offline += usize::from(planted.is_in(&offline));
            self.hundred_words += usize::from(planted.is_in(&hundred));
            self.same_tokens += usize::from(planted.is_in(&same));
        }
        self.tokens += tokens;
        self.tokens_max = self.tokens_max.max(tokens);
        self.fidelity += fidelity;
    }
}

impl Planted {
    /// Whether a line tells the answer and what it is the answer to.
    fn is_in(&self, lines: &[String]) -> bool {
        let answer = self.answer.to_lowercase();
        lines.iter().any(|line| {
            let line = line.to_lowercase();
            line.contains(&answer)
                && self
                    .about
                    .iter()
                    .any(|word| line.contains(&word.to_lowercase()))
        })
    }
}

/// Compacts part after part, and adds up how well the model did.
fn chain(
    thread: &Thread,
    compact: impl Fn(&Compaction, &[Line]) -> Option<(Digest, u32)>,
) -> (Digest, u32) {
    let (mut digest, mut fidelity) = (None, 0);
    for part in &thread.parts {
        let spoken = part.iter().map(|line| Spoken {
            by: line.by.to_owned(),
            day: line.day.clone(),
            text: line.text.clone(),
        });
        let compaction = Compaction::new(digest.clone(), spoken.collect(), TOKENS);
        if let Some((next, kept)) = compact(&compaction, part) {
            digest = Some(next);
            fidelity += kept;
        }
    }
    (digest.unwrap_or_default(), fidelity)
}

/// A chain of summaries without facts: each is made from the one before and what was said since.
fn bare_chain(thread: &Thread, words: usize) -> Vec<String> {
    let mut summary: Vec<String> = Vec::new();
    for part in &thread.parts {
        let earlier = summary.iter().map(|text| Line {
            by: "",
            day: String::new(),
            text: text.clone(),
        });
        let all: Vec<Line> = earlier.chain(part.iter().cloned()).collect();
        summary = lossy(&all, words);
    }
    summary
}

/// The longest such chain that takes no more than so many tokens.
fn bare_chain_within(thread: &Thread, tokens: usize) -> Vec<String> {
    let mut words = tokens;
    loop {
        let summary = bare_chain(thread, words);
        if words == 0 || count_tokens(&summary.join("\n")) <= tokens {
            return summary;
        }
        words = words * 49 / 50;
    }
}

/// A model that keeps so many words: the fullest messages, each once and in their order.
fn lossy(lines: &[Line], words: usize) -> Vec<String> {
    let length = |at: &usize| lines[*at].text.split_whitespace().count();
    let new = |at: &usize| lines[..*at].iter().all(|line| line.text != lines[*at].text);
    let mut order: Vec<usize> = (0..lines.len()).filter(new).collect();
    order.sort_by_key(|at| std::cmp::Reverse(length(at)));
    let mut left = words;
    let mut kept: Vec<usize> = order
        .into_iter()
        .take_while(|at| {
            let fits = length(at) <= left;
            left = left.saturating_sub(length(at));
            fits
        })
        .collect();
    kept.sort_unstable();
    kept.into_iter().map(|at| lines[at].text.clone()).collect()
}

fn said(text: &str) -> ChatAnswer {
    ChatAnswer {
        text: text.to_owned(),
        thinking: String::new(),
        tool_calls: Vec::new(),
        stop: StopReason::End,
        usage: Usage::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_planted_is_known_after_twenty_compactions() {
        let report = measure(Plan {
            threads: 5,
            compactions: 20,
            facts: 5,
        });
        assert!(report.answerable >= 0.98, "{report:?}");
        assert!(report.answerable_offline >= 0.98, "{report:?}");
        assert!(report.answerable_100_words < 0.2, "{report:?}");
        assert!(report.tokens_max <= TOKENS, "{report:?}");
    }
}
