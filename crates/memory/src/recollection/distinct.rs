//! Memories that say something new.

use std::cmp::Ordering;

use crate::Found;
use crate::diversity::NEAR_DUPLICATE;

/// How much being unlike what is there already counts beside being good.
const NOVELTY: f32 = 0.2;

/// The best of what was found, without what says the same as a better one, and rather something else than more of the same.
pub(super) fn distinct(mut found: Vec<Found>, most: usize) -> Vec<Found> {
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    let best = found
        .first()
        .map_or(1.0, |first| first.score.max(f32::EPSILON));
    let mut picked: Vec<Found> = Vec::with_capacity(most);
    let mut left: Vec<(Found, f32)> = found.into_iter().map(|one| (one, 0.0)).collect();
    while picked.len() < most {
        let value =
            |(one, likest): &(Found, f32)| (1.0 - NOVELTY) * one.score / best - NOVELTY * likest;
        let by_value = |a: &(usize, &(Found, f32)), b: &(usize, &(Found, f32))| -> Ordering {
            value(a.1).total_cmp(&value(b.1))
        };
        // The first of equals, so that the order stays where nothing speaks against it.
        let Some((at, _)) = left.iter().enumerate().rev().max_by(by_value) else {
            break;
        };
        let (next, _) = left.remove(at);
        left.retain_mut(|(other, likest)| {
            let alike = alike(&next, other);
            *likest = likest.max(alike);
            alike < NEAR_DUPLICATE
        });
        picked.push(next);
    }
    picked
}

/// How alike two memories are: by their vectors where one model made both, else by their words.
fn alike(a: &Found, b: &Found) -> f32 {
    match (&a.passage.embedding, &b.passage.embedding) {
        (Some(one), Some(other)) if one.model == other.model => cosine(&one.vector, &other.vector),
        _ => overlap(&a.passage.text, &b.passage.text),
    }
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    let length = (dot(a, a) * dot(b, b)).sqrt();
    if length > 0.0 {
        dot(a, b) / length
    } else {
        0.0
    }
}

/// The part of the longer text's words that the other has too.
fn overlap(a: &str, b: &str) -> f32 {
    let words = |text: &str| -> std::collections::BTreeSet<String> {
        text.split_whitespace().map(str::to_lowercase).collect()
    };
    let (a, b) = (words(a), words(b));
    let most = a.len().max(b.len()).max(1);
    a.intersection(&b).count() as f32 / most as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_with_the_same_words_are_alike() {
        assert!(overlap("The boiler broke", "the boiler broke") >= NEAR_DUPLICATE);
        assert!(overlap("The boiler broke", "The boiler works") < NEAR_DUPLICATE);
        assert!(overlap("", "x") < NEAR_DUPLICATE);
        assert!(cosine(&[0.6, 0.8], &[0.3, 0.4]) >= NEAR_DUPLICATE);
        assert!(cosine(&[0.0, 0.0], &[0.3, 0.4]) < NEAR_DUPLICATE);
    }
}
