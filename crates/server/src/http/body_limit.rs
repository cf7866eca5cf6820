//! Reads a body that may not be larger than its route accepts.
//!
//! The limit of the whole server is axum's own marker in the request, so that a route which takes files raises it
//! with `axum::extract::DefaultBodyLimit::max` and every extractor, axum's and ours, obeys.

use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{FromRequest, Request};
use bytes::Bytes;

use crate::error::ApiError;

/// The whole body, or 413 as soon as it is too large.
pub(crate) async fn read_body(request: Request) -> Result<Bytes, ApiError> {
    Bytes::from_request(request, &())
        .await
        .map_err(|rejection| match rejection {
            BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) => {
                ApiError::payload_too_large()
            }
            _ => ApiError::bad_request("incomplete_body", "The body did not arrive whole."),
        })
}
