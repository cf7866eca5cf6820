use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use steward_model::{Integrity, SendMode};

use super::GATE_VERSION;

/// An effect, reduced to what the gate judges it by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Action {
    /// A message to somebody outside.
    Send {
        /// Their address.
        to: String,
        /// The line it would come from.
        from: String,
        /// All of its text: subject, body and names of what is attached.
        body: String,
    },
    /// Something put before a member: a suggested reply, an escalation. It leaves only by the member's own act.
    Draft,
    /// A file of the workspace.
    WriteFile {
        /// Relative to the workspace.
        path: String,
    },
    /// What is known of an account, with an entry in its history.
    ChangeAccount,
    /// Something that says what the agent is or may do.
    Change {
        /// Which.
        setting: Setting,
    },
    /// A page or file from the web, by our own fetcher or the provider's.
    Fetch {
        /// Its address.
        url: String,
    },
    /// What is never done unseen.
    Sensitive {
        /// Which.
        kind: Sensitive,
    },
    /// A tool that somebody else runs and nobody here has described.
    CallForeign {
        /// Its name.
        tool: String,
    },
    /// A sub-agent.
    Spawn {
        /// What it would be able to do.
        capabilities: Capabilities,
        /// How far its context would be trusted.
        label: Integrity,
    },
    /// Something that this version does not know.
    #[serde(other)]
    Unknown,
}

/// What an agent may do at all, whatever the rules say next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Capability {
    /// Answer the contact who wrote, on the line they wrote to.
    Reply,
    /// Write to somebody else.
    SendElsewhere,
    /// Put something before a member.
    Draft,
    /// Write ordinary files of the workspace.
    WriteNotes,
    /// Change accounts.
    ChangeAccounts,
    /// Propose changes of instructions: memory, skills, persona, configuration, policy.
    WriteInstructions,
    /// Fetch from the web.
    Fetch,
    /// Spend money.
    Spend,
    /// Delete.
    Delete,
    /// Share with others.
    Share,
    /// Use tools that somebody else runs.
    CallForeign,
    /// Start sub-agents.
    Spawn,
}

/// What an agent may do, with its send mode.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Capabilities {
    /// What it may do.
    pub granted: BTreeSet<Capability>,
    /// Whether it may send. Kept apart from the rest, so that a copy that lost a column cannot send.
    #[serde(default)]
    pub send_mode: SendMode,
}

impl Capabilities {
    /// Whether these are no more than `other`.
    pub fn is_within(&self, other: &Self) -> bool {
        self.granted.is_subset(&other.granted) && self.send_mode <= other.send_mode
    }

    /// What both have.
    #[must_use]
    pub fn shared_with(&self, other: &Self) -> Self {
        Self {
            granted: self.granted.intersection(&other.granted).copied().collect(),
            send_mode: self.send_mode.min(other.send_mode),
        }
    }
}

/// Something that says what an agent is or may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Setting {
    /// Who it is.
    Persona,
    /// Its tools, model, send mode and budget.
    AgentConfig,
    /// The rules of the organisation.
    Policy,
}

/// What is never done unseen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sensitive {
    /// Money moves.
    Spend,
    /// Something is gone afterwards.
    Delete,
    /// Others can see something they could not.
    Share,
}

impl Sensitive {
    pub(super) fn capability(self) -> Capability {
        match self {
            Self::Spend => Capability::Spend,
            Self::Delete => Capability::Delete,
            Self::Share => Capability::Share,
        }
    }
}

/// Where the texts of the turn came from, and what they explain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Labels {
    /// The least trust among everything the model saw this turn, memory and files included.
    pub context: Integrity,
    /// Who wrote and to which line, when the turn answers a message; fixed when the message came in.
    pub reply: Option<ReplyAddress>,
    /// Addresses that a member named in this turn.
    pub named: BTreeSet<String>,
    /// Addresses that effects of this turn already go to.
    pub addressed: BTreeSet<String>,
    /// Texts by members and operators; addresses in them may be passed on.
    pub trusted_text: Vec<String>,
    /// Texts that only some may read.
    pub confidential: Vec<Confidential>,
}

/// The two ends of the conversation that a turn answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplyAddress {
    /// Who wrote.
    pub contact: String,
    /// The line they wrote to.
    pub line: String,
}

/// A text that only some may read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Confidential {
    /// The text.
    pub text: String,
    /// The addresses that may.
    pub audience: BTreeSet<String>,
}

/// What the organisation decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// The set of rules it was written for.
    pub version: u32,
    /// Addresses that the organisation knows.
    pub directory: BTreeSet<String>,
    /// Hosts that may be fetched from; `*.example.com` is every host below it.
    pub fetch_hosts: BTreeSet<String>,
    /// Recipients of one turn beyond which a person is asked.
    pub max_destinations: usize,
}

impl Default for Policy {
    /// Knows nobody and fetches nothing.
    fn default() -> Self {
        Self {
            version: GATE_VERSION,
            directory: BTreeSet::new(),
            fetch_hosts: BTreeSet::new(),
            max_destinations: 3,
        }
    }
}

impl Policy {
    pub(super) fn allows_host(&self, host: &str) -> bool {
        self.fetch_hosts.contains(host)
            || host
                .match_indices('.')
                .any(|(at, _)| self.fetch_hosts.contains(&format!("*{}", &host[at..])))
    }
}
