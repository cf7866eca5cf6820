//! What was said in a conversation that a program keeps.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use steward_store::ItemPage;
use utoipa::ToSchema;

use super::{ConversationObject, find, read, shown, stored};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::OpenAiFailures;
use crate::routes::openai::list::{self, ItemsQuery, ObjectList};
use crate::routes::openai::{memory, wrong};

/// More to a conversation.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CreateItems {
    /// At most 20, in the order in which they were said.
    #[schema(value_type = Vec<Object>)]
    items: Vec<Map<String, Value>>,
}

/// Something that was said, or called.
#[derive(Debug, Serialize, ToSchema)]
#[schema(value_type = Object)]
pub(crate) struct ItemObject(Value);

/// List what was said in a conversation
#[utoipa::path(
    get, path = "/v1/conversations/{conversation_id}/items", tag = "openai",
    security(("bearer" = []), ("session" = [])),
    params(("conversation_id" = String, Path, max_length = 64), ItemsQuery),
    responses((status = 200, body = ObjectList), OpenAiFailures)
)]
pub(crate) async fn list_conversation_items(
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query<ItemsQuery>,
) -> Result<Json<ObjectList>, ApiError> {
    let limit = query.limit()?;
    find(&caller, &id).await?;
    let page = ItemPage {
        order: query.order(),
        after: list::after(query.after)?,
        limit: limit + 1,
    };
    let org = caller.org();
    let found = org.conversation_items(caller.member_id, &id, &page).await?;
    // Looked for after the page was read: what is there now was there then.
    if let Some(after) = &page.after {
        let seen = org.conversation_item(caller.member_id, &id, after).await?;
        seen.ok_or_else(list::unknown_after)?;
    }
    let items = found.iter().map(shown).collect::<Result<Vec<_>, _>>()?;
    Ok(Json(ObjectList::cut(items, limit)))
}

/// Add to a conversation
#[utoipa::path(
    post, path = "/v1/conversations/{conversation_id}/items", tag = "openai",
    security(("bearer" = []), ("session" = [])),
    params(("conversation_id" = String, Path, max_length = 64)),
    request_body = CreateItems, responses((status = 200, body = ObjectList), OpenAiFailures)
)]
pub(crate) async fn create_conversation_items(
    caller: Caller,
    Path(id): Path<String>,
    Json(body): Json<CreateItems>,
) -> Result<Json<ObjectList>, ApiError> {
    let conversation = find(&caller, &id).await?;
    let items = read(&body.items)?;
    if items.is_empty() {
        return Err(wrong("items", "This must have an item."));
    }
    let org = caller.org();
    let new = stored(&items);
    let remembered = match conversation.private {
        true => Vec::new(),
        false => memory::worth_remembering(&caller, &items).await,
    };
    let added = org.add_conversation_items(caller.member_id, &id, &new, remembered);
    if !added.await? {
        return Err(ApiError::not_found());
    }
    Ok(Json(ObjectList::all(items)))
}

/// One thing that was said in a conversation
#[utoipa::path(
    get, path = "/v1/conversations/{conversation_id}/items/{item_id}", tag = "openai",
    security(("bearer" = []), ("session" = [])),
    params(
        ("conversation_id" = String, Path, max_length = 64),
        ("item_id" = String, Path, max_length = 64),
    ),
    responses((status = 200, body = ItemObject), OpenAiFailures)
)]
pub(crate) async fn get_conversation_item(
    caller: Caller,
    Path((id, item)): Path<(String, String)>,
) -> Result<Json<ItemObject>, ApiError> {
    find(&caller, &id).await?;
    let org = caller.org();
    let found = org.conversation_item(caller.member_id, &id, &item).await?;
    let found = found.ok_or_else(ApiError::not_found)?;
    Ok(Json(ItemObject(shown(&found)?)))
}

/// Delete one thing that was said in a conversation
#[utoipa::path(
    delete, path = "/v1/conversations/{conversation_id}/items/{item_id}", tag = "openai",
    security(("bearer" = []), ("session" = [])),
    params(
        ("conversation_id" = String, Path, max_length = 64),
        ("item_id" = String, Path, max_length = 64),
    ),
    responses((status = 200, body = ConversationObject), OpenAiFailures)
)]
pub(crate) async fn delete_conversation_item(
    caller: Caller,
    Path((id, item)): Path<(String, String)>,
) -> Result<Json<ConversationObject>, ApiError> {
    let conversation = find(&caller, &id).await?;
    let org = caller.org();
    match org.delete_conversation_item(&id, &item).await? {
        true => Ok(Json(ConversationObject::of(&conversation)?)),
        false => Err(ApiError::not_found()),
    }
}
