//! Where accounts are, by every name of the place, and how long nothing was heard of them.

use serde_json::json;

use super::book::Book;
use super::engine::{Past, Reply, Scene, respond};
use super::engine_tests::{TODAY, account, source};
use super::history::{Delta, History, creation};
use super::resolve::Conversation;

/// The history of one account, which was changed on May 5.
struct One(History);

impl Past for One {
    fn history(&self, account: &str) -> Option<&History> {
        (account == "82").then_some(&self.0)
    }
}

fn book() -> Book {
    let accounts = vec![
        account(
            json!({"id": "80", "name": "Alpine Sled Tours", "aliases": ["Sled Tours Vermont"], "stage": "Bound", "location": {"city": "Stowe", "state": "VT"}, "premium": 8000, "carrier": "Alder Mutual", "created": "2026-01-10T10:00:00Z"}),
        ),
        account(
            json!({"id": "81", "name": "Harbor Street Yoga", "stage": "Quoted", "location": {"city": "Burlington", "state": "VT"}, "contacts": [{"name": "Nell Ito", "role": "owner", "phone": "802-555-0181"}], "premium": 3000, "carrier": "Alder Mutual", "created": "2027-01-10T10:00:00Z"}),
        ),
        account(
            json!({"id": "82", "name": "Fjord Coffee Roasters", "stage": "Quoted", "location": {"city": "Tacoma", "state": "WA"}, "premium": 5000, "carrier": "Cobalt Specialty", "created": "2027-01-11T10:00:00Z"}),
        ),
        account(
            json!({"id": "83", "name": "Dune Tile", "stage": "Submitted", "location": {"city": "Fargo", "state": "ND"}, "created": "2027-05-08T10:00:00Z"}),
        ),
    ];
    let sources = vec![
        source(
            "80",
            "call",
            1,
            "2027-03-01T10:00:00Z",
            "Lena Fischer",
            "Annual review.",
            "Lena: All fine?\nMo: Yes.",
        ),
        source(
            "81",
            "email",
            1,
            "2027-03-20T10:00:00Z",
            "Nell Ito",
            "Asks for a quote.",
            "A quote please.",
        ),
        source(
            "81",
            "email",
            2,
            "2027-05-02T10:00:00Z",
            "Lena Fischer",
            "Quote sent.",
            "Here it is.",
        ),
        source(
            "82",
            "email",
            1,
            "2027-03-21T10:00:00Z",
            "Lena Fischer",
            "Quote sent.",
            "Here it is.",
        ),
    ];
    Book::new(accounts, sources, vec!["Lena Fischer".to_owned()])
}

fn told(text: &str) -> String {
    let book = book();
    let state = book.account("82").unwrap().clone();
    let mut history = History::default();
    let at = |day: &str| format!("{day}T10:00:00Z").parse().unwrap();
    history.append(at("2027-01-11"), "Created.", creation(&state), "test");
    let delta = Delta {
        field: "premium".to_owned(),
        old: json!(4800),
        new: json!(5000),
    };
    history.append(at("2027-05-05"), "Changed.", vec![delta], "test");
    let past = One(history);
    let scene = Scene::new(&book, TODAY).with_past(&past);
    match respond(&scene, text, &Conversation::default()).reply {
        Reply::Answer(answer) => answer.text,
        other => panic!("{text}: {other:?}"),
    }
}

#[track_caller]
fn says(rows: &[(&str, &[&str], &[&str])]) {
    let mut wrong = Vec::new();
    for (text, has, lacks) in rows {
        let answer = told(text);
        if !has.iter().all(|part| answer.contains(part))
            || lacks.iter().any(|part| answer.contains(part))
        {
            wrong.push(format!("{text}: {answer}"));
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
}

#[test]
fn a_place_is_counted_by_any_of_its_names() {
    says(&[
        (
            "Count our Vermont accounts for me",
            &["2 accounts", "Alpine Sled Tours", "Harbor Street Yoga"],
            &["Fjord"],
        ),
        (
            "How many clients do we have in New England?",
            &["2 accounts"],
            &["Fjord", "Dune"],
        ),
        (
            "How many accounts are in the Pacific Northwest?",
            &["1 account", "Fjord"],
            &["Yoga"],
        ),
        (
            "List our accounts in the Dakotas",
            &["Dune Tile"],
            &["Fjord", "Yoga"],
        ),
        (
            "Premium total for Washington State",
            &["$5,000"],
            &["$8,000"],
        ),
        (
            "Do we have any accounts in the Southwest?",
            &["None"],
            &["Fjord", "Yoga", "Dune"],
        ),
        // The name of one company, and no place.
        (
            "What is the premium of Sled Tours Vermont?",
            &["$8,000"],
            &["$11,000"],
        ),
    ]);
}

#[test]
fn the_carrier_that_shows_up_most() {
    says(&[
        (
            "Which carrier shows up most often, and how many times?",
            &["Alder Mutual", "2 accounts"],
            &["Cobalt"],
        ),
        (
            "What is our most common carrier?",
            &["Alder Mutual"],
            &["Cobalt"],
        ),
        (
            "Which carrier appears most frequently among quoted accounts in Washington?",
            &["Cobalt"],
            &["Alder"],
        ),
        ("Which state comes up most often?", &["VT"], &["WA"]),
    ]);
}

#[test]
fn what_does_not_matter_is_no_group() {
    says(&[
        (
            "What does our Alder Mutual business come to in premium, all stages?",
            &["$11,000"],
            &["Bound: ", "Cobalt"],
        ),
        (
            "Total premium with Alder Mutual regardless of stage",
            &["$11,000"],
            &["Bound: "],
        ),
        ("Total premium across all states", &["$16,000"], &["VT: "]),
        // Here it does.
        (
            "Total premium by stage",
            &["Bound: ", "Quoted: "],
            &["$16,000"],
        ),
        (
            "What was our loss ratio with Alder Mutual last year?",
            &["Not known"],
            &["Sled"],
        ),
        (
            "Our hit ratio with Cobalt Specialty?",
            &["Not known"],
            &["Fjord"],
        ),
        (
            "Which accounts haven't we exchanged anything with since April 15, 2027?",
            &["Alpine Sled Tours"],
            &["Harbor Street Yoga"],
        ),
    ]);
}

#[test]
fn silence_is_counted_from_the_newest_message_and_change() {
    says(&[
        (
            "Which accounts have been stale for 30 days?",
            &["Alpine Sled Tours"],
            &["Yoga", "Fjord", "Dune"],
        ),
        (
            "Which accounts have gone stale for a month?",
            &["Alpine Sled Tours"],
            &["Yoga", "Fjord", "Dune"],
        ),
        (
            "Who have we had no contact with in 4 weeks?",
            &["Alpine Sled Tours"],
            &["Yoga", "Fjord", "Dune"],
        ),
        (
            "Which clients haven't we heard from in six weeks?",
            &["Alpine Sled Tours"],
            &["Yoga", "Fjord"],
        ),
        (
            "Anything untouched for more than three months?",
            &["None"],
            &["Sled", "Yoga"],
        ),
    ]);
}

#[test]
fn the_last_word_of_one_account_is_told_with_its_days() {
    says(&[
        (
            "When did we last hear from Nell at Harbor Street Yoga?",
            &["2027-03-20", "51 days"],
            &["2027-05-02"],
        ),
        (
            "How many days since the last contact with Harbor Street Yoga?",
            &["2027-05-02", "8 days"],
            &[],
        ),
        ("Is Alpine Sled Tours stale?", &["Yes", "70 days"], &[]),
        ("Has Harbor Street Yoga gone quiet?", &["No", "8 days"], &[]),
        (
            "How long has Fjord Coffee Roasters been quiet?",
            &["2027-03-21", "Last change 2027-05-05"],
            &[],
        ),
        (
            "When did we last call Harbor Street Yoga?",
            &["Not known"],
            &["2027-05-02"],
        ),
        // What is asked is another matter.
        (
            "When was the last claim at Harbor Street Yoga?",
            &["Not known"],
            &["Last contact"],
        ),
        (
            "Who is the contact at Harbor Street Yoga?",
            &["Nell Ito"],
            &["Last contact"],
        ),
    ]);
}
