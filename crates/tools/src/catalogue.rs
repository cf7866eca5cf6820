//! All the tools there are, by name.

use std::collections::BTreeMap;
use std::sync::Arc;

use steward_agent::{
    Capabilities, Capability, DONE, ESCALATE, RUN_SKILL_SCRIPT, SubagentRegistry, ToolEntry,
    ToolOffer, ToolRole,
};
use steward_model::SendMode;

use crate::accounts::{
    AskAccounts, CreateAccount, ListFiles, LookupAccount, SearchDescriptions, UpdateAccount,
};
use crate::memory::{
    ArchivalInsert, ArchivalSearch, ConversationSearch, MemoryAppend, MemoryInsert, MemoryReplace,
    MemorySearch, SearchConversations, SearchSmsHistory,
};
use crate::propose_sms_replies::ProposeSmsReplies;
use crate::read_history::ReadHistory;
use crate::schedules::{CancelSchedule, ListSchedules, ScheduleTask};
use crate::send_sms::SendSms;
use crate::skills::{LoadSkill, LoadSkillFile, RunSkillScript, ScriptRunner};
use crate::task::{TASK, task_entry};
use crate::text_contact::TextContact;
use crate::tool::Tool;
use crate::workspace::{AppendToFile, ListDirectory, ReadFile, SearchFiles, WriteFile};

/// Names that no added tool may take, whether or not a tool of the name is here.
const RESERVED: [&str; 3] = [DONE, ESCALATE, TASK];

/// All the tools there are. Made once: what the model reads about a tool is not written anew for every turn.
#[derive(Clone)]
pub struct Catalogue {
    tools: BTreeMap<String, Arc<dyn Tool>>,
    entries: Vec<ToolEntry>,
}

impl Catalogue {
    /// The built-in tools, with a `task` for these sub-agents.
    pub fn new(subagents: &SubagentRegistry) -> Self {
        let empty = Self {
            tools: BTreeMap::new(),
            entries: task_entry(subagents).into_iter().collect(),
        };
        let builtin: [Arc<dyn Tool>; 30] = [
            Arc::new(AppendToFile),
            Arc::new(ArchivalInsert),
            Arc::new(ArchivalSearch),
            Arc::new(AskAccounts),
            Arc::new(CancelSchedule),
            Arc::new(ConversationSearch),
            Arc::new(CreateAccount),
            Arc::new(ListDirectory),
            Arc::new(ListFiles),
            Arc::new(ListSchedules),
            Arc::new(LoadSkill),
            Arc::new(LoadSkillFile),
            Arc::new(LookupAccount),
            Arc::new(MemoryAppend),
            Arc::new(MemoryInsert),
            Arc::new(MemoryReplace),
            Arc::new(MemorySearch),
            Arc::new(ProposeSmsReplies),
            Arc::new(ReadFile),
            Arc::new(ReadHistory),
            Arc::new(RunSkillScript { runner: None }),
            Arc::new(ScheduleTask),
            Arc::new(SearchConversations),
            Arc::new(SearchDescriptions),
            Arc::new(SearchFiles),
            Arc::new(SearchSmsHistory),
            Arc::new(SendSms),
            Arc::new(TextContact),
            Arc::new(UpdateAccount),
            Arc::new(WriteFile),
        ];
        builtin.into_iter().fold(empty, Self::with)
    }

    /// The built-in tools alone.
    pub fn builtin() -> Self {
        Self::new(&SubagentRegistry::default())
    }

    /// The same, where scripts of skills are run by this runner.
    #[must_use]
    pub fn running_scripts(mut self, runner: ScriptRunner) -> Self {
        let tool = RunSkillScript {
            runner: Some(runner),
        };
        self.tools
            .insert(RUN_SKILL_SCRIPT.to_owned(), Arc::new(tool));
        self
    }

    /// With one more tool. A name that is taken stays with whoever had it first: a foreign server must not pass for one of
    /// ours.
    #[must_use]
    pub fn with(mut self, tool: Arc<dyn Tool>) -> Self {
        let entry = tool.entry();
        let name = &entry.spec.name;
        if RESERVED.contains(&name.as_str()) || self.tools.contains_key(name) {
            tracing::warn!(tool.name = %name, "A tool was left out: its name is taken.");
            return self;
        }
        self.tools.insert(name.clone(), tool);
        self.entries.push(entry);
        self
    }

    /// What every tool is and when it is offered, for `steward_agent::build_toolset`.
    pub fn entries(&self) -> &[ToolEntry] {
        &self.entries
    }

    /// The tool that carries out a call of this name. `done`, `escalate_to_user` and `task` are the runtime's.
    pub fn find(&self, name: &str) -> Option<&Arc<dyn Tool>> {
        self.tools.get(name)
    }

    /// What a turn with these tools may do: what they need, and no more.
    pub fn capabilities(&self, offers: &[ToolOffer], send_mode: SendMode) -> Capabilities {
        Capabilities {
            granted: offers
                .iter()
                .flat_map(|offer| self.needs(offer))
                .copied()
                .collect(),
            send_mode,
        }
    }

    fn needs(&self, offer: &ToolOffer) -> &[Capability] {
        let name = offer.spec.name.as_str();
        match offer.role {
            // The gate takes an escalation for a draft.
            ToolRole::Meta if name == ESCALATE => &[Capability::Draft],
            ToolRole::Meta => &[],
            ToolRole::Subagent => &[Capability::Spawn],
            ToolRole::Reply
            | ToolRole::Propose
            | ToolRole::SendElsewhere
            | ToolRole::Remember
            | ToolRole::Domain => self.find(name).map_or(&[], |tool| tool.needs()),
        }
    }
}
