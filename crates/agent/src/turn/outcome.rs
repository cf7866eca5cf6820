use serde::{Deserialize, Serialize};
use steward_model::ModelFailure;

/// How a turn ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    /// The model had nothing more to do.
    Completed,
    /// Calls wait for a person. Their decision is an event of its own and starts another turn.
    AwaitsApproval {
        /// The calls.
        calls: Vec<WaitingCall>,
    },
    /// A tool kept failing; a person must look.
    Escalated {
        /// The tool.
        tool: String,
        /// What it said last.
        reason: String,
    },
    /// The model still wanted tools when its steps were used up.
    OutOfSteps,
    /// Somebody stopped it.
    Cancelled,
    /// The model gave nothing to go on with.
    Failed {
        /// Why.
        failure: TurnFailure,
    },
}

/// What the result of a call that waits for a person begins with; the approval's id follows.
pub(super) const WAITING: &str = "waiting for approval #";

/// The approval that a call waits for, by its result.
pub fn waiting_approval(result: &str) -> Option<&str> {
    result.strip_prefix(WAITING)
}

/// A call that waits for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaitingCall {
    /// The call.
    pub call_id: String,
    /// The tool.
    pub tool: String,
    /// The approval.
    pub approval: String,
}

/// Why a turn could not go on, in words for a person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TurnFailure {
    /// Every try brought something that nobody can read.
    #[error("The model's answers could not be understood. A person should answer.")]
    Garbage,
    /// Every try brought nothing.
    #[error("The model gave no answer. A person should answer.")]
    Empty,
    /// Every try was cut off by the limit of tokens.
    #[error(
        "The model's answers were too long and were cut off. Raise its token limit or ask for less."
    )]
    CutOff,
    /// Every try was longer than anybody reads.
    #[error("The model wrote far too much to be read. A person should answer.")]
    Oversized,
    /// The model declined.
    #[error("The model declined to answer. A person should answer.")]
    Declined,
    /// The provider kept asking to go on later.
    #[error("The model did not come to an end. A person should answer.")]
    Unfinished,
    /// The model could not be called, although the call was repeated where that could help.
    #[error("{failure}. Nothing was answered.")]
    Model {
        /// What the last try brought.
        failure: ModelFailure,
    },
}

impl Outcome {
    /// What a person is told when the turn did not do what it should.
    pub fn trouble(&self) -> Option<String> {
        match self {
            Self::Completed | Self::AwaitsApproval { .. } | Self::Cancelled => None,
            Self::Escalated { tool, .. } => Some(format!(
                "The tool `{tool}` failed again and again. A person should look."
            )),
            Self::OutOfSteps => Some("The agent used up its steps before it was done.".to_owned()),
            Self::Failed { failure } => Some(failure.to_string()),
        }
    }
}
