use serde::{Deserialize, Serialize};
use steward_model::{ChatAnswer, Integrity, ModelFailure, Usage};

use crate::context::Input;

/// Everything that can happen to a turn. The driver records an event before the machine sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The turn may begin.
    Started,
    /// The model answered the last call.
    ModelAnswered {
        /// What it said.
        answer: ChatAnswer,
    },
    /// The last call brought no answer. Whoever calls the model has tried again where that could help.
    ModelFailed {
        /// Why.
        failure: ModelFailure,
    },
    /// The tools of the last effect are through, all of them.
    ToolsFinished {
        /// What came of each; a call without a report is taken for one that never answered.
        reports: Vec<ToolReport>,
    },
    /// The thread was looked at again.
    LookedAgain {
        /// What arrived meanwhile and now belongs to this turn; may be nothing.
        inputs: Vec<Input>,
    },
    /// Somebody stopped the turn, or the process is going down.
    Cancelled {
        /// What the model had written by then.
        partial_text: String,
    },
}

/// What came of one call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolReport {
    /// The call.
    pub call_id: String,
    /// How it ended.
    pub end: ToolEnd,
    /// How far its content can be trusted.
    pub integrity: Integrity,
    /// What a sub-agent behind the call spent; it counts as the parent's.
    pub usage: Usage,
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "end", rename_all = "snake_case")]
pub enum ToolEnd {
    /// The tool did what it was asked.
    Done {
        /// What the model is to read.
        content: String,
    },
    /// It did not: an error, a denial by the gate, a time-out.
    Failed {
        /// Why, in words the model can act on.
        content: String,
    },
    /// A person was asked; nothing has happened yet.
    Waiting {
        /// The approval.
        approval: String,
    },
}
