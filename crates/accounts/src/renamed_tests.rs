//! Accounts that get a new name.

use serde_json::{Value, json};

use super::book::Book;
use super::dialogue::Caution;
use super::engine::{Awaited, Reply, Scene, go_on, respond};
use super::engine_tests::{TODAY, account, outcome};
use super::resolve::{Conversation, Resolution};
use super::update;

fn book() -> Book {
    let accounts = vec![
        account(
            json!({"id": "1", "name": "Gull Harbor Divers LLC", "aliases": ["Gull Harbor"], "stage": "Bound", "industry": "diving", "location": {"city": "Kitty Hawk", "state": "NC"}, "contacts": [{"name": "Ira Moss", "role": "owner"}], "coverage_types": ["General Liability"], "premium": 5000, "carrier": "Granite Mutual"}),
        ),
        account(
            json!({"id": "2", "name": "Plainview Kennels", "stage": "Quoted", "industry": "kennel", "location": {"city": "Ames", "state": "IA"}, "contacts": [{"name": "Joan Kerr", "role": "owner"}], "coverage_types": ["Property"], "premium": 2500, "carrier": "Granite Mutual"}),
        ),
    ];
    Book::new(accounts, Vec::new(), vec!["Lena Fischer".to_owned()])
}

fn reply(text: &str) -> Reply {
    respond(&Scene::new(&book(), TODAY), text, &Conversation::default()).reply
}

#[test]
fn a_plain_rename_changes_the_name() {
    for text in [
        "Rename Gull Harbor Divers LLC to Outer Banks Divers LLC",
        "Please rename Gull Harbor to Outer Banks Divers LLC.",
        "Gull Harbor Divers is now called Outer Banks Divers LLC.",
        "Gull Harbor Divers changed its name to Outer Banks Divers LLC",
        "Gull Harbor has been renamed Outer Banks Divers LLC.",
        "Change the name of Gull Harbor Divers to Outer Banks Divers LLC.",
        "Change Gull Harbor's name to Outer Banks Divers LLC please",
        "Gull Harbor Divers rebranded as Outer Banks Divers LLC.",
        "The new name of Gull Harbor is Outer Banks Divers LLC.",
        "Gull Harbor Divers goes by Outer Banks Divers LLC now.",
        "Gull Harbor Divers: name change to Outer Banks Divers LLC.",
    ] {
        assert_eq!(
            outcome(reply(text)),
            ["name=\"Outer Banks Divers LLC\""],
            "{text}"
        );
    }
}

#[test]
fn the_old_name_is_kept_and_still_found() {
    let mut book = book();
    let text = "Rename Gull Harbor Divers LLC to Outer Banks Divers LLC";
    let Reply::Update { plan, .. } = reply(text) else {
        panic!("no update");
    };
    let after = update::apply(book.account("1").unwrap(), &plan);
    assert_eq!(after.name, "Outer Banks Divers LLC");
    assert_eq!(after.former_names, ["Gull Harbor Divers LLC"]);
    let deltas = update::deltas(book.account("1").unwrap(), &plan);
    let name = deltas.iter().find(|delta| delta.field == "name").unwrap();
    assert_eq!(name.old, Value::String("Gull Harbor Divers LLC".to_owned()));
    book.put_account(after);
    for name in ["Gull Harbor Divers", "Outer Banks Divers"] {
        let asked = format!("What is the premium of {name}?");
        let found = respond(&Scene::new(&book, TODAY), &asked, &Conversation::default()).found;
        assert_eq!(found.resolution, Resolution::One("1".to_owned()), "{name}");
    }
}

#[test]
fn a_name_that_another_account_has_is_asked_about() {
    for text in [
        "Rename Gull Harbor Divers LLC to Plainview Kennels",
        "Rename Gull Harbor Divers LLC to Plainview Kennels Inc",
        "Rename the old place to Plainview Kennels",
        "Rename Gull Harbor",
    ] {
        assert_eq!(outcome(reply(text)), ["clarify"], "{text}");
    }
}

#[test]
fn what_only_may_be_a_rename_is_asked_about_and_done_on_a_yes() {
    let text = "Gull Harbor Divers is now Outer Banks Charters LLC.";
    let Reply::Clarify { awaits, .. } = reply(text) else {
        panic!("{:?}", reply(text));
    };
    assert_eq!(awaits, Awaited::Agreement);
    let book = book();
    let agreed = go_on(&Scene::new(&book, TODAY), text, "1", Caution::Agreed);
    assert_eq!(outcome(agreed.reply), ["name=\"Outer Banks Charters LLC\""]);
}

#[test]
fn a_name_that_is_wished_supposed_or_anothers_renames_nothing() {
    for text in [
        "Gull Harbor may change its name to Outer Banks Divers.",
        "Gull Harbor wants to be called Outer Banks Divers.",
        "Gull Harbor will be renamed Outer Banks Divers in June.",
        "Gull Harbor used to be called Outer Banks Divers.",
        "If they merge, Gull Harbor is now called Outer Banks Divers.",
        "Ira says Gull Harbor changed its name to Outer Banks Divers.",
        "Did Gull Harbor change its name to Outer Banks Divers?",
        "The boat at Gull Harbor is now called Sea Otter.",
        "Gull Harbor's dog is now called Rex.",
        "Rename the contact Ira Moss at Gull Harbor to Ira Mossman",
        "Gull Harbor did not change its name to Outer Banks Divers.",
        "Gull Harbor named its new boat Outer Banks.",
        "Gull Harbor is now Bound.",
        "Gull Harbor is now owned by Outer Banks Divers LLC.",
        "Gull Harbor's landlord is now called Pine Holdings LLC.",
        "Change the contact name at Gull Harbor to Ira Mossman.",
        "Gull Harbor changed its bank to Outer Banks National.",
        "Don't rename Gull Harbor to Outer Banks Divers yet.",
    ] {
        let came = outcome(reply(text));
        assert!(!came[0].starts_with("name="), "{text}: {came:?}");
    }
}
