//! Vectors: which passages wait for one, and where it goes.

use steward_model::{PassageId, Scope};

use super::read::{SealedPassage, columns};
use super::{Passage, read};
use crate::crypto::{DataKey, Place};
use crate::db::transaction;
use crate::memory_scopes;
use crate::row::from_row;
use crate::sql::{params, statements};
use crate::{OrgStore, Page, StoreError};

statements! {
    UNEMBEDDED = concat!("select ", columns!(), " from passage
        where org_id = $1 and embedding_model is null and deleted_at is null and id > $2 order by id limit $3");
    // Two ranges and not one inequality, which no index could answer.
    BEFORE = concat!("select ", columns!(), " from passage
        where org_id = $1 and embedding_model < $2 and deleted_at is null and id > $3 order by id limit $4");
    BEYOND = concat!("select ", columns!(), " from passage
        where org_id = $1 and embedding_model > $2 and deleted_at is null and id > $3 order by id limit $4");
    COUNT = "select (select count(*) from passage where org_id = $1 and deleted_at is null and embedding_model is null)
                as unembedded,
            (select count(*) from passage where org_id = $1 and deleted_at is null and embedding_model < $2)
                + (select count(*) from passage where org_id = $1 and deleted_at is null and embedding_model > $2)
                as outdated";
    BY_MODEL = "select embedding_model as model, count(*) as passages from passage
        where org_id = $1 and embedding_model is not null and deleted_at is null group by embedding_model";
    SET = "update passage set vector_enc = $1, embedding_model = $2, seq = $3
        where org_id = $4 and id = $5 and scope = $6 and deleted_at is null";
}

/// A text as a model sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedding {
    /// The model. Vectors of two models cannot be compared.
    pub model: String,
    /// What it made of the text.
    pub vector: Vec<f32>,
}

/// Passages that wait for a vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitingPassages {
    /// They have none yet.
    pub unembedded: i64,
    /// They have one of another model.
    pub outdated: i64,
}
from_row!(WaitingPassages {
    unembedded,
    outdated
});

/// Passages that have a vector of one model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbeddedPassages {
    /// The model, as it is kept with the vectors.
    pub model: String,
    /// How many there are.
    pub passages: i64,
}
from_row!(EmbeddedPassages { model, passages });

impl Embedding {
    pub(super) fn seal(&self, id: PassageId, key: &DataKey) -> Result<Vec<u8>, StoreError> {
        let bytes: Vec<u8> = self
            .vector
            .iter()
            .flat_map(|part| part.to_le_bytes())
            .collect();
        key.seal(place(&row(id, &self.model)), &bytes)
    }

    pub(super) fn open(
        id: PassageId,
        model: String,
        sealed: &[u8],
        key: &DataKey,
    ) -> Result<Self, StoreError> {
        let bytes = key.open(place(&row(id, &model)), sealed)?;
        let (parts, _) = bytes.as_chunks();
        let vector = parts.iter().map(|part| f32::from_le_bytes(*part)).collect();
        Ok(Self { model, vector })
    }
}

impl OrgStore<'_> {
    /// Passages without a vector of this model, in the order of ids, and without those that cannot be read. One that
    /// cannot be embedded is passed over by beginning after it.
    pub async fn waiting_passages(
        &self,
        model: &str,
        page: &Page,
    ) -> Result<Vec<Passage>, StoreError> {
        let mut page = page.clone();
        loop {
            let rows = self.waiting_rows(model, &page).await?;
            let is_last = rows.len() < page.limit as usize;
            page.after = rows.last().map(|row| row.id.to_string());
            let waiting = self.open_readable(rows).await?;
            if is_last || !waiting.is_empty() {
                return Ok(waiting);
            }
        }
    }

    async fn waiting_rows(
        &self,
        model: &str,
        page: &Page,
    ) -> Result<Vec<SealedPassage>, StoreError> {
        let (org, page, model) = (self.org, page.clone(), model.to_owned());
        self.db()
            .read(transaction!(|tx| {
                let after = page.after.as_deref().unwrap_or("");
                let limit = i64::from(page.limit);
                let mut rows: Vec<SealedPassage> =
                    tx.fetch_all(UNEMBEDDED, params![org, after, limit]).await?;
                for others in [BEFORE, BEYOND] {
                    let range = params![org, model.as_str(), after, limit];
                    rows.extend(tx.fetch_all::<SealedPassage>(others, range).await?);
                }
                rows.sort_by_key(|row| row.id);
                rows.truncate(page.limit as usize);
                Ok(rows)
            }))
            .await
    }

    /// Opens rows one by one: the others must not wait for one that nobody can read.
    async fn open_readable(&self, rows: Vec<SealedPassage>) -> Result<Vec<Passage>, StoreError> {
        let mut opened = Vec::with_capacity(rows.len());
        for row in rows {
            let id = row.id;
            match read::open_of_many_scopes(self, vec![row]).await {
                Ok(one) => opened.extend(one),
                Err(error @ StoreError::Tampered { .. }) => {
                    tracing::warn!(passage = %id, %error, "a passage cannot be embedded");
                }
                Err(error) => return Err(error),
            }
        }
        Ok(opened)
    }

    /// How many passages a model has not embedded yet.
    pub async fn count_waiting_passages(&self, model: &str) -> Result<i64, StoreError> {
        let waiting = self.waiting_counts(model).await?;
        Ok(waiting.unembedded + waiting.outdated)
    }

    /// The same, apart by why they wait.
    pub async fn waiting_counts(&self, model: &str) -> Result<WaitingPassages, StoreError> {
        let (org, model) = (self.org, model.to_owned());
        self.db()
            .read(transaction!(|tx| {
                let counts = tx
                    .fetch_optional(COUNT, params![org, model.as_str()])
                    .await?;
                counts.ok_or_else(|| StoreError::internal("a count without a row"))
            }))
            .await
    }

    /// How many passages each model has embedded.
    pub async fn embedded_counts(&self) -> Result<Vec<EmbeddedPassages>, StoreError> {
        let org = self.org;
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_all(BY_MODEL, params![org]).await
            }))
            .await
    }

    /// Gives passages of a scope their vectors. Tells how many of them were still there.
    pub async fn set_vectors(
        &self,
        scope: Scope,
        vectors: Vec<(PassageId, Embedding)>,
    ) -> Result<u64, StoreError> {
        let org = self.org;
        let key = self.store.inner.keys.key(&scope.to_string()).await?;
        let sealed = vectors
            .into_iter()
            .map(|(id, embedding)| Ok((id, embedding.seal(id, &key)?, embedding.model)))
            .collect::<Result<Vec<_>, StoreError>>()?;
        self.db()
            .write(transaction!(|tx| {
                let first = memory_scopes::hold(tx, org, scope).await?;
                let mut last = first;
                for (id, vector_enc, model) in &sealed {
                    let row = params![vector_enc, model.as_str(), last + 1, org, *id, scope];
                    last += tx.execute(SET, row).await? as i64;
                }
                if last > first {
                    memory_scopes::advance(tx, org, scope, last - first).await?;
                }
                Ok((last - first) as u64)
            }))
            .await
    }
}

fn row(id: PassageId, model: &str) -> String {
    format!("{id}/{model}")
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "passage",
        column: "vector_enc",
        row,
    }
}
