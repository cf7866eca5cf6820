//! The caller's organisation.

use serde::{Deserialize, Serialize};
use steward_store::Org;
use utoipa::ToSchema;

use super::text;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::Json;
use crate::openapi::Failures;

/// An organisation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Org)]
pub(crate) struct OrgView {
    #[schema(format = "uuid")]
    id: String,
    name: String,
    #[schema(format = DateTime)]
    created_at: String,
}

impl From<Org> for OrgView {
    fn from(org: Org) -> Self {
        Self {
            id: org.id.to_string(),
            name: org.name,
            created_at: org.created_at.to_string(),
        }
    }
}

/// What to change.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OrgChange {
    #[schema(min_length = 1, max_length = 200)]
    name: String,
}

/// The organisation
#[utoipa::path(
    get, path = "/api/org", tag = "organisation", security(("bearer" = []), ("session" = [])),
    responses((status = 200, body = OrgView), Failures)
)]
pub(crate) async fn get_org(caller: Caller) -> Result<Json<OrgView>, ApiError> {
    let org = caller.org().get().await?.ok_or_else(ApiError::not_found)?;
    Ok(Json(org.into()))
}

/// Rename the organisation
#[utoipa::path(
    patch, path = "/api/org", tag = "organisation", security(("bearer" = []), ("session" = [])),
    request_body = OrgChange, responses((status = 200, body = OrgView), Failures)
)]
pub(crate) async fn update_org(
    caller: Caller,
    Json(body): Json<OrgChange>,
) -> Result<Json<OrgView>, ApiError> {
    caller.require_admin()?;
    let name = text::name("name", &body.name)?;
    let org = caller
        .org()
        .rename(&name)
        .await?
        .ok_or_else(ApiError::not_found)?;
    Ok(Json(org.into()))
}
