//! Editing blocks: compare and swap, so that no edit is lost, and every version is kept.

use steward_model::{Author, BlockId, Integrity, OrgId, Timestamp};

use super::{Block, ReadyValue, fits};
use crate::crypto::Place;
use crate::db::{Tx, transaction};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, StoreError};

statements! {
    // What an edit was checked against must still hold: who may edit, and how much there may be.
    UPDATE = "update block set value_enc = $1, integrity = $2, updated_at = $3, version = version + 1
        where org_id = $4 and id = $5 and version = $6 and read_only = $7 and char_limit = $8";
    MADE = "select version as value from block_version where org_id = $1 and block_id = $2 and call_key = $3";
    VERSIONS = "select version, value_enc, author, integrity, created_at from block_version
        where org_id = $1 and block_id = $2 and version < $3 order by version desc limit $4";
}

/// A change to a block.
#[derive(Debug, Clone)]
pub struct BlockEdit {
    /// What it says from now on.
    pub value: String,
    /// How much of it is new.
    pub rewrite: Rewrite,
    /// Who changes it.
    pub author: Author,
    /// How far the new text can be trusted.
    pub integrity: Integrity,
}

/// How much of a block's text an edit replaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rewrite {
    /// Something of the old text stays: the block is as trustworthy as the least of both.
    Part,
    /// Nothing stays: the block is as trustworthy as the new text.
    Whole,
}

/// What became of an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edited {
    /// The block as it is now.
    Edited(Block),
    /// Somebody else edited it first: the block as it is now. Nothing was changed.
    Stale(Block),
    /// The text is longer than the block may be. Nothing was changed.
    Full(Block),
    /// An agent may not edit this one. Nothing was changed.
    ReadOnly(Block),
}

/// What a block once said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockVersion {
    /// Which version it is, from 1.
    pub version: i64,
    /// What it said.
    pub value: String,
    /// Who wrote it.
    pub author: Author,
    /// How far it could be trusted.
    pub integrity: Integrity,
    /// When it was written.
    pub created_at: Timestamp,
}

struct SealedVersion {
    version: i64,
    value_enc: Vec<u8>,
    author: Author,
    integrity: Integrity,
    created_at: Timestamp,
}
from_row!(SealedVersion {
    version,
    value_enc,
    author,
    integrity,
    created_at
});

impl OrgStore<'_> {
    /// Edits a block, if nobody has since `version` was read. `None` if there is no such block.
    pub async fn edit_block(
        &self,
        id: BlockId,
        version: i64,
        edit: BlockEdit,
    ) -> Result<Option<Edited>, StoreError> {
        self.edit_block_as(id, version, edit, None).await
    }

    /// As [`Self::edit_block`], for a call that may be made again because nobody knows whether it was made: an edit that
    /// was is not made twice.
    pub async fn edit_block_once(
        &self,
        id: BlockId,
        version: i64,
        edit: BlockEdit,
        call: &str,
    ) -> Result<Option<Edited>, StoreError> {
        let (org, key) = (self.org, call.to_owned());
        let made: Option<Only<i64>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(MADE, params![org, id, key.as_str()])
                    .await
            }))
            .await?;
        match made {
            Some(_) => Ok(self.block(id).await?.map(Edited::Edited)),
            None => self.edit_block_as(id, version, edit, Some(call)).await,
        }
    }

    async fn edit_block_as(
        &self,
        id: BlockId,
        version: i64,
        edit: BlockEdit,
        call: Option<&str>,
    ) -> Result<Option<Edited>, StoreError> {
        let Some(block) = self.block(id).await? else {
            return Ok(None);
        };
        if block.version != version {
            return Ok(Some(Edited::Stale(block)));
        }
        if block.read_only && matches!(edit.author, Author::Agent(_)) {
            return Ok(Some(Edited::ReadOnly(block)));
        }
        if !fits(&edit.value, block.char_limit) {
            return Ok(Some(Edited::Full(block)));
        }
        let (org, now) = (self.org, self.store.now());
        let integrity = match edit.rewrite {
            Rewrite::Part => edit.integrity.mixed_with(block.integrity),
            Rewrite::Whole => edit.integrity,
        };
        let key = self
            .store
            .inner
            .keys
            .existing(&block.scope.to_string())
            .await?;
        let value = ReadyValue {
            call: call.map(str::to_owned),
            ..self.seal_value(
                &key,
                (id, version + 1),
                (edit.author, integrity),
                &edit.value,
            )?
        };
        let checked = (block.read_only, block.char_limit);
        let swapped = self
            .db()
            .write(transaction!(|tx| {
                swap(tx, org, &value, checked, now).await
            }))
            .await?;
        if !swapped {
            return Ok(self.block(id).await?.map(Edited::Stale));
        }
        Ok(Some(Edited::Edited(Block {
            value: edit.value,
            version: version + 1,
            integrity,
            updated_at: now,
            ..block
        })))
    }

    /// What a block said before a version, newest first.
    pub async fn block_versions(
        &self,
        id: BlockId,
        before: i64,
        limit: u32,
    ) -> Result<Vec<BlockVersion>, StoreError> {
        let org = self.org;
        let Some(block) = self.block(id).await? else {
            return Ok(Vec::new());
        };
        let rows: Vec<SealedVersion> = self
            .db()
            .read(transaction!(|tx| {
                let slice = params![org, id, before, i64::from(limit)];
                tx.fetch_all(VERSIONS, slice).await
            }))
            .await?;
        let key = self
            .store
            .inner
            .keys
            .existing(&block.scope.to_string())
            .await?;
        rows.into_iter()
            .map(|it| {
                let row = row(id, it.version, it.author, it.integrity);
                Ok(BlockVersion {
                    version: it.version,
                    value: key.open_text(place(&row), &it.value_enc)?,
                    author: it.author,
                    integrity: it.integrity,
                    created_at: it.created_at,
                })
            })
            .collect()
    }
}

/// Tells whether the block was still as it was read.
pub(super) async fn swap(
    tx: &mut Tx<'_>,
    org: OrgId,
    value: &ReadyValue,
    (read_only, char_limit): (bool, i64),
    now: Timestamp,
) -> Result<bool, StoreError> {
    let (sealed, read) = (&value.value_enc, value.version - 1);
    let update = params![
        sealed,
        value.integrity,
        now,
        org,
        value.id,
        read,
        i64::from(read_only),
        char_limit
    ];
    if tx.execute(UPDATE, update).await? == 0 {
        return Ok(false);
    }
    value.write_version(tx, org, now).await?;
    Ok(true)
}

/// Who wrote a version is sealed with it.
pub(super) fn row(id: BlockId, version: i64, author: Author, integrity: Integrity) -> String {
    format!("{id}/{version}/{author}/{}", integrity.as_str())
}

pub(super) fn place(row: &str) -> Place<'_> {
    Place {
        table: "block_version",
        column: "value_enc",
        row,
    }
}
