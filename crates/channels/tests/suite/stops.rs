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

/// These were written in three rounds, each after the rule was made or mended, and graded before it saw them. At first sight 81 of 96
/// refusals opted out (28, 26, 27 of 32) and 93 of 96 others did not (31 of 32 each time); then the rule was mended.
#[test]
fn the_rule_holds_for_texts_that_it_was_not_made_from() {
    let wrong = wrong(include_str!("../data/stops_later.jsonl"));
    assert!(wrong.is_empty(), "{wrong:#?}");
}
