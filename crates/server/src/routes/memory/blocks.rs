//! Blocks: texts that stand in every prompt.

use http::StatusCode;
use serde::{Deserialize, Serialize};
use steward_memory::{BLOCK_CHARS, default_blocks};
use steward_model::{AgentId, Author, Scope};
use steward_store::{Block, BlockChange, Edited, NewBlock, StoreError};
use utoipa::{IntoParams, ToSchema};

use super::passage::WRITTEN_BY_A_MEMBER;
use super::scope;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;
use crate::routes::page::List;
use crate::routes::text;
use crate::routes::words::IntegrityWord;

const LONGEST_LABEL: usize = 64;
const LONGEST_DESCRIPTION: usize = 500;
const LARGEST_LIMIT: i64 = 20_000;
/// Times that somebody else may be faster before the caller is told.
const TRIES: usize = 5;

/// A text that stands in every prompt.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Block)]
pub(crate) struct BlockView {
    #[schema(format = "uuid")]
    id: String,
    /// Whose memory it is in: `org`, or `member:`, `contact:` or `agent:` and an id.
    scope: String,
    /// Whose own it is; null if every agent shares it.
    #[schema(format = "uuid")]
    agent_id: Option<String>,
    label: String,
    /// What it is for.
    description: String,
    value: String,
    /// How many characters it may have.
    char_limit: i64,
    /// Whether agents may only read it.
    read_only: bool,
    /// Grows with every edit.
    version: i64,
    /// How far it can be trusted: as far as the least of what stands in it.
    integrity: IntegrityWord,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    updated_at: String,
}

/// What a block is to be. What is left out stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BlockChange)]
pub(crate) struct BlockChangeBody {
    #[schema(max_length = 20000)]
    value: Option<String>,
    #[schema(max_length = 500)]
    description: Option<String>,
    #[schema(minimum = 1, maximum = 20000)]
    char_limit: Option<i64>,
    read_only: Option<bool>,
    /// The version that was read. If it is not the newest, somebody was faster, and nothing is changed.
    version: Option<i64>,
}

/// Whose block.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct BlockQuery {
    /// `org`, `member` (the caller's own), or `member:`, `contact:` or `agent:` and an id; `member` without it.
    #[param(max_length = 64)]
    scope: Option<String>,
    /// An agent whose own it is; without it, what every agent shares.
    #[param(format = "uuid")]
    agent_id: Option<String>,
}

/// Where a block stands.
pub(super) struct Shelf {
    pub(super) scope: Scope,
    pub(super) agent: Option<AgentId>,
}

/// List the blocks of a scope
///
/// With `agent_id` as that agent reads them: its own stand in for shared ones of the same label.
#[utoipa::path(
    get, path = "/v1/agent/memory/blocks", tag = "memory", security(("bearer" = []), ("session" = [])),
    params(BlockQuery), responses((status = 200, body = List<BlockView>), Failures)
)]
pub(crate) async fn list_blocks(
    caller: Caller,
    Query(query): Query<BlockQuery>,
) -> Result<Json<List<BlockView>>, ApiError> {
    let shelf = query.shelf(&caller).await?;
    let blocks = shelf.blocks(&caller).await?;
    Ok(Json(List {
        items: blocks.into_iter().map(BlockView::from).collect(),
        next_cursor: None,
    }))
}

/// One block
#[utoipa::path(
    get, path = "/v1/agent/memory/blocks/{label}", tag = "memory", security(("bearer" = []), ("session" = [])),
    params(("label" = String, Path, max_length = 64), BlockQuery),
    responses((status = 200, body = BlockView), Failures)
)]
pub(crate) async fn get_block(
    caller: Caller,
    Path(label): Path<String>,
    Query(query): Query<BlockQuery>,
) -> Result<Json<BlockView>, ApiError> {
    let shelf = query.shelf(&caller).await?;
    Ok(Json(shelf.block(&caller, &label).await?.into()))
}

/// Write a block
///
/// Makes it if there is none. A new value is a new version; the settings alone are none.
#[utoipa::path(
    put, path = "/v1/agent/memory/blocks/{label}", tag = "memory", security(("bearer" = []), ("session" = [])),
    params(("label" = String, Path, max_length = 64), BlockQuery), request_body = BlockChangeBody,
    responses((status = 200, body = BlockView), (status = 201, body = BlockView), Failures)
)]
pub(crate) async fn put_block(
    caller: Caller,
    Path(label): Path<String>,
    Query(query): Query<BlockQuery>,
    Json(body): Json<BlockChangeBody>,
) -> Result<(StatusCode, Json<BlockView>), ApiError> {
    let shelf = query.shelf(&caller).await?;
    body.check(&label)?;
    for _ in 0..TRIES {
        let Some(block) = shelf.find(&caller, &label).await? else {
            if body.version.is_some() {
                return Err(ApiError::changed_meanwhile());
            }
            let new = body.new_block(&caller, &label)?;
            match caller
                .org()
                .create_block(shelf.scope, shelf.agent, new)
                .await
            {
                Ok(block) => return Ok((StatusCode::CREATED, Json(block.into()))),
                Err(StoreError::Conflict(_)) => continue,
                Err(error) => return Err(error.into()),
            }
        };
        let version = body.version.unwrap_or(block.version);
        let change = body.change(&caller);
        match caller.org().change_block(block.id, version, change).await? {
            Some(Edited::Edited(block)) => return Ok((StatusCode::OK, Json(block.into()))),
            Some(Edited::Full(_)) => return Err(body.too_long()),
            Some(Edited::Stale(_)) if body.version.is_some() => {
                return Err(ApiError::changed_meanwhile());
            }
            Some(Edited::Stale(_) | Edited::ReadOnly(_)) | None => {}
        }
    }
    Err(ApiError::changed_meanwhile())
}

/// Delete a block with all its versions
#[utoipa::path(
    delete, path = "/v1/agent/memory/blocks/{label}", tag = "memory", security(("bearer" = []), ("session" = [])),
    params(("label" = String, Path, max_length = 64), BlockQuery),
    responses((status = 204, description = "Deleted."), Failures)
)]
pub(crate) async fn delete_block(
    caller: Caller,
    Path(label): Path<String>,
    Query(query): Query<BlockQuery>,
) -> Result<StatusCode, ApiError> {
    let shelf = query.shelf(&caller).await?;
    let block = shelf.block(&caller, &label).await?;
    let by = Author::Member(caller.member_id);
    match caller.org().delete_block(block.id, by).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found()),
    }
}

impl BlockQuery {
    pub(super) async fn shelf(&self, caller: &Caller) -> Result<Shelf, ApiError> {
        shelf(caller, self.scope.as_deref(), self.agent_id.as_deref()).await
    }
}

/// Where a caller looks for blocks.
pub(super) async fn shelf(
    caller: &Caller,
    scope: Option<&str>,
    agent: Option<&str>,
) -> Result<Shelf, ApiError> {
    Ok(Shelf {
        scope: scope::named(caller, "scope", scope.unwrap_or(scope::OWN)).await?,
        agent: scope::agent(caller, agent).await?,
    })
}

impl Shelf {
    /// The blocks as the agent reads them. A member who has none gets those that everybody begins with, unless the caller may
    /// only read.
    async fn blocks(&self, caller: &Caller) -> Result<Vec<Block>, ApiError> {
        let org = caller.org();
        let is_new = matches!(self.scope, Scope::Member(_))
            && caller.may_write()
            && org.blocks(self.scope, None).await?.is_empty();
        if is_new {
            org.ensure_blocks(self.scope, None, default_blocks())
                .await?;
        }
        Ok(org.blocks(self.scope, self.agent).await?)
    }

    /// The block with a label: the agent's own where an agent is named, else the shared one.
    async fn find(&self, caller: &Caller, label: &str) -> Result<Option<Block>, ApiError> {
        let blocks = self.blocks(caller).await?;
        let is_it = |block: &Block| block.label == label && block.agent_id == self.agent;
        Ok(blocks.into_iter().find(is_it))
    }

    pub(super) async fn block(&self, caller: &Caller, label: &str) -> Result<Block, ApiError> {
        let block = self.find(caller, label).await?;
        block.ok_or_else(ApiError::not_found)
    }
}

impl BlockChangeBody {
    fn check(&self, label: &str) -> Result<(), ApiError> {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c);
        if !(1..=LONGEST_LABEL).contains(&label.len()) || !label.chars().all(is_plain) {
            let message = "A label has 1 to 64 of the characters a to z, 0 to 9, _ and -.";
            return Err(ApiError::invalid_field("label", message));
        }
        if let Some(value) = &self.value {
            text::long("value", value, LARGEST_LIMIT as usize)?;
        }
        if let Some(description) = &self.description {
            text::long("description", description, LONGEST_DESCRIPTION)?;
        }
        match self.char_limit {
            Some(limit) if !(1..=LARGEST_LIMIT).contains(&limit) => Err(ApiError::invalid_field(
                "char_limit",
                "This must be from 1 to 20000.",
            )),
            _ => Ok(()),
        }
    }

    fn new_block(&self, caller: &Caller, label: &str) -> Result<NewBlock, ApiError> {
        let value = self.value.clone().unwrap_or_default();
        let char_limit = self.char_limit.unwrap_or(BLOCK_CHARS);
        if value.chars().count() as i64 > char_limit {
            return Err(self.too_long());
        }
        Ok(NewBlock {
            label: label.to_owned(),
            description: self.description.clone().unwrap_or_default(),
            value,
            char_limit,
            read_only: self.read_only.unwrap_or(false),
            author: Author::Member(caller.member_id),
            integrity: WRITTEN_BY_A_MEMBER,
        })
    }

    fn change(&self, caller: &Caller) -> BlockChange {
        BlockChange {
            value: self.value.clone(),
            description: self.description.clone(),
            char_limit: self.char_limit,
            read_only: self.read_only,
            author: Author::Member(caller.member_id),
            integrity: WRITTEN_BY_A_MEMBER,
        }
    }

    fn too_long(&self) -> ApiError {
        match self.value {
            Some(_) => ApiError::invalid_field("value", "This is longer than the block may be."),
            None => ApiError::invalid_field("char_limit", "The block is longer than this."),
        }
    }
}

impl From<Block> for BlockView {
    fn from(block: Block) -> Self {
        Self {
            id: block.id.to_string(),
            scope: scope::word(block.scope),
            agent_id: block.agent_id.map(|id| id.to_string()),
            label: block.label,
            description: block.description,
            value: block.value,
            char_limit: block.char_limit,
            read_only: block.read_only,
            version: block.version,
            integrity: block.integrity.into(),
            created_at: block.created_at.to_string(),
            updated_at: block.updated_at.to_string(),
        }
    }
}
