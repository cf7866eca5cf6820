//! When a schedule comes round: a cron expression in a time zone, and what to do about occurrences that were missed.

use std::time::Duration;

use croner::Cron;
use croner::parser::{CronParser, Seconds, Year};
use jiff::civil::DateTime;
use jiff::tz::{AmbiguousOffset, TimeZone};

use crate::{Misfire, Timestamp};

#[cfg(test)]
#[path = "timetable_tests.rs"]
mod tests;

/// An occurrence that is later than this was missed.
pub const GRACE: Duration = Duration::from_secs(5 * 60);

/// More missed occurrences than this are not told apart.
const MOST_MISSED: usize = 1000;

/// Nothing longer is an expression or a zone that a person wrote.
const LONGEST: usize = 100;

/// A field's name, and what may stand there.
const FIELDS: [(&str, &str); 5] = [
    ("minute", "write 0 to 59, like `0`, `*/15` or `0,30`"),
    ("hour", "write 0 to 23, like `9`, `8-18` or `*`"),
    (
        "day of the month",
        "write 1 to 31, `L` for the last, or `*`",
    ),
    ("month", "write 1 to 12, or JAN to DEC, or `*`"),
    (
        "day of the week",
        "write 0 to 6 from Sunday on, or SUN to SAT, like `1-5`, or `*`",
    ),
];

/// Why something is not a timetable. Each message says what to write instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TimetableError {
    /// Too few or too many fields.
    #[error(
        "a schedule has five fields with spaces between them (minute, hour, day of the month, month, day of the week) \
         and not {0}: `0 9 * * 1-5` is nine o'clock from Monday to Friday"
    )]
    Fields(usize),
    /// A field that cannot be read.
    #[error("`{value}` is no {field}: {hint}")]
    Field {
        /// Which one.
        field: &'static str,
        /// What stands there.
        value: String,
        /// What may stand there.
        hint: &'static str,
    },
    /// Longer than any schedule.
    #[error("this is too long for a schedule: write one like `0 9 * * 1-5`")]
    TooLong,
    /// A day that no year has.
    #[error("this time never comes: no year has such a day")]
    Never,
    /// A zone that nobody knows, and the one with the nearest name.
    #[error("there is no time zone `{given}`: {}", suggestion(.nearest.as_deref()))]
    Zone {
        /// What was given.
        given: String,
        /// What was perhaps meant.
        nearest: Option<String>,
    },
}

/// A cron expression in a time zone.
///
/// When the clocks go forward, a time that the day does not have comes at the first moment after the gap. When they go
/// back, a time that the day has twice comes the first time only. An expression for every hour (`*` in its place) goes by
/// hours that pass instead, so that what is to be looked after every ten minutes is not left alone for an hour.
#[derive(Debug, Clone)]
pub struct Timetable {
    cron: Cron,
    zone: TimeZone,
    every_hour: bool,
}

/// What to do about a schedule that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// Whether the occurrence that is due runs; if not, it is one of those that were missed.
    pub run: bool,
    /// How many occurrences do not run.
    pub missed: i64,
    /// When it is due again; `None` if it is over.
    pub next_at: Option<Timestamp>,
}

impl Timetable {
    /// Reads a cron expression of five fields, and the name of a zone.
    pub fn parse(cron: &str, zone: &str) -> Result<Self, TimetableError> {
        if cron.len() > LONGEST {
            return Err(TimetableError::TooLong);
        }
        let fields: Vec<_> = cron.split_whitespace().collect();
        if fields.len() != FIELDS.len() {
            return Err(TimetableError::Fields(fields.len()));
        }
        check_each(&fields)?;
        let every_hour = fields[1] == "*";
        let cron = parser().parse(cron).map_err(|_| TimetableError::Never)?;
        // Any moment serves: what comes at all comes again within a few years.
        cron.find_next_occurrence(&DateTime::constant(2000, 1, 1, 0, 0, 0, 0), true)
            .map_err(|_| TimetableError::Never)?;
        Ok(Self {
            cron,
            zone: find_zone(zone)?,
            every_hour,
        })
    }

    /// The first occurrence after a moment; `None` at the end of time.
    pub fn next_after(&self, after: Timestamp) -> Option<Timestamp> {
        let after = jiff::Timestamp::from_microsecond(after.as_micros()).ok()?;
        let next = match self.every_hour {
            true => self.next_by_hours(after)?,
            false => self.next_by_the_clock(after)?,
        };
        Some(Timestamp::from_micros(next.as_microsecond()))
    }

    /// What to do about an occurrence that is due.
    pub fn plan(&self, due: Timestamp, now: Timestamp, misfire: Misfire) -> Plan {
        plan(due, now, misfire, |after| self.next_after(after))
    }

    fn next_by_hours(&self, after: jiff::Timestamp) -> Option<jiff::Timestamp> {
        let after = after.to_zoned(self.zone.clone());
        let next = self.cron.find_next_occurrence(&after, false).ok()?;
        Some(next.timestamp())
    }

    /// Looks for times on the clock, and asks of each when it really is. In the hour that comes twice, the clock shows
    /// times that were had before: they are passed over.
    fn next_by_the_clock(&self, after: jiff::Timestamp) -> Option<jiff::Timestamp> {
        let mut shown = self.zone.to_datetime(after);
        loop {
            shown = self.cron.find_next_occurrence(&shown, false).ok()?;
            let next = self.when(shown)?;
            if next > after {
                return Some(next);
            }
        }
    }

    /// The first moment at which the clock shows this time, or has passed it.
    fn when(&self, shown: DateTime) -> Option<jiff::Timestamp> {
        let moment = self.zone.to_ambiguous_timestamp(shown);
        match moment.offset() {
            AmbiguousOffset::Gap { after, .. } => {
                let before_the_gap = after.to_timestamp(shown).ok()?;
                let gap = self.zone.following(before_the_gap).next()?;
                Some(gap.timestamp())
            }
            AmbiguousOffset::Unambiguous { .. } | AmbiguousOffset::Fold { .. } => {
                moment.earlier().ok()
            }
        }
    }
}

/// What to do about a moment that comes once.
pub fn plan_once(due: Timestamp, now: Timestamp, misfire: Misfire) -> Plan {
    plan(due, now, misfire, |_| None)
}

/// One run makes up for whatever was missed; or else what is older than the grace is passed over, up to the first
/// occurrence that is not, which may be due as well.
fn plan(
    due: Timestamp,
    now: Timestamp,
    misfire: Misfire,
    next_after: impl Fn(Timestamp) -> Option<Timestamp>,
) -> Plan {
    let still_good = now.minus(GRACE);
    let run = misfire == Misfire::RunOnce || due >= still_good;
    // The next occurrence is the first after this moment.
    let over = match run {
        true => now.max(due),
        false => still_good.minus(Duration::from_micros(1)),
    };
    let between = std::iter::successors(next_after(due), |at| next_after(*at))
        .take_while(|at| *at <= over)
        .take(MOST_MISSED)
        .count();
    Plan {
        run,
        missed: between as i64 + i64::from(!run),
        next_at: next_after(over),
    }
}

fn parser() -> CronParser {
    CronParser::builder()
        .seconds(Seconds::Disallowed)
        .year(Year::Disallowed)
        .build()
}

/// Reads each field alone, to name the one that is wrong.
fn check_each(fields: &[&str]) -> Result<(), TimetableError> {
    for (at, ((field, hint), value)) in FIELDS.into_iter().zip(fields).enumerate() {
        let mut alone = ["*"; FIELDS.len()];
        alone[at] = value;
        if parser().parse(&alone.join(" ")).is_err() {
            return Err(TimetableError::Field {
                field,
                value: (*value).to_owned(),
                hint,
            });
        }
    }
    Ok(())
}

fn find_zone(name: &str) -> Result<TimeZone, TimetableError> {
    let given: String = name.chars().take(LONGEST).collect();
    TimeZone::get(&given).map_err(|_| TimetableError::Zone {
        nearest: nearest_zone(&given),
        given,
    })
}

/// The zone whose name, or whose city, is nearest to what was written.
fn nearest_zone(given: &str) -> Option<String> {
    let given = given.trim().replace(' ', "_").to_lowercase();
    let far = |name: &str| {
        let name = name.to_lowercase();
        let city = name.rsplit('/').next().unwrap_or(&name);
        let by_name = strsim::damerau_levenshtein(&given, &name);
        by_name.min(strsim::damerau_levenshtein(&given, city))
    };
    jiff::tz::db()
        .available()
        .map(|name| name.as_str().to_owned())
        .filter(|name| name.contains('/'))
        .map(|name| (far(&name), name))
        .filter(|(distance, _)| *distance <= given.chars().count() / 3)
        .min()
        .map(|(_, name)| name)
}

fn suggestion(nearest: Option<&str>) -> String {
    match nearest {
        Some(name) => format!("did you mean `{name}`?"),
        None => "write it like `Europe/Berlin` or `America/New_York`".to_owned(),
    }
}
