use axum::body::Body;
use axum::routing::{get, post};
use bytes::Bytes;
use http::header::{ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use http::{HeaderMap, HeaderValue, Method};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;
use tracing_subscriber::prelude::*;

use super::log_request::LoggedCaller;
use super::*;
use crate::extract::{Json, Path};
use crate::telemetry::captured::{Lines, observe};

const SETTINGS: HttpSettings = HttpSettings {
    timeout: Duration::from_secs(60),
    body_limit: 1_000,
    upload_limit: 1_000,
    public_scheme: Scheme::Http,
};

fn router() -> Router {
    Router::new()
        .route(
            "/things/{id}",
            get(|Path(id): Path<u32>| async move { Json(id) }),
        )
        .route(
            "/things",
            post(|Json(thing): Json<Value>| async { Json(thing) }),
        )
        .route(
            "/bytes",
            post(|body: Bytes| async move { body.len().to_string() }),
        )
        .route(
            "/large",
            post(|body: Bytes| async move { body.len().to_string() })
                .layer(DefaultBodyLimit::max(2_000)),
        )
        .route("/panic", get(|| async { panic_with("secret") }))
        .route(
            "/fault",
            get(|| async { ApiError::internal("no such table") }),
        )
        .route("/never", get(std::future::pending::<()>))
        .route("/stream", get(endless_stream))
        .route(
            "/page",
            get(|| async {
                (
                    [
                        (CONTENT_SECURITY_POLICY, "sandbox"),
                        (CACHE_CONTROL, "no-cache"),
                    ],
                    "page",
                )
            }),
        )
        .route(
            "/who",
            get(|headers: HeaderMap, request: Request| async move {
                LoggedCaller::record(request.extensions(), "key_7");
                tracing::info!("inside");
                headers.len().to_string()
            }),
        )
        .route("/v1/responses", get(|| async { "unused" }))
}

fn panic_with(message: &str) -> Response {
    panic!("{message}")
}

async fn endless_stream() -> Body {
    Body::from_stream(futures_util::stream::pending::<Result<Bytes, Infallible>>())
}

fn request(method: Method, path: &str) -> Request {
    Request::builder()
        .method(method)
        .uri(path)
        .body(Body::empty())
        .unwrap()
}

async fn send(settings: HttpSettings, request: Request) -> Response {
    layers(router(), settings).oneshot(request).await.unwrap()
}

async fn fetch(path: &str) -> Response {
    send(SETTINGS, request(Method::GET, path)).await
}

async fn json_of(response: Response) -> Value {
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    serde_json::from_slice(&bytes).unwrap()
}

#[tokio::test]
async fn unknown_routes_and_methods_answer_in_the_envelope() {
    let response = fetch("/nothing").await;
    assert_eq!(response.status(), 404);
    assert_eq!(json_of(response).await["error"]["code"], "not_found");

    let response = send(SETTINGS, request(Method::DELETE, "/things/1")).await;
    assert_eq!(response.status(), 405);
    assert_eq!(response.headers()[ALLOW], "GET,HEAD");
    assert_eq!(
        json_of(response).await["error"]["code"],
        "method_not_allowed"
    );

    let response = send(SETTINGS, request(Method::DELETE, "/v1/responses")).await;
    assert_eq!(response.status(), 405);
    assert_eq!(
        json_of(response).await["error"]["type"],
        "invalid_request_error"
    );
}

#[tokio::test]
async fn a_panic_is_a_500_that_says_nothing() {
    let response = fetch("/panic").await;
    assert_eq!(response.status(), 500);
    assert_eq!(
        json_of(response).await,
        json!({"error": {"code": "internal", "message": "Something went wrong on the server."}})
    );
}

#[tokio::test]
async fn a_handler_that_takes_too_long_is_503_and_a_stream_is_not() {
    let hurried = HttpSettings {
        timeout: Duration::from_millis(20),
        ..SETTINGS
    };
    let response = send(hurried, request(Method::GET, "/never")).await;
    assert_eq!(response.status(), 503);
    assert_eq!(json_of(response).await["error"]["code"], "timeout");

    let response = send(hurried, request(Method::GET, "/stream")).await;
    assert_eq!(response.status(), 200);
    let mut body = response.into_body();
    let frame = tokio::time::timeout(hurried.timeout * 2, body.frame()).await;
    assert!(frame.is_err(), "the stream was ended");
}

#[tokio::test]
async fn the_body_limit_holds_for_every_extractor_and_a_route_may_raise_it() {
    let post = |path: &str, length: usize| {
        let body = Body::from(vec![b'1'; length]);
        send(
            SETTINGS,
            Request::post(path)
                .header("content-type", "application/json")
                .body(body)
                .unwrap(),
        )
    };
    assert_eq!(post("/things", 1_001).await.status(), 413);
    assert_eq!(post("/bytes", 1_000).await.status(), 200);
    let refused = post("/bytes", 1_001).await;
    assert_eq!(refused.status(), 413);
    assert_eq!(json_of(refused).await["error"]["code"], "payload_too_large");
    assert_eq!(post("/large", 2_000).await.status(), 200);
    assert_eq!(post("/large", 2_001).await.status(), 413);
}

#[tokio::test]
async fn every_answer_has_the_security_headers() {
    for path in ["/things/1", "/nothing", "/panic"] {
        let response = fetch(path).await;
        let headers = response.headers();
        assert!(
            headers[CONTENT_SECURITY_POLICY]
                .to_str()
                .unwrap()
                .starts_with("default-src 'none'; script-src 'self';")
        );
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "no-referrer");
        assert_eq!(headers["cross-origin-opener-policy"], "same-origin");
        assert_eq!(headers["cross-origin-resource-policy"], "same-origin");
        assert!(headers.contains_key("permissions-policy"));
        assert_eq!(headers[CACHE_CONTROL], "no-store");
        assert!(!headers.contains_key("strict-transport-security"));
    }
    let secure = HttpSettings {
        public_scheme: Scheme::Https,
        ..SETTINGS
    };
    let response = send(secure, request(Method::GET, "/things/1")).await;
    assert_eq!(
        response.headers()["strict-transport-security"],
        "max-age=31536000; includeSubDomains"
    );
}

#[test]
fn browsers_are_told_to_insist_on_tls_where_the_public_address_has_it() {
    for (public_url, expected) in [
        (None, Scheme::Http),
        (Some("http://steward.example"), Scheme::Http),
        (Some("https://steward.example"), Scheme::Https),
    ] {
        let config = config::Http {
            public_url: public_url.map(|url| url.parse().unwrap()),
            ..Default::default()
        };
        assert_eq!(HttpSettings::from(&config).public_scheme, expected);
    }
}

#[tokio::test]
async fn a_handler_may_choose_its_own_policy() {
    let response = fetch("/page").await;
    let policies: Vec<_> = response
        .headers()
        .get_all(CONTENT_SECURITY_POLICY)
        .iter()
        .collect();
    assert_eq!(policies, ["sandbox"]);
    assert_eq!(response.headers()[CACHE_CONTROL], "no-cache");
}

#[tokio::test]
async fn the_request_id_comes_back() {
    let mut asked = request(Method::GET, "/nothing");
    asked
        .headers_mut()
        .insert("x-request-id", HeaderValue::from_static("abc-1"));
    assert_eq!(
        send(SETTINGS, asked).await.headers()["x-request-id"],
        "abc-1"
    );
    assert_eq!(fetch("/nothing").await.headers()["x-request-id"].len(), 32);
}

/// Runs one request with its log lines and metrics kept apart from other tests.
fn observed(path: &str, drive: impl AsyncFnOnce(Request)) -> (Vec<Value>, String) {
    let lines = Lines::default();
    let writer = tracing_subscriber::fmt::layer()
        .json()
        .flatten_event(true)
        .with_span_list(false)
        .with_writer(lines.clone());
    let recorder = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    let mut asked = request(Method::GET, path);
    asked
        .headers_mut()
        .insert("x-request-id", HeaderValue::from_static("req-1"));
    metrics::with_local_recorder(&recorder, || {
        observe(tracing_subscriber::registry().with(writer), || {
            runtime.block_on(drive(asked));
        });
    });
    (lines.json(), recorder.handle().render())
}

async fn answered(request: Request) {
    send(SETTINGS, request).await;
}

#[test]
fn one_line_tells_of_a_request_without_telling_its_content() {
    let (lines, metrics) = observed("/things/42?token=hush", answered);
    assert_eq!(lines.len(), 1, "{lines:?}");
    let line = &lines[0];
    assert_eq!(line["message"], "request answered");
    assert_eq!(line["method"], "GET");
    assert_eq!(line["route"], "/things/{id}");
    assert_eq!(line["status"], 200);
    assert!(line["duration_ms"].is_number());
    assert_eq!(line["span"]["request.id"], "req-1");
    let text = line.to_string();
    assert!(!text.contains("42?") && !text.contains("hush"), "{text}");
    let counted = r#"http_requests_total{method="GET",route="/things/{id}",status="200"} 1"#;
    assert!(metrics.contains(counted), "{metrics}");
    let timed = r#"http_request_duration_seconds_count{method="GET",route="/things/{id}"} 1"#;
    assert!(metrics.contains(timed), "{metrics}");
}

#[test]
fn the_caller_is_on_every_line_of_its_request() {
    let (lines, _) = observed("/who", answered);
    let seen: Vec<_> = lines
        .iter()
        .map(|line| (line["message"].as_str(), line["span"]["caller.id"].as_str()))
        .collect();
    assert_eq!(
        seen,
        [
            (Some("inside"), Some("key_7")),
            (Some("request answered"), Some("key_7"))
        ]
    );
}

#[test]
fn the_detail_of_a_fault_is_logged_once_with_the_request_id() {
    let (lines, _) = observed("/fault", answered);
    let faults: Vec<_> = lines
        .iter()
        .filter(|line| line["level"] == "ERROR")
        .collect();
    assert_eq!(faults.len(), 1, "{lines:?}");
    assert_eq!(faults[0]["detail"], "no such table");
    assert_eq!(faults[0]["span"]["request.id"], "req-1");
}

#[test]
fn unmatched_paths_share_one_label() {
    let (lines, metrics) = observed("/wp-admin/../etc", answered);
    assert_eq!(lines[0]["route"], "unmatched");
    assert!(
        metrics.contains(r#"http_requests_total{method="GET",route="unmatched",status="404"} 1"#),
        "{metrics}"
    );
}

#[test]
fn a_caller_that_leaves_early_is_counted() {
    let (lines, metrics) = observed("/never", async |request| {
        let leaving = tokio::time::timeout(Duration::from_millis(20), answered(request));
        assert!(leaving.await.is_err());
    });
    assert_eq!(lines[0]["status"], 499);
    assert!(
        metrics.contains(r#"route="/never",status="499"} 1"#),
        "{metrics}"
    );
}
