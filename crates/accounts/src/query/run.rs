use std::collections::BTreeMap;

use jiff::civil::Date;

use super::filters::submitted_to;
use super::{Answer, Citation, Filter, Key, Mode, Query, date_of};
use crate::book::Book;
use crate::money::Money;
use crate::state::{AccountState, Contact};
use crate::words::state_name;

/// Computes a query from the states.
pub fn run(query: &Query, book: &Book, today: Date) -> Answer {
    if let Some(measure) = &query.missing {
        return Answer {
            text: format!("Not known: nothing on file records {measure} for accounts."),
            citations: Vec::new(),
            rule: format!("{measure} is no field of an account"),
            known: false,
        };
    }
    let mut accounts: Vec<&AccountState> = book
        .accounts
        .iter()
        .filter(|account| {
            query
                .filters
                .iter()
                .all(|filter| filter.holds(account, book, today))
                && !query.is_stirred(account)
        })
        .collect();
    let mut text = computed(query.mode, &mut accounts, book, today);
    if query.people {
        text.push_str(&people(&accounts));
    }
    text.push_str(&left_out(book.lost()));
    let citations = cited(query, &accounts, book);
    let conditions: Vec<String> = query.filters.iter().map(Filter::describe).collect();
    Answer {
        text,
        citations,
        rule: match conditions.as_slice() {
            [] => format!("{} over all accounts", query.mode.describe()),
            some => format!(
                "{} over the accounts of which this holds: {}",
                query.mode.describe(),
                some.join(" and ")
            ),
        },
        known: true,
    }
}

/// What is counted is not all there is where an account cannot be read.
fn left_out<'b>(mut lost: impl ExactSizeIterator<Item = &'b str>) -> String {
    const TOLD: usize = 10;
    let count = lost.len();
    let told: Vec<&str> = lost.by_ref().take(TOLD).collect();
    let mut names = told.join(", ");
    if count > TOLD {
        names.push_str(&format!(" and {} more", count - TOLD));
    }
    match count {
        0 => String::new(),
        1 => format!("\n\nOne account is left out: the file of {names} cannot be read."),
        some => format!("\n\n{some} accounts are left out, whose files cannot be read: {names}."),
    }
}

/// The answer in words; a ranking leaves only the accounts it names.
fn computed(mode: Mode, accounts: &mut Vec<&AccountState>, book: &Book, today: Date) -> String {
    let premiums: Vec<Money> = accounts
        .iter()
        .filter_map(|account| account.premium)
        .collect();
    let total: Money = premiums.iter().copied().sum();
    match mode {
        Mode::List => list(accounts, book, today),
        Mode::Count => format!("{}: {}.", counted(accounts.len()), names(accounts)),
        Mode::Share => share(accounts, book),
        Mode::Sum => format!(
            "Total premium {total} over {}: {}.",
            counted(premiums.len()),
            names(accounts)
        ),
        Mode::CountAndSum => format!(
            "{}: {}. Total premium {total}.",
            counted(accounts.len()),
            names(accounts)
        ),
        Mode::Average => average(&premiums, total),
        Mode::Highest(count)
        | Mode::Lowest(count)
        | Mode::Oldest(count)
        | Mode::Newest(count)
        | Mode::Soonest(count) => {
            ranked(accounts, mode, count);
            list(accounts, book, today)
        }
        Mode::Spread => spread(&premiums),
        Mode::Kinds(by) => kinds(accounts, by),
        Mode::Groups { by, premium } => {
            let lines = groups(accounts, by, premium)
                .into_iter()
                .map(|group| group.line(premium));
            lines.collect::<Vec<_>>().join("\n")
        }
        Mode::Leader {
            by,
            premium,
            fewest,
        } => {
            let all = groups(accounts, by, premium);
            let Some(leader) = (if fewest { all.last() } else { all.first() }) else {
                return "None.".to_owned();
            };
            accounts.retain(|account| leader.ids.contains(&account.id));
            leader.line(premium)
        }
    }
}

/// How many of all accounts they are.
fn share(accounts: &[&AccountState], book: &Book) -> String {
    let all = book.accounts.len().max(1);
    let tenths = accounts.len() * 1000 / all;
    format!(
        "{} of {all} accounts ({}.{} %): {}.",
        accounts.len(),
        tenths / 10,
        tenths % 10,
        names(accounts)
    )
}

/// The states, and for quiet accounts the last that was heard of them.
fn cited(query: &Query, accounts: &[&AccountState], book: &Book) -> Vec<Citation> {
    let quiet = query.asks_silence();
    let mut citations: Vec<Citation> = accounts
        .iter()
        .map(|account| Citation::state(&account.id))
        .collect();
    for filter in &query.filters {
        if let Filter::Before(carrier) = filter {
            let told = accounts
                .iter()
                .filter_map(|account| submitted_to(carrier, account, book));
            citations.extend(told.map(|source| Citation {
                id: source.id.clone(),
                line: None,
            }));
        }
    }
    if quiet {
        let last = accounts
            .iter()
            .filter_map(|account| book.sources(&account.id).last());
        citations.extend(last.map(|source| Citation {
            id: source.id.clone(),
            line: None,
        }));
    }
    citations
}

/// A group of more accounts is told by its number alone.
const NAMED: usize = 8;

struct Group {
    name: String,
    ids: Vec<String>,
    accounts: Vec<String>,
    /// How many of them have a premium.
    priced: u32,
    premium: Money,
}

impl Group {
    fn line(&self, premium: bool) -> String {
        let count = counted(self.ids.len());
        let state = state_name(&self.name)
            .map(|long| format!(" ({long})"))
            .unwrap_or_default();
        let who = if self.accounts.len() <= NAMED {
            format!(": {}", self.accounts.join(", "))
        } else {
            String::new()
        };
        if premium {
            let mean = Money::from_number(self.premium.number() / f64::from(self.priced.max(1)));
            let mean = mean.unwrap_or_default();
            format!(
                "{}{state}: {}, {mean} on average ({count}{who})",
                self.name, self.premium
            )
        } else {
            format!("{}{state}: {count}{who}", self.name)
        }
    }
}

/// The groups, the largest first.
fn groups(accounts: &[&AccountState], by: Key, premium: bool) -> Vec<Group> {
    let mut found: BTreeMap<String, Group> = BTreeMap::new();
    for account in accounts {
        for name in values(account, by) {
            let group = found.entry(name.clone()).or_insert_with(|| Group {
                name,
                ids: Vec::new(),
                accounts: Vec::new(),
                priced: 0,
                premium: Money::default(),
            });
            group.ids.push(account.id.clone());
            group.accounts.push(account.name.clone());
            group.priced += u32::from(account.premium.is_some());
            group.premium = [group.premium, account.premium.unwrap_or_default()]
                .into_iter()
                .sum();
        }
    }
    let mut groups: Vec<Group> = found.into_values().collect();
    groups.sort_by(|left, right| {
        if premium {
            right.premium.cmp(&left.premium)
        } else {
            right.ids.len().cmp(&left.ids.len())
        }
    });
    groups
}

fn values(account: &AccountState, by: Key) -> Vec<String> {
    let place = account.location.as_ref();
    match by {
        Key::Stage => account.stage.iter().cloned().collect(),
        Key::Carrier => account.carrier.iter().cloned().collect(),
        Key::State => place.map(|place| place.state.clone()).into_iter().collect(),
        Key::City => place.map(|place| place.city.clone()).into_iter().collect(),
        Key::Trade => account.industry.iter().cloned().collect(),
        Key::Coverage => account.coverage_types.clone(),
    }
}

fn ranked(accounts: &mut Vec<&AccountState>, mode: Mode, count: usize) {
    match mode {
        Mode::Oldest(_) => accounts.sort_by_key(|account| account.created),
        Mode::Newest(_) => accounts.sort_by_key(|account| std::cmp::Reverse(account.created)),
        Mode::Soonest(_) => {
            accounts.retain(|account| account.renewal_date.is_some());
            accounts.sort_by_key(|account| account.renewal_date);
        }
        Mode::Lowest(_) => {
            accounts.retain(|account| account.premium.is_some());
            accounts.sort_by_key(|account| account.premium);
        }
        _ => {
            accounts.retain(|account| account.premium.is_some());
            accounts.sort_by_key(|account| std::cmp::Reverse(account.premium));
        }
    }
    accounts.truncate(count);
}

fn average(premiums: &[Money], total: Money) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a count of accounts")]
    let mean = total.number() / premiums.len().max(1) as f64;
    let mut sorted = premiums.to_vec();
    sorted.sort();
    let middle = sorted
        .get(sorted.len() / 2)
        .zip(sorted.get(sorted.len().saturating_sub(1) / 2))
        .and_then(|(high, low)| Money::from_number(f64::midpoint(high.number(), low.number())))
        .unwrap_or_default();
    match Money::from_number(mean) {
        Some(mean) if !premiums.is_empty() => format!(
            "Average premium {mean} over {} ({total} in total; median {middle}).",
            counted(premiums.len())
        ),
        _ => "No account of that kind has a premium.".to_owned(),
    }
}

fn kinds(accounts: &[&AccountState], by: Key) -> String {
    let found = groups(accounts, by, false);
    let lines: Vec<String> = found.iter().map(|group| group.line(false)).collect();
    format!("{} in all:\n{}", found.len(), lines.join("\n"))
}

/// "Largest less smallest".
fn spread(premiums: &[Money]) -> String {
    let ends = premiums.iter().max().zip(premiums.iter().min());
    ends.and_then(|(high, low)| {
        Money::from_number(high.number() - low.number())
            .map(|gap| format!("{high} - {low} = {gap}."))
    })
    .unwrap_or_else(|| "No account of that kind has a premium.".to_owned())
}

/// The people of the accounts, one line each.
fn people(accounts: &[&AccountState]) -> String {
    let contact = |contact: &Contact| {
        let parts = [
            Some(&contact.name),
            contact.role.as_ref(),
            contact.phone.as_ref(),
            contact.email.as_ref(),
        ];
        parts
            .into_iter()
            .flatten()
            .cloned()
            .collect::<Vec<_>>()
            .join(", ")
    };
    accounts
        .iter()
        .filter(|account| !account.contacts.is_empty())
        .map(|account| {
            let each: Vec<String> = account.contacts.iter().map(contact).collect();
            format!("\nContacts of {}: {}", account.name, each.join("; "))
        })
        .collect()
}

fn list(accounts: &[&AccountState], book: &Book, today: Date) -> String {
    if accounts.is_empty() {
        return "None: no account fits.".to_owned();
    }
    let lines = accounts
        .iter()
        .map(|account| format!("- {}", line(account, book, today)));
    format!(
        "{}:\n{}",
        counted(accounts.len()),
        lines.collect::<Vec<_>>().join("\n")
    )
}

/// An account in one line: place, stage, premium, carrier, and when it was last heard of.
fn line(account: &AccountState, book: &Book, today: Date) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(
        account
            .location
            .as_ref()
            .map(|place| format!("{}, {}", place.city, place.state)),
    );
    parts.extend(account.stage.clone());
    parts.extend(account.premium.map(|premium| premium.to_string()));
    parts.extend(account.carrier.clone());
    parts.extend(
        date_of(account, account.renewal_date, &["renewal", "renews"], today)
            .map(|date| format!("renewal {date}")),
    );
    parts.extend(
        book.sources(&account.id)
            .last()
            .map(|source| format!("last contact {}", source.date())),
    );
    format!("{}: {}", account.name, parts.join("; "))
}

fn names(accounts: &[&AccountState]) -> String {
    if accounts.is_empty() {
        return "none".to_owned();
    }
    accounts
        .iter()
        .map(|account| account.name.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}

fn counted(count: usize) -> String {
    if count == 1 {
        "1 account".to_owned()
    } else {
        format!("{count} accounts")
    }
}
