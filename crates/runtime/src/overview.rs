//! What the next turn of a thread would start from, for people.

use steward_agent::{Fragment, FragmentKind, count_tokens};
use steward_memory::{Error, Recollection};
use steward_model::{Scope, ThreadId};
use steward_store::{Block, OrgStore, Page, StoreError, Summary, Thread};

use crate::turn::{Conversation, ITEMS_READ, Rememberer, relevant, shared_files, standing};
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
    /// What the agent is told of itself, of its skills and of how to answer.
    pub instructions: usize,
    /// What it is told of its tools.
    pub tools: usize,
    /// The team's files that it always sees.
    pub files: usize,
    /// Blocks of memory.
    pub blocks: usize,
    /// The summary.
    pub summary: usize,
    /// What was said since, as far as there is room for it.
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
        let standing = standing(runtime, org.id(), &agent.settings, scope).await;
        let files = shared_files(runtime, org.id(), &agent.settings).await?;
        let mut tokens = ContextTokens {
            budget: standing.budget,
            instructions: standing.instructions,
            tools: standing.tools,
            files: files.iter().map(|file| count_tokens(&file.render())).sum(),
            ..ContextTokens::default()
        };
        tokens.blocks = blocks.iter().map(block_tokens).sum();
        tokens.summary = summary
            .as_ref()
            .map_or(0, |summary| summary.tokens as usize);
        let memories = relevant(&recollection.memories);
        tokens.memories = memories.map_or(0, |all| count_tokens(&all.render()));
        let said: usize = conversation.pieces.iter().map(|piece| piece.tokens()).sum();
        tokens.recent = said.min(tokens.room());
        Ok(Some(ThreadContext {
            tokens,
            recollection,
            summary,
            blocks,
        }))
    }
}

impl ContextTokens {
    /// What is left beside everything else for what was said.
    fn room(&self) -> usize {
        let parts = [self.instructions, self.tools, self.files, self.blocks];
        let taken = parts.iter().sum::<usize>() + self.summary + self.memories;
        self.budget.saturating_sub(taken)
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
