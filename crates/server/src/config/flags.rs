use schemars::JsonSchema;
use serde::Deserialize;
use steward_model::{Flag, FlagSet};

/// What this installation allows at all. What is false here stays off, whatever an organisation or `steward flags` says; a change needs a restart.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Flags {
    /// Agents: without them no model is asked, and nothing an agent wrote is sent.
    pub agents: bool,
    /// Indexing and embedding what was said and stored.
    pub indexing: bool,
    /// Calling tools.
    pub tools: bool,
    /// Summarising long threads.
    pub compaction: bool,
    /// Schedules and reminders.
    pub reminders: bool,
    /// Using instructions that an optimiser wrote.
    pub prompt_optimisation: bool,
}

impl Flags {
    /// Those that are true.
    pub(crate) fn allowed(&self) -> FlagSet {
        let allows = |flag: &Flag| match flag {
            Flag::Agents => self.agents,
            Flag::Indexing => self.indexing,
            Flag::Tools => self.tools,
            Flag::Compaction => self.compaction,
            Flag::Reminders => self.reminders,
            Flag::PromptOptimisation => self.prompt_optimisation,
        };
        Flag::ALL.iter().copied().filter(allows).collect()
    }
}

impl Default for Flags {
    fn default() -> Self {
        Self {
            agents: true,
            indexing: true,
            tools: true,
            compaction: true,
            reminders: true,
            prompt_optimisation: true,
        }
    }
}
