//! A book that was changed step by step is the book that is made of what is left.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::date;
use proptest::prelude::*;

use crate::book::{Book, Source};
use crate::engine::{Scene, respond};
use crate::resolve::Conversation;
use crate::state::{AccountState, Contact, Location};

#[derive(Debug, Clone)]
enum Step {
    Put(AccountState),
    Remove(String),
    Add(Source),
    TakeOut(usize),
}

const SENTENCES: &[&str] = list!(
    "What is the stage of Maple Street Bakery?"
    "What does Sunny Dental pay?"
    "Move Mapel Street to Bound"
    "Who is the contact at the Dayton one?"
    "Call Ana Ortega about the bakery in Salem"
    "Does Ortega want flood cover?"
    "Which accounts are with Harborstone?"
    "How many accounts are in Dayton?"
    "Total premium of accounts with Cyber"
    "Which accounts have been quiet since January?"
    "Set the premium of Harbor Plumbing to 2,600"
    "Add a note to Ridge Roofing that they moved"
);

fn account() -> impl Strategy<Value = AccountState> {
    let word = || prop::sample::select(vec!["Maple", "Sunny", "Harbor", "Ridge", "Ortega"]);
    let trade = prop::sample::select(vec!["Street Bakery", "Dental", "Plumbing", "Roofing LLC"]);
    let city = prop::option::of(prop::sample::select(vec!["Dayton", "Salem", "Waco"]));
    let person = prop::sample::select(vec!["Ana Ortega", "Dr Paul Ridge", "Lee Sunny"]);
    let carrier = prop::option::of(prop::sample::select(vec!["Harborstone Mutual", "Bluestem"]));
    let lines = prop::sample::subsequence(vec!["Cyber", "Property", "Flood"], 0..=3);
    let ids = prop::sample::select(vec!["1", "2", "3", "4", "5", "6", "10"]);
    let names = (ids, word(), trade, prop::option::of(word()));
    (
        names,
        city,
        prop::collection::vec(person, 0..3),
        carrier,
        lines,
    )
        .prop_map(
            |((id, first, trade, former), city, people, carrier, lines)| AccountState {
                former_names: former
                    .map(|name| format!("{name} {trade}"))
                    .into_iter()
                    .collect(),
                industry: trade
                    .split(' ')
                    .next_back()
                    .map(str::to_lowercase)
                    .filter(|_| people.len() != 1),
                location: city.map(|city| Location {
                    city: city.to_owned(),
                    state: "OH".to_owned(),
                }),
                contacts: people
                    .into_iter()
                    .map(|name| Contact {
                        name: name.to_owned(),
                        ..Contact::default()
                    })
                    .collect(),
                coverage_types: lines.into_iter().map(str::to_owned).collect(),
                carrier: carrier.map(str::to_owned),
                stage: Some("Quoted".to_owned()),
                ..AccountState::new(id.to_owned(), format!("{first} {trade}"))
            },
        )
}

fn source() -> impl Strategy<Value = Source> {
    let texts = vec!["Please add flood cover.", "Ana moved to Salem.", "Thanks!"];
    (1..5_u8, 1..4_u8, 1..4_u8, prop::sample::select(texts)).prop_map(|(of, id, day, text)| {
        Source {
            account_id: of.to_string(),
            kind: "email".to_owned(),
            id: format!("em-{id}"),
            at: format!("2026-01-0{day}T10:00:00Z").parse().unwrap(),
            from: String::new(),
            to: String::new(),
            subject: None,
            summary: String::new(),
            raw: text.to_owned(),
        }
    })
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => account().prop_map(Step::Put),
        1 => (1..7_u8).prop_map(|id| Step::Remove(id.to_string())),
        3 => source().prop_map(Step::Add),
        1 => (0..20_usize).prop_map(Step::TakeOut),
    ]
}

fn told(book: &Book) -> Vec<String> {
    let today = date(2026, 2, 1);
    let before = Conversation::default();
    let say = |text: &&str| format!("{:?}", respond(&Scene::new(book, today), text, &before));
    SENTENCES.iter().map(say).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn a_changed_book_is_a_new_book_of_what_is_left(steps in prop::collection::vec(step(), 0..60)) {
        let staff = vec!["Priya Raman".to_owned()];
        let mut book = Book::new(Vec::new(), Vec::new(), staff.clone());
        let mut accounts = BTreeMap::new();
        let mut sources: Vec<Source> = Vec::new();
        for step in steps {
            match step {
                Step::Put(account) => {
                    book.put_account(account.clone());
                    accounts.insert(account.id.clone(), account);
                }
                Step::Remove(id) => {
                    book.remove_account(&id);
                    accounts.remove(&id);
                }
                Step::Add(source) => {
                    book.add_source(Arc::new(source.clone()));
                    sources.push(source);
                }
                Step::TakeOut(at) if at < sources.len() => {
                    book.remove_source(&sources.remove(at));
                }
                Step::TakeOut(_) => {}
            }
        }
        let left: Vec<AccountState> = accounts.into_values().rev().collect();
        let made = Book::new(left, sources, staff);
        prop_assert_eq!(&book.accounts, &made.accounts);
        prop_assert_eq!(&book.carriers, &made.carriers);
        prop_assert_eq!(&book.industries, &made.industries);
        prop_assert_eq!(&book.coverages, &made.coverages);
        for id in 1..7 {
            let id = id.to_string();
            prop_assert_eq!(book.sources(&id), made.sources(&id));
        }
        prop_assert_eq!(told(&book), told(&made));
    }
}
