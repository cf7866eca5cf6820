use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::{Blank, Filter, date_of};
use crate::book::{Book, Source};
use crate::money::Money;
use crate::state::{AccountState, Location};
use crate::text::{plain, stem, words};
use crate::update::coverage_name;
use crate::words::alike;

/// When an account was last heard of. Of a new one nothing can have been heard before it was made.
fn last_heard(account: &AccountState, book: &Book) -> Option<Date> {
    let opened = account.created.map(|at| at.to_zoned(TimeZone::UTC).date());
    let heard = book.sources(&account.id).last().map(|source| source.date());
    heard.or(opened)
}

impl Filter {
    pub(super) fn holds(&self, account: &AccountState, book: &Book, today: Date) -> bool {
        match self {
            Self::Stage { any, not } => {
                let stage = account.stage.as_deref().unwrap_or_default();
                any.iter().any(|one| one.eq_ignore_ascii_case(stage)) != *not
            }
            Self::Carrier { name, not } => (account.carrier.as_ref() == Some(name)) != *not,
            Self::State(code) => located(account, |place| place.state.eq_ignore_ascii_case(code)),
            Self::City(city) => located(account, |place| plain(&place.city) == *city),
            Self::Trade(trades) => account
                .industry
                .as_ref()
                .is_some_and(|trade| trades.contains(trade)),
            Self::Coverage { line, not } => {
                account
                    .coverage_types
                    .iter()
                    .any(|held| coverage_name(held) == *line)
                    != *not
            }
            Self::Premium {
                least,
                most,
                strict,
            } => account
                .premium
                .is_some_and(|premium| within(premium, *least, *most, *strict)),
            Self::HasPremium(wanted) => account.premium.is_some() == *wanted,
            Self::HasCarrier(wanted) => account.carrier.is_some() == *wanted,
            Self::Name(wanted) => account.names().any(|name| has_all(&words(name), wanted)),
            Self::Person(wanted) => account
                .contacts
                .iter()
                .any(|contact| has_all(&words(&contact.name), wanted)),
            Self::Before(carrier) => {
                account.carrier.as_ref() == Some(carrier)
                    || account.carrier.is_none() && submitted_to(carrier, account, book).is_some()
            }
            Self::Renewal(stretch) => {
                let date = date_of(account, account.renewal_date, &["renewal", "renews"], today);
                date.is_some_and(|date| stretch.holds(date))
            }
            Self::Created(stretch) => account
                .created
                .is_some_and(|at| stretch.holds(at.to_zoned(TimeZone::UTC).date())),
            Self::QuietSince(day) => last_heard(account, book).is_none_or(|last| last < *day),
            Self::Lacks(blank) => blank.lacks(account, today),
            Self::Has(blank) => !blank.lacks(account, today),
            Self::Mentions(said) => mentions(account, book, said),
            Self::Contacts { least, most } => {
                (*least..=most.unwrap_or(usize::MAX)).contains(&account.contacts.len())
            }
            Self::Any(filters) => filters
                .iter()
                .any(|filter| filter.holds(account, book, today)),
            Self::Not(filter) => !filter.holds(account, book, today),
        }
    }

    /// The condition in words, for the explanation.
    pub(super) fn describe(&self) -> String {
        let without = |not: bool| if not { "not " } else { "" };
        match self {
            Self::Stage { any, not } => format!("stage is {}{}", without(*not), any.join(" or ")),
            Self::Carrier { name, not } => format!("carrier is {}{name}", without(*not)),
            Self::State(code) => format!("state is {code}"),
            Self::City(city) => format!("city is {city}"),
            Self::Trade(trades) => format!("trade is {}", trades.join(" or ")),
            Self::Coverage { line, not } => format!("coverage {}includes {line}", without(*not)),
            Self::Premium { least, most, .. } => match (least, most) {
                (Some(least), Some(most)) => format!("premium between {least} and {most}"),
                (Some(least), None) => format!("premium above {least}"),
                (_, most) => format!("premium below {}", most.unwrap_or_default()),
            },
            Self::HasPremium(wanted) => format!("has {} premium", if *wanted { "a" } else { "no" }),
            Self::HasCarrier(wanted) => format!("has {} carrier", if *wanted { "a" } else { "no" }),
            Self::Name(words) => format!("name has {}", words.join(" ")),
            Self::Person(words) => format!("a contact is called {}", words.join(" ")),
            Self::Before(carrier) => format!("placed with {carrier} or still before it"),
            Self::Renewal(stretch) => format!("renewal from {} to {}", stretch.from, stretch.to),
            Self::Created(stretch) => format!("created from {} to {}", stretch.from, stretch.to),
            Self::QuietSince(day) => format!("nothing on file since {day}"),
            Self::Lacks(blank) => format!("nothing on file under {}", blank.describe()),
            Self::Has(blank) => format!("something on file under {}", blank.describe()),
            Self::Mentions(said) => format!("the file speaks of {}", said.join(" ")),
            Self::Contacts { least, most } => match most {
                Some(most) => format!("{least} to {most} contacts"),
                None => format!("at least {least} contacts"),
            },
            Self::Any(filters) => {
                let each: Vec<String> = filters.iter().map(Self::describe).collect();
                format!("({})", each.join(" or "))
            }
            Self::Not(filter) => format!("not {}", filter.describe()),
        }
    }
}

fn located(account: &AccountState, fits: impl Fn(&Location) -> bool) -> bool {
    account.location.as_ref().is_some_and(fits)
}

/// The last message that names an insurer, unless it says that the insurer declined.
pub(super) fn submitted_to<'a>(
    carrier: &str,
    account: &AccountState,
    book: &'a Book,
) -> Option<&'a Source> {
    let name = words(carrier);
    let lead = name.get(..2.min(name.len()))?.join(" ");
    let says = |text: &str| plain(text).contains(&lead);
    let last = book
        .sources(&account.id)
        .iter()
        .rev()
        .find(|source| says(&source.summary) || says(&source.raw))?;
    let refused = last
        .summary
        .split(['.', ';'])
        .chain(last.raw.split(['.', ';', '\n']))
        .filter(|clause| says(clause))
        .flat_map(words)
        .any(|word| alike(&stem(&word), "declin"));
    (!refused).then_some(last)
}

fn has_all(known: &[String], wanted: &[String]) -> bool {
    // "the two Ortegas" are called Ortega.
    let fits = |word: &String| {
        known.contains(word)
            || word
                .strip_suffix('s')
                .is_some_and(|one| known.iter().any(|own| own == one))
    };
    wanted.iter().all(fits)
}

fn within(premium: Money, least: Option<Money>, most: Option<Money>, strict: bool) -> bool {
    let edge = |bound: Option<Money>| strict && bound == Some(premium);
    let above = least.is_none_or(|least| premium >= least) && !edge(least);
    above && most.is_none_or(|most| premium <= most) && !edge(most)
}

impl Blank {
    fn lacks(self, account: &AccountState, today: Date) -> bool {
        match self {
            Self::Notes => account.notes.is_empty(),
            Self::Phone => account.contacts.iter().all(|one| one.phone.is_none()),
            Self::Email => account.contacts.iter().all(|one| one.email.is_none()),
            Self::Coverage => account.coverage_types.is_empty(),
            Self::Renewal => {
                date_of(account, account.renewal_date, &["renewal", "renews"], today).is_none()
            }
            Self::FollowUp => {
                date_of(account, account.follow_up_date, &["follow up"], today).is_none()
            }
            Self::Effective => {
                date_of(account, account.effective_date, &["effective"], today).is_none()
            }
        }
    }
}

/// Whether one note or one message has all the words.
fn mentions(account: &AccountState, book: &Book, said: &[String]) -> bool {
    let stems: Vec<String> = said.iter().map(|word| stem(word)).collect();
    let has = |text: &str| {
        let known: Vec<String> = words(text).iter().map(|word| stem(word)).collect();
        stems.iter().all(|stem| known.contains(stem))
    };
    account.notes.iter().any(|note| has(note))
        || book
            .sources(&account.id)
            .iter()
            .any(|source| has(&source.summary) || has(&source.raw))
}

/// Whether a trade has every word of a group.
pub(super) fn is_trade(trade: &str, group: &[String]) -> bool {
    let known: Vec<String> = words(trade).iter().map(|word| stem(word)).collect();
    let line = plain(trade);
    let fits = |word: &String| {
        let inside = line.contains(word.as_str())
            && (word.contains(' ') || line.split(' ').any(|part| part.starts_with(word.as_str())));
        if word.contains(' ') {
            inside
        } else {
            known.contains(&stem(word)) || inside && word.len() > 4
        }
    };
    group.iter().all(fits)
}
