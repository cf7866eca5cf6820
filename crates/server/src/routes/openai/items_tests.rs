use serde_json::json;

use super::*;

#[test]
fn a_conversation_is_read_in_order_with_calls_and_results_together() {
    let items = read(
        "input",
        &[
            json!({"role": "developer", "content": "Be brief."}),
            json!({"role": "user", "content": "One"}),
            json!({"role": "user", "content": [{"type": "input_text", "text": "Two"}]}),
            json!({"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{\"a\":1}"}),
            json!({"type": "function_call", "call_id": "c2", "name": "g", "arguments": "not JSON"}),
            json!({"type": "reasoning", "id": "rs_1", "summary": []}),
            json!({"type": "function_call_output", "call_id": "c1", "output": "1"}),
            json!({"type": "function_call_output", "call_id": "c2", "output": [{"type": "input_text", "text": "2"}]}),
        ],
    );
    let read = readable(&items.unwrap()).unwrap();
    assert_eq!(read.system, ["Be brief."]);
    let call = |id: &str, name: &str, arguments| ToolCall {
        id: id.into(),
        name: name.into(),
        arguments,
    };
    let result = |id: &str, content: &str| ToolResult {
        call_id: id.into(),
        content: content.into(),
        outcome: ToolOutcome::Done,
    };
    let mut messages = read.messages;
    take_turns(&mut messages);
    let expected = vec![
        ChatMessage::User {
            text: "One\n\nTwo".into(),
        },
        ChatMessage::Assistant {
            text: String::new(),
            tool_calls: vec![
                call("c1", "f", json!({"a": 1})),
                call("c2", "g", json!("not JSON")),
            ],
        },
        ChatMessage::ToolResults {
            results: vec![result("c1", "1"), result("c2", "2")],
        },
    ];
    assert_eq!(messages, expected);
}

#[test]
fn a_call_and_its_output_need_each_other() {
    let call = json!({"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"});
    let output = json!({"type": "function_call_output", "call_id": "c1", "output": "1"});
    for alone in [call, output] {
        let items = read("input", &[alone]).unwrap();
        assert!(readable(&items).is_err(), "{items:?}");
    }
}
