//! The web UI, which is part of the binary.

use std::borrow::Cow;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{
    ACCEPT, ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE,
    ETAG, IF_NONE_MATCH, VARY,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use rust_embed::RustEmbed;

use crate::error::ApiError;

#[cfg(test)]
#[path = "web_ui_tests.rs"]
mod tests;

/// First parts of paths that belong to programs: an unknown one is an error, never the UI.
const RESERVED: [&str; 16] = [
    "api",
    "auth",
    "cache",
    "confirm",
    "file",
    "health",
    "metrics",
    "openapi",
    "openapi.css",
    "openapi.json",
    "query",
    "ready",
    "search",
    "tree",
    "v1",
    "webhooks",
];

/// Where the build puts files whose names change with their content.
const HASHED: &str = "assets/";

const NOT_BUILT: &str = "<!doctype html>\n<html lang=\"en\">\n<title>Steward</title>\n\
    <h1>Steward is running</h1>\n\
    <p>This binary was built without its web UI. Run <code>make web</code>, then build again.</p>\n\
    <p>The API works. It is described on <a href=\"/openapi\">its page</a> and in \
    <a href=\"/openapi.json\">openapi.json</a>.</p>\n</html>\n";

/// Absent files are no build error: the server can be worked on without Node.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

/// A file of the built UI.
struct Asset {
    data: Cow<'static, [u8]>,
    hash: [u8; 32],
}

/// Whether this binary has the UI in it.
pub(crate) fn is_built() -> bool {
    Dist::get("index.html").is_some()
}

/// Answers every path that no route took. Use it as the router's fallback.
pub(crate) async fn serve_ui(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let find = |name: &str| {
        let file = Dist::get(name)?;
        Some(Asset {
            hash: file.metadata.sha256_hash(),
            data: file.data,
        })
    };
    answer(find, &method, uri.path(), &headers)
}

fn answer(
    find: impl Fn(&str) -> Option<Asset>,
    method: &Method,
    path: &str,
    headers: &HeaderMap,
) -> Response {
    let name = path.trim_start_matches('/');
    let first = name.split('/').next().unwrap_or_default();
    if RESERVED.contains(&first) {
        return ApiError::not_found().into_response();
    }
    if !matches!(*method, Method::GET | Method::HEAD) {
        let allow = [(ALLOW, HeaderValue::from_static("GET, HEAD"))];
        return (allow, ApiError::method_not_allowed()).into_response();
    }
    // A page of the UI is a path that only the UI's own router knows.
    let is_page = name.is_empty() || (!name.starts_with(HASHED) && accepts_html(headers));
    let response = match file(&find, name, headers) {
        None if is_page => file(&find, "index.html", headers).or_else(|| Some(not_built())),
        response => response,
    };
    match response {
        Some(response) if *method == Method::HEAD => without_body(response),
        Some(response) => response,
        None => ApiError::not_found().into_response(),
    }
}

/// The file in the smallest form that the browser reads, or 304 if it has that already.
fn file(
    find: &impl Fn(&str) -> Option<Asset>,
    name: &str,
    headers: &HeaderMap,
) -> Option<Response> {
    let compressed = [("br", ".br"), ("gzip", ".gz")]
        .into_iter()
        .filter(|(encoding, _)| accepts_encoding(headers, encoding))
        .find_map(|(encoding, suffix)| Some((find(&format!("{name}{suffix}"))?, encoding)));
    let (asset, encoding) = match compressed {
        Some((asset, encoding)) => (asset, Some(encoding)),
        None => (find(name)?, None),
    };
    let etag = format!("\"{}\"", hex::encode(&asset.hash[..16]));
    let mut response = if has_already(headers, &etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let body = match asset.data {
            Cow::Borrowed(data) => Bytes::from_static(data),
            Cow::Owned(data) => Bytes::from(data),
        };
        let mut response = Response::new(Body::from(body));
        set(&mut response, CONTENT_TYPE, media_type(name));
        if let Some(encoding) = encoding {
            set(&mut response, CONTENT_ENCODING, encoding);
        }
        response
    };
    if let Ok(etag) = HeaderValue::try_from(etag) {
        response.headers_mut().insert(ETAG, etag);
    }
    set(&mut response, VARY, "accept-encoding");
    set(&mut response, CACHE_CONTROL, caching(name));
    Some(response)
}

fn not_built() -> Response {
    let mut response = (StatusCode::SERVICE_UNAVAILABLE, NOT_BUILT).into_response();
    set(&mut response, CONTENT_TYPE, media_type("index.html"));
    response
}

fn without_body(mut response: Response) -> Response {
    let length = axum::body::HttpBody::size_hint(response.body()).exact();
    if let Some(length) = length.filter(|_| response.status() != StatusCode::NOT_MODIFIED) {
        response
            .headers_mut()
            .insert(CONTENT_LENGTH, HeaderValue::from(length));
    }
    *response.body_mut() = Body::empty();
    response
}

fn set(response: &mut Response, name: HeaderName, value: &'static str) {
    response
        .headers_mut()
        .insert(name, HeaderValue::from_static(value));
}

fn caching(name: &str) -> &'static str {
    if name.starts_with(HASHED) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    }
}

fn accepts_html(headers: &HeaderMap) -> bool {
    list(headers, ACCEPT).any(|(media_type, _)| media_type.eq_ignore_ascii_case("text/html"))
}

fn accepts_encoding(headers: &HeaderMap, encoding: &str) -> bool {
    let refused = |parameters: &str| {
        let weight = parameters.trim().strip_prefix("q=").unwrap_or("1");
        weight.parse() == Ok(0.0)
    };
    list(headers, ACCEPT_ENCODING)
        .any(|(name, parameters)| name.eq_ignore_ascii_case(encoding) && !refused(parameters))
}

fn has_already(headers: &HeaderMap, etag: &str) -> bool {
    list(headers, IF_NONE_MATCH).any(|(tag, _)| tag == "*" || tag.trim_start_matches("W/") == etag)
}

/// The items of a comma-separated header, each apart from its parameters.
fn list(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = (&str, &str)> {
    headers
        .get_all(name)
        .iter()
        .flat_map(|value| value.to_str().unwrap_or_default().split(','))
        .map(|item| {
            let (value, parameters) = item.split_once(';').unwrap_or((item, ""));
            (value.trim(), parameters)
        })
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "ico" => "image/x-icon",
        "js" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
