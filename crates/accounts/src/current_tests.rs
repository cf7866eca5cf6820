//! What is so today, counts and deeds: a neighbouring figure, stage or word is no answer to them.

use serde_json::json;

use super::book::{Book, Source};
use super::engine::{Reply, Scene, respond};
use super::engine_tests::{TODAY, account, check, source};
use super::intent::Intent;
use super::query::Answer;
use super::resolve::Conversation;
use super::state::AccountState;

fn accounts() -> Vec<AccountState> {
    vec![
        account(
            json!({"id": "70", "name": "Lark Hollow Arborists", "stage": "Quoted", "industry": "tree care", "location": {"city": "Yakima", "state": "WA"}, "contacts": [{"name": "Ivo Brandt", "role": "owner"}, {"name": "Tess Aldous", "role": "board treasurer"}], "coverage_types": ["General Liability"], "premium": 3_200, "carrier": "Alder Mutual"}),
        ),
        account(
            json!({"id": "71", "name": "Kestrel Stone Masons", "stage": "Bound", "industry": "masonry", "location": {"city": "Bath", "state": "ME"}, "contacts": [{"name": "Greta Moss", "role": "owner"}], "coverage_types": ["Commercial Auto"], "premium": 21_000, "carrier": "Cobalt Specialty"}),
        ),
    ]
}

fn sources() -> Vec<Source> {
    vec![
        source(
            "70",
            "sms",
            1,
            "2027-03-01T10:00:00Z",
            "509-555-0170",
            "Four chippers.",
            "Forgot to say, we have four chippers. Ivo",
        ),
        source(
            "70",
            "email",
            2,
            "2027-03-05T10:00:00Z",
            "Lena Fischer",
            "Alder $3,200, each chipper insured at $12,500.",
            "Ivo,\n\nAlder Mutual quoted $3,200, and covers the roof only with a letter from an engineer. A homeowners association wants a certificate. Each chipper is insured at $12,500, and night work is excluded.\n\nLena",
        ),
        source(
            "71",
            "email",
            1,
            "2027-02-01T10:00:00Z",
            "Lena Fischer",
            "Cobalt $21,000; mod 1.08, the 2022 loss drops out.",
            "Greta,\n\nCobalt Specialty quoted $21,000 for the auto policy. The mod is 1.08 and the 2022 loss drops out of it next year.\n\nLena",
        ),
        source(
            "71",
            "email",
            2,
            "2027-02-09T10:00:00Z",
            "Lena Fischer",
            "Binder and payment plan: 20 percent down.",
            "Greta,\n\nYou are bound. The total is payable as 20 percent down and eight monthly installments, the first with the binder.\n\nLena",
        ),
        source(
            "71",
            "sms",
            3,
            "2027-02-12T10:00:00Z",
            "207-555-0171",
            "A rigger moves the press on Friday.",
            "A rigger moves the press on Friday.",
        ),
    ]
}

fn told(text: &str) -> Answer {
    let book = Book::new(accounts(), sources(), vec!["Lena Fischer".to_owned()]);
    match respond(&Scene::new(&book, TODAY), text, &Conversation::default()).reply {
        Reply::Answer(answer) => answer,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn what_no_message_tells_is_not_known() {
    for text in [
        "Who insures Lark Hollow Arborists today?",
        "Which company covers Lark Hollow Arborists at the moment?",
        "Has Greta Moss paid the first installment for Kestrel Stone Masons?",
        "Did the engineer sign off on the roof at Lark Hollow Arborists?",
        "Which homeowners association wants the certificate from Lark Hollow Arborists?",
        "Which rigger moves the press at Kestrel Stone Masons?",
        "What make are the chippers at Lark Hollow Arborists?",
        "What does Lark Hollow Arborists pay its current carrier?",
        "Which of our bound clients are behind on their payments?",
        "How much of the bound premium has actually been collected?",
        "How many claims has Kestrel Stone Masons had on its commercial auto policy?",
    ] {
        let answer = told(text);
        assert!(answer.text.contains("Not known"), "{text}: {answer:?}");
    }
}

#[test]
fn what_is_on_file_is_told() {
    for (text, part) in [
        (
            "Who insures Kestrel Stone Masons today?",
            "Cobalt Specialty",
        ),
        (
            "Which carrier quoted Lark Hollow Arborists?",
            "Alder Mutual",
        ),
        (
            "What's the name of the treasurer at Lark Hollow Arborists?",
            "Tess Aldous",
        ),
        (
            "How many chippers does Lark Hollow Arborists have and what is their combined insured value?",
            "$50,000",
        ),
    ] {
        let answer = told(text);
        assert!(
            answer.known && answer.text.contains(part),
            "{text}: {answer:?}"
        );
    }
}

#[test]
fn a_wish_to_be_entertained_is_no_question() {
    let book = Book::new(accounts(), sources(), Vec::new());
    for text in ["Tell me something funny.", "Tell me a story"] {
        let found = respond(&Scene::new(&book, TODAY), text, &Conversation::default());
        assert!(matches!(found.reading.intent, Intent::Unclear), "{text}");
    }
}

#[test]
fn what_stands_beside_an_order_is_no_part_of_it() {
    check(&[
        ("Erase every email we have from K&L Heating.", &["refuse"]),
        (
            "Note on Vandermeer Orchards: Ilse is back and signed the application.",
            &["note"],
        ),
        (
            "Dana paid for the hull scratch herself, add that to the Bright Path Academy file.",
            &["note"],
        ),
        (
            "New email for Lou Park at the preschool in Carson City, BPA: lou.p@bpa.example",
            &["contacts[Lou Park].email=\"lou.p@bpa.example\""],
        ),
        (
            "K&L Heating takes the cyber. Add Cyber, premium is now 15,900.",
            &[
                "premium=15900",
                "coverage_types=[\"General Liability\",\"Commercial Auto\",\"Umbrella\",\"Cyber\"]",
            ],
        ),
        (
            "K&L Heating goes with the lower leakage deductible, so 15,220.",
            &["premium=15220"],
        ),
    ]);
}
