use serde_json::{Map, Value, json};
use steward_model::{
    CachePoint, ChatMessage, ChatRequest, SystemText, ToolCall, ToolOutcome, ToolResult, ToolSpec,
};

use super::dialect::{Caching, Dialect, MaxTokens};
use crate::calls::as_object;

/// The request as the chat completions API takes it.
pub(super) fn body(model: &str, request: &ChatRequest, dialect: Dialect) -> Value {
    let limit = match dialect.max_tokens {
        MaxTokens::Classic => "max_tokens",
        MaxTokens::Completion => "max_completion_tokens",
    };
    let mut body = Map::new();
    body.insert("model".to_owned(), json!(model));
    body.insert(limit.to_owned(), json!(request.max_tokens));
    body.insert("stream".to_owned(), json!(true));
    let options = json!({ "include_usage": true });
    body.insert("stream_options".to_owned(), options);
    let temperature = f64::from(request.temperature_milli.min(2000)) / 1000.0;
    body.insert("temperature".to_owned(), json!(temperature));
    if !request.stop.is_empty() {
        body.insert("stop".to_owned(), json!(request.stop));
    }
    if !request.tools.is_empty() {
        let tools = request.tools.iter().map(tool).collect();
        body.insert("tools".to_owned(), Value::Array(tools));
    }
    let messages = system(&request.system, dialect.caching)
        .into_iter()
        .chain(request.messages.iter().flat_map(messages))
        .collect();
    body.insert("messages".to_owned(), Value::Array(messages));
    Value::Object(body)
}

/// One message for all instructions: the templates of many open models take only one.
fn system(texts: &[SystemText], caching: Caching) -> Option<Value> {
    if texts.is_empty() {
        return None;
    }
    let content = match caching {
        Caching::Marked => texts.iter().map(part).collect(),
        Caching::Unmarked => {
            let texts: Vec<&str> = texts.iter().map(|text| text.text.as_str()).collect();
            Value::String(texts.join("\n\n"))
        }
    };
    Some(json!({ "role": "system", "content": content }))
}

fn part(text: &SystemText) -> Value {
    let mut part = json!({ "type": "text", "text": text.text });
    if text.cache == CachePoint::After {
        part["cache_control"] = json!({ "type": "ephemeral" });
    }
    part
}

fn tool(tool: &ToolSpec) -> Value {
    json!({
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.description,
            "parameters": tool.input_schema,
        },
    })
}

fn messages(message: &ChatMessage) -> Vec<Value> {
    match message {
        ChatMessage::User { text } => vec![json!({ "role": "user", "content": text })],
        ChatMessage::Assistant { text, tool_calls } if tool_calls.is_empty() => {
            vec![json!({ "role": "assistant", "content": text })]
        }
        // An empty text instead of null: some templates cannot take null.
        ChatMessage::Assistant { text, tool_calls } => {
            let calls: Vec<Value> = tool_calls.iter().map(tool_call).collect();
            vec![json!({ "role": "assistant", "content": text, "tool_calls": calls })]
        }
        ChatMessage::ToolResults { results } => results.iter().map(tool_result).collect(),
    }
}

fn tool_call(call: &ToolCall) -> Value {
    let arguments = as_object(&call.arguments).to_string();
    json!({
        "id": call.id,
        "type": "function",
        "function": { "name": call.name, "arguments": arguments },
    })
}

/// This API has no mark for a failure, so the words say it.
fn tool_result(result: &ToolResult) -> Value {
    let content = match result.outcome {
        ToolOutcome::Done => result.content.clone(),
        ToolOutcome::Failed => format!("The tool failed: {}", result.content),
    };
    json!({ "role": "tool", "tool_call_id": result.call_id, "content": content })
}
