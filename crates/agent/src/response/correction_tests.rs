use proptest::prelude::*;
use serde_json::{Value, json};

use super::{AgentResponse, WrittenCall, adds_nothing};

fn response(messages: &[&str], calls: &[(&str, Value)]) -> AgentResponse {
    AgentResponse {
        messages: messages.iter().map(|text| (*text).to_owned()).collect(),
        tool_calls: calls
            .iter()
            .map(|(name, args)| WrittenCall {
                name: (*name).to_owned(),
                args: args.clone(),
            })
            .collect(),
    }
}

#[test]
fn reshaping_adds_nothing() {
    for (original, corrected) in [
        (
            r#"{"messages": ["Hi there. Rent is $5", "#,
            response(&["Hi there. Rent is $5"], &[]),
        ),
        (
            r#"{"messages": ["Hi there. Rent is $5"}"#,
            response(&["Hi there.", "Rent is $5"], &[]),
        ),
        ("Hi   there.\nBye!", response(&["Hi there", "Bye!"], &[])),
        (
            r#"{"messages": ["One\nTwo \"x\" y"#,
            response(&["One", "Two \"x\" y"], &[]),
        ),
        (
            "- First thing\n- Second thing",
            response(&["First thing", "Second thing"], &[]),
        ),
        (
            "call find(query=lease 12, limit=3)",
            response(&[], &[("find", json!({"query": "lease 12", "limit": 3}))]),
        ),
        (
            "find nested 7 deep True",
            response(
                &[],
                &[("find", json!({"a": [{"b": "nested"}, 7, true, null]}))],
            ),
        ),
        ("anything", response(&[], &[])),
        ("wait… what", response(&["wait… what"], &[])),
    ] {
        assert!(
            adds_nothing(original, &corrected),
            "{original} → {corrected:?}"
        );
    }
}

#[test]
fn inventing_is_caught() {
    for (original, corrected) in [
        ("Hi there.", response(&["Hi there. I paid it."], &[])),
        ("Hi there.", response(&["Hello there."], &[])),
        ("Rent is $5", response(&["Rent is $50"], &[])),
        ("Rent is $50", response(&["Rent is $5"], &[])),
        (
            "pay it",
            response(&[], &[("pay", json!({"confirmed": true}))]),
        ),
        ("Rent is -5", response(&[], &[("pay", json!({}))])),
        ("find 15", response(&[], &[("find", json!({"limit": 5}))])),
        (
            "find lease",
            response(&[], &[("find", json!({"query": "release"}))]),
        ),
        (
            "find release",
            response(&[], &[("find", json!({"query": "lease"}))]),
        ),
        ("refind", response(&[], &[("find", json!({}))])),
        (
            "find",
            response(&[], &[("find", json!({"a": {"b": ["hidden"]}}))]),
        ),
    ] {
        assert!(
            !adds_nothing(original, &corrected),
            "{original} → {corrected:?}"
        );
    }
}

#[test]
fn a_fragment_that_turns_the_meaning_is_caught() {
    for (original, fragment) in [
        ("Do not pay the bill.", "pay the bill"),
        ("Pay the bill only if Ann agrees.", "Pay the bill"),
        ("Never say \"pay the bill\" to them.", "pay the bill"),
        ("Never do this: pay the bill.", "pay the bill"),
        ("Pay, but later.", "Pay"),
    ] {
        assert!(
            !adds_nothing(original, &response(&[fragment], &[])),
            "{original}"
        );
    }
}

#[test]
fn a_flood_of_pieces_is_not_a_correction() {
    let text = "a. ".repeat(500);
    assert!(!adds_nothing(&text, &response(&[&text], &[])));
}

proptest! {
    #[test]
    fn the_original_itself_adds_nothing(text in "[a-zA-Z0-9 .!?\n]{0,200}") {
        prop_assert!(adds_nothing(&text, &response(&[&text], &[])));
    }

    #[test]
    fn a_new_word_is_always_caught(text in "[a-y .]{0,100}", at in 0usize..3) {
        let invented = ["zzz", "zebra zoo", "a zed b"][at];
        prop_assert!(!adds_nothing(&text, &response(&[invented], &[])));
        let call = response(&[], &[("t", json!({"x": invented}))]);
        prop_assert!(!adds_nothing(&text, &call));
    }

    #[test]
    fn any_text_and_any_answer_may_come(text in any::<String>(), answer in any::<String>()) {
        adds_nothing(&text, &response(&[&answer], &[(&answer, json!({"x": answer}))]));
    }
}
