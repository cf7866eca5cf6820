//! A panic is a fault of ours: it costs one request, and the caller reads the usual envelope.

use std::convert::Infallible;
use std::future::Future;
use std::panic::AssertUnwindSafe;

use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;

use crate::error::ApiError;

/// The handler's response, or a 500 if it panicked.
pub(super) async fn catch<F>(answer: F) -> Response
where
    F: Future<Output = Result<Response, Infallible>>,
{
    // The future is dropped after a panic, so nobody sees what it left half done.
    match AssertUnwindSafe(answer).catch_unwind().await {
        Ok(Ok(response)) => response,
        Err(_) => ApiError::internal("the handler panicked").into_response(),
    }
}

/// Sends panics to the log, where they carry the request id.
///
/// Only the place is written: the message may quote what somebody wrote to the agent.
pub(crate) fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location();
        tracing::error!(
            file = place.map(|place| place.file()),
            line = place.map(|place| place.line()),
            "a thread panicked"
        );
    }));
}
