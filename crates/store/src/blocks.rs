//! Blocks: texts that stand in every prompt, with every version they ever had.

mod change;
mod edit;

use std::collections::BTreeMap;

use steward_model::{AgentId, Author, BlockId, Integrity, OrgId, Scope, Timestamp};

pub use self::change::BlockChange;
pub use self::edit::{BlockEdit, BlockVersion, Edited, Rewrite};
use crate::audit::{self, Entry};
use crate::crypto::{DataKey, Place};
use crate::db::{Tx, transaction};
use crate::memory_scopes;
use crate::row::from_row;
use crate::sql::{Sql, params, statements};
use crate::{OrgStore, StoreError};

statements! {
    INSERT = "insert into block (id, org_id, scope, agent_id, label, description, value_enc, char_limit, read_only,
            version, integrity, created_at, updated_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, $10, $11, $11) on conflict do nothing";
    LIST = "select id, scope, agent_id, label, description, value_enc, char_limit, read_only, version, integrity,
            created_at, updated_at
        from block where org_id = $1 and scope = $2 and (agent_id is null or agent_id = $3) order by label";
    FIND = "select id, scope, agent_id, label, description, value_enc, char_limit, read_only, version, integrity,
            created_at, updated_at
        from block where org_id = $1 and id = $2";
    INSERT_VERSION = "insert into block_version (block_id, version, org_id, value_enc, author, integrity, created_at,
            call_key)
        values ($1, $2, $3, $4, $5, $6, $7, $8)";
}

/// The statements of this file and the files below it.
pub(crate) const ALL_STATEMENTS: [&[Sql]; 3] = [STATEMENTS, change::STATEMENTS, edit::STATEMENTS];

/// A text that stands in every prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Its id.
    pub id: BlockId,
    /// Whose memory it is.
    pub scope: Scope,
    /// Whose own it is; shared by every agent of the scope without one.
    pub agent_id: Option<AgentId>,
    /// What it is called.
    pub label: String,
    /// What it is for.
    pub description: String,
    /// What it says.
    pub value: String,
    /// How many characters it may have.
    pub char_limit: i64,
    /// Whether agents may only read it.
    pub read_only: bool,
    /// Grows with every edit.
    pub version: i64,
    /// How far it can be trusted.
    pub integrity: Integrity,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was edited last.
    pub updated_at: Timestamp,
}

/// A block to be made.
#[derive(Debug, Clone)]
pub struct NewBlock {
    /// What it is called. Stored in the clear.
    pub label: String,
    /// What it is for. Stored in the clear.
    pub description: String,
    /// What it says at first.
    pub value: String,
    /// How many characters it may have.
    pub char_limit: i64,
    /// Whether agents may only read it.
    pub read_only: bool,
    /// Who wrote it.
    pub author: Author,
    /// How far it can be trusted.
    pub integrity: Integrity,
}

struct SealedBlock {
    id: BlockId,
    scope: Scope,
    agent_id: Option<AgentId>,
    label: String,
    description: String,
    value_enc: Vec<u8>,
    char_limit: i64,
    read_only: i64,
    version: i64,
    integrity: Integrity,
    created_at: Timestamp,
    updated_at: Timestamp,
}
from_row!(SealedBlock {
    id,
    scope,
    agent_id,
    label,
    description,
    value_enc,
    char_limit,
    read_only,
    version,
    integrity,
    created_at,
    updated_at
});

impl SealedBlock {
    fn open(self, key: &DataKey) -> Result<Block, StoreError> {
        let row = row(self.id, self.version, self.integrity);
        Ok(Block {
            value: key.open_text(place(&row), &self.value_enc)?,
            id: self.id,
            scope: self.scope,
            agent_id: self.agent_id,
            label: self.label,
            description: self.description,
            char_limit: self.char_limit,
            read_only: self.read_only != 0,
            version: self.version,
            integrity: self.integrity,
            created_at: self.created_at,
            updated_at: self.updated_at,
        })
    }
}

/// A value sealed for its block and for the block's history.
struct ReadyValue {
    id: BlockId,
    version: i64,
    author: Author,
    integrity: Integrity,
    value_enc: Vec<u8>,
    history_enc: Vec<u8>,
    call: Option<String>,
    noted: Entry,
}

impl ReadyValue {
    async fn write_version(
        &self,
        tx: &mut Tx<'_>,
        org: OrgId,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let (sealed, author, trust) = (&self.history_enc, self.author, self.integrity);
        let call = self.call.as_deref();
        let row = params![self.id, self.version, org, sealed, author, trust, now, call];
        tx.execute(INSERT_VERSION, row).await?;
        audit::note(tx, org, &self.noted, now).await
    }
}

impl OrgStore<'_> {
    /// The blocks of a scope in the order of labels: the shared ones, and those of an agent, whose own stand in for
    /// shared ones of the same label.
    pub async fn blocks(
        &self,
        scope: Scope,
        agent: Option<AgentId>,
    ) -> Result<Vec<Block>, StoreError> {
        Ok(self.blocks_of_all(&[scope], agent).await?.concat())
    }

    /// The same for several scopes at once, in their order.
    pub async fn blocks_of_all(
        &self,
        scopes: &[Scope],
        agent: Option<AgentId>,
    ) -> Result<Vec<Vec<Block>>, StoreError> {
        let (org, names) = (self.org, scopes.to_vec());
        let rows: Vec<Vec<SealedBlock>> = self
            .db()
            .glance(transaction!(|tx| {
                let mut rows = Vec::with_capacity(names.len());
                for scope in &names {
                    rows.push(tx.fetch_all(LIST, params![org, *scope, agent]).await?);
                }
                Ok(rows)
            }))
            .await?;
        let mut all = Vec::with_capacity(scopes.len());
        for (scope, rows) in scopes.iter().zip(rows) {
            all.push(self.open_blocks(*scope, rows).await?);
        }
        Ok(all)
    }

    async fn open_blocks(
        &self,
        scope: Scope,
        rows: Vec<SealedBlock>,
    ) -> Result<Vec<Block>, StoreError> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let key = self.store.inner.keys.existing(&scope.to_string()).await?;
        let mut blocks = BTreeMap::new();
        for row in rows {
            let own = row.agent_id.is_some();
            if own || !blocks.contains_key(&row.label) {
                blocks.insert(row.label.clone(), row.open(&key)?);
            }
        }
        Ok(blocks.into_values().collect())
    }

    /// One block.
    pub async fn block(&self, id: BlockId) -> Result<Option<Block>, StoreError> {
        let org = self.org;
        let row: Option<SealedBlock> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(FIND, params![org, id]).await
            }))
            .await?;
        let Some(row) = row else {
            return Ok(None);
        };
        let key = self.store.inner.keys.existing(&row.scope.to_string()).await;
        match key {
            Ok(key) => row.open(&key).map(Some),
            Err(StoreError::Forgotten) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Makes a block, shared or an agent's own. Its label may not be taken.
    pub async fn create_block(
        &self,
        scope: Scope,
        agent: Option<AgentId>,
        new: NewBlock,
    ) -> Result<Block, StoreError> {
        match self.insert_blocks(scope, agent, vec![new]).await?.pop() {
            Some(id) => self.block(id).await?.ok_or(StoreError::Forgotten),
            None => Err(StoreError::Conflict("block")),
        }
    }

    /// Makes the blocks that are not there yet and leaves the others as they are. Of two callers at once, both get the
    /// same ones.
    pub async fn ensure_blocks(
        &self,
        scope: Scope,
        agent: Option<AgentId>,
        defaults: Vec<NewBlock>,
    ) -> Result<Vec<Block>, StoreError> {
        let there = self.blocks(scope, agent).await?;
        let is_there = |new: &NewBlock| {
            let same = |block: &Block| block.label == new.label && block.agent_id == agent;
            there.iter().any(same)
        };
        let missing: Vec<_> = defaults.into_iter().filter(|new| !is_there(new)).collect();
        if missing.is_empty() {
            return Ok(there);
        }
        self.insert_blocks(scope, agent, missing).await?;
        self.blocks(scope, agent).await
    }

    /// Tells the ids of those whose labels were free.
    async fn insert_blocks(
        &self,
        scope: Scope,
        agent: Option<AgentId>,
        new: Vec<NewBlock>,
    ) -> Result<Vec<BlockId>, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let key = self.store.inner.keys.key(&scope.to_string()).await?;
        let mut ready = Vec::with_capacity(new.len());
        for new in new {
            if !fits(&new.value, new.char_limit) {
                return Err(StoreError::Refused("the text is longer than its block"));
            }
            let id = BlockId::generate(self.store.ids());
            let value = self.seal_value(&key, (id, 1), (new.author, new.integrity), &new.value)?;
            ready.push((new, value));
        }
        self.db()
            .write(transaction!(|tx| {
                memory_scopes::hold(tx, org, scope).await?;
                if let Some(agent) = agent {
                    memory_scopes::hold(tx, org, Scope::Agent(agent)).await?;
                }
                let mut inserted = Vec::with_capacity(ready.len());
                for (new, value) in &ready {
                    if insert(tx, (org, scope, agent), new, value, now).await? {
                        inserted.push(value.id);
                    }
                }
                Ok(inserted)
            }))
            .await
    }

    /// Seals a value for its block and for the history, and makes the entry of the record.
    fn seal_value(
        &self,
        key: &DataKey,
        (id, version): (BlockId, i64),
        (author, integrity): (Author, Integrity),
        value: &str,
    ) -> Result<ReadyValue, StoreError> {
        let row = row(id, version, integrity);
        let history = edit::row(id, version, author, integrity);
        let value_enc = key.seal(place(&row), value.as_bytes())?;
        let action = match version {
            1 => "block.created",
            _ => "block.edited",
        };
        // The sealed text and not the text: its hash must tell nothing once it is forgotten.
        let noted = Entry::new(self.store.ids(), author.to_string(), action, id, &value_enc);
        Ok(ReadyValue {
            id,
            version,
            author,
            integrity,
            value_enc,
            history_enc: key.seal(edit::place(&history), value.as_bytes())?,
            call: None,
            noted,
        })
    }
}

/// Tells whether its label was free.
async fn insert(
    tx: &mut Tx<'_>,
    (org, scope, agent): (OrgId, Scope, Option<AgentId>),
    new: &NewBlock,
    value: &ReadyValue,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let row = params![
        value.id,
        org,
        scope,
        agent,
        new.label.as_str(),
        new.description.as_str(),
        &value.value_enc,
        new.char_limit,
        i64::from(new.read_only),
        value.integrity,
        now,
    ];
    if tx.execute(INSERT, row).await? == 0 {
        return Ok(false);
    }
    value.write_version(tx, org, now).await?;
    Ok(true)
}

/// Characters and not bytes: a person counts them.
fn fits(value: &str, char_limit: i64) -> bool {
    value.chars().count() as i64 <= char_limit
}

/// An older value does not open as the present one, nor does one whose trust was raised in the row.
fn row(id: BlockId, version: i64, integrity: Integrity) -> String {
    format!("{id}/{version}/{}", integrity.as_str())
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "block",
        column: "value_enc",
        row,
    }
}
