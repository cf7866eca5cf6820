//! The API's description, for programs and for people.

use axum::Router;
use axum::response::IntoResponse;
use axum::routing::get;
use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderName, HeaderValue};
use utoipa::openapi::OpenApi;

use crate::openapi_page;

/// Both forms, made once.
pub(crate) struct Page {
    json: Bytes,
    html: Bytes,
}

impl Page {
    pub(crate) fn new(description: &OpenApi) -> Self {
        let value = serde_json::to_value(description).unwrap_or_default();
        Self {
            json: Bytes::from(value.to_string()),
            html: Bytes::from(openapi_page::render(&value)),
        }
    }
}

/// Anyone may read how to call; nothing here depends on who asks.
pub(crate) fn router(page: Page) -> Router {
    let Page { json, html } = page;
    Router::new()
        .route(
            "/openapi.json",
            get(async move || (kind("application/json"), json)),
        )
        .route(
            "/openapi",
            get(async move || (kind("text/html; charset=utf-8"), html)),
        )
        .route(
            openapi_page::STYLE_PATH,
            get(async || (kind("text/css; charset=utf-8"), openapi_page::STYLE).into_response()),
        )
}

fn kind(content_type: &'static str) -> [(HeaderName, HeaderValue); 2] {
    [
        (CONTENT_TYPE, HeaderValue::from_static(content_type)),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ]
}
