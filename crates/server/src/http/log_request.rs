//! One log line, one count and one duration per request.
//!
//! The route is always the template, such as `/v1/threads/{id}`: raw paths and queries may hold what a log must not,
//! and would give metrics without bound.

use std::fmt;
use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::response::Response;
use http::{Extensions, HeaderValue, Method};
use tracing::{Span, field};

use crate::error::ApiError;
use crate::telemetry::traces;

/// The name for requests that no route took.
const NO_ROUTE: &str = "unmatched";

/// What the metrics call a caller that left before its answer, after nginx.
const CALLER_LEFT: u16 = 499;

/// Where authentication says who is calling, for the log.
///
/// It is in the extensions of every request. The id, never a name or an address, then appears on the line of the
/// request and on every line that its handler writes.
#[derive(Debug, Clone)]
pub(crate) struct LoggedCaller(Span);

impl LoggedCaller {
    /// Notes the caller's id; does nothing outside a served request.
    pub(crate) fn record(extensions: &Extensions, caller_id: impl fmt::Display) {
        if let Some(LoggedCaller(span)) = extensions.get() {
            span.record("caller.id", field::display(caller_id));
        }
    }
}

/// A request that is being answered.
pub(super) struct Record {
    method: &'static str,
    route: Option<MatchedPath>,
    started: Instant,
    span: Span,
    status: u16,
}

/// Opens the span of a request.
pub(super) fn start(request: &mut Request, request_id: &HeaderValue) -> Record {
    let span = tracing::info_span!(
        "http.request",
        request.id = request_id.to_str().unwrap_or_default(),
        caller.id = field::Empty,
        otel.kind = field::Empty,
    );
    let method = method_name(request.method());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let template = route.as_ref().map(MatchedPath::as_str);
    traces::describe_request(&span, method, template, request.headers());
    request.extensions_mut().insert(LoggedCaller(span.clone()));
    Record {
        method,
        route,
        started: Instant::now(),
        span,
        status: CALLER_LEFT,
    }
}

impl Record {
    /// The span in which the handler runs.
    pub(super) fn span(&self) -> &Span {
        &self.span
    }

    /// Notes how the request was answered; dropping the record writes it down.
    pub(super) fn finish(mut self, response: &Response) {
        self.status = response.status().as_u16();
        let failure = response.extensions().get::<ApiError>();
        if let Some((error, detail)) = failure.and_then(|error| Some((error, error.detail()?))) {
            tracing::error!(parent: &self.span, code = error.code, detail, "request failed");
        }
    }
}

/// On drop, so that a caller who leaves early is counted like any other.
impl Drop for Record {
    fn drop(&mut self) {
        let elapsed = self.started.elapsed();
        let route = route_name(self.route.as_ref());
        traces::describe_status(&self.span, self.status);
        tracing::info!(
            parent: &self.span,
            method = self.method,
            route,
            status = self.status,
            duration_ms = elapsed.as_micros() as f64 / 1_000.0,
            "request answered"
        );
        let route = route.to_owned();
        metrics::histogram!("http_request_duration_seconds", "method" => self.method, "route" => route.clone())
            .record(elapsed);
        metrics::counter!(
            "http_requests_total",
            "method" => self.method, "route" => route, "status" => self.status.to_string()
        )
        .increment(1);
    }
}

fn route_name(route: Option<&MatchedPath>) -> &str {
    route.map_or(NO_ROUTE, MatchedPath::as_str)
}

/// A fixed set, because the method is the caller's to invent.
fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
