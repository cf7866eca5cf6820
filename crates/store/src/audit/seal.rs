//! Sealing: the new rows of an organisation become the next link of its chain.

use std::sync::Arc;

use steward_model::{OrgId, Scope, Timestamp};

use super::checkpoint::{Checkpoint, Due};
use super::leaf::{BEGINNING, Leaf, Seal, write_leaves};
use crate::crypto::DataKey;
use crate::db::{Tx, transaction};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{Store, StoreError};

/// How many rows a seal holds at the most: SQLite's writer is held up for as long as one takes.
const LARGEST_SEAL: i64 = 1000;
/// How often a seal is tried that another node makes at the same time.
const TRIES: usize = 20;

statements! {
    UNSEALED_ORGS = "select distinct org_id as value from audit where seal_no is null";
    HEAD = "select no, total, hash from audit_seal where org_id = $1 order by no desc limit 1";
    // What comes back is what was sealed: a row that somebody had numbered beforehand is not among it.
    TAKE = "update audit set seal_no = $1 where org_id = $2 and seal_no is null and id in
            (select id from audit where org_id = $2 and seal_no is null order by id limit $3)
        returning seal_no, id, at, actor, action, subject, detail_hash";
    INSERT = "insert into audit_seal (org_id, no, rows, total, leaves, previous, hash, sealed_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (org_id, no) do nothing";
}

struct Head {
    no: i64,
    total: i64,
    hash: Vec<u8>,
}
from_row!(Head { no, total, hash });

impl Store {
    /// Seals what was noted since the last time, and tells how many rows. Nodes may do so at once.
    pub async fn seal_audit(&self) -> Result<u64, StoreError> {
        let orgs: Vec<Only<OrgId>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(UNSEALED_ORGS, params![]).await
            }))
            .await?;
        let (mut sealed, mut failed) = (0, None);
        for Only(org) in orgs {
            match self.seal_org(org).await {
                Ok(rows) => sealed += rows,
                // The others' rows do not wait for this one.
                Err(error) => failed = Some(error),
            }
        }
        self.note_checkpoints(Due::AfterAWhile).await?;
        failed.map_or(Ok(sealed), Err)
    }

    async fn seal_org(&self, org: OrgId) -> Result<u64, StoreError> {
        let key = self.inner.keys.key(&Scope::Org(org).to_string()).await?;
        let (mut sealed, mut tries) = (0, 0);
        loop {
            let (key, now) = (Arc::clone(&key), self.now());
            let made = self
                .db()
                .write(transaction!(|tx| { seal_next(tx, org, &key, now).await }))
                .await;
            match made {
                Ok(None) => return Ok(sealed),
                Ok(Some(seal)) => {
                    sealed += seal.rows.unsigned_abs();
                    let full = seal.rows == LARGEST_SEAL;
                    self.inner.checkpoints.wait(seal.checkpoint(org)?);
                    if !full {
                        return Ok(sealed);
                    }
                }
                // Another node made the seal of this number: what it left goes under the next.
                Err(StoreError::Conflict(_) | StoreError::Busy) if tries < TRIES => tries += 1,
                Err(StoreError::Conflict(_)) => return Err(StoreError::Busy),
                Err(error) => return Err(error),
            }
        }
    }
}

async fn seal_next(
    tx: &mut Tx<'_>,
    org: OrgId,
    key: &DataKey,
    now: Timestamp,
) -> Result<Option<Seal>, StoreError> {
    let head: Option<Head> = tx.fetch_optional(HEAD, params![org]).await?;
    let head = head.unwrap_or(Head {
        no: 0,
        total: 0,
        hash: BEGINNING.to_vec(),
    });
    // Only a seal that is not ours can have the last number there is.
    let no = head.no.checked_add(1).ok_or(StoreError::Tampered {
        table: "audit_seal",
        column: "no",
    })?;
    let leaves: Vec<Leaf> = tx.fetch_all(TAKE, params![no, org, LARGEST_SEAL]).await?;
    if leaves.is_empty() {
        return Ok(None);
    }
    let rows = leaves.len() as i64;
    let mut seal = Seal {
        no,
        rows,
        total: head.total.saturating_add(rows),
        leaves: write_leaves(&leaves),
        previous: head.hash,
        hash: Vec::new(),
        sealed_at: now,
    };
    seal.hash = seal.keyed_hash(key, org).to_vec();
    let row = params![
        org,
        seal.no,
        seal.rows,
        seal.total,
        &seal.leaves,
        &seal.previous,
        &seal.hash,
        seal.sealed_at,
    ];
    match tx.execute(INSERT, row).await? {
        0 => Err(StoreError::Conflict("seal")),
        _ => Ok(Some(seal)),
    }
}

impl Seal {
    /// What to keep of it elsewhere.
    pub(super) fn checkpoint(&self, org: OrgId) -> Result<Checkpoint, StoreError> {
        Checkpoint::new(org, self.no, self.total, &self.hash)
    }
}
