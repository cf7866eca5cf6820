//! Turns that somebody runs to see what an agent would do: tools that change nothing are called, and nothing that the turn decides
//! is carried out. What it spends counts.

use steward_agent::{PlannedCall, ToolRole};
use steward_model::{Scope, ToolCall};
use steward_store::Changes;
use steward_tools::{Reach, ToolOutput};

use super::calls::CallResult;
use super::desk::Desk;
use super::prepare::SCRIPTED;

/// How the name of a thread begins on which agents rehearse.
pub const REHEARSAL: &str = "rehearsal:";

/// The same of one on which they answer a text: the id of a contact follows, who need not be there.
pub const REHEARSED_TEXT: &str = "rehearsal:text:";

/// What a model reads whose call was not made.
const NOT_DONE: &str =
    "This is a rehearsal. It was not done, and would be done now. Go on as if it were.";
const NOT_ASKED: &str = "This is a rehearsal. A person would be asked first, and was not. Go on as if they had been asked.";

/// Whether agents rehearse on the thread with this name.
fn is_rehearsal(correlation_key: &str) -> bool {
    unscripted(correlation_key).starts_with(REHEARSAL)
}

/// Whose memory a turn has. One that answers a text in a rehearsal has what it would have for the contact, and nothing of whoever
/// rehearses.
pub(super) fn scope_of(correlation_key: &str, own: Scope) -> Scope {
    let contact = unscripted(correlation_key).strip_prefix(REHEARSED_TEXT);
    let contact = contact.and_then(|contact| contact.parse().ok());
    contact.map_or(own, Scope::Contact)
}

fn unscripted(correlation_key: &str) -> &str {
    let name = correlation_key.strip_prefix(SCRIPTED);
    name.unwrap_or(correlation_key)
}

impl Desk<'_> {
    /// What comes of a call that must not be made, since this is a rehearsal.
    pub(super) fn rehearsed(&self, planned: &PlannedCall) -> Option<CallResult> {
        let reads = || {
            let tool = self.runtime.tools.find(&planned.call.name);
            tool.is_none_or(|tool| tool.reach() == Reach::Reading)
        };
        // A sub-agent's own calls come by here.
        let is_made =
            planned.role == ToolRole::Subagent || planned.role == ToolRole::Domain && reads();
        let is_held = is_rehearsal(self.correlation_key) && !is_made;
        is_held.then(|| told(&planned.call, NOT_DONE))
    }

    /// What comes of a call that a person would be asked about, in a rehearsal.
    pub(super) fn rehearsed_asking(&self, call: &ToolCall) -> Option<CallResult> {
        is_rehearsal(self.correlation_key).then(|| told(call, NOT_ASKED))
    }

    /// What is changed with the next transaction: nothing in a rehearsal, wherever it came from.
    pub(super) fn changing(&self, changes: Changes) -> Changes {
        match is_rehearsal(self.correlation_key) {
            true => Changes::default(),
            false => changes,
        }
    }
}

fn told(call: &ToolCall, text: &str) -> CallResult {
    CallResult::of(call, ToolOutput::done(text))
}
