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

    pub fn remove_account(&mut self, id: &str) {
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
