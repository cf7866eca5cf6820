//! Questions in the words of another hand, on a book of their own: what is known is told however it is asked for, and what is
//! not known stays so.

use serde_json::json;

use super::book::{Book, Source};
use super::engine::{Reply, Response, Scene, respond};
use super::engine_tests::{TODAY, account, source};
use super::intent::Intent;
use super::resolve::{Conversation, Resolution};
use super::state::AccountState;

fn accounts() -> Vec<AccountState> {
    vec![
        account(
            json!({"id": "10", "name": "Harrow Lane Kennels", "stage": "Lost", "industry": "kennel", "location": {"city": "Fargo", "state": "ND"}, "contacts": [{"name": "Greta Solberg", "role": "owner"}], "coverage_types": ["General Liability"], "premium": 5400, "carrier": "Alder Mutual", "notes": ["Lost 2027-04-02."]}),
        ),
        account(
            json!({"id": "11", "name": "Tallow Creek Candles", "stage": "Quoted", "industry": "candle maker", "location": {"city": "Moline", "state": "IL"}, "contacts": [{"name": "Noor Haddad", "role": "owner", "phone": "309-555-0111"}], "coverage_types": ["Property", "General Liability"], "premium": 3900, "carrier": "Alder Mutual"}),
        ),
        account(
            json!({"id": "12", "name": "Pell & Voss Boatworks", "stage": "Bound", "industry": "boat builder", "location": {"city": "Astoria", "state": "OR"}, "contacts": [{"name": "Ines Pell", "role": "owner", "phone": "503-555-0112"}, {"name": "Rolf Voss", "role": "bookkeeper"}], "coverage_types": ["Property", "Inland Marine"], "premium": 12600, "carrier": "Cobalt Specialty", "notes": ["Bound 2027-03-01.", "Ines has to sign; Rolf does the books."]}),
        ),
        account(
            json!({"id": "13", "name": "Quarry Street Dental", "aliases": ["Quarry Street Salem"], "stage": "Application Received", "industry": "dental practice", "location": {"city": "Salem", "state": "OR"}, "contacts": [{"name": "Tom Arden", "role": "dentist"}], "coverage_types": ["Property"]}),
        ),
        account(
            json!({"id": "14", "name": "Quarry Street Diner", "aliases": ["Quarry Street Erie"], "stage": "Submitted", "industry": "restaurant", "location": {"city": "Erie", "state": "PA"}, "contacts": [{"name": "Lena Price", "role": "owner"}], "coverage_types": ["Property"]}),
        ),
        account(
            json!({"id": "15", "name": "Osprey Vending", "stage": "Quote Pitched", "industry": "vending", "location": {"city": "Tampa", "state": "FL"}, "contacts": [{"name": "Bea Lund", "role": "owner"}], "coverage_types": ["General Liability"], "premium": 2150, "carrier": "Cobalt Specialty"}),
        ),
    ]
}

fn mail(account: &str, number: usize, at: &str, from: &str, summary: &str, raw: &str) -> Source {
    source(account, "email", number, at, from, summary, raw)
}

fn of_those_who_left() -> Vec<Source> {
    vec![
        mail(
            "10",
            1,
            "2027-02-01T10:00:00Z",
            "Lena Fischer",
            "Alder offers $5,400; dogs at night are excluded.",
            "Greta,\n\nAlder Mutual offers $5,400. Dogs that stay at night are excluded.\n\nBest,\nLena",
        ),
        mail(
            "10",
            2,
            "2027-04-02T10:00:00Z",
            "Greta Solberg",
            "Goes with another agent who covers the nights.",
            "Lena,\n\nI signed with another agent. His carrier covers the nights, and that settled it for me.\n\nBest,\nGreta",
        ),
    ]
}

fn of_those_who_stayed() -> Vec<Source> {
    vec![
        mail(
            "11",
            1,
            "2027-02-03T10:00:00Z",
            "Lena Fischer",
            "Alder indication $4,250.",
            "Noor,\n\nAlder Mutual came with an indication of $4,250. The melting room has no sprinklers.\n\nBest,\nLena",
        ),
        mail(
            "11",
            2,
            "2027-03-03T10:00:00Z",
            "Noor Haddad",
            "Sprinklers installed February 27.",
            "Lena,\n\nThe sprinklers are in since February 27.\n\nBest,\nNoor",
        ),
        mail(
            "11",
            3,
            "2027-03-20T10:00:00Z",
            "Lena Fischer",
            "Alder firm at $3,900.",
            "Noor,\n\nAlder is firm at $3,900.\n\nBest,\nLena",
        ),
        source(
            "11",
            "sms",
            4,
            "2027-04-20T10:00:00Z",
            "309-555-0111",
            "Two more hired.",
            "Hi Lena, two new pourers, we are 14 now. Noor",
        ),
        mail(
            "12",
            1,
            "2027-02-10T10:00:00Z",
            "Lena Fischer",
            "Cobalt $12,600; yearly survey of each hull.",
            "Ines,\n\nCobalt Specialty quoted $12,600 for six hulls. They want a survey once a year, which is about $250 per hull.\n\nBest,\nLena",
        ),
        source(
            "12",
            "sms",
            2,
            "2027-02-26T10:00:00Z",
            "503-555-0112",
            "Accepts; start on Monday.",
            "Yes, start on Monday please. Ines",
        ),
    ]
}

fn book() -> Book {
    let sources = of_those_who_left().into_iter().chain(of_those_who_stayed());
    Book::new(
        accounts(),
        sources.collect(),
        vec!["Lena Fischer".to_owned()],
    )
}

pub(crate) fn response(text: &str) -> Response {
    respond(&Scene::new(&book(), TODAY), text, &Conversation::default())
}

/// Answers that have to hold some phrases and must not hold others.
#[track_caller]
fn says(rows: &[(&str, &[&str], &[&str])]) {
    let mut wrong = Vec::new();
    for (text, has, lacks) in rows {
        match response(text).reply {
            Reply::Answer(answer)
                if has.iter().all(|phrase| answer.text.contains(phrase))
                    && !lacks.iter().any(|phrase| answer.text.contains(phrase)) => {}
            other => wrong.push(format!("{text}: {other:?}")),
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
}

const UNKNOWN: &[&str] = &["Not known"];

#[test]
fn whoever_decides_is_asked_for_in_many_ways() {
    for text in [
        "Whose signature do we need at Pell & Voss?",
        "Whose okay are we waiting on at Pell & Voss Boatworks?",
        "Who is authorized to sign for Pell & Voss?",
        "Whose name goes on the dotted line at Pell & Voss?",
        "Who gives the green light at Pell & Voss?",
        "Whose decision is it at Pell & Voss?",
        "Who ultimately approves at Pell & Voss?",
    ] {
        says(&[(text, &["Ines Pell"], UNKNOWN)]);
    }
}

#[test]
fn what_became_of_an_account_is_its_stage() {
    for text in [
        "What became of Harrow Lane Kennels?",
        "Whatever came of Harrow Lane?",
        "How did we make out with Harrow Lane Kennels?",
        "What happened in the end with Harrow Lane Kennels?",
        "What was the outcome at Harrow Lane?",
    ] {
        says(&[(text, &["Lost"], UNKNOWN)]);
    }
    says(&[
        (
            "What became of the parrot at Harrow Lane Kennels?",
            UNKNOWN,
            &[],
        ),
        ("What became of the ferry at Pell & Voss?", UNKNOWN, &[]),
    ]);
}

#[test]
fn the_staff_is_counted_without_its_name() {
    for text in [
        "How many people work at Tallow Creek Candles these days?",
        "How many folks are on the payroll at Tallow Creek?",
        "What is the headcount at Tallow Creek Candles?",
        "How big is the crew at Tallow Creek?",
        "How many people does Tallow Creek Candles employ?",
    ] {
        says(&[(text, &["we are 14 now"], UNKNOWN)]);
    }
    says(&[
        ("How many people work at Osprey Vending?", UNKNOWN, &[]),
        ("How many people work at Pell & Voss?", UNKNOWN, &[]),
        ("How many customers does Tallow Creek have?", UNKNOWN, &[]),
    ]);
}

#[test]
fn the_beginning_of_a_policy_comes_with_the_message_that_names_it() {
    for text in [
        "On which date did the policy of Pell & Voss begin?",
        "When did coverage kick in for Pell & Voss?",
        "What day did the Pell & Voss insurance start?",
        "Since when is Pell & Voss covered?",
    ] {
        says(&[(text, &["March 1, 2027", "start on Monday"], UNKNOWN)]);
    }
    says(&[
        (
            "When did the policy of Quarry Street Diner begin?",
            UNKNOWN,
            &[],
        ),
        ("When did the policy of Osprey Vending start?", UNKNOWN, &[]),
    ]);
}

#[test]
fn what_decided_a_matter_has_many_idioms() {
    for text in [
        "What tipped the scale for Harrow Lane Kennels?",
        "What was the clincher for Harrow Lane?",
        "What sealed it at Harrow Lane Kennels?",
        "What cost us the deal with Harrow Lane?",
        "Why did we lose Harrow Lane Kennels?",
        "What swayed Greta at Harrow Lane Kennels?",
    ] {
        says(&[(text, &["covers the nights"], UNKNOWN)]);
    }
    says(&[
        (
            "What tipped the scale for Quarry Street Diner?",
            UNKNOWN,
            &[],
        ),
        (
            "What sealed the deal for Quarry Street Dental?",
            UNKNOWN,
            &[],
        ),
    ]);
}

#[test]
fn a_price_that_moved_is_told_with_what_lies_between() {
    for text in [
        "What made Alder cut the Tallow Creek price, and by how much?",
        "How much did Alder shave off the Tallow Creek quote, and why?",
        "What brought the Tallow Creek premium down, and by what amount?",
    ] {
        says(&[(text, &["$350", "Sprinklers"], UNKNOWN)]);
    }
    says(&[
        (
            "What made Alder raise the Tallow Creek price, and by how much?",
            UNKNOWN,
            &[],
        ),
        (
            "What made Cobalt slash the Osprey Vending price, and by how much?",
            UNKNOWN,
            &[],
        ),
        (
            "How much would the Tallow Creek price drop with an alarm?",
            UNKNOWN,
            &[],
        ),
    ]);
}

#[test]
fn the_second_half_of_a_question_points_back() {
    says(&[
        (
            "What's the quote for Tallow Creek and who is it from?",
            &["$3,900", "Alder"],
            &[],
        ),
        (
            "How much is the Tallow Creek quote and whose is it?",
            &["$3,900", "Alder"],
            &[],
        ),
        (
            "What does Pell & Voss pay, and to whom?",
            &["$12,600", "Cobalt"],
            &["Rolf"],
        ),
        (
            "What is the price for Osprey Vending, and who stands behind it?",
            &["$2,150", "Cobalt"],
            &[],
        ),
        (
            "What stage is Osprey Vending in and who is the quote from?",
            &["Quote Pitched", "Cobalt"],
            &[],
        ),
        (
            "Where is Harrow Lane Kennels and what became of it?",
            &["Fargo", "Lost"],
            &[],
        ),
        (
            "What is the quote for Quarry Street Dental and who is it from?",
            UNKNOWN,
            &[],
        ),
    ]);
}

#[test]
fn a_product_needs_its_count_and_its_price() {
    says(&[
        (
            "What would the yearly surveys cost Pell & Voss for all its hulls?",
            &["6 x $250 = $1,500"],
            &[],
        ),
        (
            "What would surveys cost Pell & Voss for all its masts?",
            &[],
            &["Together:"],
        ),
        (
            "What does Pell & Voss pay for a survey?",
            &[],
            &["Together:"],
        ),
    ]);
}

#[test]
fn stages_of_the_book_are_paraphrased() {
    says(&[
        (
            "Whose applications have come in but not gone out to a carrier yet?",
            &["Quarry Street Dental"],
            &["Diner", "Osprey", "Tallow"],
        ),
        (
            "Which files still have to go out to market?",
            &["Quarry Street Dental"],
            &["Diner"],
        ),
        (
            "Who is waiting to hear back from underwriters?",
            &["Quarry Street Diner"],
            &["Dental"],
        ),
        (
            "Which ones are waiting on a carrier?",
            &["Quarry Street Diner"],
            &["Dental", "Osprey"],
        ),
        (
            "Which accounts are quoted but not sold?",
            &["Tallow", "Osprey"],
            &["Pell", "Harrow"],
        ),
        (
            "Which clients are thinking over our proposal?",
            &["Osprey"],
            &["Tallow", "Pell"],
        ),
        ("Which accounts walked away?", &["Harrow"], &["Pell"]),
        (
            "Which accounts have been sold?",
            &["Pell"],
            &["Harrow", "Osprey"],
        ),
        ("Which accounts sold a yacht?", UNKNOWN, &[]),
    ]);
}

#[test]
fn a_city_beside_a_name_decides() {
    for (text, id) in [
        ("Quarry Street in Salem declined our price.", "13"),
        ("Quarry Street Salem turned down the price.", "13"),
        ("Quarry Street in Erie wants another price.", "14"),
        ("Is Quarry Street in Oregon submitted?", "13"),
        ("Lena Price at Quarry Street called.", "14"),
    ] {
        let found = response(text).found.resolution;
        assert_eq!(found, Resolution::One(id.to_owned()), "{text}");
    }
    let found = response("Quarry Street likes our price.").found.resolution;
    assert!(matches!(found, Resolution::Ambiguous(_)), "{found:?}");
}

#[test]
fn an_order_that_only_points_back_is_no_search() {
    for text in [
        "Osprey Vending, same procedure",
        "Osprey Vending, you know the drill",
        "Do the usual for Osprey Vending",
        "Tallow Creek, as agreed",
        "Tallow Creek: like last time",
        "Pell & Voss, business as usual",
    ] {
        assert_eq!(response(text).reading.intent, Intent::Unclear, "{text}");
    }
    for (text, intent) in [
        ("Osprey Vending agreed.", Intent::Update),
        (
            "What is the usual carrier of Osprey Vending?",
            Intent::Search,
        ),
        ("Osprey Vending premium", Intent::Search),
    ] {
        assert_eq!(response(text).reading.intent, intent, "{text}");
    }
}
