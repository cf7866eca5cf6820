//! Time expressions in a question: "yesterday", "last May", "7 May 2023", "two weeks ago".

mod expression;

use jiff::Zoned;
use jiff::civil::{Date, Weekday};
use steward_model::Timestamp;

use expression::Expression;

/// A month without a year is looked for this far back.
const YEARS_BACK: i16 = 20;
const DAY: i64 = 24 * 60 * 60 * 1_000_000;

/// A stretch of time that a question speaks of; the end is outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    start: i64,
    end: i64,
}

impl Span {
    /// How well a passage of this time fits. People tell of a thing when it happens or soon after, so the time after counts too.
    fn closeness(self, time: i64) -> f32 {
        if (self.start..self.end).contains(&time) {
            return 1.0;
        }
        let late = time.saturating_sub(self.end);
        if late < 0 {
            return 0.0;
        }
        let length = self.end - self.start;
        match length {
            _ if length <= 2 * DAY && late < 8 * DAY => 0.8,
            _ if length <= 2 * DAY && late < 31 * DAY => 0.4,
            _ if length > 2 * DAY && length <= 100 * DAY && late < 31 * DAY => 0.5,
            _ if length > 100 * DAY && late < 60 * DAY => 0.25,
            _ => 0.0,
        }
    }
}

/// The best fit of a time to any of the spans.
pub(crate) fn closeness(spans: &[Span], time: Timestamp) -> f32 {
    let fits = spans.iter().map(|span| span.closeness(time.as_micros()));
    fits.fold(0.0, f32::max)
}

/// Every stretch of time that the question names, seen from `now` and in its time zone.
pub(crate) fn spans(text: &str, now: &Zoned) -> Vec<Span> {
    let found = expression::find(text);
    let dates = found.into_iter().flat_map(|e| dates(e, now.date()));
    dates
        .filter_map(|(start, end)| {
            let micros = |date: Date| {
                let zoned = date.to_zoned(now.time_zone().clone()).ok()?;
                Some(zoned.timestamp().as_microsecond())
            };
            Some(Span {
                start: micros(start)?,
                end: micros(end)?,
            })
        })
        .collect()
}

/// First day and the day after the last.
fn dates(expression: Expression, today: Date) -> Vec<(Date, Date)> {
    let one = |range: Option<(Date, Date)>| range.into_iter().collect();
    match expression {
        Expression::Days(ahead) => one(days(today, ahead, 1)),
        Expression::Weeks(ahead) => {
            let monday = i32::from(today.weekday().to_monday_zero_offset());
            one(days(today, ahead.saturating_mul(7) - monday, 7))
        }
        Expression::Weekend(ahead) => {
            let monday = i32::from(today.weekday().to_monday_zero_offset());
            one(days(today, ahead.saturating_mul(7) - monday + 5, 2))
        }
        Expression::Months(ahead) => one(months(today.first_of_month(), ahead, 1)),
        Expression::Years(ahead) => {
            let year = i32::from(today.year()).saturating_add(ahead);
            one(i16::try_from(year).ok().and_then(year_range))
        }
        Expression::LastWeekday(weekday) => one(last_weekday(today, weekday)),
        Expression::Year(year) => one(year_range(year)),
        Expression::Day(year, month, day) => in_years(year, today, |year| {
            days(Date::new(year, month, day).ok()?, 0, 1)
        }),
        Expression::Month(year, month, count) => in_years(year, today, |year| {
            months(Date::new(year, month, 1).ok()?, 0, count)
        }),
        Expression::LastMonth(month, count) => one(last_month(today, month, count)),
    }
}

fn in_years(
    year: Option<i16>,
    today: Date,
    range: impl Fn(i16) -> Option<(Date, Date)>,
) -> Vec<(Date, Date)> {
    let years = match year {
        Some(year) => year..=year,
        None => today.year().saturating_sub(YEARS_BACK)..=today.year().saturating_add(1),
    };
    years.filter_map(range).collect()
}

fn days(from: Date, ahead: i32, count: i32) -> Option<(Date, Date)> {
    let shift = |days: i32| {
        let span = jiff::Span::new().try_days(days).ok()?;
        from.checked_add(span).ok()
    };
    Some((shift(ahead)?, shift(ahead.checked_add(count)?)?))
}

fn months(first: Date, ahead: i32, count: i32) -> Option<(Date, Date)> {
    let shift = |months: i32| {
        let span = jiff::Span::new().try_months(months).ok()?;
        first.checked_add(span).ok()
    };
    Some((shift(ahead)?, shift(ahead.checked_add(count)?)?))
}

fn year_range(year: i16) -> Option<(Date, Date)> {
    Some((
        Date::new(year, 1, 1).ok()?,
        Date::new(year.checked_add(1)?, 1, 1).ok()?,
    ))
}

fn last_weekday(today: Date, weekday: Weekday) -> Option<(Date, Date)> {
    let back = i32::from(weekday.until(today.weekday()));
    days(today, if back == 0 { -7 } else { -back }, 1)
}

/// The latest one that is over or has begun before this month.
fn last_month(today: Date, month: i8, count: i32) -> Option<(Date, Date)> {
    let year = if month < today.month() {
        today.year()
    } else {
        today.year().checked_sub(1)?
    };
    months(Date::new(year, month, 1).ok()?, 0, count)
}

#[cfg(test)]
#[path = "moment_tests.rs"]
mod tests;
