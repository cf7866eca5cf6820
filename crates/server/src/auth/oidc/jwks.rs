//! The service's signing keys, fetched and kept for a while.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, JwkSet, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::Deserialize;
use steward_model::Timestamp;
use tokio::sync::Mutex;

use super::OidcSettings;
use super::claims::Claims;

/// How long a set is used before it is fetched again.
const KEEP: Duration = Duration::from_secs(600);
/// How soon an unknown key id or a failed fetch may cause another: a stranger can invent ids, and a service that is
/// down must not make every request wait for it.
const AGAIN: Duration = Duration::from_secs(30);
/// Sets are small; whatever is larger is not one.
const LARGEST_SET: usize = 256 * 1024;

/// The keys of one service.
pub(super) struct Jwks {
    client: reqwest::Client,
    issuer: String,
    url: Option<String>,
    /// Held while fetching, so that a crowd of requests causes one fetch.
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// When the keys were last asked for, in vain or not.
    asked_at: Option<Timestamp>,
    fetched_at: Option<Timestamp>,
    keys: HashMap<String, Arc<VerifyingKey>>,
}

impl Known {
    /// Whether asking might help to find `id`, and was not tried just now.
    fn is_worth_asking(&self, id: &str, now: Timestamp) -> bool {
        let fresh = self.fetched_at.is_some_and(|at| now < at.plus(KEEP));
        let just_asked = self.asked_at.is_some_and(|at| now < at.plus(AGAIN));
        let found = fresh && self.keys.contains_key(id);
        !found && !just_asked
    }
}

/// Why there is no key for a token.
#[derive(Debug)]
pub(super) enum KeyError {
    /// The token's fault.
    Unacceptable(&'static str),
    /// Not the token's fault.
    Unreachable,
}

/// A key, pinned to the one algorithm it is for: a token does not get to choose.
pub(super) struct VerifyingKey {
    key: DecodingKey,
    algorithm: Algorithm,
}

impl VerifyingKey {
    /// The claims, if the signature is right. Issuer, audience and times are checked by [`Claims::check`].
    pub(super) fn verify(&self, token: &str) -> Option<Claims> {
        let mut validation = Validation::new(self.algorithm);
        validation.validate_exp = false;
        validation.validate_aud = false;
        validation.required_spec_claims.clear();
        jsonwebtoken::decode::<Claims>(token, &self.key, &validation)
            .ok()
            .map(|token| token.claims)
    }
}

impl Jwks {
    pub(super) fn new(settings: &OidcSettings, client: reqwest::Client) -> Self {
        Self {
            client,
            issuer: settings.issuer.clone(),
            url: settings.jwks_url.clone(),
            known: Mutex::default(),
        }
    }

    /// The key that must have signed the token.
    pub(super) async fn key_for(
        &self,
        token: &str,
        now: Timestamp,
    ) -> Result<Arc<VerifyingKey>, KeyError> {
        let header = jsonwebtoken::decode_header(token)
            .map_err(|_| KeyError::Unacceptable("no JWT header"))?;
        // What a token declares critical must be understood, and we understand no extension.
        if header.crit.is_some() {
            return Err(KeyError::Unacceptable("a critical extension"));
        }
        let id = header.kid.ok_or(KeyError::Unacceptable("no key id"))?;
        let mut known = self.known.lock().await;
        if known.is_worth_asking(&id, now) {
            known.asked_at = Some(now);
            match self.fetch().await {
                Ok(keys) => {
                    known.fetched_at = Some(now);
                    known.keys = keys;
                }
                // Old keys are better than nobody being able to sign in while the service is down.
                Err(reason) => tracing::warn!(reason, "Could not fetch the OIDC keys."),
            }
        }
        if known.fetched_at.is_none() {
            return Err(KeyError::Unreachable);
        }
        let key = known.keys.get(&id);
        accept(
            key.ok_or(KeyError::Unacceptable("an unknown key id"))?,
            header.alg,
        )
    }

    async fn fetch(&self) -> Result<HashMap<String, Arc<VerifyingKey>>, String> {
        let url = match &self.url {
            Some(url) => url.clone(),
            None => {
                let address = format!(
                    "{}/.well-known/openid-configuration",
                    self.issuer.trim_end_matches('/')
                );
                let discovered: Discovery = self.get(&address).await?;
                if discovered.issuer != self.issuer {
                    return Err("the discovery document is another issuer's".into());
                }
                discovered.jwks_uri
            }
        };
        let set: JwkSet = self.get(&url).await?;
        Ok(set.keys.iter().filter_map(verifying_key).collect())
    }

    async fn get<T: serde::de::DeserializeOwned>(&self, url: &str) -> Result<T, String> {
        let response = self
            .client
            .get(url)
            .send()
            .await
            .map_err(|error| error.to_string())?;
        let mut response = response
            .error_for_status()
            .map_err(|error| error.to_string())?;
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| error.to_string())? {
            body.extend_from_slice(&chunk);
            if body.len() > LARGEST_SET {
                return Err(format!("{url} sent more than a key set"));
            }
        }
        serde_json::from_slice(&body).map_err(|error| format!("{url}: {error}"))
    }
}

#[derive(Deserialize)]
struct Discovery {
    issuer: String,
    jwks_uri: String,
}

fn accept(key: &Arc<VerifyingKey>, algorithm: Algorithm) -> Result<Arc<VerifyingKey>, KeyError> {
    if key.algorithm == algorithm {
        Ok(Arc::clone(key))
    } else {
        Err(KeyError::Unacceptable("an algorithm its key is not for"))
    }
}

/// RSA keys are for RS256 and P-256 keys for ES256; every other key is passed over, symmetric ones above all.
fn verifying_key(jwk: &Jwk) -> Option<(String, Arc<VerifyingKey>)> {
    let id = jwk.common.key_id.clone()?;
    let algorithm = match &jwk.algorithm {
        AlgorithmParameters::RSA(_) => Algorithm::RS256,
        AlgorithmParameters::EllipticCurve(curve) if curve.curve == EllipticCurve::P256 => {
            Algorithm::ES256
        }
        _ => return None,
    };
    let stated = jwk.common.key_algorithm.map(|stated| stated.to_string());
    let for_signing = !matches!(jwk.common.public_key_use, Some(PublicKeyUse::Encryption));
    if !for_signing || stated.is_some_and(|stated| stated != format!("{algorithm:?}")) {
        return None;
    }
    let key = DecodingKey::from_jwk(jwk).ok()?;
    Some((id, Arc::new(VerifyingKey { key, algorithm })))
}
