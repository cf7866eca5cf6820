use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::answer::{Nearness, WordsOnly};
use crate::book::Book;
use crate::history::{Delta, History};

/// What a sentence is read against.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    pub book: &'a Book,
    pub today: Date,
    pub nearness: &'a dyn Nearness,
    pub past: &'a dyn Past,
}

/// How accounts came to be what they are, from outside.
pub trait Past {
    fn history(&self, account: &str) -> Option<&History>;
}

/// Nothing is known of what was.
#[derive(Debug, Clone, Copy)]
pub struct NoPast;

impl Past for NoPast {
    fn history(&self, _account: &str) -> Option<&History> {
        None
    }
}

impl<'a> Scene<'a> {
    /// With words alone to tell what is near.
    pub fn new(book: &'a Book, today: Date) -> Self {
        Self {
            book,
            today,
            nearness: &WordsOnly,
            past: &NoPast,
        }
    }

    /// The same with the histories of the accounts.
    pub fn with_past(self, past: &'a dyn Past) -> Self {
        Self { past, ..self }
    }

    /// What was changed last of an account, if its history is known. What was changed days ago is nothing to be corrected.
    pub(super) fn last_changed(&self, account: &str) -> Option<&'a [Delta]> {
        let history = self.past.history(account)?;
        let last = history.entries.last().filter(|entry| {
            let day = entry.at.to_zoned(TimeZone::UTC).date();
            (self.today - day).get_days().abs() <= 1
        });
        Some(last.map_or(&[], |entry| entry.deltas.as_slice()))
    }
}
