//! What blocks said before, and going back to it.

use serde::{Deserialize, Serialize};
use steward_model::Author;
use steward_store::{Block, BlockChange, BlockVersion, Edited};
use utoipa::{IntoParams, ToSchema};

use super::blocks::{self, BlockQuery, BlockView};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;
use crate::routes::authors::{AuthorView, Authors};
use crate::routes::page::{self, List};
use crate::routes::words::IntegrityWord;

/// What a block once said.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BlockVersion)]
pub(crate) struct BlockVersionView {
    version: i64,
    value: String,
    author: AuthorView,
    integrity: IntegrityWord,
    #[schema(format = DateTime)]
    created_at: String,
}

/// Versions that are looked at to find what was undone: nobody goes back further step by step.
const LOOKED_AT: u32 = 200;

/// Which version to go back to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BlockUndo {
    /// Without it the last change is taken back that was not taken back before.
    version: Option<i64>,
    /// The version that was read. If it is not the newest, somebody was faster, and nothing is changed.
    seen: Option<i64>,
}

/// Which versions of which block.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct VersionQuery {
    /// As for the block itself.
    #[param(max_length = 64)]
    scope: Option<String>,
    /// As for the block itself.
    #[param(format = "uuid")]
    agent_id: Option<String>,
    /// At most this many, 1 to 200.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
    /// The `next_cursor` of the page before.
    #[param(max_length = 20)]
    cursor: Option<String>,
}

/// List what a block said, newest first
#[utoipa::path(
    get, path = "/v1/agent/memory/blocks/{label}/versions", tag = "memory",
    security(("bearer" = []), ("session" = [])),
    params(("label" = String, Path, max_length = 64), VersionQuery),
    responses((status = 200, body = List<BlockVersionView>), Failures)
)]
pub(crate) async fn list_block_versions(
    caller: Caller,
    Path(label): Path<String>,
    Query(query): Query<VersionQuery>,
) -> Result<Json<List<BlockVersionView>>, ApiError> {
    let page = page::asked(query.limit, None)?;
    let before = match query.cursor.as_deref().map(page::place) {
        None => i64::MAX,
        Some(Some(before)) => before,
        Some(None) => return Err(page::wrong_cursor()),
    };
    let shelf = blocks::shelf(&caller, query.scope.as_deref(), query.agent_id.as_deref()).await?;
    let block = shelf.block(&caller, &label).await?;
    let versions = caller
        .org()
        .block_versions(block.id, before, page.limit)
        .await?;
    let authors = versions.iter().map(|version| version.author).collect();
    let authors = Authors::of(&caller, authors).await?;
    Ok(Json(List::cut(
        versions,
        &page,
        |version| version.version.to_string(),
        |version| BlockVersionView {
            author: authors.view(version.author),
            version: version.version,
            value: version.value,
            integrity: version.integrity.into(),
            created_at: version.created_at.to_string(),
        },
    )))
}

/// Go back to what a block said
///
/// Each time without a version goes one change further back. The earlier value becomes a new version: `version` brings back
/// what was undone.
#[utoipa::path(
    post, path = "/v1/agent/memory/blocks/{label}/undo", tag = "memory",
    security(("bearer" = []), ("session" = [])),
    params(("label" = String, Path, max_length = 64), BlockQuery), request_body = BlockUndo,
    responses((status = 200, body = BlockView), Failures)
)]
pub(crate) async fn undo_block(
    caller: Caller,
    Path(label): Path<String>,
    Query(query): Query<BlockQuery>,
    Json(body): Json<BlockUndo>,
) -> Result<Json<BlockView>, ApiError> {
    let shelf = query.shelf(&caller).await?;
    let block = shelf.block(&caller, &label).await?;
    if body.seen.is_some_and(|seen| seen != block.version) {
        return Err(ApiError::changed_meanwhile());
    }
    let earlier = earlier(&caller, &block, body.version).await?;
    let change = BlockChange {
        value: Some(earlier.value),
        description: None,
        char_limit: None,
        read_only: None,
        author: Author::Member(caller.member_id),
        // Whoever goes back to a text does not vouch for it.
        integrity: earlier.integrity,
    };
    match caller
        .org()
        .change_block(block.id, block.version, change)
        .await?
    {
        Some(Edited::Edited(block)) => Ok(Json(block.into())),
        Some(Edited::Full(_)) => Err(ApiError::invalid_field(
            "version",
            "What the block said then is longer than it may be now.",
        )),
        Some(Edited::Stale(_) | Edited::ReadOnly(_)) => Err(ApiError::changed_meanwhile()),
        None => Err(ApiError::not_found()),
    }
}

async fn earlier(
    caller: &Caller,
    block: &Block,
    version: Option<i64>,
) -> Result<BlockVersion, ApiError> {
    let (org, newest) = (caller.org(), i64::MAX);
    let Some(wanted) = version else {
        let versions = org.block_versions(block.id, newest, LOOKED_AT).await?;
        return before_last_change(versions).ok_or_else(|| {
            ApiError::conflict(
                "There is no earlier version. What was undone comes back by its version.",
            )
        });
    };
    let newest = match wanted.checked_add(1) {
        Some(before) => org.block_versions(block.id, before, 1).await?.pop(),
        None => None,
    };
    let found = newest.filter(|found| found.version == wanted);
    found.ok_or_else(|| ApiError::invalid_field("version", "The block has no such version."))
}

/// What a block said before its last change, of its versions from the newest on. A version that says what the one below it said took
/// a change back, and both are passed over: going back twice must not be going forth again.
fn before_last_change(versions: Vec<BlockVersion>) -> Option<BlockVersion> {
    let mut standing: Vec<BlockVersion> = Vec::new();
    for version in versions.into_iter().rev() {
        let says_the_same = |known: &BlockVersion| known.value == version.value;
        match standing.as_slice() {
            [.., last] if says_the_same(last) => {}
            [.., before, _] if says_the_same(before) => {
                standing.pop();
            }
            _ => standing.push(version),
        }
    }
    standing.pop();
    standing.pop()
}
