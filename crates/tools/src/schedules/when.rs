//! Plain words for a time, read without a model: what is not understood is said, and never guessed.

use std::time::Duration;

use jiff::civil::{Date, Time};
use jiff::{Zoned, tz::TimeZone};
use steward_accounts::dates::{Lean, Mention, dates};
use steward_accounts::numbers::word_value;
use steward_accounts::text::{Token, tokens};
use steward_model::{Timestamp, Timetable};

use super::clock::Clock;

/// A leap year, so that the same day of the next year is never too far.
const FURTHEST: Duration = Duration::from_secs(366 * 24 * 60 * 60);

/// Nobody says a time in more characters.
const LONGEST: usize = 200;

/// Words that say nothing of their own.
const FILLERS: [&str; 5] = ["at", "on", "the", "of", "and"];

const EXAMPLES: &str = "Say it like `tomorrow at 9:00`, `in 20 minutes`, `Friday at 3pm`, `2026-03-01 09:00`, \
    `every Monday at 8:30`, `every weekday at 9:00` or `every month on the 1st at 10:00`.";

const SEVERAL: &str = "This names more than one day. Set each of them by itself.";

/// A time that was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum When {
    /// A moment.
    Once(Timestamp),
    /// Again and again.
    Every {
        /// By this expression.
        cron: String,
        /// For the first time.
        next: Timestamp,
    },
}

/// Reads a time as it is said at `now`, by the clocks of a zone.
///
/// # Errors
/// What is not clear about it, and how to say it instead.
pub(super) fn read(text: &str, now: Timestamp, zone: &str) -> Result<When, String> {
    let text = text.trim();
    if text.chars().count() > LONGEST {
        return Err(format!("This is too long for a time. {EXAMPLES}"));
    }
    if let Some(at) = Timestamp::parse_rfc3339(text) {
        return once(at, now, zone);
    }
    let here = jiff::Timestamp::from_microsecond(now.as_micros())
        .unwrap_or_default()
        .to_zoned(TimeZone::get(zone).unwrap_or(TimeZone::UTC));
    if let Some(at) = text.contains(':').then(|| text.parse().ok()).flatten() {
        return once(moment(at, &here)?, now, zone);
    }
    let mut said = Said::new(text);
    let clock = said.clock()?;
    if let Some(rhythm) = said.rhythm(here.date())? {
        said.nothing_else()?;
        let cron = rhythm.cron(clock)?;
        let timetable = Timetable::parse(&cron, zone).map_err(|error| format!("{error}."))?;
        let next = timetable.next_after(now);
        let next = next.ok_or_else(|| "This time never comes.".to_owned())?;
        return Ok(When::Every { cron, next });
    }
    once(said.moment(clock, &here, now)?, now, zone)
}

fn once(at: Timestamp, now: Timestamp, zone: &str) -> Result<When, String> {
    if at <= now {
        let (at, now) = (at.spoken_in(zone), now.spoken_in(zone));
        return Err(format!("{at} is over: it is {now} now."));
    }
    if at > now.plus(FURTHEST) {
        let at = at.spoken_in(zone);
        return Err(format!("{at} is too far away: at most one year."));
    }
    Ok(When::Once(at))
}

/// What was said, with a note of the words that are understood by now.
pub(super) struct Said<'t> {
    text: &'t str,
    pub(super) words: Vec<Token>,
    understood: Vec<bool>,
}

impl<'t> Said<'t> {
    fn new(text: &'t str) -> Self {
        let words = tokens(text);
        Self {
            text,
            understood: vec![false; words.len()],
            words,
        }
    }

    /// A word that is not understood yet; an empty one where there is none.
    pub(super) fn word(&self, at: usize) -> &str {
        match self.understood.get(at) {
            Some(false) => &self.words[at].norm,
            _ => "",
        }
    }

    /// What stands between a word and the one before it.
    pub(super) fn gap_before(&self, at: usize) -> &str {
        match (at.checked_sub(1), self.words.get(at)) {
            (Some(before), Some(word)) => &self.text[self.words[before].end..word.start],
            _ => "",
        }
    }

    pub(super) fn find(&self, fits: impl Fn(&str) -> bool) -> Option<usize> {
        (0..self.words.len()).find(|at| fits(self.word(*at)))
    }

    pub(super) fn understand(&mut self, words: std::ops::Range<usize>) {
        for at in words {
            if let Some(understood) = self.understood.get_mut(at) {
                *understood = true;
            }
        }
    }

    /// Why it cannot be read.
    pub(super) fn unclear(&self) -> String {
        let left = (0..self.words.len())
            .filter(|at| !self.understood[*at])
            .map(|at| &self.words[at])
            .filter(|word| !FILLERS.contains(&word.norm.as_str()));
        let left: Vec<&str> = left.map(|word| &self.text[word.start..word.end]).collect();
        match left.is_empty() {
            true => format!("This does not say when. {EXAMPLES}"),
            false => format!(
                "This cannot be read: it is not clear what `{}` means. {EXAMPLES}",
                left.join(" ")
            ),
        }
    }

    fn nothing_else(&self) -> Result<(), String> {
        let fillers = |word: &str| !word.is_empty() && !FILLERS.contains(&word);
        match self.find(fillers) {
            Some(_) => Err(self.unclear()),
            None => Ok(()),
        }
    }

    /// The one moment that is meant.
    fn moment(
        mut self,
        clock: Option<Clock>,
        here: &Zoned,
        now: Timestamp,
    ) -> Result<Timestamp, String> {
        if let Some(later) = self.some_time().filter(|_| clock.is_none()) {
            self.nothing_else()?;
            return Ok(now.plus(later));
        }
        let day = self.day(here.date())?;
        self.nothing_else()?;
        let at = match (day, clock) {
            (Some(Day::Named(date)), Some(clock)) => date.to_datetime(clock.time()?),
            (Some(Day::After(date)), Some(clock)) => date.to_datetime(clock.time()?),
            (Some(Day::After(date)), None) => date.to_datetime(here.time()),
            (Some(Day::Named(_)), None) => return Err(no_hour()),
            (None, Some(clock)) => return next_at(clock.time()?, here),
            (None, None) => return Err(self.unclear()),
        };
        moment(at, here)
    }

    /// `in 20 minutes`, `two hours from now`, `in half an hour`, `in 1 hour and 30 minutes`.
    fn some_time(&mut self) -> Option<Duration> {
        let from_now = |said: &Self, at| said.word(at) == "from" && said.word(at + 1) == "now";
        let start = self.find(|word| word == "in" || amount(word).is_some())?;
        let leading = self.word(start) == "in";
        let first = start + usize::from(leading);
        let (mut total, mut at) = self.stretch(first)?;
        let joined = at + usize::from(self.word(at) == "and");
        if let Some((more, after)) = self.stretch(joined) {
            (total, at) = (total + more, after);
        }
        if from_now(self, at) {
            at += 2;
        } else if !leading {
            return None;
        }
        self.understand(start..at);
        Some(total)
    }

    /// A number of minutes or hours, and the word after it.
    fn stretch(&self, at: usize) -> Option<(Duration, usize)> {
        let half = self.word(at) == "half" && self.word(at + 1) == "an";
        let (count, unit) = match half {
            true => (0.5, at + 2),
            false => (amount(self.word(at))?, at + 1),
        };
        let seconds = match self.word(unit) {
            "minute" | "minutes" | "min" | "mins" => 60.0,
            "hour" | "hours" | "hr" | "hrs" => 3600.0,
            _ => return None,
        };
        // Not a number that is no time at all: whatever is far away is refused by its name.
        let seconds = (count * seconds).clamp(0.0, 1e10);
        Some((Duration::from_secs_f64(seconds), unit + 1))
    }

    /// Whether these words are more than one thing: `Monday and Friday`.
    fn lists(&self, words: &std::ops::Range<usize>) -> bool {
        words
            .clone()
            .any(|at| matches!(self.word(at), "and" | "or"))
    }

    fn day(&mut self, today: Date) -> Result<Option<Day>, String> {
        if self.find(|word| word == "this").is_some() && self.words_understood() {
            let this = self.find(|word| word == "this").unwrap_or_default();
            self.understand(this..this + 1);
            return Ok(Some(Day::Named(today)));
        }
        match self.mentions(today).as_slice() {
            [] => Ok(None),
            [(None, range)] if self.lists(range) => Err(SEVERAL.to_owned()),
            [(date, range)] => {
                let spans = self.word(range.start) == "in"
                    || (range.len() > 1 && matches!(self.word(range.end - 1), "now" | "today"));
                let date = date.ok_or_else(|| "There is no such day.".to_owned())?;
                self.understand(range.clone());
                Ok(Some(match spans {
                    true => Day::After(date),
                    false => Day::Named(date),
                }))
            }
            _ => Err(SEVERAL.to_owned()),
        }
    }

    /// Whether `this` is all that is left, as in `this evening`.
    fn words_understood(&self) -> bool {
        self.find(|word| !word.is_empty() && word != "this" && !FILLERS.contains(&word))
            .is_none()
    }

    /// The days that the words name which are not understood yet, with the places of those words.
    pub(super) fn mentions(&self, today: Date) -> Vec<(Option<Date>, std::ops::Range<usize>)> {
        let places: Vec<usize> = (0..self.words.len())
            .filter(|at| !self.understood[*at])
            .collect();
        let left: Vec<Token> = places.iter().map(|at| self.words[*at].clone()).collect();
        let range = |mention: &Mention| places[mention.first]..places[mention.after - 1] + 1;
        let found = dates(self.text, &left, today, Lean::Future);
        found.iter().map(|it| (it.date, range(it))).collect()
    }
}

/// A day that was said.
enum Day {
    /// By its name.
    Named(Date),
    /// By how far away it is, which leaves the hour as it is now.
    After(Date),
}

/// `a`, `an`, `20`, `twenty`.
pub(super) fn amount(word: &str) -> Option<f64> {
    match word {
        "a" | "an" => Some(1.0),
        word => word_value(word),
    }
}

/// What is missing where a day has no hour.
pub(super) fn no_hour() -> String {
    format!("This does not say at what time of the day. {EXAMPLES}")
}

/// Today, or tomorrow if that is over.
fn next_at(time: Time, here: &Zoned) -> Result<Timestamp, String> {
    let today = moment(here.date().to_datetime(time), here)?;
    if today.as_micros() > here.timestamp().as_microsecond() {
        return Ok(today);
    }
    let tomorrow = here.date().tomorrow().map_err(|error| error.to_string())?;
    moment(tomorrow.to_datetime(time), here)
}

fn moment(at: jiff::civil::DateTime, here: &Zoned) -> Result<Timestamp, String> {
    let zoned = at.to_zoned(here.time_zone().clone());
    let zoned = zoned.map_err(|_| "There is no such time.".to_owned())?;
    Ok(Timestamp::from_micros(zoned.timestamp().as_microsecond()))
}
