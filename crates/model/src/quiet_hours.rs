//! The hours of the night, by the clock of whoever is written to.

use std::time::Duration;

use jiff::ToSpan as _;
use jiff::civil::Time;
use jiff::tz::TimeZone;

use crate::Timestamp;
use crate::area::zones_of;

#[cfg(test)]
#[path = "quiet_hours_tests.rs"]
mod tests;

/// The shortest day that there may be: from St. John's to Guam, as far as any number may be from itself, it is still day everywhere for
/// half an hour of it.
const SHORTEST_DAY: i64 = 12 * 60;

/// More looks than any number has clocks, so that looking for a time that suits all of them ends.
const MOST_LOOKS: usize = 32;

/// Why hours are not quiet hours. Each message says what to write instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QuietHoursError {
    /// Not a time of the day.
    #[error("`{0}` is no time: write it like `21:00`")]
    Time(String),
    /// Less than twelve hours are left.
    #[error("too little is left of the day: leave twelve hours or more")]
    TooLong,
    /// A zone that nobody knows.
    #[error("there is no time zone `{0}`: write it like `Europe/Berlin` or `America/New_York`")]
    Zone(String),
}

/// The hours in which nobody is written to who has not just written.
#[derive(Debug, Clone)]
pub struct QuietHours {
    from: Time,
    until: Time,
    /// Of those whose number does not tell.
    zone: TimeZone,
    /// For how long after their own text somebody is answered whatever the hour.
    pub answers: Duration,
}

impl QuietHours {
    /// From one time of the day until another, like `21:00` until `08:00`; in this zone for those whose number does not tell theirs.
    pub fn parse(
        (from, until): (&str, &str),
        zone: &str,
        answers: Duration,
    ) -> Result<Self, QuietHoursError> {
        let (from, until) = (time(from)?, time(until)?);
        let minutes = |time: Time| i64::from(time.hour()) * 60 + i64::from(time.minute());
        let day = (minutes(from) - minutes(until)).rem_euclid(24 * 60);
        if day < SHORTEST_DAY {
            return Err(QuietHoursError::TooLong);
        }
        let zone = TimeZone::get(zone).map_err(|_| QuietHoursError::Zone(zone.to_owned()))?;
        Ok(Self {
            from,
            until,
            zone,
            answers,
        })
    }

    /// Until when whoever has this number is left alone: until it is day by every clock that they may go by. Nothing if it is.
    pub fn over_at(&self, number: &str, now: Timestamp) -> Option<Timestamp> {
        let named = zones_of(number).unwrap_or_default();
        let named = named.iter().filter_map(|zone| TimeZone::get(zone).ok());
        let mut zones: Vec<_> = named.collect();
        if zones.is_empty() {
            zones.push(self.zone.clone());
        }
        let now = jiff::Timestamp::from_microsecond(now.as_micros()).ok()?;
        let mut over = now;
        for _ in 0..MOST_LOOKS {
            let later = zones.iter().find_map(|zone| self.over_in(zone, over));
            match later {
                Some(later) => over = later,
                None => break,
            }
        }
        (over > now).then(|| Timestamp::from_micros(over.as_microsecond()))
    }

    /// When the night is over by one clock; nothing by day.
    fn over_in(&self, zone: &TimeZone, at: jiff::Timestamp) -> Option<jiff::Timestamp> {
        let shown = zone.to_datetime(at);
        let (from, until, time) = (self.from, self.until, shown.time());
        let evening = time >= from;
        let morning = time < until;
        let night = match from <= until {
            true => evening && morning,
            false => evening || morning,
        };
        if !night {
            return None;
        }
        let day = match morning {
            true => shown.date(),
            false => shown.date().checked_add(1.day()).ok()?,
        };
        // Where the clocks skip that time, it is the first moment after.
        let over = zone.to_ambiguous_timestamp(day.to_datetime(until));
        over.compatible().ok().filter(|over| *over > at)
    }
}

fn time(text: &str) -> Result<Time, QuietHoursError> {
    let wrong = || QuietHoursError::Time(text.to_owned());
    let (hour, minute) = text.split_once(':').ok_or_else(wrong)?;
    let part = |digits: &str| match digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_digit())
    {
        true => digits.parse().map_err(|_| wrong()),
        false => Err(wrong()),
    };
    Time::new(part(hour)?, part(minute)?, 0, 0).map_err(|_| wrong())
}
