//! A member's conversations with agents: the list, what was said, and what they are called.

mod messages;

use http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use steward_agent::Event;
use steward_model::{ApprovalDecision, ApprovalId, ThreadState};
use steward_store::{Chat, Item};
use utoipa::{IntoParams, ToSchema};

use self::messages::{Decided, InnerCalls, Known};
use super::page::{self, List, PageQuery};
use super::text;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;

/// Items that are read for one page of messages.
const ITEMS: u32 = 200;

/// A conversation of the caller with an agent.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Conversation {
    /// What the client called it.
    id: String,
    #[schema(format = "uuid")]
    thread_id: String,
    #[schema(format = "uuid")]
    agent_id: String,
    title: String,
    /// Whether an answer is being written.
    running: bool,
    #[schema(format = DateTime)]
    created_at: String,
    /// When something was said last.
    #[schema(format = DateTime)]
    active_at: String,
}

/// A conversation and what was said in it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConversationDetail {
    conversation: Conversation,
    /// Messages of the AI SDK, oldest first.
    #[schema(value_type = Vec<Object>)]
    messages: Vec<Value>,
    /// Ask again with this as `before` for what was said earlier; null at the beginning.
    earlier: Option<i64>,
}

/// Which part of a conversation.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct MessagesQuery {
    /// What was said before this place: the `earlier` of the page after it.
    #[param(minimum = 1)]
    before: Option<i64>,
}

/// What a conversation is called.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RenameConversation {
    #[schema(min_length = 1, max_length = 200)]
    title: String,
}

/// List your conversations
///
/// The one with the newest message comes first.
#[utoipa::path(
    get, path = "/api/conversations", tag = "chat", security(("bearer" = []), ("session" = [])),
    params(PageQuery), responses((status = 200, body = List<Conversation>), Failures)
)]
pub(crate) async fn list_conversations(
    caller: Caller,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<Conversation>>, ApiError> {
    let page = page::asked(query.limit, query.cursor)?;
    let chats = caller.org().chats(caller.member_id, &page).await?;
    Ok(Json(List::cut(
        chats,
        &page,
        |chat| chat.id.to_string(),
        Conversation::from,
    )))
}

/// One of your conversations
#[utoipa::path(
    get, path = "/api/conversations/{conversation_id}", tag = "chat", security(("bearer" = []), ("session" = [])),
    params(("conversation_id" = String, Path, max_length = 128), MessagesQuery),
    responses((status = 200, body = ConversationDetail), Failures)
)]
pub(crate) async fn get_conversation(
    caller: Caller,
    Path(name): Path<String>,
    Query(query): Query<MessagesQuery>,
) -> Result<Json<ConversationDetail>, ApiError> {
    let chat = find(&caller, &name).await?;
    let before = query.before.unwrap_or(i64::MAX);
    let items = caller.org().items(chat.id, before, ITEMS).await?;
    let first = items.first().map(|item| item.seq);
    let known = Known {
        decided: decided(&caller, &items).await?,
        inner: inner_calls(&caller, &items).await?,
    };
    Ok(Json(ConversationDetail {
        messages: messages::of(&items, &known),
        earlier: first.filter(|first| *first > 1),
        conversation: chat.into(),
    }))
}

/// Call a conversation something else
#[utoipa::path(
    patch, path = "/api/conversations/{conversation_id}", tag = "chat", security(("bearer" = []), ("session" = [])),
    params(("conversation_id" = String, Path, max_length = 128)),
    request_body = RenameConversation, responses((status = 200, body = Conversation), Failures)
)]
pub(crate) async fn rename_conversation(
    caller: Caller,
    Path(name): Path<String>,
    Json(body): Json<RenameConversation>,
) -> Result<Json<Conversation>, ApiError> {
    let title = text::name("title", &body.title)?;
    let chat = find(&caller, &name).await?;
    let org = caller.org();
    if !org.name_chat(caller.member_id, chat.id, &title).await? {
        return Err(ApiError::not_found());
    }
    Ok(Json(find(&caller, &name).await?.into()))
}

/// Delete a conversation
///
/// Everything that was said in it goes, and what was remembered of it.
#[utoipa::path(
    delete, path = "/api/conversations/{conversation_id}", tag = "chat", security(("bearer" = []), ("session" = [])),
    params(("conversation_id" = String, Path, max_length = 128)), responses((status = 204), Failures)
)]
pub(crate) async fn delete_conversation(
    caller: Caller,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    let chat = find(&caller, &name).await?;
    // What runs would have nowhere to write to.
    caller
        .app()
        .runtime
        .stop_turn(caller.org_id, chat.id)
        .await?;
    match caller.org().delete_chat(caller.member_id, chat.id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found()),
    }
}

/// What was decided about the calls that waited.
async fn decided(caller: &Caller, items: &[Item]) -> Result<Decided, ApiError> {
    let mut decided = Decided::new();
    for id in messages::waited_for(items) {
        let approval = match id.parse::<ApprovalId>() {
            Ok(approval) => caller.org().approval(approval).await?,
            Err(_) => None,
        };
        if let Some(decision) = approval.and_then(|approval| approval.decision) {
            decided.insert(id, decision == ApprovalDecision::Approved);
        }
    }
    Ok(decided)
}

/// What sub-agents called in the turns of these items.
async fn inner_calls(caller: &Caller, items: &[Item]) -> Result<InnerCalls, ApiError> {
    let mut inner = InnerCalls::new();
    for turn in messages::turns_with_subagents(items) {
        let Some(turn) = caller.org().turn(turn).await? else {
            continue;
        };
        let record = caller.org().turn_record(&turn).await?;
        let events = record.steps.iter().filter_map(|step| step.event.as_deref());
        for event in events.filter_map(|event| serde_json::from_slice(event).ok()) {
            if let Event::ToolsFinished { reports } = event {
                let reports = reports.into_iter();
                inner.extend(reports.map(|report| (report.call_id, report.inner)));
            }
        }
    }
    Ok(inner)
}

async fn find(caller: &Caller, name: &str) -> Result<Chat, ApiError> {
    let chat = caller.org().chat(caller.member_id, name).await?;
    chat.ok_or_else(ApiError::not_found)
}

impl From<Chat> for Conversation {
    fn from(chat: Chat) -> Self {
        Self {
            id: chat.name,
            thread_id: chat.id.to_string(),
            agent_id: chat.agent_id.to_string(),
            title: chat.title.unwrap_or_else(|| "New conversation".into()),
            running: chat.state != ThreadState::Idle,
            created_at: chat.created_at.to_string(),
            active_at: chat.active_at.to_string(),
        }
    }
}
