//! Questions over all accounts: a sentence becomes a typed query, the query is computed from the states, and the answer says
//! how it was computed.

mod apart;
mod blanks;
mod filters;
mod modes;
mod parse;
mod read;
mod run;
mod stages;
mod times;

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::Serialize;

pub use self::parse::parse;
pub use self::run::run;
use crate::dates::{self, Lean, Stretch};
use crate::money::Money;
use crate::state::AccountState;
use crate::text;

/// A condition that an account meets or not.
#[derive(Debug, Clone, PartialEq)]
pub enum Filter {
    Stage {
        any: Vec<String>,
        not: bool,
    },
    Carrier {
        name: String,
        not: bool,
    },
    State(String),
    City(String),
    /// The trades that the words of the question stand for.
    Trade(Vec<String>),
    Coverage {
        line: String,
        not: bool,
    },
    Premium {
        least: Option<Money>,
        most: Option<Money>,
        strict: bool,
    },
    HasPremium(bool),
    HasCarrier(bool),
    /// A field of which nothing is on file.
    Lacks(Blank),
    Has(Blank),
    /// One note or message has all these words, in any form.
    Mentions(Vec<String>),
    Name(Vec<String>),
    /// A contact has these words in the name.
    Person(Vec<String>),
    /// Nothing is placed yet, and the last that was said of the insurer is not that it declined.
    Before(String),
    Renewal(Stretch),
    Created(Stretch),
    /// Nothing written or said since that day.
    QuietSince(Date),
    Contacts {
        least: usize,
        most: Option<usize>,
    },
    /// One of them is enough: "in Texas or Ohio".
    Any(Vec<Filter>),
    /// "Outside Virginia".
    Not(Box<Filter>),
}

/// A field that an account may have nothing in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blank {
    Notes,
    Phone,
    Email,
    Coverage,
    Renewal,
    FollowUp,
    Effective,
}

/// What accounts are grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Key {
    Stage,
    Carrier,
    State,
    City,
    Trade,
    Coverage,
}

/// What is computed from the accounts that are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    List,
    Count,
    /// How many of all accounts.
    Share,
    Sum,
    /// How many, and their premium together.
    CountAndSum,
    Average,
    Highest(usize),
    Lowest(usize),
    Oldest(usize),
    Newest(usize),
    /// By the day of renewal.
    Soonest(usize),
    /// The highest premium less the lowest.
    Spread,
    /// Which values there are, and how many.
    Kinds(Key),
    /// Every group, by number of accounts or by premium.
    Groups {
        by: Key,
        premium: bool,
    },
    /// The first group only.
    Leader {
        by: Key,
        premium: bool,
        fewest: bool,
    },
}

impl Blank {
    fn describe(self) -> &'static str {
        match self {
            Self::Notes => "notes",
            Self::Phone => "phone",
            Self::Email => "email",
            Self::Coverage => "coverage",
            Self::Renewal => "renewal date",
            Self::FollowUp => "follow-up date",
            Self::Effective => "effective date",
        }
    }
}

impl Key {
    fn describe(self) -> &'static str {
        match self {
            Self::Stage => "stage",
            Self::Carrier => "carrier",
            Self::State => "state",
            Self::City => "city",
            Self::Trade => "trade",
            Self::Coverage => "coverage",
        }
    }
}

impl Mode {
    /// What is computed, in words, for the explanation.
    fn describe(self) -> String {
        let some = |count: usize, end: &str| match count {
            1 => format!("the {end} one"),
            usize::MAX => format!("all, the {end} ones first,"),
            count => format!("the {count} {end} ones"),
        };
        match self {
            Self::List => "a list".to_owned(),
            Self::Count => "a count".to_owned(),
            Self::Share => "a share".to_owned(),
            Self::Sum => "the sum of the premiums".to_owned(),
            Self::CountAndSum => "a count and the sum of the premiums".to_owned(),
            Self::Average => "the average premium".to_owned(),
            Self::Highest(count) => format!("{} by premium", some(count, "highest")),
            Self::Lowest(count) => format!("{} by premium", some(count, "lowest")),
            Self::Oldest(count) => some(count, "oldest"),
            Self::Newest(count) => some(count, "newest"),
            Self::Soonest(count) => format!("{} by renewal", some(count, "next")),
            Self::Spread => "the highest premium less the lowest".to_owned(),
            Self::Kinds(by) => format!("every {} there is", by.describe()),
            Self::Groups { by, premium: true } => format!("the premium by {}", by.describe()),
            Self::Groups { by, .. } => format!("a count by {}", by.describe()),
            Self::Leader { by, fewest, .. } => {
                let which = if fewest { "smallest" } else { "largest" };
                format!("the {} with the {which} part", by.describe())
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    pub filters: Vec<Filter>,
    pub mode: Mode,
    /// A measure that no account has, such as a commission: then the answer is that it is not known.
    pub missing: Option<String>,
    /// Whether the contacts of each account are told too.
    pub people: bool,
    /// The day of the last change of each account, where silence is asked for and its history is known.
    pub changed: BTreeMap<String, Date>,
}

impl Query {
    /// Whether it asks for accounts of which nothing was heard.
    pub fn asks_silence(&self) -> bool {
        self.silent_since().is_some()
    }

    fn silent_since(&self) -> Option<Date> {
        self.filters.iter().find_map(|filter| match filter {
            Filter::QuietSince(day) => Some(*day),
            _ => None,
        })
    }

    /// Whether a change of the account is newer than the silence that is asked for.
    fn is_stirred(&self, account: &AccountState) -> bool {
        let changed = self.changed.get(&account.id);
        changed
            .zip(self.silent_since())
            .is_some_and(|(changed, since)| *changed >= since)
    }
}

/// An answer with what it rests on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answer {
    pub text: String,
    /// `state:<id>` or the id of a source, with the line within it where there is one.
    pub citations: Vec<Citation>,
    /// How it was found.
    pub rule: String,
    pub known: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Citation {
    pub id: String,
    pub line: Option<usize>,
}

impl Citation {
    pub fn state(id: &str) -> Self {
        Self {
            id: format!("state:{id}"),
            line: None,
        }
    }
}

/// A date of an account: its field, or the first date of a note that speaks of it.
pub(crate) fn date_of(
    account: &AccountState,
    field: Option<Date>,
    words: &[&str],
    today: Date,
) -> Option<Date> {
    field.or_else(|| {
        account.notes.iter().rev().find_map(|note| {
            let plain = text::plain(note);
            let tokens = text::tokens(note);
            words
                .iter()
                .any(|word| plain.contains(word))
                .then(|| {
                    dates::dates(note, &tokens, today, Lean::Nearest)
                        .first()
                        .and_then(|mention| mention.date)
                })
                .flatten()
        })
    })
}
