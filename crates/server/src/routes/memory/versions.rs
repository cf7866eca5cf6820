//! What blocks said before, and going back to it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde::{Deserialize, Serialize};
use steward_model::Author;
use steward_store::{Block, BlockChange, BlockVersion, Edited};
use utoipa::{IntoParams, ToSchema};

use super::blocks::{self, BlockQuery, BlockView};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;
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

/// Who wrote something.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Author)]
pub(crate) struct AuthorView {
    kind: AuthorKind,
    #[schema(format = "uuid")]
    id: Option<String>,
    /// Null if they are gone.
    name: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AuthorKind {
    Member,
    Agent,
    /// The folder on disk that mirrors the workspace.
    Mirror,
    System,
}

/// Which version to go back to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BlockUndo {
    /// The one before the present without it.
    version: Option<i64>,
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
    let authors = authors(&caller, &versions).await?;
    Ok(Json(List::cut(
        versions,
        &page,
        |version| version.version.to_string(),
        |version| BlockVersionView {
            author: authors[&version.author.to_string()].clone(),
            version: version.version,
            value: version.value,
            integrity: version.integrity.into(),
            created_at: version.created_at.to_string(),
        },
    )))
}

/// Go back to what a block said
///
/// The earlier value becomes a new version, so that this can be undone too.
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
        Some(Edited::Stale(_) | Edited::ReadOnly(_)) => Err(blocks::changed_meanwhile()),
        None => Err(ApiError::not_found()),
    }
}

async fn earlier(
    caller: &Caller,
    block: &Block,
    version: Option<i64>,
) -> Result<BlockVersion, ApiError> {
    let wanted = version.unwrap_or(block.version - 1);
    let newest = match wanted.checked_add(1) {
        Some(before) => caller
            .org()
            .block_versions(block.id, before, 1)
            .await?
            .pop(),
        None => None,
    };
    match newest.filter(|found| found.version == wanted) {
        Some(found) => Ok(found),
        None if version.is_none() => Err(ApiError::conflict("There is no earlier version.")),
        None => Err(ApiError::invalid_field(
            "version",
            "The block has no such version.",
        )),
    }
}

/// The authors of these versions, by their name on the record.
async fn authors(
    caller: &Caller,
    versions: &[BlockVersion],
) -> Result<BTreeMap<String, AuthorView>, ApiError> {
    let mut authors = BTreeMap::new();
    for author in versions.iter().map(|version| version.author) {
        let name = author.to_string();
        if let Entry::Vacant(place) = authors.entry(name) {
            place.insert(self::author(caller, author).await?);
        }
    }
    Ok(authors)
}

async fn author(caller: &Caller, author: Author) -> Result<AuthorView, ApiError> {
    let org = caller.org();
    Ok(match author {
        Author::Member(id) => AuthorView {
            kind: AuthorKind::Member,
            id: Some(id.to_string()),
            name: org.member(id).await?.map(|member| member.name),
        },
        Author::Agent(id) => AuthorView {
            kind: AuthorKind::Agent,
            id: Some(id.to_string()),
            name: org.agent(id).await?.map(|agent| agent.settings.name),
        },
        Author::Mirror => AuthorView {
            kind: AuthorKind::Mirror,
            id: None,
            name: None,
        },
        Author::System => AuthorView {
            kind: AuthorKind::System,
            id: None,
            name: None,
        },
    })
}
