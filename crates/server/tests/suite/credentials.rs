//! Every operation asks for credentials that are good, unless the one list of public operations names it.

use std::time::Duration;

use http::Method;
use http::header::{AUTHORIZATION, COOKIE};
use steward_model::{Clock as _, KeyScope, Role};

use crate::support::document::PUBLIC;
use crate::support::tenant::{add_key, add_member};
use crate::support::{Document, TestServer, sqlite};

/// A header, and why it must not open anything.
type Bad = (http::HeaderName, String, &'static str);

#[tokio::test]
async fn credentials_that_are_not_good_open_nothing_and_all_look_alike() {
    let server = sqlite().await;
    let bad = bad_credentials(&server).await;
    for operation in Document::fetch(&server).await.operations() {
        if operation.is_public() {
            continue;
        }
        let path = operation.path_of(&server.ours.ids);
        let ask = || operation.request(&server, &path, 1);
        let without = ask().send().await;
        assert_eq!(without.status, 401, "{}: {without}", operation.name());
        let code = match operation.is_openai() {
            true => "invalid_api_key",
            false => "unauthorized",
        };
        assert_eq!(without.code(), code, "{}", operation.name());
        for (header, value, why) in &bad {
            let answer = ask().header(header.clone(), value).send().await;
            assert_eq!(
                answer.status,
                401,
                "{} with {why}: {answer}",
                operation.name()
            );
            assert_eq!(answer.body, without.body, "{} with {why}", operation.name());
            assert_eq!(answer.stable_headers(), without.stable_headers(), "{why}");
        }
    }
}

#[tokio::test]
async fn the_document_says_which_operations_are_public() {
    let server = sqlite().await;
    let operations = Document::fetch(&server).await.operations();
    for operation in &operations {
        let open = operation.description.get("security").is_none();
        assert_eq!(open, operation.is_public(), "{}", operation.name());
    }
    for name in PUBLIC {
        assert!(
            operations.iter().any(|o| o.name() == name),
            "{name} is gone"
        );
    }
}

#[tokio::test]
async fn a_bad_bearer_token_is_not_passed_over_for_a_good_cookie() {
    let server = sqlite().await;
    let browser = server.browser(&server.ours.ids.member).await;
    let answer = browser
        .request(Method::GET, "/v1/me")
        .bearer("stw_nobody")
        .send()
        .await;
    assert_eq!(answer.status, 401, "{answer}");
}

async fn bad_credentials(server: &TestServer) -> Vec<Bad> {
    let token = &server.ours.token;
    let mut bad = ended_credentials(server).await;
    bad.extend([
        bearer("stw_garbage", "garbage"),
        bearer("", "an empty token"),
        bearer("é", "a token that is not ASCII"),
        bearer(&"x".repeat(8_000), "a very long token"),
        bearer("a.b.c", "something like a JWT"),
        bearer(&format!("{token} x"), "two tokens"),
        (AUTHORIZATION, token.clone(), "a token without a scheme"),
        (AUTHORIZATION, format!("Basic {token}"), "another scheme"),
        cookie("", "an empty session"),
        cookie("garbage", "a session that never was"),
        cookie(token, "a key as a session"),
    ]);
    bad
}

/// What was good once.
async fn ended_credentials(server: &TestServer) -> Vec<Bad> {
    let (store, ours) = (&server.store, &server.ours);
    let [expired, revoked, orphan] = ["stw_expired_key", "stw_revoked_key", "stw_orphan_key"];
    let soon = server.database.clock().now().plus(Duration::from_secs(60));
    let all = KeyScope::ALL;
    add_key(store, ours.org, ours.owner, expired, all, Some(soon)).await;
    let id = add_key(store, ours.org, ours.owner, revoked, all, None).await;
    let gone = add_member(store, ours.org, Role::Admin, orphan).await;
    // Used while they are good, so that a cache has every chance to remember them.
    for token in [expired, revoked, orphan] {
        server.get("/v1/me").bearer(token).send().await.expect(200);
    }
    let browser = server.browser(&ours.ids.member).await;
    let out = browser.request(Method::POST, "/auth/sign-out");
    out.send().await.expect(204);
    let lapsed = server.browser(&ours.ids.member).await;
    assert!(lapsed.is_signed_in().await);
    server.pass(Duration::from_secs(31 * 24 * 60 * 60));
    let org = store.org(ours.org);
    assert!(org.revoke_api_key(id.parse().unwrap()).await.unwrap());
    assert!(org.delete_member(gone).await.unwrap());
    vec![
        bearer(expired, "an expired key"),
        bearer(revoked, "a revoked key"),
        bearer(orphan, "the key of a deleted member"),
        cookie(browser.token(), "a session that was signed out"),
        cookie(lapsed.token(), "a session that has ended"),
        bearer(lapsed.token(), "a session as a key"),
    ]
}

fn bearer(token: &str, why: &'static str) -> Bad {
    (AUTHORIZATION, format!("Bearer {token}"), why)
}

fn cookie(token: &str, why: &'static str) -> Bad {
    (COOKIE, format!("steward_session={token}"), why)
}
