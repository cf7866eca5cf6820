//! Whether the process runs.

use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::Anyone;
use crate::extract::Json;

/// The process runs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// Always `ok`.
    #[schema(example = "ok")]
    status: &'static str,
    /// The running version.
    version: &'static str,
}

/// Whether the process runs
///
/// Touches nothing else: use `/ready` to decide where to send requests.
#[utoipa::path(get, path = "/health", tag = "operations", responses((status = 200, body = Health)))]
pub(crate) async fn health(_: Anyone) -> Json<Health> {
    Json(Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
    })
}
