//! The ways a contact is reached.

use http::StatusCode;
use steward_model::{ContactId, IdentifierId};

use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path};
use crate::openapi::Failures;
use crate::routes::members::IdentifierView;
use crate::routes::members::identifiers::NewIdentifierBody;
use crate::routes::text;

/// Add a way a contact is reached
#[utoipa::path(
    post, path = "/api/contacts/{contact_id}/identifiers", tag = "contacts", operation_id = "add_contact_identifier",
    security(("bearer" = []), ("session" = [])),
    params(("contact_id" = String, Path, format = "uuid")),
    request_body = NewIdentifierBody, responses((status = 201, body = IdentifierView), Failures)
)]
pub(crate) async fn add_contact_identifier(
    caller: Caller,
    Path(id): Path<ContactId>,
    Json(body): Json<NewIdentifierBody>,
) -> Result<(StatusCode, Json<IdentifierView>), ApiError> {
    let identifier = text::identifier("value", body.kind.into(), &body.value)?;
    let known = caller.org().add_contact_identifier(id, &identifier).await?;
    Ok((
        StatusCode::CREATED,
        Json(known.ok_or_else(ApiError::not_found)?.into()),
    ))
}

/// Take a way a contact is reached away
#[utoipa::path(
    delete, path = "/api/contacts/{contact_id}/identifiers/{identifier_id}", tag = "contacts",
    operation_id = "remove_contact_identifier",
    security(("bearer" = []), ("session" = [])),
    params(("contact_id" = String, Path, format = "uuid"), ("identifier_id" = String, Path, format = "uuid")),
    responses((status = 204, description = "Removed."), Failures)
)]
pub(crate) async fn remove_contact_identifier(
    caller: Caller,
    Path((id, identifier)): Path<(ContactId, IdentifierId)>,
) -> Result<StatusCode, ApiError> {
    match caller
        .org()
        .remove_contact_identifier(id, identifier)
        .await?
    {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found()),
    }
}
