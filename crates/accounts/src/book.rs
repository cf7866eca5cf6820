//! All accounts of a brokerage with what was written and said about them.

use std::collections::{BTreeSet, HashMap};

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

    pub fn directory(&self) -> &Directory {
        &self.directory
    }
}

fn distinct<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    let names: BTreeSet<&String> = names.collect();
    names.into_iter().cloned().collect()
}
