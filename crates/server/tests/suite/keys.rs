//! API keys.

use std::time::Duration;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use steward_model::{Clock as _, KeyScope, Role};
use steward_testkit::{Cell, on_both};

use crate::support::tenant::{add_key, add_member};
use crate::support::{Answer, Document, TestServer, sqlite};

#[test]
fn a_token_is_shown_once_and_kept_only_as_a_hash() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let made = make(
            &server,
            &server.ours.token,
            json!({"name": "CI", "scopes": ["write"]}),
        )
        .await
        .expect(201);
        let token = made["token"].as_str().unwrap();
        let id = made["key"]["id"].as_str().unwrap();
        let me = server.get("/v1/me").bearer(token).send().await.expect(200);
        assert_eq!(
            (&me["via"], &me["scopes"]),
            (&json!("api_key"), &json!(["write"]))
        );

        for path in [format!("/api/keys/{id}"), "/api/keys".into()] {
            let answer = server.get(&path).bearer(&server.ours.token).send().await;
            answer.expect(200);
            assert!(
                answer.text().contains(id) && !answer.text().contains(token),
                "{answer}"
            );
        }
        let secret = token.strip_prefix("stw_").unwrap();
        let dump = server.dump().await;
        for text in [format!("{dump:?}"), format!("{:?}", all_bytes(&dump))] {
            assert!(!text.contains(secret), "the token itself is stored");
        }
        let hash = Cell::Bytes(Sha256::digest(token).to_vec());
        let rows = &dump[0]["api_key"];
        assert!(
            rows.iter().any(|row| row.contains(&hash)),
            "its hash is not"
        );
    });
}

#[tokio::test]
async fn a_key_that_only_reads_can_change_nothing() {
    let server = sqlite().await;
    let token = "stw_read_only_0123456789";
    add_key(
        &server.store,
        server.ours.org,
        server.ours.owner,
        token,
        &[KeyScope::Read],
        None,
    )
    .await;
    server.get("/v1/me").bearer(token).send().await.expect(200);
    server.settle(3).await;
    let before = server.dump().await;
    for operation in Document::fetch(&server).await.operations() {
        if operation.is_public() {
            continue;
        }
        let path = operation.path_of(&server.ours.ids);
        let request = operation.request(&server, &path, 1);
        let answer = request.bearer(token).send().await;
        // What is looked for may be told in a body.
        if operation.is_safe() || path.ends_with("/search") {
            assert!(answer.status.is_success(), "{}: {answer}", operation.name());
        } else {
            assert_eq!(answer.status, 403, "{}: {answer}", operation.name());
            assert!(
                answer.text().contains("lacks the scope `write`"),
                "{answer}"
            );
        }
    }
    assert_eq!(server.dump().await, before, "something was changed");
}

#[tokio::test]
async fn a_key_without_the_scope_admin_is_no_admin_whoever_made_it() {
    let server = sqlite().await;
    let token = "stw_writes_0123456789";
    add_key(
        &server.store,
        server.ours.org,
        server.ours.owner,
        token,
        &[KeyScope::Write],
        None,
    )
    .await;
    let answer = server
        .patch("/api/org")
        .bearer(token)
        .json(&json!({"name": "X"}))
        .send()
        .await;
    assert_eq!(answer.code(), "forbidden");
    let link = format!("/api/members/{}/sign-in-link", server.ours.owner);
    assert_eq!(
        server.post(&link).bearer(token).send().await.code(),
        "forbidden"
    );
    make(&server, token, json!({"name": "Same", "scopes": ["write"]}))
        .await
        .expect(201);
}

#[tokio::test]
async fn a_key_cannot_make_one_that_may_do_more_or_lives_longer() {
    let server = sqlite().await;
    let (store, ours) = (&server.store, &server.ours);
    let soon = server
        .database
        .clock()
        .now()
        .plus(Duration::from_secs(3_600));
    let token = "stw_writes_a_while_0123456789";
    add_key(
        store,
        ours.org,
        ours.owner,
        token,
        &[KeyScope::Write],
        Some(soon),
    )
    .await;
    for (what, body) in [
        (
            "more power",
            json!({"name": "X", "scopes": ["admin"], "expires_at": soon.to_string()}),
        ),
        (
            "mixed power",
            json!({"name": "X", "scopes": ["read", "admin"], "expires_at": soon.to_string()}),
        ),
        ("no end", json!({"name": "X", "scopes": ["write"]})),
        (
            "a later end",
            json!({"name": "X", "scopes": ["write"], "expires_at": "2030-01-01T00:00:00Z"}),
        ),
    ] {
        let answer = make(&server, token, body).await;
        assert_eq!(answer.code(), "forbidden", "{what}: {answer}");
    }
    let no_more = json!({"name": "X", "scopes": ["read"], "expires_at": soon.to_string()});
    make(&server, token, no_more).await.expect(201);
    let member = "stw_member_0123456789";
    add_member(store, ours.org, Role::Member, member).await;
    let answer = make(&server, member, json!({"name": "X", "scopes": ["admin"]})).await;
    assert_eq!(answer.code(), "forbidden");
}

#[test]
fn a_revoked_key_is_refused_from_that_moment() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let made = make(
            &server,
            &server.ours.token,
            json!({"name": "CI", "scopes": ["read"]}),
        )
        .await
        .expect(201);
        let (token, id) = (
            made["token"].as_str().unwrap(),
            made["key"]["id"].as_str().unwrap(),
        );
        for _ in 0..3 {
            server.get("/v1/me").bearer(token).send().await.expect(200);
        }
        let path = format!("/api/keys/{id}");
        server
            .delete(&path)
            .bearer(&server.ours.token)
            .send()
            .await
            .expect(204);
        assert_eq!(server.get("/v1/me").bearer(token).send().await.status, 401);
        let again = server.delete(&path).bearer(&server.ours.token).send().await;
        assert_eq!(again.code(), "conflict");
    });
}

#[tokio::test]
async fn a_key_ends_when_its_time_is_over() {
    let server = sqlite().await;
    let body = json!({"name": "CI", "scopes": ["read"], "expires_at": "2026-01-01T02:00:00+01:00"});
    let made = make(&server, &server.ours.token, body).await.expect(201);
    assert_eq!(made["key"]["expires_at"], "2026-01-01T01:00:00Z");
    let ask = async || {
        server
            .get("/v1/me")
            .bearer(made["token"].as_str().unwrap())
            .send()
            .await
            .status
    };
    assert_eq!(ask().await, 200);
    server.pass(Duration::from_secs(3_600) - Duration::from_micros(1));
    assert_eq!(ask().await, 200);
    server.pass(Duration::from_micros(1));
    assert_eq!(ask().await, 401);
}

#[tokio::test]
async fn a_key_that_makes_no_sense_is_refused_by_field() {
    let server = sqlite().await;
    for (body, field) in [
        (json!({"name": "", "scopes": ["read"]}), "name"),
        (json!({"name": "x", "scopes": []}), "scopes"),
        (json!({"name": "x", "scopes": ["root"]}), "scopes[0]"),
        (
            json!({"name": "x", "scopes": ["read"], "expires_at": "tomorrow"}),
            "expires_at",
        ),
        (
            json!({"name": "x", "scopes": ["read"], "expires_at": "2025-12-31T23:59:59Z"}),
            "expires_at",
        ),
    ] {
        let answer = make(&server, &server.ours.token, body.clone()).await;
        assert_eq!(
            (answer.status.as_u16(), answer.field().as_deref()),
            (422, Some(field)),
            "{body}: {answer}"
        );
    }
}

#[tokio::test]
async fn a_key_says_when_it_was_last_used_to_the_minute() {
    let server = sqlite().await;
    server.settle(2).await;
    let sql = format!(
        "select max(last_used_at) from api_key where org_id = '{}'",
        server.ours.org
    );
    let last = async || server.database.data().value(&sql).await;
    let start = server.database.clock().now().as_micros();
    assert_eq!(last().await, Cell::Int(start));
    server.pass(Duration::from_secs(60));
    server
        .get("/v1/me")
        .bearer(&server.ours.token)
        .send()
        .await
        .expect(200);
    let noted = async {
        while last().await != Cell::Int(start + 60_000_000) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), noted)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_member_may_revoke_their_own_key_and_no_other() {
    let server = sqlite().await;
    let token = "stw_member_0123456789";
    add_member(&server.store, server.ours.org, Role::Member, token).await;
    let made = make(&server, token, json!({"name": "Mine", "scopes": ["read"]}))
        .await
        .expect(201);
    let owners = format!("/api/keys/{}", server.ours.ids.key);
    assert_eq!(
        server.delete(&owners).bearer(token).send().await.code(),
        "forbidden"
    );
    let own = format!("/api/keys/{}", made["key"]["id"].as_str().unwrap());
    server.delete(&own).bearer(token).send().await.expect(204);
}

async fn make(server: &TestServer, token: &str, body: Value) -> Answer {
    server
        .post("/api/keys")
        .bearer(token)
        .json(&body)
        .send()
        .await
}

/// Every blob as text, where it is text.
fn all_bytes(dump: &[steward_testkit::Dump]) -> Vec<String> {
    let rows = dump
        .iter()
        .flat_map(|dump| dump.values().flatten().flatten());
    rows.filter_map(|cell| match cell {
        Cell::Bytes(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
        _ => None,
    })
    .collect()
}
