use axum::Router;
use axum::extract::State;
use axum::routing::post;
use tokio::sync::mpsc;
use tracing_subscriber::prelude::*;

use super::*;
use crate::telemetry::captured::observe;

type Received = (HeaderMap, Bytes);

/// A collector that hands over what it is sent.
async fn collector() -> (String, mpsc::UnboundedReceiver<Received>) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let router = Router::new()
        .route(
            "/v1/traces",
            post(
                |State(sender): State<mpsc::UnboundedSender<Received>>,
                 headers: HeaderMap,
                 body: Bytes| async move {
                    sender.send((headers, body)).unwrap();
                },
            ),
        )
        .with_state(sender);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    (endpoint, receiver)
}

fn exporter(collector: &str, sample_ratio: f64) -> Exporter {
    // Nothing here speaks TLS, but the client is built with it.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let telemetry = config::Telemetry {
        otlp_endpoint: Some(collector.parse().unwrap()),
        service_name: "steward-under-test".to_owned(),
        sample_ratio,
    };
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    Exporter::new(&telemetry, client).unwrap().unwrap()
}

fn holds(body: &[u8], part: &[u8]) -> bool {
    body.windows(part.len()).any(|window| window == part)
}

#[tokio::test]
async fn spans_reach_the_collector_at_shutdown_as_part_of_the_callers_trace() {
    let (endpoint, mut received) = collector().await;
    let exporter = exporter(&endpoint, 1.0);
    let subscriber = tracing_subscriber::registry().with(exporter.layer());
    let mut headers = HeaderMap::new();
    let trace_id = "0af7651916cd43dd8448eb211c80319c";
    let parent = format!("00-{trace_id}-b7ad6b7169203331-01");
    headers.insert("traceparent", parent.parse().unwrap());
    observe(subscriber, || {
        let span = tracing::info_span!(
            "http.request",
            request.id = "req-1",
            otel.kind = tracing::field::Empty
        );
        describe_request(&span, "GET", Some("/things/{id}"), &headers);
        span.in_scope(|| tracing::info_span!("store.things.find").in_scope(|| ()));
        describe_status(&span, 503);
    });
    exporter.shutdown().await;

    let (headers, body) = received.recv().await.unwrap();
    assert_eq!(headers["content-type"], "application/x-protobuf");
    for text in [
        "steward-under-test",
        "GET /things/{id}",
        "store.things.find",
        "http.response.status_code",
        "req-1",
    ] {
        assert!(holds(&body, text.as_bytes()), "no {text}");
    }
    assert!(
        holds(&body, &hex::decode(trace_id).unwrap()),
        "another trace"
    );
    assert!(
        holds(&body, &hex::decode("b7ad6b7169203331").unwrap()),
        "another parent"
    );
}

#[tokio::test]
async fn the_ratio_decides_only_for_callers_that_do_not_trace() {
    let (endpoint, mut received) = collector().await;
    let exporter = exporter(&endpoint, 0.0);
    let mut headers = HeaderMap::new();
    observe(
        tracing_subscriber::registry().with(exporter.layer()),
        || {
            describe_request(
                &tracing::info_span!("a"),
                "GET",
                Some("/untraced"),
                &headers,
            );
            let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
            headers.insert("traceparent", parent.parse().unwrap());
            describe_request(&tracing::info_span!("b"), "GET", Some("/traced"), &headers);
        },
    );
    exporter.shutdown().await;
    let (_, body) = received.recv().await.unwrap();
    assert!(holds(&body, b"GET /traced") && !holds(&body, b"/untraced"));
}

#[tokio::test]
async fn a_collector_that_is_gone_does_not_hold_up_the_shutdown() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let exporter = exporter(&endpoint, 1.0);
    observe(
        tracing_subscriber::registry().with(exporter.layer()),
        || {
            tracing::info_span!("work").in_scope(|| ());
        },
    );
    // The listener accepts and never answers.
    let limit = SHUTDOWN_TIMEOUT + Duration::from_secs(5);
    tokio::time::timeout(limit, exporter.shutdown())
        .await
        .unwrap();
}

#[test]
fn without_an_exporter_a_request_is_described_to_nobody() {
    let mut headers = HeaderMap::new();
    headers.insert("traceparent", http::HeaderValue::from_static("garbage"));
    describe_request(&Span::none(), "GET", None, &headers);
    describe_status(&Span::none(), 200);
}
