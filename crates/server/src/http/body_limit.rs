//! Reads a body that may not be larger than its route accepts, nor take longer than a request may.
//!
//! The limit is axum's own marker in the request, so that every extractor, axum's and ours, obeys. It is set before anything
//! looks at the body, also for the one route that takes files.

use std::time::Instant;

use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{FromRequest, Request};
use bytes::Bytes;
use http::HeaderMap;
use http::header::CONTENT_TYPE;

use crate::error::ApiError;

/// Where files are sent to.
const UPLOADS: &str = "/v1/rag/documents";

/// When a body must have arrived. A handler that changes things runs to its end, so that a caller who sends slowly, or
/// never, would otherwise keep it and its connection.
#[derive(Debug, Clone, Copy)]
struct Deadline(Instant);

/// Sets by when the body must have arrived.
pub(super) fn set_deadline(request: &mut Request, deadline: Instant) {
    request.extensions_mut().insert(Deadline(deadline));
}

/// Whether a request brings a file: those may be larger than others.
pub(super) fn takes_files(request: &Request) -> bool {
    request.uri().path() == UPLOADS && is_form(request.headers())
}

/// Whether a body is a form with files.
pub(crate) fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let essence = kind.and_then(|kind| kind.split(';').next());
    essence.is_some_and(|it| it.trim().eq_ignore_ascii_case("multipart/form-data"))
}

/// The whole body, or 413 as soon as it is too large.
pub(crate) async fn read_body(request: Request) -> Result<Bytes, ApiError> {
    let deadline = request.extensions().get::<Deadline>().copied();
    let body = Bytes::from_request(request, &());
    let body = match deadline {
        Some(Deadline(at)) => tokio::time::timeout_at(at.into(), body)
            .await
            .map_err(|_| ApiError::timeout())?,
        None => body.await,
    };
    body.map_err(|rejection| match rejection {
        BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) => {
            ApiError::payload_too_large()
        }
        _ => ApiError::bad_request("incomplete_body", "The body did not arrive whole."),
    })
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::time::Duration;

    use axum::body::Body;

    use super::*;

    #[tokio::test]
    async fn a_body_that_never_arrives_is_given_up() {
        let silence = futures_util::stream::pending::<Result<Bytes, Infallible>>();
        let mut request = Request::new(Body::from_stream(silence));
        set_deadline(&mut request, Instant::now() + Duration::from_millis(10));
        let error = read_body(request).await.unwrap_err();
        assert_eq!(error.code, "timeout");
    }
}
