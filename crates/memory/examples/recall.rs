//! Measures recall, and fits the weights of a hit's parts with each conversation left out in turn:
//! `cargo run --release -p steward-memory --example recall -- locomo.json [fit]`.

use std::error::Error;

use steward_memory::StaticEmbedder;
use steward_memory::recall::{self, Dataset};

const PARTS: usize = 8;

/// One question: the parts of each candidate and whether it is evidence, and how much evidence there is.
struct Example {
    conversation: usize,
    candidates: Vec<([f64; PARTS], bool)>,
    evidence: usize,
}

#[expect(clippy::print_stdout, reason = "an example reports on its output")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("name the data set")?;
    let dataset = Dataset::parse(&std::fs::read_to_string(path)?)?;
    println!(
        "{:#?}",
        recall::measure(&dataset, StaticEmbedder::shared()?)?
    );
    if arguments.next().as_deref() != Some("fit") {
        return Ok(());
    }
    let examples = examples(&dataset)?;
    println!("all: {:.2?}", fit(&examples.iter().collect::<Vec<_>>()));
    let mut total = 0.0;
    for (number, conversation) in dataset.conversations.iter().enumerate() {
        let others = examples.iter().filter(|e| e.conversation != number);
        let weights = fit(&others.collect::<Vec<_>>());
        let held_out: Vec<f64> = examples
            .iter()
            .filter(|example| example.conversation == number)
            .map(|example| example.recall_at_10(&weights))
            .collect();
        let sum: f64 = held_out.iter().sum();
        total += sum;
        let mean = sum / held_out.len() as f64;
        println!("without {}: {mean:.3} {weights:.2?}", conversation.name);
    }
    println!("left out: {:.3}", total / examples.len() as f64);
    Ok(())
}

fn examples(dataset: &Dataset) -> Result<Vec<Example>, Box<dyn Error>> {
    let embedder = StaticEmbedder::shared()?;
    let mut examples = Vec::new();
    for (number, conversation) in dataset.conversations.iter().enumerate() {
        let index = recall::build(conversation, embedder)?;
        for question in &conversation.questions {
            let hits = recall::ask(&index, embedder, conversation, &question.text, 1000)?;
            let candidates = hits.iter().map(|hit| {
                let turn = &conversation.turns[hit.id.as_u128() as usize];
                let parts = hit.why.parts().map(f64::from);
                (parts, question.evidence.contains(&turn.id))
            });
            examples.push(Example {
                conversation: number,
                candidates: candidates.collect(),
                evidence: question.evidence.len(),
            });
        }
    }
    Ok(examples)
}

impl Example {
    fn recall_at_10(&self, weights: &[f64; PARTS]) -> f64 {
        let mut ranked: Vec<(f64, bool)> = self
            .candidates
            .iter()
            .map(|(parts, evidence)| (product(parts, weights), *evidence))
            .collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let found = ranked.iter().take(10).filter(|(_, evidence)| *evidence);
        found.count() as f64 / self.evidence as f64
    }
}

/// Makes the evidence likely among all candidates of its question: gradient ascent on a softmax, with momentum.
fn fit(examples: &[&Example]) -> [f64; PARTS] {
    let mut weights = [0.0; PARTS];
    let mut momentum = [0.0; PARTS];
    let count = examples.len() as f64;
    for _ in 0..400 {
        let mut gradient = weights.map(|weight| -weight);
        for example in examples {
            add_gradient(example, &weights, &mut gradient);
        }
        for part in 0..PARTS {
            momentum[part] = 0.9 * momentum[part] + gradient[part] / count;
            weights[part] += 0.5 * momentum[part];
        }
    }
    weights
}

fn add_gradient(example: &Example, weights: &[f64; PARTS], gradient: &mut [f64; PARTS]) {
    let hits = example.candidates.iter().filter(|(_, yes)| *yes).count() as f64;
    if hits == 0.0 {
        return;
    }
    let scores = example.candidates.iter().map(|(x, _)| product(x, weights));
    let highest = scores.clone().fold(f64::NEG_INFINITY, f64::max);
    let shares: Vec<f64> = scores.map(|score| (score - highest).exp()).collect();
    let sum: f64 = shares.iter().sum();
    for ((parts, evidence), share) in example.candidates.iter().zip(shares) {
        let target = if *evidence { 1.0 / hits } else { 0.0 };
        for (slope, part) in gradient.iter_mut().zip(parts) {
            *slope += (target - share / sum) * part;
        }
    }
}

fn product(parts: &[f64; PARTS], weights: &[f64; PARTS]) -> f64 {
    parts.iter().zip(weights).map(|(a, b)| a * b).sum()
}
