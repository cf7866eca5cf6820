//! What the next turn of a thread would start from.

use serde::Serialize;
use steward_memory::{Found, MESSAGE, Path as Searched, SUMMARY};
use steward_model::ThreadId;
use steward_runtime::ContextTokens;
use steward_store::{Block, Passage};
use utoipa::ToSchema;

use super::find;
use super::summaries::SummaryView;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path};
use crate::openapi::Failures;

/// What the next turn of a thread would start from.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ThreadContext {
    tokens: TokenUse,
    /// What came to mind last, or would for what was said last, best first.
    memories: Vec<Memory>,
    /// How it was looked for: `none`, `fast` (one search) or `smart` (several).
    path: &'static str,
    /// Whether it was kept from a turn before.
    cached: bool,
    /// How long it may be used again; null if it is not kept.
    #[schema(format = DateTime)]
    cached_until: Option<String>,
    /// What was said before the recent items.
    summary: Option<SummaryView>,
    /// What is always there.
    blocks: Vec<ContextBlock>,
}

/// What the parts of a prompt take.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TokenUse {
    /// The most a prompt may hold, as we count.
    budget: usize,
    instructions: usize,
    blocks: usize,
    summary: usize,
    /// What was said since the summary.
    recent: usize,
    memories: usize,
}

/// Something that came to mind.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ContextMemory)]
pub(crate) struct Memory {
    passage: ContextPassage,
    score: f32,
    why: ContextWhy,
    /// Where words matched; none are marked here.
    highlights: Vec<[usize; 2]>,
    source: ContextSource,
}

/// What a score is made of.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ContextWhy {
    /// How near it is in meaning.
    cosine: f32,
    /// How many of its words were asked for, against the best.
    words: f32,
}

/// Where a memory came from.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ContextSource {
    /// `thread`, `summary`, `document` or `note`.
    kind: &'static str,
    label: String,
}

/// A text that can be found again.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ContextPassage {
    #[schema(format = "uuid")]
    id: String,
    /// Whose memory it is in.
    scope: String,
    /// What kind of thing it is a part of.
    source: String,
    chunk_index: i64,
    text: String,
    title: Option<String>,
    speaker: Option<String>,
    tags: Vec<String>,
    #[schema(format = "uuid")]
    thread_id: Option<String>,
    #[schema(format = "uuid")]
    contact_id: Option<String>,
    #[schema(format = "uuid")]
    agent_id: Option<String>,
    #[schema(format = "uuid")]
    document_id: Option<String>,
    priority: i64,
    /// How far it is trusted.
    integrity: String,
    embedding_model: Option<String>,
    #[schema(format = DateTime)]
    occurred_at: String,
    #[schema(format = DateTime)]
    created_at: String,
}

/// A text that stands in every prompt.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ContextBlock {
    #[schema(format = "uuid")]
    id: String,
    /// Whose memory it is.
    scope: String,
    #[schema(format = "uuid")]
    agent_id: Option<String>,
    label: String,
    description: String,
    value: String,
    char_limit: i64,
    read_only: bool,
    version: i64,
    /// How far it is trusted.
    integrity: String,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    updated_at: String,
}

/// What the next turn of a thread would start from
///
/// For whoever wants to know why an agent answers as it does. Nothing is changed by looking.
#[utoipa::path(
    get, path = "/api/threads/{thread_id}/context", tag = "threads", security(("bearer" = []), ("session" = [])),
    params(("thread_id" = String, Path, format = "uuid")),
    responses((status = 200, body = ThreadContext), Failures)
)]
pub(crate) async fn get_context(
    caller: Caller,
    Path(id): Path<ThreadId>,
) -> Result<Json<ThreadContext>, ApiError> {
    let thread = find(&caller, id).await?;
    let context = caller.app().runtime.context(&caller.org(), &thread).await;
    let context = context
        .map_err(memory_failed)?
        .ok_or_else(ApiError::not_found)?;
    let recollection = context.recollection;
    let kept = recollection.path != Searched::None;
    Ok(Json(ThreadContext {
        tokens: context.tokens.into(),
        path: match recollection.path {
            Searched::None => "none",
            Searched::Fast => "fast",
            Searched::Smart => "smart",
        },
        cached: recollection.cached,
        cached_until: kept.then(|| recollection.until.to_string()),
        memories: recollection
            .memories
            .into_iter()
            .map(Memory::from)
            .collect(),
        summary: context.summary.map(SummaryView::from),
        blocks: context.blocks.into_iter().map(ContextBlock::from).collect(),
    }))
}

fn memory_failed(error: steward_memory::Error) -> ApiError {
    match error {
        steward_memory::Error::Store(error) => error.into(),
        other => ApiError::internal(other),
    }
}

impl From<ContextTokens> for TokenUse {
    fn from(tokens: ContextTokens) -> Self {
        Self {
            budget: tokens.budget,
            instructions: tokens.instructions,
            blocks: tokens.blocks,
            summary: tokens.summary,
            recent: tokens.recent,
            memories: tokens.memories,
        }
    }
}

impl From<Found> for Memory {
    fn from(found: Found) -> Self {
        let passage = &found.passage;
        let kind = match passage.source.as_str() {
            MESSAGE => "thread",
            SUMMARY => "summary",
            "document" => "document",
            _ => "note",
        };
        let named = passage
            .meta
            .title
            .as_ref()
            .or(passage.meta.speaker.as_ref());
        Self {
            source: ContextSource {
                kind,
                label: named.cloned().unwrap_or_else(|| passage.source.clone()),
            },
            score: found.score,
            why: ContextWhy {
                cosine: found.why.cosine,
                words: found.why.words,
            },
            highlights: Vec::new(),
            passage: found.passage.into(),
        }
    }
}

impl From<Passage> for ContextPassage {
    fn from(passage: Passage) -> Self {
        let document = (passage.source == "document").then(|| passage.source_ref.clone());
        Self {
            id: passage.id.to_string(),
            scope: passage.scope.to_string(),
            source: passage.source,
            chunk_index: passage.chunk_index,
            text: passage.text,
            title: passage.meta.title,
            speaker: passage.meta.speaker,
            tags: passage.meta.tags,
            thread_id: passage.thread_id.map(|id| id.to_string()),
            contact_id: passage.contact_id.map(|id| id.to_string()),
            agent_id: passage.agent_id.map(|id| id.to_string()),
            document_id: document,
            priority: passage.priority,
            integrity: passage.integrity.as_str().to_owned(),
            embedding_model: passage.embedding.map(|embedding| embedding.model),
            occurred_at: passage.occurred_at.to_string(),
            created_at: passage.created_at.to_string(),
        }
    }
}

impl From<Block> for ContextBlock {
    fn from(block: Block) -> Self {
        Self {
            id: block.id.to_string(),
            scope: block.scope.to_string(),
            agent_id: block.agent_id.map(|id| id.to_string()),
            label: block.label,
            description: block.description,
            value: block.value,
            char_limit: block.char_limit,
            read_only: block.read_only,
            version: block.version,
            integrity: block.integrity.as_str().to_owned(),
            created_at: block.created_at.to_string(),
            updated_at: block.updated_at.to_string(),
        }
    }
}
