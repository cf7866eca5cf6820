//! A passage and what stands around it, as it is quoted.

use super::passages::Passage;

/// A stretch of a source that answers.
#[derive(Debug, Clone)]
pub(super) struct Evidence {
    pub(super) source: usize,
    pub(super) line: usize,
    pub(super) text: String,
}

/// Each stretch once.
pub(super) fn quoted(all: &[Passage], places: Vec<usize>) -> Vec<Evidence> {
    let mut evidence: Vec<Evidence> = Vec::new();
    for next in places.into_iter().map(|at| window(all, at)) {
        let told = |other: &Evidence| other.source == next.source && other.text == next.text;
        if !evidence.iter().any(told) {
            evidence.push(next);
        }
    }
    evidence
}

/// A passage with what stands around it: a short paragraph whole, the turns beside one of a call, and for a summary the best of
/// the message itself.
pub(super) fn window(all: &[Passage], at: usize) -> Evidence {
    const LONGEST: usize = 110;
    let passage = &all[at];
    if passage.line == 0 {
        let body: Vec<&Passage> = all
            .iter()
            .filter(|other| other.source == passage.source && other.line > 0)
            .collect();
        let shared = |other: &&&Passage| {
            other
                .stems
                .iter()
                .filter(|term| term.len() > 3 && passage.stems.contains(term))
                .count()
        };
        return match body.iter().max_by_key(shared) {
            Some(best) => window(
                all,
                all.iter()
                    .position(|other| std::ptr::eq(other, *best))
                    .unwrap_or(at),
            ),
            None => Evidence {
                source: passage.source,
                line: 0,
                text: passage.text.clone(),
            },
        };
    }
    let group: Vec<usize> = (0..all.len())
        .filter(|other| all[*other].group == passage.group && all[*other].source == passage.source)
        .collect();
    let whole: usize = group.iter().map(|other| all[*other].stems.len()).sum();
    let near = |other: &&usize| whole <= LONGEST || (**other + 1 >= at && **other <= at + 2);
    let text = group
        .iter()
        .filter(near)
        .map(|other| all[*other].text.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    Evidence {
        source: passage.source,
        line: passage.line,
        text,
    }
}
