//! Signing a browser out.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::SET_COOKIE;

use crate::auth::{Caller, Via, clear_session};
use crate::error::ApiError;
use crate::openapi::Failures;

/// Sign out
///
/// Ends the session of this browser. A caller with an API key has none to end.
#[utoipa::path(
    post, path = "/auth/sign-out", tag = "sign in",
    security(("bearer" = []), ("session" = [])),
    responses((status = 204, description = "Signed out."), Failures)
)]
pub(crate) async fn sign_out(caller: Caller) -> Result<Response, ApiError> {
    if let Via::Session { id, .. } = &caller.via {
        caller.org().delete_session(*id).await?;
    }
    let cookie = clear_session(&caller.app().settings)?;
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, cookie)]).into_response())
}
