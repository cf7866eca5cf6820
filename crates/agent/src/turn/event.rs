use serde::{Deserialize, Serialize};
use serde_json::Value;
use steward_model::{ChatAnswer, Integrity, ModelFailure, Usage};

use super::PlannedCall;
use crate::context::Input;
use crate::toolset::ToolRole;

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
    /// What it called, each before what was called on its behalf.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inner: Vec<InnerCall>,
}

/// A call that a sub-agent made, for people to read: nothing goes by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InnerCall {
    /// The call. Its id begins with that of the call on whose behalf it was made.
    pub call_id: String,
    /// The tool.
    pub tool: String,
    /// The sub-agent that it started in turn.
    pub agent: Option<String>,
    /// What came of it, shortened.
    pub result: String,
}

/// Letters of a result that are kept for people.
const LONGEST_INNER: usize = 500;

impl InnerCall {
    /// A call, and what came of it.
    pub fn of(planned: &PlannedCall, end: &ToolEnd) -> Self {
        let call = &planned.call;
        let result = match end {
            ToolEnd::Done { content } | ToolEnd::Failed { content } => content.as_str(),
            ToolEnd::Waiting { .. } => "A person is asked first.",
        };
        let agent = call.arguments.get("agent").and_then(Value::as_str);
        Self {
            call_id: call.id.clone(),
            agent: agent
                .filter(|_| planned.role == ToolRole::Subagent)
                .map(str::to_owned),
            tool: call.name.clone(),
            result: result.chars().take(LONGEST_INNER).collect(),
        }
    }
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
