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
/// 503 while the database takes no writes, as on a full disk, and from the moment the server was asked to stop. A row is
/// written to find out, at most once a second.
#[utoipa::path(get, path = "/ready", tag = "operations", responses((status = 200, body = Ready), Failures))]
pub(crate) async fn ready(anyone: Anyone) -> Result<Json<Ready>, ApiError> {
    let app = anyone.app();
    if app.readiness.is_stopping() {
        return Err(ApiError::unavailable("The server is stopping."));
    }
    if let Some(trouble) = app.readiness.trouble(&app.store).await {
        return Err(ApiError::unavailable(trouble));
    }
    Ok(Json(Ready { status: "ready" }))
}
