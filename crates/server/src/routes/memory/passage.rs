//! A passage as callers read it.

use serde::Serialize;
use steward_model::{DocumentId, Integrity};
use steward_store::{DOCUMENT, Passage};
use utoipa::ToSchema;

use super::scope;
use crate::routes::words::IntegrityWord;

/// A text that can be found again.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Passage)]
pub(crate) struct PassageView {
    #[schema(format = "uuid")]
    id: String,
    /// Whose memory it is in: `org`, or `member:`, `contact:` or `agent:` and an id.
    scope: String,
    /// What it is a part of: `message`, `archival`, `document`, `summary`, `workspace`. More may come.
    source: String,
    /// Which part of it, from 0.
    chunk_index: i64,
    text: String,
    title: Option<String>,
    /// Who said it.
    speaker: Option<String>,
    tags: Vec<String>,
    #[schema(format = "uuid")]
    thread_id: Option<String>,
    #[schema(format = "uuid")]
    contact_id: Option<String>,
    /// Whose own it is; null if every agent shares it.
    #[schema(format = "uuid")]
    agent_id: Option<String>,
    #[schema(format = "uuid")]
    document_id: Option<String>,
    /// How much it matters beside others.
    priority: i64,
    /// How far it can be trusted.
    integrity: IntegrityWord,
    /// What its vector was made by; null until it has one.
    embedding_model: Option<String>,
    /// When it was said or written.
    #[schema(format = DateTime)]
    occurred_at: String,
    #[schema(format = DateTime)]
    created_at: String,
}

impl From<Passage> for PassageView {
    fn from(passage: Passage) -> Self {
        let document = document_of(&passage);
        Self {
            id: passage.id.to_string(),
            scope: scope::word(passage.scope),
            source: passage.source,
            chunk_index: passage.chunk_index,
            text: passage.text,
            title: passage.meta.title,
            speaker: passage.meta.speaker,
            tags: passage.meta.tags,
            thread_id: passage.thread_id.map(|id| id.to_string()),
            contact_id: passage.contact_id.map(|id| id.to_string()),
            agent_id: passage.agent_id.map(|id| id.to_string()),
            document_id: document.map(|id| id.to_string()),
            priority: passage.priority,
            integrity: passage.integrity.into(),
            embedding_model: passage.embedding.map(|embedding| embedding.model),
            occurred_at: passage.occurred_at.to_string(),
            created_at: passage.created_at.to_string(),
        }
    }
}

/// The document that a passage is a part of.
pub(crate) fn document_of(passage: &Passage) -> Option<DocumentId> {
    let is_part = passage.source == DOCUMENT;
    is_part.then(|| passage.source_ref.parse().ok()).flatten()
}

/// What members write: as trustworthy as a member.
pub(crate) const WRITTEN_BY_A_MEMBER: Integrity = Integrity::User;
