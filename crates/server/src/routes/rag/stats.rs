//! How much is remembered, and what still waits.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::Json;
use crate::openapi::Failures;
use crate::routes::memory::scope;

/// How much is remembered, and what still waits.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MemoryStats {
    /// How many passages there are, by source. Those of other members are counted for admins alone.
    passages: BTreeMap<String, i64>,
    waiting: WaitingView,
    embedding: EmbeddingView,
    index: IndexView,
}

/// What cannot be found yet.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WaitingMemory)]
pub(crate) struct WaitingView {
    /// Messages that are not passages yet.
    items: i64,
    /// Files of the workspace whose last change is not in passages yet.
    files: i64,
    /// Passages without a vector of the present model; they are found by their words.
    passages: i64,
}

/// What makes vectors.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EmbeddingState)]
pub(crate) struct EmbeddingView {
    model: String,
    /// The length of its vectors; null for a service that was not asked yet.
    dimensions: Option<usize>,
    /// How far it is with what another model embedded before, or the same service with vectors of another length; null if there is
    /// nothing of that kind. What is not done yet is found by its words.
    reembedding: Option<ReembeddingView>,
}

/// How far the work is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Reembedding)]
pub(crate) struct ReembeddingView {
    done: i64,
    total: i64,
}

/// What the indexes take in the memory of this process.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = IndexState)]
pub(crate) struct IndexView {
    /// By this organisation.
    bytes: usize,
    /// What all organisations may take together.
    budget_bytes: usize,
    /// How many scopes are in memory; the others are loaded when they are searched.
    scopes: usize,
}

/// How much is remembered, and what still waits
#[utoipa::path(
    get, path = "/v1/rag/stats", tag = "documents", security(("bearer" = []), ("session" = [])),
    responses((status = 200, body = MemoryStats), Failures)
)]
pub(crate) async fn get_memory_stats(caller: Caller) -> Result<Json<MemoryStats>, ApiError> {
    let (org, memory) = (caller.org(), caller.app().runtime.memory());
    let mut passages = BTreeMap::new();
    let mut total = 0;
    for count in org.passage_counts().await? {
        total += count.passages;
        if scope::may_see(&caller, count.scope).await? {
            *passages.entry(count.source).or_default() += count.passages;
        }
    }
    let (model, usage) = (memory.meaning(), memory.usage(caller.org_id));
    let waiting = memory.waiting(caller.org_id).await?;
    Ok(Json(MemoryStats {
        passages,
        waiting: WaitingView {
            items: org.count_items_to_index().await?,
            files: org.count_files_to_index().await?,
            passages: waiting.unembedded + waiting.outdated,
        },
        embedding: EmbeddingView {
            model: model.name().to_owned(),
            dimensions: model.dimensions(),
            reembedding: (waiting.outdated > 0).then_some(ReembeddingView {
                done: total - waiting.outdated,
                total,
            }),
        },
        index: IndexView {
            bytes: usage.bytes,
            budget_bytes: memory.budget(),
            scopes: usage.scopes,
        },
    }))
}
