//! What the next turn of a thread would start from.

use serde::Serialize;
use steward_memory::Path as Searched;
use steward_model::ThreadId;
use steward_runtime::ContextTokens;
use utoipa::ToSchema;

use super::find;
use super::summaries::SummaryView;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path};
use crate::openapi::Failures;
use crate::routes::memory::blocks::BlockView;
use crate::routes::memory::search::HitView;
use crate::routes::memory::source::Sources;

/// What the next turn of a thread would start from.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ThreadContext {
    tokens: TokenUse,
    /// What came to mind last, or would for what was said last, best first.
    memories: Vec<HitView>,
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
    blocks: Vec<BlockView>,
}

/// What the parts of a prompt take.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TokenUse {
    /// The most a prompt may hold, as we count.
    budget: usize,
    /// What the agent is told of itself, of its skills and of how to answer.
    instructions: usize,
    /// What it is told of its tools.
    tools: usize,
    /// The team's files that it always sees: `MEMORY.md` and today's note.
    files: usize,
    blocks: usize,
    summary: usize,
    /// What was said since the summary, as far as there is room for it.
    recent: usize,
    memories: usize,
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
    let context = caller.app().runtime.context(&caller.org(), &thread).await?;
    let context = context.ok_or_else(ApiError::not_found)?;
    let recollection = context.recollection;
    let kept = recollection.path != Searched::None;
    let mut sources = Sources::default();
    let mut memories = Vec::with_capacity(recollection.memories.len());
    for found in recollection.memories {
        let source = sources.of(&caller, &found.passage).await?;
        // What was asked for is not kept with what was found, so no words are marked.
        memories.push(HitView::new("", found, source));
    }
    Ok(Json(ThreadContext {
        tokens: context.tokens.into(),
        path: match recollection.path {
            Searched::None => "none",
            Searched::Fast => "fast",
            Searched::Smart => "smart",
        },
        cached: recollection.cached,
        cached_until: kept.then(|| recollection.until.to_string()),
        memories,
        summary: context.summary.map(SummaryView::from),
        blocks: context.blocks.into_iter().map(BlockView::from).collect(),
    }))
}

impl From<ContextTokens> for TokenUse {
    fn from(tokens: ContextTokens) -> Self {
        Self {
            budget: tokens.budget,
            instructions: tokens.instructions,
            tools: tokens.tools,
            files: tokens.files,
            blocks: tokens.blocks,
            summary: tokens.summary,
            recent: tokens.recent,
            memories: tokens.memories,
        }
    }
}
