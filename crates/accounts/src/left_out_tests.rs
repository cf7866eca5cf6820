//! Questions over all accounts that leave some out.

use serde_json::json;

use super::book::Book;
use super::engine::{Reply, Scene, respond};
use super::engine_tests::{TODAY, account};
use super::resolve::Conversation;

const ALL: [(&str, &str, &str, &str, &str, &str); 6] = [
    (
        "Alder Bread",
        "Quoted",
        "bakery",
        "Norfolk",
        "VA",
        "Granite Mutual",
    ),
    (
        "Birch Motel",
        "Bound",
        "hotel",
        "Norfolk",
        "VA",
        "Old Harbor Casualty",
    ),
    (
        "Cedar Bread",
        "Bound",
        "bakery",
        "Richmond",
        "VA",
        "Granite Mutual",
    ),
    (
        "Dogwood Paving",
        "Quoted",
        "paving contractor",
        "Akron",
        "OH",
        "Granite Mutual",
    ),
    (
        "Elm Motel",
        "Lost",
        "hotel",
        "Dayton",
        "OH",
        "Old Harbor Casualty",
    ),
    (
        "Fir Dental",
        "Bound",
        "dentist",
        "Laredo",
        "TX",
        "Granite Mutual",
    ),
];

fn book() -> Book {
    let accounts = ALL.iter().enumerate().map(|(id, (name, stage, trade, city, state, carrier))| {
        account(json!({"id": id.to_string(), "name": name, "stage": stage, "industry": trade,
            "location": {"city": city, "state": state}, "premium": 1000 * (id + 1), "carrier": carrier}))
    });
    Book::new(accounts.collect(), Vec::new(), Vec::new())
}

fn answer(text: &str) -> (String, String) {
    match respond(&Scene::new(&book(), TODAY), text, &Conversation::default()).reply {
        Reply::Answer(answer) => (answer.text, answer.rule),
        other => panic!("{text}: {other:?}"),
    }
}

/// The accounts that an answer names, by their first letters.
#[track_caller]
fn lists(rows: &[(&str, &str)]) {
    for (text, wanted) in rows {
        let (told, rule) = answer(text);
        let named: String = ALL
            .iter()
            .filter(|(name, ..)| told.contains(name))
            .filter_map(|(name, ..)| name.chars().next())
            .collect();
        assert_eq!(named, *wanted, "{text}: {told} ({rule})");
    }
}

#[test]
fn places_are_left_out() {
    lists(&[
        ("Which accounts are in Virginia but not Norfolk?", "C"),
        ("Which accounts are outside Virginia?", "DEF"),
        ("Which accounts outside Virginia are with Granite?", "DF"),
        ("List the accounts that are not in Ohio or Texas.", "ABC"),
        (
            "Which accounts other than those in Virginia are bound?",
            "F",
        ),
        ("List all accounts except the ones in Ohio.", "ABCF"),
    ]);
}

#[test]
fn trades_are_left_out() {
    lists(&[
        ("Which accounts except bakeries are quoted?", "D"),
        (
            "Which accounts are bound, excluding bakeries and hotels?",
            "F",
        ),
        ("Which Virginia accounts are not bakeries?", "B"),
        ("Which accounts apart from the hotels are in Ohio?", "D"),
    ]);
}

#[test]
fn what_is_named_to_be_there_stays() {
    lists(&[
        ("Which accounts are in Virginia?", "ABC"),
        ("Which accounts in Virginia are not bound?", "A"),
        ("Which accounts are not bound in Ohio?", "DE"),
        ("Which bakeries are not quoted?", "C"),
        ("Which hotels in Virginia or Ohio are not lost?", "B"),
        ("Which accounts are not with Granite?", "BE"),
    ]);
}

#[test]
fn an_order_over_all_is_told_in_words() {
    let (_, rule) = answer("Rank the quoted accounts by premium");
    assert!(!rule.contains(char::is_numeric), "{rule}");
}
