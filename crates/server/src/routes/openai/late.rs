//! Answers that take longer than a request may: they begin in time, and end when they are ready.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::{Stream, stream};
use http::HeaderValue;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::error::ApiError;
use crate::extract::Json;
use crate::http::caller_gone;

/// How long a stream may be silent before it says that it is there.
const SILENCE: Duration = Duration::from_secs(15);

/// An answer, or why there is none and what stands for it once it is too late to say so with a status.
pub(super) type Outcome = Result<Value, (ApiError, Value)>;

/// One JSON document. What is not ready soon is sent as blanks until it is: JSON may begin with them. Whoever writes it sees
/// that it is not wanted any more when the caller hangs up.
pub(super) async fn whole(
    limit: Duration,
    mut outcome: oneshot::Receiver<Outcome>,
) -> Result<Response, ApiError> {
    let ready = tokio::select! {
        ready = timeout(limit / 2, &mut outcome) => ready,
        () = caller_gone() => return Err(ApiError::internal("whoever asked has hung up")),
    };
    match ready {
        Ok(Ok(Ok(value))) => Ok(Json(value).into_response()),
        Ok(Ok(Err((error, _)))) => Err(error),
        Ok(Err(_)) => Err(ApiError::internal("an answer was given up")),
        Err(_) => {
            let json = HeaderValue::from_static("application/json");
            let body = Body::from_stream(padded(outcome));
            Ok(([(CONTENT_TYPE, json)], body).into_response())
        }
    }
}

/// A stream of events.
pub(in crate::routes) fn events(lines: mpsc::UnboundedReceiver<Bytes>) -> Response {
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (
            http::HeaderName::from_static("x-accel-buffering"),
            HeaderValue::from_static("no"),
        ),
    ];
    (headers, Body::from_stream(with_heartbeat(lines))).into_response()
}

fn padded(outcome: oneshot::Receiver<Outcome>) -> impl Stream<Item = Result<Bytes, Infallible>> {
    stream::unfold(Some(outcome), |outcome| async move {
        let mut outcome = outcome?;
        let value = match timeout(SILENCE, &mut outcome).await {
            Err(_) => return Some((Ok(Bytes::from_static(b" ")), Some(outcome))),
            Ok(Ok(Ok(value) | Err((_, value)))) => value,
            Ok(Err(_)) => Value::Null,
        };
        Some((Ok(Bytes::from(value.to_string())), None))
    })
}

fn with_heartbeat(
    lines: mpsc::UnboundedReceiver<Bytes>,
) -> impl Stream<Item = Result<Bytes, Infallible>> {
    stream::unfold(lines, |mut lines| async move {
        match timeout(SILENCE, lines.recv()).await {
            Ok(Some(line)) => Some((Ok(line), lines)),
            Ok(None) => None,
            Err(_) => Some((Ok(Bytes::from_static(b": here\n\n")), lines)),
        }
    })
}
