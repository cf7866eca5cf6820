//! Items that a program names instead of writing them out again.

use std::collections::HashMap;

use http::StatusCode;
use serde_json::{Map, Value};

use super::responses::kept_items;
use crate::auth::Caller;
use crate::error::ApiError;

/// Responses whose items can still be named, the newest.
const LOOKED_THROUGH: u32 = 100;

/// Puts what is named in the place of its name.
pub(super) async fn resolve(
    caller: &Caller,
    items: &mut [Map<String, Value>],
) -> Result<(), ApiError> {
    let mut kept = None;
    for item in items {
        let Some(id) = named(item).map(str::to_owned) else {
            continue;
        };
        let found = match of_conversation(caller, &id).await? {
            Some(found) => Some(found),
            None => {
                if kept.is_none() {
                    kept = Some(of_responses(caller).await?);
                }
                kept.as_ref().and_then(|kept| kept.get(&id).cloned())
            }
        };
        *item = found.ok_or_else(|| unknown(&id))?;
    }
    Ok(())
}

/// The id of an item that says nothing else.
fn named(item: &Map<String, Value>) -> Option<&str> {
    let is_reference = match item.get("type") {
        Some(Value::String(kind)) => kind == "item_reference",
        None | Some(Value::Null) => !item.contains_key("role") && !item.contains_key("content"),
        Some(_) => false,
    };
    item.get("id")?.as_str().filter(|_| is_reference)
}

async fn of_conversation(
    caller: &Caller,
    id: &str,
) -> Result<Option<Map<String, Value>>, ApiError> {
    let found = caller.org().members_item(caller.member_id, id).await?;
    let item = found.map(|item| serde_json::from_slice(&item.body).map_err(ApiError::internal));
    item.transpose()
}

/// What the newest responses were asked and said, by id.
async fn of_responses(caller: &Caller) -> Result<HashMap<String, Map<String, Value>>, ApiError> {
    let org = caller.org();
    let responses = org
        .newest_responses(caller.member_id, LOOKED_THROUGH)
        .await?;
    let mut items = HashMap::new();
    for response in &responses {
        for item in kept_items(response)? {
            if let Value::Object(item) = item
                && let Some(id) = item.get("id").and_then(Value::as_str)
            {
                items.entry(id.to_owned()).or_insert(item);
            }
        }
    }
    Ok(items)
}

fn unknown(id: &str) -> ApiError {
    let message = format!("Item with id '{id:.100}' not found.");
    ApiError::new(StatusCode::NOT_FOUND, "item_not_found", message).blaming("input")
}
