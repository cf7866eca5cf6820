use serde::{Deserialize, Serialize};
use serde_json::Value;
use steward_model::{ChatMessage, ChatRequest, Integrity, ToolCall, ToolOutcome, Usage};

use super::outcome::Outcome;
use crate::toolset::{Consent, ToolRole};

/// Everything a turn may want done. Each carries the trust its context deserves at that moment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Effect {
    /// Call the model, then report [`super::Event::ModelAnswered`] or [`super::Event::ModelFailed`].
    CallModel {
        /// What the answer is for.
        purpose: Purpose,
        /// The step, from one.
        step: u32,
        /// The try within the step, from one.
        attempt: u32,
        /// All of it, so that a replay can compare bytes.
        request: Box<ChatRequest>,
        /// The context's trust.
        label: Integrity,
    },
    /// Run these tools side by side, each through the gate, then report [`super::Event::ToolsFinished`].
    RunTools {
        /// The step.
        step: u32,
        /// The calls.
        calls: Vec<PlannedCall>,
        /// The context's trust.
        label: Integrity,
    },
    /// See whether something arrived on the thread and take it into this turn, then report
    /// [`super::Event::LookedAgain`]. Nothing of the step has gone out yet.
    LookAgain {
        /// The step.
        step: u32,
        /// The context's trust.
        label: Integrity,
    },
    /// Give these messages to whoever reads the answer.
    Release {
        /// The step.
        step: u32,
        /// In order, each a message of its own.
        messages: Vec<String>,
        /// The context's trust.
        label: Integrity,
    },
    /// Append these to the thread, together or not at all: a call never stands without its result.
    Append {
        /// In order.
        messages: Vec<ChatMessage>,
        /// The context's trust.
        label: Integrity,
    },
    /// Tell whoever watches.
    Emit {
        /// What.
        event: TurnEvent,
        /// The context's trust.
        label: Integrity,
    },
    /// The turn is over. Nothing follows.
    Finish {
        /// How it ended.
        outcome: Outcome,
        /// What it took.
        stats: TurnStats,
        /// The context's trust.
        label: Integrity,
    },
}

/// What a model call is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// The next step of the turn.
    Step,
    /// Bringing an unreadable answer into shape.
    Correction,
}

/// A call that passed every check the machine can make.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedCall {
    /// The call, its arguments fitted to the tool's schema.
    pub call: ToolCall,
    /// What kind of tool it is.
    pub role: ToolRole,
    /// Whether a person must agree first, whatever the gate says.
    pub consent: Consent,
}

/// What a watcher sees of a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum TurnEvent {
    /// The model thinks; from the driver, while it streams.
    Thinking {
        /// The piece.
        content: String,
    },
    /// The model writes; from the driver, while it streams.
    TextDelta {
        /// The piece.
        delta: String,
    },
    /// The model writes anew what it wrote since the last call, which is void; from the driver, while it streams.
    TextRestarted {
        /// How it begins this time.
        text: String,
    },
    /// A tool is called.
    ToolCallStart {
        /// Its name.
        tool: String,
        /// The arguments.
        input: Value,
        /// The call.
        call_id: String,
    },
    /// A tool is through.
    ToolCallComplete {
        /// Its name.
        tool: String,
        /// What the model reads.
        result: String,
        /// Whether it did what it was asked.
        outcome: ToolOutcome,
        /// The call.
        call_id: String,
    },
    /// A sub-agent starts; its own events follow in the same stream.
    SubagentStart {
        /// Its kind.
        agent: String,
        /// What it is to do.
        task: String,
        /// The call that started it.
        call_id: String,
    },
    /// A sub-agent is through.
    SubagentComplete {
        /// Its kind.
        agent: String,
        /// What it found.
        result: String,
        /// The call that started it.
        call_id: String,
    },
    /// Something went wrong.
    Error {
        /// In words for a person.
        error: String,
        /// Whether the turn goes on.
        recoverable: bool,
    },
    /// The turn is over; the last event of every turn.
    Complete {
        /// Everything that was released.
        final_text: String,
        /// What it took.
        stats: TurnStats,
    },
}

impl TurnEvent {
    /// Whether it is told while the model writes, and stands on no stream as it was told.
    pub fn is_piece(&self) -> bool {
        matches!(
            self,
            Self::Thinking { .. } | Self::TextDelta { .. } | Self::TextRestarted { .. }
        )
    }
}

/// What a turn took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnStats {
    /// Steps begun.
    pub steps: u32,
    /// Model calls, tries and corrections included.
    pub model_calls: u32,
    /// Corrections among them.
    pub corrections: u32,
    /// Tool calls that were made.
    pub tool_calls: u32,
    /// Tool calls that failed, made or not.
    pub failed_calls: u32,
    /// Tokens, those of sub-agents included.
    pub usage: Usage,
}
