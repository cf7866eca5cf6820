//! Dates and stretches of time in a text, read from the day it was written.

mod built;
mod holidays;

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use crate::numbers::{ordinal, word_value};
use crate::text::Token;

/// Which year a date without one means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lean {
    Nearest,
    Future,
}

/// A date and the tokens it was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// `None` for a day that does not exist, such as February 30, and for a relative one that cannot be told, such as "the Monday
    /// after the audit".
    pub date: Option<Date>,
    pub first: usize,
    pub after: usize,
    /// `Monday` and `last summer` depend on the day they were written; `March 5` hardly does.
    pub relative: bool,
}

/// From the first to the last day, both within.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    pub from: Date,
    pub to: Date,
}

impl Stretch {
    pub fn holds(self, date: Date) -> bool {
        date >= self.from && date <= self.to
    }
}

const MONTHS: &[&str] = list!(
    "january" "february" "march" "april" "may" "june" "july" "august" "september" "october" "november" "december"
);
const WEEKDAYS: [(&str, Weekday); 7] = [
    ("monday", Weekday::Monday),
    ("tuesday", Weekday::Tuesday),
    ("wednesday", Weekday::Wednesday),
    ("thursday", Weekday::Thursday),
    ("friday", Weekday::Friday),
    ("saturday", Weekday::Saturday),
    ("sunday", Weekday::Sunday),
];

/// Every date of a text that was written on `today`.
pub fn dates(text: &str, tokens: &[Token], today: Date, lean: Lean) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match date_at(text, tokens, at, today, lean) {
            Some(mention) => {
                at = mention.after;
                found.push(mention);
            }
            None => at += 1,
        }
    }
    found
}

/// `March 5, 2026`.
pub fn spoken(date: Date) -> String {
    let month = month_name(date.month());
    format!("{month} {}, {}", date.day(), date.year())
}

pub fn month_name(month: i8) -> String {
    let name = MONTHS[usize::try_from(month - 1).unwrap_or(0).min(11)];
    name[..1].to_uppercase() + &name[1..]
}

/// The number of a month by its name or its usual short form.
pub fn month(word: &str) -> Option<i8> {
    let place = MONTHS.iter().position(|name| {
        *name == word
            || (word.len() == 3 && name.starts_with(word))
            || (word == "sept" && *name == "september")
    })?;
    i8::try_from(place + 1).ok()
}

/// The first stretch of time that a text names: a season, a month, a quarter, a year, or the days up to or from a date.
pub fn stretch(tokens: &[Token], today: Date) -> Option<Stretch> {
    (0..tokens.len()).find_map(|at| stretch_at(tokens, at, today))
}

fn date_at(text: &str, tokens: &[Token], at: usize, today: Date, lean: Lean) -> Option<Mention> {
    let mention = |date: Option<Date>, after: usize, relative: bool| Mention {
        date,
        first: at,
        after,
        relative,
    };
    let built = built::Words {
        text,
        tokens,
        today,
    };
    if let Some(built) = built.read(at) {
        return Some(built);
    }
    if let Some((date, after)) =
        iso(text, tokens, at).or_else(|| slashed(text, tokens, at, today, lean))
    {
        return Some(mention(date, after, false));
    }
    if let Some((date, after)) =
        month_first(tokens, at, today, lean).or_else(|| day_first(tokens, at, today, lean))
    {
        return Some(mention(date, after, false));
    }
    relative(tokens, at, today).map(|(date, after)| mention(Some(date), after, true))
}

/// Whether the words of a date say its year: "March 5, 2027", "3/5/27".
pub fn says_year(words: &[Token]) -> bool {
    let number = |token: &Token| token.norm.parse::<i16>().ok();
    let year = |token: &Token| number(token).is_some_and(|year| (1900..2200).contains(&year));
    words.iter().any(year) || words.len() == 3 && words.iter().all(|word| number(word).is_some())
}

fn iso(text: &str, tokens: &[Token], at: usize) -> Option<(Option<Date>, usize)> {
    let [year, month, day] = tokens.get(at..at + 3)? else {
        return None;
    };
    let joined = &text[year.start..day.end];
    (joined.len() == 10
        && joined.as_bytes()[4] == b'-'
        && joined.as_bytes()[7] == b'-'
        && month.is_number())
    .then(|| (joined.parse().ok(), at + 3))
}

fn slashed(
    text: &str,
    tokens: &[Token],
    at: usize,
    today: Date,
    lean: Lean,
) -> Option<(Option<Date>, usize)> {
    let month = tokens.get(at)?;
    let day = tokens.get(at + 1)?;
    let between = |left: &Token, right: &Token| text[left.end..right.start] == *"/";
    if !month.is_number() || !day.is_number() || !between(month, day) {
        return None;
    }
    let (month_number, day_number) = (month.norm.parse().ok()?, day.norm.parse().ok()?);
    let year = tokens
        .get(at + 2)
        .filter(|year| between(day, year))
        .and_then(|year| year.norm.parse::<i16>().ok());
    let year_full = year.map(|year| if year < 100 { 2000 + year } else { year });
    let date = match year_full {
        Some(year) => Date::new(year, month_number, day_number).ok(),
        None => with_year(month_number, day_number, today, lean),
    };
    Some((date, at + if year.is_some() { 3 } else { 2 }))
}

/// `March 5`, `Mar 5th, 2026`, `March ninth`.
fn month_first(
    tokens: &[Token],
    at: usize,
    today: Date,
    lean: Lean,
) -> Option<(Option<Date>, usize)> {
    let month = month(&tokens[at].norm)?;
    // "they may 5 times" is no date.
    if tokens[at].norm == "may" && !tokens[at].capital && !after_date_word(tokens, at) {
        return None;
    }
    let mut next = at + 1;
    if tokens.get(next).is_some_and(|token| token.norm == "the") {
        next += 1;
    }
    let (day, after) = day_of_month(tokens, next)?;
    if tokens[next].after_break && tokens[at].norm.len() > 3 {
        return None;
    }
    Some(finish(tokens, month, day, after, today, lean))
}

fn after_date_word(tokens: &[Token], at: usize) -> bool {
    at > 0
        && matches!(
            tokens[at - 1].norm.as_str(),
            "on" | "by" | "until" | "from" | "since" | "to" | "effective"
        )
}

/// `5 March`, `the fifteenth of September 2026`.
fn day_first(
    tokens: &[Token],
    at: usize,
    today: Date,
    lean: Lean,
) -> Option<(Option<Date>, usize)> {
    let (day, mut after) = day_of_month(tokens, at)?;
    if tokens.get(after).is_some_and(|token| token.norm == "of") {
        after += 1;
    }
    let token = tokens.get(after).filter(|token| !token.after_break)?;
    let month = month(&token.norm)?;
    // "in May 5 trucks" is not the fifth of May, and "6 may" is seldom a date.
    if token.norm == "may" && !token.capital {
        return None;
    }
    Some(finish(tokens, month, day, after + 1, today, lean))
}

fn finish(
    tokens: &[Token],
    month: i8,
    day: i8,
    after: usize,
    today: Date,
    lean: Lean,
) -> (Option<Date>, usize) {
    let year = tokens
        .get(after)
        .filter(|token| token.norm.len() == 4)
        .and_then(|token| token.norm.parse::<i16>().ok())
        .filter(|year| (1900..2200).contains(year));
    match year {
        Some(year) => (Date::new(year, month, day).ok(), after + 1),
        None => (with_year(month, day, today, lean), after),
    }
}

/// A day as `5`, `5th`, `fifth` or `twenty first`; the value may still be no day of its month.
fn day_of_month(tokens: &[Token], at: usize) -> Option<(i8, usize)> {
    let token = tokens.get(at)?;
    let pair = tokens
        .get(at + 1)
        .and_then(|next| ordinal(&next.norm))
        .filter(|value| *value < 10.0);
    let (value, after) = match (token.norm.as_str(), pair) {
        ("twenty", Some(rest)) => (20.0 + rest, at + 2),
        ("thirty", Some(rest)) => (30.0 + rest, at + 2),
        (word, _) => (
            word.parse::<f64>()
                .ok()
                .filter(|_| word.len() <= 2)
                .or_else(|| ordinal(word))?,
            at + 1,
        ),
    };
    #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
    (1.0..100.0)
        .contains(&value)
        .then_some((value as i8, after))
}

fn relative(tokens: &[Token], at: usize, today: Date) -> Option<(Date, usize)> {
    let word = |place: usize| tokens.get(place).map_or("", |token| token.norm.as_str());
    match word(at) {
        "today" | "tonight" => return Some((today, at + 1)),
        "tomorrow" => return Some((today.tomorrow().ok()?, at + 1)),
        "yesterday" => return Some((today.yesterday().ok()?, at + 1)),
        _ => {}
    }
    if let Some(day) = weekday(word(at)) {
        return Some((today.nth_weekday(1, day).ok()?, at + 1));
    }
    if let ("next" | "this" | "last" | "coming", Some(day)) = (word(at), weekday(word(at + 1))) {
        let date = match word(at) {
            "last" => today.nth_weekday(-1, day).ok()?,
            "next" => next_week(today, day)?,
            _ => today.nth_weekday(1, day).ok()?,
        };
        return Some((date, at + 2));
    }
    if word(at) == "end" && word(at + 1) == "of" {
        let place = at + 2 + usize::from(matches!(word(at + 2), "the" | "this"));
        if word(place) == "month" {
            return Some((today.last_of_month(), place + 1));
        }
        return month(word(place))
            .and_then(|month| with_year(month, 1, today, Lean::Future))
            .map(|date| (date.last_of_month(), place + 1));
    }
    if word(at) == "the" && tokens.get(at + 1).is_some_and(|token| token.norm.len() > 2) {
        let named_month = month(word(at + 2)).is_some() || word(at + 2) == "of";
        let day = ordinal(word(at + 1)).filter(|_| {
            !named_month && word(at + 1).starts_with(|first: char| first.is_ascii_digit())
        });
        return day
            .and_then(|day| day_after(today, day))
            .map(|date| (date, at + 2));
    }
    in_some_time(tokens, at, today)
}

/// `in two weeks`, `10 days from now`.
fn in_some_time(tokens: &[Token], at: usize, today: Date) -> Option<(Date, usize)> {
    let word = |place: usize| tokens.get(place).map_or("", |token| token.norm.as_str());
    let leading = word(at) == "in";
    let place = at + usize::from(leading);
    let count = if matches!(word(place), "a" | "an") {
        1.0
    } else {
        word_value(word(place))?
    };
    #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
    let count = (count < 1000.0).then_some(count as i32)?;
    let span = match word(place + 1) {
        "day" | "days" => count.days(),
        "week" | "weeks" => count.weeks(),
        "month" | "months" => count.months(),
        _ => return None,
    };
    let trailing = matches!(
        (word(place + 2), word(place + 3)),
        ("from", "now" | "today")
    );
    (leading || trailing).then(|| {
        today
            .checked_add(span)
            .ok()
            .map(|date| (date, place + 2 + 2 * usize::from(trailing)))
    })?
}

/// `next Friday` is the Friday of next week, as most people mean it.
fn next_week(today: Date, day: Weekday) -> Option<Date> {
    let coming = today.nth_weekday(1, day).ok()?;
    let days_to_sunday = 7 - today.weekday().to_monday_one_offset();
    let same_week = coming.duration_since(today).as_hours() / 24 <= i64::from(days_to_sunday);
    if same_week {
        coming.checked_add(7.days()).ok()
    } else {
        Some(coming)
    }
}

fn day_after(today: Date, day: f64) -> Option<Date> {
    #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
    let day = (1.0..=31.0).contains(&day).then_some(day as i8)?;
    let this = Date::new(today.year(), today.month(), day)
        .ok()
        .filter(|date| *date >= today);
    this.or_else(|| {
        let next = today.first_of_month().checked_add(1.month()).ok()?;
        Date::new(next.year(), next.month(), day).ok()
    })
}

/// The day of the week of this name.
pub fn weekday(word: &str) -> Option<Weekday> {
    WEEKDAYS
        .iter()
        .find(|(name, _)| *name == word)
        .map(|(_, day)| *day)
}

fn with_year(month: i8, day: i8, today: Date, lean: Lean) -> Option<Date> {
    let years = [today.year() - 1, today.year(), today.year() + 1];
    let mut dates = years
        .into_iter()
        .filter_map(|year| Date::new(year, month, day).ok());
    match lean {
        Lean::Future => dates.find(|date| *date >= today),
        Lean::Nearest => dates.min_by_key(|date| date.duration_since(today).as_hours().abs()),
    }
}

fn stretch_at(tokens: &[Token], at: usize, today: Date) -> Option<Stretch> {
    let word = |place: usize| tokens.get(place).map_or("", |token| token.norm.as_str());
    let shift = match if at > 0 { word(at - 1) } else { "" } {
        "last" => -1,
        "next" => 1,
        _ => 0,
    };
    let year_after = word(at + 1)
        .parse::<i16>()
        .ok()
        .filter(|year| (1900..2200).contains(year));
    let months = |first: i8, count: i32| {
        let year = year_after.unwrap_or_else(|| season_year(first, shift, today));
        let from = Date::new(year, first, 1).ok()?;
        let to = from.checked_add((count - 1).months()).ok()?.last_of_month();
        Some(Stretch { from, to })
    };
    match word(at) {
        "spring" => months(3, 3),
        "summer" => months(6, 3),
        "fall" | "autumn" => months(9, 3),
        "winter" => months(12, 3),
        "month" | "week" | "year" if at > 0 && matches!(word(at - 1), "this" | "next" | "last") => {
            whole(word(at), shift, today)
        }
        "days" | "weeks" | "months"
            if at > 1 && matches!(word(at - 2), "next" | "within" | "coming" | "last" | "past") =>
        {
            let after = tokens
                .get(at - 1)
                .and_then(|count| word_value(&count.norm))?;
            ahead(
                today,
                after,
                word(at),
                matches!(word(at - 2), "last" | "past"),
            )
        }
        name if name.len() == 4
            && name
                .parse::<i16>()
                .is_ok_and(|year| (2000..2100).contains(&year)) =>
        {
            year(name.parse().ok()?)
        }
        name => month(name)
            .filter(|_| tokens[at].capital || name.len() > 3)
            .filter(|_| name != "may" && name != "march" || tokens[at].capital)
            .and_then(|first| months(first, 1)),
    }
}

/// This month, next week, last year.
fn whole(unit: &str, shift: i32, today: Date) -> Option<Stretch> {
    match unit {
        "month" => {
            let from = today.first_of_month().checked_add(shift.months()).ok()?;
            Some(Stretch {
                from,
                to: from.last_of_month(),
            })
        }
        "week" => {
            let monday = today
                .checked_sub(i32::from(today.weekday().to_monday_zero_offset()).days())
                .ok()?;
            let from = monday.checked_add(shift.weeks()).ok()?;
            Some(Stretch {
                from,
                to: from.checked_add(6.days()).ok()?,
            })
        }
        _ => year(today.year() + i16::try_from(shift).ok()?),
    }
}

fn year(year: i16) -> Option<Stretch> {
    Some(Stretch {
        from: Date::new(year, 1, 1).ok()?,
        to: Date::new(year, 12, 31).ok()?,
    })
}

fn ahead(today: Date, count: f64, unit: &str, back: bool) -> Option<Stretch> {
    #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
    let count = (count < 1000.0).then_some(count as i32)?;
    let span = match unit {
        "days" => count.days(),
        "weeks" => count.weeks(),
        _ => count.months(),
    };
    if back {
        Some(Stretch {
            from: today.checked_sub(span).ok()?,
            to: today,
        })
    } else {
        Some(Stretch {
            from: today,
            to: today.checked_add(span).ok()?,
        })
    }
}

/// `last summer` is the one that is over, `next spring` the one that has not begun.
fn season_year(first: i8, shift: i32, today: Date) -> i16 {
    let year = today.year();
    match shift {
        -1 if first < today.month() => year,
        -1 => year - 1,
        1 if first > today.month() => year,
        1 => year + 1,
        _ => year,
    }
}
