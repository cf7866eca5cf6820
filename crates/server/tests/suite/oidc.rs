//! Bearer tokens of a sign-in service: test 47.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value, json};
use steward_server::config::Oidc;
use steward_testkit::{TestDatabase, on_both};

use crate::support::identity_provider::{IdentityProvider, Key, RSA_PUBLIC};
use crate::support::{Answer, TestServer};

#[test]
fn a_good_token_of_either_kind_signs_its_member_in() {
    on_both(|database| async {
        let (server, provider) = start_on(database, |_| {}).await;
        for key in [Key::Rsa, Key::P256] {
            let token = key.sign(Some(key.id()), &provider.claims());
            let me = ask(&server, &token).await.expect(200);
            assert_eq!(
                (&me["via"], &me["member"]["id"]),
                (&json!("oidc"), &json!(server.ours.ids.member))
            );
        }
        let mut several = provider.claims();
        several["aud"] = json!(["another", "steward"]);
        ask(&server, &sign(&several)).await.expect(200);
        assert_eq!(provider.fetches(), 1);
    });
}

#[tokio::test]
async fn every_bad_token_gets_the_same_refusal() {
    let (server, provider) = start(|_| {}).await;
    ask(&server, &sign(&provider.claims())).await.expect(200);
    let reference = server.get("/v1/me").bearer("stw_garbage").send().await;
    assert_eq!(reference.status, 401);
    let claims = bad_claims(&provider)
        .into_iter()
        .map(|(what, claims)| (what, sign(&claims)));
    for (what, token) in claims.chain(forged(&provider)).chain(mangled(&provider)) {
        let answer = ask(&server, &token).await;
        assert_eq!(answer.status, 401, "{what}: {answer}");
        assert_eq!(answer.body, reference.body, "{what}");
        assert_eq!(
            answer.stable_headers(),
            reference.stable_headers(),
            "{what}"
        );
    }
}

#[tokio::test]
async fn times_may_be_a_minute_apart_and_no_more() {
    let (server, provider) = start(|_| {}).await;
    let with = |claim: &str, offset: i64| {
        let mut claims = provider.claims();
        claims[claim] = json!(1_767_225_600 + offset);
        sign(&claims)
    };
    for (claim, offset, status) in [
        ("exp", -59, 200),
        ("exp", -60, 401),
        ("nbf", 60, 200),
        ("nbf", 61, 401),
        ("iat", 60, 200),
        ("iat", 61, 401),
        ("exp", 24 * 3_600 + 60, 200),
        ("exp", 24 * 3_600 + 61, 401),
    ] {
        let answer = ask(&server, &with(claim, offset)).await;
        assert_eq!(answer.status.as_u16(), status, "{claim} {offset}: {answer}");
    }
    let token = sign(&provider.claims());
    ask(&server, &token).await.expect(200);
    server.pass(Duration::from_secs(3_660));
    assert_eq!(
        ask(&server, &token).await.status,
        401,
        "it ends while the server runs"
    );
}

#[tokio::test]
async fn a_newcomer_is_refused_unless_newcomers_are_welcome() {
    let (server, provider) = start(|_| {}).await;
    let mut claims = provider.claims();
    claims["email"] = "new@ours.example".into();
    let before = server.dump().await;
    assert_eq!(ask(&server, &sign(&claims)).await.status, 401);
    assert_eq!(server.dump().await, before);

    let (server, provider) = start(|oidc| oidc.create_members = true).await;
    claims["iss"] = provider.issuer.clone().into();
    claims["name"] = "New Person".into();
    let me = ask(&server, &sign(&claims)).await.expect(200);
    assert_eq!(
        (&me["member"]["name"], &me["member"]["role"]),
        (&json!("New Person"), &json!("member"))
    );
    let again = ask(&server, &sign(&claims)).await.expect(200);
    assert_eq!(again["member"]["id"], me["member"]["id"]);
}

#[tokio::test]
async fn a_newcomers_name_follows_the_rules_for_names() {
    let (server, provider) = start(|oidc| oidc.create_members = true).await;
    for (number, name) in ["", "  ", "two\nlines", "\0", &"x".repeat(201)]
        .iter()
        .enumerate()
    {
        let mut claims = provider.claims();
        let email = format!("new-{number}@ours.example");
        claims["email"] = email.clone().into();
        claims["name"] = (*name).into();
        let me = ask(&server, &sign(&claims)).await.expect(200);
        assert_eq!(me["member"]["name"], email, "{name:?}");
    }
}

#[test]
fn two_first_requests_at_once_make_one_member() {
    on_both(|database| async {
        let (server, provider) = start_on(database, |oidc| oidc.create_members = true).await;
        let mut claims = provider.claims();
        claims["email"] = "new@ours.example".into();
        let token = sign(&claims);
        let answers = futures_util::future::join_all((0..8).map(|_| ask(&server, &token))).await;
        let ids: std::collections::BTreeSet<_> = answers
            .iter()
            .map(|answer| answer.expect(200)["member"]["id"].to_string())
            .collect();
        assert_eq!(ids.len(), 1);
        assert_eq!(provider.fetches(), 1, "a crowd caused more than one fetch");
    });
}

#[tokio::test]
async fn a_token_opens_the_organisation_it_is_configured_for_and_no_other() {
    let (server, provider) = start(|_| {}).await;
    let mut claims = provider.claims();
    claims["email"] = "member@theirs.example".into();
    assert_eq!(
        ask(&server, &sign(&claims)).await.status,
        401,
        "another domain"
    );
    let (server, provider) =
        start(|oidc| oidc.allowed_email_domains = vec!["theirs.example".into()]).await;
    claims["iss"] = provider.issuer.clone().into();
    assert_eq!(
        ask(&server, &sign(&claims)).await.status,
        401,
        "a member of another organisation"
    );
}

#[tokio::test]
async fn a_new_key_is_fetched_when_it_is_first_seen_and_at_most_every_half_minute() {
    let (server, provider) = start(|_| {}).await;
    ask(&server, &sign(&provider.claims())).await.expect(200);
    let next = Key::Other.sign(Some(Key::Other.id()), &provider.claims());
    for _ in 0..5 {
        assert_eq!(ask(&server, &next).await.status, 401);
    }
    assert_eq!(
        provider.fetches(),
        1,
        "an unknown id caused a fetch at once"
    );
    provider.publish(&[Key::Other]);
    server.pass(Duration::from_secs(30));
    ask(&server, &next).await.expect(200);
    assert_eq!(
        ask(&server, &sign(&provider.claims())).await.status,
        401,
        "the old key was withdrawn"
    );
    assert_eq!(provider.fetches(), 2);
}

#[tokio::test]
async fn keys_that_are_known_work_while_the_service_is_down() {
    let (server, provider) = start(|_| {}).await;
    let token = sign(&provider.claims());
    ask(&server, &token).await.expect(200);
    provider.break_down();
    server.pass(Duration::from_secs(601));
    for _ in 0..5 {
        ask(&server, &token).await.expect(200);
    }
    assert_eq!(
        provider.fetches(),
        2,
        "every request waits for a service that is down"
    );
    let unknown = Key::Rsa.sign(Some("invented"), &provider.claims());
    assert_eq!(ask(&server, &unknown).await.status, 401);
    assert_eq!(provider.fetches(), 2);
}

#[tokio::test]
async fn without_any_keys_the_service_is_to_blame() {
    let (server, provider) = start(|_| {}).await;
    provider.break_down();
    let token = sign(&provider.claims());
    for _ in 0..3 {
        let answer = ask(&server, &token).await;
        insta::allow_duplicates! {
            insta::assert_snapshot!(answer, @r#"503 {"error":{"code":"unavailable","message":"The sign-in service cannot be reached."}}"#);
        }
    }
    assert_eq!(
        provider.fetches(),
        1,
        "strangers can make the server hammer the service"
    );
    server
        .get("/v1/me")
        .bearer(&server.ours.token)
        .send()
        .await
        .expect(200);
    provider.publish(&[Key::Rsa]);
    server.pass(Duration::from_secs(30));
    ask(&server, &token).await.expect(200);
}

#[tokio::test]
async fn a_discovery_document_of_another_issuer_is_not_believed() {
    let (server, provider) = start(|_| {}).await;
    provider.pretend_to_be("https://accounts.example");
    let answer = ask(&server, &sign(&provider.claims())).await;
    assert_eq!(answer.code(), "unavailable");
    assert_eq!(provider.fetches(), 0);
}

#[tokio::test]
async fn a_published_key_serves_only_what_it_is_for() {
    let (server, provider) = start(|_| {}).await;
    let secret = URL_SAFE_NO_PAD.encode("a symmetric key nobody should publish");
    provider.publish_json(&[
        json!({"kty": "oct", "kid": "oct", "alg": "HS256", "k": secret}),
        json!({"kty": "future", "kid": "later", "x": "?"}),
        json!({"kty": "RSA", "kid": "broken", "n": "", "e": "AQAB"}),
    ]);
    let mut header = Header::new(Algorithm::HS256);
    header.kid = Some("oct".into());
    let key = EncodingKey::from_secret(b"a symmetric key nobody should publish");
    let token = jsonwebtoken::encode(&header, &provider.claims(), &key).unwrap();
    let answer = ask(&server, &token).await;
    assert!(matches!(answer.status.as_u16(), 401 | 503), "{answer}");
}

/// Claims that must be refused although the signature is right.
fn bad_claims(provider: &IdentityProvider) -> Vec<(&'static str, Value)> {
    let now = 1_767_225_600;
    let changes = [
        ("another issuer", json!({"iss": "https://accounts.example"})),
        (
            "an issuer with a slash",
            json!({"iss": format!("{}/", provider.issuer)}),
        ),
        ("no issuer", json!({"iss": null})),
        ("another audience", json!({"aud": "somebody"})),
        ("no audience", json!({"aud": null})),
        ("an empty audience", json!({"aud": []})),
        ("expired", json!({"exp": now - 3_600})),
        ("no end", json!({"exp": null})),
        ("an end as text", json!({"exp": (now + 3_600).to_string()})),
        ("an end beyond numbers", json!({"exp": 1e300})),
        ("a negative end", json!({"exp": -1})),
        ("far in the future", json!({"exp": now + 400 * 86_400})),
        ("not valid yet", json!({"nbf": now + 3_600})),
        ("a beginning as text", json!({"nbf": now.to_string()})),
        ("a beginning as text, past", json!({"nbf": "0"})),
        ("issued in the future", json!({"iat": now + 3_600})),
        ("no address", json!({"email": null})),
        ("an address that is none", json!({"email": "member"})),
        (
            "an address that is a list",
            json!({"email": ["member@ours.example"]}),
        ),
        ("an address not verified", json!({"email_verified": false})),
        (
            "an address verified in words",
            json!({"email_verified": "false"}),
        ),
        ("another domain", json!({"email": "member@example.org"})),
        (
            "a longer domain",
            json!({"email": "member@ours.example.org"}),
        ),
        ("a subdomain", json!({"email": "member@evil.ours.example"})),
        (
            "two addresses",
            json!({"email": "member@evil.example@ours.example"}),
        ),
        ("nobody we know", json!({"email": "stranger@ours.example"})),
    ];
    let apply = |change: &Value| {
        let mut claims = provider.claims();
        for (name, value) in change.as_object().unwrap() {
            match value {
                Value::Null => _ = claims.as_object_mut().unwrap().remove(name),
                value => claims[name] = value.clone(),
            }
        }
        claims
    };
    changes
        .iter()
        .map(|(what, change)| (*what, apply(change)))
        .collect()
}

/// Tokens that somebody else signed, or the service for something else.
fn forged(provider: &IdentityProvider) -> Vec<(&'static str, String)> {
    let claims = provider.claims();
    let rsa = |id| Key::Rsa.sign(id, &claims);
    let hmac = |secret: &[u8]| {
        let mut header = Header::new(Algorithm::HS256);
        header.kid = Some("rsa-1".into());
        jsonwebtoken::encode(&header, &claims, &EncodingKey::from_secret(secret)).unwrap()
    };
    vec![
        ("the public key as a secret", hmac(RSA_PUBLIC)),
        ("the same, trimmed", hmac(RSA_PUBLIC.trim_ascii())),
        ("an empty secret", hmac(b"")),
        ("no key id", rsa(None)),
        ("an unknown key id", rsa(Some("rsa-9"))),
        ("RSA under the id of a P-256 key", rsa(Some("p256-1"))),
        ("another's key", Key::Other.sign(Some("rsa-1"), &claims)),
        (
            "another kind of key",
            Key::P256.sign(Some("rsa-1"), &claims),
        ),
        ("an unknown extension", with_critical_extension(&claims)),
    ]
}

/// Tokens that were good before somebody changed them.
fn mangled(provider: &IdentityProvider) -> Vec<(&'static str, String)> {
    let claims = provider.claims();
    let good = sign(&claims);
    let [header, payload, signature]: [&str; 3] =
        good.split('.').collect::<Vec<_>>().try_into().unwrap();
    let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let algorithm = |name: &str| encode(&json!({"alg": name, "kid": "rsa-1"}));
    let mut changed = claims;
    changed["email"] = "owner@ours.example".into();
    let changed = encode(&changed);
    let own_key = json!({"alg": "RS256", "kid": "rsa-1", "jwk": {"kty": "RSA"}, "jku": "https://evil.example"});
    let own_key = encode(&own_key);
    let zeros = URL_SAFE_NO_PAD.encode([0; 256]);
    [
        ("alg none", [&algorithm("none"), payload, ""]),
        ("alg NONE", [&algorithm("NONE"), payload, ""]),
        (
            "none with a signature",
            [&algorithm("none"), payload, signature],
        ),
        (
            "another algorithm",
            [&algorithm("RS512"), payload, signature],
        ),
        ("a key of its own", [&own_key, payload, signature]),
        ("changed claims", [header, &changed, signature]),
        ("no signature", [header, payload, ""]),
        ("half a signature", [header, payload, &signature[..40]]),
        ("a signature of zeros", [header, payload, &zeros]),
        ("nothing", ["", "", ""]),
        ("garbage", ["a", "b", "c"]),
    ]
    .map(|(what, parts)| (what, parts.join(".")))
    .to_vec()
}

fn with_critical_extension(claims: &Value) -> String {
    let mut header = Header::new(Algorithm::RS256);
    header.kid = Some("rsa-1".into());
    header.crit = Some(vec!["exp-ignored".into()]);
    Key::Rsa.sign_with(&header, claims)
}

fn sign(claims: &Value) -> String {
    Key::Rsa.sign(Some("rsa-1"), claims)
}

async fn ask(server: &TestServer, token: &str) -> Answer {
    server.get("/v1/me").bearer(token).send().await
}

async fn start(change: impl FnOnce(&mut Oidc)) -> (TestServer, IdentityProvider) {
    start_on(TestDatabase::sqlite(), change).await
}

async fn start_on(
    database: TestDatabase,
    change: impl FnOnce(&mut Oidc),
) -> (TestServer, IdentityProvider) {
    let provider = IdentityProvider::start().await;
    let mut settings = provider.settings();
    change(&mut settings);
    let server = TestServer::configured(database, |config| config.auth.oidc = Some(settings)).await;
    (server, provider)
}
