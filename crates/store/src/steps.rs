//! Steps: what a turn learned, kept before it acts on it.

use steward_model::{Integrity, ItemId, ItemKind, ThreadId, Timestamp, TurnId, Usage};

use crate::claims::{Claim, fence};
use crate::crypto::{DataKey, Place};
use crate::db::{Tx, transaction};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, Store, StoreError};

statements! {
    SET_UP = "update turn set setup_enc = $1 where org_id = $2 and id = $3 and state = 'open' and setup_enc is null";
    SETUP = "select setup_enc as value from turn where org_id = $1 and id = $2";
    // A step that was begun and never finished is begun again: its worker died before it knew the answer.
    BEGIN = "insert into step (turn_id, no, org_id, kind, request_hash, state, attempt, input_tokens, output_tokens,
            cost_micros, started_at)
        values ($1, $2, $3, $4, $5, 'started', 1, 0, 0, 0, $6)
        on conflict (turn_id, no) do update set attempt = step.attempt + 1, request_hash = $5, started_at = $6
            where step.state = 'started'
        returning attempt as value";
    FINISH = "update step set state = 'done', event_enc = $1, input_tokens = $2, output_tokens = $3, cost_micros = $4,
            ended_at = $5
        where org_id = $6 and turn_id = $7 and no = $8 and state = 'started'";
    DONE = "select no, kind, event_enc from step where org_id = $1 and turn_id = $2 and state = 'done' order by no";
    TAKE_PLACES = "update thread set last_item = last_item + $1 where org_id = $2 and id = $3
        returning last_item as value";
    INSERT_ITEM = "insert into item (id, org_id, thread_id, seq, kind, content_enc, integrity, turn_id, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    SCOPE = "select scope as value from thread where org_id = $1 and id = $2";
    ITEMS = "select id, seq, kind, content_enc, integrity, created_at from
            (select id, seq, kind, content_enc, integrity, created_at from item
            where org_id = $1 and thread_id = $2 and seq < $3 order by seq desc limit $4) newest
        order by seq";
}

/// A step to be begun.
#[derive(Debug, Clone)]
pub struct NewStep {
    /// Its number in the turn, from 1.
    pub no: i64,
    /// What is asked: `model`, `tools`, …
    pub kind: &'static str,
    /// SHA-256 of what is asked.
    pub request_hash: [u8; 32],
}

/// Whether a step needs to be carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Begun {
    /// It does, for the n-th time.
    Attempt(i64),
    /// It was finished before; the answer is among [`Store::finished_steps`].
    Done,
}

/// What came of a step.
#[derive(Debug, Clone)]
pub struct StepResult {
    /// Its number in the turn.
    pub no: i64,
    /// What the machine is told, as JSON.
    pub event: Vec<u8>,
    /// What it cost in tokens.
    pub usage: Usage,
    /// What it cost in millionths of a dollar.
    pub cost_micros: i64,
    /// What it adds to the thread's history.
    pub items: Vec<NewItem>,
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
    /// When it was written.
    pub created_at: Timestamp,
}

struct DoneStep {
    no: i64,
    kind: String,
    event_enc: Vec<u8>,
}
from_row!(DoneStep {
    no,
    kind,
    event_enc
});

struct SealedItem {
    id: ItemId,
    seq: i64,
    kind: ItemKind,
    content_enc: Vec<u8>,
    integrity: Integrity,
    created_at: Timestamp,
}
from_row!(SealedItem {
    id,
    seq,
    kind,
    content_enc,
    integrity,
    created_at
});

impl Store {
    /// Keeps what the turn starts from, once: whoever resumes it must start from the same.
    pub async fn save_setup(&self, claim: &Claim, setup: &[u8]) -> Result<(), StoreError> {
        let key = self.inner.keys.key(claim.scope()).await?;
        let setup_enc = key.seal(setup_place(&claim.turn_id.to_string()), setup)?;
        let (claim, now) = (claim.clone(), self.now());
        self.db()
            .write(transaction!(|tx| {
                fence(tx, &claim, now).await?;
                tx.execute(SET_UP, params![&setup_enc, claim.org_id, claim.turn_id])
                    .await
                    .map(|_| ())
            }))
            .await
    }

    /// What the turn started from, if it came that far.
    pub async fn setup(&self, claim: &Claim) -> Result<Option<Vec<u8>>, StoreError> {
        let (org, turn) = (claim.org_id, claim.turn_id);
        let row: Option<Only<Option<Vec<u8>>>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(SETUP, params![org, turn]).await
            }))
            .await?;
        let Some(sealed) = row.and_then(|row| row.0) else {
            return Ok(None);
        };
        let key = self.inner.keys.existing(claim.scope()).await?;
        key.open(setup_place(&turn.to_string()), &sealed).map(Some)
    }

    /// Notes that a step is about to be carried out, before anything is asked of anybody.
    pub async fn begin_step(&self, claim: &Claim, new: NewStep) -> Result<Begun, StoreError> {
        let (claim, now) = (claim.clone(), self.now());
        self.db()
            .write(transaction!(|tx| {
                fence(tx, &claim, now).await?;
                let hash = new.request_hash.as_slice();
                let step = params![claim.turn_id, new.no, claim.org_id, new.kind, hash, now];
                let attempt: Option<Only<i64>> = tx.fetch_optional(BEGIN, step).await?;
                Ok(attempt.map_or(Begun::Done, |attempt| Begun::Attempt(attempt.0)))
            }))
            .await
    }

    /// Keeps what came of a step together with what it adds to the history: both or neither.
    pub async fn finish_step(&self, claim: &Claim, result: StepResult) -> Result<(), StoreError> {
        let key = self.inner.keys.key(claim.scope()).await?;
        let row = step_row(claim.turn_id, result.no);
        let event_enc = key.seal(step_place(&row), &result.event)?;
        let items = self.seal_items(&key, &result.items)?;
        let (claim, now) = (claim.clone(), self.now());
        self.db()
            .write(transaction!(|tx| {
                fence(tx, &claim, now).await?;
                let finish = params![
                    &event_enc,
                    count(result.usage.input_tokens),
                    count(result.usage.output_tokens),
                    result.cost_micros,
                    now,
                    claim.org_id,
                    claim.turn_id,
                    result.no,
                ];
                match tx.execute(FINISH, finish).await? {
                    0 => Err(StoreError::Conflict("step")),
                    _ => append(tx, &claim, items, now).await,
                }
            }))
            .await
    }

    /// What the machine was told so far, in order, with the kind of each step.
    pub async fn finished_steps(
        &self,
        claim: &Claim,
    ) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        let (org, turn) = (claim.org_id, claim.turn_id);
        let rows: Vec<DoneStep> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(DONE, params![org, turn]).await
            }))
            .await?;
        let key = self.inner.keys.existing(claim.scope()).await?;
        rows.into_iter()
            .map(|row| {
                Ok((
                    row.kind,
                    key.open(step_place(&step_row(turn, row.no)), &row.event_enc)?,
                ))
            })
            .collect()
    }

    fn seal_items(
        &self,
        key: &DataKey,
        items: &[NewItem],
    ) -> Result<Vec<SealedNewItem>, StoreError> {
        items
            .iter()
            .map(|item| {
                let id = ItemId::generate(self.ids());
                let content_enc = key.seal(item_place(&id.to_string()), &item.content)?;
                Ok(SealedNewItem {
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
        let org = self.org;
        let found = self
            .db()
            .read(transaction!(|tx| {
                let Some(scope) = tx
                    .fetch_optional::<Only<String>>(SCOPE, params![org, thread])
                    .await?
                else {
                    return Ok(None);
                };
                let newest = params![org, thread, before, i64::from(limit)];
                let rows: Vec<SealedItem> = tx.fetch_all(ITEMS, newest).await?;
                Ok(Some((scope.0, rows)))
            }))
            .await?;
        let Some((scope, rows)) = found else {
            return Ok(Vec::new());
        };
        let key = self.store.inner.keys.existing(&scope).await?;
        rows.into_iter()
            .map(|row| {
                Ok(Item {
                    content: key.open(item_place(&row.id.to_string()), &row.content_enc)?,
                    id: row.id,
                    seq: row.seq,
                    kind: row.kind,
                    integrity: row.integrity,
                    created_at: row.created_at,
                })
            })
            .collect()
    }
}

struct SealedNewItem {
    id: ItemId,
    kind: ItemKind,
    content_enc: Vec<u8>,
    integrity: Integrity,
}

async fn append(
    tx: &mut Tx<'_>,
    claim: &Claim,
    items: Vec<SealedNewItem>,
    now: Timestamp,
) -> Result<(), StoreError> {
    if items.is_empty() {
        return Ok(());
    }
    let (org, thread) = (claim.org_id, claim.thread_id);
    let taken: Option<Only<i64>> = tx
        .fetch_optional(TAKE_PLACES, params![items.len() as i64, org, thread])
        .await?;
    let last = taken.ok_or(StoreError::LeaseLost)?.0;
    let first = last - items.len() as i64 + 1;
    for (seq, item) in (first..).zip(items) {
        let turn = claim.turn_id;
        let row = params![
            item.id,
            org,
            thread,
            seq,
            item.kind,
            &item.content_enc,
            item.integrity,
            turn,
            now
        ];
        tx.execute(INSERT_ITEM, row).await?;
    }
    Ok(())
}

fn count(tokens: u64) -> i64 {
    i64::try_from(tokens).unwrap_or(i64::MAX)
}

fn step_row(turn: TurnId, no: i64) -> String {
    format!("{turn}/{no}")
}

fn step_place(row: &str) -> Place<'_> {
    Place {
        table: "step",
        column: "event_enc",
        row,
    }
}

fn setup_place(row: &str) -> Place<'_> {
    Place {
        table: "turn",
        column: "setup_enc",
        row,
    }
}

fn item_place(row: &str) -> Place<'_> {
    Place {
        table: "item",
        column: "content_enc",
        row,
    }
}
