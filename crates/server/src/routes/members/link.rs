//! A link that signs a member in once.

use http::StatusCode;
use serde::Serialize;
use steward_model::MemberId;
use utoipa::ToSchema;

use super::changeable;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path};
use crate::openapi::Failures;
use crate::sign_in_link;

/// A link to hand to the member.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SignInLink {
    /// Whoever opens it first is signed in as the member.
    url: String,
    #[schema(format = DateTime)]
    expires_at: String,
}

/// Make a link that signs a member in once
#[utoipa::path(
    post, path = "/api/members/{member_id}/sign-in-link", tag = "members",
    security(("bearer" = []), ("session" = [])),
    params(("member_id" = String, Path, format = "uuid")),
    responses((status = 201, body = SignInLink), Failures)
)]
pub(crate) async fn create_sign_in_link(
    caller: Caller,
    Path(id): Path<MemberId>,
) -> Result<(StatusCode, Json<SignInLink>), ApiError> {
    let member = changeable(&caller, id).await?;
    let app = caller.app();
    let expires_at = app.now().plus(app.settings.sign_in_link_ttl);
    let url = sign_in_link::create(
        &app.store,
        caller.org_id,
        member.id,
        &app.settings.base_url,
        expires_at,
    )
    .await?;
    Ok((
        StatusCode::CREATED,
        Json(SignInLink {
            url,
            expires_at: expires_at.to_string(),
        }),
    ))
}
