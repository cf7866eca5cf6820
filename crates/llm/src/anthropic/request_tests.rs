use serde_json::{Value, json};
use steward_model::{
    CachePoint, ChatMessage, ChatRequest, ServerTool, SystemText, ToolCall, ToolOutcome,
    ToolResult, ToolSpec,
};

use super::request::{body, resume};

fn request(messages: Vec<ChatMessage>) -> ChatRequest {
    ChatRequest {
        model: "anthropic:claude-sonnet-4-5".to_owned(),
        system: Vec::new(),
        messages,
        tools: Vec::new(),
        server_tools: Vec::new(),
        temperature_milli: 700,
        max_tokens: 1024,
        stop: Vec::new(),
    }
}

fn system(text: &str, cache: CachePoint) -> SystemText {
    SystemText {
        text: text.to_owned(),
        cache,
    }
}

fn weather() -> ToolSpec {
    ToolSpec {
        name: "weather".to_owned(),
        description: "Tells the weather.".to_owned(),
        input_schema: json!({ "type": "object" }),
    }
}

fn user(text: &str) -> ChatMessage {
    ChatMessage::User {
        text: text.to_owned(),
    }
}

#[test]
fn a_conversation_with_tools_is_written_as_blocks() {
    let request = ChatRequest {
        system: vec![
            system("Be brief.", CachePoint::After),
            system("It is noon.", CachePoint::None),
        ],
        tools: vec![weather()],
        ..request(vec![
            user("Weather?"),
            ChatMessage::Assistant {
                text: String::new(),
                tool_calls: vec![ToolCall {
                    id: "toolu_1".to_owned(),
                    name: "weather".to_owned(),
                    arguments: json!({ "city": "Rome" }),
                }],
            },
            ChatMessage::ToolResults {
                results: vec![ToolResult {
                    call_id: "toolu_1".to_owned(),
                    content: "no such city".to_owned(),
                    outcome: ToolOutcome::Failed,
                }],
            },
        ])
    };
    assert_eq!(
        body("claude-sonnet-4-5", &request),
        json!({
            "model": "claude-sonnet-4-5",
            "max_tokens": 1024,
            "stream": true,
            "temperature": 0.7,
            "tools": [{
                "name": "weather",
                "description": "Tells the weather.",
                "input_schema": { "type": "object" },
            }],
            "system": [
                { "type": "text", "text": "Be brief.", "cache_control": { "type": "ephemeral" } },
                { "type": "text", "text": "It is noon." },
            ],
            "messages": [
                { "role": "user", "content": [{ "type": "text", "text": "Weather?" }] },
                { "role": "assistant", "content": [
                    { "type": "tool_use", "id": "toolu_1", "name": "weather", "input": { "city": "Rome" } },
                ] },
                { "role": "user", "content": [{
                    "type": "tool_result",
                    "tool_use_id": "toolu_1",
                    "content": "no such city",
                    "is_error": true,
                }] },
            ],
        })
    );
}

#[test]
fn only_the_last_four_cache_points_are_marked() {
    let texts = (0..6).map(|n| system(&n.to_string(), CachePoint::After));
    let request = ChatRequest {
        system: texts.collect(),
        ..request(vec![user("Hello")])
    };
    let body = body("m", &request);
    let blocks = body["system"].as_array().unwrap();
    let marked: Vec<bool> = blocks
        .iter()
        .map(|block| block.get("cache_control").is_some())
        .collect();
    assert_eq!(marked, [false, false, true, true, true, true]);
}

#[test]
fn server_tools_name_their_hosts_and_are_left_out_without_any() {
    let tools = |hosts: &[&str]| {
        let allowed_domains: Vec<_> = hosts.iter().map(|&host| host.to_owned()).collect();
        let request = ChatRequest {
            server_tools: vec![
                ServerTool::WebSearch {
                    allowed_domains: allowed_domains.clone(),
                },
                ServerTool::WebFetch { allowed_domains },
            ],
            ..request(vec![user("Search")])
        };
        body("m", &request)["tools"].clone()
    };
    assert_eq!(
        tools(&["example.com"]),
        json!([
            {
                "type": "web_search_20250305",
                "name": "web_search",
                "max_uses": 5,
                "allowed_domains": ["example.com"],
            },
            {
                "type": "web_fetch_20250910",
                "name": "web_fetch",
                "max_uses": 5,
                "max_content_tokens": 25_000,
                "allowed_domains": ["example.com"],
            },
        ])
    );
    assert_eq!(tools(&[]), Value::Null);
}

#[test]
fn empty_messages_are_left_out_and_arguments_are_an_object() {
    let call = ToolCall {
        id: "a".to_owned(),
        name: "t".to_owned(),
        arguments: json!("{broken"),
    };
    let request = request(vec![
        user("  "),
        ChatMessage::Assistant {
            text: "\n".to_owned(),
            tool_calls: vec![call],
        },
    ]);
    assert_eq!(
        body("m", &request)["messages"],
        json!([{ "role": "assistant", "content": [
            { "type": "tool_use", "id": "a", "name": "t", "input": { "arguments": "{broken" } },
        ] }])
    );
}

#[test]
fn a_paused_answer_goes_back_without_its_empty_texts() {
    let mut body = body("m", &request(vec![user("Search")]));
    let search = json!({ "type": "server_tool_use", "id": "srvtoolu_1" });
    resume(
        &mut body,
        vec![json!({ "type": "text", "text": "" }), search.clone()],
    );
    assert_eq!(
        body["messages"][1],
        json!({ "role": "assistant", "content": [search] })
    );
}

#[test]
fn a_temperature_above_one_is_lowered_to_what_the_api_takes() {
    let request = ChatRequest {
        temperature_milli: 1500,
        ..request(vec![user("Hello")])
    };
    assert_eq!(body("m", &request)["temperature"], json!(1.0));
}
