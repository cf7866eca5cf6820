//! All accounts of a brokerage with what was written and said about them.

use std::collections::{BTreeSet, HashMap};

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::resolve::Directory;
use crate::state::AccountState;
use crate::text::{Token, stem};
use crate::words::{AROUND, is_desk, is_stopword};

/// An email, a call or a text message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    pub account_id: String,
    pub kind: String,
    pub id: String,
    pub at: Timestamp,
    #[serde(default)]
    pub from: String,
    #[serde(default)]
    pub to: String,
    #[serde(default)]
    pub subject: Option<String>,
    #[serde(default)]
    pub summary: String,
    #[serde(default)]
    pub raw: String,
}

impl Source {
    pub fn date(&self) -> Date {
        self.at.to_zoned(TimeZone::UTC).date()
    }
}

/// The accounts, their sources and the directory of their names.
#[derive(Debug)]
pub struct Book {
    pub accounts: Vec<AccountState>,
    /// The brokerage's own people: they are no customers.
    pub staff: Vec<String>,
    pub carriers: Vec<String>,
    /// The trades and lines of insurance that accounts have, each once.
    pub industries: Vec<String>,
    pub coverages: Vec<String>,
    directory: Directory,
    places: HashMap<String, usize>,
    sources: HashMap<String, Vec<Source>>,
}

impl Book {
    pub fn new(accounts: Vec<AccountState>, sources: Vec<Source>, staff: Vec<String>) -> Self {
        let carriers = distinct(
            accounts
                .iter()
                .filter_map(|account| account.carrier.as_ref()),
        );
        let industries = distinct(
            accounts
                .iter()
                .filter_map(|account| account.industry.as_ref()),
        );
        let coverages = distinct(accounts.iter().flat_map(|account| &account.coverage_types));
        let places = accounts
            .iter()
            .enumerate()
            .map(|(place, account)| (account.id.clone(), place))
            .collect();
        let mut by_account: HashMap<String, Vec<Source>> = HashMap::new();
        for source in sources {
            by_account
                .entry(source.account_id.clone())
                .or_default()
                .push(source);
        }
        for sources in by_account.values_mut() {
            sources
                .sort_by(|left, right| left.at.cmp(&right.at).then_with(|| left.id.cmp(&right.id)));
        }
        let directory = Directory::new(&accounts, &carriers, &staff);
        Self {
            accounts,
            staff,
            carriers,
            industries,
            coverages,
            directory,
            places,
            sources: by_account,
        }
    }

    pub fn account(&self, id: &str) -> Option<&AccountState> {
        self.places.get(id).map(|place| &self.accounts[*place])
    }

    /// What was written and said about an account, oldest first.
    pub fn sources(&self, id: &str) -> &[Source] {
        self.sources.get(id).map_or(&[], Vec::as_slice)
    }

    /// The only account whose file speaks of what a sentence without a name is about. Rare words decide, and two of them at
    /// least: one may stand anywhere by chance.
    pub(crate) fn spoken_of(&self, said: &[Token]) -> Option<&str> {
        // Every message is read; a larger book is searched by the index of memory.
        const MESSAGES: usize = 20_000;
        if self.sources.values().map(Vec::len).sum::<usize>() > MESSAGES {
            return None;
        }
        let mut terms: Vec<String> = said
            .iter()
            .map(|token| token.norm.as_str())
            .filter(|word| {
                word.len() > 3 && !is_stopword(word) && !is_desk(word) && !AROUND.contains(word)
            })
            .map(stem)
            .collect();
        terms.sort();
        terms.dedup();
        let has: Vec<Vec<bool>> = self
            .accounts
            .iter()
            .map(|account| self.file_has(account, &terms))
            .collect();
        #[expect(clippy::cast_precision_loss, reason = "counts of accounts")]
        let weights: Vec<f64> = (0..terms.len())
            .map(|term| {
                let files = has.iter().filter(|file| file[term]).count();
                (1.0 + has.len() as f64 / files.max(1) as f64).ln()
            })
            .collect();
        let whole: f64 = weights.iter().sum();
        let mut scored: Vec<(f64, usize)> = has
            .iter()
            .enumerate()
            .filter(|(_, file)| file.iter().filter(|has| **has).count() > 1)
            .map(|(account, file)| {
                let own = file.iter().zip(&weights).filter(|(has, _)| **has);
                (own.map(|(_, weight)| weight).sum(), account)
            })
            .collect();
        scored.sort_by(|left, right| right.0.total_cmp(&left.0));
        let (best, account) = *scored.first()?;
        let next = scored.get(1).map_or(0.0, |(next, _)| *next);
        (best >= whole * 0.6 && best > next * 1.25).then(|| self.accounts[account].id.as_str())
    }

    /// Which of the stems stand in the notes or messages of an account.
    fn file_has(&self, account: &AccountState, terms: &[String]) -> Vec<bool> {
        let mut has = vec![false; terms.len()];
        let notes = account.notes.iter().map(String::as_str);
        let messages = self
            .sources(&account.id)
            .iter()
            .flat_map(|source| [source.summary.as_str(), source.raw.as_str()]);
        for text in notes.chain(messages) {
            let lower = text.to_ascii_lowercase();
            for (place, term) in terms.iter().enumerate() {
                has[place] = has[place] || begins_a_word(&lower, term);
            }
        }
        has
    }

    pub fn directory(&self) -> &Directory {
        &self.directory
    }
}

fn begins_a_word(text: &str, stem: &str) -> bool {
    text.match_indices(stem)
        .any(|(at, _)| at == 0 || !text.as_bytes()[at - 1].is_ascii_alphanumeric())
}

fn distinct<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    let names: BTreeSet<&String> = names.collect();
    names.into_iter().cloned().collect()
}
