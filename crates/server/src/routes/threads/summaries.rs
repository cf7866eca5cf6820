//! Summaries of a thread, and the items behind them.

use serde::{Deserialize, Serialize};
use steward_agent::Digest;
use steward_model::ThreadId;
use steward_runtime::{Read, read_item};
use steward_store::{Item, Page, Summary};
use utoipa::{IntoParams, ToSchema};

use super::find;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;
use crate::routes::page::{self, List};
use crate::routes::words::IntegrityWord;

/// A part of a thread, in short.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Summary)]
pub(crate) struct SummaryView {
    #[schema(format = "uuid")]
    id: String,
    #[schema(format = "uuid")]
    thread_id: String,
    /// The first item it covers itself; `previous_id` covers those before.
    from_seq: i64,
    to_seq: i64,
    item_count: i64,
    /// What must not be lost, each with who said it and when.
    facts: Vec<String>,
    /// What it was about, and the tone.
    narrative: String,
    /// The part of the facts that the model kept by itself, from 0 to 1.
    #[schema(minimum = 0, maximum = 1)]
    fidelity: f64,
    tokens: i64,
    #[schema(format = "uuid")]
    previous_id: Option<String>,
    #[schema(format = DateTime)]
    created_at: String,
}

/// Something that was said or done on a thread.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ThreadItem {
    /// Its place, from 1.
    seq: i64,
    /// What it is: `user`, `assistant`, `tool_call`, `tool_output` or `reasoning`.
    kind: String,
    /// Who said it, as the agent calls them. Null for the agent and for tools.
    from: Option<String>,
    text: String,
    /// The tool that was called.
    tool: Option<String>,
    /// How far it is trusted.
    integrity: IntegrityWord,
    #[schema(format = DateTime)]
    created_at: String,
}

/// Which items.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct ItemQuery {
    /// After this place; the `next_cursor` of the page before goes here.
    #[param(minimum = 0)]
    after_seq: Option<i64>,
    /// Before this place.
    #[param(minimum = 1)]
    before_seq: Option<i64>,
    /// At most this many, 1 to 200.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
}

impl ItemQuery {
    /// How many at the most, after which place and before which.
    pub(crate) fn range(&self) -> Result<(Page, i64, i64), ApiError> {
        let page = page::asked(self.limit, None)?;
        let before = self.before_seq.unwrap_or(i64::MAX);
        Ok((page, self.after_seq.unwrap_or(0), before))
    }
}

/// List the summaries of a thread
///
/// The newest first. Each names the items it covers, which `GET /api/threads/{thread_id}/items` has.
#[utoipa::path(
    get, path = "/api/threads/{thread_id}/summaries", tag = "threads", security(("bearer" = []), ("session" = [])),
    params(("thread_id" = String, Path, format = "uuid"), page::PageQuery),
    responses((status = 200, body = List<SummaryView>), Failures)
)]
pub(crate) async fn list_summaries(
    caller: Caller,
    Path(id): Path<ThreadId>,
    Query(query): Query<page::PageQuery>,
) -> Result<Json<List<SummaryView>>, ApiError> {
    find(&caller, id).await?;
    let page = query.page()?;
    let summaries = caller.org().summaries(id, &page).await?;
    Ok(Json(List::cut(
        summaries,
        &page,
        |summary| summary.id.to_string(),
        SummaryView::from,
    )))
}

/// List the items of a thread
///
/// In their order.
#[utoipa::path(
    get, path = "/api/threads/{thread_id}/items", tag = "threads", security(("bearer" = []), ("session" = [])),
    params(("thread_id" = String, Path, format = "uuid"), ItemQuery),
    responses((status = 200, body = List<ThreadItem>), Failures)
)]
pub(crate) async fn list_items(
    caller: Caller,
    Path(id): Path<ThreadId>,
    Query(query): Query<ItemQuery>,
) -> Result<Json<List<ThreadItem>>, ApiError> {
    find(&caller, id).await?;
    let (page, after, before) = query.range()?;
    let items = caller
        .org()
        .items_after(id, after, before, page.limit)
        .await?;
    Ok(Json(List::cut(
        items,
        &page,
        |item| item.seq.to_string(),
        ThreadItem::from,
    )))
}

impl From<Summary> for SummaryView {
    fn from(summary: Summary) -> Self {
        // One that an older version wrote otherwise is shown empty rather than not at all.
        let digest: Digest = serde_json::from_slice(&summary.content).unwrap_or_default();
        let facts = digest.facts.iter();
        Self {
            id: summary.id.to_string(),
            thread_id: summary.thread_id.to_string(),
            from_seq: summary.from_seq,
            to_seq: summary.to_seq,
            item_count: summary.item_count,
            facts: facts
                .map(|fact| format!("{} {}: {}", fact.day, fact.by, fact.text))
                .collect(),
            narrative: digest.narrative,
            fidelity: summary.fidelity as f64 / 1000.0,
            tokens: summary.tokens,
            previous_id: summary.previous_id.map(|id| id.to_string()),
            created_at: summary.created_at.to_string(),
        }
    }
}

impl From<Item> for ThreadItem {
    fn from(item: Item) -> Self {
        let Read { from, text, tool } = read_item(&item);
        Self {
            seq: item.seq,
            kind: item.kind.to_string(),
            from,
            text,
            tool,
            integrity: item.integrity.into(),
            created_at: item.created_at.to_string(),
        }
    }
}
