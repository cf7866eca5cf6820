//! Accounts and sources that nobody has, the same in every run.

use jiff::Timestamp;
use jiff::civil::{Date, date};
use steward_accounts::book::Source;
use steward_accounts::money::Money;
use steward_accounts::state::{AccountState, Contact, Location};
use steward_memory::accounts::{Incoming, What};

/// The day on which everything is asked.
pub(super) const TODAY: Date = date(2026, 11, 16);

const FIRST: [&str; 40] = [
    "Amber", "Birch", "Cedar", "Dune", "Ember", "Fern", "Granite", "Hazel", "Indigo", "Juniper",
    "Kestrel", "Larch", "Meadow", "Nettle", "Osprey", "Poplar", "Quarry", "Rowan", "Sable",
    "Thistle", "Umber", "Vesper", "Willow", "Yarrow", "Zephyr", "Alder", "Bramble", "Clover",
    "Drift", "Elm", "Falcon", "Garnet", "Heron", "Ivory", "Jasper", "Linden", "Marble", "Nimbus",
    "Opal", "Pinion",
];
const SECOND: [&str; 25] = [
    "Hollow", "Ridge", "Brook", "Landing", "Crossing", "Grove", "Harbour", "Summit", "Orchard",
    "Bluff", "Terrace", "Junction", "Prairie", "Canyon", "Lantern", "Anchor", "Compass", "Beacon",
    "Mill", "Forge", "Station", "Gate", "Spring", "Point", "Field",
];
const TRADE: [(&str, &str); 10] = [
    ("Bakery", "bakery"),
    ("Dental", "dental practice"),
    ("Plumbing", "plumbing contractor"),
    ("Roofing", "roofing contractor"),
    ("Childcare", "childcare"),
    ("Brewing", "brewery"),
    ("Logistics", "trucking"),
    ("Robotics", "manufacturing"),
    ("Nursery", "plant nursery"),
    ("Fitness", "gym"),
];
const CITY: [(&str, &str); 8] = [
    ("Waco", "TX"),
    ("Dayton", "OH"),
    ("Salem", "OR"),
    ("Tulsa", "OK"),
    ("Reno", "NV"),
    ("Mobile", "AL"),
    ("Boise", "ID"),
    ("Fresno", "CA"),
];
const CARRIER: [&str; 5] = [
    "Harborstone Mutual",
    "Bluestem Insurance",
    "Granite Mutual",
    "Old Prairie Casualty",
    "Northlight",
];
const STAGE: [&str; 4] = ["Quoted", "Bound", "Quote Pitched", "Application"];
const LINES: [&str; 5] = [
    "General Liability",
    "Property",
    "Cyber",
    "Umbrella",
    "Flood",
];
const PERSON: [&str; 16] = [
    "Marisol", "Keisha", "Paul", "Dana", "Omar", "Ilse", "Ray", "Nestor", "Pilar", "Fay", "Gus",
    "Lena", "Karl", "Ana", "Tobias", "Wren",
];
const FAMILY: [&str; 20] = [
    "Vega",
    "Monroe",
    "Ostrowski",
    "Whitcomb",
    "Haddad",
    "Vandermeer",
    "Montez",
    "Castillo",
    "Ostrom",
    "Lindgren",
    "Fischer",
    "Lund",
    "Ortega",
    "Baptiste",
    "Okafor",
    "Petrov",
    "Silva",
    "Nakamura",
    "Dubois",
    "Keller",
];

pub(super) fn account(number: usize) -> Incoming {
    let (city, state) = pick(&CITY, number / 3);
    let (_, trade) = pick(&TRADE, number / 1_000);
    let mut account = AccountState::new(id(number), format!("{} LLC", name(number)));
    account.stage = Some(pick(&STAGE, number / 7).to_owned());
    account.industry = Some(trade.to_owned());
    account.location = Some(Location {
        city: city.to_owned(),
        state: state.to_owned(),
    });
    account.contacts = vec![Contact {
        name: person(number),
        role: Some("owner".to_owned()),
        phone: Some(format!("254-555-{:04}", number % 10_000)),
        email: Some(format!("owner{number}@example.com")),
    }];
    let lines = (0..1 + number % 4).map(|line| pick(&LINES, number + line).to_owned());
    account.coverage_types = lines.collect();
    account.premium = Some(Money::from_cents(100 * premium(number)));
    account.carrier = Some(pick(&CARRIER, number / 11).to_owned());
    account.notes = vec![format!(
        "Prefers to be called after {} o'clock.",
        8 + number % 9
    )];
    account.created = Some(moment(number));
    Incoming {
        origin: format!("bench:{number}"),
        what: What::Account(Box::new(account)),
    }
}

pub(super) fn source(number: usize, accounts: usize) -> Incoming {
    let of = number % accounts;
    let turn = number / accounts;
    let kind = ["email", "call", "sms"][number % 3];
    let (line, carrier) = (pick(&LINES, number), pick(&CARRIER, number / 5));
    let (count, amount) = (3 + number % 90, 10 + number % 480);
    let raw = format!(
        "Hello Priya,\n\nthis is {} from {}. We have {count} people on the payroll now, and the lease of the building asks for \
         {line} with a limit of ${amount},000. {carrier} sent us an offer last week; the deductible is ${}00 and they want to \
         see the loss runs of the last {} years. Could you tell me until {} whether we should take it, and what changes if we \
         add a second van in {}? My partner is at the yard on weekdays, so calls before noon are best.\n\nThank you,\n{}",
        person(of),
        name(of),
        1 + number % 40,
        2 + number % 5,
        ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"][number % 5],
        ["March", "April", "May", "June", "July"][turn % 5],
        person(of),
    );
    let source = Source {
        account_id: id(of),
        kind: kind.to_owned(),
        id: format!("{kind}_{}_{turn}", id(of)),
        at: moment(number),
        from: format!("{} <owner{of}@example.com>", person(of)),
        to: "Priya Raman <priya@bench.example>".to_owned(),
        subject: (kind == "email").then(|| format!("{line} and the offer of {carrier}")),
        summary: format!(
            "{count} people on the payroll; {carrier} offers {line} with a limit of ${amount},000."
        ),
        raw,
    };
    Incoming {
        origin: format!("bench:{number}"),
        what: What::Source(Box::new(source)),
    }
}

/// A name as people write it: in full, without its legal form, or with a slip.
pub(super) fn lookup(round: usize, accounts: usize) -> String {
    let name = name(some(round, accounts));
    let name = match round % 3 {
        0 => format!("{name} LLC"),
        1 => name,
        _ => slip(&name),
    };
    format!("What is the stage of {name}?")
}

pub(super) fn filter(round: usize, _: usize) -> String {
    let (city, _) = pick(&CITY, round / 5);
    let carrier = pick(&CARRIER, round / 3);
    match round % 5 {
        0 => format!("How many accounts are in {city}?"),
        1 => format!("What is the total premium of accounts with {carrier}?"),
        2 => format!("Which accounts in {city} are Bound?"),
        3 => "Which accounts have a premium above $20,000?".to_owned(),
        _ => "What are the top 5 accounts by premium?".to_owned(),
    }
}

pub(super) fn question(round: usize, accounts: usize) -> String {
    let name = name(some(round, accounts));
    match round % 4 {
        0 => format!("Who is the contact at {name}?"),
        1 => format!("What limit does the lease of {name} ask for?"),
        2 => format!("How many people does {name} have on the payroll?"),
        _ => format!("What is the premium and the carrier of {name}?"),
    }
}

/// A tenth more than it was: what is many times as much would be asked about first.
pub(super) fn update(round: usize, accounts: usize) -> String {
    let number = some(round, accounts);
    let dollars = premium(number) * 11 / 10;
    let (thousands, rest) = (dollars / 1_000, dollars % 1_000);
    let name = name(number);
    format!("Set the premium of {name} to ${thousands},{rest:03}")
}

/// An account far from the last one.
fn some(round: usize, accounts: usize) -> usize {
    (round * 7_919 + 13) % accounts.max(1)
}

fn id(number: usize) -> String {
    format!("{}", 100_000 + number)
}

fn name(number: usize) -> String {
    let (word, _) = pick(&TRADE, number / 1_000);
    let names = format!(
        "{} {} {word}",
        pick(&FIRST, number),
        pick(&SECOND, number / 40)
    );
    match number / 10_000 {
        0 => names,
        more => format!("{names} {}", more + 1),
    }
}

/// In dollars a year.
fn premium(number: usize) -> i64 {
    1_500 + (number as i64 * 7_919) % 20_000
}

fn person(number: usize) -> String {
    format!("{} {}", pick(&PERSON, number / 5), pick(&FAMILY, number))
}

/// Two letters of the first word change their places, if it is long enough to be known all the same.
fn slip(name: &str) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    if letters.iter().take_while(|letter| **letter != ' ').count() > 4 {
        letters.swap(2, 3);
    }
    letters.into_iter().collect()
}

fn moment(number: usize) -> Timestamp {
    let seconds = 1_735_700_000 + (number as i64 * 571) % 57_000_000;
    Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH)
}

fn pick<T: Copy>(list: &[T], number: usize) -> T {
    list[number % list.len()]
}
