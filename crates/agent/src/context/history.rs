use serde::{Deserialize, Serialize};
use steward_model::{ChatMessage, Integrity, ToolCall, ToolResult};

use super::fragment::attribute;
use super::guard::{neutral, untrusted};

/// The most items of a conversation that are looked at.
pub const HISTORY_ITEMS: usize = 100;

/// An item longer than this is named, not shown; a tool can read it in full.
const ITEM_CHARS: usize = 20_000;

/// Something that happened in the conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum HistoryItem {
    /// Somebody wrote.
    Heard {
        /// Who, as the model should call them.
        from: String,
        /// What.
        text: String,
        /// How far it can be trusted.
        integrity: Integrity,
    },
    /// The agent said something.
    Said {
        /// What.
        text: String,
        /// How far the turn that said it could be trusted.
        integrity: Integrity,
    },
    /// The agent used a tool.
    Used {
        /// The call.
        call: ToolCall,
        /// What came of it, as the turn appended it.
        result: ToolResult,
        /// How far it can be trusted.
        integrity: Integrity,
    },
}

impl HistoryItem {
    pub(super) fn integrity(&self) -> Integrity {
        match self {
            Self::Heard { integrity, .. }
            | Self::Said { integrity, .. }
            | Self::Used { integrity, .. } => *integrity,
        }
    }

    fn chars(&self) -> usize {
        match self {
            Self::Heard { text, .. } | Self::Said { text, .. } => shown(text).chars().count(),
            Self::Used { call, result, .. } => {
                call.arguments.to_string().chars().count() + shown(&result.content).chars().count()
            }
        }
    }
}

/// The newest items that fit. It opens with something heard: providers refuse a conversation that opens with an answer,
/// and an answer without its question misleads.
pub(super) fn window(items: &[HistoryItem], chars: usize) -> &[HistoryItem] {
    let mut left = chars;
    let newest = items.iter().rev().take(HISTORY_ITEMS);
    let fitting = newest.take_while(|item| {
        let fits = item.chars() <= left;
        left = left.saturating_sub(item.chars());
        fits
    });
    let window = &items[items.len() - fitting.count()..];
    let start = window
        .iter()
        .position(|item| matches!(item, HistoryItem::Heard { .. }));
    &window[start.unwrap_or(window.len())..]
}

/// The items as messages; tools used one after the other become one message with its results.
pub(super) fn messages(items: &[HistoryItem]) -> Vec<ChatMessage> {
    let mut messages: Vec<ChatMessage> = Vec::new();
    for item in items {
        match item {
            HistoryItem::Heard {
                from,
                text,
                integrity,
            } => messages.push(ChatMessage::User {
                text: heard(from, text, *integrity),
            }),
            HistoryItem::Said { text, .. } => messages.push(ChatMessage::Assistant {
                text: shown(text).into_owned(),
                tool_calls: Vec::new(),
            }),
            HistoryItem::Used { call, result, .. } => used(&mut messages, call, result),
        }
    }
    messages
}

fn heard(from: &str, text: &str, integrity: Integrity) -> String {
    let text = shown(text);
    let body = match integrity {
        Integrity::Untrusted => untrusted(&text),
        Integrity::User | Integrity::Operator | Integrity::System => neutral(&text),
    };
    format!("<message{}>\n{body}\n</message>", attribute(from))
}

fn used(messages: &mut Vec<ChatMessage>, call: &ToolCall, result: &ToolResult) {
    let mut result = result.clone();
    result.content = shown(&result.content).into_owned();
    if let [
        ..,
        ChatMessage::Assistant { tool_calls, .. },
        ChatMessage::ToolResults { results },
    ] = messages.as_mut_slice()
    {
        tool_calls.push(call.clone());
        results.push(result);
        return;
    }
    messages.push(ChatMessage::Assistant {
        text: String::new(),
        tool_calls: vec![call.clone()],
    });
    messages.push(ChatMessage::ToolResults {
        results: vec![result],
    });
}

fn shown(text: &str) -> std::borrow::Cow<'_, str> {
    let length = text.chars().count();
    if length <= ITEM_CHARS {
        text.into()
    } else {
        format!("(a text of {length} characters is left out here)").into()
    }
}
