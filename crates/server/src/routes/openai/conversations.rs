//! Conversations that a program keeps here, and that responses can be part of.

pub(crate) mod items;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use steward_store::{Conversation, ConversationItem, ItemOrder, ItemPage, Page};
use utoipa::ToSchema;

use super::answer::drop_thread;
use super::list::{self, NewestQuery, ObjectList};
use super::responses::{Deleted, THREAD, metadata};
use super::{memory, new_id, wrong};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::OpenAiFailures;

/// Items that can be added at once, as OpenAI has it.
const MOST_ITEMS: usize = 20;
/// Conversations that can be deleted at once.
const MOST_DELETED: usize = 100;
/// Items that are read at once, and at the most.
const PAGE: u32 = 200;
const MOST_READ: usize = 2_000;

/// A conversation.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConversationObject {
    id: String,
    #[schema(pattern = "^conversation$")]
    object: &'static str,
    /// In seconds since 1970.
    created_at: i64,
    metadata: BTreeMap<String, String>,
    /// Whether nothing of it is remembered elsewhere.
    private: bool,
}

/// A new conversation. Fields that are not known are let pass.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct CreateConversation {
    /// At most 20 to begin with.
    #[schema(value_type = Option<Vec<Object>>)]
    items: Option<Vec<Map<String, Value>>>,
    /// At most 16 words to find it by.
    metadata: Option<BTreeMap<String, String>>,
    /// Whether nothing of it is to be remembered elsewhere.
    private: Option<bool>,
    /// What is let pass is still JSON: a field that is skipped would not be looked at.
    #[serde(flatten)]
    #[schema(ignore)]
    _others: Map<String, Value>,
}

/// What is noted of a conversation.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct UpdateConversation {
    /// Replaces what was noted; null leaves nothing.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    metadata: Option<BTreeMap<String, String>>,
    /// Read to be refused: what was remembered meanwhile would not be forgotten.
    #[schema(ignore)]
    private: Option<Value>,
}

/// Conversations to delete.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DeleteConversations {
    /// At most 100.
    ids: Vec<String>,
}

/// What became of each.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DeletedConversations {
    #[schema(pattern = "^list$")]
    object: &'static str,
    data: Vec<DeletedConversation>,
}

/// What became of one.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DeletedConversation {
    id: String,
    object: &'static str,
    deleted: bool,
    /// `not_found` if it was not there.
    #[schema(required)]
    error: Option<&'static str>,
}

/// Begin a conversation
///
/// Without a body it is empty.
#[utoipa::path(
    post, path = "/v1/conversations", tag = "openai", security(("bearer" = []), ("session" = [])),
    request_body = Option<CreateConversation>, responses((status = 200, body = ConversationObject), OpenAiFailures)
)]
pub(crate) async fn create_conversation(
    caller: Caller,
    body: Option<Json<CreateConversation>>,
) -> Result<Json<ConversationObject>, ApiError> {
    let Json(body) = body.unwrap_or_default();
    metadata("metadata", body.metadata.as_ref())?;
    let items = read(body.items.as_deref().unwrap_or_default())?;
    let new = Conversation {
        id: new_id("conv"),
        private: body.private.unwrap_or(false),
        meta: bytes(&body.metadata.unwrap_or_default())?,
        created_at: caller.app().now(),
    };
    let org = caller.org();
    let first = stored(&items);
    let remembered = match new.private {
        true => Vec::new(),
        false => memory::worth_remembering(&caller, &items).await,
    };
    org.create_conversation(caller.member_id, new.clone(), &first, remembered)
        .await?;
    Ok(Json(ConversationObject::of(&new)?))
}

/// List your conversations
///
/// The newest comes first.
#[utoipa::path(
    get, path = "/v1/conversations", tag = "openai", security(("bearer" = []), ("session" = [])),
    params(NewestQuery), responses((status = 200, body = ObjectList), OpenAiFailures)
)]
pub(crate) async fn list_openai_conversations(
    caller: Caller,
    Query(query): Query<NewestQuery>,
) -> Result<Json<ObjectList>, ApiError> {
    let limit = list::limit(query.limit)?;
    let page = Page {
        after: list::after(query.after)?,
        limit: limit + 1,
    };
    let org = caller.org();
    let found = org.conversations(caller.member_id, &page).await?;
    // Looked for after the page was read: what is there now was there then.
    if let Some(after) = &page.after
        && org.conversation(caller.member_id, after).await?.is_none()
    {
        return Err(list::unknown_after());
    }
    let shown = found.iter().map(|one| {
        let object = ConversationObject::of(one)?;
        serde_json::to_value(object).map_err(ApiError::internal)
    });
    let shown = shown.collect::<Result<Vec<_>, _>>()?;
    Ok(Json(ObjectList::cut(shown, limit)))
}

/// One of your conversations
#[utoipa::path(
    get, path = "/v1/conversations/{conversation_id}", tag = "openai", security(("bearer" = []), ("session" = [])),
    params(("conversation_id" = String, Path, max_length = 64)),
    responses((status = 200, body = ConversationObject), OpenAiFailures)
)]
pub(crate) async fn get_openai_conversation(
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<ConversationObject>, ApiError> {
    let found = find(&caller, &id).await?;
    Ok(Json(ConversationObject::of(&found)?))
}

/// Note something else of a conversation
#[utoipa::path(
    post, path = "/v1/conversations/{conversation_id}", tag = "openai", security(("bearer" = []), ("session" = [])),
    params(("conversation_id" = String, Path, max_length = 64)),
    request_body = UpdateConversation, responses((status = 200, body = ConversationObject), OpenAiFailures)
)]
pub(crate) async fn update_conversation(
    caller: Caller,
    Path(id): Path<String>,
    Json(body): Json<UpdateConversation>,
) -> Result<Json<ConversationObject>, ApiError> {
    if body.private.is_some() {
        let message = "Whether a conversation is private is said when it is begun.";
        return Err(wrong("private", message));
    }
    metadata("metadata", body.metadata.as_ref())?;
    let meta = bytes(&body.metadata.unwrap_or_default())?;
    let org = caller.org();
    if !org
        .change_conversation(caller.member_id, &id, &meta)
        .await?
    {
        return Err(ApiError::not_found());
    }
    let found = find(&caller, &id).await?;
    Ok(Json(ConversationObject::of(&found)?))
}

/// Delete a conversation that a program keeps
///
/// Everything that was said in it goes, and what was remembered of it.
#[utoipa::path(
    delete, path = "/v1/conversations/{conversation_id}", tag = "openai", security(("bearer" = []), ("session" = [])),
    params(("conversation_id" = String, Path, max_length = 64)),
    responses((status = 200, body = Deleted), OpenAiFailures)
)]
pub(crate) async fn delete_openai_conversation(
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Deleted>, ApiError> {
    match delete(&caller, &id).await? {
        true => Ok(Json(Deleted {
            id,
            object: "conversation.deleted",
            deleted: true,
        })),
        false => Err(ApiError::not_found()),
    }
}

/// Delete several conversations
///
/// Tells of each whether it was there.
#[utoipa::path(
    post, path = "/v1/conversations/batch-delete", tag = "openai", security(("bearer" = []), ("session" = [])),
    request_body = DeleteConversations, responses((status = 200, body = DeletedConversations), OpenAiFailures)
)]
pub(crate) async fn delete_conversations(
    caller: Caller,
    Json(body): Json<DeleteConversations>,
) -> Result<Json<DeletedConversations>, ApiError> {
    if !(1..=MOST_DELETED).contains(&body.ids.len()) {
        return Err(wrong("ids", "This must have 1 to 100 ids."));
    }
    let mut data = Vec::with_capacity(body.ids.len());
    for id in body.ids {
        let deleted = delete(&caller, &id).await?;
        data.push(DeletedConversation {
            id,
            object: "conversation.deleted",
            deleted,
            error: (!deleted).then_some("not_found"),
        });
    }
    Ok(Json(DeletedConversations {
        object: "list",
        data,
    }))
}

/// The conversation of this id, if it is the caller's.
pub(super) async fn find(caller: &Caller, id: &str) -> Result<Conversation, ApiError> {
    let found = caller.org().conversation(caller.member_id, id).await?;
    found.ok_or_else(ApiError::not_found)
}

/// What was said in one that is known to be the caller's, oldest first; of a very long one the end, and that there is
/// more.
pub(super) async fn everything(caller: &Caller, id: &str) -> Result<(Vec<Value>, bool), ApiError> {
    let mut page = ItemPage {
        after: None,
        order: ItemOrder::NewestFirst,
        limit: PAGE,
    };
    let mut all = Vec::new();
    loop {
        let org = caller.org();
        let found = org.conversation_items(caller.member_id, id, &page).await?;
        let is_last = found.len() < PAGE as usize;
        page.after = found.last().map(|item| item.id.clone());
        for item in &found {
            all.push(shown(item)?);
        }
        if is_last || all.len() > MOST_READ {
            let has_more = all.len() > MOST_READ;
            all.truncate(MOST_READ);
            all.reverse();
            return Ok((all, has_more));
        }
    }
}

async fn delete(caller: &Caller, id: &str) -> Result<bool, ApiError> {
    let org = caller.org();
    let key = format!("{THREAD}{id}");
    for thread in org.members_threads(caller.member_id, &key).await? {
        drop_thread(caller, thread).await?;
    }
    Ok(org.delete_conversation(caller.member_id, id).await?)
}

fn read(items: &[Map<String, Value>]) -> Result<Vec<Value>, ApiError> {
    if items.len() > MOST_ITEMS {
        return Err(wrong("items", "This must have at most 20 items."));
    }
    let items: Vec<Value> = items.iter().cloned().map(Value::Object).collect();
    super::items::read("items", &items)
}

fn stored(items: &[Value]) -> Vec<ConversationItem> {
    let items = items.iter().filter_map(|item| {
        Some(ConversationItem {
            id: item["id"].as_str()?.to_owned(),
            body: item.to_string().into_bytes(),
        })
    });
    items.collect()
}

fn shown(item: &ConversationItem) -> Result<Value, ApiError> {
    serde_json::from_slice(&item.body).map_err(ApiError::internal)
}

fn bytes(metadata: &BTreeMap<String, String>) -> Result<Vec<u8>, ApiError> {
    serde_json::to_vec(&json!(metadata)).map_err(ApiError::internal)
}

impl ConversationObject {
    fn of(conversation: &Conversation) -> Result<Self, ApiError> {
        Ok(Self {
            id: conversation.id.clone(),
            object: "conversation",
            created_at: conversation.created_at.as_micros() / 1_000_000,
            metadata: serde_json::from_slice(&conversation.meta).map_err(ApiError::internal)?,
            private: conversation.private,
        })
    }
}
