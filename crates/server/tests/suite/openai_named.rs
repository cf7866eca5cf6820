//! Requests of programs written for OpenAI with one thing that is wrong: they are told where, as they wrote it themselves.

use serde_json::{Value, json};
use steward_testkit::TestDatabase;

use super::openai::{post, scripted, weather};
use crate::support::model::{Line, ScriptedModel};
use crate::support::{TestServer, sqlite};

const RESPONSES: &str = "/v1/responses";
const CHAT: &str = "/v1/chat/completions";

/// Something wrong, and how its place is called.
type Wrong = (Value, &'static str);

/// A request that can be answered, with these fields besides.
fn request(path: &str, model: &str, more: &Value) -> Value {
    let mut body = match path {
        RESPONSES => json!({"model": model, "input": "Hi"}),
        _ => json!({"model": model, "messages": [{"role": "user", "content": "Hi"}]}),
    };
    let fields = more.as_object().unwrap().clone();
    body.as_object_mut().unwrap().extend(fields);
    body
}

async fn assert_named(path: &str, wrong: Vec<Wrong>) {
    let (server, model, name) = scripted(TestDatabase::sqlite(), vec![]).await;
    for (more, param) in wrong {
        let answer = post(&server, path, &request(path, &name, &more)).await;
        assert_eq!(answer.status, 400, "{more}: {answer}");
        let error = &answer.expect(400)["error"];
        assert_eq!(error["param"], param, "{more}: {error}");
        assert_eq!(error["type"], "invalid_request_error", "{more}: {error}");
    }
    assert_eq!(model.asked(), Vec::<Value>::new(), "nobody was asked");
}

async fn assert_let_pass(path: &str, right: Vec<Value>) {
    let script = right.iter().map(|_| Line::Text(&["{}"])).collect();
    let (server, model, name): (TestServer, ScriptedModel, String) =
        scripted(TestDatabase::sqlite(), script).await;
    for more in &right {
        let answer = post(&server, path, &request(path, &name, more)).await;
        assert_eq!(answer.status, 200, "{more}: {answer}");
    }
    assert_eq!(model.asked().len(), right.len());
}

/// A message with this in the place of its fields, after two that are as they should be.
fn third(message: &Value) -> Value {
    let calls = json!([
        {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}},
        {"id": "c2", "type": "function", "function": {"name": "f", "arguments": "{}"}},
    ]);
    json!({"messages": [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": "Wait.", "tool_calls": calls},
        message,
    ]})
}

fn wrong_messages() -> Vec<Wrong> {
    vec![
        (
            third(&json!({"role": "tool", "content": "x"})),
            "messages[2].tool_call_id",
        ),
        (
            third(&json!({"role": "tool", "tool_call_id": 5, "content": "x"})),
            "messages[2].tool_call_id",
        ),
        (
            third(&json!({"role": "tool", "tool_call_id": "", "content": "x"})),
            "messages[2].tool_call_id",
        ),
        (
            third(&json!({"role": "tool", "tool_call_id": "c1"})),
            "messages[2].content",
        ),
        (
            third(
                &json!({"role": "tool", "tool_call_id": "c1", "content": [{"type": "image_url"}]}),
            ),
            "messages[2].content[0]",
        ),
        (third(&json!({"content": "x"})), "messages[2].role"),
        (
            third(&json!({"role": "nobody", "content": "x"})),
            "messages[2].role",
        ),
        (third(&json!({"role": "user"})), "messages[2].content"),
        (
            third(&json!({"role": "user", "content": 5})),
            "messages[2].content",
        ),
        (
            third(&json!({"role": "user", "content": "x", "name": 5})),
            "messages[2].name",
        ),
        (third(&json!("Hi")), "messages[2]"),
        (third(&json!(["user", "Hi"])), "messages[2]"),
    ]
}

fn wrong_calls() -> Vec<Wrong> {
    let call = |call: Value| third(&json!({"role": "assistant", "tool_calls": [call]}));
    vec![
        (
            third(&json!({"role": "assistant", "tool_calls": 5})),
            "messages[2].tool_calls",
        ),
        (call(json!(5)), "messages[2].tool_calls[0]"),
        (call(json!(["c3"])), "messages[2].tool_calls[0]"),
        (
            call(json!({"function": {"name": "f", "arguments": ""}})),
            "messages[2].tool_calls[0].id",
        ),
        (
            call(json!({"id": "c"})),
            "messages[2].tool_calls[0].function",
        ),
        (
            call(json!({"id": "c", "type": "custom", "function": {"name": "f", "arguments": ""}})),
            "messages[2].tool_calls[0].type",
        ),
        (
            call(json!({"id": "c", "function": {"name": "", "arguments": ""}})),
            "messages[2].tool_calls[0].function.name",
        ),
        (
            call(json!({"id": "c", "function": {"name": "f", "arguments": {}}})),
            "messages[2].tool_calls[0].function.arguments",
        ),
        (
            third(&json!({"role": "assistant", "function_call": {"name": "f"}})),
            "messages[2].function_call.arguments",
        ),
    ]
}

#[tokio::test]
async fn what_is_wrong_in_a_message_of_a_chat_is_named() {
    assert_named(CHAT, wrong_messages()).await;
    assert_named(CHAT, wrong_calls()).await;
}

fn wrong_functions_of_a_chat() -> Vec<Wrong> {
    let tool = |function: Value| json!({"tools": [{"type": "function", "function": function}]});
    vec![
        (tool(json!({})), "tools[0].function.name"),
        (tool(json!({"name": "a b"})), "tools[0].function.name"),
        (
            tool(json!({"name": "f", "strict": "yes"})),
            "tools[0].function.strict",
        ),
        (
            tool(json!({"name": "f", "description": 5})),
            "tools[0].function.description",
        ),
        (
            tool(json!({"name": "f", "parameters": []})),
            "tools[0].function.parameters",
        ),
        (tool(json!(["f"])), "tools[0].function"),
        (json!({"tools": [weather()]}), "tools[0].function"),
        (json!({"tools": [{"type": "custom"}]}), "tools[0].type"),
        (json!({"tool_choice": "required"}), "tool_choice"),
        (
            json!({"tool_choice": {"type": "function"}}),
            "tool_choice.function.name",
        ),
        (json!({"functions": {}}), "functions"),
        (json!({"functions": [{}]}), "functions[0].name"),
        (
            json!({"functions": [{"name": "f", "parameters": 5}]}),
            "functions[0].parameters",
        ),
        (json!({"function_call": "always"}), "function_call"),
    ]
}

#[tokio::test]
async fn what_is_wrong_in_a_function_of_a_chat_is_named() {
    assert_named(CHAT, wrong_functions_of_a_chat()).await;
}

fn wrong_wishes_of_a_chat() -> Vec<Wrong> {
    let schema =
        |schema: Value| json!({"response_format": {"type": "json_schema", "json_schema": schema}});
    vec![
        (json!({"max_completion_tokens": 0}), "max_completion_tokens"),
        (json!({"max_tokens": 0}), "max_tokens"),
        (
            json!({"max_tokens": 0, "max_completion_tokens": 5}),
            "max_tokens",
        ),
        (json!({"response_format": {}}), "response_format.type"),
        (
            json!({"response_format": {"type": "xml"}}),
            "response_format.type",
        ),
        (
            json!({"response_format": {"type": "json_schema"}}),
            "response_format.json_schema",
        ),
        (schema(json!([])), "response_format.json_schema"),
        (schema(json!({})), "response_format.json_schema.name"),
        (
            schema(json!({"name": "a b"})),
            "response_format.json_schema.name",
        ),
        (
            schema(json!({"name": "a", "schema": 5})),
            "response_format.json_schema.schema",
        ),
        (
            schema(json!({"name": "a", "strict": 5})),
            "response_format.json_schema.strict",
        ),
        (
            json!({"stream_options": {"include_usage": "yes"}}),
            "stream_options.include_usage",
        ),
        (json!({"stream_options": [true]}), "stream_options"),
        (json!({"prediction": "x"}), "prediction"),
        (
            json!({"prediction": {"type": "content"}}),
            "prediction.content",
        ),
        (
            json!({"prediction": {"type": "words", "content": "x"}}),
            "prediction.type",
        ),
        (json!({"audio": true}), "audio"),
        (json!({"audio": {"voice": "ash"}}), "audio.format"),
        (
            json!({"audio": {"voice": 5, "format": "wav"}}),
            "audio.voice",
        ),
        (json!({"reasoning_effort": "huge"}), "reasoning_effort"),
        (json!({"verbosity": "chatty"}), "verbosity"),
        (json!({"moderation": {}}), "moderation.model"),
    ]
}

fn wrong_wishes_that_go_unheeded() -> Vec<Wrong> {
    vec![
        (json!({"web_search_options": 5}), "web_search_options"),
        (
            json!({"web_search_options": {"search_context_size": "huge"}}),
            "web_search_options.search_context_size",
        ),
        (
            json!({"web_search_options": {"user_location": {"type": "exact", "approximate": {}}}}),
            "web_search_options.user_location.type",
        ),
        (json!({"logit_bias": {"50256": 101}}), "logit_bias"),
        (json!({"top_logprobs": 2}), "top_logprobs"),
    ]
}

#[tokio::test]
async fn what_is_wrong_in_a_wish_of_a_chat_is_named() {
    assert_named(CHAT, wrong_wishes_of_a_chat()).await;
    assert_named(CHAT, wrong_wishes_that_go_unheeded()).await;
}

fn wrong_formats() -> Vec<Wrong> {
    let format = |format: Value| json!({"text": {"format": format}});
    let with = |name: &str, value: Value| {
        let mut whole = json!({"type": "json_schema", "name": "a", "schema": {}});
        whole[name] = value;
        format(whole)
    };
    vec![
        (json!({"text": ["x"]}), "text"),
        (format(json!({})), "text.format.type"),
        (format(json!({"type": 5})), "text.format.type"),
        (format(json!({"type": "xml"})), "text.format.type"),
        (format(json!(["text"])), "text.format"),
        (
            format(json!({"type": "json_schema", "schema": {}})),
            "text.format.name",
        ),
        (
            format(json!({"type": "json_schema", "name": "a"})),
            "text.format.schema",
        ),
        (with("name", json!(5)), "text.format.name"),
        (with("name", json!("a b")), "text.format.name"),
        (with("schema", json!("x")), "text.format.schema"),
        (with("strict", json!("yes")), "text.format.strict"),
        (with("description", json!(5)), "text.format.description"),
        (json!({"text": {"verbosity": "chatty"}}), "text.verbosity"),
    ]
}

#[tokio::test]
async fn what_is_wrong_in_the_format_of_a_response_is_named() {
    assert_named(RESPONSES, wrong_formats()).await;
}

fn wrong_wishes_of_a_response() -> Vec<Wrong> {
    let moderation = json!({"model": "m", "policy": {"input": {"mode": "burn"}}});
    vec![
        (json!({"stream_options": 5}), "stream_options"),
        (json!({"stream_options": [true]}), "stream_options"),
        (
            json!({"stream_options": {"include_obfuscation": "no"}}),
            "stream_options.include_obfuscation",
        ),
        (json!({"reasoning": {"effort": 5}}), "reasoning.effort"),
        (json!({"reasoning": {"effort": "huge"}}), "reasoning.effort"),
        (json!({"reasoning": {"summary": true}}), "reasoning.summary"),
        (
            json!({"reasoning": {"summary": "long"}}),
            "reasoning.summary",
        ),
        (json!({"context_management": {}}), "context_management"),
        (
            json!({"context_management": [{}]}),
            "context_management[0].type",
        ),
        (
            json!({"context_management": [{"type": "compaction", "compact_threshold": "x"}]}),
            "context_management[0].compact_threshold",
        ),
        (json!({"moderation": "on"}), "moderation"),
        (json!({"moderation": {"model": 5}}), "moderation.model"),
        (
            json!({"moderation": moderation}),
            "moderation.policy.input.mode",
        ),
        (json!({"service_tier": "first"}), "service_tier"),
        (
            json!({"prompt_cache_retention": "ever"}),
            "prompt_cache_retention",
        ),
        (json!({"max_tool_calls": 0}), "max_tool_calls"),
        (json!({"include": ["everything"]}), "include[0]"),
        (json!({"input": [5]}), "input[0]"),
        (
            json!({"input": [{"role": "user", "content": "Hi"}, "Hi"]}),
            "input[1]",
        ),
        (json!({"tool_choice": "required"}), "tool_choice"),
        (
            json!({"tools": [weather()], "tool_choice": {"type": "function"}}),
            "tool_choice.name",
        ),
        (json!({"tools": [["function", "f"]]}), "tools[0]"),
        (json!({"tools": [{"name": "f"}]}), "tools[0].type"),
        (json!({"tools": [{"type": "function"}]}), "tools[0].name"),
    ]
}

#[tokio::test]
async fn what_is_wrong_in_a_wish_of_a_response_is_named() {
    assert_named(RESPONSES, wrong_wishes_of_a_response()).await;
}

#[tokio::test]
async fn what_is_documented_and_not_heeded_is_let_pass() {
    let policy = json!({"input": {"mode": "score"}, "output": null});
    assert_let_pass(
        RESPONSES,
        vec![
            json!({"stream_options": null, "reasoning": null, "text": null, "moderation": null}),
            json!({"stream_options": {"include_obfuscation": false}}),
            json!({"reasoning": {"effort": "xhigh", "summary": "detailed", "mode": "standard"}}),
            json!({"reasoning": {"effort": null, "summary": null, "context": "all_turns"}}),
            json!({"context_management": [{"type": "compaction", "compact_threshold": 2000}]}),
            json!({"moderation": {"model": "omni-moderation-latest", "policy": policy}}),
            json!({"include": ["reasoning.encrypted_content", "message.output_text.logprobs"]}),
            json!({"service_tier": "flex", "prompt_cache_retention": "24h", "max_tool_calls": 3}),
            json!({"text": {"format": {"type": "text"}, "verbosity": "low"}, "unknown": {"a": 1}}),
        ],
    )
    .await;
    let parts = json!([{"type": "text", "text": "x"}]);
    let place = json!({"type": "approximate", "approximate": {"city": "Wien"}});
    assert_let_pass(
        CHAT,
        vec![
            json!({"stream_options": {"include_usage": false, "include_obfuscation": true}}),
            json!({"functions": [{"name": "f", "parameters": {}}], "function_call": "auto"}),
            json!({"function_call": {"name": "f"}, "response_format": null, "audio": null}),
            json!({"prediction": {"type": "content", "content": parts}}),
            json!({"audio": {"voice": {"id": "v"}, "format": "mp3"}, "prediction": null}),
            json!({"response_format": {"type": "json_schema", "json_schema": {"name": "a"}}}),
            json!({"logprobs": true, "top_logprobs": 2, "logit_bias": {"50256": -100}}),
            json!({"web_search_options": {"search_context_size": "low", "user_location": place}}),
            json!({"reasoning_effort": "none", "verbosity": "high", "service_tier": "auto"}),
        ],
    )
    .await;
}

#[tokio::test]
async fn who_texts_are_embedded_for_is_a_text() {
    let server = sqlite().await;
    let meaning = steward_memory::Meaning::built_in().unwrap();
    let body = |user: Value| json!({"model": meaning.name(), "input": "Hi", "user": user});
    let refused = post(&server, "/v1/embeddings", &body(json!(5))).await;
    assert_eq!(refused.expect(400)["error"]["param"], "user");
    let made = post(&server, "/v1/embeddings", &body(json!("ana"))).await;
    made.expect(200);
}
