//! Documents: what somebody uploaded, whose text is passages.

use serde::{Deserialize, Serialize};
use steward_model::{Author, DocumentId, Integrity, Scope, Timestamp};

use crate::audit::{self, Entry};
use crate::crypto::{DataKey, Place};
use crate::db::transaction;
use crate::memory_scopes;
use crate::passages::{self, Derived, Embedding, NewPassage, PassageMeta};
use crate::row::from_row;
use crate::sql::{params, statements};
use crate::{OrgStore, Page, StoreError};

/// A part may have been forgotten since: the parts are counted that are left.
macro_rules! columns {
    () => {
        "id, scope, meta_enc, media_type, bytes, (select count(*) from passage
            where passage.org_id = $1 and passage.source_ref = document.id and passage.scope = document.scope
            and passage.source = 'document' and passage.deleted_at is null) as chunks, integrity, created_at"
    };
}

statements! {
    INSERT = "insert into document (id, org_id, scope, meta_enc, media_type, bytes, chunks, integrity, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    ONE = concat!("select ", columns!(), " from document where org_id = $1 and id = $2");
    LIST = concat!("select ", columns!(), " from document
        where org_id = $1 and scope = $2 and ($3 is null or id < $3) order by id desc limit $4");
    DELETE = "delete from document where org_id = $1 and id = $2";
}

/// The source of passages that are parts of documents.
pub const DOCUMENT: &str = "document";

/// Something that was uploaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Its id, which is the source of its passages.
    pub id: DocumentId,
    /// Whose memory it is in.
    pub scope: Scope,
    /// What it is.
    pub about: NewDocument,
    /// How many of its passages are left.
    pub chunks: i64,
    /// When it was uploaded.
    pub created_at: Timestamp,
}

/// Something to be uploaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDocument {
    /// What it is called.
    pub title: String,
    /// What its file is called.
    pub file_name: Option<String>,
    /// What it is filed under.
    pub tags: Vec<String>,
    /// What kind of file it is. Stored in the clear.
    pub media_type: String,
    /// How large the file is.
    pub bytes: i64,
    /// How far it can be trusted.
    pub integrity: Integrity,
}

/// A part of a document's text.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentPart {
    /// What it says.
    pub text: String,
    /// Its vector, if it is embedded already.
    pub embedding: Option<Embedding>,
}

/// What is sealed of a document.
#[derive(Serialize, Deserialize)]
struct Meta {
    title: String,
    file_name: Option<String>,
    tags: Vec<String>,
}

struct SealedDocument {
    id: DocumentId,
    scope: Scope,
    meta_enc: Vec<u8>,
    media_type: String,
    bytes: i64,
    chunks: i64,
    integrity: Integrity,
    created_at: Timestamp,
}
from_row!(SealedDocument {
    id,
    scope,
    meta_enc,
    media_type,
    bytes,
    chunks,
    integrity,
    created_at
});

impl SealedDocument {
    fn open(self, key: &DataKey) -> Result<Document, StoreError> {
        let meta = key.open(place(&row(self.id, self.integrity)), &self.meta_enc)?;
        let meta: Meta = serde_json::from_slice(&meta).map_err(StoreError::internal)?;
        Ok(Document {
            id: self.id,
            scope: self.scope,
            about: NewDocument {
                title: meta.title,
                file_name: meta.file_name,
                tags: meta.tags,
                media_type: self.media_type,
                bytes: self.bytes,
                integrity: self.integrity,
            },
            chunks: self.chunks,
            created_at: self.created_at,
        })
    }
}

impl OrgStore<'_> {
    /// Keeps a document with its parts, all or nothing. Each part is a passage.
    pub async fn create_document(
        &self,
        scope: Scope,
        new: NewDocument,
        parts: Vec<DocumentPart>,
        by: Author,
    ) -> Result<Document, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let id = DocumentId::generate(self.store.ids());
        let key = self.store.inner.keys.key(&scope.to_string()).await?;
        let meta = Meta {
            title: new.title.clone(),
            file_name: new.file_name.clone(),
            tags: new.tags.clone(),
        };
        let meta = serde_json::to_vec(&meta).map_err(StoreError::internal)?;
        let meta_enc = key.seal(place(&row(id, new.integrity)), &meta)?;
        let chunks = parts.len() as i64;
        let like = part(id, scope, &new, now);
        let parts = parts.into_iter().zip(0..).map(|(part, index)| NewPassage {
            text: part.text,
            embedding: part.embedding,
            chunk_index: index,
            ..like.clone()
        });
        let ready = self.seal_passages(scope, parts.collect()).await?;
        let noted = Entry::new(
            self.store.ids(),
            by.to_string(),
            "document.stored",
            id,
            &meta_enc,
        );
        let (media_type, bytes, integrity) = (new.media_type.clone(), new.bytes, new.integrity);
        self.db()
            .write(transaction!(|tx| {
                // Also where there is no passage: a scope that is being forgotten takes no document in.
                memory_scopes::hold(tx, org, scope).await?;
                let media_type = media_type.as_str();
                let row = params![
                    id, org, scope, &meta_enc, media_type, bytes, chunks, integrity, now
                ];
                tx.execute(INSERT, row).await?;
                passages::insert(tx, org, &ready, now).await?;
                audit::note(tx, org, &noted, now).await
            }))
            .await?;
        Ok(Document {
            id,
            scope,
            about: new,
            chunks,
            created_at: now,
        })
    }

    /// One document, unless it was deleted or forgotten.
    pub async fn document(&self, id: DocumentId) -> Result<Option<Document>, StoreError> {
        let org = self.org;
        let row: Option<SealedDocument> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(ONE, params![org, id]).await
            }))
            .await?;
        let Some(row) = row else {
            return Ok(None);
        };
        match self.store.inner.keys.existing(&row.scope.to_string()).await {
            Ok(key) => row.open(&key).map(Some),
            Err(StoreError::Forgotten) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The documents of a scope, newest first; the page begins after an id in that order.
    pub async fn documents(&self, scope: Scope, page: &Page) -> Result<Vec<Document>, StoreError> {
        let (org, page) = (self.org, page.clone());
        let rows: Vec<SealedDocument> = self
            .db()
            .read(transaction!(|tx| {
                let (after, limit) = (page.after.as_deref(), i64::from(page.limit));
                tx.fetch_all(LIST, params![org, scope, after, limit]).await
            }))
            .await?;
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let key = self.store.inner.keys.existing(&scope.to_string()).await?;
        rows.into_iter().map(|row| row.open(&key)).collect()
    }

    /// Deletes a document with its passages. Tells whether there was one.
    pub async fn delete_document(&self, id: DocumentId, by: Author) -> Result<bool, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let noted = Entry::new(
            self.store.ids(),
            by.to_string(),
            "document.deleted",
            id,
            &[],
        );
        let deleted = self
            .db()
            .write(transaction!(|tx| {
                // The scope is held first, as whoever forgets it does.
                passages::delete(tx, org, &Derived::Source(id.to_string()), now).await?;
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

/// How far a document can be trusted is sealed with it: nobody raises it in the row.
/// What the parts of a document have in common.
fn part(id: DocumentId, scope: Scope, new: &NewDocument, now: Timestamp) -> NewPassage {
    NewPassage {
        agent_id: None,
        thread_id: None,
        contact_id: match scope {
            Scope::Contact(contact) => Some(contact),
            Scope::Org(_) | Scope::Member(_) | Scope::Agent(_) => None,
        },
        source: DOCUMENT.to_owned(),
        source_ref: id.to_string(),
        chunk_index: 0,
        integrity: new.integrity,
        text: String::new(),
        meta: PassageMeta {
            tags: new.tags.clone(),
            title: Some(new.title.clone()),
            ..PassageMeta::default()
        },
        priority: 0,
        embedding: None,
        occurred_at: now,
    }
}

fn row(id: DocumentId, integrity: Integrity) -> String {
    format!("{id}/{}", integrity.as_str())
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "document",
        column: "meta_enc",
        row,
    }
}
