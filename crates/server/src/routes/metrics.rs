//! Figures for Prometheus.

use http::header::CONTENT_TYPE;
use http::{HeaderName, HeaderValue};

use crate::auth::Anyone;
use crate::telemetry::metrics::Metrics;

/// Figures for Prometheus
///
/// Counts and durations by route; no names, no addresses, no content.
#[utoipa::path(
    get, path = "/metrics", tag = "operations",
    responses((status = 200, body = String, content_type = "text/plain"))
)]
pub(crate) async fn metrics(anyone: Anyone) -> ([(HeaderName, HeaderValue); 1], String) {
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    (
        [(CONTENT_TYPE, kind)],
        anyone
            .app()
            .metrics
            .as_ref()
            .map(Metrics::render)
            .unwrap_or_default(),
    )
}
