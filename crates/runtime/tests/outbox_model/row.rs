//! The row of an effect, and every way it may change.

use steward_model::EffectState;

/// As in `outbox::lookup`, but smaller: one more would only repeat the others.
const MAX_FAILURES: u8 = 2;

/// Steps between two looks at the carrier.
pub(super) const GAP: u8 = 1;

/// The columns of `effect` that decide its course.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Row {
    pub(super) state: EffectState,
    pub(super) attempt: u8,
    pub(super) misses: u8,
    pub(super) failures: u8,
    /// Until `not_before`.
    pub(super) wait: u8,
    /// Until `lease_until`.
    pub(super) lease: u8,
    pub(super) provider_ref: Option<u8>,
}

/// What a compare-and-set compares: `outbox::course::Subject`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Seen {
    pub(super) state: EffectState,
    pub(super) attempt: u8,
    pub(super) misses: u8,
    pub(super) failures: u8,
}

impl Row {
    /// As `outbox::INSERT` makes it.
    pub(super) fn new() -> Self {
        Self {
            state: EffectState::Pending,
            attempt: 0,
            misses: 0,
            failures: 0,
            wait: 0,
            lease: 0,
            provider_ref: None,
        }
    }

    pub(super) fn seen(&self) -> Seen {
        Seen {
            state: self.state,
            attempt: self.attempt,
            misses: self.misses,
            failures: self.failures,
        }
    }

    /// `outbox::claim::CLAIM`.
    pub(super) fn claim(&mut self, lease: u8) {
        self.state = EffectState::Inflight;
        self.attempt += 1;
        self.lease = lease;
    }

    /// `outbox::course::MOVE`.
    pub(super) fn go(&mut self, seen: Seen, to: EffectState, wait: u8) {
        if self.seen() == seen {
            (self.state, self.wait, self.lease) = (to, wait, 0);
            (self.misses, self.failures) = (0, 0);
        }
    }

    /// `outbox::course::MOVE`, when it stays unknown.
    pub(super) fn look_again(&mut self, seen: Seen, (misses, failures): (u8, u8)) {
        if self.seen() == seen {
            self.wait = GAP;
            (self.misses, self.failures) = (misses, failures);
        }
    }

    /// `outbox::course::PROVE`.
    pub(super) fn prove(&mut self, to: EffectState, reference: u8) {
        use EffectState::{Inflight, Pending, Review, Sent, Unknown};
        let is_open = match self.state {
            Inflight | Unknown | Review => true,
            Pending => self.attempt > 0,
            Sent => to != Sent,
            _ => false,
        };
        if is_open && self.provider_ref.is_none_or(|known| known == reference) {
            (self.state, self.lease) = (to, 0);
            self.provider_ref = Some(reference);
        }
    }

    /// `Store::postpone_lookup`.
    pub(super) fn postpone(&mut self, seen: Seen) {
        if seen.failures + 1 >= MAX_FAILURES {
            self.go(seen, EffectState::Review, 0);
        } else {
            self.look_again(seen, (seen.misses, seen.failures + 1));
        }
    }
}

/// `outbox::course::is_final`.
pub(super) fn is_final(state: EffectState) -> bool {
    use EffectState::{Inflight, Pending, Review, Unknown};
    !matches!(state, Pending | Inflight | Unknown | Review)
}
