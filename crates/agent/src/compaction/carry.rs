//! Facts that are carried from one summary to the next, each once and none that a newer one made wrong.

use std::collections::BTreeSet;

use super::facts::claim;
use super::words::{is_content, stem, words};
use super::{Digest, Fact};
use crate::tokens::count_tokens;

/// Puts facts together in the order they were said: older ones that a newer one repeats or plainly replaces go.
pub(super) fn carry(earlier: &[Fact], newer: Vec<Fact>) -> Vec<Fact> {
    let mut facts: Vec<Fact> = Vec::with_capacity(earlier.len() + newer.len());
    for fact in earlier.iter().cloned().chain(newer) {
        if facts.iter().any(|known| repeats(known, &fact)) {
            continue;
        }
        facts.retain(|known| !replaces(&fact, known));
        facts.push(fact);
    }
    facts
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

fn repeats(known: &Fact, fact: &Fact) -> bool {
    let content = |text: &str| -> BTreeSet<String> {
        words(text).iter().filter(|word| is_content(word)).map(|word| stem(&word.lower)).collect()
    };
    known.text == fact.text || (known.by == fact.by && content(&known.text) == content(&fact.text))
}

/// Whether a newer fact says otherwise about the same: `The code is 4471`, `The code is now 9082`.
fn replaces(newer: &Fact, older: &Fact) -> bool {
    let (Some(new), Some(old)) = (claim(&newer.text), claim(&older.text)) else {
        return false;
    };
    let whose = newer.by == older.by || !(new.own || old.own);
    whose && new.subject == old.subject && new.kind == old.kind && new.values != old.values
}
