//! Tool calls as providers spell them, made usable by every other provider.

use std::collections::HashSet;

use serde_json::{Map, Value};
use steward_model::{ChatMessage, ChatRequest};

/// Longest id that every provider takes back.
const ID_BYTES: usize = 64;

/// Gives each call of an answer an id of its own.
///
/// Some servers send none, the same one twice, or the same ones in every answer; and an id that one provider made must
/// be acceptable to the fall-back as well.
pub(crate) struct CallIds {
    taken: HashSet<String>,
    messages: usize,
}

impl CallIds {
    /// Knows the ids that the conversation has used.
    pub(crate) fn of(request: &ChatRequest) -> Self {
        let calls = request.messages.iter().filter_map(|message| match message {
            ChatMessage::Assistant { tool_calls, .. } => Some(tool_calls),
            ChatMessage::User { .. } | ChatMessage::ToolResults { .. } => None,
        });
        Self {
            taken: calls.flatten().map(|call| call.id.clone()).collect(),
            messages: request.messages.len(),
        }
    }

    /// The wanted id if it can be had, or one like it.
    pub(crate) fn assign(&mut self, wanted: &str) -> String {
        let wanted: String = wanted.chars().map(plain).take(ID_BYTES).collect();
        if !wanted.is_empty() && self.taken.insert(wanted.clone()) {
            return wanted;
        }
        // Among one more candidate than there are ids, one is free.
        let free = (0..=self.taken.len())
            .map(|number| format!("call_{}_{number}", self.messages))
            .find(|id| !self.taken.contains(id));
        let id = free.unwrap_or_default();
        self.taken.insert(id.clone());
        id
    }
}

/// Arguments out of the JSON a model wrote. What is no JSON stays as text, so that the model can be told.
pub(crate) fn parse_arguments(written: &str) -> Value {
    if written.trim().is_empty() {
        return Value::Object(Map::new());
    }
    serde_json::from_str(written).unwrap_or_else(|_| Value::String(written.to_owned()))
}

/// Arguments as the object that providers insist on in the history.
pub(crate) fn as_object(arguments: &Value) -> Value {
    match arguments {
        Value::Object(_) => arguments.clone(),
        other => serde_json::json!({ "arguments": other }),
    }
}

fn plain(letter: char) -> char {
    if letter.is_ascii_alphanumeric() || letter == '-' {
        letter
    } else {
        '_'
    }
}
