use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use steward_agent::{
    Capabilities, Capability, MAX_SUBAGENT_STEPS, RegistryError, SUBAGENT_TEMPERATURE_MILLI,
    SubagentDefinition, SubagentRegistry,
};
use steward_model::{MemoryMode, SendMode};
use steward_tools::{Catalogue, TASK};

use super::{HumanDuration, Problems, positive};

/// How agents work.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Runtime {
    /// Conversations that are worked on at the same time.
    pub workers: NonZeroU32,
    /// Longest time a tool may take.
    pub tool_timeout: HumanDuration,
    /// How long a person has to approve what an agent wants to do.
    pub approval_ttl: HumanDuration,
    /// After how long without a message a conversation is archived. The next message begins a new one.
    pub archive_after: HumanDuration,
    /// The time zone in which agents are told the time.
    #[schemars(example = &"Europe/Berlin")]
    pub time_zone: String,
    /// Whether what a model thought is shown where a turn is shown.
    pub show_thinking: bool,
}

/// A kind of sub-agent that agents can give tasks to.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Subagent {
    /// What the `task` tool calls it: lower-case letters, digits and underscores.
    pub name: String,
    /// What it is good for.
    pub description: String,
    /// Its instructions.
    pub prompt: String,
    /// The tools it may have, as far as whoever starts it has them.
    #[serde(default)]
    pub tools: Vec<String>,
    /// Its model.
    #[serde(default)]
    pub model: Option<String>,
    /// Whose memory it sees.
    #[serde(default)]
    pub memory: Memory,
}

/// Whose memory a sub-agent sees.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Memory {
    /// That of whoever starts it.
    #[default]
    Shared,
    /// Its own alone.
    Isolated,
    /// Reads what is shared, writes its own.
    Overlay,
}

/// The sub-agents there are. What they may do is what their tools need, as far as whoever starts them may.
pub(crate) fn registry(subagents: &[Subagent]) -> Result<SubagentRegistry, RegistryError> {
    let tools = Catalogue::builtin();
    let definitions = subagents.iter().map(|one| one.definition(&tools));
    SubagentRegistry::new(definitions.collect())
}

impl Subagent {
    pub(super) fn validate(&self, problems: &mut Problems) {
        let tools = Catalogue::builtin();
        let is_tool = |name: &str| name == TASK || tools.find(name).is_some();
        if let Some(unknown) = self.tools.iter().find(|name| !is_tool(name)) {
            let known: Vec<_> = tools
                .entries()
                .iter()
                .map(|e| e.spec.name.clone())
                .collect();
            problems.add(
                "subagents",
                &format!(
                    "gives `{}` a tool `{unknown}`, which there is not",
                    self.name
                ),
                &format!("there are `{TASK}`, `{}`", known.join("`, `")),
            );
        }
    }

    fn definition(&self, tools: &Catalogue) -> SubagentDefinition {
        let needs = |name: &String| match name.as_str() {
            TASK => vec![Capability::Spawn],
            name => tools
                .find(name)
                .map_or(vec![], |tool| tool.needs().to_vec()),
        };
        SubagentDefinition {
            name: self.name.clone(),
            description: self.description.clone(),
            prompt: self.prompt.clone(),
            model: self.model.clone(),
            tools: self.tools.iter().cloned().collect(),
            capabilities: Capabilities {
                granted: self.tools.iter().flat_map(needs).collect(),
                send_mode: SendMode::Autonomous,
            },
            memory: match self.memory {
                Memory::Shared => MemoryMode::Shared,
                Memory::Isolated => MemoryMode::Isolated,
                Memory::Overlay => MemoryMode::Overlay,
            },
            max_steps: MAX_SUBAGENT_STEPS,
            temperature_milli: SUBAGENT_TEMPERATURE_MILLI,
        }
    }
}

impl Runtime {
    pub(super) fn validate(&self, problems: &mut Problems) {
        problems.require_positive("runtime.tool_timeout", self.tool_timeout);
        problems.require_positive("runtime.approval_ttl", self.approval_ttl);
        problems.require_positive("runtime.archive_after", self.archive_after);
        if jiff::tz::TimeZone::get(&self.time_zone).is_err() {
            problems.add(
                "runtime.time_zone",
                &format!("is `{}`, which is no time zone", self.time_zone),
                "write a name such as `Europe/Berlin` or `UTC`",
            );
        }
    }
}

impl Default for Runtime {
    fn default() -> Self {
        Self {
            workers: positive(64),
            tool_timeout: HumanDuration::from_secs(60),
            approval_ttl: HumanDuration::from_secs(24 * 60 * 60),
            archive_after: HumanDuration::from_secs(90 * 24 * 60 * 60),
            time_zone: "UTC".to_owned(),
            show_thinking: false,
        }
    }
}
