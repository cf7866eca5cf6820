//! Small sums: only what the words of the file leave no doubt about.

use serde_json::json;

use super::book::{Book, Source};
use super::engine::{Reply, Scene, respond};
use super::engine_tests::{TODAY, account, source};
use super::resolve::Conversation;
use super::state::AccountState;

fn accounts() -> Vec<AccountState> {
    vec![
        account(
            json!({"id": "70", "name": "Osprey Shuttle Service", "stage": "Quoted", "industry": "shuttle service", "location": {"city": "Salida", "state": "CO"}, "contacts": [{"name": "Ida Brandt", "role": "owner", "phone": "719-555-0170"}], "coverage_types": ["Commercial Auto"], "premium": 33500, "carrier": "Alder Mutual"}),
        ),
        account(
            json!({"id": "71", "name": "Kettle Creek Nursery", "stage": "Renewal Due", "industry": "plant nursery", "location": {"city": "Ames", "state": "IA"}, "contacts": [{"name": "Tomas Beck", "role": "owner"}], "coverage_types": ["Property"], "premium": 16900, "carrier": "Cobalt Specialty"}),
        ),
        account(
            json!({"id": "72", "name": "Marlow Printing", "stage": "Quote Pitched", "industry": "printing", "location": {"city": "Ames", "state": "IA"}, "contacts": [{"name": "Una Marlow", "role": "owner"}], "coverage_types": ["Property"], "premium": 12000, "carrier": "Alder Mutual"}),
        ),
    ]
}

fn sources() -> Vec<Source> {
    let of = |account: &str, number, at: &str, from: &str, summary: &str, raw: &str| {
        source(account, "email", number, at, from, summary, raw)
    };
    vec![
        of(
            "70",
            1,
            "2027-01-05T10:00:00Z",
            "Ida Brandt",
            "Inquiry: nine vans and four trailers.",
            "Lena,\n\nwe run nine vans and four trailers.\n\nIda",
        ),
        of(
            "70",
            2,
            "2027-02-05T10:00:00Z",
            "Ida Brandt",
            "Cameras cost $350 each.",
            "Lena,\n\nthe cameras are $350 apiece.\n\nIda",
        ),
        of(
            "70",
            3,
            "2027-03-05T10:00:00Z",
            "Ida Brandt",
            "Depot values $220,000 and $140,000.",
            "Lena,\n\nthe two depots are valued at $220,000 and $140,000.\n\nIda",
        ),
        of(
            "70",
            4,
            "2027-04-05T10:00:00Z",
            "Ida Brandt",
            "Three of the nine vans have cameras.",
            "Lena,\n\nthree of the nine vans have cameras now.\n\nIda",
        ),
    ]
}

fn later() -> Vec<Source> {
    let of = |account: &str, number, at: &str, from: &str, summary: &str, raw: &str| {
        source(account, "email", number, at, from, summary, raw)
    };
    vec![
        of(
            "71",
            1,
            "2026-05-05T10:00:00Z",
            "Lena Fischer",
            "Renewal 2026 at $14,000.",
            "Tomas,\n\nCobalt Specialty renews at $14,000.\n\nLena",
        ),
        of(
            "71",
            2,
            "2027-05-01T10:00:00Z",
            "Lena Fischer",
            "Renewal $16,900: $1,800 of the rise for the new greenhouse, the rest a hail surcharge.",
            "Tomas,\n\nCobalt Specialty renews at $16,900. Of the increase $1,800 is the new greenhouse, the rest is a hail surcharge.\n\nLena",
        ),
        of(
            "72",
            1,
            "2027-03-01T10:00:00Z",
            "Lena Fischer",
            "Alder $12,000 with a $10,000 deductible.",
            "Una,\n\nAlder Mutual quotes $12,000 with a $10,000 deductible.\n\nLena",
        ),
        of(
            "72",
            2,
            "2027-03-15T10:00:00Z",
            "Lena Fischer",
            "$5,000 deductible adds $900; $2,500 adds $1,600.",
            "Una,\n\na $5,000 deductible adds $900, a $2,500 deductible adds $1,600.\n\nLena",
        ),
        of(
            "72",
            3,
            "2027-04-15T10:00:00Z",
            "Una Marlow",
            "Leaning to the $5,000 deductible.",
            "Lena,\n\nwe lean to the $5,000 one.\n\nUna",
        ),
    ]
}

#[track_caller]
fn says(rows: &[(&str, &str, &[&str])]) {
    let sources = sources().into_iter().chain(later()).collect();
    let book = Book::new(accounts(), sources, vec!["Lena Fischer".to_owned()]);
    let mut wrong = Vec::new();
    for (text, has, lacks) in rows {
        match respond(&Scene::new(&book, TODAY), text, &Conversation::default()).reply {
            Reply::Answer(answer) => {
                let fits = answer.text.contains(has)
                    && !lacks.iter().any(|part| answer.text.contains(part));
                if !fits {
                    wrong.push(format!("{text}: {}", answer.text));
                }
            }
            other => wrong.push(format!("{text}: {other:?}")),
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
}

#[test]
fn so_many_times_so_much_each() {
    says(&[
        (
            "What would cameras for the whole Osprey Shuttle fleet cost?",
            "$3,150",
            &[],
        ),
        (
            "What's the bill for cameras in all the vans at Osprey Shuttle Service?",
            "$3,150",
            &[],
        ),
        (
            "Total cost of cameras across the fleet at Osprey Shuttle Service?",
            "$3,150",
            &[],
        ),
        (
            "What would cameras for all six new vans cost Osprey Shuttle Service?",
            "$2,100",
            &[],
        ),
        // One camera is no fleet.
        (
            "What does one camera cost Osprey Shuttle Service?",
            "$350",
            &["$3,150", "Together"],
        ),
    ]);
}

#[test]
fn two_values_of_one_passage() {
    says(&[
        (
            "What are the two Osprey Shuttle depots worth put together?",
            "$360,000",
            &[],
        ),
        (
            "What is the combined value of the depots at Osprey Shuttle Service?",
            "$360,000",
            &[],
        ),
        (
            "Total depot value at Osprey Shuttle Service?",
            "$360,000",
            &[],
        ),
        (
            "What are both depots of Osprey Shuttle Service valued at in all?",
            "$360,000",
            &[],
        ),
        (
            "What is the larger depot at Osprey Shuttle Service worth?",
            "$220,000",
            &["$360,000"],
        ),
        // Prices and deductibles are never added.
        (
            "What is the total price of the quote for Marlow Printing?",
            "$12,000",
            &["$22,000"],
        ),
    ]);
}

#[test]
fn what_is_left_of_a_rise() {
    says(&[
        (
            "Of the Kettle Creek Nursery increase, how much is down to hail?",
            "$1,100",
            &[],
        ),
        (
            "How much of Kettle Creek Nursery's increase is the hail surcharge?",
            "$1,100",
            &[],
        ),
        (
            "How much is the hail surcharge at Kettle Creek Nursery?",
            "$1,100",
            &[],
        ),
        (
            "What amount of the rise at Kettle Creek Nursery comes from the hail surcharge?",
            "$1,100",
            &[],
        ),
        (
            "How much of the Kettle Creek Nursery increase is the greenhouse?",
            "$1,800",
            &["The rest:"],
        ),
    ]);
}

#[test]
fn how_many_are_left() {
    says(&[
        (
            "How many vans at Osprey Shuttle Service still need cameras?",
            "Left: 9 - 3 = 6",
            &[],
        ),
        (
            "How many Osprey Shuttle vans are still without cameras?",
            "Left: 9 - 3 = 6",
            &[],
        ),
        (
            "How many of Osprey Shuttle's vans still lack a camera?",
            "Left: 9 - 3 = 6",
            &[],
        ),
        (
            "How many vans at Osprey Shuttle Service have cameras?",
            "three of the nine",
            &["Left:"],
        ),
    ]);
}

#[test]
fn the_option_that_is_named_or_preferred() {
    says(&[
        (
            "What would Marlow Printing pay with the $2,500 deductible?",
            "$13,600",
            &["$12,900"],
        ),
        (
            "What would Marlow Printing's premium be with the $5,000 deductible?",
            "$12,900",
            &["$13,600"],
        ),
        (
            "What would Marlow Printing's premium be with the deductible Una prefers?",
            "$12,900",
            &["$13,600"],
        ),
        (
            "What would the total be for Marlow Printing with the deductible they favor?",
            "$12,900",
            &["$13,600"],
        ),
    ]);
}
