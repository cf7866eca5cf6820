use serde_json::{Value, json};
use steward_model::{
    CachePoint, ChatMessage, ChatRequest, ServerTool, SystemText, ToolCall, ToolOutcome,
    ToolResult, ToolSpec,
};

use super::Dialect;
use super::request::body;

fn request() -> ChatRequest {
    let system = |text: &str, cache| SystemText {
        text: text.to_owned(),
        cache,
    };
    let result = |outcome| ToolResult {
        call_id: "call_1".to_owned(),
        content: "sunny".to_owned(),
        outcome,
    };
    ChatRequest {
        model: "openai:gpt-4o".to_owned(),
        system: vec![
            system("Be brief.", CachePoint::After),
            system("It is noon.", CachePoint::None),
        ],
        messages: vec![
            ChatMessage::User {
                text: "Weather?".to_owned(),
            },
            ChatMessage::Assistant {
                text: String::new(),
                tool_calls: vec![ToolCall {
                    id: "call_1".to_owned(),
                    name: "weather".to_owned(),
                    arguments: json!({ "city": "Rome" }),
                }],
            },
            ChatMessage::ToolResults {
                results: vec![result(ToolOutcome::Done), result(ToolOutcome::Failed)],
            },
            ChatMessage::Assistant {
                text: "Sunny.".to_owned(),
                tool_calls: Vec::new(),
            },
        ],
        tools: vec![ToolSpec {
            name: "weather".to_owned(),
            description: "Tells the weather.".to_owned(),
            input_schema: json!({ "type": "object" }),
        }],
        server_tools: vec![ServerTool::WebSearch {
            allowed_domains: vec!["example.com".to_owned()],
        }],
        temperature_milli: 200,
        max_tokens: 1024,
        stop: Vec::new(),
    }
}

#[test]
fn a_conversation_with_tools_is_written_as_messages() {
    assert_eq!(
        body("llama", &request(), Dialect::COMPATIBLE),
        json!({
            "model": "llama",
            "max_tokens": 1024,
            "stream": true,
            "stream_options": { "include_usage": true },
            "temperature": 0.2,
            "tools": [{ "type": "function", "function": {
                "name": "weather",
                "description": "Tells the weather.",
                "parameters": { "type": "object" },
            } }],
            "messages": [
                { "role": "system", "content": "Be brief.\n\nIt is noon." },
                { "role": "user", "content": "Weather?" },
                { "role": "assistant", "content": "", "tool_calls": [{
                    "id": "call_1",
                    "type": "function",
                    "function": { "name": "weather", "arguments": "{\"city\":\"Rome\"}" },
                }] },
                { "role": "tool", "tool_call_id": "call_1", "content": "sunny" },
                { "role": "tool", "tool_call_id": "call_1", "content": "The tool failed: sunny" },
                { "role": "assistant", "content": "Sunny." },
            ],
        })
    );
}

#[test]
fn openai_has_its_own_name_for_the_limit() {
    let body = body("gpt-4o", &request(), Dialect::OPENAI);
    assert_eq!(body["max_completion_tokens"], json!(1024));
    assert_eq!(body["max_tokens"], Value::Null);
}

#[test]
fn openrouter_marks_cache_points_for_claude_alone() {
    let system = |model| {
        body(model, &request(), Dialect::openrouter(model))["messages"][0]["content"].clone()
    };
    assert_eq!(
        system("anthropic/claude-sonnet-4.5"),
        json!([
            { "type": "text", "text": "Be brief.", "cache_control": { "type": "ephemeral" } },
            { "type": "text", "text": "It is noon." },
        ])
    );
    assert_eq!(
        system("google/gemini-2.5-pro"),
        json!("Be brief.\n\nIt is noon.")
    );
}
