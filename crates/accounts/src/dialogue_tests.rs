//! Requests that were asked back about go on with the next word, once, or are dropped.

use jiff::civil::date;

use super::dialogue::{Consent, consent};
use super::engine::{Reply, Scene, respond};
use super::engine_tests::book;
use super::resolve::Conversation;

/// What comes of sentences said one after the other; changes as `account field=value`.
fn talk(sentences: &[&str]) -> Vec<String> {
    let book = book();
    let scene = Scene::new(&book, date(2027, 5, 10));
    let mut conversation = Conversation::default();
    let mut outcomes = Vec::new();
    for text in sentences {
        let response = respond(&scene, text, &conversation);
        outcomes.push(match &response.reply {
            Reply::Update { account_id, plan } => {
                let changes = plan.changes.iter();
                let changes = changes.map(|change| format!("{}={}", change.field, change.new));
                let changes = changes.collect::<Vec<_>>().join(" ");
                format!("{account_id} {changes}")
            }
            Reply::Answer(answer) => answer.text.clone(),
            Reply::Clarify { question, .. } => question.clone(),
            Reply::ConfirmCreate { name, .. } => format!("create {name}"),
            Reply::Refuse { reason } => reason.clone(),
        });
        conversation = conversation.after(text, &response);
    }
    outcomes
}

#[test]
fn a_change_goes_on_with_the_account_that_is_chosen_and_only_once() {
    for choice in [
        "the paving one",
        "Castillo Brothers Paving",
        "I mean the one in El Paso",
        "Nestor's",
        "the second one",
        "2",
        "5",
        "castillo brothers",
    ] {
        let came = talk(&["Mark Castillo as Bound", choice, choice]);
        assert!(came[0].starts_with("Which one is meant?"), "{came:?}");
        assert_eq!(came[1], "5 stage=\"Bound\"", "{choice}");
        assert_ne!(came[2], came[1], "{choice}: done twice");
    }
}

#[test]
fn a_question_goes_on_with_the_account_that_is_chosen() {
    let came = talk(&["What stage is Castillo in?", "the dance studio"]);
    assert!(came[1].contains("Lost"), "{came:?}");
    let came = talk(&["What stage is Castillo in?", "Castillo", "El Paso"]);
    assert!(came[1].starts_with("Which one is meant?"), "{came:?}");
    assert!(came[2].contains("Quote Pitched"), "{came:?}");
}

#[test]
fn a_change_that_looks_like_a_slip_goes_on_with_a_yes_and_ends_with_a_no() {
    let asked = "Set BPA's premium to $80,000";
    for yes in ["yes", "Yes, please.", "that's right", "go ahead", "correct"] {
        let came = talk(&[asked, yes, yes]);
        assert!(
            came[0].contains("should it really become $80,000"),
            "{came:?}"
        );
        assert_eq!(came[1], "1 premium=80000", "{yes}");
        assert_ne!(came[2], came[1], "{yes}: done twice");
    }
    for no in ["no", "No, don't change it", "never mind", "cancel that"] {
        let came = talk(&[asked, no, "yes"]);
        assert_eq!(came[1], "Nothing was changed.", "{no}");
        assert_ne!(came[2], "1 premium=80000", "{no}");
    }
    assert_eq!(talk(&[asked, "no, 8,100"])[1], "1 premium=8100");
}

#[test]
fn both_questions_may_be_asked_of_one_request() {
    let came = talk(&[
        "Set Castillo's premium to $500,000",
        "the paving one",
        "yes",
    ]);
    assert!(came[1].contains("should it really become"), "{came:?}");
    assert_eq!(came[2], "5 premium=500000");
}

#[test]
fn whoever_speaks_of_something_else_has_dropped_the_request() {
    let came = talk(&[
        "Mark Castillo as Bound",
        "Who is the owner of K&L Heating?",
        "the paving one",
    ]);
    assert!(came[1].contains("Karl Lund"), "{came:?}");
    assert_ne!(came[2], "5 stage=\"Bound\"");
    let came = talk(&[
        "Set BPA's premium to $80,000",
        "How many accounts are in Texas?",
        "yes",
    ]);
    assert!(came[1].contains('2'), "{came:?}");
    assert_ne!(came[2], "1 premium=80000");
    let came = talk(&["Mark Castillo as Bound", "Which are in Texas?"]);
    assert!(!came[1].contains("stage="), "{came:?}");
}

#[test]
fn an_account_that_is_near_may_be_meant_instead_of_a_new_one() {
    let came = talk(&["Mark Vandermeer Dairy as Quoted", "Vandermeer Orchards"]);
    assert_eq!(came[0], "create Vandermeer Dairy", "{came:?}");
    assert_eq!(came[1], "3 stage=\"Quoted\"");
}

#[test]
fn only_a_bare_yes_or_no_is_one() {
    for (text, meant) in [
        ("yes", Some(Consent::Yes)),
        ("yes, create it", Some(Consent::Yes)),
        ("no thanks", Some(Consent::No)),
        ("not now", Some(Consent::No)),
        ("yes, and set the stage to Lost", None),
        ("no, 2,600", None),
        ("what?", None),
        ("", None),
    ] {
        assert_eq!(consent(text), meant, "{text}");
    }
}
