//! A change that carries an `Idempotency-Key` is made once.

use std::time::Duration;

use axum::body::Body;
use futures_util::future::join_all;
use http::header::{AUTHORIZATION, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderName, Method};
use serde_json::{Value, json};
use steward_model::Role;
use steward_store::StoreError;
use steward_testkit::{Cell, FailAt, TestDatabase, on_both};

use crate::support::tenant::add_member;
use crate::support::{Answer, TestServer, sqlite};

const KEY: HeaderName = HeaderName::from_static("idempotency-key");
const REPLAYED: &str = "idempotency-replayed";
/// The keys that callers gave; accounts note there which questions were answered.
const KEYS: &str = "idempotency where caller <> 'accounts'";

/// Asks for a contact, under a key.
async fn create(server: &TestServer, key: &str, name: &str) -> Answer {
    create_as(server, &server.ours.token, key, name).await
}

async fn create_as(server: &TestServer, token: &str, key: &str, name: &str) -> Answer {
    let request = server.post("/api/contacts").bearer(token);
    let request = request.header(KEY, key).json(&json!({ "name": name }));
    request.send().await
}

async fn count(server: &TestServer, table: &str) -> i64 {
    let sql = format!("select count(*) from {table}");
    match server.database.data().value(&sql).await {
        Cell::Int(count) => count,
        other => panic!("{other:?}"),
    }
}

#[test]
fn of_twenty_at_once_one_is_done_and_all_are_given_its_answer() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let before = count(&server, "contact").await;
        let answers = join_all((0..20).map(|_| create(&server, "key-1", "Ana"))).await;
        assert_eq!(count(&server, "contact").await, before + 1);
        let first: Vec<_> = answers
            .iter()
            .filter(|answer| answer.status == 201 && !answer.headers.contains_key(REPLAYED))
            .collect();
        assert_eq!(first.len(), 1);
        for answer in &answers {
            match answer.status.as_u16() {
                201 => assert_eq!(answer.body, first[0].body),
                409 => {
                    assert_eq!(answer.code(), "request_running");
                    assert_eq!(answer.headers[RETRY_AFTER], "1");
                }
                _ => panic!("{answer}"),
            }
        }
        let again = create(&server, "key-1", "Ana").await;
        assert_eq!(
            (again.status, &again.body),
            (first[0].status, &first[0].body)
        );
        assert_eq!(again.headers[REPLAYED], "true");
        assert_eq!(again.headers[CONTENT_TYPE], first[0].headers[CONTENT_TYPE]);
        assert_eq!(count(&server, "contact").await, before + 1);
    });
}

#[tokio::test]
async fn a_key_is_for_one_request_of_one_caller() {
    let server = sqlite().await;
    let token = "stw_colleague_0123456789";
    add_member(&server.store, server.ours.org, Role::Admin, token).await;
    let made = create(&server, "key-1", "Ana").await.expect(201);
    let other = create(&server, "key-1", "Bo").await;
    assert_eq!(
        (other.status.as_u16(), other.code().as_str()),
        (422, "idempotency_key_reused")
    );
    let converse = async |body| {
        let request = server.post("/v1/conversations").bearer(&server.ours.token);
        request.header(KEY, "key-2").json(&body).send().await
    };
    converse(json!({})).await.expect(200);
    // Clients of OpenAI know no 422, and no such key either.
    let other = converse(json!({"metadata": {"a": "b"}})).await;
    other.expect(422);
    let elsewhere = server.patch("/api/org").bearer(&server.ours.token);
    let elsewhere = elsewhere
        .header(KEY, "key-1")
        .json(&json!({ "name": "Renamed" }));
    elsewhere.send().await.expect(200);
    for token in [token, &server.theirs.token] {
        let theirs = create_as(&server, token, "key-1", "Ana").await.expect(201);
        assert_ne!(theirs["id"], made["id"]);
    }
    // Without a key every request is one of its own.
    for _ in 0..2 {
        let request = server.post("/api/contacts").bearer(&server.ours.token);
        let answer = request.json(&json!({ "name": "Ana" })).send().await;
        assert_ne!(answer.expect(201)["id"], made["id"]);
        assert!(!answer.headers.contains_key(REPLAYED));
    }
}

#[tokio::test]
async fn a_refusal_and_an_empty_answer_are_given_again_as_well() {
    let server = sqlite().await;
    let refused = create(&server, "key-1", "").await;
    let again = create(&server, "key-1", "").await;
    assert_eq!((again.status, &again.body), (refused.status, &refused.body));
    assert_eq!(again.headers[REPLAYED], "true");
    let path = format!("/api/keys/{}", server.ours.ids.key);
    for replayed in [false, true] {
        let request = server.delete(&path).bearer(&server.ours.token);
        let answer = request.header(KEY, "key-1").send().await;
        // Revoking it twice would be a conflict.
        assert_eq!(answer.status, 204, "{answer}");
        assert!(answer.body.is_empty() && !answer.headers.contains_key(CONTENT_TYPE));
        assert_eq!(answer.headers.contains_key(REPLAYED), replayed);
    }
}

#[tokio::test]
async fn a_secret_is_told_again_and_stored_sealed() {
    let server = sqlite().await;
    let mut tokens = Vec::new();
    for _ in 0..2 {
        let request = server.post("/api/keys").bearer(&server.ours.token);
        let body = json!({ "name": "Robot", "scopes": ["read"] });
        let answer = request.header(KEY, "key-1").json(&body).send().await;
        tokens.push(answer.expect(201)["token"].as_str().unwrap().to_owned());
    }
    assert_eq!(tokens[0], tokens[1]);
    let sealed = "select answer_enc from idempotency where caller <> 'accounts'";
    let Cell::Bytes(sealed) = server.database.data().value(sealed).await else {
        panic!("nothing was kept");
    };
    let text = String::from_utf8_lossy(&sealed).into_owned();
    assert!(!text.contains(&tokens[0]) && !text.contains("Robot"));
}

#[tokio::test]
async fn a_key_that_is_none_is_refused() {
    let server = sqlite().await;
    let before = server.dump().await;
    for key in ["", " ", "two words", "tab\there", "ключ", &"x".repeat(256)] {
        let answer = create(&server, key, "Ana").await;
        assert_eq!(answer.status, 400, "{key:?}: {answer}");
        assert_eq!(answer.code(), "invalid_idempotency_key");
    }
    let two = http::Request::builder()
        .method(Method::POST)
        .uri("/api/contacts")
        .header(AUTHORIZATION, format!("Bearer {}", server.ours.token))
        .header(KEY, "one")
        .header(KEY, "two")
        .body(Body::empty())
        .unwrap();
    assert_eq!(server.call(two).await.status(), 400);
    server.settle(2).await;
    assert_eq!(server.dump().await[0]["contact"], before[0]["contact"]);
    assert_eq!(count(&server, KEYS).await, 0);
    create(&server, &"x".repeat(255), "Ana").await.expect(201);
}

#[tokio::test]
async fn who_is_not_known_and_who_only_reads_leave_no_key() {
    let server = sqlite().await;
    let answer = create_as(&server, "stw_nobody", "key-1", "Ana").await;
    assert_eq!(answer.status, 401);
    let browser = server.browser(&server.ours.ids.member).await;
    let foreign = browser.foreign_request(Method::POST, "/api/contacts");
    let foreign = foreign.header(KEY, "key-1").json(&json!({ "name": "Ana" }));
    assert_eq!(foreign.send().await.status, 403);
    let read = server.get("/api/contacts").bearer(&server.ours.token);
    read.header(KEY, "key-1").send().await.expect(200);
    let link = server.post("/auth/link").header(KEY, "key-1");
    let link = link.json(&json!({ "token": "none" })).send().await;
    assert_eq!(link.status, 401);
    assert_eq!(count(&server, KEYS).await, 0);
    let own = browser.request(Method::POST, "/api/contacts");
    let own = own.header(KEY, "key-1").json(&json!({ "name": "Ana" }));
    own.send().await.expect(201);
    assert_eq!(count(&server, KEYS).await, 1);
}

#[tokio::test]
async fn a_request_with_a_key_counts_once_against_the_limit() {
    let server = TestServer::configured(TestDatabase::sqlite(), |config| {
        config.http.writes_per_second = std::num::NonZeroU32::MIN;
    })
    .await;
    let made = create(&server, "key-1", "Ana").await;
    assert_eq!(made.status, 201, "it counted twice: {made}");
}

#[test]
fn whatever_fails_the_change_is_made_once() {
    on_both(|database| async {
        let faults = FailAt::default();
        let server = TestServer::new(database.with_probe(faults.probe())).await;
        server.settle(2).await;
        for n in 1.. {
            let before = count(&server, "contact").await;
            let key = format!("key-{n}");
            faults.arm(n, || StoreError::Busy);
            let first = create(&server, &key, "Ana").await;
            let struck = faults.disarm();
            let second = create(&server, &key, "Ana").await;
            let made = count(&server, "contact").await - before;
            assert_eq!(made, 1, "point {n}: {first}, then {second}");
            match (first.status.as_u16(), second.status.as_u16()) {
                // Nothing was done the first time, or the answer was given back.
                (503, 201) | (201, 201) => {}
                // It was done, and the answer could not be kept: it is not done again, ever.
                (201, 409) => {
                    assert_eq!(second.code(), "request_running");
                    server.pass(Duration::from_secs(3600));
                    server.settle(2).await;
                    let later = create(&server, &key, "Ana").await;
                    assert_eq!(later.code(), "outcome_unknown");
                    assert_eq!(count(&server, "contact").await - before, 1);
                }
                _ => panic!("point {n}: {first}, then {second}"),
            }
            if !struck {
                break;
            }
        }
    });
}

#[tokio::test]
async fn a_damaged_answer_is_not_given() {
    let server = sqlite().await;
    create(&server, "key-1", "Ana").await.expect(201);
    let data = server.database.data();
    let garbage = data.literal(&Cell::Bytes(vec![7; 64]));
    data.execute(&format!("update idempotency set answer_enc = {garbage}"))
        .await;
    assert_eq!(create(&server, "key-1", "Ana").await.code(), "tampered");
}

#[tokio::test]
async fn an_answer_is_kept_for_a_day() {
    let server = sqlite().await;
    let first: Value = create(&server, "key-1", "Ana").await.expect(201);
    server.pass(Duration::from_secs(24 * 3600 - 1));
    let kept = create(&server, "key-1", "Ana").await.expect(201);
    assert_eq!(kept["id"], first["id"]);
    server.pass(Duration::from_secs(1));
    let fresh = create(&server, "key-1", "Ana").await.expect(201);
    assert_ne!(fresh["id"], first["id"]);
}
