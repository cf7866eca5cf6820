//! Every operation asks for credentials that are good, unless the one list of public operations names it.

use std::time::Duration;

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
        let ask = || match operation.good_body(1) {
            Some(body) => server.request(operation.method.clone(), &path).json(&body),
            None => server.request(operation.method.clone(), &path),
        };
        let without = ask().send().await;
        assert_eq!(without.status, 401, "{}: {without}", operation.name());
        assert_eq!(without.code(), "unauthorized");
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
        .request(http::Method::GET, "/v1/me")
        .bearer("stw_nobody")
        .send()
        .await;
    assert_eq!(answer.status, 401, "{answer}");
}

async fn bad_credentials(server: &TestServer) -> Vec<Bad> {
    let (store, ours) = (&server.store, &server.ours);
    let soon = server.database.clock().now().plus(Duration::from_secs(60));
    let expired = "stw_expired_0123456789";
    add_key(
        store,
        ours.org,
        ours.owner,
        expired,
        KeyScope::ALL,
        Some(soon),
    )
    .await;
    let revoked = "stw_revoked_0123456789";
    let id = add_key(store, ours.org, ours.owner, revoked, KeyScope::ALL, None).await;
    let orphan = "stw_orphan_0123456789";
    let gone = add_member(store, ours.org, Role::Admin, orphan).await;
    // Used while they are good, so that a cache has every chance to remember them.
    for token in [expired, revoked, orphan] {
        server.get("/v1/me").bearer(token).send().await.expect(200);
    }
    let browser = server.browser(&ours.ids.member).await;
    let signed_out = browser.cookie.clone();
    let out = browser
        .request(http::Method::POST, "/auth/sign-out")
        .send()
        .await;
    out.expect(204);
    let lapsed = server.browser(&ours.ids.member).await.cookie;
    server.pass(Duration::from_secs(31 * 24 * 60 * 60));
    store
        .org(ours.org)
        .revoke_api_key(id.parse().unwrap())
        .await
        .unwrap();
    store.org(ours.org).delete_member(gone).await.unwrap();
    let bearer = |token: &str, why| (AUTHORIZATION, format!("Bearer {token}"), why);
    let cookie = |value: &str, why| (COOKIE, value.to_owned(), why);
    vec![
        bearer(expired, "an expired key"),
        bearer(revoked, "a revoked key"),
        bearer(orphan, "the key of a deleted member"),
        bearer("stw_garbage", "garbage"),
        bearer("", "an empty token"),
        bearer("é", "a token that is not ASCII"),
        bearer(&"x".repeat(8_000), "a very long token"),
        bearer("a.b.c", "something like a JWT"),
        bearer(&format!("{} x", ours.token), "two tokens"),
        (
            AUTHORIZATION,
            ours.token.clone(),
            "a token without a scheme",
        ),
        (
            AUTHORIZATION,
            format!("Basic {}", ours.token),
            "another scheme",
        ),
        cookie(&signed_out, "a session that was signed out"),
        cookie(&lapsed, "a session that has ended"),
        cookie("steward_session=", "an empty session"),
        cookie("steward_session=garbage", "a session that never was"),
        cookie(
            &format!("steward_session={}", ours.token),
            "a key as a session",
        ),
        bearer(lapsed.split_once('=').unwrap().1, "a session as a key"),
    ]
}
