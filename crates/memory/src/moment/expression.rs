//! Finds the words of time in a question, without a calendar.

use jiff::civil::Weekday;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const WEEKDAYS: [(&str, Weekday); 7] = [
    ("monday", Weekday::Monday),
    ("tuesday", Weekday::Tuesday),
    ("wednesday", Weekday::Wednesday),
    ("thursday", Weekday::Thursday),
    ("friday", Weekday::Friday),
    ("saturday", Weekday::Saturday),
    ("sunday", Weekday::Sunday),
];
/// With the month they begin in, in the north.
const SEASONS: [(&str, i8); 5] = [
    ("spring", 3),
    ("summer", 6),
    ("autumn", 9),
    ("fall", 9),
    ("winter", 12),
];
const NUMBERS: [(&str, i32); 13] = [
    ("a", 1),
    ("an", 1),
    ("one", 1),
    ("two", 2),
    ("couple", 2),
    ("three", 3),
    ("few", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("ten", 10),
];

/// One expression; counts are from now, negative in the past.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expression {
    Days(i32),
    Weeks(i32),
    Weekend(i32),
    Months(i32),
    Years(i32),
    LastWeekday(Weekday),
    Year(i16),
    /// In one year or in any.
    Day(Option<i16>, i8, i8),
    /// One or more months from this one on, in one year or in any.
    Month(Option<i16>, i8, i32),
    /// The latest such month or season.
    LastMonth(i8, i32),
}

struct Word<'text> {
    text: &'text str,
    lower: String,
}

impl Word<'_> {
    fn is(&self, words: &[&str]) -> bool {
        words.contains(&self.lower.as_str())
    }

    /// "may" and "march" are verbs unless somebody wrote them as names.
    fn month(&self) -> Option<i8> {
        let index = MONTHS
            .iter()
            .position(|month| *month == self.lower || month[..3] == self.lower)?;
        let verb = matches!(self.lower.as_str(), "may" | "march" | "mar");
        let named = self.text.starts_with(|c: char| c.is_uppercase());
        (named || !verb).then_some(i8::try_from(index + 1).ok()?)
    }

    fn season(&self) -> Option<i8> {
        let season = SEASONS.iter().find(|(name, _)| *name == self.lower)?;
        Some(season.1)
    }

    fn weekday(&self) -> Option<Weekday> {
        let weekday = WEEKDAYS.iter().find(|(name, _)| *name == self.lower)?;
        Some(weekday.1)
    }

    fn year(&self) -> Option<i16> {
        let year = self.lower.parse().ok()?;
        (self.lower.len() == 4 && (1900..2100).contains(&year)).then_some(year)
    }

    /// "7" and "7th".
    fn day(&self) -> Option<i8> {
        let digits = self
            .lower
            .trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let rest = &self.lower[digits.len()..];
        let day = digits.parse().ok()?;
        let spelt = ["", "st", "nd", "rd", "th"].contains(&rest);
        (spelt && (1..=31).contains(&day)).then_some(day)
    }

    fn number(&self) -> Option<i32> {
        let named = NUMBERS.iter().find(|(name, _)| *name == self.lower);
        named.map(|(_, number)| *number).or_else(|| {
            let number = self.lower.parse().ok()?;
            (0..10_000).contains(&number).then_some(number)
        })
    }
}

/// Every expression in the text, from the left, without overlap.
pub(super) fn find(text: &str) -> Vec<Expression> {
    let words: Vec<Word<'_>> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|text| Word {
            text,
            lower: text.to_lowercase(),
        })
        .collect();
    let mut found = Vec::new();
    let mut rest = words.as_slice();
    while !rest.is_empty() {
        let (expression, length) = at_start(rest).map_or((None, 1), |(e, n)| (Some(e), n));
        found.extend(expression);
        rest = &rest[length..];
    }
    found
}

/// The expression that the words begin with, and how many of them it takes.
fn at_start(words: &[Word<'_>]) -> Option<(Expression, usize)> {
    let first = words.first()?;
    let single = match first.lower.as_str() {
        "yesterday" => Some(Expression::Days(-1)),
        "today" | "tonight" => Some(Expression::Days(0)),
        "tomorrow" => Some(Expression::Days(1)),
        _ => None,
    };
    single
        .map(|expression| (expression, 1))
        .or_else(|| relative(words))
        .or_else(|| ago(words))
        .or_else(|| calendar(words))
        .or_else(|| Some((Expression::Year(first.year()?), 1)))
}

/// "last week", "this month", "next year", "last May", "last Friday".
fn relative(words: &[Word<'_>]) -> Option<(Expression, usize)> {
    let [first, second, ..] = words else {
        return None;
    };
    let ahead = match first.lower.as_str() {
        "last" | "past" | "previous" => -1,
        "this" => 0,
        "next" => 1,
        _ => return None,
    };
    let expression = match second.lower.as_str() {
        "night" | "evening" => Expression::Days(ahead),
        "week" => Expression::Weeks(ahead),
        "weekend" => Expression::Weekend(ahead),
        "month" => Expression::Months(ahead),
        "year" => Expression::Years(ahead),
        _ if ahead >= 0 => return None,
        _ => named_last(second)?,
    };
    Some((expression, 2))
}

fn named_last(word: &Word<'_>) -> Option<Expression> {
    let month = || Some(Expression::LastMonth(word.month()?, 1));
    let season = || Some(Expression::LastMonth(word.season()?, 3));
    let weekday = || Some(Expression::LastWeekday(word.weekday()?));
    weekday().or_else(month).or_else(season)
}

/// "three days ago", "a couple of weeks ago".
fn ago(words: &[Word<'_>]) -> Option<(Expression, usize)> {
    let number = words.first()?.number()?;
    let (number, skipped) = match words.get(1)? {
        word if word.is(&["couple", "few"]) => (word.number()?, 2),
        _ => (number, 1),
    };
    let skipped = skipped + usize::from(words.get(skipped)?.is(&["of"]));
    if !words.get(skipped + 1)?.is(&["ago"]) {
        return None;
    }
    let expression = match words[skipped].lower.as_str() {
        "day" | "days" => Expression::Days(-number),
        "week" | "weeks" => Expression::Weeks(-number),
        "month" | "months" => Expression::Months(-number),
        "year" | "years" => Expression::Years(-number),
        _ => return None,
    };
    Some((expression, skipped + 2))
}

/// "2023-05-07", "7 May 2023", "May 7th, 2023", "May 2023", "May", "summer 2022".
fn calendar(words: &[Word<'_>]) -> Option<(Expression, usize)> {
    let get = |at: usize| words.get(at);
    if let (Some(year), Some(month), Some(day)) = (
        words[0].year(),
        get(1).and_then(Word::day).filter(|month| *month <= 12),
        get(2).and_then(Word::day),
    ) {
        return Some((Expression::Day(Some(year), month, day), 3));
    }
    if let Some(day) = words[0].day() {
        let of = usize::from(get(1)?.is(&["of"]));
        let month = get(1 + of)?.month()?;
        return Some(with_year(words, 2 + of, |year| {
            Expression::Day(year, month, day)
        }));
    }
    if let Some(season) = words[0].season() {
        // "fall" is also a verb, so a season needs its year here.
        let year = get(1)?.year()?;
        return Some((Expression::Month(Some(year), season, 3), 2));
    }
    let month = words[0].month()?;
    match get(1).and_then(Word::day) {
        Some(day) => Some(with_year(words, 2, |year| {
            Expression::Day(year, month, day)
        })),
        None => Some(with_year(words, 1, |year| {
            Expression::Month(year, month, 1)
        })),
    }
}

fn with_year(
    words: &[Word<'_>],
    used: usize,
    expression: impl Fn(Option<i16>) -> Expression,
) -> (Expression, usize) {
    match words.get(used).and_then(Word::year) {
        Some(year) => (expression(Some(year)), used + 1),
        None => (expression(None), used),
    }
}
