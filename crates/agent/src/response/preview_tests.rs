use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::response::{Reading, read};

fn shown(text: &str) -> String {
    Preview::default().push(text)
}

#[test]
fn the_words_of_an_answer_come_as_they_are_written() {
    let mut preview = Preview::default();
    let pieces = [
        "```json\n{\"mess",
        "ages\": [\"Hel",
        "lo \\u00e4",
        "\\ud83d",
        "\\ude00 \\\"you\\\"",
        "  \", \"\\nBye",
        ".\"], \"tool_calls\": [{\"name\": \"done\"}]}",
    ];
    let told: Vec<String> = pieces.iter().map(|piece| preview.push(piece)).collect();
    assert_eq!(told, ["", "Hel", "lo ä", "", "😀 \"you\"", "\n\nBye", "."]);
}

#[test]
fn only_what_is_said_is_shown() {
    for (text, words) in [
        (
            r#"{"tool_calls": [{"name": "a", "args": {"messages": ["no", "}"]}}], "messages": ["Yes."]}"#,
            "Yes.",
        ),
        (
            r#"{"message": "One.", "n": -1.5e3, "b": true, "messages": ["Two."]}"#,
            "One.\n\nTwo.",
        ),
        (
            r#"<think>{"messages": ["no"]}</think>{"messages": ["Yes."]}"#,
            "Yes.",
        ),
        (
            r#"{"messages": ["", "  ", "Yes."]}{"messages": ["Later."]}"#,
            "Yes.",
        ),
        (r#"{"messages": []}"#, ""),
        ("Just words.", ""),
        (r#"{'messages': ['no']}"#, ""),
        (r#"{"messages": ["a\q"]}"#, "a"),
        (r#"{"messages": ["a\ud83db"]}"#, "a"),
        (r#"{"messages": [{"text": "no"}]}"#, ""),
    ] {
        assert_eq!(shown(text), words, "{text}");
    }
}

proptest! {
    #[test]
    fn what_is_shown_is_how_it_is_read_however_it_is_cut(
        messages in prop::collection::vec("\\PC{0,12}|[\\n\\t \"\\\\{}\\[\\]a😀]{0,8}", 0..4),
        calls_first: bool,
        at in any::<prop::sample::Index>(),
    ) {
        let calls = json!([{"name": "x", "args": {"messages": messages}}]);
        let text = match calls_first {
            true => format!("{{\"tool_calls\":{calls},\"messages\":{}}}", json!(messages)),
            false => format!("{{\"messages\":{},\"tool_calls\":{calls}}}", json!(messages)),
        };
        let Reading::Understood(response) = read(&text) else { panic!("{text}") };
        prop_assert_eq!(shown(&text), response.messages.join("\n\n"));
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let (first, rest) = text.split_at(places[at.index(places.len())]);
        let mut preview = Preview::default();
        let told = format!("{}{}", preview.push(first), preview.push(rest));
        prop_assert_eq!(told, response.messages.join("\n\n"));
    }

    #[test]
    fn nothing_brings_it_down(pieces in prop::collection::vec("[{}\\[\\]\",:\\\\umesag1-9 \\n]{0,20}", 0..6)) {
        let mut preview = Preview::default();
        for piece in &pieces {
            preview.push(piece);
        }
    }
}
