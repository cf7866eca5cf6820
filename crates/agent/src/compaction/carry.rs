//! Facts that are carried from one summary to the next, each once and none that a newer one made wrong.

use std::collections::BTreeSet;

use super::facts::{Claim, claim};
use super::words::{is_content, stem, words};
use super::{Digest, Fact};
use crate::tokens::count_tokens;

/// Puts facts together in the order they were said: older ones that a newer one repeats or plainly replaces go.
pub(super) fn carry(earlier: &[Fact], newer: Vec<Fact>) -> Vec<Fact> {
    let mut kept: Vec<Read> = Vec::with_capacity(earlier.len() + newer.len());
    for fact in earlier.iter().cloned().chain(newer) {
        let read = Read::new(fact);
        if kept.iter().any(|known| known.says_the_same(&read)) {
            continue;
        }
        kept.retain(|known| !read.replaces(known));
        kept.push(read);
    }
    kept.into_iter().map(|read| read.fact).collect()
}

/// A fact and what it says, read once.
struct Read {
    content: BTreeSet<String>,
    claim: Option<Claim>,
    fact: Fact,
}

impl Read {
    fn new(fact: Fact) -> Self {
        let words = words(&fact.text);
        let content = words.iter().filter(|word| is_content(word));
        Self {
            content: content.map(|word| stem(&word.lower)).collect(),
            claim: claim(&words),
            fact,
        }
    }

    fn says_the_same(&self, other: &Self) -> bool {
        let same = self.fact.by == other.fact.by && self.content == other.content;
        same || self.fact.text == other.fact.text
    }

    /// Whether it says otherwise about the same than an older one: `The code is 4471`, `The code is now 9082`.
    fn replaces(&self, older: &Self) -> bool {
        let (Some(new), Some(old)) = (&self.claim, &older.claim) else {
            return false;
        };
        let whose = self.fact.by == older.fact.by || !(new.own || old.own);
        whose && new.subject == old.subject && new.kind == old.kind && new.values != old.values
    }
}

/// Leaves out what matters least, the oldest of it first, until the rest fits. What goes stays on the thread and can be
/// searched for.
pub(super) fn fit(mut digest: Digest, tokens: usize) -> Digest {
    let costs = |digest: &Digest| count_tokens(&digest.lines().join("\n"));
    let mut over = costs(&digest).saturating_sub(tokens);
    while over > 0 && !digest.facts.is_empty() {
        let mut order: Vec<usize> = (0..digest.facts.len()).collect();
        order.sort_by_key(|at| (digest.facts[*at].worth, *at));
        let mut freed = 0;
        let enough = order.iter().take_while(|at| {
            let more = freed < over;
            freed += count_tokens(&digest.facts[**at].text) + 2;
            more
        });
        let gone: BTreeSet<usize> = enough.copied().collect();
        let mut at = 0;
        digest.facts.retain(|_| {
            at += 1;
            !gone.contains(&(at - 1))
        });
        over = costs(&digest).saturating_sub(tokens);
    }
    digest
}
