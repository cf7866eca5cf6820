//! The one conversation that a member has with their agent; the lists of their other conversations do not show it.

use http::StatusCode;
use serde::Serialize;
use steward_model::ThreadId;
use steward_store::Thread;
use utoipa::ToSchema;

use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;
use crate::routes::page::List;
use crate::routes::threads::summaries::{ItemQuery, ThreadItem};

/// Your conversation with your agent.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AgentConversation {
    #[schema(format = "uuid")]
    id: String,
    #[schema(format = "uuid")]
    agent_id: String,
    #[schema(format = DateTime)]
    created_at: String,
    /// When something was said last.
    #[schema(format = DateTime)]
    active_at: String,
}

/// List your conversations with your agent
///
/// There is one at the most.
#[utoipa::path(
    get, path = "/v1/agent/conversations", tag = "agent", security(("bearer" = []), ("session" = [])),
    responses((status = 200, body = List<AgentConversation>), Failures)
)]
pub(crate) async fn list_agent_conversations(
    caller: Caller,
) -> Result<Json<List<AgentConversation>>, ApiError> {
    let config = super::enabled(&caller).await?;
    let thread = match config.thread_id {
        Some(thread) => caller.org().thread(thread).await?,
        None => None,
    };
    Ok(Json(List {
        items: thread.into_iter().map(AgentConversation::from).collect(),
        next_cursor: None,
    }))
}

/// What was said in your conversation with your agent
///
/// In its order.
#[utoipa::path(
    get, path = "/v1/agent/conversations/{conversation_id}/items", tag = "agent",
    security(("bearer" = []), ("session" = [])),
    params(("conversation_id" = String, Path, format = "uuid"), ItemQuery),
    responses((status = 200, body = List<ThreadItem>), Failures)
)]
pub(crate) async fn list_agent_items(
    caller: Caller,
    Path(id): Path<ThreadId>,
    Query(query): Query<ItemQuery>,
) -> Result<Json<List<ThreadItem>>, ApiError> {
    own(&caller, id).await?;
    let (page, after, before) = query.range()?;
    let org = caller.org();
    let items = org.items_after(id, after, before, page.limit).await?;
    let seq = |item: &steward_store::Item| item.seq.to_string();
    Ok(Json(List::cut(items, &page, seq, ThreadItem::from)))
}

/// Delete your conversation with your agent
///
/// Everything that was said in it goes, with its summaries and what was remembered of it. The next message begins another.
#[utoipa::path(
    delete, path = "/v1/agent/conversations/{conversation_id}", tag = "agent",
    security(("bearer" = []), ("session" = [])), params(("conversation_id" = String, Path, format = "uuid")),
    responses((status = 204, description = "Deleted."), Failures)
)]
pub(crate) async fn delete_agent_conversation(
    caller: Caller,
    Path(id): Path<ThreadId>,
) -> Result<StatusCode, ApiError> {
    own(&caller, id).await?;
    // What runs would have nowhere to write to.
    caller.app().runtime.stop_turn(caller.org_id, id).await?;
    match caller.org().delete_chat(caller.member_id, id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found()),
    }
}

/// Refuses whatever is not the caller's one conversation: whether it is anybody else's is not told.
async fn own(caller: &Caller, id: ThreadId) -> Result<(), ApiError> {
    let config = caller.org().agent_config(caller.member_id).await?;
    if config.and_then(|config| config.thread_id) != Some(id) {
        return Err(ApiError::not_found());
    }
    super::enabled(caller).await.map(|_| ())
}

impl From<Thread> for AgentConversation {
    fn from(thread: Thread) -> Self {
        Self {
            id: thread.id.to_string(),
            agent_id: thread.agent_id.to_string(),
            created_at: thread.created_at.to_string(),
            active_at: thread.active_at.to_string(),
        }
    }
}
