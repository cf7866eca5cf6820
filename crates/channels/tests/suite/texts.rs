//! What is read out of texts without a model, over texts that somebody else made up.

use serde::Deserialize;
use steward_channels::{Keyword, Plea};

#[derive(Deserialize)]
struct Row {
    text: String,
    kind: String,
}

/// Of the texts of a kind, the share in hundredths of which this holds.
fn share(kind: &str, holds: impl Fn(&str) -> bool) -> usize {
    let rows = include_str!("../data/texts.jsonl").lines();
    let rows = rows.map(|line| serde_json::from_str::<Row>(line).unwrap());
    let of_kind: Vec<_> = rows.filter(|row| row.kind == kind).collect();
    assert!(of_kind.len() >= 80, "{kind}");
    let held = of_kind.iter().filter(|row| holds(&row.text)).count();
    100 * held / of_kind.len()
}

fn is_refusal(text: &str) -> bool {
    Keyword::of(text) == Some(Keyword::Stop)
}

#[test]
fn refusals_in_plain_words_are_heard_and_the_rest_goes_to_a_person_test_53() {
    let heard = share("revocation", |text| {
        is_refusal(text) || Plea::of(text).is_some()
    });
    assert!(heard >= 95, "{heard}");
    assert_eq!(share("not_revocation", is_refusal), 0);
    for kind in [
        "emergency",
        "not_emergency",
        "wants_person",
        "not_wants_person",
    ] {
        assert_eq!(share(kind, is_refusal), 0, "{kind}");
    }
}

#[test]
fn emergencies_and_who_asks_for_a_person_are_told_apart_from_the_rest() {
    let is_emergency = |text: &str| Plea::of(text) == Some(Plea::Emergency);
    let is_plea = |text: &str| Plea::of(text).is_some();
    for (kind, least) in [("emergency", 95), ("wants_person", 95)] {
        assert!(share(kind, is_plea) >= least, "{kind}");
    }
    for (kind, most) in [
        ("not_emergency", 5),
        ("not_revocation", 5),
        ("not_wants_person", 5),
    ] {
        assert!(share(kind, is_emergency) <= most, "{kind}");
    }
}
