//! Signing a browser in and out.

use std::net::Ipv4Addr;
use std::num::NonZeroU32;
use std::time::Duration;

use http::header::{COOKIE, ORIGIN, RETRY_AFTER, SET_COOKIE};
use http::{HeaderName, Method};
use serde_json::json;
use steward_testkit::{TestDatabase, on_both};

use crate::support::{Answer, Browser, TestServer, sqlite};

const PASSWORD: &str = "correct horse battery staple";
const CSRF: HeaderName = HeaderName::from_static("x-csrf-token");

#[test]
fn a_link_signs_in_once() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let token = server.link_token(&server.ours.ids.member).await;
        let first = with_link(&server, &token).await;
        assert_eq!(
            first.expect(200)["member"]["id"],
            server.ours.ids.member.as_str()
        );
        assert!(Browser::from_answer(&server, &first).is_signed_in().await);
        let second = with_link(&server, &token).await;
        insta::allow_duplicates! {
            insta::assert_snapshot!(second, @r#"401 {"error":{"code":"invalid_link","message":"This link was used already or has expired. Ask for a new one."}}"#);
        }
        assert!(!second.headers.contains_key(SET_COOKIE));
    });
}

#[test]
fn of_many_who_use_a_link_at_once_one_is_signed_in() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let token = server.link_token(&server.ours.ids.member).await;
        let tries = (0..8).map(|_| with_link(&server, &token));
        let answers = futures_util::future::join_all(tries).await;
        let signed_in = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(signed_in, 1, "{answers:?}");
    });
}

#[tokio::test]
async fn a_link_that_is_used_old_or_invented_gives_one_answer() {
    let server = sqlite().await;
    let used = server.link_token(&server.ours.ids.member).await;
    with_link(&server, &used).await.expect(200);
    let old = server.link_token(&server.ours.ids.member).await;
    server.pass(Duration::from_secs(15 * 60));
    let reference = with_link(&server, &used).await;
    for token in [
        old.as_str(),
        "",
        "garbage",
        "\u{fffd}",
        &"x".repeat(10_000),
        &server.ours.token,
    ] {
        let answer = with_link(&server, token).await;
        assert_eq!(
            (answer.status, &answer.body),
            (reference.status, &reference.body)
        );
    }
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_address_give_one_answer() {
    let server = sqlite().await;
    set_password(
        &server,
        &server.browser(&server.ours.ids.member).await,
        None,
        PASSWORD,
    )
    .await;
    let right = with_password(&server, "Member@Ours.Example ", PASSWORD).await;
    assert_eq!(right.expect(200)["via"], "session");
    let wrong = with_password(&server, "member@ours.example", "not the password").await;
    insta::assert_snapshot!(wrong, @r#"401 {"error":{"code":"invalid_credentials","message":"No member has this email address and password."}}"#);
    for (email, password) in [
        ("nobody@ours.example", PASSWORD),
        // A member who has no password.
        ("owner@ours.example", ""),
        // An address of a contact, and text that is no address.
        ("contact@ours.example", PASSWORD),
        ("member", PASSWORD),
        ("", ""),
    ] {
        let answer = with_password(&server, email, password).await;
        assert_eq!(
            (answer.status, &answer.body),
            (wrong.status, &wrong.body),
            "{email}"
        );
        assert!(!answer.headers.contains_key(SET_COOKIE));
    }
}

#[tokio::test]
async fn signing_out_ends_the_session_and_clears_the_cookie() {
    let server = sqlite().await;
    let browser = server.browser(&server.ours.ids.member).await;
    let other = server.browser(&server.ours.ids.member).await;
    let answer = browser.request(Method::POST, "/auth/sign-out").send().await;
    answer.expect(204);
    assert_eq!(
        answer.headers[SET_COOKIE],
        "steward_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"
    );
    assert!(!browser.is_signed_in().await);
    assert!(other.is_signed_in().await, "another browser was signed out");
}

#[tokio::test]
async fn the_cookie_is_for_this_site_and_its_server_alone() {
    for (public_url, ending) in [
        (None, "; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000"),
        (
            Some("https://steward.example.com"),
            "; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure",
        ),
    ] {
        let server = TestServer::configured(TestDatabase::sqlite(), |config| {
            config.http.public_url = public_url.map(|url| url.parse().unwrap());
        })
        .await;
        let token = server.link_token(&server.ours.ids.member).await;
        let answer = with_link(&server, &token).await;
        let cookie = answer.headers[SET_COOKIE].to_str().unwrap();
        let (value, flags) = cookie.split_at(cookie.find(';').unwrap());
        assert_eq!(flags, ending);
        assert_eq!(
            value.len(),
            "steward_session=".len() + 43,
            "256 bits: {value}"
        );
    }
}

#[tokio::test]
async fn a_change_by_cookie_needs_the_token_of_its_own_session() {
    let server = sqlite().await;
    let browser = server.browser(&server.ours.ids.member).await;
    let other = server.browser(&server.ours.ids.member).await;
    let change = || {
        browser
            .foreign_request(Method::PATCH, "/api/me")
            .json(&json!({"name": "Mallory"}))
    };
    let before = server.dump().await;
    for (what, request) in [
        ("no token", change()),
        ("an empty token", change().header(CSRF, "")),
        (
            "another session's token",
            change().header(CSRF, &other.csrf),
        ),
        ("the session itself", change().header(CSRF, &browser.cookie)),
        (
            "a longer token",
            change().header(CSRF, &format!("{}x", browser.csrf)),
        ),
        (
            "a foreign page",
            change()
                .header(CSRF, &browser.csrf)
                .header(ORIGIN, "https://evil.example"),
        ),
        (
            "no page at all",
            change().header(CSRF, &browser.csrf).header(ORIGIN, "null"),
        ),
        (
            "a page beside us",
            change()
                .header(CSRF, &browser.csrf)
                .header(ORIGIN, "http://127.0.0.1:87870"),
        ),
    ] {
        let answer = request.send().await;
        assert_eq!(answer.code(), "forbidden", "{what}: {answer}");
    }
    assert_eq!(server.dump().await, before, "something was changed");
    let own_page = change()
        .header(CSRF, &browser.csrf)
        .header(ORIGIN, "http://127.0.0.1:8787");
    own_page.send().await.expect(200);
}

#[tokio::test]
async fn reading_by_cookie_needs_no_token() {
    let server = sqlite().await;
    let browser = server.browser(&server.ours.ids.member).await;
    let me = browser
        .foreign_request(Method::GET, "/v1/me")
        .send()
        .await
        .expect(200);
    assert_eq!(me["csrf_token"], browser.csrf.as_str());
}

#[tokio::test]
async fn a_form_of_a_foreign_page_cannot_sign_anybody_in() {
    let server = sqlite().await;
    let token = server.link_token(&server.ours.ids.member).await;
    let body = json!({"token": token}).to_string().into_bytes();
    for content_type in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
    ] {
        let answer = server
            .post("/auth/link")
            .body(content_type, body.clone())
            .send()
            .await;
        assert_eq!(answer.status, 415, "{content_type}: {answer}");
    }
    with_link(&server, &token).await.expect(200);
}

#[tokio::test]
async fn a_new_password_needs_the_old_one_and_signs_out_other_browsers() {
    let server = sqlite().await;
    let member = &server.ours.ids.member;
    let (browser, other) = (server.browser(member).await, server.browser(member).await);
    let stranger = server.browser(&server.ours.owner.to_string()).await;
    set_password(&server, &browser, None, PASSWORD).await;
    assert!(browser.is_signed_in().await && !other.is_signed_in().await);
    assert!(
        stranger.is_signed_in().await,
        "somebody else was signed out"
    );
    let next = "another long enough password";
    for (current, new, field) in [
        (None, next, "current_password"),
        (Some("wrong"), next, "current_password"),
        (Some(PASSWORD), "too short", "new_password"),
    ] {
        let body = json!({"current_password": current, "new_password": new});
        let answer = browser
            .request(Method::PUT, "/api/me/password")
            .json(&body)
            .send()
            .await;
        assert_eq!(answer.field().as_deref(), Some(field), "{answer}");
    }
    set_password(&server, &browser, Some(PASSWORD), next).await;
    assert_eq!(
        with_password(&server, "member@ours.example", PASSWORD)
            .await
            .status,
        401
    );
    with_password(&server, "member@ours.example", next)
        .await
        .expect(200);
}

#[tokio::test]
async fn a_key_cannot_set_a_password() {
    let server = sqlite().await;
    let request = server.put("/api/me/password").bearer(&server.ours.token);
    let answer = request
        .json(&json!({"new_password": PASSWORD}))
        .send()
        .await;
    assert_eq!(answer.code(), "forbidden");
}

#[tokio::test]
async fn a_session_ends_when_its_time_is_over() {
    let server = TestServer::configured(TestDatabase::sqlite(), |config| {
        config.security.session_ttl = "1h".parse().unwrap();
    })
    .await;
    let browser = server.browser(&server.ours.ids.member).await;
    server.pass(Duration::from_secs(3_599));
    assert!(browser.is_signed_in().await);
    server.pass(Duration::from_secs(1));
    assert!(!browser.is_signed_in().await);
    // The next sign-in takes the row of the one that ended away.
    server.browser(&server.ours.ids.member).await;
    server.pass(Duration::from_secs(1));
    server.browser(&server.ours.ids.member).await;
    let left = server
        .database
        .data()
        .value("select count(*) from session")
        .await;
    assert_eq!(left, steward_testkit::Cell::Int(2));
}

#[tokio::test]
async fn whoever_tries_too_often_must_wait_and_nobody_else() {
    let server = TestServer::configured(TestDatabase::sqlite(), |config| {
        config.http.sign_in_attempts_per_minute = NonZeroU32::new(3).unwrap();
    })
    .await;
    let good_link = server.link_token(&server.ours.ids.member).await;
    let attacker = Ipv4Addr::new(203, 0, 113, 9).into();
    for path in ["/auth/sign-in", "/auth/link"] {
        let body = match path {
            "/auth/link" => json!({"token": "guess"}),
            _ => json!({"email": "not an address", "password": "guess"}),
        };
        let attempt = || server.post(path).sent_from(attacker).json(&body);
        let mut last = attempt().send().await;
        for _ in 0..3 {
            last = attempt().send().await;
        }
        assert_eq!(last.code(), "rate_limited", "{path}: {last}");
        let wait: u64 = last.headers[RETRY_AFTER].to_str().unwrap().parse().unwrap();
        assert!((1..=60).contains(&wait), "{wait}");
    }
    with_link(&server, &good_link).await.expect(200);
}

#[tokio::test]
async fn a_stolen_session_is_no_way_to_guess_the_password() {
    let server = TestServer::configured(TestDatabase::sqlite(), |config| {
        config.http.sign_in_attempts_per_minute = NonZeroU32::new(3).unwrap();
    })
    .await;
    let browser = server.browser(&server.ours.ids.member).await;
    let owner = server.browser(&server.ours.owner.to_string()).await;
    set_password(&server, &browser, None, PASSWORD).await;
    let mut codes = Vec::new();
    for guess in ["a first guess", "a second guess", PASSWORD] {
        let body = json!({"current_password": guess, "new_password": "a password of my own"});
        let request = browser.request(Method::PUT, "/api/me/password");
        codes.push(request.json(&body).send().await.code());
    }
    assert_eq!(codes, ["invalid_field", "invalid_field", "rate_limited"]);
    set_password(&server, &owner, None, PASSWORD).await;
}

#[tokio::test]
async fn one_address_cannot_be_guessed_at_from_many_machines() {
    let server = TestServer::configured(TestDatabase::sqlite(), |config| {
        config.http.sign_in_attempts_per_minute = NonZeroU32::new(1).unwrap();
    })
    .await;
    let body = json!({"email": "member@ours.example", "password": "guess"});
    let mut statuses = Vec::new();
    // Ten times what one machine may: a stranger's ten wrong guesses must not lock the member out.
    for machine in 1..=12 {
        let address = Ipv4Addr::new(203, 0, 113, machine).into();
        let answer = server
            .post("/auth/sign-in")
            .sent_from(address)
            .json(&body)
            .send()
            .await;
        statuses.push(answer.status.as_u16());
    }
    assert_eq!(statuses[..10], [401; 10]);
    assert_eq!(statuses[10..], [429; 2]);
}

#[tokio::test]
async fn signing_in_does_not_continue_a_session_the_browser_brought_along() {
    let server = sqlite().await;
    let token = server.link_token(&server.ours.ids.member).await;
    let planted = server
        .post("/auth/link")
        .header(COOKIE, "steward_session=planted");
    let answer = planted.json(&json!({"token": token})).send().await;
    assert!(
        !answer.headers[SET_COOKIE]
            .to_str()
            .unwrap()
            .contains("planted")
    );
}

async fn with_link(server: &TestServer, token: &str) -> Answer {
    server
        .post("/auth/link")
        .json(&json!({"token": token}))
        .send()
        .await
}

async fn with_password(server: &TestServer, email: &str, password: &str) -> Answer {
    let body = json!({"email": email, "password": password});
    server.post("/auth/sign-in").json(&body).send().await
}

async fn set_password(server: &TestServer, browser: &Browser<'_>, old: Option<&str>, new: &str) {
    let body = json!({"current_password": old, "new_password": new});
    let answer = browser
        .request(Method::PUT, "/api/me/password")
        .json(&body)
        .send()
        .await;
    answer.expect(204);
    let stored = server.database.data().dump().await;
    assert!(
        !format!("{stored:?}").contains(new),
        "a password is stored as it is"
    );
}
