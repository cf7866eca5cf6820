//! Corrections go to the field that was changed last, and to no other.

use std::collections::HashMap;

use jiff::Timestamp;
use serde_json::json;

use super::book::Book;
use super::engine::{Past, Reply, Scene, respond};
use super::engine_tests::{TODAY, account, outcome};
use super::history::{History, creation};
use super::resolve::Conversation;
use super::update::{apply, deltas};

#[derive(Default)]
struct Histories(HashMap<String, History>);

impl Past for Histories {
    fn history(&self, account: &str) -> Option<&History> {
        self.0.get(account)
    }
}

fn book() -> Book {
    let accounts = vec![
        account(
            json!({"id": "1", "name": "Larkspur Ferry", "stage": "Quoted", "contacts": [{"name": "Ada Brandt", "role": "owner", "phone": "757-555-0101"}, {"name": "Milo Ferrant", "role": "manager", "email": "milo@larkspur.example"}], "premium": 9100, "carrier": "Granite Mutual", "renewal_date": "2027-08-01", "follow_up_date": "2027-05-20"}),
        ),
        account(
            json!({"id": "2", "name": "Juniper Pies", "stage": "Lost", "contacts": [{"name": "Tove Lind", "role": "owner", "phone": "775-555-0100"}], "premium": 3100, "carrier": "Pell & Marlowe", "renewal_date": "2027-09-01"}),
        ),
        account(json!({"id": "3", "name": "Stonefield Storage", "carrier": "Old Harbor Casualty"})),
    ];
    Book::new(accounts, Vec::new(), Vec::new())
}

/// What comes of the last sentence. Changes are carried out; the histories are known or not.
fn talk(sentences: &[&str], known: bool) -> Vec<String> {
    let mut book = book();
    let mut past = Histories::default();
    let now: Timestamp = "2027-05-10T09:00:00Z".parse().unwrap();
    if known {
        for state in &book.accounts {
            let history = past.0.entry(state.id.clone()).or_default();
            let then = "2026-01-05T09:00:00Z".parse().unwrap();
            history.append(then, "Created.", creation(state), "test");
        }
    }
    let mut conversation = Conversation::default();
    let mut came = Vec::new();
    for text in sentences {
        let scene = Scene::new(&book, TODAY).with_past(&past);
        let response = respond(&scene, text, &conversation);
        conversation = conversation.after(text, &response);
        if let Reply::Update { account_id, plan } = &response.reply {
            let before = book.account(account_id).unwrap().clone();
            if let Some(history) = past.0.get_mut(account_id) {
                history.append(now, "Changed.", deltas(&before, plan), text);
            }
            book.put_account(apply(&before, plan));
        }
        came = outcome(response.reply);
    }
    came
}

#[test]
fn a_correction_changes_the_field_that_was_changed_last() {
    for (first, then, came) in [
        (
            "Set Larkspur Ferry's carrier to Old Harbor Casualty",
            "no, Pell & Marlowe",
            "carrier=\"Pell & Marlowe\"",
        ),
        (
            "Set Larkspur Ferry's carrier to Old Harbor Casualty",
            "sorry, I meant Pell and Marlowe",
            "carrier=\"Pell & Marlowe\"",
        ),
        (
            "Set Larkspur Ferry's carrier to Old Harbor Casualty",
            "no, Sablewood Insurance",
            "carrier=\"Sablewood Insurance\"",
        ),
        (
            "Set Larkspur Ferry's carrier to Pell & Marlowe",
            "actually Old Harbor",
            "carrier=\"Old Harbor Casualty\"",
        ),
        (
            "Set the follow-up date of Larkspur Ferry to June 3",
            "no, June 5",
            "follow_up_date=\"2027-06-05\"",
        ),
        (
            "Set the follow-up date of Larkspur Ferry to June 3",
            "make that the 7th",
            "follow_up_date=\"2027-06-07\"",
        ),
        (
            "Set the renewal date of Larkspur Ferry to July 3",
            "oops, 2027-07-13",
            "renewal_date=\"2027-07-13\"",
        ),
        (
            "Change Ada Brandt's phone at Larkspur Ferry to 757-555-0177",
            "no, 757-555-0178",
            "contacts[Ada Brandt].phone=\"757-555-0178\"",
        ),
        (
            "Change Milo's email at Larkspur Ferry to m@larkspur.example",
            "wait, it should be mf@larkspur.example",
            "contacts[Milo Ferrant].email=\"mf@larkspur.example\"",
        ),
        (
            "Set Larkspur Ferry's premium to $9,400",
            "no, 9,300",
            "premium=9300",
        ),
    ] {
        assert_eq!(talk(&[first, then], true), [came], "{first} / {then}");
    }
}

#[test]
fn a_stage_is_corrected_too() {
    let said = ["Mark Larkspur Ferry as Bound", "no, Submitted"];
    assert_eq!(talk(&said, true), ["stage=\"Submitted\""]);
}

#[test]
fn what_does_not_fit_the_last_change_is_asked() {
    for (first, then) in [
        (
            "Set Larkspur Ferry's carrier to Old Harbor Casualty",
            "no, June 5",
        ),
        (
            "Set Larkspur Ferry's carrier to Old Harbor Casualty",
            "no, 757-555-0178",
        ),
        (
            "Set Larkspur Ferry's carrier to Old Harbor Casualty",
            "no, 9,300",
        ),
        (
            "Set Larkspur Ferry's carrier to Old Harbor Casualty",
            "no, Sablewood",
        ),
        ("Mark Larkspur Ferry as Bound", "no, Pell & Marlowe"),
        (
            "Set the follow-up date of Larkspur Ferry to June 3",
            "no, Pell & Marlowe",
        ),
        (
            "Note for Larkspur Ferry: the inspection is on June 3",
            "no, June 5",
        ),
        ("Set Larkspur Ferry's premium to $9,400", "no wait"),
        ("What is the premium of Larkspur Ferry?", "no, June 5"),
        (
            "What is the carrier of Juniper Pies?",
            "no, Old Harbor Casualty",
        ),
    ] {
        assert_eq!(talk(&[first, then], true), ["clarify"], "{first} / {then}");
    }
}

#[test]
fn without_a_history_the_only_field_of_the_kind_is_asked_about() {
    let told = "Note for Juniper Pies: they like the offer";
    for (then, came) in [
        ("no, Old Harbor Casualty", "carrier=\"Old Harbor Casualty\""),
        ("no, September 5", "renewal_date=\"2027-09-05\""),
        (
            "no, 775-555-0178",
            "contacts[Tove Lind].phone=\"775-555-0178\"",
        ),
    ] {
        assert_eq!(talk(&[told, then], false), ["clarify"], "{then}");
        assert_eq!(talk(&[told, then, "yes"], false), [came], "{then}");
        assert_ne!(talk(&[told, then, "no", "yes"], false), [came], "{then}");
    }
    for then in ["no, June 5", "no, 757-555-0178", "make that the 7th"] {
        let told = "Note for Larkspur Ferry: they like the offer";
        let came = talk(&[told, then], false);
        assert!(!came[0].contains('='), "{then}: {came:?}");
    }
}

#[test]
fn a_sentence_that_only_begins_like_a_correction_is_none() {
    let first = "Set Larkspur Ferry's carrier to Old Harbor Casualty";
    for then in [
        "no, they are not ready",
        "Actually, what is the renewal date?",
        "no, Juniper Pies",
        "Sorry, Ada",
    ] {
        let came = talk(&[first, then], true);
        assert!(!came[0].contains('='), "{then}: {came:?}");
    }
}
