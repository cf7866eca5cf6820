//! What people on the phone and in a hurry say: names by halves, sums as they are spoken, questions without a verb. Each test is
//! one ability; its sentences stand for many others.

use super::engine::{Reply, Scene, respond};
use super::engine_tests::{book, check, reply};
use super::intent::Intent;
use super::numbers::numbers;
use super::resolve::{Conversation, Resolution};
use super::text::tokens;

#[track_caller]
fn found(text: &str, conversation: &Conversation) -> Resolution {
    let day = jiff::civil::date(2027, 5, 10);
    respond(&Scene::new(&book(), day), text, conversation)
        .found
        .resolution
}

#[track_caller]
fn is_account(rows: &[(&str, &str)]) {
    for (text, id) in rows {
        assert_eq!(
            found(text, &Conversation::default()),
            Resolution::One((*id).to_owned()),
            "{text}"
        );
    }
}

#[track_caller]
fn answers(rows: &[(&str, &str)]) {
    for (text, phrase) in rows {
        match reply(text) {
            Reply::Answer(answer) if answer.text.contains(phrase) => {}
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn an_account_is_known_by_what_it_is() {
    is_account(&[
        ("who signs at the orchard", "3"),
        ("what does the dance studio pay", "4"),
        ("status of the preschool in Reno please", "1"),
        ("brightp academy premium", "1"),
    ]);
    assert_eq!(
        found(
            "Who are the preschools we insure?",
            &Conversation::default()
        ),
        Resolution::None
    );
}

#[test]
fn a_pronoun_goes_before_a_name_that_no_account_has() {
    let talk = Conversation {
        account: Some("2".to_owned()),
        ..Conversation::default()
    };
    assert_eq!(
        found("Put it with Juniper Ridge please", &talk),
        Resolution::One("2".to_owned())
    );
}

#[test]
fn a_new_company_may_be_written_in_small_letters() {
    check(&[
        (
            "Mark Coastal kayak rentals as quoted",
            &["create Coastal kayak rentals"],
        ),
        (
            "note on basin blinds: wants a call",
            &["create basin blinds"],
        ),
    ]);
}

#[test]
fn sums_are_read_as_they_are_said() {
    for (text, value) in [
        ("nine thousand two forty", 9240.0),
        ("thirty two two fifty", 32_250.0),
        ("sixteen eight hundred", 16_800.0),
        ("forty six fifty", 4650.0),
        ("at eighteen two", 18_200.0),
        ("twenty two thousand four hundred", 22_400.0),
    ] {
        let read: Vec<f64> = numbers(&tokens(text))
            .iter()
            .map(|number| number.value)
            .collect();
        assert_eq!(read, [value], "{text}");
    }
    let hours: Vec<f64> = numbers(&tokens("ten thirty"))
        .iter()
        .map(|number| number.value)
        .collect();
    assert_eq!(hours, [10.0, 30.0]);
}

#[test]
fn a_price_is_told_by_signs_and_by_what_it_replaces() {
    check(&[
        ("BPA = 8,450", &["premium=8450"]),
        ("typo on BPA, it's 8,100 not 8,000", &["premium=8100"]),
        (
            "BPA's premium is $8,340 instead of $8,000",
            &["premium=8340"],
        ),
        (
            "Put BPA at eighty-one hundred, no sorry, eighty-two fifty",
            &["premium=8250"],
        ),
        ("BPA had a laptop stolen, 8,200 gone", &["note"]),
        ("BPA got a quote from another agent at 7,200", &["note"]),
    ]);
}

#[test]
fn a_carrier_and_its_price_are_a_quote() {
    check(&[
        (
            "Vandermeer Orchards: Granite 6,450",
            &[
                "stage=\"Quoted\"",
                "premium=6450",
                "carrier=\"Granite Mutual\"",
            ],
        ),
        (
            "GM came through on Vandermeer Orchards, 6,450",
            &[
                "stage=\"Quoted\"",
                "premium=6450",
                "carrier=\"Granite Mutual\"",
            ],
        ),
        (
            "Granite wants a 2,500 deductible on Vandermeer Orchards",
            &["note"],
        ),
    ]);
}

#[test]
fn what_is_somebody_elses_changes_nothing() {
    check(&[
        ("BPA signed a new lease effective June 1", &["note"]),
        (
            "BPA has signed, coverage starts June 1, 2027",
            &["stage=\"Bound\"", "effective_date=\"2027-06-01\""],
        ),
        ("BPA went with another plumber for the pool", &["note"]),
        ("Dana's daughter called BPA from 775-555-0111", &["note"]),
        ("BPA should be both lost and bound", &["clarify"]),
        ("BPA stage = platinum", &["refuse"]),
        ("Delete the note about the pool at BPA", &["refuse"]),
    ]);
}

#[test]
fn questions_need_no_verb_and_reports_need_no_order() {
    let day = jiff::civil::date(2027, 5, 10);
    for (text, intent) in [
        ("K&L Heating who declined", Intent::Search),
        (
            "BPA had a flood. Carrier and premium, please.",
            Intent::Search,
        ),
        ("BPA, I need the premium and the company", Intent::Search),
        (
            "BPA raised the fence, which brings it to code",
            Intent::Update,
        ),
        ("Lou Park no longer works at BPA", Intent::Update),
        (
            "Do not change BPA yet, just note the pool is gone",
            Intent::Update,
        ),
    ] {
        let response = respond(&Scene::new(&book(), day), text, &Conversation::default());
        assert_eq!(response.reading.intent, intent, "{text}");
    }
}

#[test]
fn two_things_asked_for_are_both_told() {
    answers(&[
        ("Tell me BPA's carrier and what they pay", "Granite Mutual"),
        ("Tell me BPA's carrier and what they pay", "$8,000"),
        ("BPA renewal figure and market", "Granite Mutual"),
        ("who calls the shots at K&L Heating", "Karl Lund"),
    ]);
}

#[test]
fn what_was_asked_and_not_answered_is_open() {
    answers(&[
        (
            "Did Granite remove the pool exclusion for BPA?",
            "Not known",
        ),
        ("When will Castillo Paving decide?", "May twentieth"),
    ]);
}

#[test]
fn a_question_without_a_name_goes_to_the_only_file_that_has_it() {
    answers(&[("When was the fence repaired?", "February")]);
    check(&[("The fence was repaired again", &["clarify"])]);
}

#[test]
fn the_book_is_asked_in_few_words() {
    answers(&[
        ("combined prem for the two castillos", "$33,900"),
        ("state with most accounts", "TX"),
        ("tx accts", "Castillo Dance"),
        ("commission ytd on bound", "Not known"),
        (
            "Which accounts are open (leave out bound and lost)?",
            "Vandermeer",
        ),
    ]);
}
