use serde::{Deserialize, Serialize};
use steward_model::ServerTool;

use crate::context::Prompt;
use crate::protocol::Protocol;
use crate::subagent;
use crate::toolset::ToolOffer;

/// Everything a turn starts from. Recorded before the turn, so that it can be run again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Opens the id of every call, so that ids are unique in the thread: `t7` makes `t7_1_1`.
    pub call_prefix: String,
    /// `provider:model`.
    pub model: String,
    /// How the model asks for tools.
    pub protocol: Protocol,
    /// What the model reads first.
    pub prompt: Prompt,
    /// The tools it may call.
    pub tools: Vec<ToolOffer>,
    /// The tools its provider may run.
    pub server_tools: Vec<ServerTool>,
    /// Thousandths: 700 is 0.7.
    pub temperature_milli: u32,
    /// The most the model may write at once.
    pub max_tokens: u32,
    /// What the turn may cost.
    pub limits: Limits,
    /// Who reads the answer.
    pub audience: Audience,
}

/// Who reads the answer of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// A person, who may write again while the turn runs.
    Person,
    /// The agent that started this one, which waits.
    Parent,
}

/// Bounds of a turn. Whatever the model does, no more than this happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Model calls that lead to tool calls or an answer.
    pub max_steps: u32,
    /// Tries to get one usable answer; one correction may come on top.
    pub max_attempts: u32,
    /// Calls of one step that are made.
    pub max_calls_per_step: usize,
    /// Steps in which the same tool may fail before a person is asked.
    pub max_tool_failures: u32,
    /// Characters of an answer that are read at all.
    pub max_answer_chars: usize,
    /// Characters of a tool's result that the model is shown.
    pub max_result_chars: usize,
}

impl Limits {
    /// For an agent that talks to people: ten steps.
    pub fn for_agent() -> Self {
        Self {
            max_steps: 10,
            max_attempts: 3,
            max_calls_per_step: 16,
            max_tool_failures: 3,
            max_answer_chars: 200_000,
            max_result_chars: 20_000,
        }
    }

    /// For an agent that carries out one task: five steps.
    pub fn for_executor() -> Self {
        Self {
            max_steps: subagent::MAX_SUBAGENT_STEPS,
            ..Self::for_agent()
        }
    }
}
