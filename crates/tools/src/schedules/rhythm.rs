//! Again and again: the words for it, and the cron expression that they mean.

use std::collections::BTreeSet;
use std::ops::Range;

use jiff::civil::{Date, Weekday};
use steward_accounts::dates::weekday;
use steward_accounts::numbers::ordinal;

use super::clock::Clock;
use super::when::{Said, amount, no_hour};

/// More often than this is a bill and no reminder.
const OFTENEST_MINUTES: u32 = 15;

const WHICH_DAY: &str = "This does not say on which day. Say it like `every week on Monday at 8:30` or `every month on the \
    1st at 10:00`.";
const UNEVEN: &str =
    "This rhythm cannot be kept. Minutes can be 15, 20 or 30, and hours 1, 2, 3, 4, 6, 8 or 12.";

/// How it comes again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Rhythm {
    Daily,
    /// On these days, from Sunday as 0 on.
    Weekly(BTreeSet<i8>),
    Monthly(i8),
    MonthEnd,
    Yearly(i8, i8),
    Hours(u32),
    Minutes(u32),
}

impl Rhythm {
    /// The expression for it.
    ///
    /// # Errors
    /// What is missing, or too much.
    pub(super) fn cron(&self, clock: Option<Clock>) -> Result<String, String> {
        if let Self::Hours(_) | Self::Minutes(_) = self {
            return match (clock, self) {
                (Some(_), _) => Err("Say either how often, or at what time.".to_owned()),
                (None, Self::Hours(1)) => Ok("0 * * * *".to_owned()),
                (None, Self::Hours(hours)) => Ok(format!("0 */{hours} * * *")),
                (None, other) => Ok(format!("*/{} * * * *", other.minutes())),
            };
        }
        let Clock { hour, minute } = clock.ok_or_else(no_hour)?;
        let days = match self {
            Self::Weekly(days) => {
                let days: Vec<String> = days.iter().map(i8::to_string).collect();
                format!("* * {}", days.join(","))
            }
            Self::Monthly(day) => format!("{day} * *"),
            Self::MonthEnd => "L * *".to_owned(),
            Self::Yearly(month, day) => format!("{day} {month} *"),
            Self::Daily | Self::Hours(_) | Self::Minutes(_) => "* * *".to_owned(),
        };
        Ok(format!("{minute} {hour} {days}"))
    }

    fn minutes(&self) -> u32 {
        match self {
            Self::Minutes(minutes) => *minutes,
            _ => OFTENEST_MINUTES,
        }
    }
}

impl Said<'_> {
    /// How it comes again, if it does.
    ///
    /// # Errors
    /// Why that cannot be kept.
    pub(super) fn rhythm(&mut self, today: Date) -> Result<Option<Rhythm>, String> {
        let Some(at) = self.find(|word| one_word(word).is_some()) else {
            return Ok(None);
        };
        let named = one_word(self.word(at));
        // `Mondays` are days themselves.
        let after = match days_of(self.word(at)) {
            Some(_) => at,
            None => at + 1,
        };
        self.understand(at..after);
        let rhythm = match named {
            Some(Named::Every) => self.every(after, today),
            Some(Named::Day) => Ok(Rhythm::Daily),
            Some(Named::Hour) => Ok(Rhythm::Hours(1)),
            Some(Named::Week) => self.week(),
            Some(Named::Month) => self.month(),
            Some(Named::Year) => self.year(today),
            None => Err(self.unclear()),
        };
        rhythm.map(Some)
    }

    fn every(&mut self, at: usize, today: Date) -> Result<Rhythm, String> {
        // The part of the day was understood before: `every morning`.
        if self.word(at).is_empty() && at < self.words.len() {
            return Ok(Rhythm::Daily);
        }
        let word = self.word(at).to_owned();
        match word.as_str() {
            "day" | "hour" | "week" | "month" | "year" => {
                self.understand(at..at + 1);
                match word.as_str() {
                    "day" => Ok(Rhythm::Daily),
                    "hour" => Ok(Rhythm::Hours(1)),
                    "week" => self.week(),
                    "month" => self.month(),
                    _ => self.year(today),
                }
            }
            "last" => self.month(),
            word if days_of(word).is_some() => self.week(),
            word if ordinal(word).is_some() && !self.names_weekday(at + 1) => self.month(),
            _ => self.often(at),
        }
    }

    fn names_weekday(&self, at: usize) -> bool {
        days_of(self.word(at)).is_some()
    }

    /// `20 minutes`, `2 hours`.
    fn often(&mut self, at: usize) -> Result<Rhythm, String> {
        let whole = amount(self.word(at)).filter(|count| count.fract() == 0.0);
        let unit = self.word(at + 1).trim_end_matches('s').to_owned();
        let (Some(count), "minute" | "min" | "hour") = (whole, unit.as_str()) else {
            return Err(self.unclear());
        };
        self.understand(at..at + 2);
        let fits = |all: &[u32]| all.iter().copied().find(|it| f64::from(*it) == count);
        let rhythm = match unit.as_str() {
            "hour" => fits(&[1, 2, 3, 4, 6, 8, 12]).map(Rhythm::Hours),
            _ => fits(&[OFTENEST_MINUTES, 20, 30]).map(Rhythm::Minutes),
        };
        rhythm.ok_or_else(|| UNEVEN.to_owned())
    }

    /// Every day of the week that is named.
    fn week(&mut self) -> Result<Rhythm, String> {
        let mut days = BTreeSet::new();
        while let Some(at) = self.find(|word| days_of(word).is_some()) {
            days.extend(days_of(self.word(at)).into_iter().flatten());
            self.understand(at..at + 1);
        }
        match days.is_empty() {
            true => Err(WHICH_DAY.to_owned()),
            false => Ok(Rhythm::Weekly(days)),
        }
    }

    fn month(&mut self) -> Result<Rhythm, String> {
        let last = self.find(|word| word == "last");
        if let Some(at) = last.filter(|at| self.word(at + 1) == "day") {
            self.understand(at..at + 2);
            self.of_the_month();
            return Ok(Rhythm::MonthEnd);
        }
        let day = self.find(|word| ordinal(word).is_some());
        let Some(at) = day else {
            return Err(WHICH_DAY.to_owned());
        };
        let day = ordinal(self.word(at)).unwrap_or_default();
        self.understand(at..at + 1 + usize::from(self.word(at + 1) == "day"));
        self.of_the_month();
        let known = (1..=28).find(|known: &i8| f64::from(*known) == day);
        known.map(Rhythm::Monthly).ok_or_else(|| {
            "Not every month has such a day. Say a day up to the 28th, or `every last day of the month`."
                .to_owned()
        })
    }

    fn of_the_month(&mut self) {
        if let Some(at) = self.find(|word| word == "month") {
            self.understand(at..at + 1);
        }
    }

    fn year(&mut self, today: Date) -> Result<Rhythm, String> {
        let found: Vec<(Option<Date>, Range<usize>)> = self.mentions(today);
        let [(Some(date), range)] = found.as_slice() else {
            return Err(WHICH_DAY.to_owned());
        };
        self.understand(range.clone());
        Ok(Rhythm::Yearly(date.month(), date.day()))
    }
}

/// A word that says that it comes again.
enum Named {
    Every,
    Hour,
    Day,
    Week,
    Month,
    Year,
}

fn one_word(word: &str) -> Option<Named> {
    match word {
        "every" | "each" => Some(Named::Every),
        "hourly" => Some(Named::Hour),
        "daily" => Some(Named::Day),
        "weekly" => Some(Named::Week),
        "monthly" => Some(Named::Month),
        "yearly" | "annually" => Some(Named::Year),
        // `Mondays`, but not `Monday`, which comes once.
        word if word.ends_with('s') && days_of(word).is_some() => Some(Named::Week),
        _ => None,
    }
}

/// The days that a word names, from Sunday as 0 on.
fn days_of(word: &str) -> Option<Vec<i8>> {
    let one = word.strip_suffix('s').unwrap_or(word);
    match one {
        "weekday" | "workday" => Some((1..=5).collect()),
        "weekend" => Some(vec![6, 0]),
        _ => weekday(one).map(|day: Weekday| vec![day.to_sunday_zero_offset()]),
    }
}
