//! What the next turn of a thread would start from, for people.

use steward_agent::{Fragment, FragmentKind, count_tokens};
use steward_memory::{Error, Recollection};
use steward_model::{OrgId, Scope, ThreadId};
use steward_store::{Agent, Block, OrgStore, Page, StoreError, Summary, Thread};

use crate::turn::{Conversation, ITEMS_READ, Rememberer, budget, instruction, relevant};
use crate::{Inner, Runtime};

/// What the next turn of a thread would start from.
#[derive(Debug, Clone, PartialEq)]
pub struct ThreadContext {
    /// What it takes.
    pub tokens: ContextTokens,
    /// What came to mind last, or would for what was said last.
    pub recollection: Recollection,
    /// What was said before the recent items.
    pub summary: Option<Summary>,
    /// What is always there.
    pub blocks: Vec<Block>,
}

/// What the parts of a prompt take, in tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ContextTokens {
    /// The most a prompt may hold.
    pub budget: usize,
    /// What the agent is told of itself.
    pub instructions: usize,
    /// Blocks of memory.
    pub blocks: usize,
    /// The summary.
    pub summary: usize,
    /// What was said since.
    pub recent: usize,
    /// What came to mind.
    pub memories: usize,
}

impl Runtime {
    /// What the next turn of a thread would start from. Nothing if its agent is gone.
    ///
    /// # Errors
    /// The rows cannot be reached or opened.
    pub async fn context(
        &self,
        org: &OrgStore<'_>,
        thread: &Thread,
    ) -> Result<Option<ThreadContext>, Error> {
        let runtime: &Inner = &self.inner;
        let Some(agent) = org.agent(thread.agent_id).await? else {
            return Ok(None);
        };
        let scope: Scope = thread.scope.parse().map_err(|_| StoreError::Forgotten)?;
        let summary = newest(org, thread.id).await?;
        let covered = summary.as_ref().map_or(0, |summary| summary.to_seq);
        let items = org.items(thread.id, i64::MAX, ITEMS_READ).await?;
        let conversation = Conversation::of(&items, covered);
        let rememberer = Rememberer {
            org: org.id(),
            thread: thread.id,
            scope,
            agent: &agent,
        };
        let blocks = rememberer.blocks(runtime).await?;
        let known = runtime
            .memory
            .last_recollection(org.id(), thread.id, runtime.now());
        let recollection = match known.await? {
            Some(recollection) => recollection,
            None => {
                let said: Vec<&str> = conversation.last_heard().into_iter().collect();
                rememberer
                    .recollect(runtime, (&conversation, conversation.range().0), &said, &[])
                    .await?
            }
        };
        let mut tokens = fixed(runtime, org.id(), &agent);
        tokens.blocks = blocks.iter().map(block_tokens).sum();
        tokens.summary = summary
            .as_ref()
            .map_or(0, |summary| summary.tokens as usize);
        tokens.recent = conversation.pieces.iter().map(|piece| piece.tokens()).sum();
        let memories = relevant(&recollection.memories);
        tokens.memories = memories.map_or(0, |all| count_tokens(&all.render()));
        Ok(Some(ThreadContext {
            tokens,
            recollection,
            summary,
            blocks,
        }))
    }
}

/// What an agent's prompts may hold, and what it is told of itself.
fn fixed(runtime: &Inner, org: OrgId, agent: &Agent) -> ContextTokens {
    let profile = &agent.settings.profile;
    let own = agent.settings.model.as_deref();
    let model = own.unwrap_or(&runtime.settings.model);
    let told = instruction(runtime, org, &agent.settings);
    ContextTokens {
        budget: budget(runtime, agent, model).limit(),
        instructions: count_tokens(&told) + count_tokens(&profile.persona),
        ..ContextTokens::default()
    }
}

fn block_tokens(block: &Block) -> usize {
    let fragment = Fragment::lines(FragmentKind::Block, &block.value, block.integrity);
    count_tokens(&fragment.named(&block.label).render())
}

async fn newest(org: &OrgStore<'_>, thread: ThreadId) -> Result<Option<Summary>, StoreError> {
    let page = Page {
        after: None,
        limit: 1,
    };
    Ok(org.summaries(thread, &page).await?.pop())
}
