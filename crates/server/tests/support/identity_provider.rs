//! A sign-in service on this machine: its keys, its tokens, and what it was asked for.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use http::StatusCode;
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value, json};
use steward_server::config::Oidc;
use tokio::net::TcpListener;

const RSA: &[u8] = include_bytes!("keys/rsa.pem");
const OTHER_RSA: &[u8] = include_bytes!("keys/other_rsa.pem");
const P256: &[u8] = include_bytes!("keys/p256.pem");
/// What everybody may know, and what a forger signs with.
pub(crate) const RSA_PUBLIC: &[u8] = include_bytes!("keys/rsa_public.pem");

/// A key of the service. The first two are published from the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    Rsa,
    P256,
    /// One the service begins to use later, or that is somebody else's.
    Other,
}

/// The service.
#[derive(Clone)]
pub(crate) struct IdentityProvider {
    pub(crate) issuer: String,
    shared: Arc<Shared>,
}

struct Shared {
    fetches: AtomicUsize,
    published: Mutex<Result<Value, StatusCode>>,
    claimed_issuer: Mutex<Option<String>>,
}

impl Key {
    pub(crate) fn algorithm(self) -> Algorithm {
        match self {
            Self::Rsa | Self::Other => Algorithm::RS256,
            Self::P256 => Algorithm::ES256,
        }
    }

    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::Rsa => "rsa-1",
            Self::P256 => "p256-1",
            Self::Other => "rsa-2",
        }
    }

    fn private(self) -> EncodingKey {
        match self {
            Self::Rsa => EncodingKey::from_rsa_pem(RSA).unwrap(),
            Self::Other => EncodingKey::from_rsa_pem(OTHER_RSA).unwrap(),
            Self::P256 => EncodingKey::from_ec_pem(P256).unwrap(),
        }
    }

    fn public(self) -> Value {
        let mut key = Jwk::from_encoding_key(&self.private(), self.algorithm()).unwrap();
        key.common.key_id = Some(self.id().to_owned());
        serde_json::to_value(key).unwrap()
    }

    /// A token of these claims, under the key's own name or another.
    pub(crate) fn sign(self, kid: Option<&str>, claims: &Value) -> String {
        let mut header = Header::new(self.algorithm());
        header.kid = kid.map(str::to_owned);
        self.sign_with(&header, claims)
    }

    /// A token with a header of the test's choice.
    pub(crate) fn sign_with(self, header: &Header, claims: &Value) -> String {
        jsonwebtoken::encode(header, claims, &self.private()).unwrap()
    }
}

impl IdentityProvider {
    /// Starts it on a port of its own.
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let provider = Self {
            issuer: format!("http://{}", listener.local_addr().unwrap()),
            shared: Arc::new(Shared {
                fetches: AtomicUsize::new(0),
                published: Mutex::new(Ok(Value::Null)),
                claimed_issuer: Mutex::new(None),
            }),
        };
        provider.publish(&[Key::Rsa, Key::P256]);
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(discover))
            .route("/keys", get(keys))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        provider
    }

    pub(crate) fn publish(&self, keys: &[Key]) {
        let keys: Vec<_> = keys.iter().map(|key| key.public()).collect();
        self.publish_json(&keys);
    }

    /// Publishes keys as they are, sensible or not.
    pub(crate) fn publish_json(&self, keys: &[Value]) {
        *self.shared.published.lock().unwrap() = Ok(json!({ "keys": keys }));
    }

    /// From now on the keys cannot be had.
    pub(crate) fn break_down(&self) {
        *self.shared.published.lock().unwrap() = Err(StatusCode::SERVICE_UNAVAILABLE);
    }

    /// Writes another issuer into the discovery document.
    pub(crate) fn pretend_to_be(&self, issuer: &str) {
        *self.shared.claimed_issuer.lock().unwrap() = Some(issuer.to_owned());
    }

    /// How often the keys were asked for.
    pub(crate) fn fetches(&self) -> usize {
        self.shared.fetches.load(Ordering::SeqCst)
    }

    /// What to configure for it.
    pub(crate) fn settings(&self) -> Oidc {
        Oidc {
            issuer: self.issuer.parse().unwrap(),
            audience: "steward".into(),
            jwks_url: None,
            allowed_email_domains: vec!["ours.example".into()],
            create_members: false,
            org: None,
        }
    }

    /// Claims that are accepted at the beginning of 2026, about a member of ours.
    pub(crate) fn claims(&self) -> Value {
        let now = 1_767_225_600;
        json!({
            "iss": self.issuer, "aud": "steward", "sub": "1", "iat": now, "exp": now + 3_600,
            "email": "member@ours.example", "email_verified": true,
        })
    }
}

async fn discover(State(provider): State<IdentityProvider>) -> axum::Json<Value> {
    let claimed = provider.shared.claimed_issuer.lock().unwrap().clone();
    let issuer = claimed.unwrap_or_else(|| provider.issuer.clone());
    axum::Json(json!({"issuer": issuer, "jwks_uri": format!("{}/keys", provider.issuer)}))
}

async fn keys(State(provider): State<IdentityProvider>) -> Result<axum::Json<Value>, StatusCode> {
    provider.shared.fetches.fetch_add(1, Ordering::SeqCst);
    provider
        .shared
        .published
        .lock()
        .unwrap()
        .clone()
        .map(axum::Json)
}
