//! All accounts of a brokerage with what was written and said about them.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

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
///
/// It is changed account by account and source by source; the order in which that happens leaves no trace.
#[derive(Debug, Default)]
pub struct Book {
    /// By id.
    pub accounts: Vec<AccountState>,
    /// The brokerage's own people: they are no customers.
    pub staff: Vec<String>,
    pub carriers: Vec<String>,
    /// The trades and lines of insurance that accounts have, each once.
    pub industries: Vec<String>,
    pub coverages: Vec<String>,
    /// Accounts that are there and cannot be read: whatever is counted leaves them out, and says so.
    /// By id, with what they were called last where that is known.
    lost: BTreeMap<String, Option<String>>,
    directory: Directory,
    sources: HashMap<String, Vec<Arc<Source>>>,
    counted: [BTreeMap<String, usize>; 3],
}

impl Book {
    pub fn new(accounts: Vec<AccountState>, sources: Vec<Source>, staff: Vec<String>) -> Self {
        let mut book = Self::default();
        book.set_staff(staff);
        for account in accounts {
            book.put_account(account);
        }
        for source in sources {
            book.add_source(Arc::new(source));
        }
        book
    }

    pub fn set_staff(&mut self, staff: Vec<String>) {
        self.directory.set_staff(&staff);
        self.staff = staff;
    }

    /// Takes in an account, in the place of what was known under its id.
    pub fn put_account(&mut self, account: AccountState) {
        self.lost.remove(&account.id);
        self.directory.put(&account);
        let after = values(&account);
        let before = match self.place(&account.id) {
            Ok(place) => values(&std::mem::replace(&mut self.accounts[place], account)),
            Err(place) => {
                self.accounts.insert(place, account);
                Default::default()
            }
        };
        self.count(before, after);
    }

    /// Takes out an account that is there but cannot be read. Its name is what it was called here last, or else this one.
    pub fn lose_account(&mut self, id: &str, name: Option<&str>) {
        let known = self.account(id).map(|account| account.name.clone());
        let before = self.lost.get(id).cloned().flatten();
        let name = known.or(before).or_else(|| name.map(str::to_owned));
        self.remove_account(id);
        self.lost.insert(id.to_owned(), name);
    }

    /// The accounts that are there and cannot be read: by name, or by id where no name is known.
    pub fn lost(&self) -> impl ExactSizeIterator<Item = &str> {
        self.lost
            .iter()
            .map(|(id, name)| name.as_deref().unwrap_or(id))
    }

    pub fn remove_account(&mut self, id: &str) {
        self.lost.remove(id);
        if let Ok(place) = self.place(id) {
            let gone = self.accounts.remove(place);
            self.directory.remove(id);
            self.count(values(&gone), Default::default());
        }
    }

    pub fn add_source(&mut self, source: Arc<Source>) {
        let known = self.sources.entry(source.account_id.clone()).or_default();
        let place = known.partition_point(|other| order(other, &source).is_le());
        known.insert(place, source);
    }

    /// Takes out one source that says the same.
    pub fn remove_source(&mut self, source: &Source) {
        let Some(known) = self.sources.get_mut(&source.account_id) else {
            return;
        };
        if let Some(place) = known.iter().position(|other| **other == *source) {
            known.remove(place);
        }
        if known.is_empty() {
            self.sources.remove(&source.account_id);
        }
    }

    pub fn account(&self, id: &str) -> Option<&AccountState> {
        self.place(id).ok().map(|place| &self.accounts[place])
    }

    /// What was written and said about an account, oldest first.
    pub fn sources(&self, id: &str) -> &[Arc<Source>] {
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

    fn place(&self, id: &str) -> Result<usize, usize> {
        self.accounts
            .binary_search_by(|account| account.id.as_str().cmp(id))
    }

    /// Counts what an account says instead of what it said, and lists what became another list by it.
    fn count(&mut self, before: [Vec<String>; 3], after: [Vec<String>; 3]) {
        let mut is_new = [false; 3];
        for (kind, (gone, come)) in before.into_iter().zip(after).enumerate() {
            let counted = &mut self.counted[kind];
            if gone == come {
                continue;
            }
            for value in come {
                let count = counted.entry(value).or_default();
                *count += 1;
                is_new[kind] |= *count == 1;
            }
            for value in gone {
                if let Some(count) = counted.get_mut(&value) {
                    *count -= 1;
                    if *count == 0 {
                        counted.remove(&value);
                        is_new[kind] = true;
                    }
                }
            }
        }
        let lists = [
            &mut self.carriers,
            &mut self.industries,
            &mut self.coverages,
        ];
        for ((list, counted), is_new) in lists.into_iter().zip(&self.counted).zip(is_new) {
            if is_new {
                *list = counted.keys().cloned().collect();
            }
        }
        if is_new[0] {
            self.directory.set_carriers(&self.carriers);
        }
    }
}

fn begins_a_word(text: &str, stem: &str) -> bool {
    text.match_indices(stem)
        .any(|(at, _)| at == 0 || !text.as_bytes()[at - 1].is_ascii_alphanumeric())
}

/// The carrier, the trade and the lines of an account.
fn values(account: &AccountState) -> [Vec<String>; 3] {
    [
        account.carrier.iter().cloned().collect(),
        account.industry.iter().cloned().collect(),
        account.coverage_types.clone(),
    ]
}

/// Oldest first. Two of the same moment are told apart by what they say, so that they always stand in the same order.
fn order(left: &Source, right: &Source) -> Ordering {
    fn key(source: &Source) -> impl Ord {
        let said = (&source.subject, &source.summary, &source.raw);
        (
            source.at,
            &source.id,
            &source.kind,
            &source.from,
            &source.to,
            said,
        )
    }
    key(left).cmp(&key(right))
}
