//! Items: what stands in a thread's history, in order and without gaps.

use steward_model::{Integrity, ItemId, ItemKind, OrgId, ThreadId, Timestamp, TurnId};

use crate::crypto::{DataKey, Place};
use crate::db::{Tx, transaction};
use crate::row::{Only, from_row};
use crate::sql::{Sql, Value, params, statements};
use crate::{OrgStore, Store, StoreError};

statements! {
    INSERT = "insert into item (id, org_id, thread_id, seq, kind, content_enc, integrity, turn_id, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    SCOPE = "select scope as value from thread where org_id = $1 and id = $2";
    NEWEST = "select id, seq, kind, content_enc, integrity, turn_id, created_at from
            (select id, seq, kind, content_enc, integrity, turn_id, created_at from item
            where org_id = $1 and thread_id = $2 and seq > $3 order by seq desc limit $4) newest
        order by seq";
    BETWEEN = "select id, seq, kind, content_enc, integrity, turn_id, created_at from item
        where org_id = $1 and thread_id = $2 and seq > $3 and seq <= $4 order by seq";
    AFTER = "select id, seq, kind, content_enc, integrity, turn_id, created_at from item
        where org_id = $1 and thread_id = $2 and seq > $3 and seq < $4 order by seq limit $5";
    BEFORE = "select id, seq, kind, content_enc, integrity, turn_id, created_at from
            (select id, seq, kind, content_enc, integrity, turn_id, created_at from item
            where org_id = $1 and thread_id = $2 and seq < $3 order by seq desc limit $4) newest
        order by seq";
}

/// Something to stand in a thread's history.
#[derive(Debug, Clone)]
pub struct NewItem {
    /// What it is.
    pub kind: ItemKind,
    /// What it says, as JSON.
    pub content: Vec<u8>,
    /// How far it can be trusted.
    pub integrity: Integrity,
}

/// Something that stands in a thread's history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its id.
    pub id: ItemId,
    /// Its place, from 1, without gaps.
    pub seq: i64,
    /// What it is.
    pub kind: ItemKind,
    /// What it says, as JSON.
    pub content: Vec<u8>,
    /// How far it can be trusted.
    pub integrity: Integrity,
    /// The turn that wrote it.
    pub turn_id: Option<TurnId>,
    /// When it was written.
    pub created_at: Timestamp,
}

pub(crate) struct SealedItem {
    id: ItemId,
    seq: i64,
    kind: ItemKind,
    content_enc: Vec<u8>,
    integrity: Integrity,
    turn_id: Option<TurnId>,
    created_at: Timestamp,
}
from_row!(SealedItem {
    id,
    seq,
    kind,
    content_enc,
    integrity,
    turn_id,
    created_at
});

/// An item whose content is sealed.
pub(crate) struct ReadyItem {
    id: ItemId,
    pub(crate) kind: ItemKind,
    content_enc: Vec<u8>,
    integrity: Integrity,
}

impl Store {
    pub(crate) fn seal_items(
        &self,
        key: &DataKey,
        items: &[NewItem],
    ) -> Result<Vec<ReadyItem>, StoreError> {
        items
            .iter()
            .map(|item| {
                let id = ItemId::generate(self.ids());
                let content_enc = key.seal(place(&id.to_string()), &item.content)?;
                Ok(ReadyItem {
                    id,
                    kind: item.kind,
                    content_enc,
                    integrity: item.integrity,
                })
            })
            .collect()
    }
}

impl OrgStore<'_> {
    /// The newest items of a thread before a place, oldest first.
    pub async fn items(
        &self,
        thread: ThreadId,
        before: i64,
        limit: u32,
    ) -> Result<Vec<Item>, StoreError> {
        let places = vec![before, i64::from(limit)];
        self.read_items(thread, BEFORE, places).await
    }

    /// The oldest items of a thread after a place and before another.
    pub async fn items_after(
        &self,
        thread: ThreadId,
        after: i64,
        before: i64,
        limit: u32,
    ) -> Result<Vec<Item>, StoreError> {
        let places = vec![after, before, i64::from(limit)];
        self.read_items(thread, AFTER, places).await
    }

    /// The items of a thread after a place, up to and with another.
    pub async fn items_between(
        &self,
        thread: ThreadId,
        after: i64,
        upto: i64,
    ) -> Result<Vec<Item>, StoreError> {
        self.read_items(thread, BETWEEN, vec![after, upto]).await
    }

    async fn read_items(
        &self,
        thread: ThreadId,
        sql: Sql,
        places: Vec<i64>,
    ) -> Result<Vec<Item>, StoreError> {
        let org = self.org;
        let found = self
            .db()
            .read(transaction!(|tx| {
                let scope: Option<Only<String>> =
                    tx.fetch_optional(SCOPE, params![org, thread]).await?;
                let Some(scope) = scope else {
                    return Ok(None);
                };
                let mut range = vec![Value::from(org), Value::from(thread)];
                range.extend(places.into_iter().map(Value::from));
                let rows = tx.fetch_all(sql, &range).await?;
                Ok(Some((scope.0, rows)))
            }))
            .await?;
        let Some((scope, rows)) = found else {
            return Ok(Vec::new());
        };
        open_all(&*self.store.inner.keys.existing(&scope).await?, rows)
    }
}

/// The newest items after a place, oldest first.
pub(crate) async fn newest(
    tx: &mut Tx<'_>,
    org: OrgId,
    thread: ThreadId,
    after: i64,
    limit: u32,
) -> Result<Vec<SealedItem>, StoreError> {
    let range = params![org, thread, after, i64::from(limit)];
    tx.fetch_all(NEWEST, range).await
}

/// The items after a place, up to and with another.
pub(crate) async fn between(
    tx: &mut Tx<'_>,
    (org, thread): (OrgId, ThreadId),
    after: i64,
    upto: i64,
) -> Result<Vec<SealedItem>, StoreError> {
    let range = params![org, thread, after, upto];
    tx.fetch_all(BETWEEN, range).await
}

/// Appends to the thread, up to its last place, and tells the place of the first. The caller took the places with the hold
/// on the thread's row, so that none is taken twice.
pub(crate) async fn append(
    tx: &mut Tx<'_>,
    (org, thread, turn): (OrgId, ThreadId, TurnId),
    items: &[ReadyItem],
    last: i64,
    now: Timestamp,
) -> Result<i64, StoreError> {
    let first = last - items.len() as i64 + 1;
    for (seq, item) in (first..).zip(items) {
        let (id, kind, content, trust) = (item.id, item.kind, &item.content_enc, item.integrity);
        let row = params![id, org, thread, seq, kind, content, trust, turn, now];
        tx.execute(INSERT, row).await?;
    }
    Ok(first)
}

pub(crate) fn open_all(key: &DataKey, rows: Vec<SealedItem>) -> Result<Vec<Item>, StoreError> {
    rows.into_iter()
        .map(|row| {
            Ok(Item {
                content: key.open(place(&row.id.to_string()), &row.content_enc)?,
                id: row.id,
                seq: row.seq,
                kind: row.kind,
                integrity: row.integrity,
                turn_id: row.turn_id,
                created_at: row.created_at,
            })
        })
        .collect()
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "item",
        column: "content_enc",
        row,
    }
}
