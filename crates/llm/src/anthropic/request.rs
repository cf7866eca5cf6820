use serde_json::{Map, Value, json};
use steward_model::{
    CachePoint, ChatMessage, ChatRequest, ServerTool, SystemText, ToolOutcome, ToolResult, ToolSpec,
};

use crate::calls::as_object;

/// The version whose requests may name a temperature. From `2026-10-21` on it is an error, and an executor could no
/// longer be asked to be sober.
pub(crate) const VERSION: &str = "2023-06-01";
/// More points than this are an error.
const CACHE_POINTS: usize = 4;
/// How often one answer may use a server tool, each use being paid for.
const SERVER_TOOL_USES: u32 = 5;
/// How much of a fetched page the model reads.
const FETCHED_TOKENS: u32 = 25_000;

/// The request as the Messages API takes it.
pub(super) fn body(model: &str, request: &ChatRequest) -> Value {
    let mut body = Map::new();
    body.insert("model".to_owned(), json!(model));
    body.insert("max_tokens".to_owned(), json!(request.max_tokens));
    body.insert("stream".to_owned(), json!(true));
    let temperature = f64::from(request.temperature_milli.min(1000)) / 1000.0;
    body.insert("temperature".to_owned(), json!(temperature));
    // One of blanks alone is an error there.
    let stop = request.stop.iter().filter(|stop| !stop.trim().is_empty());
    let stop: Vec<&String> = stop.collect();
    if !stop.is_empty() {
        body.insert("stop_sequences".to_owned(), json!(stop));
    }
    let tools: Vec<Value> = request
        .tools
        .iter()
        .map(tool)
        .chain(request.server_tools.iter().filter_map(server_tool))
        .collect();
    if !tools.is_empty() {
        body.insert("tools".to_owned(), Value::Array(tools));
    }
    let system = system(&request.system);
    if !system.is_empty() {
        body.insert("system".to_owned(), Value::Array(system));
    }
    let messages = request.messages.iter().filter_map(message).collect();
    body.insert("messages".to_owned(), Value::Array(messages));
    Value::Object(body)
}

/// Adds the blocks of a paused answer, so that the model goes on from there. An empty text is sent by the API but not
/// taken by it.
pub(super) fn resume(body: &mut Value, mut blocks: Vec<Value>) {
    blocks.retain(|block| block["type"] != "text" || block["text"] != "");
    if let Some(messages) = body["messages"].as_array_mut() {
        messages.push(json!({ "role": "assistant", "content": blocks }));
    }
}

/// The instructions, with the last of their cache points: the longer prefixes are worth more.
fn system(texts: &[SystemText]) -> Vec<Value> {
    let points = texts.iter().filter(|text| text.cache == CachePoint::After);
    let mut surplus = points.count().saturating_sub(CACHE_POINTS);
    let texts = texts.iter().filter(|text| !text.text.is_empty());
    texts
        .map(|text| {
            let mut block = text_block(&text.text);
            match text.cache {
                CachePoint::After if surplus > 0 => surplus -= 1,
                CachePoint::After => block["cache_control"] = json!({ "type": "ephemeral" }),
                CachePoint::None => {}
            }
            block
        })
        .collect()
}

fn tool(tool: &ToolSpec) -> Value {
    json!({
        "name": tool.name,
        "description": tool.description,
        "input_schema": tool.input_schema,
    })
}

/// A tool that may reach no host is not offered: to leave the list out would mean every host.
fn server_tool(tool: &ServerTool) -> Option<Value> {
    let (ServerTool::WebSearch { allowed_domains } | ServerTool::WebFetch { allowed_domains }) =
        tool;
    if allowed_domains.is_empty() {
        return None;
    }
    Some(match tool {
        ServerTool::WebSearch { .. } => json!({
            "type": "web_search_20250305",
            "name": "web_search",
            "max_uses": SERVER_TOOL_USES,
            "allowed_domains": allowed_domains,
        }),
        ServerTool::WebFetch { .. } => json!({
            "type": "web_fetch_20250910",
            "name": "web_fetch",
            "max_uses": SERVER_TOOL_USES,
            "max_content_tokens": FETCHED_TOKENS,
            "allowed_domains": allowed_domains,
        }),
    })
}

/// A message without content is an error there and says nothing, so it is left out.
fn message(message: &ChatMessage) -> Option<Value> {
    let (role, content) = match message {
        ChatMessage::User { text } => ("user", texts(text)),
        ChatMessage::Assistant { text, tool_calls } => {
            let calls = tool_calls.iter().map(|call| {
                json!({
                    "type": "tool_use",
                    "id": call.id,
                    "name": call.name,
                    "input": as_object(&call.arguments),
                })
            });
            ("assistant", texts(text).into_iter().chain(calls).collect())
        }
        ChatMessage::ToolResults { results } => ("user", results.iter().map(tool_result).collect()),
    };
    (!content.is_empty()).then(|| json!({ "role": role, "content": content }))
}

fn tool_result(result: &ToolResult) -> Value {
    json!({
        "type": "tool_result",
        "tool_use_id": result.call_id,
        "content": result.content,
        "is_error": result.outcome == ToolOutcome::Failed,
    })
}

fn texts(text: &str) -> Vec<Value> {
    let blank = text.trim().is_empty();
    (!blank).then(|| text_block(text)).into_iter().collect()
}

fn text_block(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}
