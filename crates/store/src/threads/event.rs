//! What arrived on a thread.

use steward_model::{EventId, EventKind, Integrity, Skipped, Timestamp};

use crate::StoreError;
use crate::crypto::{DataKey, Place};
use crate::row::from_row;

/// Something that arrived on a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadEvent {
    /// Its id.
    pub id: EventId,
    /// Its place on the thread.
    pub seq: i64,
    /// What it is.
    pub kind: EventKind,
    /// What it says, as JSON.
    pub payload: Vec<u8>,
    /// How far it can be trusted.
    pub integrity: Integrity,
    /// When it arrived.
    pub received_at: Timestamp,
    /// Why nobody is asked about it, if that is so.
    pub skipped: Option<Skipped>,
}

pub(super) struct SealedEvent {
    id: EventId,
    seq: i64,
    kind: EventKind,
    payload_enc: Vec<u8>,
    integrity: Integrity,
    received_at: Timestamp,
    skipped: Option<Skipped>,
}
from_row!(SealedEvent {
    id,
    seq,
    kind,
    payload_enc,
    integrity,
    received_at,
    skipped
});

impl SealedEvent {
    pub(super) fn open(self, key: &DataKey) -> Result<ThreadEvent, StoreError> {
        let row = self.id.to_string();
        let place = Place {
            table: "event",
            column: "payload_enc",
            row: &row,
        };
        Ok(ThreadEvent {
            payload: key.open(place, &self.payload_enc)?,
            id: self.id,
            seq: self.seq,
            kind: self.kind,
            integrity: self.integrity,
            received_at: self.received_at,
            skipped: self.skipped,
        })
    }
}
