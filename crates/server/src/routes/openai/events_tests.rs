use serde_json::json;

use super::*;

fn telling() -> Telling {
    Telling::new(json!({"id": "resp_1", "status": "in_progress", "output": []}))
}

fn answer(text: &str) -> Answer {
    Answer {
        text: text.into(),
        calls: Vec::new(),
        cut_off: false,
        usage: Usage::default(),
    }
}

#[test]
fn what_was_told_of_an_answer_that_began_anew_is_put_right_at_its_end() {
    let mut telling = telling();
    telling.text("First ");
    telling.restart();
    assert_eq!(telling.text("Second"), Vec::<Value>::new());
    let events = telling.finish(&answer("Second try"), 7);
    assert_eq!(events[0]["type"], "response.output_text.done");
    assert_eq!(events[0]["text"], "Second try");
    assert_eq!(
        telling.object()["output"][0]["content"][0]["text"],
        "Second try"
    );
}

#[test]
fn what_was_not_told_yet_is_told_at_the_end() {
    let mut telling = telling();
    telling.text("Hel");
    let events = telling.finish(&answer("Hello"), 7);
    assert_eq!(events[0]["delta"], "lo");
    assert_eq!(telling.end()["type"], "response.completed");
}

#[test]
fn an_answer_without_words_has_no_output() {
    let mut telling = telling();
    telling.begin();
    assert_eq!(telling.finish(&answer(""), 7), Vec::<Value>::new());
    assert_eq!(telling.object()["output"], json!([]));
    assert_eq!(telling.end()["sequence_number"], 2);
}

#[test]
fn tokens_from_the_cache_are_among_those_that_were_read() {
    let told = usage(Usage {
        input_tokens: 1,
        cached_tokens: 2,
        cache_write_tokens: 4,
        output_tokens: 8,
    });
    assert_eq!(
        (&told["input_tokens"], &told["total_tokens"]),
        (&json!(7), &json!(15))
    );
}
