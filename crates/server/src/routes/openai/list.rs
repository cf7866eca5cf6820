//! Lists as OpenAI pages them: by the id of the last thing that was seen.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use steward_store::ItemOrder;
use utoipa::{IntoParams, ToSchema};

use super::wrong;
use crate::error::ApiError;

const LARGEST: u32 = 100;
const USUAL: u32 = 20;
const LONGEST_ID: usize = 64;

/// Which part of a list. What is not known is let pass.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ItemsQuery {
    /// At most this many, 1 to 100.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
    /// `asc` begins with the oldest, `desc` with the newest.
    #[param(inline)]
    order: Option<Order>,
    /// The last id of the page before.
    #[param(max_length = 64)]
    pub(super) after: Option<String>,
}

/// Which part of a list whose newest comes first.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct NewestQuery {
    /// At most this many, 1 to 100.
    #[param(minimum = 1, maximum = 100, default = 20)]
    pub(super) limit: Option<u32>,
    /// The last id of the page before.
    #[param(max_length = 64)]
    pub(super) after: Option<String>,
}

/// Which end comes first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Order {
    Asc,
    #[default]
    Desc,
}

/// A part of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ObjectList {
    #[schema(pattern = "^list$")]
    object: &'static str,
    #[schema(value_type = Vec<Object>)]
    data: Vec<Value>,
    /// Empty if there is nothing.
    first_id: String,
    /// Ask again with this as `after` for more.
    last_id: String,
    has_more: bool,
}

impl ItemsQuery {
    pub(super) fn order(&self) -> ItemOrder {
        match self.order.unwrap_or_default() {
            Order::Asc => ItemOrder::OldestFirst,
            Order::Desc => ItemOrder::NewestFirst,
        }
    }

    pub(super) fn limit(&self) -> Result<u32, ApiError> {
        limit(self.limit)
    }
}

/// How many things a page has.
pub(super) fn limit(asked: Option<u32>) -> Result<u32, ApiError> {
    match asked.unwrap_or(USUAL) {
        limit @ 1..=LARGEST => Ok(limit),
        _ => Err(wrong("limit", "This must be from 1 to 100.")),
    }
}

/// After what a page begins, if it could be an id.
pub(super) fn after(asked: Option<String>) -> Result<Option<String>, ApiError> {
    match asked {
        Some(id) if id.len() > LONGEST_ID => Err(unknown_after()),
        asked => Ok(asked),
    }
}

/// What a page should begin after is not there: it never was, it was deleted, or it is somebody else's. The first page in its
/// place would have a program go round in circles.
pub(super) fn unknown_after() -> ApiError {
    wrong("after", "There is nothing with this id in the list.")
}

impl ObjectList {
    /// Everything there is.
    pub(super) fn all(data: Vec<Value>) -> Self {
        let count = data.len() as u32;
        Self::cut(data, count)
    }

    /// A page out of what was found, of which there may be more.
    pub(super) fn cut(mut data: Vec<Value>, limit: u32) -> Self {
        let has_more = data.len() > limit as usize;
        data.truncate(limit as usize);
        let id = |item: Option<&Value>| {
            let id = item.and_then(|item| item["id"].as_str());
            id.unwrap_or_default().to_owned()
        };
        Self {
            object: "list",
            first_id: id(data.first()),
            last_id: id(data.last()),
            has_more,
            data,
        }
    }

    /// A page out of everything, oldest first.
    pub(super) fn page(mut all: Vec<Value>, query: &ItemsQuery) -> Result<Self, ApiError> {
        let after = after(query.after.clone())?;
        if query.order() == ItemOrder::NewestFirst {
            all.reverse();
        }
        if let Some(after) = &after {
            let seen = all.iter().position(|item| item["id"] == after.as_str());
            all.drain(..=seen.ok_or_else(unknown_after)?);
        }
        Ok(Self::cut(all, query.limit()?))
    }
}
