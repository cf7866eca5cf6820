use proptest::prelude::*;
use serde_json::{Value, json};

use super::lenient::{self, Ending};
use super::{AgentResponse, Reading, WrittenCall, plain_text, read};

fn said(messages: &[&str]) -> AgentResponse {
    AgentResponse {
        messages: messages.iter().map(|text| (*text).to_owned()).collect(),
        tool_calls: Vec::new(),
    }
}

fn called(messages: &[&str], calls: &[(&str, Value)]) -> AgentResponse {
    let mut response = said(messages);
    response.tool_calls = calls
        .iter()
        .map(|(name, args)| WrittenCall {
            name: (*name).to_owned(),
            args: args.clone(),
        })
        .collect();
    response
}

#[track_caller]
fn understands(text: &str, expected: AgentResponse) {
    assert_eq!(read(text), Reading::Understood(expected), "{text}");
}

#[test]
fn a_clean_answer_is_read_as_it_is() {
    understands(
        r#"{"messages":["Hi","Bye"],"tool_calls":[]}"#,
        said(&["Hi", "Bye"]),
    );
    understands(
        r#"{"messages":[],"tool_calls":[{"name":"a","args":{"x":"1"}},{"name":"b","args":{}}]}"#,
        called(&[], &[("a", json!({"x": "1"})), ("b", json!({}))]),
    );
    understands(r#"{"messages":[],"tool_calls":[]}"#, said(&[]));
}

#[test]
fn fences_and_chatter_around_it_are_left_out() {
    for text in [
        "```json\n{\"messages\":[\"Hi\"]}\n```",
        "Sure, here it is:\n{\"messages\":[\"Hi\"]}\nAnything else?",
        "Use {curly} braces like { this }. {\"messages\":[\"Hi\"]}",
        "<think>{\"messages\":[\"no\"]}</think>{\"messages\":[\"Hi\"]}",
        "\u{feff}  {\"messages\":[\"Hi\"]}",
    ] {
        understands(text, said(&["Hi"]));
    }
}

#[test]
fn mistakes_of_writing_are_repaired() {
    for text in [
        r#"{"messages":["Hi",],}"#,
        r"{'messages':['Hi']}",
        r#"{messages:["Hi"]}"#,
        r#"{"messages":["Hi"] /* none */, // later
            "tool_calls":[] # ok
        }"#,
        r#"{"messages":"Hi"}"#,
        r#"{"message":"Hi"}"#,
        r#"{"messages":["Hi"}"#,
        r#"{"messages":[{"text":"Hi"}]}"#,
        r#"{"messages":[{"role":"assistant","content":"Hi"}]}"#,
        r#"{"messages"=["Hi"], tool_calls: null}"#,
        r#"{"messages":["Hi"] "tool_calls":[]}"#,
        r#"{“messages”:[“Hi”]}"#,
        r#"{"messages":["Hi"],"tool_calls":None,"thought":"greet"}"#,
    ] {
        understands(text, said(&["Hi"]));
    }
}

#[test]
fn quotes_nobody_escaped_stay_in_the_text() {
    understands(
        r#"{"messages":["He said "hi" to me"]}"#,
        said(&["He said \"hi\" to me"]),
    );
    understands(r"{'messages':['I don't know']}", said(&["I don't know"]));
}

#[test]
fn escapes_are_read() {
    understands(
        r#"{"messages":["a\nb\t\"c\" \u00e9 \ud83d\ude00 \d \/"]}"#,
        said(&["a\nb\t\"c\" é 😀 \\d /"]),
    );
    understands(r#"{"messages":["\ud83d x"]}"#, said(&["\u{fffd} x"]));
    understands(r#"{"messages":["\ud83d\u0041"]}"#, said(&["\u{fffd}A"]));
    understands(r#"{"messages":["\u+123"]}"#, said(&["\u{fffd}+123"]));
}

#[test]
fn a_raw_line_break_in_a_text_stays() {
    understands("{\"messages\":[\"a\nb\"]}", said(&["a\nb"]));
}

#[test]
fn calls_are_read_in_every_dialect() {
    let expected = || called(&[], &[("find", json!({"q": "x"}))]);
    for text in [
        r#"{"tool_calls":[{"name":"find","args":{"q":"x"}}]}"#,
        r#"{"tool_calls":{"name":"find","args":{"q":"x"}}}"#,
        r#"{"tool_calls":[{"tool":"find","arguments":{"q":"x"}}]}"#,
        r#"{"tool_calls":[{"type":"function","function":{"name":"find","arguments":{"q":"x"}}}]}"#,
        r#"{"tool_calls":[{"function":"find","parameters":{"q":"x"}}]}"#,
        r#"{"name":"find","input":{"q":"x"}}"#,
        r#"[{"name":"find","args":{"q":"x"}}]"#,
        r"{tool_calls:[{name: find, args: {q: x}}]}",
    ] {
        understands(text, expected());
    }
    understands(
        r#"{"tool_calls":[{"name":"done"}]}"#,
        called(&[], &[("done", json!({}))]),
    );
}

#[test]
fn several_objects_are_one_response() {
    understands(
        "{\"messages\":[\"One\"]}\n{\"name\":\"a\",\"args\":{}}\n{\"messages\":[\"Two\"]}",
        called(&["One", "Two"], &[("a", json!({}))]),
    );
}

#[test]
fn numbers_lose_nothing() {
    understands(
        r#"{"tool_calls":[{"name":"a","args":{"n":-1.5,"i":7,"iban":12345678901234567890123,"phone":+14155550123,"z":007,"t":True}}]}"#,
        called(
            &[],
            &[(
                "a",
                json!({"n": -1.5, "i": 7, "iban": "12345678901234567890123", "phone": "+14155550123", "z": "007", "t": true}),
            )],
        ),
    );
}

#[test]
fn a_cut_answer_keeps_what_was_whole() {
    for (text, expected) in [
        (r#"{"messages":["Hi","How ar"#, said(&["Hi"])),
        (r#"{"messages":["Hi"]"#, said(&["Hi"])),
        (r#"{"messages":["Hi"],"tool_c"#, said(&["Hi"])),
        (
            r#"{"messages":["Hi"],"tool_calls":[{"name":"pay","args":{"sum":1"#,
            said(&["Hi"]),
        ),
        (
            r#"{"messages":["Hi"],"tool_calls":[{"name":"pay","args":{"sum":"10"}"#,
            said(&["Hi"]),
        ),
        (
            r#"{"messages":[],"tool_calls":[{"name":"a","args":{}},{"name":"pay","args":{"sum":"10"#,
            called(&[], &[("a", json!({}))]),
        ),
    ] {
        assert_eq!(read(text), Reading::Cut(expected), "{text}");
    }
}

#[test]
fn every_cut_of_an_answer_calls_no_tool_with_half_an_argument() {
    let text = r#"{"messages":["Hello there"],"tool_calls":[{"name":"pay","args":{"sum":"1000","to":"Ann Lee"}},{"name":"note","args":{"text":"paid"}}]}"#;
    let Reading::Understood(full) = read(text) else {
        panic!("the whole text is clean");
    };
    for end in 0..text.len() {
        let (Reading::Understood(part) | Reading::Cut(part)) = read(&text[..end]) else {
            continue;
        };
        assert_eq!(
            part.tool_calls,
            full.tool_calls[..part.tool_calls.len()],
            "{end}"
        );
        assert_eq!(part.messages, full.messages[..part.messages.len()], "{end}");
    }
}

#[test]
fn what_needs_guessing_is_unreadable() {
    for text in [
        r#"{"messages":["He said "hi", and left"],"tool_calls":[{"name":"x","args":{}}]}"#,
        r#"{"messages":[["nested"]]}"#,
        r#"{"tool_calls":[{"args":{}}]}"#,
        r#"{"tool_calls":["find"]}"#,
        r#"{"answer":"Hi"}"#,
        "```json\nnothing\n```",
        r#"I will answer. "messages": [ "Hi" ]"#,
        r#"{"name":"pay","args":{"sum":"10"}"#,
    ] {
        assert_eq!(read(text), Reading::Unreadable, "{text}");
    }
}

#[test]
fn talk_is_prose() {
    for text in [
        "Hello, how can I help?",
        "You have three messages: two from Ann.",
        "",
        "Braces {like these} mean nothing.",
        "[Note] The office is closed.",
        r#"Her record is {"name": "Ann", "age": 7}."#,
    ] {
        assert_eq!(read(text), Reading::Prose, "{text}");
    }
}

#[test]
fn a_person_is_never_shown_braces() {
    assert_eq!(plain_text("Hello."), Some("Hello.".to_owned()));
    assert_eq!(
        plain_text(r#"He said "hi". ```json {"messages": [["#),
        Some("He said \"hi\".".to_owned())
    );
    assert_eq!(
        plain_text(r#"Let me see. {"messages": [["#),
        Some("Let me see.".to_owned())
    );
    assert_eq!(
        plain_text("<think>hm</think> Yes."),
        Some("Yes.".to_owned())
    );
    for text in ["", "  ", r#"{"messages": "#, "```json\n{", r#"[{"name":1"#] {
        assert_eq!(plain_text(text), None, "{text}");
    }
}

#[test]
fn nesting_does_not_reach_the_stack() {
    for open in ["{\"messages\":[", "[", "{\"a\":", "{"] {
        let text = open.repeat(20_000);
        assert_ne!(read(&text), Reading::Understood(AgentResponse::default()));
        read(&format!("{{\"messages\":{text}"));
    }
}

/// A quadratic reader would need minutes for these, not seconds.
#[test]
fn a_flood_of_anything_is_read_in_one_go() {
    let pieces = [
        "{",
        "{\"",
        "\"\" ",
        "{a ",
        "{a:",
        "{a:b,",
        "\\",
        "'",
        "/*",
        "//\n",
        "{\"messages\":[\"",
        "\"a\" \"b\" ",
        "[",
        "{}",
        "x:{y ",
        "{\"a\":1,",
        "\u{feff}",
        "“",
    ];
    for piece in pieces {
        let text = piece.repeat(200_000 / piece.len());
        read(&text);
        read(&format!("{{\"messages\":[\"{text}"));
        plain_text(&text);
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1.0e9..1.0e9f64).prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z\"\\\\]{1,4}", inner, 0..4).prop_map(Value::from_iter),
        ]
    })
}

fn any_response() -> impl Strategy<Value = AgentResponse> {
    let messages = prop::collection::vec("[a-zA-Z0-9 ,.'\"{}\\n]{0,30}[a-z]", 0..3);
    let call = (
        "[a-z_]{1,8}",
        prop::collection::btree_map("[a-z]{1,5}", "\\PC{0,12}", 0..3),
    );
    let calls = prop::collection::vec(call, 0..3);
    (messages, calls).prop_map(|(messages, calls)| AgentResponse {
        messages: messages
            .into_iter()
            .map(|text| text.trim().to_owned())
            .collect(),
        tool_calls: calls
            .into_iter()
            .map(|(name, args)| WrittenCall {
                name,
                args: json!(args),
            })
            .collect(),
    })
}

proptest! {
    #[test]
    fn anything_may_come(text in any::<String>()) {
        read(&text);
        plain_text(&text);
    }

    #[test]
    fn anything_that_looks_like_it_may_come(text in "[{}\\[\\]\",:'a-e\\\\/*# \n“”u0-9]{0,200}") {
        read(&text);
        plain_text(&text);
    }

    #[test]
    fn valid_json_is_read_as_json(value in any_json()) {
        let text = json!({ "k": value }).to_string();
        let found = lenient::object_at(&text, 0).unwrap();
        prop_assert_eq!(found.ending, Ending::Whole);
        prop_assert_eq!(found.end, text.len());
        prop_assert_eq!(Value::Object(found.object), json!({ "k": value }));
    }

    #[test]
    fn a_written_response_is_read_back(response in any_response(), before in "[a-z ]{0,9}") {
        let text = format!("{before}{}", serde_json::to_string_pretty(&response).unwrap());
        prop_assert_eq!(read(&text), Reading::Understood(response));
    }

    #[test]
    fn a_damaged_response_never_panics_and_never_grows(
        response in any_response(),
        at in any::<prop::sample::Index>(),
        damage in any::<char>(),
        remove in any::<bool>(),
    ) {
        let mut chars: Vec<char> = serde_json::to_string(&response).unwrap().chars().collect();
        let at = at.index(chars.len());
        if remove { chars.remove(at); } else { chars[at] = damage; }
        let text: String = chars.into_iter().collect();
        if let Reading::Understood(read) | Reading::Cut(read) = read(&text) {
            let size: usize = read.messages.iter().map(String::len).sum();
            prop_assert!(size <= text.len());
        }
    }
}
