//! Accounts that are easily taken for one another, and what tells them apart.

use serde_json::json;

use super::book::Book;
use super::engine::{Response, Scene, respond};
use super::engine_tests::{TODAY, account, outcome};
use super::resolve::{Conversation, Resolution};

fn book() -> Book {
    let accounts = vec![
        account(
            json!({"id": "1", "name": "Redwater Supply LLC", "stage": "Quoted", "industry": "wholesale", "location": {"city": "Tulsa", "state": "OK"}, "contacts": [{"name": "Ann Cole", "role": "owner", "phone": "918-555-0101"}], "coverage_types": ["Property"], "premium": 5000, "carrier": "Granite Mutual"}),
        ),
        account(
            json!({"id": "2", "name": "Redwater Supply Inc", "stage": "Bound", "industry": "wholesale", "location": {"city": "Reno", "state": "NV"}, "contacts": [{"name": "Ben Dorn", "role": "owner", "phone": "775-555-0102"}], "coverage_types": ["Property"], "premium": 9000, "carrier": "Old Harbor Casualty"}),
        ),
        account(
            json!({"id": "3", "name": "Osprey Glass Co", "stage": "Bound", "industry": "glazier", "location": {"city": "Salem", "state": "OR"}, "contacts": [{"name": "Cy Dahl", "role": "owner"}], "coverage_types": ["Property"], "premium": 7000, "carrier": "Granite Mutual"}),
        ),
        account(
            json!({"id": "4", "name": "Osprey Glass Ltd.", "stage": "Submitted", "industry": "glazier", "location": {"city": "Salem", "state": "OR"}, "contacts": [{"name": "Di Fox", "role": "owner"}], "coverage_types": ["Property"]}),
        ),
        account(
            json!({"id": "5", "name": "Thornbury Cellars", "aliases": ["Thornbury Salem Oregon"], "stage": "Quoted", "industry": "winery", "location": {"city": "Salem", "state": "OR"}, "contacts": [{"name": "Flo Gage", "role": "owner"}], "coverage_types": ["Property"], "premium": 3000, "carrier": "Granite Mutual"}),
        ),
        account(
            json!({"id": "6", "name": "Thornbury Candle House", "stage": "Bound", "industry": "candle maker", "location": {"city": "Salem", "state": "MA"}, "contacts": [{"name": "Gil Hale", "role": "owner"}], "coverage_types": ["Property"], "premium": 2000, "carrier": "Old Harbor Casualty"}),
        ),
        account(
            json!({"id": "7", "name": "B&B Canoe Hire", "aliases": ["B and B Canoe"], "stage": "Bound", "industry": "canoe hire", "location": {"city": "Moab", "state": "UT"}, "contacts": [{"name": "Hal Inge", "role": "owner"}], "coverage_types": ["Property"], "premium": 2100, "carrier": "Granite Mutual"}),
        ),
    ];
    Book::new(accounts, Vec::new(), vec!["Lena Fischer".to_owned()])
}

fn read(text: &str) -> Response {
    respond(&Scene::new(&book(), TODAY), text, &Conversation::default())
}

#[track_caller]
fn is_account(rows: &[(&str, &str)]) {
    for (text, id) in rows {
        assert_eq!(
            read(text).found.resolution,
            Resolution::One((*id).to_owned()),
            "{text}"
        );
    }
}

#[track_caller]
fn is_either(texts: &[&str], ids: [&str; 2]) {
    for text in texts {
        let either = Resolution::Ambiguous(ids.map(str::to_owned).to_vec());
        assert_eq!(read(text).found.resolution, either, "{text}");
    }
}

#[test]
fn a_legal_form_tells_two_of_one_name_apart() {
    is_account(&[
        ("Mark Redwater Supply LLC as Lost", "1"),
        ("Mark Redwater Supply Inc as Lost", "2"),
        ("Mark Redwater Supply, Inc. as Lost", "2"),
        ("Mark Redwater Supply Incorporated as Lost", "2"),
        ("Mark Redwater Supply L.L.C. as Lost", "1"),
        ("mark redwater supply llc as lost", "1"),
        ("Redwater Supply LLC's premium is now 5,400", "1"),
        ("The premium of Redwater Inc is now 9,400", "2"),
        ("What is the premium of Redwater Supply Inc.?", "2"),
        ("Mark Redwatr Supply LLC as Lost", "1"),
        ("Is Osprey Glass Company bound?", "3"),
        ("Move Osprey Glass Limited to Quoted", "4"),
    ]);
    assert_eq!(
        outcome(read("Mark Redwater Supply L.L.C. as Lost").reply),
        ["stage=\"Lost\""]
    );
}

#[test]
fn without_the_legal_form_or_with_anothers_it_is_asked() {
    let redwater = [
        "Mark Redwater Supply as Lost",
        "Mark Redwater as Lost",
        "Redwater Supply Corp is bound",
        "What is the premium of Redwater Supply?",
    ];
    is_either(&redwater, ["1", "2"]);
    is_either(&["Mark Osprey Glass LLC as Quoted"], ["3", "4"]);
}

#[test]
fn who_is_said_not_to_be_meant_is_not() {
    is_account(&[
        (
            "Redwater Supply LLC, not Redwater Supply Inc, is bound.",
            "1",
        ),
        ("Redwater Supply Inc, not the LLC, landed at 9,400.", "2"),
        (
            "Thornbury Cellars, not Thornbury Candle House, is bound.",
            "5",
        ),
        (
            "It's Thornbury Cellars that is bound, not Thornbury Candle House.",
            "5",
        ),
        (
            "Not Thornbury Cellars but Thornbury Candle House landed at 2,200.",
            "6",
        ),
        (
            "What does Thornbury Candle House pay, not Thornbury Cellars?",
            "6",
        ),
        (
            "Bind Thornbury Cellars instead of Thornbury Candle House.",
            "5",
        ),
    ]);
    for (text, change) in [
        (
            "Thornbury Candle House, not Thornbury Cellars, landed at 2,200.",
            "premium=2200",
        ),
        (
            "Redwater Supply LLC, not Redwater Supply Inc, is bound.",
            "stage=\"Bound\"",
        ),
        (
            "Thornbury Cellars landed at 3,150, not 3,000.",
            "premium=3150",
        ),
        (
            "Thornbury Cellars' premium, not its deductible, landed at 3,150.",
            "premium=3150",
        ),
    ] {
        assert_eq!(outcome(read(text).reply), [change], "{text}");
    }
    // Nobody else is named: then it is who is spoken of.
    is_account(&[
        ("Why not Thornbury Cellars?", "5"),
        ("Thornbury Cellars is not Bound.", "5"),
    ]);
}

#[test]
fn a_city_that_two_of_a_name_are_in_says_nothing() {
    is_either(
        &[
            "Add a note to Thornbury in Salem: bill paid.",
            "Thornbury, Salem: paid the bill.",
        ],
        ["5", "6"],
    );
    is_account(&[
        ("Thornbury in Salem, Massachusetts: bill paid.", "6"),
        ("Add a note to Thornbury in Salem, OR: bill paid.", "5"),
        ("Thornbury Salem Oregon paid the bill.", "5"),
    ]);
}

#[test]
fn initials_are_not_known_with_a_slip() {
    for text in ["I'll get back to you", "Get back to me", "call back later"] {
        assert_eq!(read(text).found.resolution, Resolution::None, "{text}");
    }
    is_account(&[
        ("B&B Canoe is bound", "7"),
        ("premium of B and B Canoe", "7"),
    ]);
}

#[test]
fn a_misspelled_name_says_so() {
    for (text, rule) in [
        ("What does Thornbury Cellars pay?", "a full name"),
        (
            "What does Thornbery Cellars pay?",
            "a full name, misspelled",
        ),
        ("What does Ospray Glass Ltd pay?", "a full name, misspelled"),
        ("What does Osprey Glass Ltd pay?", "a full name"),
    ] {
        assert_eq!(read(text).found.rule, rule, "{text}");
    }
}
