//! Holidays that other days are told by.

use jiff::civil::{Date, Weekday};

/// How a holiday falls.
enum Falls {
    On(i8, i8),
    /// The nth weekday of a month, counted from its end if negative.
    Nth(i8, Weekday, i8),
}

const HOLIDAYS: &[(&[&str], Falls)] = &[
    (&["thanksgiving"], Falls::Nth(4, Weekday::Thursday, 11)),
    (&["christmas", "eve"], Falls::On(12, 24)),
    (&["christmas"], Falls::On(12, 25)),
    (&["xmas"], Falls::On(12, 25)),
    (&["new", "year", "eve"], Falls::On(12, 31)),
    (&["new", "year"], Falls::On(1, 1)),
    (&["new", "years"], Falls::On(1, 1)),
    (&["memorial"], Falls::Nth(-1, Weekday::Monday, 5)),
    (&["independence"], Falls::On(7, 4)),
    (&["labor"], Falls::Nth(1, Weekday::Monday, 9)),
    (&["columbus"], Falls::Nth(2, Weekday::Monday, 10)),
    (&["veterans"], Falls::On(11, 11)),
    (&["mlk"], Falls::Nth(3, Weekday::Monday, 1)),
    (&["presidents"], Falls::Nth(3, Weekday::Monday, 2)),
    (&["juneteenth"], Falls::On(6, 19)),
    (&["halloween"], Falls::On(10, 31)),
    (&["valentine"], Falls::On(2, 14)),
];

/// The next holiday of this name from a day on, and how many words name it.
pub(super) fn holiday(words: &[&str], today: Date) -> Option<(Date, usize)> {
    let (called, falls) = HOLIDAYS
        .iter()
        .find(|(called, _)| words.starts_with(called))?;
    let day = usize::from(words.get(called.len()) == Some(&"day"));
    let years = [today.year(), today.year() + 1];
    let date = years
        .into_iter()
        .filter_map(|year| falls.in_year(year))
        .find(|date| *date >= today)?;
    Some((date, called.len() + day))
}

impl Falls {
    fn in_year(&self, year: i16) -> Option<Date> {
        match self {
            Self::On(month, day) => Date::new(year, *month, *day).ok(),
            Self::Nth(nth, weekday, month) => Date::new(year, *month, 1)
                .ok()?
                .nth_weekday_of_month(*nth, *weekday)
                .ok(),
        }
    }
}
