//! Passages: texts that can be found again, each with where it came from.

mod delete;
mod read;
mod vectors;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use steward_model::{
    AgentId, Author, ContactId, IdGen, Integrity, OrgId, PassageId, Scope, ThreadId, Timestamp,
};

pub(crate) use self::delete::{Derived, delete, replace, scopes_of};
pub use self::read::{Passage, PassageChange, PassageCount};
pub use self::vectors::{EmbeddedPassages, Embedding, WaitingPassages};
use crate::audit::{self, Entry};
use crate::crypto::{DataKey, Place};
use crate::db::{Tx, transaction};
use crate::memory_scopes;
use crate::row::{Only, from_row};
use crate::sql::{Sql, params, statements};
use crate::{OrgStore, StoreError};

statements! {
    INSERT = "insert into passage (id, org_id, scope, seq, agent_id, thread_id, contact_id, source, source_ref,
            chunk_index, integrity, text_enc, meta_enc, priority, embedding_model, vector_enc, occurred_at, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
        on conflict (org_id, source_ref, scope, source, chunk_index) do nothing";
    KNOWN = "select id as value from passage
        where org_id = $1 and source_ref = $2 and scope = $3 and source = $4 and chunk_index = $5";
    INSERT_TAG = "insert into passage_tag (org_id, tag_blind, passage_id) values ($1, $2, $3)";
    THREAD = "select scope, agent_id from thread where org_id = $1 and id = $2";
}

/// The statements of this file and the files below it.
pub(crate) const ALL_STATEMENTS: [&[Sql]; 4] = [
    STATEMENTS,
    delete::STATEMENTS,
    read::STATEMENTS,
    vectors::STATEMENTS,
];

/// A text to be found again.
#[derive(Debug, Clone, PartialEq)]
pub struct NewPassage {
    /// Whose own it is; shared by every agent of the scope without one.
    pub agent_id: Option<AgentId>,
    /// The thread it was said on: it goes when the thread goes.
    pub thread_id: Option<ThreadId>,
    /// Whom it is from or about: it goes when they are forgotten.
    pub contact_id: Option<ContactId>,
    /// What kind of thing it is a part of, like `message` or `document`. Stored in the clear.
    pub source: String,
    /// Which one. It names a text that does not change: the same name again is the same passage again, even after it was
    /// deleted. Stored in the clear: an id, never a title.
    pub source_ref: String,
    /// Which part of it, from 0.
    pub chunk_index: i64,
    /// How far it can be trusted.
    pub integrity: Integrity,
    /// What it says.
    pub text: String,
    /// What is known about it.
    pub meta: PassageMeta,
    /// How much it matters beside others.
    pub priority: i64,
    /// Its vector, if it is embedded already.
    pub embedding: Option<Embedding>,
    /// When it was said or written.
    pub occurred_at: Timestamp,
}

/// What is known about a passage.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PassageMeta {
    /// What it is filed under: trimmed, in lower case, each once.
    pub tags: Vec<String>,
    /// Who said it.
    pub speaker: Option<String>,
    /// What it is a part of.
    pub title: Option<String>,
    /// Whom and what it names.
    pub entities: Vec<String>,
}

/// What became of a new passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inserted {
    /// It is remembered from now on.
    New(PassageId),
    /// It was before. It may have been deleted since, and then it stays so.
    Known(PassageId),
}

/// Passages of one scope, sealed.
pub(crate) struct ReadyPassages {
    scope: Scope,
    passages: Vec<ReadyPassage>,
}

struct ReadyPassage {
    id: PassageId,
    new: NewPassage,
    text_enc: Vec<u8>,
    meta_enc: Vec<u8>,
    vector_enc: Option<Vec<u8>>,
    tags_blind: Vec<Vec<u8>>,
}

struct ThreadOwners {
    scope: Scope,
    agent_id: AgentId,
}
from_row!(ThreadOwners { scope, agent_id });

impl OrgStore<'_> {
    /// Remembers passages in a scope, all or none. One that is known already is left as it is.
    pub async fn insert_passages(
        &self,
        scope: Scope,
        new: Vec<NewPassage>,
    ) -> Result<Vec<Inserted>, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let ready = self.seal_passages(scope, new).await?;
        self.db()
            .write(transaction!(|tx| { insert(tx, org, &ready, now).await }))
            .await
    }

    /// As [`Self::insert_passages`], for what somebody stored on purpose: it is on the record.
    pub async fn store_passages(
        &self,
        scope: Scope,
        new: Vec<NewPassage>,
        by: Author,
    ) -> Result<Vec<Inserted>, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let ready = self.seal_passages(scope, new).await?;
        let noted = ready.entry(self.store.ids(), by, "passage.stored");
        self.db()
            .write(transaction!(|tx| {
                let inserted = insert(tx, org, &ready, now).await?;
                let is_new = inserted.iter().any(|one| matches!(one, Inserted::New(_)));
                if let (true, Some(noted)) = (is_new, &noted) {
                    audit::note(tx, org, noted, now).await?;
                }
                Ok(inserted)
            }))
            .await
    }

    /// Makes passages ready for [`insert`].
    pub(crate) async fn seal_passages(
        &self,
        scope: Scope,
        new: Vec<NewPassage>,
    ) -> Result<ReadyPassages, StoreError> {
        let key = self.store.inner.keys.key(&scope.to_string()).await?;
        let seal = |new| ReadyPassage::new(PassageId::generate(self.store.ids()), new, &key);
        let passages = new.into_iter().map(seal).collect::<Result<_, _>>()?;
        Ok(ReadyPassages { scope, passages })
    }
}

impl ReadyPassages {
    /// Leaves out what was made of other sources than these.
    pub(crate) fn keep_sources(&mut self, sources: &BTreeSet<String>) {
        self.passages
            .retain(|passage| sources.contains(&passage.new.source_ref));
    }

    /// That somebody did something with all of them, under the id of the first.
    pub(crate) fn entry(&self, ids: &dyn IdGen, by: Author, action: &'static str) -> Option<Entry> {
        let first = self.passages.first()?;
        let sealed: Vec<u8> = self
            .passages
            .iter()
            .flat_map(|one| one.text_enc.clone())
            .collect();
        Some(Entry::new(ids, by.to_string(), action, first.id, &sealed))
    }
}

impl ReadyPassage {
    fn new(id: PassageId, mut new: NewPassage, key: &DataKey) -> Result<Self, StoreError> {
        new.meta.tags = filed_under(&new.meta.tags);
        let meta = serde_json::to_vec(&new.meta).map_err(StoreError::internal)?;
        let embedding = new.embedding.as_ref();
        Ok(Self {
            id,
            text_enc: key.seal(
                text_place(&text_row(id, new.integrity)),
                new.text.as_bytes(),
            )?,
            meta_enc: key.seal(meta_place(&id.to_string()), &meta)?,
            vector_enc: embedding.map(|it| it.seal(id, key)).transpose()?,
            tags_blind: blind_tags(&new.meta.tags, key),
            new,
        })
    }
}

/// Writes passages in a transaction that may have more to do.
pub(crate) async fn insert(
    tx: &mut Tx<'_>,
    org: OrgId,
    ready: &ReadyPassages,
    now: Timestamp,
) -> Result<Vec<Inserted>, StoreError> {
    if ready.passages.is_empty() {
        return Ok(Vec::new());
    }
    let first = hold_owners(tx, org, ready).await?;
    let mut last = first;
    let mut inserted = Vec::with_capacity(ready.passages.len());
    for passage in &ready.passages {
        if insert_one(tx, (org, ready.scope, last + 1), passage, now).await? {
            last += 1;
            inserted.push(Inserted::New(passage.id));
            continue;
        }
        let new = &passage.new;
        let (source, name) = (new.source.as_str(), new.source_ref.as_str());
        let same = params![org, name, ready.scope, source, new.chunk_index];
        let known: Option<Only<PassageId>> = tx.fetch_optional(KNOWN, same).await?;
        let known = known.ok_or_else(|| StoreError::internal("a known passage is not there"))?;
        inserted.push(Inserted::Known(known.0));
    }
    if last > first {
        memory_scopes::advance(tx, org, ready.scope, last - first).await?;
    }
    Ok(inserted)
}

/// Files a passage that is filed nowhere under the tags it has.
pub(crate) async fn file(
    tx: &mut Tx<'_>,
    (org, id): (OrgId, PassageId),
    meta: &PassageMeta,
    key: &DataKey,
) -> Result<(), StoreError> {
    for tag in blind_tags(&filed_under(&meta.tags), key) {
        tx.execute(INSERT_TAG, params![org, &tag, id]).await?;
    }
    Ok(())
}

/// Holds every scope that the passages came from, so that forgetting any of them finds these too. Tells the last place
/// in their own.
async fn hold_owners(
    tx: &mut Tx<'_>,
    org: OrgId,
    ready: &ReadyPassages,
) -> Result<i64, StoreError> {
    let all = || ready.passages.iter().map(|passage| &passage.new);
    let contacts = all().filter_map(|new| new.contact_id.map(Scope::Contact));
    let agents = all().filter_map(|new| new.agent_id.map(Scope::Agent));
    let mut owners: BTreeSet<Scope> = contacts.chain(agents).collect();
    let threads: BTreeSet<ThreadId> = all().filter_map(|new| new.thread_id).collect();
    for thread in threads {
        let found: Option<ThreadOwners> = tx.fetch_optional(THREAD, params![org, thread]).await?;
        let thread = found.ok_or(StoreError::Refused("there is no such thread"))?;
        owners.extend([thread.scope, Scope::Agent(thread.agent_id)]);
    }
    owners.insert(ready.scope);
    let mut last = 0;
    // In the order of scopes, so that two that need the same ones do not wait for each other.
    for owner in owners {
        let held = memory_scopes::hold(tx, org, owner).await?;
        if owner == ready.scope {
            last = held;
        }
    }
    Ok(last)
}

/// Tells whether it was not known yet.
async fn insert_one(
    tx: &mut Tx<'_>,
    (org, scope, seq): (OrgId, Scope, i64),
    passage: &ReadyPassage,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let new = &passage.new;
    let row = params![
        passage.id,
        org,
        scope,
        seq,
        new.agent_id,
        new.thread_id,
        new.contact_id,
        new.source.as_str(),
        new.source_ref.as_str(),
        new.chunk_index,
        new.integrity,
        &passage.text_enc,
        &passage.meta_enc,
        new.priority,
        new.embedding.as_ref().map(|it| it.model.as_str()),
        passage.vector_enc.as_ref(),
        new.occurred_at,
        now,
    ];
    if tx.execute(INSERT, row).await? == 0 {
        return Ok(false);
    }
    for tag in &passage.tags_blind {
        tx.execute(INSERT_TAG, params![org, tag, passage.id])
            .await?;
    }
    Ok(true)
}

/// Tags as they are compared: trimmed, in lower case, each once.
fn filed_under(tags: &[String]) -> Vec<String> {
    let tags: BTreeSet<_> = tags.iter().map(|tag| tag.trim().to_lowercase()).collect();
    tags.into_iter().filter(|tag| !tag.is_empty()).collect()
}

/// The fingerprints that tags are found by. Each scope has its own.
fn blind_tags(tags: &[String], key: &DataKey) -> Vec<Vec<u8>> {
    tags.iter().map(|tag| key.blind("tag", tag)).collect()
}

/// How far a text can be trusted is sealed with it: nobody raises it in the row.
fn text_row(id: PassageId, integrity: Integrity) -> String {
    format!("{id}/{}", integrity.as_str())
}

fn text_place(row: &str) -> Place<'_> {
    Place {
        table: "passage",
        column: "text_enc",
        row,
    }
}

fn meta_place(row: &str) -> Place<'_> {
    Place {
        table: "passage",
        column: "meta_enc",
        row,
    }
}
