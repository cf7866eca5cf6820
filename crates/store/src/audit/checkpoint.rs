//! Checkpoints: how far a record had come, kept where whoever cuts its end off does not reach.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use steward_model::{OrgId, Timestamp};

use crate::db::transaction;
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, Store, StoreError};

/// An organisation's checkpoint is not noted more often than this.
const INTERVAL: Duration = Duration::from_secs(10);
const FORMAT: &str = "steward-audit-v1";

// In the key store, apart from the data, but for the last.
statements! {
    FIND = "select no, rows, hash from audit_checkpoint where org_id = $1";
    BEGIN = "insert into audit_checkpoint (org_id, no, rows, hash, noted_at) values ($1, $2, $3, $4, $5)
        on conflict (org_id) do nothing";
    MOVE = "update audit_checkpoint set no = $2, rows = $3, hash = $4, noted_at = $5
        where org_id = $1 and no = $6 and hash = $7";
    SEAL = "select hash as value from audit_seal where org_id = $1 and no = $2";
}

/// The newest seal of a record at some moment. As text it is one line, for a person to keep elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// Whose record.
    pub org_id: OrgId,
    /// The seal's number.
    pub no: i64,
    /// The rows up to it.
    pub rows: i64,
    /// Its hash.
    pub hash: [u8; 32],
}

impl Checkpoint {
    pub(super) fn new(org_id: OrgId, no: i64, rows: i64, hash: &[u8]) -> Result<Self, StoreError> {
        let hash = hash.try_into().map_err(|_| StoreError::Tampered {
            table: "audit_checkpoint",
            column: "hash",
        })?;
        Ok(Self {
            org_id,
            no,
            rows,
            hash,
        })
    }
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hash = hex::encode(self.hash);
        write!(
            f,
            "{FORMAT} {} {} {} {hash}",
            self.org_id, self.no, self.rows
        )
    }
}

/// A line that is no checkpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a checkpoint is a line like `{FORMAT} <organisation> <seal> <rows> <hash>`")]
pub struct ParseCheckpointError;

impl FromStr for Checkpoint {
    type Err = ParseCheckpointError;

    fn from_str(text: &str) -> Result<Self, ParseCheckpointError> {
        let words: Vec<_> = text.split_whitespace().collect();
        let [FORMAT, org, no, rows, hash] = words.as_slice() else {
            return Err(ParseCheckpointError);
        };
        let mut bytes = [0; 32];
        hex::decode_to_slice(hash, &mut bytes).map_err(|_| ParseCheckpointError)?;
        Ok(Self {
            org_id: org.parse().map_err(|_| ParseCheckpointError)?,
            no: no.parse().map_err(|_| ParseCheckpointError)?,
            rows: rows.parse().map_err(|_| ParseCheckpointError)?,
            hash: bytes,
        })
    }
}

/// Which checkpoints are to be noted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Due {
    /// Those whose last one is a while ago.
    AfterAWhile,
    /// All that wait, before the store is closed.
    All,
}

/// The checkpoints that wait to be noted.
#[derive(Default)]
pub(crate) struct Checkpoints(Mutex<HashMap<OrgId, Progress>>);

#[derive(Default)]
struct Progress {
    noted_at: Option<Timestamp>,
    waiting: Option<Checkpoint>,
}

impl Checkpoints {
    /// Keeps the newest one of its organisation.
    pub(super) fn wait(&self, checkpoint: Checkpoint) {
        let mut all = self.lock();
        let waiting = &mut all.entry(checkpoint.org_id).or_default().waiting;
        if waiting
            .as_ref()
            .is_none_or(|other| other.no < checkpoint.no)
        {
            *waiting = Some(checkpoint);
        }
    }

    fn take(&self, due: Due, now: Timestamp) -> Vec<Checkpoint> {
        let waited = |last: Timestamp| last.plus(INTERVAL) <= now;
        self.lock()
            .values_mut()
            .filter(|progress| due == Due::All || progress.noted_at.is_none_or(waited))
            .filter_map(|progress| progress.waiting.take())
            .collect()
    }

    fn noted(&self, org: OrgId, now: Timestamp) {
        self.lock().entry(org).or_default().noted_at = Some(now);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<OrgId, Progress>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Stored {
    no: i64,
    rows: i64,
    hash: Vec<u8>,
}
from_row!(Stored { no, rows, hash });

impl OrgStore<'_> {
    /// How far the record has come, as it was noted last.
    pub async fn audit_checkpoint(&self) -> Result<Option<Checkpoint>, StoreError> {
        self.store.noted_checkpoint(self.org).await
    }
}

impl Store {
    /// Notes how far the records have come. What cannot be noted now waits for the next time.
    pub(crate) async fn note_checkpoints(&self, due: Due) -> Result<(), StoreError> {
        let now = self.now();
        let mut failed = None;
        for checkpoint in self.inner.checkpoints.take(due, now) {
            match self.note_checkpoint(&checkpoint, now).await {
                Ok(()) => self.inner.checkpoints.noted(checkpoint.org_id, now),
                Err(error) => {
                    self.inner.checkpoints.wait(checkpoint);
                    failed = Some(error);
                }
            }
        }
        failed.map_or(Ok(()), Err)
    }

    /// What was noted last of an organisation's record.
    pub(super) async fn noted_checkpoint(
        &self,
        org: OrgId,
    ) -> Result<Option<Checkpoint>, StoreError> {
        let stored: Option<Stored> = self
            .inner
            .keys
            .db
            .read(transaction!(|tx| {
                tx.fetch_optional(FIND, params![org]).await
            }))
            .await?;
        stored
            .map(|stored| Checkpoint::new(org, stored.no, stored.rows, &stored.hash))
            .transpose()
    }

    /// Moves a checkpoint on along the chain it stands on. One that the chain does not hold any more stays: it is the
    /// proof that the end was cut off.
    async fn note_checkpoint(&self, new: &Checkpoint, now: Timestamp) -> Result<(), StoreError> {
        let old = self.noted_checkpoint(new.org_id).await?;
        if let Some(old) = &old {
            if old.no >= new.no {
                return Ok(());
            }
            if !self.is_sealed(old).await? {
                tracing::error!(org = %new.org_id, seal = old.no, "The record is not the one that was noted: run `steward verify`.");
                return Ok(());
            }
        }
        let new = new.clone();
        self.inner
            .keys
            .db
            .write(transaction!(|tx| {
                let (org, hash) = (new.org_id, new.hash.as_slice());
                match old {
                    None => {
                        let row = params![org, new.no, new.rows, hash, now];
                        tx.execute(BEGIN, row).await?;
                    }
                    // Nothing is moved if another node was faster.
                    Some(old) => {
                        let from = old.hash.as_slice();
                        let row = params![org, new.no, new.rows, hash, now, old.no, from];
                        tx.execute(MOVE, row).await?;
                    }
                }
                Ok(())
            }))
            .await
    }

    async fn is_sealed(&self, checkpoint: &Checkpoint) -> Result<bool, StoreError> {
        let (org, no) = (checkpoint.org_id, checkpoint.no);
        let hash: Option<Only<Vec<u8>>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(SEAL, params![org, no]).await
            }))
            .await?;
        Ok(hash.is_some_and(|Only(hash)| hash == checkpoint.hash))
    }
}

#[cfg(test)]
mod tests {
    use steward_model::SystemIds;

    use super::*;

    #[test]
    fn a_checkpoint_survives_text() {
        let checkpoint = Checkpoint {
            org_id: OrgId::generate(&SystemIds),
            no: 7,
            rows: 1234,
            hash: [0xab; 32],
        };
        let text = checkpoint.to_string();
        assert_eq!(format!(" {text}\n").parse(), Ok(checkpoint));
        for other in [
            text.replace("v1", "v2"),
            text.replace(" 7 ", " seven "),
            format!("{text}00"),
            format!("{text} more"),
            String::new(),
        ] {
            let parsed = other.parse::<Checkpoint>();
            assert_eq!(parsed, Err(ParseCheckpointError), "{other}");
        }
    }

    #[test]
    fn a_checkpoint_waits_a_while_and_the_newest_wins() {
        let checkpoints = Checkpoints::default();
        let org_id = OrgId::generate(&SystemIds);
        let at = |no| Checkpoint {
            org_id,
            no,
            rows: no,
            hash: [0; 32],
        };
        let start = Timestamp::from_micros(0);
        checkpoints.wait(at(1));
        assert_eq!(checkpoints.take(Due::AfterAWhile, start), [at(1)]);
        checkpoints.noted(org_id, start);
        checkpoints.wait(at(3));
        checkpoints.wait(at(2));
        assert_eq!(checkpoints.take(Due::AfterAWhile, start), []);
        assert_eq!(
            checkpoints.take(Due::AfterAWhile, start.plus(INTERVAL)),
            [at(3)]
        );
        checkpoints.wait(at(4));
        assert_eq!(checkpoints.take(Due::All, start), [at(4)]);
        assert_eq!(checkpoints.take(Due::All, start), []);
    }
}
