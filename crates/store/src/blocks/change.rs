//! What people do with blocks beside editing them as agents do: settings, and taking a block away.

use steward_model::{Author, BlockId, Integrity, Timestamp};

use super::edit::swap;
use super::{Block, Edited, fits};
use crate::audit::{self, Entry};
use crate::db::transaction;
use crate::sql::{params, statements};
use crate::{OrgStore, StoreError};

statements! {
    SETTINGS = "update block set description = coalesce($1, description), char_limit = coalesce($2, char_limit),
            read_only = coalesce($3, read_only), updated_at = $4
        where org_id = $5 and id = $6 and version = $7";
    DELETE = "delete from block where org_id = $1 and id = $2";
}

/// A person's change to a block. What is left out stays as it is.
#[derive(Debug, Clone)]
pub struct BlockChange {
    /// What it says from now on.
    pub value: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// How many characters it may have.
    pub char_limit: Option<i64>,
    /// Whether agents may only read it.
    pub read_only: Option<bool>,
    /// Who changes it.
    pub author: Author,
    /// How far the new text can be trusted.
    pub integrity: Integrity,
}

impl OrgStore<'_> {
    /// Changes a block and its settings, if nobody has edited it since `version` was read. `None` if there is no such
    /// block. Settings alone make no new version.
    pub async fn change_block(
        &self,
        id: BlockId,
        version: i64,
        change: BlockChange,
    ) -> Result<Option<Edited>, StoreError> {
        let Some(block) = self.block(id).await? else {
            return Ok(None);
        };
        if block.version != version {
            return Ok(Some(Edited::Stale(block)));
        }
        let changed = changed(&block, &change, self.store.now());
        let is_new = changed.version > version;
        if !fits(&changed.value, changed.char_limit) {
            return Ok(Some(Edited::Full(block)));
        }
        let (org, now, author) = (self.org, changed.updated_at, change.author);
        let key = self
            .store
            .inner
            .keys
            .existing(&block.scope.to_string())
            .await?;
        let value = match is_new {
            true => Some(self.seal_value(
                &key,
                (id, changed.version),
                (author, changed.integrity),
                &changed.value,
            )?),
            false => None,
        };
        let ids = self.store.ids();
        let noted = is_set(&changed, &block)
            .then(|| Entry::new(ids, author.to_string(), "block.changed", id, &[]));
        let (limit, read_only) = (change.char_limit, change.read_only.map(i64::from));
        let checked = (changed.read_only, changed.char_limit);
        let made = self
            .db()
            .write(transaction!(|tx| {
                let description = change.description.as_deref();
                let set = params![description, limit, read_only, now, org, id, version];
                if tx.execute(SETTINGS, set).await? == 0 {
                    return Ok(false);
                }
                if let Some(noted) = &noted {
                    audit::note(tx, org, noted, now).await?;
                }
                match &value {
                    Some(value) => swap(tx, org, value, checked, now).await,
                    None => Ok(true),
                }
            }))
            .await?;
        match made {
            true => Ok(Some(Edited::Edited(changed))),
            false => Ok(self.block(id).await?.map(Edited::Stale)),
        }
    }

    /// Deletes a block with every version it had. Tells whether there was one.
    pub async fn delete_block(&self, id: BlockId, by: Author) -> Result<bool, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let noted = Entry::new(self.store.ids(), by.to_string(), "block.deleted", id, &[]);
        let deleted = self
            .db()
            .write(transaction!(|tx| {
                if tx.execute(DELETE, params![org, id]).await? == 0 {
                    return Ok(false);
                }
                audit::note(tx, org, &noted, now).await?;
                Ok(true)
            }))
            .await?;
        self.scrub_if(deleted).await?;
        Ok(deleted)
    }
}

/// The block as it is to be.
fn changed(block: &Block, change: &BlockChange, now: Timestamp) -> Block {
    // A person who says the same again vouches for it.
    let is_new = change
        .value
        .as_ref()
        .is_some_and(|value| *value != block.value || change.integrity > block.integrity);
    let (value, description) = (change.value.clone(), change.description.clone());
    Block {
        value: value.unwrap_or_else(|| block.value.clone()),
        description: description.unwrap_or_else(|| block.description.clone()),
        char_limit: change.char_limit.unwrap_or(block.char_limit),
        read_only: change.read_only.unwrap_or(block.read_only),
        version: block.version + i64::from(is_new),
        integrity: match is_new {
            true => change.integrity,
            false => block.integrity,
        },
        updated_at: now,
        ..block.clone()
    }
}

/// Whether something but the text was changed.
fn is_set(one: &Block, other: &Block) -> bool {
    one.description != other.description
        || one.char_limit != other.char_limit
        || one.read_only != other.read_only
}
