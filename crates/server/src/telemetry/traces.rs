//! Traces over OTLP, when an operator asks for them.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, Request, Response};
use opentelemetry::KeyValue;
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::{Status, TraceContextExt, TracerProvider};
use opentelemetry_http::{HeaderExtractor, HttpClient, HttpError};
use opentelemetry_otlp::{ExporterBuildError, Protocol, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use tracing::level_filters::LevelFilter;
use tracing::{Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::Layer;
use tracing_subscriber::registry::LookupSpan;

use crate::config;

#[cfg(test)]
#[path = "traces_tests.rs"]
mod tests;

/// One batch may take this long; spans wait in memory meanwhile, up to the limit of the SDK.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// A collector that does not answer must not hold up a shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// Collects spans and sends them in batches.
pub(super) struct Exporter(SdkTracerProvider);

impl Exporter {
    /// Prepares the export, if there is a collector; the batches leave through the current runtime.
    pub(super) fn new(
        telemetry: &config::Telemetry,
        client: reqwest::Client,
    ) -> Result<Option<Self>, ExporterBuildError> {
        let Some(collector) = &telemetry.otlp_endpoint else {
            return Ok(None);
        };
        let runtime = tokio::runtime::Handle::current();
        let exporter = opentelemetry_otlp::SpanExporter::builder()
            .with_http()
            .with_http_client(RuntimeClient { client, runtime })
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(format!(
                "{}/v1/traces",
                collector.as_str().trim_end_matches('/')
            ))
            .build()?;
        let resource = Resource::builder()
            .with_service_name(telemetry.service_name.clone())
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        // A caller that traces has decided for its whole trace; the ratio is for those that do not.
        let sampler =
            Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(telemetry.sample_ratio)));
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(resource)
            .with_sampler(sampler)
            .build();
        Ok(Some(Self(provider)))
    }

    /// Turns spans of our own code into spans of a trace, without what only helps to debug the code.
    pub(super) fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer("steward"))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            .with_filter(LevelFilter::INFO)
    }

    /// Sends what is waiting. On a thread of its own, because the SDK blocks while the runtime sends.
    pub(super) async fn shutdown(self) {
        let flushed =
            tokio::task::spawn_blocking(move || self.0.shutdown_with_timeout(SHUTDOWN_TIMEOUT));
        if let Ok(Err(error)) = flushed.await {
            tracing::warn!(%error, "the last traces were not delivered");
        }
    }
}

/// Names the span after its route and makes it part of the caller's trace. Costs little when nothing is exported.
pub(crate) fn describe_request(
    span: &Span,
    method: &'static str,
    route: Option<&str>,
    headers: &HeaderMap,
) {
    let parent = TraceContextPropagator::new().extract(&HeaderExtractor(headers));
    // It fails where nobody exports, and then there is nothing to describe.
    if span.set_parent(parent).is_err() {
        return;
    }
    span.record("otel.kind", "server");
    let context = span.context();
    let exported = context.span();
    if !exported.is_recording() {
        return;
    }
    exported.set_attribute(KeyValue::new("http.request.method", method));
    match route {
        Some(route) => {
            exported.update_name(format!("{method} {route}"));
            exported.set_attribute(KeyValue::new("http.route", route.to_owned()));
        }
        None => exported.update_name(method),
    }
}

/// Tells the trace how the request ended.
pub(crate) fn describe_status(span: &Span, status: u16) {
    let context = span.context();
    let exported = context.span();
    if exported.is_recording() {
        exported.set_attribute(KeyValue::new(
            "http.response.status_code",
            i64::from(status),
        ));
        if status >= 500 {
            exported.set_status(Status::error(""));
        }
    }
}

/// Lends our HTTP client to the SDK, whose batch thread is outside the runtime that the client needs.
struct RuntimeClient {
    client: reqwest::Client,
    runtime: tokio::runtime::Handle,
}

type Sending<'a> = Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'a>>;

impl HttpClient for RuntimeClient {
    fn send_bytes<'client, 'sending>(&'client self, request: Request<Bytes>) -> Sending<'sending>
    where
        'client: 'sending,
        Self: 'sending,
    {
        let client = self.client.clone();
        let sending = self.runtime.spawn(async move {
            let mut request = reqwest::Request::try_from(request)?;
            *request.timeout_mut() = Some(SEND_TIMEOUT);
            let answer = client.execute(request).await?;
            let mut response = Response::new(Bytes::new());
            *response.status_mut() = answer.status();
            *response.headers_mut() = answer.headers().clone();
            *response.body_mut() = answer.bytes().await?;
            Ok::<_, reqwest::Error>(response)
        });
        Box::pin(async move { Ok(sending.await??) })
    }
}

/// The client may hold a proxy's credentials, so it is not printed.
impl fmt::Debug for RuntimeClient {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("RuntimeClient")
            .finish_non_exhaustive()
    }
}
