//! Days that are told by another day: "Tuesday, December 8", "the first Monday in December", "a week from Friday", "the day after
//! Christmas". What cannot be reckoned is a day nobody can tell; it is never a part of what was said.

use jiff::civil::{Date, Weekday};
use jiff::{Span, ToSpan};

use super::holidays::holiday;
use super::{Lean, Mention, day_first, iso, month, month_first, next_week, slashed, weekday};
use crate::numbers::{ordinal, word_value};
use crate::text::Token;

/// What it takes to read a day.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) today: Date,
}

/// A day and the token after its last one. Without a day nobody can tell which it is.
type Read = Option<(Option<Date>, usize)>;

/// Words before a weekday that make it another one than the next, or many.
const OTHERS: &[&str] = list!(
    "every" "each" "any" "most" "some" "other" "past" "previous" "following" "alternate" "black" "good" "easter" "cyber" "giving"
    "ash" "palm" "holy" "bowl" "fat"
);
/// What may follow "after" and "before" when only the hour is meant, or what else happens then.
const HOURS: &[&str] = list!(
    "lunch" "noon" "work" "hours" "school" "breakfast" "dinner" "midday" "closing" "opening" "he" "she" "they" "we" "i" "you" "it"
    "that" ""
);

impl<'a> Words<'a> {
    /// A day that is built from others and begins at this token.
    pub(super) fn read(self, at: usize) -> Option<Mention> {
        let from = at + usize::from(self.word(at) == "the");
        let told = |relative| {
            move |(date, after)| Mention {
                date,
                first: at,
                after,
                relative,
            }
        };
        if let Some(place) = self.weekday_at(at)
            && let Some(dated) = self.dated(place)
        {
            return Some(told(dated.0.is_none())(dated));
        }
        self.counted(from)
            .or_else(|| self.away(from))
            .or_else(|| self.by_weekday(at))
            .map(told(true))
    }

    fn word(self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.norm.as_str())
    }

    fn back(self, at: usize, steps: usize) -> &'a str {
        at.checked_sub(steps).map_or("", |place| self.word(place))
    }

    /// The place of the weekday in "Monday", "next Monday", "this coming Monday".
    fn weekday_at(self, at: usize) -> Option<usize> {
        let led = |place: usize| matches!(self.word(place), "next" | "this" | "coming");
        let place = (at..at + 3).find(|place| !led(*place))?;
        weekday(self.word(place)).map(|_| place)
    }

    /// "Tuesday, December 8", "Friday 1/8/2027", "Tuesday the 29th": the date is meant, if it is such a weekday.
    fn dated(self, place: usize) -> Read {
        let day = weekday(self.word(place))?;
        let the = usize::from(self.word(place + 1) == "the");
        let next = place + 1 + the;
        let begins = |at: usize| {
            let token = self.tokens.get(at);
            token.is_none_or(|token| token.starts_sentence)
        };
        if begins(place + 1) {
            return None;
        }
        if let Some((date, after)) = self.explicit(next) {
            let fits = |date: &Date| date.weekday() == day;
            // A day of half a year ago may as well be one to come.
            let known = date.filter(|date| {
                self.names_year(next, after) || *date >= self.today || self.is_near(*date)
            });
            let coming = || {
                date.filter(|_| !self.names_year(next, after))
                    .and_then(a_year_later)
            };
            return Some((known.or_else(coming).filter(fits), after));
        }
        let number = ordinal(self.word(next)).filter(|_| {
            self.word(next)
                .starts_with(|first: char| first.is_ascii_digit())
        })?;
        Some((self.on_the(day, number), next + 1))
    }

    /// "The 29th" that is such a weekday, within a quarter of a year.
    fn on_the(self, day: Weekday, number: f64) -> Option<Date> {
        let number = (1..=31_i8).find(|other| f64::from(*other) == number)?;
        (0..4)
            .filter_map(|months: i32| {
                let first = self
                    .today
                    .first_of_month()
                    .checked_add(months.months())
                    .ok()?;
                Date::new(first.year(), first.month(), number).ok()
            })
            .find(|date| *date >= self.today && date.weekday() == day)
    }

    /// Whether a day is of the last weeks.
    fn is_near(self, date: Date) -> bool {
        (self.today - date).get_days() <= 60
    }

    /// Whether a date says its year.
    fn names_year(self, first: usize, after: usize) -> bool {
        let parts = &self.tokens[first..after];
        super::says_year(parts)
    }

    /// A day of the calendar.
    fn explicit(self, at: usize) -> Read {
        self.tokens.get(at)?;
        let lean = Lean::Nearest;
        iso(self.text, self.tokens, at)
            .or_else(|| slashed(self.text, self.tokens, at, self.today, lean))
            .or_else(|| month_first(self.tokens, at, self.today, lean))
            .or_else(|| day_first(self.tokens, at, self.today, lean))
    }

    /// A day that another is counted from.
    fn anchor(self, at: usize) -> Read {
        let at = at + usize::from(self.word(at) == "the");
        self.tokens.get(at)?;
        let words: Vec<&str> = (at..at + 4).map(|place| self.word(place)).collect();
        if let Some((date, count)) = holiday(&words, self.today) {
            return Some((Some(date), at + count));
        }
        if let Some(built) = self.read(at) {
            return Some((built.date, built.after));
        }
        if let Some((date, after)) = self.explicit(at) {
            let coming = date.filter(|date| *date >= self.today || self.names_year(at, after));
            return Some((coming.or_else(|| date.and_then(a_year_later)), after));
        }
        super::relative(self.tokens, at, self.today).map(|(date, after)| (Some(date), after))
    }

    /// "The first Monday in December", "the last Friday of the month", "the second Tuesday after May 5".
    fn counted(self, from: usize) -> Read {
        let last = self.word(from) == "last";
        let count = match self.word(from) {
            "last" => Some(-1_i8),
            word => {
                let value = ordinal(word)?;
                (1..=5_i8).find(|other| f64::from(*other) == value)
            }
        };
        let day = weekday(self.word(from + 1))?;
        let nth = |month: Date| month.nth_weekday_of_month(count?, day).ok();
        let place = from + 3;
        let the = usize::from(matches!(self.word(place), "the" | "this"));
        match self.word(from + 2) {
            "of" | "in" => {
                let month = self.month_from(place + the);
                let after = month.map_or(place + the + 1, |(_, after)| after);
                Some((month.and_then(|(first, _)| nth(first)), after))
            }
            "after" | "following" if !last => {
                let (anchor, after) = self.anchor(place)?;
                let date = anchor.and_then(|date| date.nth_weekday(i32::from(count?), day).ok());
                Some((date, after))
            }
            _ if last => None,
            _ => Some((None, from + 2)),
        }
    }

    /// The first day of a month: "December", "December 2027", "next month", "the month".
    fn month_from(self, at: usize) -> Option<(Date, usize)> {
        let this = self.today.first_of_month();
        match (self.word(at), self.word(at + 1)) {
            ("month", _) => return Some((this, at + 1)),
            ("next", "month") => return Some((this.checked_add(1.month()).ok()?, at + 2)),
            _ => {}
        }
        let month = month(self.word(at))?;
        let year = self.word(at + 1).parse::<i16>().ok();
        if let Some(year) = year.filter(|year| (1900..2200).contains(year)) {
            return Some((Date::new(year, month, 1).ok()?, at + 2));
        }
        let year = self.today.year() + i16::from(month < self.today.month());
        Some((Date::new(year, month, 1).ok()?, at + 1))
    }

    /// "A week from Friday", "two days before Christmas", "the day after tomorrow".
    fn away(self, from: usize) -> Read {
        let counted = match self.word(from) {
            "a" | "an" => Some(1.0),
            "day" => None,
            word => word_value(word),
        };
        let unit = from + usize::from(counted.is_some());
        let sign = match (self.word(unit + 1), self.word(unit + 2)) {
            ("from" | "after" | "following", _) => 1,
            ("before", _) | ("prior", "to") | ("ahead", "of") => -1,
            _ => return None,
        };
        let two = usize::from(matches!(self.word(unit + 1), "prior" | "ahead"));
        let single = (self.word(unit) == "day").then_some(1.0);
        #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
        let count = counted
            .or(single)
            .filter(|count| (1.0..1000.0).contains(count))
            .map(|count| sign * count as i32);
        let span: Option<Span> = match self.word(unit) {
            "day" | "days" => count.map(|count| count.days()),
            "week" | "weeks" => count.map(|count| count.weeks()),
            "month" | "months" => count.map(|count| count.months()),
            _ => return None,
        };
        let (anchor, after) = self.anchor(unit + 2 + two)?;
        let date = anchor
            .zip(span)
            .and_then(|(date, span)| date.checked_add(span).ok());
        Some((date, after))
    }

    /// "Monday after Thanksgiving", "Friday of next week", "Tuesday after next", "Monday or Tuesday".
    fn by_weekday(self, at: usize) -> Read {
        let place = self.weekday_at(at)?;
        let day = weekday(self.word(place))?;
        let next = place + 1;
        let week = (self.back(at, 2), self.back(at, 1));
        let week = if matches!(week.1, "on" | "the") {
            (self.back(at, 3), week.0)
        } else {
            week
        };
        match week {
            ("next", "week") => return Some((self.of_week(1, day), next)),
            ("after", "next") => return Some((None, next)),
            _ => {}
        }
        // "After the Monday meeting".
        let led = self.back(at, 1) == "the" && matches!(self.back(at, 2), "after" | "before");
        if led || OTHERS.contains(&self.back(at, 1)) {
            return Some((None, next));
        }
        if self
            .tokens
            .get(next)
            .is_none_or(|token| token.starts_sentence)
        {
            return None;
        }
        match (self.word(next), self.word(next + 1)) {
            ("after", "next") => Some((self.after_next(day), next + 2)),
            ("after" | "following" | "before", other) => {
                if let Some((date, after)) = self.anchor(next + 1) {
                    let step = if self.word(next) == "before" { -1 } else { 1 };
                    return Some((
                        date.and_then(|date| date.nth_weekday(step, day).ok()),
                        after,
                    ));
                }
                let hour = HOURS.contains(&other)
                    || other.starts_with(|first: char| first.is_ascii_digit());
                let spoken = word_value(other).is_some() && other != "a";
                (!hour && !spoken).then_some((None, next + 1))
            }
            ("of", which @ ("this" | "next")) if self.word(next + 2) == "week" => {
                let shift = i32::from(which == "next");
                Some((self.of_week(shift, day), next + 3))
            }
            ("next", "week") => Some((self.of_week(1, day), next + 2)),
            ("of" | "week" | "fortnight", _) => Some((None, next + 1)),
            ("in", _) => {
                let weeks =
                    (next + 1..next + 4).any(|near| matches!(self.word(near), "week" | "weeks"));
                (weeks || month(self.word(next + 1)).is_some()).then_some((None, next + 1))
            }
            ("or" | "and" | "to" | "through" | "thru", other) => {
                weekday(other).map(|_| (None, next + 2))
            }
            _ => None,
        }
    }

    /// The weekday of a week that begins on Monday, so many weeks from this one.
    fn of_week(self, weeks: i32, day: Weekday) -> Option<Date> {
        let monday = i32::from(self.today.weekday().to_monday_zero_offset());
        let days = weeks * 7 - monday + i32::from(day.to_monday_zero_offset());
        self.today.checked_add(days.days()).ok()
    }

    /// "The Tuesday after next": nobody can tell, while one of this week is still to come.
    fn after_next(self, day: Weekday) -> Option<Date> {
        let coming = self.today.nth_weekday(1, day).ok()?;
        let next = next_week(self.today, day)?;
        (coming == next).then(|| next.checked_add(7.days()).ok())?
    }
}

fn a_year_later(date: Date) -> Option<Date> {
    Date::new(date.year() + 1, date.month(), date.day()).ok()
}
