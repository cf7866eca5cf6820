//! Reading passages: one, a page, and what changed since a place.

use std::collections::BTreeMap;

use steward_model::{AgentId, ContactId, Integrity, PassageId, Scope, ThreadId, Timestamp};

use super::{Embedding, PassageMeta, blind_tags, filed_under, meta_place, text_place, text_row};
use crate::crypto::DataKey;
use crate::db::transaction;
use crate::memory_scopes;
use crate::row::from_row;
use crate::sql::{Value, params, statements};
use crate::{OrgStore, Page, StoreError};

/// What [`SealedPassage`] is read from.
macro_rules! columns {
    () => {
        "id, scope, seq, agent_id, thread_id, contact_id, source, source_ref, chunk_index, integrity, text_enc, meta_enc,
            priority, embedding_model, vector_enc, occurred_at, created_at"
    };
}
pub(super) use columns;

statements! {
    // The organisation is compared in a way that no index serves: SQLite would rather go through all that the organisation
    // remembers than look ten ids up.
    NAMED = concat!("select ", columns!(), " from passage
        where org_id || '' = $1 and id in ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11) and deleted_at is null");
    AFTER = concat!("select ", columns!(), " from passage
        where org_id = $1 and scope = $2 and seq > $3 order by seq limit $4");
    LIST = concat!("select ", columns!(), " from passage
        where org_id = $1 and scope = $2 and source = $3 and deleted_at is null and ($4 is null or id < $4)
        order by id desc limit $5");
    TAGGED = concat!("select ", columns!(), " from passage_tag t join passage p on p.id = t.passage_id
        where t.org_id = $1 and t.tag_blind = $2 and p.scope = $3 and ($4 is null or t.passage_id < $4)
            and p.source = $6
        order by t.passage_id desc limit $5");
    OF_SOURCE = concat!("select ", columns!(), " from passage
        where org_id = $1 and source_ref = $2 and deleted_at is null order by id");
    ABOUT = concat!("select ", columns!(), " from passage
        where org_id = $1 and contact_id = $2 and deleted_at is null order by id");
    PARTS = concat!("select ", columns!(), " from passage
        where org_id = $1 and source_ref = $2 and scope = $3 and source = $4 and chunk_index > $5 and deleted_at is null
        order by chunk_index limit $6");
    COUNTS = "select scope, source, count(*) as passages from passage
        where org_id = $1 and deleted_at is null group by scope, source order by scope, source";
}

/// Passages that one statement names.
const NAMED_AT_ONCE: usize = 10;

/// A text that can be found again.
#[derive(Debug, Clone, PartialEq)]
pub struct Passage {
    /// Its id.
    pub id: PassageId,
    /// Whose memory it is in.
    pub scope: Scope,
    /// Its place there, which grows with every change.
    pub seq: i64,
    /// Whose own it is; shared by every agent of the scope without one.
    pub agent_id: Option<AgentId>,
    /// The thread it was said on.
    pub thread_id: Option<ThreadId>,
    /// Whom it is from or about.
    pub contact_id: Option<ContactId>,
    /// What kind of thing it is a part of.
    pub source: String,
    /// Which one.
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
    /// Its vector, once it is embedded.
    pub embedding: Option<Embedding>,
    /// When it was said or written.
    pub occurred_at: Timestamp,
    /// When it was remembered.
    pub created_at: Timestamp,
}

/// What stands at a place of a scope.
#[derive(Debug, Clone, PartialEq)]
pub enum PassageChange {
    /// A passage that is new, or has a new vector.
    Written(Box<Passage>),
    /// A passage that is not there any more.
    Deleted {
        /// Which.
        id: PassageId,
        /// The place of its deletion.
        seq: i64,
    },
}

impl PassageChange {
    /// Its place: whoever has seen it reads on from here.
    pub fn seq(&self) -> i64 {
        match self {
            Self::Written(passage) => passage.seq,
            Self::Deleted { seq, .. } => *seq,
        }
    }
}

/// How much is remembered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassageCount {
    /// Whose memory.
    pub scope: Scope,
    /// What kind of thing.
    pub source: String,
    /// How many passages.
    pub passages: i64,
}
from_row!(PassageCount {
    scope,
    source,
    passages
});

/// A passage as it stands in its row. A deleted one has no text.
pub(super) struct SealedPassage {
    pub(super) id: PassageId,
    scope: Scope,
    seq: i64,
    agent_id: Option<AgentId>,
    thread_id: Option<ThreadId>,
    contact_id: Option<ContactId>,
    source: String,
    source_ref: String,
    chunk_index: i64,
    integrity: Integrity,
    text_enc: Option<Vec<u8>>,
    meta_enc: Option<Vec<u8>>,
    priority: i64,
    embedding_model: Option<String>,
    vector_enc: Option<Vec<u8>>,
    occurred_at: Timestamp,
    created_at: Timestamp,
}
from_row!(SealedPassage {
    id,
    scope,
    seq,
    agent_id,
    thread_id,
    contact_id,
    source,
    source_ref,
    chunk_index,
    integrity,
    text_enc,
    meta_enc,
    priority,
    embedding_model,
    vector_enc,
    occurred_at,
    created_at
});

impl SealedPassage {
    fn open(self, key: &DataKey) -> Result<PassageChange, StoreError> {
        let id = self.id;
        let (Some(text_enc), Some(meta_enc)) = (self.text_enc, self.meta_enc) else {
            return Ok(PassageChange::Deleted { id, seq: self.seq });
        };
        let embedding = match (self.embedding_model, self.vector_enc) {
            (Some(model), Some(sealed)) => Some(Embedding::open(id, model, &sealed, key)?),
            _ => None,
        };
        let meta = key.open(meta_place(&id.to_string()), &meta_enc)?;
        Ok(PassageChange::Written(Box::new(Passage {
            id,
            scope: self.scope,
            seq: self.seq,
            agent_id: self.agent_id,
            thread_id: self.thread_id,
            contact_id: self.contact_id,
            source: self.source,
            source_ref: self.source_ref,
            chunk_index: self.chunk_index,
            integrity: self.integrity,
            text: key.open_text(text_place(&text_row(id, self.integrity)), &text_enc)?,
            meta: serde_json::from_slice(&meta).map_err(StoreError::internal)?,
            priority: self.priority,
            embedding,
            occurred_at: self.occurred_at,
            created_at: self.created_at,
        })))
    }
}

impl OrgStore<'_> {
    /// One passage, unless it was deleted or forgotten.
    pub async fn passage(&self, id: PassageId) -> Result<Option<Passage>, StoreError> {
        Ok(self.passages_named(vec![id]).await?.pop())
    }

    /// Several passages in the order they are asked for, without those that were deleted or forgotten.
    pub async fn passages_named(&self, ids: Vec<PassageId>) -> Result<Vec<Passage>, StoreError> {
        let org = self.org;
        let rows: Vec<SealedPassage> = self
            .db()
            .glance(transaction!(|tx| {
                let mut rows: Vec<SealedPassage> = Vec::with_capacity(ids.len());
                for some in ids.chunks(NAMED_AT_ONCE) {
                    // What is not needed of a statement names the last one again.
                    let named = some.iter().chain(some.last().into_iter().cycle());
                    let named = named.take(NAMED_AT_ONCE).map(|id| Value::from(*id));
                    let named: Vec<Value<'_>> =
                        [Value::from(org)].into_iter().chain(named).collect();
                    rows.extend(tx.fetch_all::<SealedPassage>(NAMED, &named).await?);
                }
                rows.sort_by_key(|row| ids.iter().position(|id| *id == row.id));
                Ok(rows)
            }))
            .await?;
        open_of_many_scopes(self, rows).await
    }

    /// Every passage of one source, in whatever scope.
    pub(crate) async fn whole_source(&self, source_ref: &str) -> Result<Vec<Passage>, StoreError> {
        let (org, source_ref) = (self.org, source_ref.to_owned());
        let rows: Vec<SealedPassage> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(OF_SOURCE, params![org, source_ref.as_str()])
                    .await
            }))
            .await?;
        open_of_many_scopes(self, rows).await
    }

    /// Every passage from or about a contact, in whatever scope.
    pub(crate) async fn passages_about(
        &self,
        contact: ContactId,
    ) -> Result<Vec<Passage>, StoreError> {
        let org = self.org;
        let rows: Vec<SealedPassage> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(ABOUT, params![org, contact]).await
            }))
            .await?;
        open_of_many_scopes(self, rows).await
    }

    /// What changed in a scope after a place, in order. Whoever has seen a place that the scope never gave, or gives no
    /// more, follows a scope that was forgotten.
    pub async fn passages_after(
        &self,
        scope: Scope,
        seq: i64,
        limit: u32,
    ) -> Result<Vec<PassageChange>, StoreError> {
        let org = self.org;
        let (last, rows): (i64, Vec<SealedPassage>) = self
            .db()
            .read(transaction!(|tx| {
                let last = memory_scopes::last_place(tx, org, scope).await?;
                let range = params![org, scope, seq, i64::from(limit)];
                Ok((last, tx.fetch_all(AFTER, range).await?))
            }))
            .await?;
        if seq > last {
            return Err(StoreError::Forgotten);
        }
        self.open_in(scope, rows).await
    }

    /// Passages of one source in a scope, newest first; the page begins after an id in that order.
    pub async fn passages(
        &self,
        scope: Scope,
        source: &str,
        page: &Page,
    ) -> Result<Vec<Passage>, StoreError> {
        let (org, page, source) = (self.org, page.clone(), source.to_owned());
        let rows: Vec<SealedPassage> = self
            .db()
            .read(transaction!(|tx| {
                let (after, limit) = (page.after.as_deref(), i64::from(page.limit));
                let slice = params![org, scope, source.as_str(), after, limit];
                tx.fetch_all(LIST, slice).await
            }))
            .await?;
        Ok(written(self.open_in(scope, rows).await?))
    }

    /// Passages of one source in a scope that have any of these tags, newest first; the page begins after an id in that order.
    pub async fn passages_tagged(
        &self,
        scope: Scope,
        source: &str,
        tags: &[String],
        page: &Page,
    ) -> Result<Vec<Passage>, StoreError> {
        let Some(key) = self.store.inner.keys.find(&scope.to_string()).await? else {
            return Ok(Vec::new());
        };
        let (org, page, source) = (self.org, page.clone(), source.to_owned());
        let tags = blind_tags(&filed_under(tags), &key);
        let limit = page.limit as usize;
        let found: BTreeMap<PassageId, SealedPassage> = self
            .db()
            .read(transaction!(|tx| {
                let mut found = BTreeMap::new();
                let (after, limit) = (page.after.as_deref(), i64::from(page.limit));
                // The newest of each tag are enough to hold the newest of all.
                for tag in &tags {
                    let slice = params![org, tag, scope, after, limit, source.as_str()];
                    let rows: Vec<SealedPassage> = tx.fetch_all(TAGGED, slice).await?;
                    found.extend(rows.into_iter().map(|row| (row.id, row)));
                }
                Ok(found)
            }))
            .await?;
        let newest = found.into_values().rev().take(limit).collect();
        Ok(written(self.open_in(scope, newest).await?))
    }

    /// The parts of one thing in a scope, like a document, in order, after one of them.
    pub async fn passages_of_source(
        &self,
        scope: Scope,
        (source, source_ref): (&str, &str),
        after: i64,
        limit: u32,
    ) -> Result<Vec<Passage>, StoreError> {
        let org = self.org;
        let (source, name) = (source.to_owned(), source_ref.to_owned());
        let rows: Vec<SealedPassage> = self
            .db()
            .read(transaction!(|tx| {
                let (source, name) = (source.as_str(), name.as_str());
                let slice = params![org, name, scope, source, after, i64::from(limit)];
                tx.fetch_all(PARTS, slice).await
            }))
            .await?;
        Ok(written(self.open_in(scope, rows).await?))
    }

    /// How much is remembered in each scope, by source.
    pub async fn passage_counts(&self) -> Result<Vec<PassageCount>, StoreError> {
        let org = self.org;
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_all(COUNTS, params![org]).await
            }))
            .await
    }

    /// Opens rows of one scope.
    async fn open_in(
        &self,
        scope: Scope,
        rows: Vec<SealedPassage>,
    ) -> Result<Vec<PassageChange>, StoreError> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let key = self.store.inner.keys.existing(&scope.to_string()).await?;
        rows.into_iter().map(|row| row.open(&key)).collect()
    }
}

/// Opens rows of any scopes, without those that were forgotten.
pub(super) async fn open_of_many_scopes(
    org: &OrgStore<'_>,
    rows: Vec<SealedPassage>,
) -> Result<Vec<Passage>, StoreError> {
    let scopes: Vec<_> = rows.iter().map(|row| row.scope.to_string()).collect();
    let keys = org.store.inner.keys.find_many(&scopes).await?;
    let mut opened = Vec::with_capacity(rows.len());
    for (row, scope) in rows.into_iter().zip(&scopes) {
        if let Some(Some(key)) = keys.get(scope) {
            opened.push(row.open(key)?);
        }
    }
    Ok(written(opened))
}

fn written(changes: Vec<PassageChange>) -> Vec<Passage> {
    let written = changes.into_iter().filter_map(|change| match change {
        PassageChange::Written(passage) => Some(*passage),
        PassageChange::Deleted { .. } => None,
    });
    written.collect()
}
