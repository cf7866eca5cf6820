//! The words for silence in odd writing and with something around them, and texts that only look like them.

use serde::Deserialize;
use steward_channels::Keyword;

#[derive(Deserialize)]
struct Row {
    text: String,
    opts_out: bool,
}

/// The texts that are taken for what they are not.
fn wrong(rows: &str) -> Vec<String> {
    let rows = rows
        .lines()
        .map(|line| serde_json::from_str::<Row>(line).unwrap());
    let wrong = rows.filter(|row| (Keyword::of(&row.text) == Some(Keyword::Stop)) != row.opts_out);
    wrong.map(|row| row.text).collect()
}

#[test]
fn whoever_says_stop_in_odd_writing_is_heard_and_who_speaks_of_something_else_is_not() {
    let wrong = wrong(include_str!("../data/stops.jsonl"));
    assert!(wrong.is_empty(), "{wrong:#?}");
}
