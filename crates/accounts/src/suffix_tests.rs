//! Names with the legal form behind them, in every kind of sentence.

use serde_json::json;

use super::book::Book;
use super::engine::{Reply, Scene, respond};
use super::engine_tests::{TODAY, account, outcome};
use super::resolve::Conversation;

fn book() -> Book {
    let accounts = vec![
        account(
            json!({"id": "1", "name": "Larkspur Point Ferry LLC", "stage": "Bound", "industry": "ferry", "location": {"city": "Norfolk", "state": "VA"}, "contacts": [{"name": "Ada Brandt", "role": "owner", "phone": "757-555-0101"}], "coverage_types": ["General Liability", "Property"], "premium": 9100, "carrier": "Granite Mutual", "renewal_date": "2027-08-01"}),
        ),
        account(
            json!({"id": "2", "name": "Stonefield Cold Storage Inc", "stage": "Quoted", "industry": "warehouse", "location": {"city": "Dayton", "state": "OH"}, "contacts": [{"name": "Milo Ferrant", "role": "manager", "email": "milo@stonefield.example"}], "coverage_types": ["Property"], "premium": 21000, "carrier": "Old Harbor Casualty"}),
        ),
        account(
            json!({"id": "3", "name": "Copperline Electric Co.", "stage": "Submitted", "industry": "electrician", "location": {"city": "Denver", "state": "CO"}, "contacts": [{"name": "Rhea Salt", "role": "owner"}], "coverage_types": ["General Liability"]}),
        ),
        account(
            json!({"id": "4", "name": "Juniper Pie Company", "stage": "Lost", "industry": "bakery", "location": {"city": "Reno", "state": "NV"}, "contacts": [{"name": "Tove Lind", "role": "owner"}], "coverage_types": ["Property"], "premium": 3100, "carrier": "Granite Mutual"}),
        ),
        account(
            json!({"id": "5", "name": "Ashgrove & Co", "stage": "Quoted", "industry": "florist", "location": {"city": "Salem", "state": "OR"}, "contacts": [{"name": "Inga Moss", "role": "owner"}], "coverage_types": ["Property"], "premium": 2400, "carrier": "Granite Mutual"}),
        ),
        account(
            json!({"id": "6", "name": "Crumb & Anchovy", "stage": "Bound", "industry": "cafe", "location": {"city": "Salem", "state": "OR"}, "contacts": [{"name": "Olaf Wren", "role": "owner"}], "coverage_types": ["Property"], "premium": 4850, "carrier": "Granite Mutual"}),
        ),
    ];
    Book::new(accounts, Vec::new(), vec!["Lena Fischer".to_owned()])
}

fn reply(text: &str) -> Reply {
    respond(&Scene::new(&book(), TODAY), text, &Conversation::default()).reply
}

#[test]
fn a_name_with_its_legal_form_is_answered_like_the_name_alone() {
    for (text, told) in [
        ("What stage is Larkspur Point Ferry LLC in?", "Bound"),
        ("What stage is Larkspur Point Ferry, LLC in?", "Bound"),
        ("What stage is Larkspur Point Ferry L.L.C. in?", "Bound"),
        ("What is the premium of Larkspur Point Ferry LLC?", "9,100"),
        ("what's larkspur point ferry llc's premium?", "9,100"),
        (
            "Who is the carrier for Stonefield Cold Storage Inc.?",
            "Old Harbor",
        ),
        ("Who writes Stonefield Cold Storage, Inc.?", "Old Harbor"),
        ("Where is Stonefield Cold Storage Inc located?", "Dayton"),
        ("Milo's email at Stonefield Cold Storage Corp?", "milo@"),
        ("Who is the owner of Copperline Electric Co?", "Rhea Salt"),
        ("Who is the owner of Copperline Electric Co.?", "Rhea Salt"),
        (
            "Who is the owner of Copperline Electric Company?",
            "Rhea Salt",
        ),
        (
            "what coverage does copperline electric co have",
            "General Liability",
        ),
        ("What was Juniper Pie Company quoted?", "3,100"),
        ("Is Juniper Pie Co. bound?", "Lost"),
        ("What does Ashgrove & Co do?", "florist"),
        ("How much is Ashgrove and Co?", "2,400"),
        ("How much does Ashgrove & Company pay?", "2,400"),
        ("What stage is Ashgrove in?", "Quoted"),
        ("When does Larkspur Point Ferry LLC renew?", "2027-08-01"),
        ("Does Larkspur Point Ferry LLC have property?", "Yes"),
        ("premium of crumb and anchvoi?", "4,850"),
    ] {
        match reply(text) {
            Reply::Answer(answer) => {
                assert!(
                    answer.known && answer.text.contains(told),
                    "{text}: {answer:?}"
                );
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn a_name_with_its_legal_form_is_changed_like_the_name_alone() {
    for (text, changes) in [
        (
            "Set the premium of Larkspur Point Ferry LLC to $9,400",
            vec!["premium=9400"],
        ),
        (
            "Larkspur Point Ferry, LLC's premium is now 9,300",
            vec!["premium=9300"],
        ),
        (
            "Mark Copperline Electric Co. as Quoted",
            vec!["stage=\"Quoted\""],
        ),
        (
            "Move Stonefield Cold Storage Inc. to Bound",
            vec!["stage=\"Bound\""],
        ),
        ("Ashgrove & Co is bound", vec!["stage=\"Bound\""]),
        (
            "Change the carrier of Juniper Pie Company to Old Harbor Casualty",
            vec!["carrier=\"Old Harbor Casualty\""],
        ),
    ] {
        assert_eq!(outcome(reply(text)), changes, "{text}");
    }
}

#[test]
fn a_legal_form_makes_no_other_companys_name_an_accounts() {
    for text in [
        "Set the premium of Larkspur Point Boatyard LLC to $9,400",
        "Mark Juniper Catering Company as Bound",
        "Stonefield Bakery Inc is bound",
    ] {
        let came = outcome(reply(text));
        assert!(came[0].starts_with("create "), "{text}: {came:?}");
    }
    for text in [
        "What is the alarm code of Larkspur Point Ferry LLC?",
        "Which company cleans Copperline Electric Co?",
        "What stage is Juniper Catering LLC in?",
        "What is the premium of Crumb & Candle?",
    ] {
        match reply(text) {
            Reply::Answer(answer) => assert!(!answer.known, "{text}: {answer:?}"),
            Reply::Clarify { .. } => {}
            other => panic!("{text}: {other:?}"),
        }
    }
}
