//! How a conversation is written down for a model: with the provider's own tool calls, or as text that any model can write.

use serde::{Deserialize, Serialize};
use steward_model::{ChatMessage, ToolCall, ToolOutcome, ToolResult, ToolSpec};

use crate::canonical::{canonical_json, write_string};

/// How a model says which tools it wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    /// In its text, as one JSON object. Works with every model.
    Structured,
    /// By the provider's own tool calls.
    Native,
}

/// What a model of the structured protocol is told.
pub(crate) const ANSWER_FORMAT: &str = r#"Answer with one JSON object and nothing else:
{"messages": ["text for the person"], "tool_calls": [{"name": "tool", "args": {"argument": "value"}}]}
"messages" holds what you say, each entry a message of its own; it may be empty.
"tool_calls" holds the tools to call now, all at once; it may be empty. You get their results and may go on.
To end after results with nothing more to say, call "done"."#;

/// A tool as a model of the structured protocol reads it: one line.
pub(crate) fn describe_tool(tool: &ToolSpec) -> String {
    let description = tool
        .description
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    format!(
        "- {}: {description} Arguments: {}",
        tool.name,
        canonical_json(&tool.input_schema)
    )
}

impl Protocol {
    /// The conversation as this protocol has it.
    pub(crate) fn write(self, messages: &[ChatMessage]) -> Vec<ChatMessage> {
        match self {
            Self::Native => messages.to_vec(),
            Self::Structured => messages.iter().map(as_text).collect(),
        }
    }
}

fn as_text(message: &ChatMessage) -> ChatMessage {
    match message {
        ChatMessage::User { text } => ChatMessage::User { text: text.clone() },
        ChatMessage::Assistant { text, tool_calls } => ChatMessage::Assistant {
            text: response_text(text, tool_calls),
            tool_calls: Vec::new(),
        },
        ChatMessage::ToolResults { results } => ChatMessage::User {
            text: results_text(results),
        },
    }
}

/// The answer in the shape the model is asked for, so that its own history shows it how.
fn response_text(text: &str, tool_calls: &[ToolCall]) -> String {
    let mut out = String::with_capacity(text.len() + 40);
    out.push_str("{\"messages\":[");
    if !text.is_empty() {
        write_string(text, &mut out);
    }
    out.push_str("],\"tool_calls\":[");
    for (index, call) in tool_calls.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        out.push_str("{\"args\":");
        out.push_str(&canonical_json(&call.arguments));
        out.push_str(",\"name\":");
        write_string(&call.name, &mut out);
        out.push('}');
    }
    out.push_str("]}");
    out
}

/// Results in the order of the calls; their content was made harmless when it came in.
fn results_text(results: &[ToolResult]) -> String {
    let result = |(index, result): (usize, &ToolResult)| {
        let outcome = match result.outcome {
            ToolOutcome::Done => "done",
            ToolOutcome::Failed => "failed",
        };
        format!(
            "<tool_result call=\"{}\" outcome=\"{outcome}\">\n{}\n</tool_result>",
            index + 1,
            result.content
        )
    };
    let results: Vec<String> = results.iter().enumerate().map(result).collect();
    format!("<tool_results>\n{}\n</tool_results>", results.join("\n"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn conversation() -> Vec<ChatMessage> {
        vec![
            ChatMessage::User {
                text: "Hi".to_owned(),
            },
            ChatMessage::Assistant {
                text: "One moment".to_owned(),
                tool_calls: vec![ToolCall {
                    id: "c1".to_owned(),
                    name: "find".to_owned(),
                    arguments: json!({"q": "x", "a": 1}),
                }],
            },
            ChatMessage::ToolResults {
                results: vec![ToolResult {
                    call_id: "c1".to_owned(),
                    content: "nothing".to_owned(),
                    outcome: ToolOutcome::Failed,
                }],
            },
        ]
    }

    #[test]
    fn native_leaves_the_conversation_alone() {
        assert_eq!(Protocol::Native.write(&conversation()), conversation());
    }

    #[test]
    fn structured_writes_it_as_text() {
        let text = |message: &ChatMessage| match message {
            ChatMessage::User { text } => format!("user: {text}"),
            ChatMessage::Assistant { text, tool_calls } if tool_calls.is_empty() => {
                format!("assistant: {text}")
            }
            other => format!("{other:?}"),
        };
        let written: Vec<String> = Protocol::Structured
            .write(&conversation())
            .iter()
            .map(text)
            .collect();
        insta::assert_snapshot!(written.join("\n"), @r#"
        user: Hi
        assistant: {"messages":["One moment"],"tool_calls":[{"args":{"a":1,"q":"x"},"name":"find"}]}
        user: <tool_results>
        <tool_result call="1" outcome="failed">
        nothing
        </tool_result>
        </tool_results>
        "#);
    }

    #[test]
    fn what_a_model_is_shown_can_be_read_back() {
        let Some(ChatMessage::Assistant { text, .. }) = Protocol::Structured
            .write(&conversation())
            .into_iter()
            .nth(1)
        else {
            panic!("the second message is the assistant's");
        };
        let crate::Reading::Understood(response) = crate::read(&text) else {
            panic!("it is in the format");
        };
        assert_eq!(response.messages, ["One moment"]);
        assert_eq!(response.tool_calls[0].name, "find");
    }
}
