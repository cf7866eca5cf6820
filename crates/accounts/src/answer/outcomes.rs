//! What a file tells by its course and not by a word: why an account was lost, and where its price moved.

use super::ask::Ask;
use super::idioms::{DOWN, UP, Way};
use super::passages::Passage;
use super::reckon::timeline;
use crate::book::Source;
use crate::state::AccountState;
use crate::text::stem;
use crate::words::alike;

/// An account that is lost was lost with the last message: whatever it says decided it.
pub(super) fn lost_by(part: &Ask, account: &AccountState, all: &[Passage]) -> Option<usize> {
    let lost = account.stage.as_deref() == Some("Lost");
    let last = all.last().filter(|_| part.outcome && lost)?.source;
    all.iter()
        .position(|passage| passage.source == last && !passage.noted)
}

/// Nothing decided a matter that no carrier has priced yet.
pub(super) fn undecided(part: &Ask, account: &AccountState) -> bool {
    let early = matches!(
        account.stage.as_deref(),
        Some("Application Received" | "Submitted")
    );
    part.outcome && early
}

/// The passage that tells the price after the last step in that direction.
pub(super) fn step_told(
    way: Way,
    account: &AccountState,
    sources: &[Source],
    all: &[Passage],
) -> Option<usize> {
    let prices = timeline(account, sources);
    let goes = |before: f64, after: f64| match way {
        Way::Up => after > before,
        Way::Down => after < before,
        Way::Either => true,
    };
    let step = prices
        .windows(2)
        .rfind(|step| goes(step[0].sum.number(), step[1].sum.number()))?;
    let source = step[1].source?;
    let figure = format!("#{}", step[1].sum.number());
    let told = |passage: &Passage| passage.source == source && passage.stems.contains(&figure);
    all.iter()
        .position(|passage| told(passage) && passage.line > 0)
        .or_else(|| all.iter().position(told))
}

/// Whether a passage speaks of a price that went that way.
pub(super) fn tells_move(passage: &Passage, way: Way) -> bool {
    let words = match way {
        Way::Up => UP,
        Way::Down => DOWN,
        Way::Either => return true,
    };
    passage
        .stems
        .iter()
        .any(|own| words.iter().any(|word| alike(own, &stem(word))))
}
