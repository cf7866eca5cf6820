//! Wishes, other money, fields that are emptied, and orders that are fulfilled already.

use serde_json::json;

use super::book::Book;
use super::engine::{Reply, Scene, respond};
use super::engine_tests::{TODAY, account, outcome};
use super::resolve::Conversation;

fn book() -> Book {
    let accounts = vec![
        account(
            json!({"id": "1", "name": "Larkspur Ferry", "stage": "Quoted", "contacts": [{"name": "Ada Brandt", "role": "owner", "phone": "757-555-0101"}, {"name": "Milo Ferrant", "role": "manager", "email": "milo@larkspur.example"}], "premium": 9100, "carrier": "Granite Mutual", "renewal_date": "2027-08-01", "follow_up_date": "2027-05-20"}),
        ),
        account(json!({"id": "2", "name": "Juniper Pies", "carrier": "Old Harbor Casualty"})),
    ];
    Book::new(accounts, Vec::new(), Vec::new())
}

fn reply(text: &str) -> Reply {
    respond(&Scene::new(&book(), TODAY), text, &Conversation::default()).reply
}

#[test]
fn a_wish_is_a_note_at_most() {
    for text in [
        "Larkspur Ferry wants the premium to be 8,500",
        "Ada of Larkspur Ferry hopes for a premium of 8,500",
        "Larkspur Ferry would like the premium at 8,500",
        "Larkspur Ferry would prefer a premium of $8,500",
        "Ada said the premium of Larkspur Ferry should be 8,500",
        "Milo thinks Larkspur Ferry's premium ought to be 8,500",
        "Larkspur Ferry wants the carrier to be Old Harbor Casualty",
        "Ada hopes the carrier of Larkspur Ferry is Old Harbor Casualty",
        "Larkspur Ferry wants the renewal date to be July 1",
    ] {
        let came = outcome(reply(text));
        assert!(!came[0].contains('='), "{text}: {came:?}");
    }
    for (text, came) in [
        (
            "I want the premium of Larkspur Ferry to be 9,500",
            "premium=9500",
        ),
        (
            "Set Larkspur Ferry's premium to 9,500, they want to pay less",
            "premium=9500",
        ),
        (
            "Larkspur Ferry wants cyber and the premium is now 9,500",
            "premium=9500",
        ),
        (
            "Ada said the premium of Larkspur Ferry is 9,500",
            "premium=9500",
        ),
    ] {
        assert!(outcome(reply(text)).contains(&came.to_owned()), "{text}");
    }
}

#[test]
fn other_money_than_dollars_is_asked_for() {
    for text in [
        "Larkspur Ferry's premium is €9,500",
        "Set the premium of Larkspur Ferry to £9,500",
        "The premium of Larkspur Ferry is 9,500 euros",
        "Set Larkspur Ferry's premium to EUR 9,500",
        "Larkspur Ferry's premium is now CA$9,500",
    ] {
        assert_eq!(outcome(reply(text)), ["clarify"], "{text}");
    }
    for text in [
        "Larkspur Ferry's premium is $9,500",
        "Larkspur Ferry's premium is US$9,500",
        "Larkspur Ferry's premium is 9,500 dollars",
    ] {
        assert_eq!(outcome(reply(text)), ["premium=9500"], "{text}");
    }
}

#[test]
fn a_field_is_emptied_with_proof() {
    for (text, came) in [
        (
            "Remove the follow-up date of Larkspur Ferry",
            "follow_up_date=null",
        ),
        (
            "Please clear Larkspur Ferry's follow-up",
            "follow_up_date=null",
        ),
        (
            "Cancel the follow-up for Larkspur Ferry",
            "follow_up_date=null",
        ),
        (
            "Delete the renewal date of Larkspur Ferry",
            "renewal_date=null",
        ),
        (
            "Remove Ada's phone number at Larkspur Ferry",
            "contacts[Ada Brandt].phone=null",
        ),
        ("Remove the premium of Larkspur Ferry", "clarify"),
        ("Remove the carrier of Larkspur Ferry", "clarify"),
        ("Remove the phone at Larkspur Ferry", "clarify"),
    ] {
        assert_eq!(outcome(reply(text)), [came], "{text}");
    }
    for text in [
        "Cancel the renewal of Larkspur Ferry",
        "Clear the follow-up room at Larkspur Ferry",
        "Remove the premium audit from Larkspur Ferry",
    ] {
        let came = outcome(reply(text));
        assert!(!came[0].contains("null"), "{text}: {came:?}");
    }
}

#[test]
fn an_order_that_is_fulfilled_already_is_no_note() {
    for text in [
        "Set the follow-up date of Larkspur Ferry to 2027-05-20",
        "Set the follow-up date of Larkspur Ferry to May 20, 2027",
        "Change the carrier of Larkspur Ferry to Granite Mutual",
        "Set Larkspur Ferry's renewal date to August 1",
        "Mark Larkspur Ferry as Quoted",
        "Remove the follow-up date of Juniper Pies",
    ] {
        match reply(text) {
            Reply::Update { plan, .. } => {
                assert!(
                    plan.changes.is_empty() && plan.note.is_none(),
                    "{text}: {plan:?}"
                );
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    let told = "Set Larkspur Ferry's premium to 9,100, Ada agreed to pay it in two parts";
    match reply(told) {
        Reply::Update { plan, .. } => assert!(plan.note.is_some(), "{plan:?}"),
        other => panic!("{other:?}"),
    }
}
