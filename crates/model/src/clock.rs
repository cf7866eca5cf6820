//! Time as a parameter.

use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
        Self(self.0.saturating_add(whole_micros(duration)))
    }

    /// This moment moved back by a duration; stops at the beginning of time instead of wrapping.
    pub fn minus(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(whole_micros(duration)))
    }

    /// Reads RFC 3339 with any offset.
    pub fn parse_rfc3339(text: &str) -> Option<Self> {
        text.parse::<jiff::Timestamp>()
            .ok()
            .map(|t| Self(t.as_microsecond()))
    }

    /// Reads a date as the headers of HTTP write it, like `Sun, 06 Nov 1994 08:49:37 GMT`.
    pub fn parse_http_date(text: &str) -> Option<Self> {
        // A wrong weekday is somebody's mistake about something that nobody needs.
        jiff::fmt::rfc2822::DateTimeParser::new()
            .relaxed_weekday(true)
            .parse_timestamp(text)
            .ok()
            .map(|t| Self(t.as_microsecond()))
    }

    /// The time as a person would write it, with the zone; in UTC where the zone is unknown.
    pub fn spoken_in(self, zone: &str) -> String {
        let moment = jiff::Timestamp::from_microsecond(self.0).unwrap_or_default();
        match moment.in_tz(zone) {
            Ok(time) => time.strftime("%A, %-d %B %Y, %H:%M (%Q)").to_string(),
            Err(_) => moment.strftime("%A, %-d %B %Y, %H:%M (UTC)").to_string(),
        }
    }

    /// How long it is from an earlier moment to this; nothing if it is no earlier.
    pub fn since(self, earlier: Self) -> Duration {
        let micros = self.0.saturating_sub(earlier.0);
        Duration::from_micros(u64::try_from(micros).unwrap_or(0))
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

/// A clock that goes by itself and follows the real one gently: whoever sets the machine's clock back or forth moves
/// nothing that has a lease or a deadline.
///
/// It never goes back. Where it is behind by up to [`LONGEST_CATCH_UP`] it goes half as fast again until it is not, and
/// where it is ahead, at half its speed. Where it is further behind, after a machine slept or its clock was plainly wrong, it
/// is set at once: leases of before have run out by then, and what was under way is taken over, once.
#[derive(Debug)]
pub struct AnchoredClock {
    anchor: Mutex<Anchor>,
}

/// The most that an [`AnchoredClock`] makes up for little by little.
pub const LONGEST_CATCH_UP: Duration = Duration::from_secs(10 * 60);

/// A second is gained or lost in this many: a lease of thirty seconds that is renewed every ten is not lost to a clock that
/// goes half as fast again.
const SECONDS_PER_SECOND: i64 = 2;

/// What a clock showed at some moment, and how far it was behind then; ahead, if that is less than nothing.
#[derive(Debug, Clone, Copy)]
struct Anchor {
    shown: Timestamp,
    since: Instant,
    behind: i64,
}

impl Anchor {
    /// What it shows so much later.
    fn after(&self, elapsed: Duration) -> Timestamp {
        let made_up = whole_micros(elapsed) / SECONDS_PER_SECOND;
        let made_up = made_up.min(self.behind.saturating_abs());
        let shown = self.shown.plus(elapsed);
        Timestamp(shown.0.saturating_add(made_up * self.behind.signum()))
    }

    /// The same clock, `since` then, once it is known what time it really is. Tells how far it moved at once.
    fn told(&self, since: Instant, real: Timestamp) -> (Self, Duration) {
        let shown = self.after(since.saturating_duration_since(self.since));
        let behind = real.0.saturating_sub(shown.0);
        let anchor = |shown, behind| Self {
            shown,
            since,
            behind,
        };
        if behind <= whole_micros(LONGEST_CATCH_UP) {
            return (anchor(shown, behind), Duration::ZERO);
        }
        let moved = Duration::from_micros(behind.unsigned_abs());
        (anchor(real, 0), moved)
    }
}

impl AnchoredClock {
    /// A clock that shows `now` now.
    pub fn at(now: Timestamp) -> Self {
        Self {
            anchor: Mutex::new(Anchor {
                shown: now,
                since: Instant::now(),
                behind: 0,
            }),
        }
    }

    /// Tells it what time it really is. Tells how far it moved at once.
    pub fn follow(&self, real: Timestamp) -> Duration {
        let mut anchor = self.lock();
        let (next, moved) = anchor.told(Instant::now(), real);
        *anchor = next;
        moved
    }

    fn lock(&self) -> MutexGuard<'_, Anchor> {
        self.anchor.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock for AnchoredClock {
    fn now(&self) -> Timestamp {
        let anchor = self.lock();
        anchor.after(anchor.since.elapsed())
    }
}

fn whole_micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
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
        self.0.fetch_add(whole_micros(by), Ordering::SeqCst);
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
    fn the_dates_of_http_are_read() {
        let time = Timestamp::from_micros(784_111_777_000_000);
        for text in [
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Mon, 06 Nov 1994 08:49:37 GMT",
        ] {
            assert_eq!(Timestamp::parse_http_date(text), Some(time), "{text}");
        }
        for text in ["", "120", "06/11/1994", "Sun, 66 Nov 1994 08:49:37 GMT"] {
            assert_eq!(Timestamp::parse_http_date(text), None, "{text}");
        }
        let earlier = time.minus(Duration::from_secs(7));
        assert_eq!(time.since(earlier), Duration::from_secs(7));
        assert_eq!(earlier.since(time), Duration::ZERO);
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

    fn anchor() -> Anchor {
        Anchor {
            shown: Timestamp(1_000_000_000_000),
            since: Instant::now(),
            behind: 0,
        }
    }

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_clock_that_is_a_little_off_catches_up_and_is_right_from_then_on() {
        let start = anchor();
        for (off, pace) in [(60, 3), (-60, 1)] {
            let real = Timestamp(start.shown.0 + off * 1_000_000);
            let (told, moved) = start.told(start.since, real);
            assert_eq!(
                (told.after(Duration::ZERO), moved),
                (start.shown, Duration::ZERO)
            );
            // Three seconds in two, or one.
            let soon = told.after(seconds(20));
            assert_eq!(soon.0 - start.shown.0, 10_000_000 * pace);
            for later in [120, 121, 100_000] {
                assert_eq!(told.after(seconds(later)), real.plus(seconds(later)));
            }
        }
    }

    #[test]
    fn a_lease_outlives_any_clock_that_is_set() {
        // Thirty seconds, renewed after ten.
        let start = anchor();
        let until = start.shown.plus(seconds(30));
        for off in [-86_400, -600, -1, 1, 29, 31, 600] {
            let real = Timestamp(start.shown.0 + off * 1_000_000);
            let (told, _) = start.told(start.since, real);
            assert!(told.after(seconds(10)) < until, "{off}");
            assert!(told.after(seconds(60)) >= until, "{off}");
        }
    }

    #[test]
    fn a_clock_never_goes_back_however_it_is_set() {
        let mut clock = anchor();
        let mut last = clock.shown;
        let mut since = clock.since;
        for off in [-3_600, 5, -86_400, 0, -1, 100_000, -100_000] {
            since += seconds(7);
            let now = clock.after(since.saturating_duration_since(clock.since));
            let real = Timestamp(now.0 + off * 1_000_000);
            clock = clock.told(since, real).0;
            for elapsed in [0, 1, 6] {
                let shown = clock.after(seconds(elapsed));
                assert!(shown >= last, "{off} after {elapsed}");
                last = shown;
            }
        }
    }

    #[test]
    fn after_a_long_sleep_it_is_right_at_once() {
        let clock = AnchoredClock::at(Timestamp(0));
        let real = Timestamp(0).plus(LONGEST_CATCH_UP).plus(seconds(3_600));
        assert!(clock.follow(real) > LONGEST_CATCH_UP);
        assert!(clock.now() >= real);
        assert_eq!(clock.follow(real), Duration::ZERO);
    }

    #[test]
    fn a_manual_clock_moves_only_when_pushed() {
        let clock = ManualClock::at(Timestamp::from_micros(5));
        let other_hand = clock.clone();
        clock.advance(Duration::from_micros(3));
        assert_eq!(other_hand.now(), Timestamp::from_micros(8));
    }
}
