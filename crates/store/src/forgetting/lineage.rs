//! Where a message came from and where it stands: its item, the event that brought it, the turn that read it.

use serde::Deserialize;
use steward_model::{ItemKind, ThreadId, ToolCall, TurnId};

use super::places::{SEALED, SealedColumn};
use super::scrub::SealedValue;
use super::words::Words;
use crate::db::transaction;
use crate::row::from_row;
use crate::sql::{params, statements};
use crate::{OrgStore, Passage, StoreError};

/// Reads what [`SealedValue`] is made of, on a thread.
macro_rules! values {
    ($column:literal of $table:literal, turn $turn:literal, where $condition:literal) => {
        concat!(
            "select id, 0 as no, (select scope from thread where thread.id = ",
            $table,
            ".thread_id) as scope, id as place, ",
            $column,
            " as sealed, thread_id, ",
            $turn,
            " as turn_id, 1 as said from ",
            $table,
            " where org_id = $1 and ",
            $condition
        )
    };
}

statements! {
    ITEM = values!("content_enc" of "item", turn "turn_id", where "thread_id = $2 and seq = $3");
    EVENTS = values!("payload_enc" of "event", turn "turn_id", where "thread_id = $2 and turn_id = $3");
    SETUP = values!("setup_enc" of "turn", turn "id", where "thread_id = $2 and id = $3");
    TURN = "select turn_id from item where org_id = $1 and thread_id = $2 and seq = $3";
}

/// The most items that a turn leaves behind a message it answers.
const TURN_ITEMS: i64 = 500;

/// What an item says.
#[derive(Deserialize)]
struct Said {
    text: String,
}

struct Written {
    turn_id: Option<TurnId>,
}
from_row!(Written { turn_id });

impl OrgStore<'_> {
    /// The message that a passage is a part of, by its place on the thread.
    pub(super) async fn message_behind(
        &self,
        passage: &Passage,
    ) -> Result<Option<(ThreadId, i64, String)>, StoreError> {
        let place = passage.source_ref.rsplit_once(':');
        let seq: Option<i64> = place.and_then(|(_, seq)| seq.parse().ok());
        let (Some(thread), Some(seq)) = (passage.thread_id, seq) else {
            return Ok(None);
        };
        let items = self.items_between(thread, seq - 1, seq).await?;
        let said = items
            .first()
            .and_then(|item| serde_json::from_slice::<Said>(&item.content).ok());
        Ok(said.map(|said| (thread, seq, said.text)))
    }

    /// What the turn that read a message wrote down of it, in words of its own.
    pub(super) async fn written_because_of(
        &self,
        thread: ThreadId,
        seq: i64,
    ) -> Result<Vec<String>, StoreError> {
        let items = self
            .items_between(thread, seq - 1, seq + TURN_ITEMS)
            .await?;
        let turn = items.first().and_then(|item| item.turn_id);
        let calls = items
            .iter()
            .filter(|item| turn.is_some() && item.turn_id == turn)
            .filter(|item| item.kind == ItemKind::ToolCall)
            .filter_map(|item| serde_json::from_slice::<ToolCall>(&item.content).ok());
        Ok(calls
            .filter_map(|call| call.written_down().map(str::to_owned))
            .collect())
    }

    /// Takes a message out of its item, of the event that brought it, and of what the turn started from.
    pub(super) async fn scrub_message(
        &self,
        thread: ThreadId,
        seq: i64,
        text: &str,
    ) -> Result<(), StoreError> {
        let org = self.org;
        let found: Option<(Vec<SealedValue>, Vec<SealedValue>, Vec<SealedValue>)> = self
            .db()
            .read(transaction!(|tx| {
                let written: Option<Written> =
                    tx.fetch_optional(TURN, params![org, thread, seq]).await?;
                let Some(Written { turn_id }) = written else {
                    return Ok(None);
                };
                let item = tx.fetch_all(ITEM, params![org, thread, seq]).await?;
                let events = tx.fetch_all(EVENTS, params![org, thread, turn_id]).await?;
                let setup = tx.fetch_all(SETUP, params![org, thread, turn_id]).await?;
                Ok(Some((item, events, setup)))
            }))
            .await?;
        let Some((item, events, setup)) = found else {
            return Ok(());
        };
        let mut words = Words::default();
        words.add_anywhere(text);
        for (values, table) in [(item, "item"), (events, "event"), (setup, "turn")] {
            self.scrub_values(column(table)?, values, &words).await?;
        }
        Ok(())
    }
}

/// The first column of a table that is looked through.
fn column(table: &str) -> Result<&'static SealedColumn, StoreError> {
    let mut columns = SEALED.iter();
    columns
        .find(|column| column.table == table)
        .ok_or_else(|| StoreError::internal("a table is not looked through"))
}
