//! The one place that decides which tools a turn has. What an agent must not do is absent from the list.

mod foreign;
mod shared;

#[cfg(test)]
mod foreign_tests;
#[cfg(test)]
mod toolset_tests;

pub use foreign::{
    ForeignToolError, ForeignTools, PinStanding, RefusedTool, ToolPin, WaitingTool, foreign_tools,
};

pub use shared::SharedSpec;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use steward_model::{ContactId, Integrity, LineId, SendMode, ToolSpec};

/// Ends a turn after tool results; does nothing.
pub const DONE: &str = "done";
/// Names the provider's own search in a list of tools.
pub const WEB_SEARCH: &str = "web_search";
/// Names the provider's own reading of pages in a list of tools.
pub const WEB_FETCH: &str = "web_fetch";

/// Hands the conversation to a person. No agent is ever without it.
pub const ESCALATE: &str = "escalate_to_user";

/// A tool that exists, and the conditions it is offered under.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolEntry {
    /// What the model sees.
    pub spec: SharedSpec,
    /// The group it belongs to; an allow-list may name the group.
    pub toolset: String,
    /// What kind of tool it is.
    pub role: ToolRole,
    /// Whether a person must agree to each call, whatever the gate says.
    pub consent: Consent,
    /// The right its owner must have.
    pub right: Option<String>,
    /// The least trust the triggering text must deserve.
    pub least_origin: Integrity,
}

/// What kind of tool it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
pub enum ToolRole {
    /// Steers the turn itself: `done`, `escalate_to_user`.
    Meta,
    /// Answers the contact who wrote.
    Reply,
    /// Drafts answers for a person to pick.
    Propose,
    /// Writes to somebody else.
    SendElsewhere,
    /// Starts a sub-agent.
    Subagent,
    /// Writes something down to be known in other conversations.
    Remember,
    /// Everything else.
    Domain,
}

/// Whether a person must agree to each call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Consent {
    /// The gate decides alone.
    ByGate,
    /// Always.
    Always,
}

/// Which tools an agent was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllowList {
    /// By name.
    pub tools: BTreeSet<String>,
    /// By group.
    pub toolsets: BTreeSet<String>,
}

/// What the agent's owner may do at this moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "standing", rename_all = "snake_case")]
pub enum Owner {
    /// Still a member, with these rights.
    Present {
        /// The rights.
        rights: BTreeSet<String>,
    },
    /// No longer a member. Somebody must be told, and nothing else may be done in their name.
    Gone,
}

/// The right to answer one contact on one line. Made by the message that came in, never by an agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplyContext {
    /// Who wrote.
    pub contact: ContactId,
    /// What they wrote, by its id.
    pub message: String,
    /// The line they wrote to.
    pub line: LineId,
}

/// Everything the choice depends on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Circumstances {
    /// What the agent was given.
    pub allowed: AllowList,
    /// What it does with answers.
    pub send_mode: SendMode,
    /// What its owner may do now.
    pub owner: Owner,
    /// How far the text that started the turn can be trusted.
    pub origin: Integrity,
    /// Whom the turn may answer.
    pub reply: Option<ReplyContext>,
    /// Whether nothing of the conversation may be known in another one.
    pub private: bool,
    /// Whether tools are called at all.
    pub execution: Execution,
}

/// Whether tools are called at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Execution {
    /// They are.
    On,
    /// Somebody switched them off. A turn can still end, and hand over to a person.
    Off,
}

/// A tool as a turn has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolOffer {
    /// What the model sees.
    pub spec: SharedSpec,
    /// What kind of tool it is.
    pub role: ToolRole,
    /// Whether a person must agree to each call.
    pub consent: Consent,
}

impl AllowList {
    /// From a list in which names of tools and of groups stand together.
    pub fn from_names(names: &[String]) -> Self {
        let names: BTreeSet<String> = names.iter().cloned().collect();
        Self {
            tools: names.clone(),
            toolsets: names,
        }
    }
}

impl ToolRole {
    /// Whether a call speaks to the contact, so that the turn must look for newer messages before it is made.
    pub fn answers(&self) -> bool {
        matches!(self, Self::Reply | Self::Propose)
    }
}

/// The tools of a turn, by name. Built-in tools come first in the catalogue: a later entry of the same name is somebody
/// trying to pass for one of them, and is not offered.
pub fn build_toolset(catalogue: &[ToolEntry], circumstances: &Circumstances) -> Vec<ToolOffer> {
    let mut seen = BTreeSet::from([DONE, ESCALATE]);
    let mut offers = vec![done(), escalate()];
    for entry in catalogue {
        let fresh = seen.insert(entry.spec.name.as_str());
        if fresh && circumstances.permit(catalogue, entry) {
            offers.push(ToolOffer {
                spec: entry.spec.clone(),
                role: entry.role.clone(),
                consent: entry.consent_needed(),
            });
        }
    }
    // The list opens the prompt: one order for equal sets keeps the provider's cache warm.
    offers.sort_by(|one, other| one.spec.name.cmp(&other.spec.name));
    offers
}

impl ToolEntry {
    fn consent_needed(&self) -> Consent {
        match self.role {
            ToolRole::SendElsewhere => Consent::Always,
            ToolRole::Meta
            | ToolRole::Reply
            | ToolRole::Propose
            | ToolRole::Subagent
            | ToolRole::Remember
            | ToolRole::Domain => self.consent,
        }
    }
}

impl Circumstances {
    fn permit(&self, catalogue: &[ToolEntry], entry: &ToolEntry) -> bool {
        let (Owner::Present { rights }, Execution::On) = (&self.owner, self.execution) else {
            return false;
        };
        // Whoever may answer drafts answers while it may not send: the send mode takes one away and gives the other.
        let answers = |other: &ToolEntry| other.role == ToolRole::Reply && self.lists(other);
        let listed =
            self.lists(entry) || (entry.role == ToolRole::Propose && catalogue.iter().any(answers));
        let righted = entry
            .right
            .as_ref()
            .is_none_or(|right| rights.contains(right));
        let discreet = !self.private || entry.role != ToolRole::Remember;
        listed
            && righted
            && discreet
            && self.origin >= entry.least_origin
            && self.fits_send_mode(entry)
    }

    fn lists(&self, entry: &ToolEntry) -> bool {
        self.allowed.tools.contains(&entry.spec.name)
            || self.allowed.toolsets.contains(&entry.toolset)
    }

    fn fits_send_mode(&self, entry: &ToolEntry) -> bool {
        let autonomous = self.send_mode == SendMode::Autonomous;
        let by_role = match entry.role {
            ToolRole::Reply => autonomous && self.reply.is_some(),
            ToolRole::Propose => !autonomous && self.reply.is_some(),
            ToolRole::SendElsewhere => autonomous,
            // Only this file makes tools that steer the turn.
            ToolRole::Meta => false,
            ToolRole::Subagent | ToolRole::Remember | ToolRole::Domain => true,
        };
        // A foreign server describes its own tools; one that calls itself a sender is one.
        let mut names = entry.spec.name.split(foreign::SEPARATOR);
        by_role && (autonomous || !names.any(|name| name.starts_with("send_")))
    }
}

fn done() -> ToolOffer {
    meta(
        DONE,
        "Ends the turn when everything is said and done. Takes no arguments.",
        serde_json::json!({"type": "object", "properties": {}}),
    )
}

fn escalate() -> ToolOffer {
    let schema = serde_json::json!({
        "type": "object",
        "properties": {
            "reason": {"type": "string", "description": "Why a person is needed, in one or two sentences."},
            "draft": {"type": "string", "description": "What you would have answered, if anything."},
        },
        "required": ["reason"],
    });
    meta(
        ESCALATE,
        "Hands the conversation to a person of the team. Use it when you do not know, may not, or were asked for a person.",
        schema,
    )
}

fn meta(name: &str, description: &str, input_schema: serde_json::Value) -> ToolOffer {
    ToolOffer {
        spec: ToolSpec {
            name: name.to_owned(),
            description: description.to_owned(),
            input_schema,
        }
        .into(),
        role: ToolRole::Meta,
        consent: Consent::ByGate,
    }
}
