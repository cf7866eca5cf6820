//! What an agent remembers when a turn begins: its blocks, and what comes to mind.

use jiff::Zoned;
use steward_agent::{Fragment, FragmentKind};
use steward_memory::{Counts, Found, Occasion, Reader};
use steward_model::{Integrity, MemoryMode, Scope};
use steward_store::{Block, StoreError, ThreadView};

use super::arrived::Arrived;
use super::conversation::Conversation;
use crate::Inner;

/// The block about whoever the agent talks to.
const HUMAN: &str = "human";

/// What an agent remembers when a turn begins.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Recalled {
    pub(crate) human: Option<Fragment>,
    pub(crate) blocks: Vec<Fragment>,
    pub(crate) relevant: Option<Fragment>,
    counts: Option<Counts>,
}

impl Recalled {
    /// Looks it up. A memory that cannot be reached leaves the turn without: an answer from the conversation alone is better
    /// than none.
    pub(crate) async fn of(
        runtime: &Inner,
        view: &ThreadView,
        conversation: &Conversation,
        arrived: &Arrived,
    ) -> Self {
        let (mut recalled, scopes) = (Self::default(), scopes(view));
        match blocks(runtime, view, &scopes).await {
            Ok(blocks) => recalled.take_blocks(&blocks),
            Err(error) => tracing::warn!(%error, "a turn begins without its blocks"),
        }
        let said: Vec<&str> = arrived
            .inputs
            .iter()
            .map(|input| input.text.as_str())
            .collect();
        let occasion = Occasion {
            org: view.org_id(),
            scopes: &scopes,
            reader: reader(view),
            thread: view.id,
            shown_after: conversation.range().0,
            said: &said,
            before: conversation.last_said(),
            also: &[],
            fresh_for: runtime.settings.context_cache,
            now: now(runtime),
        };
        match runtime.memory.recollect(&occasion).await {
            Ok(recollection) => recalled.relevant = relevant(&recollection.memories),
            Err(error) => tracing::warn!(%error, "nothing came to mind"),
        }
        recalled.counts = runtime.memory.counts(view.org_id(), &scopes);
        recalled
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
            let about = |kind| Fragment::lines(kind, &block.value, block.integrity);
            if block.label == HUMAN {
                self.human = Some(about(FragmentKind::Human));
            } else {
                let fragment = about(FragmentKind::Block).named(&block.label);
                self.blocks.push(fragment);
            }
        }
    }
}

/// Whose memories a turn may see: those of whoever it talks to, and the team's.
fn scopes(view: &ThreadView) -> Vec<Scope> {
    let team = Scope::Org(view.org_id());
    if view.scope == team {
        vec![team]
    } else {
        vec![view.scope, team]
    }
}

fn reader(view: &ThreadView) -> Reader {
    match view.agent.settings.memory_mode {
        MemoryMode::Isolated => Reader::Isolated(view.agent.id),
        MemoryMode::Shared | MemoryMode::Overlay => Reader::Agent(view.agent.id),
    }
}

/// The blocks that say something. The one about a person stands in for a block of the team's with the same label.
async fn blocks(
    runtime: &Inner,
    view: &ThreadView,
    scopes: &[Scope],
) -> Result<Vec<Block>, StoreError> {
    let (org, agent) = (runtime.store.org(view.org_id()), view.agent.id);
    let own_alone = view.agent.settings.memory_mode == MemoryMode::Isolated;
    let mut all: Vec<Block> = Vec::new();
    for scope in scopes {
        for block in org.blocks(*scope, Some(agent)).await? {
            let known = all.iter().any(|other| other.label == block.label);
            let hidden = own_alone && block.agent_id.is_none();
            if !known && !hidden && !block.value.trim().is_empty() {
                all.push(block);
            }
        }
    }
    Ok(all)
}

fn relevant(memories: &[Found]) -> Option<Fragment> {
    let integrity: Integrity = memories.iter().map(|found| found.passage.integrity).min()?;
    let lines = memories.iter().map(Found::line).collect();
    Some(Fragment::items(
        FragmentKind::RelevantMemories,
        lines,
        integrity,
    ))
}

fn now(runtime: &Inner) -> Zoned {
    let moment = jiff::Timestamp::from_microsecond(runtime.now().as_micros()).unwrap_or_default();
    let utc = || moment.to_zoned(jiff::tz::TimeZone::UTC);
    moment
        .in_tz(&runtime.settings.zone)
        .unwrap_or_else(|_| utc())
}
