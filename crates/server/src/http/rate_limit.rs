//! How often a caller may ask.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::{Clock, MonotonicClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

#[cfg(test)]
#[path = "rate_limit_tests.rs"]
mod tests;

/// Checks between two sweeps of callers who have gone quiet.
const SWEEP_EVERY: u32 = 4_096;

const TEN: NonZeroU32 = match NonZeroU32::new(10) {
    Some(ten) => ten,
    None => NonZeroU32::MIN,
};

/// What a caller is about to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Read,
    Write,
    SignIn,
    /// By name, from wherever: looser, so that a stranger cannot lock a member out.
    SignInByName,
}

/// Counts per caller and kind, with a burst of one period's worth.
///
/// The clock is the system's monotonic one: governor's default calibrates itself when it is first made, which would
/// be felt at every start.
pub(crate) struct Limiter<C: Clock = MonotonicClock> {
    reads: Buckets<C>,
    writes: Buckets<C>,
    sign_ins: Buckets<C>,
    sign_ins_by_name: Buckets<C>,
    clock: C,
    hasher: RandomState,
    checks: AtomicU32,
}

/// Keys are hashes, so that a bucket has one small size whatever the caller is called.
type Buckets<C> =
    RateLimiter<u64, DashMapStateStore<u64>, C, NoOpMiddleware<<C as Clock>::Instant>>;

impl Limiter {
    /// Limits of three kinds; sign-in attempts are counted per minute, since people and not programs sign in.
    pub(crate) fn new(
        reads_per_second: NonZeroU32,
        writes_per_second: NonZeroU32,
        sign_in_attempts_per_minute: NonZeroU32,
    ) -> Self {
        Self::with_clock(
            Quota::per_second(reads_per_second),
            Quota::per_second(writes_per_second),
            Quota::per_minute(sign_in_attempts_per_minute),
            MonotonicClock,
        )
    }
}

impl<C: Clock + Clone> Limiter<C> {
    fn with_clock(reads: Quota, writes: Quota, sign_ins: Quota, clock: C) -> Self {
        Self {
            reads: RateLimiter::dashmap_with_clock(reads, clock.clone()),
            writes: RateLimiter::dashmap_with_clock(writes, clock.clone()),
            sign_ins: RateLimiter::dashmap_with_clock(sign_ins, clock.clone()),
            sign_ins_by_name: RateLimiter::dashmap_with_clock(by_name(sign_ins), clock.clone()),
            clock,
            hasher: RandomState::new(),
            checks: AtomicU32::new(0),
        }
    }

    /// Counts one action of `key`, or says how long it must wait.
    pub(crate) fn check(&self, key: &[u8], kind: Kind) -> Result<(), Duration> {
        if self.checks.fetch_add(1, Ordering::Relaxed) % SWEEP_EVERY == SWEEP_EVERY - 1 {
            self.forget_quiet_callers();
        }
        let buckets = match kind {
            Kind::Read => &self.reads,
            Kind::Write => &self.writes,
            Kind::SignIn => &self.sign_ins,
            Kind::SignInByName => &self.sign_ins_by_name,
        };
        buckets
            .check_key(&self.hasher.hash_one(key))
            .map_err(|refusal| refusal.wait_time_from(self.clock.now()))
    }

    /// A caller whose bucket is full again is no different from one never seen.
    fn forget_quiet_callers(&self) {
        for buckets in [
            &self.reads,
            &self.writes,
            &self.sign_ins,
            &self.sign_ins_by_name,
        ] {
            buckets.retain_recent();
        }
    }
}

/// Ten times the attempts of one address.
fn by_name(sign_ins: Quota) -> Quota {
    Quota::per_minute(sign_ins.burst_size().saturating_mul(TEN))
}
