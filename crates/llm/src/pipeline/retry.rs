//! When to try again.

use std::time::Duration;

use steward_model::ModelFailure;

/// How often and how patiently one model is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryPolicy {
    /// Attempts of one model; with a fall-back, a call makes at most twice as many.
    pub attempts: u32,
    /// Before the second attempt. Each further wait is twice as long.
    pub first_wait: Duration,
    /// No wait is longer. A provider that asks for more has given up on us, and we on it.
    pub longest_wait: Duration,
    /// No attempt begins later than this after the call did: somebody waits for it.
    pub patience: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            attempts: 3,
            first_wait: Duration::from_millis(500),
            longest_wait: Duration::from_secs(30),
            patience: Duration::from_secs(60),
        }
    }
}

impl RetryPolicy {
    /// How long to wait after `failed` attempts, the last of which failed like this; nothing if it is no use.
    ///
    /// `chance` is from 0 to 1. It spreads the second half of the wait, so that callers who failed together do not
    /// come back together. What the provider asks for is a lower bound, spread upwards.
    pub fn wait(&self, failed: u32, failure: &ModelFailure, chance: f64) -> Option<Duration> {
        if failed >= self.attempts || !failure.is_passing() {
            return None;
        }
        let doublings = failed.saturating_sub(1).min(16);
        let full = self.first_wait.saturating_mul(1 << doublings);
        let full = full.min(self.longest_wait);
        let own = full.mul_f64(0.5 + 0.5 * chance.clamp(0.0, 1.0));
        let ModelFailure::Overloaded {
            retry_after_ms: Some(asked),
        } = failure
        else {
            return Some(own);
        };
        let asked = Duration::from_millis(*asked);
        (asked <= self.longest_wait).then_some(asked.max(own))
    }
}
