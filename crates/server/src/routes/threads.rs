//! Threads: the conversations of agents.

pub(crate) mod context;
pub(crate) mod summaries;

use serde::{Deserialize, Serialize};
use steward_model::{AgentId, ThreadId};
use steward_store::{Page, Thread, TurnFilter};
use utoipa::{IntoParams, ToSchema};

use super::page::{self, List};
use super::text;
use super::turns::TurnView;
use super::words::ThreadStateWord;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;

const RECENT_TURNS: u32 = 10;

/// A conversation of an agent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Thread)]
pub(crate) struct ThreadInfo {
    #[schema(format = "uuid")]
    id: String,
    #[schema(format = "uuid")]
    agent_id: String,
    /// Which of the agent's conversations it is, such as `contact:` and an id.
    key: String,
    state: ThreadStateWord,
    /// Why it is on hold: nobody works on it until a person lets it go on. Null if it is not.
    hold_reason: Option<String>,
    turns: i64,
    #[schema(format = DateTime)]
    created_at: String,
    /// When something arrived last.
    #[schema(format = DateTime)]
    active_at: String,
}

/// A conversation and its newest turns.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ThreadDetail {
    thread: ThreadInfo,
    /// The newest ten, the newest first; `GET /api/turns?thread=` has the others.
    recent_turns: Vec<TurnView>,
}

/// Whether a turn was stopped.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Stopped {
    stopped: bool,
}

/// Which threads.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThreadQuery {
    /// Of this agent.
    #[param(format = "uuid")]
    agent: Option<String>,
    /// At most this many, 1 to 200.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
    /// The `next_cursor` of the page before.
    #[param(max_length = 64)]
    cursor: Option<String>,
}

/// List the threads
///
/// The one that began last comes first. What is a member's own is shown to them and to admins.
#[utoipa::path(
    get, path = "/api/threads", tag = "threads", security(("bearer" = []), ("session" = [])),
    params(ThreadQuery), responses((status = 200, body = List<ThreadInfo>), Failures)
)]
pub(crate) async fn list_threads(
    caller: Caller,
    Query(query): Query<ThreadQuery>,
) -> Result<Json<List<ThreadInfo>>, ApiError> {
    let page = page::asked(query.limit, query.cursor)?;
    let agent: Option<AgentId> = query
        .agent
        .as_deref()
        .map(|id| text::id("agent", id))
        .transpose()?;
    let threads = caller.org().threads(&page, agent).await?;
    Ok(Json(List::cut(
        threads,
        &page,
        |thread| thread.id.to_string(),
        ThreadInfo::from,
    )))
}

/// One thread and its newest turns
#[utoipa::path(
    get, path = "/api/threads/{thread_id}", tag = "threads", security(("bearer" = []), ("session" = [])),
    params(("thread_id" = String, Path, format = "uuid")),
    responses((status = 200, body = ThreadDetail), Failures)
)]
pub(crate) async fn get_thread(
    caller: Caller,
    Path(id): Path<ThreadId>,
) -> Result<Json<ThreadDetail>, ApiError> {
    let thread = find(&caller, id).await?;
    let newest = Page {
        after: None,
        limit: RECENT_TURNS,
    };
    let on_it = TurnFilter {
        thread: Some(id),
        ..TurnFilter::default()
    };
    let turns = caller.org().turns(&newest, &on_it).await?;
    Ok(Json(ThreadDetail {
        thread: thread.into(),
        recent_turns: turns.into_iter().map(TurnView::from).collect(),
    }))
}

/// Let a thread on hold go on
///
/// The notice that it is on hold is resolved.
#[utoipa::path(
    post, path = "/api/threads/{thread_id}/release", tag = "threads", security(("bearer" = []), ("session" = [])),
    params(("thread_id" = String, Path, format = "uuid")),
    responses((status = 200, body = ThreadInfo), Failures)
)]
pub(crate) async fn release_thread(
    caller: Caller,
    Path(id): Path<ThreadId>,
) -> Result<Json<ThreadInfo>, ApiError> {
    find(&caller, id).await?;
    if caller.org().release_thread(id).await? {
        caller.app().runtime.wake();
    }
    Ok(Json(find(&caller, id).await?.into()))
}

/// Stop the turn that runs on a thread
///
/// Says whether one was running. It ends at once if this process runs it, and within seconds if another node does.
#[utoipa::path(
    post, path = "/api/threads/{thread_id}/stop", tag = "threads", security(("bearer" = []), ("session" = [])),
    params(("thread_id" = String, Path, format = "uuid")),
    responses((status = 200, body = Stopped), Failures)
)]
pub(crate) async fn stop_thread(
    caller: Caller,
    Path(id): Path<ThreadId>,
) -> Result<Json<Stopped>, ApiError> {
    find(&caller, id).await?;
    let org = caller.holder().org_id;
    let stopped = caller.app().runtime.stop_turn(org, id).await?;
    Ok(Json(Stopped { stopped }))
}

async fn find(caller: &Caller, id: ThreadId) -> Result<Thread, ApiError> {
    let thread = caller.org().thread(id).await?;
    thread.ok_or_else(ApiError::not_found)
}

impl From<Thread> for ThreadInfo {
    fn from(thread: Thread) -> Self {
        Self {
            id: thread.id.to_string(),
            agent_id: thread.agent_id.to_string(),
            key: thread.correlation_key,
            state: thread.state.into(),
            hold_reason: thread.hold_reason,
            turns: thread.last_turn,
            created_at: thread.created_at.to_string(),
            active_at: thread.active_at.to_string(),
        }
    }
}
