//! Proof that a webhook came from Quo. There are two forms: the current one is that of Standard Webhooks, the other is older and
//! still sent by webhooks that were made in OpenPhone's days.

use std::fmt;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use steward_model::Timestamp;
use zeroize::Zeroizing;

/// How far a webhook's time may be from ours. What is older was kept by somebody and sent again.
const FRESH: Duration = Duration::from_secs(300);

/// What secrets of the current form begin with.
const PREFIX: &str = "whsec_";

/// The secrets that Quo signs webhooks with.
#[derive(Debug, Clone, Default)]
pub struct WebhookKeys {
    current: Option<Key>,
    legacy: Option<Key>,
}

/// What a request says about its signature.
#[derive(Debug, Clone, Copy, Default)]
pub struct SignedHeaders<'a> {
    /// `webhook-id`.
    pub id: Option<&'a str>,
    /// `webhook-timestamp`.
    pub timestamp: Option<&'a str>,
    /// `webhook-signature`: its being there makes it the current form.
    pub signature: Option<&'a str>,
    /// `openphone-signature`.
    pub legacy: Option<&'a str>,
}

/// Not a secret that Quo gives out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the secret of a webhook must be as Quo shows it: base64, perhaps after `whsec_`")]
pub struct BadKey;

/// Why a request is not taken for Quo's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadSignature {
    /// There is none.
    #[error("the request is not signed")]
    Missing,
    /// It is made in a way that no secret is set up for, or that nobody knows.
    #[error("the request is signed in a way that is not set up")]
    Unsupported,
    /// It is of something else, or made with another secret.
    #[error("the signature does not match; is the secret the one of this webhook?")]
    Mismatch,
    /// It is genuine, but of another time.
    #[error("the request was signed more than five minutes ago, or in the future")]
    Stale,
}

#[derive(Clone)]
struct Key(Zeroizing<Vec<u8>>);

impl WebhookKeys {
    /// Takes the secret of a webhook of the current form.
    pub fn with_current(self, secret: &str) -> Result<Self, BadKey> {
        let key = Key::read(secret.strip_prefix(PREFIX).unwrap_or(secret))?;
        Ok(Self {
            current: Some(key),
            ..self
        })
    }

    /// Takes the secret of a webhook of the older form.
    pub fn with_legacy(self, secret: &str) -> Result<Self, BadKey> {
        let key = Key::read(secret)?;
        Ok(Self {
            legacy: Some(key),
            ..self
        })
    }

    /// Checks that Quo sent these bytes, and that it did so just now.
    pub fn check(
        &self,
        headers: SignedHeaders<'_>,
        body: &[u8],
        now: Timestamp,
    ) -> Result<(), BadSignature> {
        match (headers.signature, headers.legacy) {
            (Some(signature), _) => self.check_current(headers, signature, body, now),
            (None, Some(legacy)) => self.check_legacy(legacy, body, now),
            (None, None) => Err(BadSignature::Missing),
        }
    }

    /// `webhook-signature: v1,<base64> v1,<base64>`: any of them, since a secret that is being changed signs with both.
    fn check_current(
        &self,
        headers: SignedHeaders<'_>,
        signatures: &str,
        body: &[u8],
        now: Timestamp,
    ) -> Result<(), BadSignature> {
        let key = self.current.as_ref().ok_or(BadSignature::Unsupported)?;
        let (Some(id), Some(timestamp)) = (headers.id, headers.timestamp) else {
            return Err(BadSignature::Missing);
        };
        let parts = [id.as_bytes(), timestamp.as_bytes(), body];
        let made = signatures
            .split(' ')
            .filter_map(|one| one.strip_prefix("v1,"));
        key.verify_any(&parts, made)?;
        let seconds: i64 = timestamp.parse().map_err(|_| BadSignature::Stale)?;
        check_time(seconds.checked_mul(1_000_000), now)
    }

    /// `openphone-signature: hmac;1;<milliseconds>;<base64>`.
    fn check_legacy(&self, header: &str, body: &[u8], now: Timestamp) -> Result<(), BadSignature> {
        let key = self.legacy.as_ref().ok_or(BadSignature::Unsupported)?;
        let fields: Vec<_> = header.trim().split(';').collect();
        let ["hmac", "1", timestamp, signature] = fields.as_slice() else {
            return Err(BadSignature::Unsupported);
        };
        key.verify_any(&[timestamp.as_bytes(), body], [*signature].into_iter())?;
        let millis: i64 = timestamp.parse().map_err(|_| BadSignature::Stale)?;
        check_time(millis.checked_mul(1_000), now)
    }
}

impl Key {
    fn read(secret: &str) -> Result<Self, BadKey> {
        let bytes = Zeroizing::new(STANDARD.decode(secret.trim()).map_err(|_| BadKey)?);
        if bytes.is_empty() {
            return Err(BadKey);
        }
        Ok(Self(bytes))
    }

    /// Whether one of the signatures is of these parts with dots between them. Each is compared in constant time, and all are.
    fn verify_any<'a>(
        &self,
        parts: &[&[u8]],
        signatures: impl Iterator<Item = &'a str>,
    ) -> Result<(), BadSignature> {
        let signed = parts.join(&b'.');
        let matches = signatures
            .filter_map(|one| STANDARD.decode(one).ok())
            .fold(false, |matches, one| matches | self.verify(&signed, &one));
        if matches {
            Ok(())
        } else {
            Err(BadSignature::Mismatch)
        }
    }

    fn verify(&self, signed: &[u8], signature: &[u8]) -> bool {
        Hmac::<Sha256>::new_from_slice(&self.0)
            .is_ok_and(|mac| mac.chain_update(signed).verify_slice(signature).is_ok())
    }
}

/// The time is under the signature, so it is looked at after that.
fn check_time(micros: Option<i64>, now: Timestamp) -> Result<(), BadSignature> {
    let signed_at = Timestamp::from_micros(micros.ok_or(BadSignature::Stale)?);
    if signed_at.plus(FRESH) < now || now.plus(FRESH) < signed_at {
        return Err(BadSignature::Stale);
    }
    Ok(())
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}
