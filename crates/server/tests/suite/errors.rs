//! What every answer has, and what every refusal looks like.

use http::{HeaderName, Method};
use steward_testkit::TestDatabase;

use crate::support::{Answer, TestServer, sqlite};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

#[tokio::test]
async fn an_unknown_address_is_refused_in_the_envelope() {
    let server = sqlite().await;
    for path in [
        "/api/nothing",
        "/v1/nothing",
        "/auth/nothing",
        "/api",
        "/api/",
    ] {
        let answer = server.get(path).send().await;
        insta::allow_duplicates! {
            insta::assert_snapshot!(answer, @r#"404 {"error":{"code":"not_found","message":"There is nothing here."}}"#);
        }
    }
}

#[tokio::test]
async fn openai_clients_read_errors_in_their_own_shape() {
    let server = sqlite().await;
    for path in [
        "/v1/responses/resp_unknown",
        "/v1/responses/resp_unknown/input_items",
        "/v1/conversations/conv_unknown",
        "/v1/conversations/conv_unknown/items",
        "/v1/instructions/instr_unknown",
    ] {
        let answer = server.get(path).bearer(&server.ours.token).send().await;
        insta::allow_duplicates! {
            insta::assert_snapshot!(answer, @r#"404 {"error":{"message":"There is nothing here.","type":"invalid_request_error","param":null,"code":"not_found"}}"#);
        }
    }
}

#[tokio::test]
async fn a_method_that_an_address_does_not_know_is_refused() {
    let server = sqlite().await;
    for (method, path) in [
        (Method::PUT, "/api/org"),
        (Method::POST, "/health"),
        (Method::DELETE, "/v1/me"),
    ] {
        let answer = server
            .request(method, path)
            .bearer(&server.ours.token)
            .send()
            .await;
        insta::allow_duplicates! {
            insta::assert_snapshot!(answer, @r#"405 {"error":{"code":"method_not_allowed","message":"This address does not answer that method."}}"#);
        }
        assert!(answer.headers.contains_key("allow"), "{path}");
    }
}

#[tokio::test]
async fn a_request_id_comes_back_if_it_is_harmless() {
    let server = sqlite().await;
    let answer = server
        .get("/health")
        .header(REQUEST_ID, "trace-1.A_z")
        .send()
        .await;
    assert_eq!(answer.headers[REQUEST_ID], "trace-1.A_z");
    for bad in ["", "a b", "\"quoted\"", "ü", &"x".repeat(65)] {
        let answer = server
            .get("/api/nothing")
            .header(REQUEST_ID, bad)
            .send()
            .await;
        assert_eq!(answer.headers[REQUEST_ID].len(), 32, "{bad}");
    }
}

#[tokio::test]
async fn every_kind_of_answer_has_the_security_headers() {
    let server = TestServer::configured(TestDatabase::sqlite(), |config| {
        config.http.public_url = Some("https://steward.example.com".parse().unwrap());
    })
    .await;
    for (what, answer) in answers(&server).await {
        let header = |name: &str| {
            let value = answer.headers.get(name);
            value
                .unwrap_or_else(|| panic!("{what} has no {name}"))
                .to_str()
                .unwrap()
        };
        let policy = header("content-security-policy");
        for rule in [
            "default-src 'none'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "script-src 'self'",
        ] {
            assert!(policy.contains(rule), "{what}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{what}: {policy}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{what}");
        assert_eq!(header("referrer-policy"), "no-referrer", "{what}");
        assert_eq!(
            header("cross-origin-opener-policy"),
            "same-origin",
            "{what}"
        );
        assert!(
            header("strict-transport-security").starts_with("max-age="),
            "{what}"
        );
        assert!(!header("x-request-id").is_empty(), "{what}");
        if what.starts_with("the API") {
            assert_eq!(header("cache-control"), "no-store", "{what}");
        }
    }
}

#[tokio::test]
async fn no_other_site_is_invited_to_read_an_answer() {
    let server = sqlite().await;
    let origin = HeaderName::from_static("origin");
    for method in [Method::GET, Method::OPTIONS] {
        let request = server
            .request(method, "/v1/me")
            .header(origin.clone(), "https://evil.example");
        let answer = request.send().await;
        let cors = answer
            .headers
            .keys()
            .find(|name| name.as_str().starts_with("access-control"));
        assert_eq!(cors, None, "{answer}");
    }
}

#[tokio::test]
async fn a_caller_who_asks_too_often_is_told_to_wait_and_nobody_else_is() {
    let server = TestServer::configured(TestDatabase::sqlite(), |config| {
        config.http.writes_per_second = std::num::NonZeroU32::new(2).unwrap();
    })
    .await;
    let write = async |token: &str| {
        let body = serde_json::json!({"name": "Same"});
        server
            .patch("/api/me")
            .bearer(token)
            .json(&body)
            .send()
            .await
    };
    let mut last = write(&server.ours.token).await;
    for _ in 0..4 {
        last = write(&server.ours.token).await;
    }
    assert_eq!(last.code(), "rate_limited");
    assert_eq!(last.headers["retry-after"], "1");
    server
        .get("/v1/me")
        .bearer(&server.ours.token)
        .send()
        .await
        .expect(200);
    write(&server.theirs.token).await.expect(200);
}

async fn answers(server: &TestServer) -> Vec<(&'static str, Answer)> {
    let owner = &server.ours.token;
    let large = vec![b' '; (1 << 20) + 1];
    vec![
        ("the API", server.get("/v1/me").bearer(owner).send().await),
        (
            "the API without credentials",
            server.get("/v1/me").send().await,
        ),
        ("the API's 404", server.get("/api/nothing").send().await),
        (
            "the API's 405",
            server.put("/api/org").bearer(owner).send().await,
        ),
        (
            "the API's 413",
            server
                .patch("/api/org")
                .bearer(owner)
                .body("application/json", large)
                .send()
                .await,
        ),
        ("the UI", server.get("/").send().await),
        ("a page of the UI", server.get("/contacts").send().await),
        (
            "a file that is not there",
            server.get("/assets/nothing.js").send().await,
        ),
        ("the document", server.get("/openapi.json").send().await),
        (
            "the page of the document",
            server.get("/openapi").send().await,
        ),
        ("health", server.get("/health").send().await),
        ("metrics", server.get("/metrics").send().await),
    ]
}
