//! Summaries: what was said on a thread, in short. Each carries on from the one before it; the items stay.

use steward_model::{AgentId, Integrity, OrgId, Scope, SummaryId, ThreadId, Timestamp, TurnId};

use crate::crypto::{DataKey, Place};
use crate::db::{Tx, transaction};
use crate::items::{self, Item, SealedItem};
use crate::passages::{self, Derived, Inserted, NewPassage};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::threads::thread_seen;
use crate::{OrgStore, Page, StoreError};

/// What [`SealedSummary`] is read from.
macro_rules! columns {
    () => {
        "id, thread_id, from_seq, to_seq, item_count, content_enc, tokens, previous_id, fidelity, model, integrity, created_at"
    };
}

statements! {
    THREAD = "select scope, agent_id, correlation_key, last_item, summary_id, summary_epoch from thread
        where org_id = $1 and id = $2";
    OPEN_TURN = "select id as value from turn where org_id = $1 and thread_id = $2 and state = 'open'";
    ONE = concat!("select ", columns!(), " from summary where org_id = $1 and id = $2");
    LIST = concat!("select ", columns!(), " from summary
        where org_id = $1 and thread_id = $2 and ($3 is null or id < $3) and ", thread_seen!("$2" by "$4"),
        " order by id desc limit $5");
    INSERT = "insert into summary (id, org_id, thread_id, from_seq, to_seq, item_count, content_enc, tokens, previous_id,
            fidelity, model, integrity, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
    // Only whoever read the present state may add to it: two that summarise the same do it once.
    TAKE = "update thread set summary_id = $1, summary_epoch = summary_epoch + 1
        where org_id = $2 and id = $3 and summary_epoch = $4 and last_item >= $5
        returning private as value";
    COVERING = "select id as value from summary where org_id = $1 and thread_id = $2 and to_seq >= $3";
    // Whoever is at a summary now may have read what is to go: it finds another epoch.
    GO_BACK = "update thread set summary_epoch = summary_epoch + 1, summary_id =
            (select id from summary where org_id = $1 and thread_id = $2 and to_seq < $3 order by to_seq desc limit 1)
        where org_id = $1 and id = $2";
    DELETE = "delete from summary where org_id = $1 and thread_id = $2 and to_seq >= $3";
}

/// A part of a thread, in short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Its id.
    pub id: SummaryId,
    /// The thread.
    pub thread_id: ThreadId,
    /// The place of the first item it covers itself.
    pub from_seq: i64,
    /// The place of the last.
    pub to_seq: i64,
    /// How many items those are.
    pub item_count: i64,
    /// What it says, as JSON.
    pub content: Vec<u8>,
    /// How much of a prompt it takes.
    pub tokens: i64,
    /// The one it carries on from.
    pub previous_id: Option<SummaryId>,
    /// Thousandths of the facts that the model kept by itself.
    pub fidelity: i64,
    /// The model that wrote it; empty where none was asked.
    pub model: String,
    /// How far it can be trusted: no more than the least of what it covers.
    pub integrity: Integrity,
    /// When it was written.
    pub created_at: Timestamp,
}

/// A summary to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSummary {
    /// The places of the items it covers itself, the first and the last.
    pub range: (i64, i64),
    /// How many items those are.
    pub item_count: i64,
    /// What it says, as JSON.
    pub content: Vec<u8>,
    /// How much of a prompt it takes.
    pub tokens: i64,
    /// Thousandths of the facts that the model kept by itself.
    pub fidelity: i64,
    /// The model that wrote it; empty where none was asked.
    pub model: String,
    /// How far it can be trusted.
    pub integrity: Integrity,
}

/// What a thread's next summary is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToCompact {
    /// Whose content the thread holds.
    pub scope: Scope,
    /// Who answers on it.
    pub agent_id: AgentId,
    /// Which of the agent's threads it is.
    pub correlation_key: String,
    /// The newest summary.
    pub previous: Option<Summary>,
    /// The oldest items that no summary covers, in order.
    pub items: Vec<Item>,
    /// The place of the thread's last item.
    pub last_item: i64,
    /// A turn that is under way. Its items are for itself to finish with.
    pub open_turn: Option<TurnId>,
    /// Grows whenever summaries of the thread are added or dropped.
    pub epoch: i64,
    thread_id: ThreadId,
}

struct ThreadRow {
    scope: Scope,
    agent_id: AgentId,
    correlation_key: String,
    last_item: i64,
    summary_id: Option<SummaryId>,
    summary_epoch: i64,
}
from_row!(ThreadRow {
    scope,
    agent_id,
    correlation_key,
    last_item,
    summary_id,
    summary_epoch
});

struct SealedSummary {
    id: SummaryId,
    thread_id: ThreadId,
    from_seq: i64,
    to_seq: i64,
    item_count: i64,
    content_enc: Vec<u8>,
    tokens: i64,
    previous_id: Option<SummaryId>,
    fidelity: i64,
    model: String,
    integrity: Integrity,
    created_at: Timestamp,
}
from_row!(SealedSummary {
    id,
    thread_id,
    from_seq,
    to_seq,
    item_count,
    content_enc,
    tokens,
    previous_id,
    fidelity,
    model,
    integrity,
    created_at
});

impl SealedSummary {
    fn open(self, key: &DataKey) -> Result<Summary, StoreError> {
        let row = row(self.id, self.integrity);
        Ok(Summary {
            content: key.open(place(&row), &self.content_enc)?,
            id: self.id,
            thread_id: self.thread_id,
            from_seq: self.from_seq,
            to_seq: self.to_seq,
            item_count: self.item_count,
            tokens: self.tokens,
            previous_id: self.previous_id,
            fidelity: self.fidelity,
            model: self.model,
            integrity: self.integrity,
            created_at: self.created_at,
        })
    }
}

impl OrgStore<'_> {
    /// What the next summary of a thread is made from, with at most `limit` items. Nothing if there is no such thread.
    pub async fn thread_to_compact(
        &self,
        thread: ThreadId,
        limit: u32,
    ) -> Result<Option<ToCompact>, StoreError> {
        let org = self.org;
        let found = self
            .db()
            .read(transaction!(|tx| {
                let row: Option<ThreadRow> =
                    tx.fetch_optional(THREAD, params![org, thread]).await?;
                let Some(row) = row else { return Ok(None) };
                let previous = match row.summary_id {
                    Some(id) => find(tx, org, id).await?,
                    None => None,
                };
                let after = previous.as_ref().map_or(0, |summary| summary.to_seq);
                let upto = row.last_item.min(after + i64::from(limit));
                let items = items::between(tx, (org, thread), after, upto).await?;
                let turn: Option<Only<TurnId>> =
                    tx.fetch_optional(OPEN_TURN, params![org, thread]).await?;
                Ok(Some((row, previous, items, turn.map(|turn| turn.0))))
            }))
            .await?;
        let Some((row, previous, sealed, open_turn)): Option<(_, _, Vec<SealedItem>, _)> = found
        else {
            return Ok(None);
        };
        let key = self
            .store
            .inner
            .keys
            .existing(&row.scope.to_string())
            .await?;
        Ok(Some(ToCompact {
            scope: row.scope,
            agent_id: row.agent_id,
            correlation_key: row.correlation_key,
            previous: previous.map(|summary| summary.open(&key)).transpose()?,
            items: items::open_all(&key, sealed)?,
            last_item: row.last_item,
            open_turn,
            thread_id: thread,
            epoch: row.summary_epoch,
        }))
    }

    /// Writes the next summary of a thread, with the passages that it is found by; those of a private thread are left
    /// out. `None`, and nothing is written, if another was faster or if what it was made from has changed.
    pub async fn add_summary(
        &self,
        seen: &ToCompact,
        new: NewSummary,
        found_by: Vec<NewPassage>,
    ) -> Result<Option<SummaryId>, StoreError> {
        let (org, now, thread) = (self.org, self.store.now(), seen.thread_id);
        let (epoch, previous) = (seen.epoch, seen.previous.as_ref().map(|summary| summary.id));
        let id = SummaryId::generate(self.store.ids());
        let key = self
            .store
            .inner
            .keys
            .existing(&seen.scope.to_string())
            .await?;
        let sealed = key.seal(place(&row(id, new.integrity)), &new.content)?;
        let named = found_by.into_iter().map(|passage| NewPassage {
            source_ref: id.to_string(),
            ..passage
        });
        let ready = self.seal_passages(seen.scope, named.collect()).await?;
        self.db()
            .write(transaction!(|tx| {
                let take = params![id, org, thread, epoch, new.range.1];
                let private: Option<Only<i64>> = tx.fetch_optional(TAKE, take).await?;
                let Some(private) = private else {
                    return Ok(None);
                };
                let ((from, to), items) = (new.range, new.item_count);
                let row = params![
                    id,
                    org,
                    thread,
                    from,
                    to,
                    items,
                    &sealed,
                    new.tokens,
                    previous,
                    new.fidelity,
                    new.model.as_str(),
                    new.integrity,
                    now
                ];
                tx.execute(INSERT, row).await?;
                if private.0 == 0 {
                    let _: Vec<Inserted> = passages::insert(tx, org, &ready, now).await?;
                }
                Ok(Some(id))
            }))
            .await
    }

    /// One summary.
    pub async fn summary(&self, id: SummaryId) -> Result<Option<Summary>, StoreError> {
        let org = self.org;
        let found = self
            .db()
            .read(transaction!(|tx| {
                let Some(sealed) = find(tx, org, id).await? else {
                    return Ok(None);
                };
                let thread: Option<ThreadRow> = tx
                    .fetch_optional(THREAD, params![org, sealed.thread_id])
                    .await?;
                Ok(thread.map(|thread| (sealed, thread.scope)))
            }))
            .await?;
        let Some((sealed, scope)) = found else {
            return Ok(None);
        };
        let key = self.store.inner.keys.existing(&scope.to_string()).await?;
        sealed.open(&key).map(Some)
    }

    /// The summaries of a thread, newest first; the page begins after an id in that order.
    pub async fn summaries(
        &self,
        thread: ThreadId,
        page: &Page,
    ) -> Result<Vec<Summary>, StoreError> {
        let (org, viewer, page) = (self.org, self.viewer_scope(), page.clone());
        let found = self
            .db()
            .read(transaction!(|tx| {
                let row: Option<ThreadRow> =
                    tx.fetch_optional(THREAD, params![org, thread]).await?;
                let Some(row) = row else { return Ok(None) };
                let (after, limit) = (page.after.as_deref(), i64::from(page.limit));
                let slice = params![org, thread, after, viewer.as_deref(), limit];
                let rows: Vec<SealedSummary> = tx.fetch_all(LIST, slice).await?;
                Ok(Some((row.scope, rows)))
            }))
            .await?;
        let Some((scope, rows)) = found.filter(|(_, rows)| !rows.is_empty()) else {
            return Ok(Vec::new());
        };
        let key = self.store.inner.keys.existing(&scope.to_string()).await?;
        rows.into_iter().map(|row| row.open(&key)).collect()
    }

    /// Drops the summaries that cover an item and all that carry on from them, with the passages they are found by: what
    /// they said may come from it. For whoever takes an item back, after that is done. Tells how many there were.
    pub async fn drop_summaries_covering(
        &self,
        thread: ThreadId,
        seq: i64,
    ) -> Result<u64, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let dropped = self
            .db()
            .write(transaction!(|tx| {
                tx.execute(GO_BACK, params![org, thread, seq]).await?;
                let gone: Vec<Only<SummaryId>> =
                    tx.fetch_all(COVERING, params![org, thread, seq]).await?;
                for summary in gone {
                    let derived = Derived::Source(summary.0.to_string());
                    passages::delete(tx, org, &derived, now).await?;
                }
                tx.execute(DELETE, params![org, thread, seq]).await
            }))
            .await?;
        self.scrub_if(dropped > 0).await?;
        Ok(dropped)
    }
}

async fn find(
    tx: &mut Tx<'_>,
    org: OrgId,
    id: SummaryId,
) -> Result<Option<SealedSummary>, StoreError> {
    tx.fetch_optional(ONE, params![org, id]).await
}

/// How far it can be trusted is sealed with it: nobody raises it in the row.
fn row(id: SummaryId, integrity: Integrity) -> String {
    format!("{id}/{}", integrity.as_str())
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "summary",
        column: "content_enc",
        row,
    }
}
