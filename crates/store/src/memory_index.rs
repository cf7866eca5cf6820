//! What the search index is made from: items that became passages or have yet to, and saved copies of the index.

mod snapshots;

use steward_model::{AgentId, Flag, Scope, ThreadId};

pub(crate) use self::snapshots::drop_snapshots;
pub use self::snapshots::{GrownScope, Snapshot};
use crate::db::transaction;
use crate::flags::switched_off;
use crate::items::{self, Item, SealedItem};
use crate::passages::{self, Inserted, NewPassage};
use crate::row::{Only, from_row};
use crate::sql::{Sql, params, statements};
use crate::{OrgStore, Store, StoreError, WaitingThread};

statements! {
    THREADS = concat!("select id, org_id from thread where last_item > indexed_seq and private = 0 and id > $1
            and not ", switched_off!("'agents', 'indexing'" for "thread.org_id"), "
        order by id limit $2");
    THREAD = "select agent_id, correlation_key, scope, indexed_seq, last_item from thread
        where org_id = $1 and id = $2 and last_item > indexed_seq and private = 0";
    COUNT_ITEMS = "select cast(coalesce(sum(last_item - indexed_seq), 0) as bigint) as value from thread
        where org_id = $1 and last_item > indexed_seq and private = 0";
    // Only whoever read from the present place may move it: two indexers do not index twice. A thread that was made
    // private in between keeps its items to itself.
    MARK = "update thread set indexed_seq = $1
        where org_id = $2 and id = $3 and indexed_seq = $4 and indexed_seq < $1 and last_item >= $1 and private = 0";
}

/// The statements of this file and the files below it.
pub(crate) const ALL_STATEMENTS: [&[Sql]; 2] = [STATEMENTS, snapshots::STATEMENTS];

/// Items of a thread that are not indexed yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemsToIndex {
    /// Who answers on the thread.
    pub agent_id: AgentId,
    /// Which of the agent's threads it is.
    pub correlation_key: String,
    /// Whose content the thread holds.
    pub scope: Scope,
    /// The place up to which it is indexed.
    pub from: i64,
    /// The place up to which it is indexed once these are.
    pub upto: i64,
    /// The items, oldest first. None if the thread was forgotten: then there is nothing to do but to mark it.
    pub items: Vec<Item>,
}

struct Unindexed {
    agent_id: AgentId,
    correlation_key: String,
    scope: Scope,
    indexed_seq: i64,
    last_item: i64,
}
from_row!(Unindexed {
    agent_id,
    correlation_key,
    scope,
    indexed_seq,
    last_item
});

impl Store {
    /// Threads with items that are not indexed yet, in the order of ids. One that cannot be indexed is passed over by
    /// beginning after it.
    pub async fn threads_to_index(
        &self,
        after: Option<ThreadId>,
        limit: u32,
    ) -> Result<Vec<WaitingThread>, StoreError> {
        if !self.switches().is_on_here(Flag::Indexing) {
            return Ok(Vec::new());
        }
        let after = after.map_or_else(String::new, |thread| thread.to_string());
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_all(THREADS, params![after.as_str(), i64::from(limit)])
                    .await
            }))
            .await
    }
}

impl OrgStore<'_> {
    /// The oldest items of a thread that are not indexed yet. Nothing if there are none, or if the thread is private.
    pub async fn items_to_index(
        &self,
        thread: ThreadId,
        limit: u32,
    ) -> Result<Option<ItemsToIndex>, StoreError> {
        let org = self.org;
        let found: Option<(Unindexed, i64, Vec<SealedItem>)> = self
            .db()
            .read(transaction!(|tx| {
                let found: Option<Unindexed> =
                    tx.fetch_optional(THREAD, params![org, thread]).await?;
                let Some(row) = found else {
                    return Ok(None);
                };
                let upto = row.last_item.min(row.indexed_seq + i64::from(limit));
                let items = items::between(tx, (org, thread), row.indexed_seq, upto).await?;
                Ok(Some((row, upto, items)))
            }))
            .await?;
        let Some((row, upto, sealed)) = found else {
            return Ok(None);
        };
        let key = self.store.inner.keys.existing(&row.scope.to_string()).await;
        let (upto, items) = match key {
            Ok(key) => (upto, items::open_all(&key, sealed)?),
            Err(StoreError::Forgotten) => (row.last_item, Vec::new()),
            Err(error) => return Err(error),
        };
        Ok(Some(ItemsToIndex {
            agent_id: row.agent_id,
            correlation_key: row.correlation_key,
            scope: row.scope,
            from: row.indexed_seq,
            upto,
            items,
        }))
    }

    /// Marks items of a thread as indexed, together with the passages that were made of them. `None`, and nothing is
    /// remembered, if somebody else was faster or the thread became private.
    pub async fn mark_indexed(
        &self,
        thread: ThreadId,
        (from, upto): (i64, i64),
        scope: Scope,
        new: Vec<NewPassage>,
    ) -> Result<Option<Vec<Inserted>>, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let ready = match new.is_empty() {
            // The key of a forgotten thread is gone, and nothing needs it.
            true => None,
            false => Some(self.seal_passages(scope, new).await?),
        };
        self.db()
            .write(transaction!(|tx| {
                let mark = params![upto, org, thread, from];
                if tx.execute(MARK, mark).await? == 0 {
                    return Ok(None);
                }
                match ready {
                    Some(ready) => passages::insert(tx, org, &ready, now).await.map(Some),
                    None => Ok(Some(Vec::new())),
                }
            }))
            .await
    }

    /// How many items are not indexed yet.
    pub async fn count_items_to_index(&self) -> Result<i64, StoreError> {
        let org = self.org;
        let count: Option<Only<i64>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(COUNT_ITEMS, params![org]).await
            }))
            .await?;
        Ok(count.map_or(0, |count| count.0))
    }
}
