//! What the model wants in one step, however it was written down.

mod coerce;
mod correction;
mod lenient;
mod parse;
mod preview;

#[cfg(test)]
mod coerce_tests;
#[cfg(test)]
mod correction_tests;
#[cfg(test)]
mod parse_tests;

pub use coerce::{BadArguments, coerce};
pub use correction::{CORRECTION_INSTRUCTION, adds_nothing};
pub use parse::{Reading, plain_text, read};
pub use preview::Preview;

use serde::{Deserialize, Serialize};

/// What the model wants in one step: to say something, to have tools called, both or neither.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentResponse {
    /// For the person, each a message of its own.
    pub messages: Vec<String>,
    /// Tools to call, all of them at once.
    pub tool_calls: Vec<WrittenCall>,
}

/// A call as the model wrote it, before anybody checked it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenCall {
    /// The tool, which may not exist.
    pub name: String,
    /// Its arguments, which may not fit.
    pub args: serde_json::Value,
}

impl AgentResponse {
    /// Whether the model neither says nor wants anything.
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty() && self.tool_calls.is_empty()
    }

    fn extend(&mut self, other: Self) {
        self.messages.extend(other.messages);
        self.tool_calls.extend(other.tool_calls);
    }
}
