//! Agents that another agent starts for one task: their registry, what they may never have, and what comes back.

mod report;
mod task;

#[cfg(test)]
mod subagent_tests;

pub use report::subagent_report;
pub use task::SubagentTask;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use steward_model::{Integrity, MemoryMode};

use crate::gate::{Action, Capabilities};

/// How deep agents may start agents.
pub const MAX_SUBAGENT_DEPTH: u32 = 3;

/// The most steps a sub-agent takes.
pub const MAX_SUBAGENT_STEPS: u32 = 5;

/// Thousandths: a sub-agent works, it does not chat.
pub const SUBAGENT_TEMPERATURE_MILLI: u32 = 200;

/// A kind of sub-agent, from the configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubagentDefinition {
    /// What the `task` tool calls it.
    pub name: String,
    /// What it is good for; the parent reads this.
    pub description: String,
    /// Its instructions.
    pub prompt: String,
    /// `provider:model`; its parent's where there is none.
    #[serde(default)]
    pub model: Option<String>,
    /// The tools it may have, as far as its parent has them.
    pub tools: BTreeSet<String>,
    /// What it may do, as far as its parent may.
    pub capabilities: Capabilities,
    /// Whose memory it sees.
    pub memory: MemoryMode,
    /// How many steps it takes, at most five.
    #[serde(default = "max_steps")]
    pub max_steps: u32,
    /// How freely it writes, in thousandths.
    #[serde(default = "temperature")]
    pub temperature_milli: u32,
}

fn max_steps() -> u32 {
    MAX_SUBAGENT_STEPS
}

fn temperature() -> u32 {
    SUBAGENT_TEMPERATURE_MILLI
}

/// All kinds of sub-agents there are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubagentRegistry(BTreeMap<String, SubagentDefinition>);

/// What is wrong with a definition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    /// Two of one name.
    #[error("there are two sub-agents named `{0}`; rename one")]
    Duplicate(String),
    /// A name the `task` tool cannot carry.
    #[error("`{0}` is no name for a sub-agent; use lower-case letters, digits and underscores")]
    Name(String),
    /// No instructions.
    #[error("the sub-agent `{0}` has no prompt")]
    NoPrompt(String),
    /// Too many steps, or none.
    #[error("the sub-agent `{0}` must take 1 to {MAX_SUBAGENT_STEPS} steps")]
    Steps(String),
}

/// The agent that wants to start another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parent {
    /// Nought for the agent of a thread.
    pub depth: u32,
    /// The tools of its turn.
    pub tools: BTreeSet<String>,
    /// What it may do.
    pub capabilities: Capabilities,
    /// How far its context can be trusted at this moment.
    pub label: Integrity,
}

/// A sub-agent about to start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spawn {
    /// Its kind.
    pub definition: SubagentDefinition,
    /// How deep it stands.
    pub depth: u32,
    /// What both it and its parent have.
    pub tools: BTreeSet<String>,
    /// What both may do.
    pub capabilities: Capabilities,
    /// It starts with its parent's trust and hands its own back: a task written by a stranger stays a stranger's.
    pub label: Integrity,
}

/// Why a sub-agent does not start; written for the model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpawnRefused {
    /// No such kind.
    #[error("there is no sub-agent `{name}`. There are: {known}.")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// Too deep.
    #[error("sub-agents may not be nested deeper than {MAX_SUBAGENT_DEPTH}. Do the task yourself.")]
    TooDeep,
}

impl SubagentRegistry {
    /// Takes the definitions, if every one of them is sound.
    pub fn new(definitions: Vec<SubagentDefinition>) -> Result<Self, RegistryError> {
        let mut kinds = BTreeMap::new();
        for definition in definitions {
            definition.check()?;
            let name = definition.name.clone();
            if kinds.insert(name.clone(), definition).is_some() {
                return Err(RegistryError::Duplicate(name));
            }
        }
        Ok(Self(kinds))
    }

    /// The kinds in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = &SubagentDefinition> {
        self.0.values()
    }

    /// A sub-agent of the kind, with what it and its parent both have.
    pub fn spawn(&self, name: &str, parent: &Parent) -> Result<Spawn, SpawnRefused> {
        if parent.depth >= MAX_SUBAGENT_DEPTH {
            return Err(SpawnRefused::TooDeep);
        }
        let definition = self.0.get(name).ok_or_else(|| SpawnRefused::Unknown {
            name: name.to_owned(),
            known: self.0.keys().cloned().collect::<Vec<_>>().join(", "),
        })?;
        Ok(Spawn {
            depth: parent.depth + 1,
            tools: definition
                .tools
                .intersection(&parent.tools)
                .cloned()
                .collect(),
            capabilities: definition.capabilities.shared_with(&parent.capabilities),
            label: parent.label,
            definition: definition.clone(),
        })
    }
}

impl SubagentDefinition {
    fn check(&self) -> Result<(), RegistryError> {
        let letter = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
        if self.name.is_empty() || !self.name.bytes().all(letter) {
            return Err(RegistryError::Name(self.name.clone()));
        }
        if self.prompt.trim().is_empty() {
            return Err(RegistryError::NoPrompt(self.name.clone()));
        }
        if !(1..=MAX_SUBAGENT_STEPS).contains(&self.max_steps) {
            return Err(RegistryError::Steps(self.name.clone()));
        }
        Ok(())
    }
}

impl Spawn {
    /// What the gate is asked before it starts.
    pub fn action(&self) -> Action {
        Action::Spawn {
            capabilities: self.capabilities.clone(),
            label: self.label,
        }
    }
}
