use proptest::prelude::*;
use serde_json::{Value, json};
use steward_model::{ChatAnswer, ChatDelta, ChatRequest, ModelFailure, StopReason, Usage};

use super::events::Reader;
use crate::limits::{ANSWER_BYTES, TOOL_CALLS};
use crate::sse::Decoder;

const TEXT: &str = include_str!("../../tests/wire/anthropic-text.sse");
const TOOLS: &str = include_str!("../../tests/wire/anthropic-tools.sse");
const PAUSED: &str = include_str!("../../tests/wire/anthropic-paused.sse");
const RESUMED: &str = include_str!("../../tests/wire/anthropic-resumed.sse");
const OVERLOADED: &str = include_str!("../../tests/wire/anthropic-overloaded.sse");

type Read = Result<(ChatAnswer, Vec<Value>), ModelFailure>;

fn request() -> ChatRequest {
    ChatRequest {
        model: "anthropic:claude-sonnet-4-5".to_owned(),
        system: Vec::new(),
        messages: Vec::new(),
        tools: Vec::new(),
        server_tools: Vec::new(),
        temperature_milli: 0,
        max_tokens: 10,
        stop: Vec::new(),
    }
}

/// What comes of a stream that arrives in these pieces, and what was told on the way.
fn read<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> (Read, Vec<ChatDelta>) {
    let (mut decoder, mut reader) = (Decoder::default(), Reader::default());
    let mut deltas = Vec::new();
    for chunk in chunks {
        for data in decoder.feed(chunk).unwrap() {
            match reader.read(&data, &mut |delta| deltas.push(delta)) {
                Ok(flow) if flow.is_continue() => {}
                Ok(_) => return (reader.finish(&request()), deltas),
                Err(failure) => return (Err(failure), deltas),
            }
        }
    }
    (reader.finish(&request()), deltas)
}

fn answer(stream: &str) -> ChatAnswer {
    read([stream.as_bytes()]).0.unwrap().0
}

fn failure(stream: &str) -> ModelFailure {
    read([stream.as_bytes()]).0.unwrap_err()
}

fn event(body: &Value) -> String {
    format!("data: {body}\n\n")
}

fn text_of(deltas: &[ChatDelta]) -> String {
    let texts = deltas.iter().filter_map(|delta| match delta {
        ChatDelta::Text { text } => Some(text.as_str()),
        ChatDelta::Thinking { .. } | ChatDelta::Restarted => None,
    });
    texts.collect()
}

#[test]
fn text_and_usage_are_read() {
    let (read, deltas) = read([TEXT.as_bytes()]);
    let (answer, _) = read.unwrap();
    assert_eq!(
        answer,
        ChatAnswer {
            text: "Grüß dich, 世界 😀".to_owned(),
            thinking: String::new(),
            tool_calls: Vec::new(),
            stop: StopReason::End,
            usage: Usage {
                input_tokens: 25,
                cached_tokens: 2000,
                cache_write_tokens: 100,
                output_tokens: 15,
            },
        }
    );
    assert_eq!(text_of(&deltas), answer.text);
    assert_eq!(deltas.len(), 3);
}

#[test]
fn tool_calls_are_put_together_from_partial_json() {
    let answer = answer(TOOLS);
    assert_eq!(answer.thinking, "Two cities to ask.");
    assert_eq!(answer.text, "I look it up.");
    assert_eq!(answer.stop, StopReason::ToolUse);
    assert_eq!(
        json!(answer.tool_calls),
        json!([
            {
                "id": "toolu_01A",
                "name": "weather",
                "arguments": { "city": "San Francisco, é", "days": 2 },
            },
            { "id": "toolu_01B", "name": "now", "arguments": {} },
        ])
    );
}

#[test]
fn a_pause_keeps_every_block_as_it_must_go_back() {
    let (answer, blocks) = read([PAUSED.as_bytes()]).0.unwrap();
    assert_eq!(answer.stop, StopReason::Pause);
    assert!(answer.tool_calls.is_empty());
    assert_eq!(answer.usage.input_tokens, 2400);
    assert_eq!(
        json!(blocks),
        json!([
            { "type": "text", "text": "I search. " },
            {
                "type": "server_tool_use",
                "id": "srvtoolu_01",
                "name": "web_search",
                "input": { "query": "rents" },
            },
            {
                "type": "web_search_tool_result",
                "tool_use_id": "srvtoolu_01",
                "content": [{
                    "type": "web_search_result",
                    "url": "https://example.com/rents",
                    "title": "Rents",
                    "encrypted_content": "EqgfCioIARgBIiQ3",
                    "page_age": null,
                }],
            },
        ])
    );
}

#[test]
fn citations_and_signatures_go_back_too() {
    let (_, blocks) = read([RESUMED.as_bytes()]).0.unwrap();
    assert_eq!(blocks[0]["citations"][0]["encrypted_index"], "Eo8BCioIAhgB");
    assert_eq!(blocks[0]["text"], "Rents rise.");
    let (_, blocks) = read([TOOLS.as_bytes()]).0.unwrap();
    assert_eq!(
        blocks[0],
        json!({ "type": "thinking", "thinking": "Two cities to ask.", "signature": "EqQBCg==" })
    );
}

#[test]
fn every_reason_to_stop_has_its_meaning() {
    let meanings = [
        ("end_turn", StopReason::End),
        ("stop_sequence", StopReason::End),
        ("max_tokens", StopReason::MaxTokens),
        ("model_context_window_exceeded", StopReason::MaxTokens),
        ("tool_use", StopReason::ToolUse),
        ("refusal", StopReason::Refusal),
        ("pause_turn", StopReason::Pause),
        ("of_the_future", StopReason::Other),
    ];
    for (reason, meaning) in meanings {
        let stream = TEXT.replace("end_turn", reason);
        assert_eq!(answer(&stream).stop, meaning, "{reason}");
    }
}

#[test]
fn an_error_in_mid_stream_is_a_failure() {
    let overloaded = ModelFailure::Overloaded {
        retry_after_ms: None,
    };
    assert_eq!(failure(OVERLOADED), overloaded);
    let (_, deltas) = read([OVERLOADED.as_bytes()]);
    assert_eq!(text_of(&deltas), "Half an ans");
    let other = OVERLOADED.replace("overloaded_error", "api_error");
    assert!(matches!(failure(&other), ModelFailure::Interrupted { .. }));
}

#[test]
fn what_is_unknown_or_belongs_to_no_block_is_passed_over() {
    let strange = [
        json!({ "type": "of_the_future", "x": [1] }),
        json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "of_the_future" } }),
        json!({ "type": "content_block_delta", "index": 9, "delta": { "type": "text_delta", "text": "lost" } }),
        json!({ "type": "content_block_stop", "index": 7 }),
        json!({ "type": "content_block_start", "index": 8, "content_block": { "type": "of_the_future" } }),
    ];
    let strange: String = strange.iter().map(event).collect();
    let (head, tail) = TEXT.split_at(TEXT.find("event: ping").unwrap());
    assert_eq!(answer(&format!("{head}{strange}{tail}")), answer(TEXT));
}

#[test]
fn a_stream_that_ends_before_the_reason_is_a_failure() {
    let end = TEXT.find("event: message_delta").unwrap();
    assert!(matches!(
        failure(&TEXT[..end]),
        ModelFailure::Interrupted { .. }
    ));
    assert!(matches!(failure(""), ModelFailure::Interrupted { .. }));
    // The reason was the last thing to learn.
    let end = TEXT.find("event: message_stop").unwrap();
    assert_eq!(answer(&TEXT[..end]), answer(TEXT));
}

#[test]
fn garbage_is_a_failure() {
    for garbage in [
        "data: {\n\n",
        "data: 1\n\n",
        "data: {}\n\n",
        "data: [DONE]\n\n",
    ] {
        assert!(matches!(failure(garbage), ModelFailure::Interrupted { .. }));
    }
}

#[test]
fn arguments_that_are_no_json_stay_as_text() {
    let stream = TOOLS.replace(r#"\", \"days\": 2}"#, "");
    let call = &answer(&stream).tool_calls[0];
    assert_eq!(call.arguments, json!("{\"city\": \"San Francisco, \\u00e9"));
}

#[test]
fn more_calls_or_text_than_allowed_are_a_failure() {
    let call = |index: usize| {
        let block =
            json!({ "type": "tool_use", "id": index.to_string(), "name": "t", "input": {} });
        event(&json!({ "type": "content_block_start", "index": index, "content_block": block }))
    };
    let end = event(&json!({ "type": "message_delta", "delta": { "stop_reason": "tool_use" } }));
    let calls = |count: usize| {
        (0..count)
            .map(call)
            .chain([end.clone()])
            .collect::<String>()
    };
    assert_eq!(answer(&calls(TOOL_CALLS)).tool_calls.len(), TOOL_CALLS);
    assert!(matches!(
        failure(&calls(TOOL_CALLS + 1)),
        ModelFailure::Interrupted { .. }
    ));

    for delta in [
        json!({ "type": "text_delta", "text": "x".repeat(1000) }),
        json!({ "type": "thinking_delta", "thinking": "x".repeat(1000) }),
        json!({ "type": "input_json_delta", "partial_json": "x".repeat(1000) }),
        json!({ "type": "signature_delta", "signature": "x".repeat(1000) }),
        json!({ "type": "citations_delta", "citation": "x".repeat(1000) }),
    ] {
        let piece = event(&json!({ "type": "content_block_delta", "index": 0, "delta": delta }));
        let endless = format!("{}{}", call(0), piece.repeat(ANSWER_BYTES / 1000 + 1));
        assert!(matches!(
            failure(&endless),
            ModelFailure::Interrupted { .. }
        ));
    }
    let blocks: String = (0..ANSWER_BYTES / 50)
        .map(|index| {
            let block = json!({ "type": "of_the_future" });
            event(&json!({ "type": "content_block_start", "index": index, "content_block": block }))
        })
        .collect();
    assert!(matches!(failure(&blocks), ModelFailure::Interrupted { .. }));
}

#[test]
fn a_cut_at_any_byte_does_not_matter() {
    for stream in [TEXT, TOOLS, PAUSED, OVERLOADED] {
        let whole = read([stream.as_bytes()]);
        for cut in 0..stream.len() {
            let (head, tail) = stream.as_bytes().split_at(cut);
            assert_eq!(read([head, tail]), whole, "cut at {cut}");
        }
        assert_eq!(read(stream.as_bytes().chunks(1)), whole);
    }
}

proptest! {
    #[test]
    fn nothing_in_a_stream_makes_it_panic(
        place in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut stream = TOOLS.as_bytes().to_vec();
        let place = place.index(stream.len());
        stream[place] = byte;
        let Ok(events) = Decoder::default().feed(&stream) else { return Ok(()); };
        let mut reader = Reader::default();
        for data in events {
            let _ = reader.read(&data, &mut |_| {});
        }
        let _ = reader.finish(&request());
    }
}
