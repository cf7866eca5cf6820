use proptest::prelude::*;
use serde_json::{Value, json};
use steward_model::{
    ChatAnswer, ChatDelta, ChatMessage, ChatRequest, ModelFailure, StopReason, ToolCall, Usage,
};

use super::chunks::Reader;
use crate::limits::{ANSWER_BYTES, TOOL_CALLS};
use crate::sse::Decoder;

const TEXT: &str = include_str!("../../tests/wire/openai-text.sse");
const TOOLS: &str = include_str!("../../tests/wire/openai-tools.sse");
const OLLAMA: &str = include_str!("../../tests/wire/ollama-tools.sse");
const THINKING: &str = include_str!("../../tests/wire/openrouter-thinking.sse");
const ERROR: &str = include_str!("../../tests/wire/openrouter-error.sse");

type Read = Result<ChatAnswer, ModelFailure>;

fn request() -> ChatRequest {
    ChatRequest {
        model: "openai:gpt-4o".to_owned(),
        system: Vec::new(),
        messages: vec![ChatMessage::User {
            text: "x".repeat(30),
        }],
        tools: Vec::new(),
        server_tools: Vec::new(),
        temperature_milli: 0,
        max_tokens: 10,
        stop: Vec::new(),
    }
}

/// What comes of a stream that arrives in these pieces, and what was told on the way.
fn read<'a>(
    request: &ChatRequest,
    chunks: impl IntoIterator<Item = &'a [u8]>,
) -> (Read, Vec<ChatDelta>) {
    let (mut decoder, mut reader) = (Decoder::default(), Reader::default());
    let mut deltas = Vec::new();
    for chunk in chunks {
        for data in decoder.feed(chunk).unwrap() {
            match reader.read(&data, &mut |delta| deltas.push(delta)) {
                Ok(flow) if flow.is_continue() => {}
                Ok(_) => return (reader.finish(request), deltas),
                Err(failure) => return (Err(failure), deltas),
            }
        }
    }
    (reader.finish(request), deltas)
}

fn answer(stream: &str) -> ChatAnswer {
    read(&request(), [stream.as_bytes()]).0.unwrap()
}

fn failure(stream: &str) -> ModelFailure {
    read(&request(), [stream.as_bytes()]).0.unwrap_err()
}

/// A stream of these deltas that ends as it should.
fn stream(deltas: &[Value]) -> String {
    let pieces = deltas
        .iter()
        .map(|delta| json!({ "choices": [{ "index": 0, "delta": delta }] }));
    let end = json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": "stop" }] });
    let pieces = pieces
        .chain([end])
        .map(|piece| format!("data: {piece}\n\n"));
    pieces.collect::<String>() + "data: [DONE]\n\n"
}

fn calls(deltas: &[Value]) -> Value {
    json!(answer(&stream(deltas)).tool_calls)
}

#[test]
fn text_and_usage_are_read() {
    let (read, deltas) = read(&request(), [TEXT.as_bytes()]);
    assert_eq!(
        read.unwrap(),
        ChatAnswer {
            text: "Grüß dich, 世界 😀".to_owned(),
            thinking: String::new(),
            tool_calls: Vec::new(),
            stop: StopReason::End,
            usage: Usage {
                input_tokens: 86,
                cached_tokens: 1920,
                cache_write_tokens: 0,
                output_tokens: 9,
            },
        }
    );
    assert_eq!(deltas.len(), 2);
}

#[test]
fn pieces_of_calls_are_told_apart_by_their_index() {
    let answer = answer(TOOLS);
    assert_eq!(answer.stop, StopReason::ToolUse);
    assert_eq!(
        json!(answer.tool_calls),
        json!([
            { "id": "call_a", "name": "weather", "arguments": { "city": "Rome" } },
            { "id": "call_b", "name": "now", "arguments": {} },
        ])
    );
}

#[test]
fn whole_calls_with_one_index_are_told_apart_by_their_ids() {
    let answer = answer(OLLAMA);
    assert_eq!(answer.stop, StopReason::ToolUse);
    assert_eq!(
        json!(answer.tool_calls),
        json!([
            { "id": "call_x", "name": "weather", "arguments": { "city": "Rome" } },
            { "id": "call_y", "name": "weather", "arguments": { "city": "Oslo" } },
        ])
    );
}

#[test]
fn calls_without_index_or_id_get_what_they_lack() {
    let call = |arguments: &str| json!({ "tool_calls": [{ "function": { "name": "t", "arguments": arguments } }] });
    let more = json!({ "tool_calls": [{ "function": { "arguments": ":2}" } }] });
    assert_eq!(
        calls(&[call("{\"a\":1}"), call("{\"b\""), more]),
        json!([
            { "id": "call_1_0", "name": "t", "arguments": { "a": 1 } },
            { "id": "call_1_1", "name": "t", "arguments": { "b": 2 } },
        ])
    );
}

#[test]
fn ids_are_unique_in_the_answer_and_in_the_conversation() {
    let call = |index, id: &str| json!({ "tool_calls": [{ "index": index, "id": id, "function": { "name": "t" } }] });
    let stream = stream(&[
        call(0, "call_0"),
        call(1, "call_0"),
        call(2, "functions.t:0"),
    ]);
    let request = ChatRequest {
        messages: vec![ChatMessage::Assistant {
            text: String::new(),
            tool_calls: vec![ToolCall {
                id: "call_0".to_owned(),
                name: "t".to_owned(),
                arguments: json!({}),
            }],
        }],
        ..request()
    };
    let answer = read(&request, [stream.as_bytes()]).0.unwrap();
    let ids: Vec<_> = answer
        .tool_calls
        .iter()
        .map(|call| call.id.as_str())
        .collect();
    assert_eq!(ids, ["call_1_0", "call_1_1", "functions_t_0"]);
}

#[test]
fn arguments_may_be_an_object_nothing_or_no_json() {
    let call = |arguments: Value| json!({ "tool_calls": [{ "id": "i", "function": { "name": "t", "arguments": arguments } }] });
    for (written, read) in [
        (json!({ "a": 1 }), json!({ "a": 1 })),
        (json!(null), json!({})),
        (json!(" "), json!({})),
        (json!("{\"a\""), json!("{\"a\"")),
        (json!("[".repeat(1000)), json!("[".repeat(1000))),
    ] {
        assert_eq!(calls(&[call(written)])[0]["arguments"], read);
    }
}

#[test]
fn comments_are_passed_over_and_thinking_is_read() {
    let answer = answer(THINKING);
    assert_eq!(answer.text, "Yes.");
    assert_eq!(answer.thinking, "Let me see.");
    let both = stream(&[json!({ "reasoning": "same", "reasoning_content": "same" })]);
    assert_eq!(self::answer(&both).thinking, "same");
}

#[test]
fn every_reason_to_stop_has_its_meaning() {
    let meanings = [
        ("stop", StopReason::End),
        ("length", StopReason::MaxTokens),
        ("tool_calls", StopReason::ToolUse),
        ("content_filter", StopReason::Refusal),
        ("of_the_future", StopReason::Other),
    ];
    for (reason, meaning) in meanings {
        let stream = TEXT.replace("\"stop\"", &format!("\"{reason}\""));
        assert_eq!(answer(&stream).stop, meaning, "{reason}");
    }
    let refusal = stream(&[json!({ "refusal": "I will not." })]);
    assert_eq!(answer(&refusal).stop, StopReason::Refusal);
    assert_eq!(answer(&refusal).text, "I will not.");
    assert_eq!(answer("data: [DONE]\n\n").stop, StopReason::Other);
}

#[test]
fn usage_that_nobody_told_is_estimated() {
    let usage = answer(&stream(&[json!({ "content": "x".repeat(9) })])).usage;
    assert_eq!((usage.input_tokens, usage.output_tokens), (10, 3));
}

#[test]
fn an_error_in_mid_stream_is_a_failure() {
    let reason = "an error at the provider (502): Provider disconnected".to_owned();
    assert_eq!(failure(ERROR), ModelFailure::Interrupted { reason });
    let limited = ERROR.replace("502", "429");
    assert!(matches!(failure(&limited), ModelFailure::Overloaded { .. }));
    let words = "data: {\"error\":\"model is loading\"}\n\n";
    assert!(matches!(failure(words), ModelFailure::Interrupted { .. }));
    let reason = stream(&[]).replace("\"stop\"", "\"error\"");
    assert!(matches!(failure(&reason), ModelFailure::Interrupted { .. }));
}

#[test]
fn a_stream_that_ends_before_the_reason_is_a_failure() {
    let end = TEXT.find("\"finish_reason\":\"stop\"").unwrap();
    assert!(matches!(
        failure(&TEXT[..end]),
        ModelFailure::Interrupted { .. }
    ));
    assert!(matches!(failure(""), ModelFailure::Interrupted { .. }));
    // The reason was the last thing to need; usage and `[DONE]` may be missing.
    let without_done = TEXT.replace("data: [DONE]\n\n", "");
    assert_eq!(answer(&without_done), answer(TEXT));
}

#[test]
fn unknown_fields_and_nulls_and_other_choices_are_passed_over() {
    let strange = concat!(
        "data: {\"choices\":null,\"x_future\":1}\n\n",
        "data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"other\"}}]}\n\n",
        "data: {\"choices\":[{\"index\":0,\"delta\":null}]}\n\n",
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":null}}]}\n\n",
    );
    assert_eq!(answer(&format!("{strange}{TEXT}")), answer(TEXT));
}

#[test]
fn garbage_is_a_failure() {
    for garbage in ["data: {\n\n", "data: 1\n\n", "data: {\"choices\":[1]}\n\n"] {
        assert!(matches!(failure(garbage), ModelFailure::Interrupted { .. }));
    }
}

#[test]
fn more_calls_or_text_than_allowed_are_a_failure() {
    let call = |index| json!({ "tool_calls": [{ "index": index, "id": format!("c{index}"), "function": { "name": "t" } }] });
    let many = |count| stream(&(0..count).map(call).collect::<Vec<_>>());
    assert_eq!(answer(&many(TOOL_CALLS)).tool_calls.len(), TOOL_CALLS);
    assert!(matches!(
        failure(&many(TOOL_CALLS + 1)),
        ModelFailure::Interrupted { .. }
    ));

    for delta in [
        json!({ "content": "x".repeat(1000) }),
        json!({ "reasoning": "x".repeat(1000) }),
        json!({ "tool_calls": [{ "index": 0, "function": { "arguments": "x".repeat(1000) } }] }),
    ] {
        let endless = stream(&vec![delta; ANSWER_BYTES / 1000 + 1]);
        assert!(matches!(
            failure(&endless),
            ModelFailure::Interrupted { .. }
        ));
    }
}

#[test]
fn a_cut_at_any_byte_does_not_matter() {
    for stream in [TEXT, TOOLS, OLLAMA, THINKING, ERROR] {
        let whole = read(&request(), [stream.as_bytes()]);
        for cut in 0..stream.len() {
            let (head, tail) = stream.as_bytes().split_at(cut);
            assert_eq!(read(&request(), [head, tail]), whole, "cut at {cut}");
        }
        assert_eq!(read(&request(), stream.as_bytes().chunks(1)), whole);
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
