//! "What is new", "what changes this summer": questions about nothing but what is new.

use super::Question;
use super::ask::Ask;
use super::evidence::Corpus;
use super::passages::Passage;
use super::values::carries;
use crate::dates::{self, Lean, Stretch, month};
use crate::text::{stem, tokens};

/// Words that only ask for what is new.
const NEWS: &[&str] = list!(
    "change" "new" "going" "news" "latest" "matter" "happening" "update" "recent" "going"
);
const SEASONS: &[&str] = list!("winter" "spring" "summer" "fall" "autumn");

fn is_news(term: &str) -> bool {
    NEWS.iter().any(|word| stem(word) == term)
}

fn is_time(term: &str) -> bool {
    month(term).is_some() || SEASONS.iter().any(|season| stem(season) == term)
}

impl Ask {
    /// Whether it asks for nothing but what is new.
    pub(super) fn asks_only_news(&self) -> bool {
        !self.focus.is_empty() && self.focus.iter().all(|(term, _)| is_news(term))
    }
}

impl Corpus<'_> {
    /// "What changes this summer": the newest passage with a day of that time, if nothing but news of it is asked for.
    pub(super) fn in_its_time(&self, part: &Ask, question: &Question<'_>) -> Option<usize> {
        let terms = || part.focus.iter().map(|(term, _)| term.as_str());
        let news = terms().any(is_news)
            && terms().any(is_time)
            && terms().all(|term| is_news(term) || is_time(term));
        let time = dates::stretch(question.tokens, question.today).filter(|_| news)?;
        let fits = |passage: &Passage| {
            passage.line > 0
                && !passage.is_uncertain()
                && is_dated(passage, &time)
                && carries(part, passage, &self.known)
        };
        self.passages.iter().rposition(fits)
    }
}

/// Whether a day of that time is named.
fn is_dated(passage: &Passage, time: &Stretch) -> bool {
    let found = tokens(&passage.text);
    let midyear = jiff::civil::date(passage.year, 6, 30);
    dates::dates(&passage.text, &found, midyear, Lean::Nearest)
        .iter()
        .filter(|mention| !mention.relative)
        .filter_map(|mention| mention.date)
        .any(|date| time.from <= date && date <= time.to)
}
