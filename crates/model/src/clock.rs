//! Time as a parameter.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// Microseconds since 1970-01-01T00:00:00Z, as both databases store it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(i64);

impl Timestamp {
    /// From the number a column holds.
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// The number a column holds.
    pub const fn as_micros(self) -> i64 {
        self.0
    }

    /// This moment moved by a duration; stops at the end of time instead of wrapping.
    pub fn plus(self, duration: Duration) -> Self {
        let micros = i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
        Self(self.0.saturating_add(micros))
    }

    /// This moment moved back by a duration; stops at the beginning of time instead of wrapping.
    pub fn minus(self, duration: Duration) -> Self {
        let micros = i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
        Self(self.0.saturating_sub(micros))
    }

    /// Reads RFC 3339 with any offset.
    pub fn parse_rfc3339(text: &str) -> Option<Self> {
        text.parse::<jiff::Timestamp>()
            .ok()
            .map(|t| Self(t.as_microsecond()))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_microsecond(self.0) {
            Ok(time) => time.fmt(f),
            Err(_) => write!(f, "@{}", self.0),
        }
    }
}

/// Where the time comes from: the system, or a test that pushes it forward.
pub trait Clock: Send + Sync {
    /// The present moment.
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the time"
    )]
    fn now(&self) -> Timestamp {
        Timestamp(jiff::Timestamp::now().as_microsecond())
    }
}

/// A clock that was set once and goes by itself since: whoever sets the machine's clock back or forth moves nothing that
/// has a lease or a deadline.
#[derive(Debug, Clone, Copy)]
pub struct AnchoredClock {
    anchor: Timestamp,
    since: Instant,
}

impl AnchoredClock {
    /// A clock that shows `now` now.
    pub fn at(now: Timestamp) -> Self {
        Self {
            anchor: now,
            since: Instant::now(),
        }
    }
}

impl Clock for AnchoredClock {
    fn now(&self) -> Timestamp {
        self.anchor.plus(self.since.elapsed())
    }
}

/// A clock that stands still until it is pushed; clones share the hands.
#[derive(Debug, Clone)]
pub struct ManualClock(Arc<AtomicI64>);

impl ManualClock {
    /// A clock that shows `start`.
    pub fn at(start: Timestamp) -> Self {
        Self(Arc::new(AtomicI64::new(start.0)))
    }

    /// Moves the hands forward.
    pub fn advance(&self, by: Duration) {
        let micros = i64::try_from(by.as_micros()).unwrap_or(i64::MAX);
        self.0.fetch_add(micros, Ordering::SeqCst);
    }

    /// Sets the hands, back too.
    pub fn set(&self, now: Timestamp) {
        self.0.store(now.0, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_written_as_rfc_3339_and_read_back() {
        let time = Timestamp::from_micros(1_700_000_000_123_456);
        assert_eq!(time.to_string(), "2023-11-14T22:13:20.123456Z");
        assert_eq!(Timestamp::parse_rfc3339(&time.to_string()), Some(time));
        assert_eq!(
            Timestamp::parse_rfc3339("2023-11-14T23:13:20.123456+01:00"),
            Some(time)
        );
        assert_eq!(Timestamp::parse_rfc3339("yesterday"), None);
    }

    #[test]
    fn adding_for_ever_stops_at_the_end_of_time() {
        assert_eq!(
            Timestamp::from_micros(1).plus(Duration::MAX).as_micros(),
            i64::MAX
        );
        let early = Timestamp::from_micros(-2);
        assert_eq!(early.minus(Duration::MAX).as_micros(), i64::MIN);
        assert_eq!(early.minus(Duration::from_micros(5)).as_micros(), -7);
    }

    #[test]
    fn an_anchored_clock_starts_where_it_was_set_and_never_goes_back() {
        let start = Timestamp::from_micros(1_000_000);
        let clock = AnchoredClock::at(start);
        let (first, second) = (clock.now(), clock.now());
        assert!(start <= first && first <= second);
        assert!(second < start.plus(Duration::from_secs(3600)));
    }

    #[test]
    fn a_manual_clock_moves_only_when_pushed() {
        let clock = ManualClock::at(Timestamp::from_micros(5));
        let other_hand = clock.clone();
        clock.advance(Duration::from_micros(3));
        assert_eq!(other_hand.now(), Timestamp::from_micros(8));
    }
}
