//! Sentences of a desk that no data set has, with what has to come of them.

use jiff::civil::{Date, date};
use serde_json::{Value, json};

use super::book::{Book, Source};
use super::engine::{Reply, Scene, respond};
use super::intent::Intent;
use super::resolve::Conversation;
use super::state::AccountState;

pub(crate) const TODAY: Date = date(2027, 5, 10);

pub(crate) fn account(fields: Value) -> AccountState {
    serde_json::from_value(fields).unwrap()
}

pub(crate) fn source(
    account: &str,
    kind: &str,
    number: usize,
    at: &str,
    from: &str,
    summary: &str,
    raw: &str,
) -> Source {
    Source {
        account_id: account.to_owned(),
        kind: kind.to_owned(),
        id: format!("{kind}_{account}_{number}"),
        at: at.parse().unwrap(),
        from: from.to_owned(),
        to: "Lena Fischer".to_owned(),
        subject: None,
        summary: summary.to_owned(),
        raw: raw.to_owned(),
    }
}

pub(crate) fn book() -> Book {
    let accounts = vec![
        account(
            json!({"id": "1", "name": "Bright Path Academy LLC", "aliases": ["BPA"], "stage": "Quoted", "industry": "preschool", "location": {"city": "Reno", "state": "NV"}, "contacts": [{"name": "Dana Whitcomb", "role": "director", "phone": "775-555-0101", "email": "dana@bpa.example"}, {"name": "Lou Park", "role": "bookkeeper", "phone": "775-555-0102"}], "coverage_types": ["General Liability", "Property"], "premium": 8000, "carrier": "Granite Mutual"}),
        ),
        account(
            json!({"id": "2", "name": "K&L Heating", "stage": "Bound", "industry": "hvac contractor", "location": {"city": "Dayton", "state": "OH"}, "contacts": [{"name": "Karl Lund", "role": "owner", "phone": "937-555-0110"}], "coverage_types": ["General Liability", "Commercial Auto", "Umbrella"], "premium": 14500, "carrier": "Old Harbor Casualty", "renewal_date": "2027-06-01", "created": "2024-02-01T00:00:00Z"}),
        ),
        account(
            json!({"id": "3", "name": "Vandermeer Orchards", "stage": "Submitted", "industry": "orchard", "location": {"city": "Yakima", "state": "WA"}, "contacts": [{"name": "Ilse Vandermeer", "role": "owner", "phone": "509-555-0140"}], "coverage_types": ["Property", "Inland Marine"]}),
        ),
        account(
            json!({"id": "4", "name": "Castillo Dance Studio", "stage": "Lost", "industry": "dance studio", "location": {"city": "Laredo", "state": "TX"}, "contacts": [{"name": "Pilar Castillo", "role": "owner"}], "coverage_types": ["General Liability"], "premium": 1900, "carrier": "Granite Mutual"}),
        ),
        account(
            json!({"id": "5", "name": "Castillo Brothers Paving", "stage": "Quote Pitched", "industry": "paving contractor", "location": {"city": "El Paso", "state": "TX"}, "contacts": [{"name": "Nestor Castillo", "role": "owner", "email": "nestor@castillo.example"}], "coverage_types": ["General Liability", "Workers Compensation"], "premium": 32000, "carrier": "Northgate Specialty"}),
        ),
    ];
    let sources = vec![
        source(
            "1",
            "email",
            1,
            "2027-03-01T10:00:00Z",
            "Dana Whitcomb",
            "Inquiry: 60 children, fence repaired.",
            "Hello Lena,\n\nWe care for 60 children and 14 teachers. The fence was repaired in February. Our policy with Old Harbor ends on June 30.\n\nThanks,\nDana",
        ),
        source(
            "1",
            "email",
            2,
            "2027-04-12T10:00:00Z",
            "Lena Fischer",
            "Granite quote $8,000 with a $1,000 deductible.",
            "Dana,\n\nGranite Mutual quoted $8,000 with a deductible of $1,000. Adding abuse cover would add $550. Old Harbor declined because of the pool.\n\nBest,\nLena",
        ),
        source(
            "1",
            "sms",
            3,
            "2027-05-03T10:00:00Z",
            "775-555-0101",
            "Now 66 children.",
            "We have 66 children since this week, and the pool is gone. Dana",
        ),
        source(
            "5",
            "call",
            1,
            "2027-02-10T10:00:00Z",
            "Nestor Castillo",
            "Wants a decision after the bid.",
            "Lena: When will you decide?\nNestor: After the highway bid on May twentieth. My brother has to agree.\nLena: Fine.",
        ),
    ];
    Book::new(accounts, sources, vec!["Lena Fischer".to_owned()])
}

pub(crate) fn reply(text: &str) -> Reply {
    respond(&Scene::new(&book(), TODAY), text, &Conversation::default()).reply
}

/// What has to come of each sentence, all that is wrong at once.
#[track_caller]
pub(crate) fn come_to(rows: &[(&str, &str)]) {
    let wrong: Vec<String> = rows
        .iter()
        .map(|(text, came)| (text, came, outcome(reply(text)).join(" ")))
        .filter(|(_, came, got)| *came != got)
        .map(|(text, came, got)| format!("{text}: {got}, not {came}"))
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
}

/// The changes of an update as `field=value`, or the word for another outcome.
pub(crate) fn outcome(reply: Reply) -> Vec<String> {
    match reply {
        Reply::Update { plan, .. } if plan.changes.is_empty() => vec!["note".to_owned()],
        Reply::Update { plan, .. } => plan
            .changes
            .iter()
            .map(|change| format!("{}={}", change.field, change.new))
            .collect(),
        Reply::Clarify { .. } => vec!["clarify".to_owned()],
        Reply::Refuse { .. } => vec!["refuse".to_owned()],
        Reply::ConfirmCreate { name, .. } => vec![format!("create {name}")],
        Reply::Answer(_) => vec!["answer".to_owned()],
    }
}

#[track_caller]
pub(crate) fn check(rows: &[(&str, &[&str])]) {
    let wrong: Vec<String> = rows
        .iter()
        .map(|(text, expected)| (text, expected, outcome(reply(text))))
        .filter(|(_, expected, got)| got != *expected)
        .map(|(text, expected, got)| format!("{text}: {got:?}, not {expected:?}"))
        .collect();
    assert_eq!(wrong, [] as [String; 0]);
}

#[test]
fn stages_are_moved_as_they_are_ordered_or_told() {
    check(&[
        (
            "Move BPA to Quote Pitched please",
            &["stage=\"Quote Pitched\""],
        ),
        (
            "we pitched Bright Path Academy this morning",
            &["stage=\"Quote Pitched\""],
        ),
        (
            "Vandermeer got quoted by Granite Mutual at 6,450",
            &[
                "stage=\"Quoted\"",
                "premium=6450",
                "carrier=\"Granite Mutual\"",
            ],
        ),
        (
            "Granite came back at $6,450 for Vandermeer Orchards",
            &[
                "stage=\"Quoted\"",
                "premium=6450",
                "carrier=\"Granite Mutual\"",
            ],
        ),
        ("Castillo Paving said yes, bind it", &["stage=\"Bound\""]),
        (
            "Castillo Paving is bound effective June 1",
            &["stage=\"Bound\"", "effective_date=\"2027-06-01\""],
        ),
        (
            "We lost Castillo Paving to their cousin's agent",
            &["stage=\"Lost\""],
        ),
        (
            "Change the stage of K&L Heating from Bound to Renewal Due",
            &["stage=\"Renewal Due\""],
        ),
        (
            "Mark K&L Heating as Renewal Due",
            &["stage=\"Renewal Due\""],
        ),
        (
            "K&L Heating: status is Renewal Due",
            &["stage=\"Renewal Due\""],
        ),
    ]);
}

#[test]
fn what_did_not_happen_changes_nothing() {
    check(&[
        ("Don't mark Castillo Paving as bound yet", &["clarify"]),
        (
            "If Nestor accepts, move Castillo Paving to Bound",
            &["clarify"],
        ),
        (
            "Once the cheque is in, mark Castillo Paving bound",
            &["clarify"],
        ),
        ("Did we move Castillo Paving to Bound?", &["answer"]),
        ("Karl lost his keys at K&L Heating, note it", &["note"]),
        (
            "Ilse submitted the loss runs for Vandermeer Orchards",
            &["note"],
        ),
        ("Old Harbor declined Vandermeer Orchards", &["note"]),
        ("Castillo Paving has not been bound yet", &["note"]),
    ]);
}

#[test]
fn premiums_are_read_in_every_form() {
    check(&[
        ("BPA premium is now 8.4k", &["premium=8400"]),
        (
            "BPA's premium is eight thousand two hundred",
            &["premium=8200"],
        ),
        (
            "set the premium for Bright Path Academy at $8,550",
            &["premium=8550"],
        ),
        (
            "Bright Path Academy's premium went from 8,000 to 8,300",
            &["premium=8300"],
        ),
        ("Raise BPA's premium by 10%", &["premium=8800"]),
        ("The premium for BPA is down $250", &["premium=7750"]),
        ("BPA's premium is 8,900, no, 8,700", &["premium=8700"]),
        (
            "BPA takes the 2,500 deductible, premium 7,600",
            &["premium=7600"],
        ),
        ("BPA raised its limit to 2,000,000, note that", &["note"]),
        ("The premium of BPA is about 9,000", &["clarify"]),
        ("Set BPA's premium to -200", &["refuse"]),
        (
            "BPA pays $700 a month, set that as the premium",
            &["clarify"],
        ),
    ]);
}

#[test]
fn carriers_coverages_and_dates_are_read() {
    check(&[
        (
            "Switch the carrier for BPA to Old Harbor Casualty",
            &["carrier=\"Old Harbor Casualty\""],
        ),
        (
            "Change BPA's carrier to Lakeshore Indemnity",
            &["carrier=\"Lakeshore Indemnity\""],
        ),
        (
            "Add cyber and umbrella to BPA",
            &["coverage_types=[\"General Liability\",\"Property\",\"Cyber\",\"Umbrella\"]"],
        ),
        (
            "Drop the auto from K&L Heating",
            &["coverage_types=[\"General Liability\",\"Umbrella\"]"],
        ),
        (
            "Replace Umbrella with Cyber for K&L Heating",
            &["coverage_types=[\"General Liability\",\"Commercial Auto\",\"Cyber\"]"],
        ),
        ("Remove Cyber from K&L Heating", &["clarify"]),
        (
            "K&L Heating no longer needs the umbrella",
            &["coverage_types=[\"General Liability\",\"Commercial Auto\"]"],
        ),
        ("BPA would like to add cyber next year", &["note"]),
        (
            "Follow up with Vandermeer Orchards next Tuesday",
            &["follow_up_date=\"2027-05-18\""],
        ),
        (
            "Set a follow-up for Vandermeer Orchards in two weeks",
            &["follow_up_date=\"2027-05-24\""],
        ),
        (
            "Renewal date for K&L Heating is 7/1/2027",
            &["renewal_date=\"2027-07-01\""],
        ),
        ("Set a follow-up for BPA on February 30", &["clarify"]),
    ]);
}

#[test]
fn contacts_are_read() {
    check(&[
        (
            "Dana at BPA has a new cell: (775) 555-0199",
            &["contacts[Dana Whitcomb].phone=\"775-555-0199\""],
        ),
        (
            "Change the email for Lou at Bright Path Academy to lou@bpa.example",
            &["contacts[Lou Park].email=\"lou@bpa.example\""],
        ),
        ("BPA's new phone is 775-555-0199", &["clarify"]),
        (
            "New number for K&L Heating: 937-555-0188",
            &["contacts[Karl Lund].phone=\"937-555-0188\""],
        ),
        ("Karl's number at K&L Heating is now 937-555", &["clarify"]),
        (
            "Remove Lou Park from the contacts of BPA",
            &[
                "contacts=[{\"name\":\"Dana Whitcomb\",\"role\":\"director\",\"phone\":\"775-555-0101\",\"email\":\"dana@bpa.example\"}]",
            ],
        ),
        (
            "Lou left BPA, please remove her",
            &[
                "contacts=[{\"name\":\"Dana Whitcomb\",\"role\":\"director\",\"phone\":\"775-555-0101\",\"email\":\"dana@bpa.example\"}]",
            ],
        ),
        (
            "Add Rita Olsen as a contact for K&L Heating, office manager, 937-555-0177",
            &[
                "contacts=[{\"name\":\"Karl Lund\",\"role\":\"owner\",\"phone\":\"937-555-0110\"},{\"name\":\"Rita Olsen\",\"role\":\"office manager\",\"phone\":\"937-555-0177\"}]",
            ],
        ),
    ]);
}

#[test]
fn what_nobody_may_do_is_refused_and_what_is_open_is_asked() {
    check(&[
        ("Delete all accounts in Ohio", &["refuse"]),
        ("Delete Bright Path Academy.", &["refuse"]),
        ("Erase the history of K&L Heating", &["refuse"]),
        ("Mark every account as bound", &["refuse"]),
        ("Set the stage of BPA to Gold", &["refuse"]),
        ("Mark Castillo as bound", &["clarify"]),
        ("Mark BPA as bound and lost", &["clarify"]),
        ("Update it", &["clarify"]),
        (
            "Add a note to Juniper Hollow Farm that they called",
            &["create Juniper Hollow Farm"],
        ),
        (
            "New prospect: Juniper Hollow Farm",
            &["create Juniper Hollow Farm"],
        ),
    ]);
}

#[test]
fn a_thread_goes_on_about_its_account() {
    let book = book();
    let scene = Scene::new(&book, TODAY);
    let asked = "What is BPA's premium?";
    let first = respond(&scene, asked, &Conversation::default());
    let conversation = Conversation::default().after(asked, &first);
    let change = |text: &str| match respond(&scene, text, &conversation).reply {
        Reply::Update { account_id, plan } => (
            account_id,
            plan.changes
                .iter()
                .map(|change| change.new.clone())
                .collect::<Vec<_>>(),
        ),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(
        change("set it to Bound"),
        ("1".to_owned(), vec![json!("Bound")])
    );
    assert_eq!(
        change("change their premium to 8,250"),
        ("1".to_owned(), vec![json!(8250)])
    );
    assert_eq!(change("no, 2,600"), ("1".to_owned(), vec![json!(2600)]));
}

#[test]
fn what_asks_for_nothing_is_unclear() {
    for text in [
        "How's the weather?",
        "When does it renew?",
        "What did she say?",
        "which one is bigger?",
        "thanks!",
        "lol",
        "the usual",
        "Castillo",
        "BPA, same as always",
        "mark as bound",
        "hm",
        "They accepted.",
        "can you do it",
        "what about the other one?",
    ] {
        let response = respond(&Scene::new(&book(), TODAY), text, &Conversation::default());
        assert_eq!(
            response.reading.intent,
            Intent::Unclear,
            "{text}: {}",
            response.reading.rule
        );
    }
}
