//! Items that a program names instead of writing them out again.

use std::collections::HashMap;

use http::StatusCode;
use serde_json::{Map, Value};

use super::responses::Kept;
use super::wrong;
use crate::auth::Caller;
use crate::error::ApiError;

/// Responses whose items can still be named, the newest.
const LOOKED_THROUGH: u32 = 100;

/// Something that was named, and whether it was said in private.
type Found = (Map<String, Value>, bool);

/// Puts what is named in the place of its name. Tells whether something of it was said in private.
pub(super) async fn resolve(caller: &Caller, items: &mut [Value]) -> Result<bool, ApiError> {
    let mut kept = None;
    let mut private = false;
    let objects = items.iter_mut().enumerate();
    for (index, item) in objects.filter_map(|(index, item)| Some((index, item.as_object_mut()?))) {
        let Some(id) = named(item).map(str::to_owned) else {
            if item
                .get("type")
                .is_some_and(|kind| kind == "item_reference")
            {
                let message = "This must be the id of an item.";
                return Err(wrong(format!("input[{index}].id"), message));
            }
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
        let (found, is_private) = found.ok_or_else(|| unknown(&id))?;
        *item = found;
        private |= is_private;
    }
    Ok(private)
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

async fn of_conversation(caller: &Caller, id: &str) -> Result<Option<Found>, ApiError> {
    let found = caller.org().members_item(caller.member_id, id).await?;
    let Some((item, private)) = found else {
        return Ok(None);
    };
    let item = serde_json::from_slice(&item.body).map_err(ApiError::internal)?;
    Ok(Some((item, private)))
}

/// What the newest responses were asked and said, by id.
async fn of_responses(caller: &Caller) -> Result<HashMap<String, Found>, ApiError> {
    let org = caller.org();
    let responses = org
        .newest_responses(caller.member_id, LOOKED_THROUGH)
        .await?;
    let mut items = HashMap::new();
    for response in &responses {
        let kept = Kept::read(response)?;
        let private = kept.is_private(caller).await?;
        for item in kept.items() {
            if let Value::Object(item) = item
                && let Some(id) = item.get("id").and_then(Value::as_str)
            {
                let found = items.entry(id.to_owned()).or_insert((item, private));
                found.1 |= private;
            }
        }
    }
    Ok(items)
}

fn unknown(id: &str) -> ApiError {
    let message = format!("Item with id '{id:.100}' not found.");
    ApiError::new(StatusCode::NOT_FOUND, "item_not_found", message).blaming("input")
}
