//! A change that carries the header `Idempotency-Key` is made once, however often it is asked for.
//!
//! The first request is done and its answer kept; the same request again is given that answer. Other bodies under the
//! same key are refused, and so is a second request while the first is being done.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, HttpBody as _};
use axum::extract::{FromRequestParts as _, Request};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::future::Either;
use http::header::CONTENT_TYPE;
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use http_body_util::BodyExt as _;
use sha2::{Digest as _, Sha256};
use steward_store::{BegunRequest, RequestKey, StoreError};
use tower::Service;

use super::body_limit::read_body;
use super::panics;
use crate::app::App;
use crate::auth::{Caller, Via};
use crate::error::{ApiError, ErrorShape, KEY_REUSED};

const KEY: HeaderName = HeaderName::from_static("idempotency-key");
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// How long an answer is kept.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);
/// When to ask again for what is still being done.
const ASK_AGAIN: Duration = Duration::from_secs(1);
/// A larger answer is given, and not kept.
const LARGEST_ANSWER: u64 = 1024 * 1024;
const LONGEST_KEY: usize = 255;

/// The service around every route of the API.
#[derive(Clone)]
pub(crate) struct Once<S> {
    inner: S,
    app: App,
}

impl<S> Once<S> {
    pub(crate) fn new(inner: S, app: App) -> Self {
        Self { inner, app }
    }
}

impl<S> Service<Request> for Once<S>
where
    S: Service<Request, Response = Response, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future =
        Either<S::Future, Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        if !applies(&request) {
            return Either::Left(self.inner.call(request));
        }
        // The one that is ready does the work; its clone waits for the next request.
        let next = self.inner.clone();
        let inner = std::mem::replace(&mut self.inner, next);
        let app = self.app.clone();
        Either::Right(Box::pin(async move {
            Ok(match answer(inner, &app, request).await {
                Ok(response) => response,
                Err(error) => error.into_response(),
            })
        }))
    }
}

/// Signing in is not among them: whoever signs in is not known yet.
fn applies(request: &Request) -> bool {
    let path = request.uri().path();
    request.headers().contains_key(KEY)
        && !request.method().is_safe()
        && (path.starts_with("/api/") || path.starts_with("/v1/"))
}

async fn answer<S>(mut inner: S, app: &App, request: Request) -> Result<Response, ApiError>
where
    S: Service<Request, Response = Response, Error = Infallible>,
{
    let (mut parts, body) = request.into_parts();
    let caller = Caller::from_request_parts(&mut parts, app).await?;
    let key = RequestKey {
        caller: name_of(&caller),
        route: format!("{} {}", parts.method, parts.uri.path()),
        key: key_of(&parts.headers)?,
    };
    let body = read_body(Request::from_parts(parts.clone(), body)).await?;
    let org = caller.org();
    match org.begin_request(&key, hash(&parts, &body), KEPT).await? {
        BegunRequest::Fresh => {}
        known => return again(known),
    }
    // Whoever asks is known by now: the handler need not look again.
    parts.extensions.insert(caller.clone());
    let shape = ErrorShape::of_path(parts.uri.path());
    let request = Request::from_parts(parts, Body::from(body));
    let answer = super::for_whoever_asks_again(inner.call(request));
    let mut response = panics::catch(answer).await;
    shape.apply(&mut response);
    let (response, kept) = keep(response).await?;
    if let Err(error) = end(&caller, &key, response.status(), kept.as_deref()).await {
        // What was done is done, and that is what the caller must hear.
        tracing::error!(%error, "The answer to a request with an Idempotency-Key was not kept.");
    }
    Ok(response)
}

/// A fault of ours gives the key back, so that the request can be made again.
async fn end(
    caller: &Caller,
    key: &RequestKey,
    status: StatusCode,
    answer: Option<&[u8]>,
) -> Result<(), StoreError> {
    if status.is_server_error() {
        return caller.org().abandon_request(key).await;
    }
    let (org, status) = (caller.org(), i64::from(status.as_u16()));
    org.finish_request(key, status, answer).await.map(|_| ())
}

fn name_of(caller: &Caller) -> String {
    match &caller.via {
        Via::ApiKey { id, .. } => format!("key:{id}"),
        Via::Session { .. } | Via::Oidc => format!("member:{}", caller.member_id),
    }
}

fn key_of(headers: &HeaderMap) -> Result<String, ApiError> {
    let mut given = headers.get_all(KEY).iter();
    let key = match (given.next(), given.next()) {
        (Some(key), None) => key.as_bytes(),
        _ => &[],
    };
    let is_good = (1..=LONGEST_KEY).contains(&key.len()) && key.iter().all(u8::is_ascii_graphic);
    match std::str::from_utf8(key) {
        Ok(key) if is_good => Ok(key.to_owned()),
        _ => Err(ApiError::bad_request(
            "invalid_idempotency_key",
            "Send one `Idempotency-Key` of 1 to 255 visible ASCII characters, like a UUID.",
        )),
    }
}

/// Of all that was asked beside the path: the length keeps the query from running into the body.
fn hash(parts: &Parts, body: &[u8]) -> [u8; 32] {
    let query = parts.uri.query().unwrap_or_default();
    let mut hash = Sha256::new();
    hash.update((query.len() as u64).to_be_bytes());
    hash.update(query);
    hash.update(body);
    hash.finalize().into()
}

/// What is answered to a request that was made before.
fn again(known: BegunRequest) -> Result<Response, ApiError> {
    let conflict = |code, message| Err(ApiError::new(StatusCode::CONFLICT, code, message));
    match known {
        BegunRequest::Done {
            status,
            answer: Some(answer),
        } => replay(status, answer),
        BegunRequest::Done { answer: None, .. } => conflict(
            "answer_not_kept",
            "This was done before, and its answer was too large to keep.",
        ),
        BegunRequest::Mismatch => Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            KEY_REUSED,
            "This `Idempotency-Key` was used for another request: send a new one.",
        )),
        BegunRequest::Interrupted => conflict(
            "outcome_unknown",
            "The server stopped while this was being done: look whether it was, and send a new key if it was not.",
        ),
        BegunRequest::Running | BegunRequest::Fresh => Err(ApiError::request_running(ASK_AGAIN)),
    }
}

fn replay(status: i64, answer: Vec<u8>) -> Result<Response, ApiError> {
    let status = u16::try_from(status)
        .ok()
        .and_then(|status| StatusCode::from_u16(status).ok())
        .ok_or_else(|| ApiError::internal("a kept answer has no status"))?;
    let has_content = !answer.is_empty();
    let mut response = Response::new(Body::from(answer));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(REPLAYED, HeaderValue::from_static("true"));
    if has_content {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    Ok(response)
}

/// The response, and what is to be kept of it: JSON of a size that is known and not too large. A stream goes on.
async fn keep(response: Response) -> Result<(Response, Option<Bytes>), ApiError> {
    let json = response
        .headers()
        .get(CONTENT_TYPE)
        .is_none_or(|kind| kind.as_bytes() == b"application/json");
    let size = response.body().size_hint().exact();
    if !json || size.is_none_or(|size| size > LARGEST_ANSWER) {
        return Ok((response, None));
    }
    let (parts, body) = response.into_parts();
    let body = body.collect().await.map_err(ApiError::internal)?.to_bytes();
    let response = Response::from_parts(parts, Body::from(body.clone()));
    Ok((response, Some(body)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(kind: &'static str, body: Body) -> Response {
        let mut response = Response::new(body);
        let kind = HeaderValue::from_static(kind);
        response.headers_mut().insert(CONTENT_TYPE, kind);
        response
    }

    #[tokio::test]
    async fn what_is_kept_is_json_of_a_known_size_that_is_not_too_large() {
        let largest = usize::try_from(LARGEST_ANSWER).unwrap();
        let silence = futures_util::stream::pending::<Result<Bytes, Infallible>>();
        for (kind, body, is_kept) in [
            ("application/json", Body::from("{}"), true),
            ("application/json", Body::from(vec![b' '; largest]), true),
            (
                "application/json",
                Body::from(vec![b' '; largest + 1]),
                false,
            ),
            ("application/json", Body::from_stream(silence), false),
            ("text/event-stream", Body::from("data: 1"), false),
        ] {
            let (_, kept) = keep(response(kind, body)).await.unwrap();
            assert_eq!(kept.is_some(), is_kept, "{kind}");
        }
    }

    #[test]
    fn what_was_done_and_not_kept_is_not_done_again() {
        let known = BegunRequest::Done {
            status: 200,
            answer: None,
        };
        assert_eq!(again(known).unwrap_err().code, "answer_not_kept");
    }
}
