//! What an agent remembers when a turn begins: its blocks, and what comes to mind.

use steward_agent::{Fragment, FragmentKind, Shelf, skill_list};
use steward_memory::{Counts, Error, Found, HUMAN, Occasion, Reader, Recollection};
use steward_model::{Integrity, MemoryMode, OrgId, Scope, ThreadId};
use steward_store::{Agent, Block, StoreError, ThreadView};
use steward_tools::{runs_scripts, shelf};

use super::arrived::Arrived;
use super::conversation::Conversation;
use super::funds::Funds;
use super::prepare::has_skills;
use super::rehearsal::scope_of;
use super::rewritten;
use super::shared_files::shared_files;
use crate::Inner;

/// What an agent remembers when a turn begins.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Recalled {
    pub(crate) human: Option<Fragment>,
    pub(crate) blocks: Vec<Fragment>,
    pub(crate) relevant: Option<Fragment>,
    /// The skills the agent may load.
    pub(crate) skills: Option<Fragment>,
    /// Whether an admin allowed the scripts of one of them.
    pub(crate) scripts: bool,
    counts: Option<Counts>,
    /// What was asked in other words.
    also: Vec<String>,
}

impl Recalled {
    /// Looks it up. A memory that cannot be reached leaves the turn without: an answer from the conversation alone is better
    /// than none.
    pub(crate) async fn of(
        runtime: &Inner,
        view: &ThreadView,
        conversation: &Conversation,
        arrived: &Arrived,
        funds: &Funds<'_>,
    ) -> Self {
        let mut recalled = Self::default();
        let rememberer = Rememberer::of(view);
        match rememberer.blocks(runtime).await {
            Ok(blocks) => recalled.take_blocks(&blocks),
            Err(error) => tracing::warn!(%error, "a turn begins without its blocks"),
        }
        match shared_files(runtime, view.org_id(), &view.agent.settings).await {
            Ok(files) => recalled.blocks.extend(files),
            Err(error) => tracing::warn!(%error, "a turn begins without the team's files"),
        }
        if has_skills(&view.agent.settings) {
            (recalled.skills, recalled.scripts) = skills(runtime, view.org_id()).await;
        }
        recalled.also =
            rewritten::ask(runtime, &view.agent, conversation, &said(arrived), funds).await;
        let shown_after = conversation.range().0;
        recalled
            .come_to_mind(runtime, view, (conversation, shown_after), arrived)
            .await;
        recalled.counts = runtime.memory.counts(view.org_id(), &rememberer.scopes());
        recalled
    }

    /// Looks for what is remembered of what was said, where the prompt shows the conversation after a place.
    pub(crate) async fn come_to_mind(
        &mut self,
        runtime: &Inner,
        view: &ThreadView,
        (conversation, shown_after): (&Conversation, i64),
        arrived: &Arrived,
    ) {
        let said = said(arrived);
        let found = Rememberer::of(view)
            .recollect(runtime, (conversation, shown_after), &said, &self.also)
            .await;
        match found {
            Ok(recollection) => self.relevant = relevant(&recollection.memories),
            Err(error) => tracing::warn!(%error, "nothing came to mind"),
        }
    }

    /// How much is remembered, as far as it is known without asking anybody.
    pub(crate) fn metadata(&self, conversation: &Conversation) -> String {
        let mut lines = Vec::new();
        if let Some(Counts { archival, recall }) = self.counts {
            lines.push(format!("archival_count: {archival}"));
            lines.push(format!("recall_count: {recall}"));
        }
        if let Some(earlier) = &conversation.earlier {
            lines.push(format!("last_compaction: {}", earlier.written_at));
        }
        lines.join("\n")
    }

    fn take_blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            if block.label == HUMAN {
                let human = Fragment::lines(FragmentKind::Human, &block.value, block.integrity);
                self.human = Some(human);
            } else {
                let told = described(block);
                let fragment = Fragment::lines(FragmentKind::Block, &told, block.integrity);
                self.blocks.push(fragment.named(&block.label));
            }
        }
    }
}

fn said(arrived: &Arrived) -> Vec<&str> {
    let texts = arrived.inputs.iter().map(|input| input.text.as_str());
    texts.collect()
}

/// What a block is for, and what it says: the model fills one that it knows of.
fn described(block: &Block) -> String {
    let purpose = block.description.trim();
    match (purpose.is_empty(), block.value.trim().is_empty()) {
        (true, _) => block.value.clone(),
        (false, true) => format!("For: {purpose}\n(empty)"),
        (false, false) => format!("For: {purpose}\n{}", block.value),
    }
}

/// Who remembers, on which thread.
pub(crate) struct Rememberer<'r> {
    pub(crate) org: OrgId,
    pub(crate) thread: ThreadId,
    pub(crate) scope: Scope,
    pub(crate) agent: &'r Agent,
}

impl<'r> Rememberer<'r> {
    fn of(view: &'r ThreadView) -> Self {
        Self {
            org: view.org_id(),
            thread: view.id,
            scope: scope_of(&view.correlation_key, view.scope),
            agent: &view.agent,
        }
    }

    /// Whose memories it may see: those of whoever it talks to, and the team's.
    pub(crate) fn scopes(&self) -> Vec<Scope> {
        let team = Scope::Org(self.org);
        if self.scope == team {
            vec![team]
        } else {
            vec![self.scope, team]
        }
    }

    /// The blocks that say something, or what they are for. The one about a person stands in for a block of the team's with the same label.
    pub(crate) async fn blocks(&self, runtime: &Inner) -> Result<Vec<Block>, StoreError> {
        let (org, agent) = (runtime.store.org(self.org), self.agent.id);
        let own_alone = self.agent.settings.memory_mode == MemoryMode::Isolated;
        let mut all: Vec<Block> = Vec::new();
        let of_scopes = org.blocks_of_all(&self.scopes(), Some(agent)).await?;
        for block in of_scopes.into_iter().flatten() {
            let known = all.iter().any(|other| other.label == block.label);
            let hidden = own_alone && block.agent_id.is_none();
            let is_blank = block.value.trim().is_empty()
                && (block.label == HUMAN || block.description.trim().is_empty());
            if !known && !hidden && !is_blank {
                all.push(block);
            }
        }
        Ok(all)
    }

    /// What comes to mind when this is said.
    pub(crate) async fn recollect(
        &self,
        runtime: &Inner,
        (conversation, shown_after): (&Conversation, i64),
        said: &[&str],
        also: &[String],
    ) -> Result<Recollection, Error> {
        let reader = match self.agent.settings.memory_mode {
            MemoryMode::Isolated => Reader::Isolated(self.agent.id),
            MemoryMode::Shared | MemoryMode::Overlay => Reader::Agent(self.agent.id),
        };
        let occasion = Occasion {
            org: self.org,
            scopes: &self.scopes(),
            reader,
            thread: self.thread,
            shown_after,
            said,
            before: conversation.last_said(),
            also,
            fresh_for: runtime.settings.context_cache,
            now: runtime.time_in(&runtime.settings.zone),
        };
        runtime.memory.recollect(&occasion).await
    }
}

/// The skills of an organisation, and whether a script of them may be run. If its own cannot be read, those that come with the
/// program are still there.
pub(super) async fn skills(runtime: &Inner, org: OrgId) -> (Option<Fragment>, bool) {
    let org = runtime.store.org(org);
    let found = async {
        let shelf = shelf(&org).await?;
        let runs = runs_scripts(&org, &shelf.skills).await?;
        Ok::<_, StoreError>((skill_list(&shelf.skills), runs))
    };
    found.await.unwrap_or_else(|error| {
        tracing::warn!(%error, "a turn begins without the skills of its organisation");
        (skill_list(&Shelf::built_in().skills), false)
    })
}

pub(crate) fn relevant(memories: &[Found]) -> Option<Fragment> {
    let integrity: Integrity = memories.iter().map(|found| found.passage.integrity).min()?;
    let lines = memories.iter().map(Found::line).collect();
    Some(Fragment::items(
        FragmentKind::RelevantMemories,
        lines,
        integrity,
    ))
}
