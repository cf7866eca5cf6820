//! What a tool knows of the turn it is called in. There is no other way for it to learn who it works for.

use jiff::civil::Date;
use steward_agent::{Decision, ReplyContext};
use steward_memory::Library;
use steward_model::{
    AgentId, ApprovalId, Integrity, MemoryMode, OrgId, Scope, ThreadId, Timestamp,
};
use steward_store::Store;

/// The turn around a call.
#[derive(Clone)]
pub struct ToolContext {
    /// What is remembered, and the store around it. What a turn changes elsewhere goes through [`steward_store::Changes`].
    pub memory: Library,
    /// Whose turn it is.
    pub org_id: OrgId,
    /// The thread.
    pub thread_id: ThreadId,
    /// Which of the agent's threads it is.
    pub correlation_key: String,
    /// Whose key seals the thread.
    pub scope: Scope,
    /// Who answers.
    pub agent_id: AgentId,
    /// What of memory is the agent's to read and write.
    pub memory_mode: MemoryMode,
    /// Whom the turn may answer, and on which line.
    pub reply: Option<Reply>,
    /// When the turn began.
    pub now: Timestamp,
    /// The day that is, where the organisation works.
    pub today: Date,
    /// The time zone of whoever the agent works for.
    pub zone: String,
    /// How far the turn's context can be trusted by now.
    pub label: Integrity,
    /// The same for the same call of the same step, however often the step is tried.
    pub idem_key: String,
    /// What the gate said about this call.
    pub decision: Option<Decision>,
    /// The approval under which the call is made, if a person was asked.
    pub approval: Option<ApprovalId>,
}

impl ToolContext {
    /// Whom the turn answers.
    ///
    /// # Errors
    /// Nobody wrote, in words for the model.
    pub(crate) fn answering(&self) -> Result<&Reply, String> {
        self.reply
            .as_ref()
            .ok_or_else(|| "Nobody wrote, so there is nobody to answer.".to_owned())
    }

    /// Where to read.
    pub fn store(&self) -> &Store {
        self.memory.store()
    }
}

/// Whom the turn may answer, with both addresses as they stood in the message that came in.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Reply {
    /// The right to answer.
    pub context: ReplyContext,
    /// Their address.
    pub to: String,
    /// The line's address.
    pub from: String,
    /// How it came in: `sms`.
    pub channel: String,
}
