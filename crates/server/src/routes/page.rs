//! Lists come in pages.

use serde::{Deserialize, Serialize};
use steward_store::Page;
use utoipa::{IntoParams, ToSchema};

use crate::error::ApiError;

const LARGEST: u32 = 200;
const USUAL: u32 = 50;

/// Which part of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct PageQuery {
    /// At most this many, 1 to 200.
    #[param(minimum = 1, maximum = 200, default = 50)]
    pub(crate) limit: Option<u32>,
    /// The `next_cursor` of the page before.
    #[param(max_length = 64)]
    pub(crate) cursor: Option<String>,
}

/// A part of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct List<T> {
    /// The things themselves, in the order that the list has.
    pub(crate) items: Vec<T>,
    /// Ask again with this as `cursor` for more; null at the end.
    pub(crate) next_cursor: Option<String>,
}

/// Asks the store for one more than wanted, which tells whether there is another page.
pub(crate) fn asked(limit: Option<u32>, cursor: Option<String>) -> Result<Page, ApiError> {
    let limit = self::limit(limit)?;
    if let Some(cursor) = &cursor
        && cursor.parse::<steward_model::MemberId>().is_err()
    {
        return Err(wrong_cursor());
    }
    Ok(Page {
        after: cursor,
        limit: limit + 1,
    })
}

/// How many are wanted.
pub(crate) fn limit(limit: Option<u32>) -> Result<u32, ApiError> {
    let limit = limit.unwrap_or(USUAL);
    if !(1..=LARGEST).contains(&limit) {
        return Err(ApiError::invalid_field(
            "limit",
            "This must be from 1 to 200.",
        ));
    }
    Ok(limit)
}

/// The place in a sequence that a cursor names, in the one way that we write it.
pub(crate) fn place(cursor: &str) -> Option<i64> {
    let place: i64 = cursor.parse().ok()?;
    (place.to_string() == cursor).then_some(place)
}

/// That a cursor is none of ours.
pub(crate) fn wrong_cursor() -> ApiError {
    let message = "This must be the `next_cursor` of an earlier page.";
    ApiError::invalid_field("cursor", message)
}

impl<T> List<T> {
    /// Cuts what was found down to the page.
    pub(crate) fn cut<R>(
        mut found: Vec<R>,
        page: &Page,
        id: impl Fn(&R) -> String,
        view: impl Fn(R) -> T,
    ) -> Self {
        let limit = page.limit.saturating_sub(1) as usize;
        let more = found.len() > limit;
        found.truncate(limit);
        let next_cursor = if more { found.last().map(id) } else { None };
        Self {
            items: found.into_iter().map(view).collect(),
            next_cursor,
        }
    }
}

impl<T> List<Option<T>> {
    /// Leaves out what is not there. The next page begins where it would have begun.
    pub(crate) fn flatten(self) -> List<T> {
        List {
            items: self.items.into_iter().flatten().collect(),
            next_cursor: self.next_cursor,
        }
    }
}

impl PageQuery {
    pub(crate) fn page(self) -> Result<Page, ApiError> {
        asked(self.limit, self.cursor)
    }
}
