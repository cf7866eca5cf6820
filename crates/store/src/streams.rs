//! Streams: what whoever watches a thread is shown, in order and without gaps, for a day.

use steward_model::{OrgId, Scope, Timestamp, TurnId};

use crate::crypto::{DataKey, Place};
use crate::db::{Tx, transaction};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, Store, StoreError};

statements! {
    // The row stays locked until the commit: whoever reads up to a place has seen all before it. A plain sequence would
    // show later places first.
    TAKE_PLACES = "insert into stream (id, org_id, last_seq) values ($1, $2, $3)
        on conflict (id) do update set last_seq = stream.last_seq + excluded.last_seq
            where stream.org_id = excluded.org_id
        returning last_seq as value";
    INSERT = "insert into stream_event (stream_id, seq, org_id, id, turn_id, kind, data_enc, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8)";
    AFTER = "select seq, id, turn_id, kind, data_enc, created_at from stream_event
        where org_id = $1 and stream_id = $2 and seq > $3 order by seq limit $4";
    END = "select last_seq as value from stream where org_id = $1 and id = $2";
    TRIM = "delete from stream_event where (stream_id, seq) in
        (select stream_id, seq from stream_event where created_at < $1 order by created_at limit $2)";
}

/// Something to be shown.
#[derive(Debug, Clone)]
pub struct NewStreamEvent {
    /// What it is, like `text.delta`. Stored in the clear.
    pub kind: String,
    /// What it says, as JSON.
    pub data: Vec<u8>,
}

/// Something that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamEvent {
    /// Its place on the stream, from 1, without gaps.
    pub seq: i64,
    /// The turn it is about.
    pub turn_id: Option<TurnId>,
    /// What it is.
    pub kind: String,
    /// What it says, as JSON.
    pub data: Vec<u8>,
    /// When it was written.
    pub created_at: Timestamp,
}

/// One whose content is sealed, for a transaction that has more to do.
pub(crate) struct ReadyStreamEvent {
    id: String,
    kind: String,
    data_enc: Vec<u8>,
}

struct SealedEvent {
    seq: i64,
    id: String,
    turn_id: Option<TurnId>,
    kind: String,
    data_enc: Vec<u8>,
    created_at: Timestamp,
}
from_row!(SealedEvent {
    seq,
    id,
    turn_id,
    kind,
    data_enc,
    created_at
});

impl Store {
    /// Forgets what was shown before this moment, at most so much at once; tells how much. Places are not given again.
    pub async fn trim_streams(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.db()
            .write(transaction!(|tx| {
                tx.execute(TRIM, params![before, i64::from(limit)]).await
            }))
            .await
    }

    /// Makes events ready for [`append`].
    pub(crate) fn seal_stream_events(
        &self,
        key: &DataKey,
        stream: &str,
        new: Vec<NewStreamEvent>,
    ) -> Result<Vec<ReadyStreamEvent>, StoreError> {
        new.into_iter()
            .map(|event| {
                let id = self.ids().next().to_string();
                let data_enc = key.seal(place(&row(stream, &id, &event.kind)), &event.data)?;
                Ok(ReadyStreamEvent {
                    id,
                    kind: event.kind,
                    data_enc,
                })
            })
            .collect()
    }
}

impl OrgStore<'_> {
    /// Shows something that no other operation shows, like the words of a model as they come. Tells its last place.
    pub async fn append_stream(
        &self,
        stream: &str,
        scope: Scope,
        turn: Option<TurnId>,
        new: Vec<NewStreamEvent>,
    ) -> Result<i64, StoreError> {
        let key = self.store.inner.keys.key(&scope.to_string()).await?;
        let events = self.store.seal_stream_events(&key, stream, new)?;
        let (org, stream, now) = (self.org, stream.to_owned(), self.store.now());
        self.db()
            .write(transaction!(|tx| {
                append(tx, org, &stream, turn, &events, now).await
            }))
            .await
    }

    /// The last place of a stream; 0 before anything was shown.
    pub async fn stream_end(&self, stream: &str) -> Result<i64, StoreError> {
        let (org, name) = (self.org, stream.to_owned());
        let end: Option<Only<i64>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(END, params![org, name.as_str()]).await
            }))
            .await?;
        Ok(end.map_or(0, |end| end.0))
    }

    /// What was shown after a place, oldest first. Should the first not be the place after it, what lies between was
    /// trimmed: whoever watches must read the thread anew. `scope` is the thread's.
    pub async fn stream_events(
        &self,
        stream: &str,
        scope: Scope,
        after: i64,
        limit: u32,
    ) -> Result<Vec<StreamEvent>, StoreError> {
        let (org, name) = (self.org, stream.to_owned());
        let rows: Vec<SealedEvent> = self
            .db()
            .read(transaction!(|tx| {
                let from = params![org, name.as_str(), after, i64::from(limit)];
                tx.fetch_all(AFTER, from).await
            }))
            .await?;
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let key = self.store.inner.keys.existing(&scope.to_string()).await?;
        rows.into_iter()
            .map(|event| {
                let row = row(stream, &event.id, &event.kind);
                Ok(StreamEvent {
                    data: key.open(place(&row), &event.data_enc)?,
                    seq: event.seq,
                    turn_id: event.turn_id,
                    kind: event.kind,
                    created_at: event.created_at,
                })
            })
            .collect()
    }
}

/// Puts events at the end of a stream, which is made if there is none, and tells the last place.
pub(crate) async fn append(
    tx: &mut Tx<'_>,
    org: OrgId,
    stream: &str,
    turn: Option<TurnId>,
    events: &[ReadyStreamEvent],
    now: Timestamp,
) -> Result<i64, StoreError> {
    let count = events.len() as i64;
    let last = take_places(tx, org, stream, count).await?;
    for (seq, event) in (last - count + 1..).zip(events) {
        let row = params![
            stream,
            seq,
            org,
            event.id.as_str(),
            turn,
            event.kind.as_str(),
            &event.data_enc,
            now,
        ];
        tx.execute(INSERT, row).await?;
    }
    Ok(last)
}

/// Takes the next places of a stream, which is made if there is none, and tells the last of them.
pub(crate) async fn take_places(
    tx: &mut Tx<'_>,
    org: OrgId,
    stream: &str,
    count: i64,
) -> Result<i64, StoreError> {
    let last: Option<Only<i64>> = tx
        .fetch_optional(TAKE_PLACES, params![stream, org, count])
        .await?;
    last.map(|last| last.0).ok_or(StoreError::Refused(
        "the stream belongs to another organisation",
    ))
}

fn row(stream: &str, id: &str, kind: &str) -> String {
    format!("{stream}/{id}/{kind}")
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "stream_event",
        column: "data_enc",
        row,
    }
}
