//! The record of everything that was done: a row in the transaction that did it.
//!
//! Moments later the new rows of an organisation are sealed together (`seal.rs`): one keyed hash over all of them and the
//! seal before. A chain whose head every transaction had to lock would make them wait for each other. How far the chain has
//! come is noted apart from the data (`checkpoint.rs`), and `verify.rs` proves that nothing was changed since.

pub(crate) mod checkpoint;
pub(crate) mod contents;
pub(crate) mod coverage;
mod leaf;
pub(crate) mod report;
pub(crate) mod seal;
pub(crate) mod verify;

use sha2::{Digest as _, Sha256};
use steward_model::{AuditId, IdGen, OrgId, Timestamp};

use crate::StoreError;
use crate::db::Tx;
use crate::sql::{params, statements};

statements! {
    INSERT = "insert into audit (id, org_id, at, actor, action, subject, detail_hash)
        values ($1, $2, $3, $4, $5, $6, $7)";
}

/// Something that was done.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    id: AuditId,
    /// Who: `member:<id>`, `agent:<id>`, `contact:<id>`, `system`, or `operator` at the command line.
    actor: String,
    /// What, like `effect.sent`.
    action: &'static str,
    /// What it was done to, by its id.
    subject: String,
    detail_hash: [u8; 32],
}

impl Entry {
    /// Made before the transaction. Of `detail`, all of what was done, only the hash is kept.
    pub(crate) fn new(
        ids: &dyn IdGen,
        actor: impl Into<String>,
        action: &'static str,
        subject: impl ToString + Copy,
        detail: &[u8],
    ) -> Self {
        Self {
            id: AuditId::generate(ids),
            actor: actor.into(),
            action,
            subject: subject.to_string(),
            detail_hash: Sha256::digest(detail).into(),
        }
    }
}

/// Writes it down, in the transaction that does it.
pub(crate) async fn note(
    tx: &mut Tx<'_>,
    org: OrgId,
    entry: &Entry,
    now: Timestamp,
) -> Result<(), StoreError> {
    let row = params![
        entry.id,
        org,
        now,
        entry.actor.as_str(),
        entry.action,
        entry.subject.as_str(),
        entry.detail_hash.as_slice(),
    ];
    tx.execute(INSERT, row).await.map(|_| ())
}
