//! Hits that say something new.

use crate::{Hit, Index};

/// Above this two passages say the same.
pub(crate) const NEAR_DUPLICATE: f32 = 0.95;

/// Drops hits that say what a better one already says. The hits come best first, and stay so.
pub fn drop_near_duplicates(index: &Index, hits: &[Hit]) -> Vec<Hit> {
    let mut kept: Vec<Hit> = Vec::with_capacity(hits.len());
    for hit in hits {
        let known = kept
            .iter()
            .any(|other| alike(index, hit, other) >= NEAR_DUPLICATE);
        if !known {
            kept.push(*hit);
        }
    }
    kept
}

/// Picks hits one after the other, each for its score and for being unlike those already picked (maximal marginal relevance).
///
/// `novelty` is how much the second counts: zero keeps the order, one forgets the score.
pub fn diversify(index: &Index, hits: &[Hit], limit: usize, novelty: f32) -> Vec<Hit> {
    let novelty = novelty.clamp(0.0, 1.0);
    let mut left: Vec<(Hit, f32)> = hits.iter().map(|hit| (*hit, 0.0)).collect();
    let mut picked = Vec::with_capacity(limit.min(hits.len()));
    while picked.len() < limit {
        let value =
            |(hit, likest): &(Hit, f32)| (1.0 - novelty) * hit.score - novelty * likest.max(0.0);
        // The first of equals, so that without novelty the order stays.
        let best = left
            .iter()
            .enumerate()
            .rev()
            .max_by(|a, b| value(a.1).total_cmp(&value(b.1)));
        let Some((at, _)) = best else { break };
        let (hit, _) = left.remove(at);
        for (other, likest) in &mut left {
            *likest = likest.max(alike(index, &hit, other));
        }
        picked.push(hit);
    }
    picked
}

fn alike(index: &Index, a: &Hit, b: &Hit) -> f32 {
    index.similarity(a.id, b.id).unwrap_or(0.0)
}

#[cfg(test)]
#[path = "diversity_tests.rs"]
mod tests;
