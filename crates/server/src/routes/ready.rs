//! Whether requests are welcome.

use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::Anyone;
use crate::error::ApiError;
use crate::extract::Json;
use crate::openapi::Failures;

/// Requests are welcome.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Ready {
    /// Always `ready`.
    #[schema(example = "ready")]
    status: &'static str,
}

/// Whether requests are welcome
///
/// 503 while the database cannot be read, and from the moment the server was asked to stop.
#[utoipa::path(get, path = "/ready", tag = "operations", responses((status = 200, body = Ready), Failures))]
pub(crate) async fn ready(anyone: Anyone) -> Result<Json<Ready>, ApiError> {
    if anyone.app().readiness.is_stopping() {
        return Err(ApiError::unavailable("The server is stopping."));
    }
    anyone.app().store.ping().await?;
    Ok(Json(Ready { status: "ready" }))
}
