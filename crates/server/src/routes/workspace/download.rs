//! A file as a file.

use axum::response::{IntoResponse, Response};
use http::HeaderValue;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};

use super::write::PathQuery;
use super::{etag, file, present};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::Query;
use crate::openapi::Failures;

/// Download a file
///
/// It is never shown by a browser: what it says may be anybody's.
#[utoipa::path(
    get, path = "/api/workspace/download", tag = "workspace", security(("bearer" = []), ("session" = [])),
    params(PathQuery),
    responses((status = 200, body = String, content_type = "application/octet-stream"), Failures)
)]
pub(crate) async fn download_file(
    caller: Caller,
    Query(query): Query<PathQuery>,
) -> Result<Response, ApiError> {
    let path = file(&query.path)?;
    let found = present(caller.org().file(&path).await?).ok_or_else(ApiError::not_found)?;
    let mut headers = etag(found.head.sha256.as_ref())?;
    let attachment = format!("attachment; filename*=UTF-8''{}", escaped(path.name()));
    let attachment = HeaderValue::try_from(attachment).map_err(ApiError::internal)?;
    headers.insert(CONTENT_DISPOSITION, attachment);
    let octets = HeaderValue::from_static("application/octet-stream");
    headers.insert(CONTENT_TYPE, octets);
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    Ok((headers, found.content.unwrap_or_default()).into_response())
}

/// A name as a header can carry it: RFC 8187.
fn escaped(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                escaped.push(char::from(byte));
            }
            _ => escaped.push_str(&format!("%{byte:02X}")),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_its_header() {
        assert_eq!(escaped("a-b_c.md"), "a-b_c.md");
        assert_eq!(escaped("ä \"b\";.md"), "%C3%A4%20%22b%22%3B.md");
        assert_eq!(escaped("a'b%.txt"), "a%27b%25.txt");
    }
}
