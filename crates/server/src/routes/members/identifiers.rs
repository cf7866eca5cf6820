//! The ways a member is known.

use http::StatusCode;
use serde::Deserialize;
use steward_model::{IdentifierId, MemberId};
use utoipa::ToSchema;

use super::{IdentifierView, KindWord, changeable};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path};
use crate::openapi::Failures;
use crate::routes::text;

/// An identifier to be added.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewIdentifier)]
pub(crate) struct NewIdentifierBody {
    pub(crate) kind: KindWord,
    #[schema(min_length = 1, max_length = 254)]
    pub(crate) value: String,
}

/// Add a way a member is known
#[utoipa::path(
    post, path = "/api/members/{member_id}/identifiers", tag = "members", operation_id = "add_member_identifier",
    security(("bearer" = []), ("session" = [])),
    params(("member_id" = String, Path, format = "uuid")),
    request_body = NewIdentifierBody, responses((status = 201, body = IdentifierView), Failures)
)]
pub(crate) async fn add_member_identifier(
    caller: Caller,
    Path(id): Path<MemberId>,
    Json(body): Json<NewIdentifierBody>,
) -> Result<(StatusCode, Json<IdentifierView>), ApiError> {
    changeable(&caller, id).await?;
    let identifier = text::identifier("value", body.kind.into(), &body.value)?;
    let known = caller.org().add_member_identifier(id, &identifier).await?;
    Ok((
        StatusCode::CREATED,
        Json(known.ok_or_else(ApiError::not_found)?.into()),
    ))
}

/// Take a way a member is known away
#[utoipa::path(
    delete, path = "/api/members/{member_id}/identifiers/{identifier_id}", tag = "members",
    operation_id = "remove_member_identifier",
    security(("bearer" = []), ("session" = [])),
    params(("member_id" = String, Path, format = "uuid"), ("identifier_id" = String, Path, format = "uuid")),
    responses((status = 204, description = "Removed."), Failures)
)]
pub(crate) async fn remove_member_identifier(
    caller: Caller,
    Path((id, identifier)): Path<(MemberId, IdentifierId)>,
) -> Result<StatusCode, ApiError> {
    changeable(&caller, id).await?;
    match caller
        .org()
        .remove_member_identifier(id, identifier)
        .await?
    {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found()),
    }
}
