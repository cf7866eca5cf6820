//! What models are to heed when a program says nothing else: texts that a member keeps, one of which may be the default.

use serde::{Deserialize, Serialize};
use steward_agent::count_tokens;
use steward_store::{Instruction, InstructionChange, Page};
use utoipa::ToSchema;

use super::list::{self, NewestQuery, ObjectList};
use super::new_id;
use super::responses::Deleted;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::OpenAiFailures;
use crate::routes::text;

const LONGEST: usize = 20_000;

/// An instruction.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct InstructionObject {
    id: String,
    #[schema(pattern = "^instruction$")]
    object: &'static str,
    name: String,
    prompt: String,
    /// How much of a model's context it takes, by the encoding of OpenAI's newer models.
    prompt_tokens: usize,
    /// Whether it counts for a response whose request has no `instructions`.
    is_default: bool,
    /// In seconds since 1970.
    created_at: i64,
    /// When its name or text changed last, in seconds since 1970.
    updated_at: i64,
}

/// A new instruction.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateInstruction {
    #[schema(min_length = 1, max_length = 200)]
    name: String,
    #[schema(min_length = 1, max_length = 20000)]
    prompt: String,
    /// Takes the place of the one that was.
    is_default: Option<bool>,
}

/// What is to be changed; the rest stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateInstruction {
    #[schema(min_length = 1, max_length = 200)]
    name: Option<String>,
    #[schema(min_length = 1, max_length = 20000)]
    prompt: Option<String>,
    is_default: Option<bool>,
}

/// As it is kept.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    name: String,
    prompt: String,
    prompt_tokens: usize,
}

/// Keep an instruction
///
/// A member keeps at most 100.
#[utoipa::path(
    post, path = "/v1/instructions", tag = "openai", security(("bearer" = []), ("session" = [])),
    request_body = CreateInstruction, responses((status = 200, body = InstructionObject), OpenAiFailures)
)]
pub(crate) async fn create_instruction(
    caller: Caller,
    Json(body): Json<CreateInstruction>,
) -> Result<Json<InstructionObject>, ApiError> {
    let kept = Kept::new(text::name("name", &body.name)?, prompt(&body.prompt)?);
    let new = InstructionChange {
        body: Some(kept.bytes()?),
        is_default: body.is_default,
    };
    let id = new_id("instr");
    let org = caller.org();
    org.create_instruction(caller.member_id, &id, new).await?;
    Ok(Json(find(&caller, &id).await?))
}

/// List your instructions
///
/// The newest comes first.
#[utoipa::path(
    get, path = "/v1/instructions", tag = "openai", security(("bearer" = []), ("session" = [])),
    params(NewestQuery), responses((status = 200, body = ObjectList), OpenAiFailures)
)]
pub(crate) async fn list_instructions(
    caller: Caller,
    Query(query): Query<NewestQuery>,
) -> Result<Json<ObjectList>, ApiError> {
    let limit = list::limit(query.limit)?;
    let page = Page {
        after: list::after(query.after)?,
        limit: limit + 1,
    };
    let org = caller.org();
    let found = org.instructions(caller.member_id, &page).await?;
    // Looked for after the page was read: what is there now was there then.
    if let Some(after) = &page.after
        && org.instruction(caller.member_id, after).await?.is_none()
    {
        return Err(list::unknown_after());
    }
    let shown = found.into_iter().map(|one| {
        let object = InstructionObject::of(one)?;
        serde_json::to_value(object).map_err(ApiError::internal)
    });
    let shown = shown.collect::<Result<Vec<_>, _>>()?;
    Ok(Json(ObjectList::cut(shown, limit)))
}

/// One of your instructions
#[utoipa::path(
    get, path = "/v1/instructions/{instruction_id}", tag = "openai", security(("bearer" = []), ("session" = [])),
    params(("instruction_id" = String, Path, max_length = 64)),
    responses((status = 200, body = InstructionObject), OpenAiFailures)
)]
pub(crate) async fn get_instruction(
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<InstructionObject>, ApiError> {
    Ok(Json(find(&caller, &id).await?))
}

/// Change an instruction
#[utoipa::path(
    post, path = "/v1/instructions/{instruction_id}", tag = "openai", security(("bearer" = []), ("session" = [])),
    params(("instruction_id" = String, Path, max_length = 64)),
    request_body = UpdateInstruction, responses((status = 200, body = InstructionObject), OpenAiFailures)
)]
pub(crate) async fn update_instruction(
    caller: Caller,
    Path(id): Path<String>,
    Json(body): Json<UpdateInstruction>,
) -> Result<Json<InstructionObject>, ApiError> {
    let now = find(&caller, &id).await?;
    let texts = match (body.name, body.prompt) {
        (None, None) => None,
        (name, text) => Some(Kept::new(
            name.map_or(Ok(now.name), |name| text::name("name", &name))?,
            text.map_or(Ok(now.prompt), |text| prompt(&text))?,
        )),
    };
    let change = InstructionChange {
        body: texts.map(|kept| kept.bytes()).transpose()?,
        is_default: body.is_default,
    };
    change_one(&caller, &id, change).await
}

/// Make an instruction the default
///
/// It counts from now on for responses of models whose requests have no `instructions`.
#[utoipa::path(
    post, path = "/v1/instructions/{instruction_id}/set-default", tag = "openai",
    security(("bearer" = []), ("session" = [])), params(("instruction_id" = String, Path, max_length = 64)),
    responses((status = 200, body = InstructionObject), OpenAiFailures)
)]
pub(crate) async fn set_default_instruction(
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<InstructionObject>, ApiError> {
    let change = InstructionChange {
        body: None,
        is_default: Some(true),
    };
    change_one(&caller, &id, change).await
}

/// Delete an instruction
#[utoipa::path(
    delete, path = "/v1/instructions/{instruction_id}", tag = "openai", security(("bearer" = []), ("session" = [])),
    params(("instruction_id" = String, Path, max_length = 64)),
    responses((status = 200, body = Deleted), OpenAiFailures)
)]
pub(crate) async fn delete_instruction(
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Deleted>, ApiError> {
    let org = caller.org();
    match org.delete_instruction(caller.member_id, &id).await? {
        true => Ok(Json(Deleted {
            id,
            object: "instruction.deleted",
            deleted: true,
        })),
        false => Err(ApiError::not_found()),
    }
}

/// What models are to heed when the caller's programs say nothing else.
pub(super) async fn usual(caller: &Caller) -> Result<Option<String>, ApiError> {
    let found = caller.org().default_instruction(caller.member_id).await?;
    let kept = found.map(|found| Kept::read(&found.body)).transpose()?;
    Ok(kept.map(|kept| kept.prompt))
}

async fn find(caller: &Caller, id: &str) -> Result<InstructionObject, ApiError> {
    let found = caller.org().instruction(caller.member_id, id).await?;
    InstructionObject::of(found.ok_or_else(ApiError::not_found)?)
}

async fn change_one(
    caller: &Caller,
    id: &str,
    change: InstructionChange,
) -> Result<Json<InstructionObject>, ApiError> {
    let org = caller.org();
    if !org.change_instruction(caller.member_id, id, change).await? {
        return Err(ApiError::not_found());
    }
    Ok(Json(find(caller, id).await?))
}

fn prompt(text: &str) -> Result<String, ApiError> {
    if text.trim().is_empty() {
        return Err(super::wrong("prompt", "This must say something."));
    }
    text::long("prompt", text, LONGEST)
}

impl Kept {
    fn new(name: String, prompt: String) -> Self {
        Self {
            prompt_tokens: count_tokens(&prompt),
            name,
            prompt,
        }
    }

    fn read(body: &[u8]) -> Result<Self, ApiError> {
        serde_json::from_slice(body).map_err(ApiError::internal)
    }

    fn bytes(&self) -> Result<Vec<u8>, ApiError> {
        serde_json::to_vec(self).map_err(ApiError::internal)
    }
}

impl InstructionObject {
    fn of(instruction: Instruction) -> Result<Self, ApiError> {
        let kept = Kept::read(&instruction.body)?;
        Ok(Self {
            id: instruction.id,
            object: "instruction",
            name: kept.name,
            prompt: kept.prompt,
            prompt_tokens: kept.prompt_tokens,
            is_default: instruction.is_default,
            created_at: instruction.created_at.as_micros() / 1_000_000,
            updated_at: instruction.updated_at.as_micros() / 1_000_000,
        })
    }
}
