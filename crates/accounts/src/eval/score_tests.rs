use serde_json::json;

use super::score::{Expectation, found, grade_answer, grade_update, normal};

/// Every row was checked against the reference matcher.
#[test]
fn phrases_match_as_in_the_reference() {
    for (phrase, text, expected) in [
        ("4", "$4,200", false),
        ("4", "4 cabins", true),
        ("4", "4:30 pm", false),
        ("4", "3-4", false),
        ("5,200", "$5,200.", true),
        ("5,200", "$15,200", false),
        ("5200", "5200.50", false),
        ("March 1", "March 12", false),
        ("clos", "we will close it", true),
        ("Tidewater & Vale", "tidewater and vale", true),
        ("no", "nothing", false),
        ("not known", "It is **not** known", true),
        ("2%", "at 2%", true),
        ("GL", "angle", false),
        ("3/5", "13/5", false),
        ("3/5", "3/5/2026", true),
        ("13", "13 accounts", true),
        ("don't have", "I don\u{2019}t have it", true),
        ("", "anything", false),
    ] {
        assert_eq!(
            found(phrase, &normal(text)),
            expected,
            "{phrase:?} in {text:?}"
        );
    }
}

#[test]
fn an_answer_needs_every_clause_and_no_forbidden_phrase() {
    let must = vec![
        vec!["Lost".to_owned()],
        vec!["TX".to_owned(), "Texas".to_owned()],
    ];
    assert_eq!(grade_answer(&must, &[], "lost, in Texas"), (vec![], vec![]));
    let (missing, forbidden) = grade_answer(&must, &["Texas".to_owned()], "Texas");
    assert_eq!((missing.len(), forbidden.len()), (1, 1));
}

fn wanted(expect: &serde_json::Value, forbid: &[&str], note: Option<&str>) -> Expectation {
    serde_json::from_value(
        json!({"expect": expect, "forbid_fields_changed": forbid, "note_contains": note}),
    )
    .unwrap()
}

#[test]
fn an_update_is_graded_field_by_field() {
    let before = json!({"stage": "Quoted", "premium": 100, "coverage_types": ["A & B"], "contacts": [{"name": "Ann Lee", "phone": "405-555-0100"}], "notes": []});
    let mut after = before.clone();
    after["stage"] = json!("Bound");
    after["contacts"][0]["phone"] = json!("(405) 555-0199");
    after["notes"] = json!(["Follow up March 11"]);
    let good = wanted(
        &json!({"stage": "Bound", "contacts[ann lee].phone": "405-555-0199", "follow_up_date": "2026-03-11", "coverage_types": ["a and b"]}),
        &["premium"],
        Some("follow up"),
    );
    assert_eq!(grade_update(&good, &before, &after, ""), [] as [String; 0]);
    let nothing = wanted(&json!({}), &["*"], None);
    assert_eq!(
        grade_update(&nothing, &before, &before, ""),
        [] as [String; 0]
    );
    assert_eq!(grade_update(&nothing, &before, &after, "").len(), 3);
    let bad = wanted(
        &json!({"premium": 200, "contacts-": "Ann Lee", "contacts+": {"name": "Bo Ray"}, "renewal_date": "2026-05-01"}),
        &["stage"],
        Some("valve"),
    );
    assert_eq!(grade_update(&bad, &before, &after, "").len(), 6);
    assert_eq!(
        grade_update(
            &wanted(&json!({}), &[], Some("valve")),
            &before,
            &after,
            "the valve"
        ),
        [] as [String; 0]
    );
}
