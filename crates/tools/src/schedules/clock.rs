//! The time of the day among the words of a time.

use jiff::civil::Time;
use steward_accounts::dates::month;

use super::when::{Said, amount};

/// A time of the day that was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clock {
    pub(super) hour: i8,
    pub(super) minute: i8,
}

impl Clock {
    pub(super) fn time(self) -> Result<Time, String> {
        Time::new(self.hour, self.minute, 0, 0)
            .map_err(|_| "There is no such time of the day.".to_owned())
    }
}

/// A part of the day, with the hour that is meant where none is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Morning,
    Afternoon,
    Evening,
}

/// What was said of an hour.
struct Hour {
    hour: i8,
    minute: i8,
    half: Half,
    after: usize,
}

/// Which twelve hours of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Half {
    First,
    Second,
    /// Nothing was said, and `3` may be either.
    Unsaid,
    /// As on a clock with twenty-four hours.
    Whole,
}

impl Said<'_> {
    /// The time of the day, if one is said.
    ///
    /// # Errors
    /// Why it can be none, or may be two.
    pub(super) fn clock(&mut self) -> Result<Option<Clock>, String> {
        let part = self.part();
        let found = (0..self.words.len()).find_map(|at| self.hour_at(at).map(|hour| (at, hour)));
        if let Some((at, hour)) = found {
            let start = match self.word(at.saturating_sub(1)) {
                "at" if at > 0 => at - 1,
                _ => at,
            };
            self.understand(start..hour.after);
            return hour.clock(part).map(Some);
        }
        let whole = |hour| Clock { hour, minute: 0 };
        if let Some(at) = self.find(|word| matches!(word, "noon" | "midday" | "midnight")) {
            let noon = self.word(at) != "midnight";
            self.understand(at..at + 1);
            return Ok(Some(whole(if noon { 12 } else { 0 })));
        }
        Ok(part.map(|part| match part {
            Part::Morning => whole(9),
            Part::Afternoon => whole(15),
            Part::Evening => whole(18),
        }))
    }

    fn part(&mut self) -> Option<Part> {
        // `tonight` names a day as well, so that it is left to be read as one.
        if self.find(|word| word == "tonight").is_some() {
            return Some(Part::Evening);
        }
        let is_part = |word: &str| matches!(word, "morning" | "afternoon" | "evening" | "night");
        let at = self.find(is_part)?;
        let part = match self.word(at) {
            "morning" => Part::Morning,
            "afternoon" => Part::Afternoon,
            _ => Part::Evening,
        };
        // `in the morning`: the `in` leads to no number.
        let leads = at >= 2 && self.word(at - 2) == "in" && self.word(at - 1) == "the";
        self.understand(if leads { at - 2 } else { at }..at + 1);
        Some(part)
    }

    /// `8:30`, `8.30pm`, `9am`, `9 p.m.`, `at 9`, `nine o'clock`.
    fn hour_at(&self, at: usize) -> Option<Hour> {
        let word = self.word(at);
        let (digits, ending) = split(word);
        let glued = half(ending)?;
        let (hour, minute, mut after) = match digits.split_once('.') {
            Some((hour, minute)) => (hour.parse().ok()?, two_digits(minute)?, at + 1),
            None if digits.is_empty() => (spelt(word)?, None, at + 1),
            None if self.gap_before(at + 1) == ":" && glued == Half::Unsaid => {
                let (minute, ending) = split(self.word(at + 1));
                return self.with_half(digits.parse().ok()?, two_digits(minute)?, ending, at + 2);
            }
            None => (digits.parse().ok()?, None, at + 1),
        };
        let mut half = glued;
        if half == Half::Unsaid {
            (half, after) = self.half_at(after);
        }
        let oclock = self.word(after) == "o'clock";
        after += usize::from(oclock);
        let told =
            self.word(at.checked_sub(1).unwrap_or(usize::MAX)) == "at" && !self.counts(after);
        (oclock || told || matches!(half, Half::First | Half::Second)).then_some(Hour {
            hour,
            minute: minute.unwrap_or(0),
            half: match (half, minute) {
                (Half::Unsaid, Some(_)) => Half::Whole,
                _ => half,
            },
            after,
        })
    }

    fn with_half(&self, hour: i8, minute: Option<i8>, ending: &str, after: usize) -> Option<Hour> {
        let (half, after) = match half(ending)? {
            Half::Unsaid => self.half_at(after),
            said => (said, after),
        };
        Some(Hour {
            hour,
            minute: minute?,
            half: match half {
                Half::Unsaid => Half::Whole,
                said => said,
            },
            after,
        })
    }

    /// `am`, `p.m.`, or nothing.
    fn half_at(&self, at: usize) -> (Half, usize) {
        let letters = self.word(at + 1) == "m" && self.gap_before(at + 1) == ".";
        match (self.word(at), letters) {
            ("am", _) => (Half::First, at + 1),
            ("pm", _) => (Half::Second, at + 1),
            ("a", true) => (Half::First, at + 2),
            ("p", true) => (Half::Second, at + 2),
            _ => (Half::Unsaid, at),
        }
    }

    /// Whether the number before this word counts something, or is a day of a month.
    fn counts(&self, at: usize) -> bool {
        let word = self.word(at);
        month(word).is_some()
            || self.gap_before(at) == "/"
            || ["minute", "hour", "day", "week", "month"]
                .iter()
                .any(|unit| {
                    word.strip_prefix(unit)
                        .is_some_and(|rest| matches!(rest, "" | "s"))
                })
    }
}

impl Hour {
    fn clock(self, part: Option<Part>) -> Result<Clock, String> {
        let later = matches!(part, Some(Part::Afternoon | Part::Evening));
        let hour = match (self.half, self.hour) {
            (Half::First | Half::Second, hour) if !(1..=12).contains(&hour) => {
                return Err("There is no such time of the day.".to_owned());
            }
            (Half::First, hour) => hour % 12,
            (Half::Second, hour) => hour % 12 + 12,
            (Half::Unsaid | Half::Whole, hour @ 1..=11) if later => hour + 12,
            (Half::Unsaid, hour @ 1..=6) if part.is_none() => {
                let other = hour + 12;
                return Err(format!(
                    "`{hour}` may be {hour}am or {hour}pm. Say `{hour}am`, or `{other}:00`."
                ));
            }
            (_, hour) => hour,
        };
        let clock = Clock {
            hour,
            minute: self.minute,
        };
        clock.time().map(|_| clock)
    }
}

/// The figures that a word begins with, and the rest of it.
fn split(word: &str) -> (&str, &str) {
    let figures = |letter: char| letter.is_ascii_digit() || letter == '.';
    let end = word.find(|letter| !figures(letter)).unwrap_or(word.len());
    word.split_at(end)
}

fn half(ending: &str) -> Option<Half> {
    match ending {
        "am" => Some(Half::First),
        "pm" => Some(Half::Second),
        "" => Some(Half::Unsaid),
        // A word is no ending of figures; whoever asks looks whether it is a number that is spelt out.
        word if spelt(word).is_some() => Some(Half::Unsaid),
        _ => None,
    }
}

/// `nine`, but neither `a` nor `ninth`.
fn spelt(word: &str) -> Option<i8> {
    let plain = word.starts_with(|first: char| first.is_ascii_alphabetic())
        && !matches!(word, "a" | "an")
        && steward_accounts::numbers::ordinal(word).is_none();
    let value = amount(word).filter(|value| plain && (0.0..24.0).contains(value))?;
    #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
    Some(value as i8)
}

#[expect(clippy::option_option, reason = "no figures, or none that are minutes")]
fn two_digits(figures: &str) -> Option<Option<i8>> {
    let minute = figures.parse().ok().filter(|_| figures.len() == 2)?;
    Some(Some(minute))
}
