//! What surrounds every route: request ids, one log line, limits, and headers.
//!
//! The whole edge is one layer rather than a stack of them, because axum boxes and clones once per layer and
//! request, and because the order of things is then the order of the lines in [`Edge::call`].

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::HttpBody;
use axum::extract::{DefaultBodyLimit, Request};
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use tokio::sync::watch;
use tower::Service;
use tower::layer::layer_fn;
use tracing::Instrument;

use crate::config;
use crate::error::{ApiError, ErrorShape};
use security_headers::SecurityHeaders;

pub(crate) mod body_limit;
pub(crate) mod client_address;
pub(crate) mod idempotency;
pub(crate) mod log_request;
pub(crate) mod panics;
pub(crate) mod rate_limit;
mod request_id;
pub(crate) mod security_headers;
#[cfg(test)]
#[path = "http_tests.rs"]
mod tests;

/// What a form has beside its file: a few short fields and the lines between them.
pub(crate) const FORM_FRAME: usize = 64 * 1024;

/// How the edge treats requests.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HttpSettings {
    /// How long a handler may take until its response has headers; a stream may then go on.
    pub(crate) timeout: Duration,
    /// The largest body in bytes.
    pub(crate) body_limit: usize,
    /// The largest form with a file in bytes.
    pub(crate) upload_limit: usize,
    /// How browsers reach the server, which decides whether they are told to insist on TLS.
    pub(crate) public_scheme: Scheme,
}

/// The scheme of the public address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scheme {
    Http,
    Https,
}

impl From<&config::Http> for HttpSettings {
    fn from(config: &config::Http) -> Self {
        let is_https = config
            .public_url
            .as_ref()
            .is_some_and(|public| public.url().scheme() == "https");
        Self {
            timeout: config.request_timeout.get(),
            body_limit: config.body_limit.bytes(),
            upload_limit: config.body_limit.bytes(),
            public_scheme: if is_https {
                Scheme::Https
            } else {
                Scheme::Http
            },
        }
    }
}

/// Surrounds every route of `router`, its fallback and its refusals of unknown paths and methods.
///
/// Call it last: routes that are added afterwards stay outside.
pub(crate) fn layers(router: Router, settings: HttpSettings) -> Router {
    let shared = Arc::new(Shared {
        settings,
        headers: SecurityHeaders::new(settings.public_scheme),
    });
    router.layer(layer_fn(move |inner| Edge {
        inner,
        shared: Arc::clone(&shared),
    }))
}

struct Shared {
    settings: HttpSettings,
    headers: SecurityHeaders,
}

#[derive(Clone)]
struct Edge<S> {
    inner: S,
    shared: Arc<Shared>,
}

impl<S> Service<Request> for Edge<S>
where
    S: Service<Request, Response = Response, Error = Infallible>,
    S::Future: Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        let shared = Arc::clone(&self.shared);
        let request_id = request_id::of(request.headers());
        let error_shape = ErrorShape::of_path(request.uri().path());
        let record = log_request::start(&mut request, &request_id);
        let most = match body_limit::takes_files(&request) {
            true => shared.settings.upload_limit,
            false => shared.settings.body_limit,
        };
        DefaultBodyLimit::max(most).apply(&mut request);
        let limit = shared.settings.timeout;
        body_limit::set_deadline(&mut request, Instant::now() + limit);
        let is_change = !request.method().is_safe();
        let answer = panics::catch(self.inner.call(request)).instrument(record.span().clone());
        Box::pin(async move {
            let mut response = match is_change {
                true => answer_in_time(to_the_end(answer), limit).await,
                false => answer_in_time(answer, limit).await,
            };
            response = name_refusal_of_axum(response);
            error_shape.apply(&mut response);
            shared.headers.apply(response.headers_mut());
            response
                .headers_mut()
                .insert(request_id::HEADER, request_id);
            record.finish(&response);
            Ok(response)
        })
    }
}

async fn answer_in_time(answer: impl Future<Output = Response>, limit: Duration) -> Response {
    match tokio::time::timeout(limit, answer).await {
        Ok(response) => response,
        Err(_) => ApiError::timeout().into_response(),
    }
}

/// Runs a handler to its end even if the caller hangs up or the time is over.
///
/// Dropped between its commit and what must follow, a handler would leave a key revoked in the database and still
/// remembered as good, or a member deleted and not forgotten. Its end comes: a body that does not arrive is given up when
/// the time is over (`body_limit.rs`). One that does nothing but wait may ask [`caller_gone`].
async fn to_the_end(answer: impl Future<Output = Response> + Send + 'static) -> Response {
    let (here, caller) = watch::channel(());
    let answer = tokio::spawn(CALLER.scope(caller, answer)).await;
    drop(here);
    match answer {
        Ok(response) => response,
        Err(error) => ApiError::internal(error).into_response(),
    }
}

tokio::task_local! {
    /// Whoever waits for what a handler answers; the other end is dropped when they hang up.
    static CALLER: watch::Receiver<()>;
}

/// Runs a handler whose answer is kept for whoever asks again: to it, nobody ever hangs up.
async fn for_whoever_asks_again<F: Future>(answer: F) -> F::Output {
    let (_here, caller) = watch::channel(());
    CALLER.scope(caller, answer).await
}

/// Waits until nobody waits for the answer of the handler that calls this.
pub(crate) async fn caller_gone() {
    match CALLER.try_with(Clone::clone) {
        Ok(mut caller) => while caller.changed().await.is_ok() {},
        // It is not run to its end, and is dropped instead.
        Err(_) => std::future::pending().await,
    }
}

/// Gives axum's own refusals the envelope of ours: unknown paths and methods, and its limit on bodies.
fn name_refusal_of_axum(response: Response) -> Response {
    if response.extensions().get::<ApiError>().is_some() {
        return response;
    }
    let is_empty = response.body().is_end_stream();
    let error = match response.status() {
        StatusCode::NOT_FOUND if is_empty => ApiError::not_found,
        StatusCode::METHOD_NOT_ALLOWED if is_empty => ApiError::method_not_allowed,
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::payload_too_large,
        _ => return response,
    };
    error().into_response()
}
