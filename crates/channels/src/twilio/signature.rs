//! Proof that a webhook came from Twilio.

use std::borrow::Cow;
use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;
use sha2::Sha256;

use super::webhook::Form;
use crate::Secret;

/// The account that webhooks are about, and the secrets that Twilio signs them with.
#[derive(Debug, Clone)]
pub struct WebhookKeys {
    account_sid: String,
    auth_token: Secret,
    shared_key: Option<SharedKey>,
}

/// A key made for signing webhooks with SHA-256.
#[derive(Debug, Clone)]
pub struct SharedKey {
    /// What Twilio calls it in its header.
    pub id: String,
    /// Its secret.
    pub secret: Secret,
}

/// What a request says about its signature.
#[derive(Debug, Clone, Copy, Default)]
pub struct SignedHeaders<'a> {
    /// `X-Twilio-Signature`.
    pub signature: Option<&'a str>,
    /// `X-Twilio-Webhooks-Signature-Settings`: none means SHA-1 with the account's token.
    pub settings: Option<&'a str>,
}

/// Why a request is not taken for Twilio's about our account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadSignature {
    /// There is none.
    #[error("the request is not signed")]
    Missing,
    /// It is made in a way, or with a key, that is not ours.
    #[error("the request is signed with a key or in a way that is not set up")]
    Unsupported,
    /// It is of something else, or made with another secret.
    #[error("the signature does not match; is the public address the one that the carrier calls?")]
    Mismatch,
    /// It is about another account, or about none.
    #[error("the request is about another account than the one that is set up")]
    Account,
}

impl WebhookKeys {
    /// Requests are about this account and signed with its token.
    pub fn new(account_sid: impl Into<String>, auth_token: Secret) -> Self {
        Self {
            account_sid: account_sid.into(),
            auth_token,
            shared_key: None,
        }
    }

    /// Requests may be signed with this key as well.
    pub fn with_shared_key(self, key: SharedKey) -> Self {
        Self {
            shared_key: Some(key),
            ..self
        }
    }

    /// Checks that Twilio sent this form to this address, about our account. `url` is the public one in full, with its query, as
    /// Twilio was told it.
    pub fn check(
        &self,
        url: &str,
        form: &Form,
        headers: SignedHeaders<'_>,
    ) -> Result<(), BadSignature> {
        self.check_signature(url, form, headers)?;
        // A shared key, or a token that was used twice, signs for accounts that are not ours.
        match form.required("AccountSid") {
            Ok(account) if account == self.account_sid => Ok(()),
            _ => Err(BadSignature::Account),
        }
    }

    /// How Twilio signs this form for this address with the account's token: for whoever plays Twilio.
    pub fn sign(&self, url: &str, form: &Form) -> String {
        let mac = keyed::<Hmac<Sha1>>(&self.auth_token, &[url, &signed_fields(form)]);
        STANDARD.encode(mac.map_or_else(Vec::new, |mac| mac.finalize().into_bytes().to_vec()))
    }

    pub(super) fn check_signature(
        &self,
        url: &str,
        form: &Form,
        headers: SignedHeaders<'_>,
    ) -> Result<(), BadSignature> {
        let signature = headers.signature.ok_or(BadSignature::Missing)?;
        let signature = STANDARD
            .decode(signature)
            .map_err(|_| BadSignature::Mismatch)?;
        let fields = signed_fields(form);
        // Both are computed, so that the time tells nothing.
        let [with_port, without_port] = port_variants(url);
        let matches = match headers.settings {
            None => {
                let matches =
                    |url: &str| verify::<Hmac<Sha1>>(&self.auth_token, &[url, &fields], &signature);
                matches(&with_port) | matches(&without_port)
            }
            Some(settings) => {
                let key = self.named_by(settings).ok_or(BadSignature::Unsupported)?;
                let matches =
                    |url: &str| verify::<Hmac<Sha256>>(&key.secret, &[url, &fields], &signature);
                matches(&with_port) | matches(&without_port)
            }
        };
        if matches {
            Ok(())
        } else {
            Err(BadSignature::Mismatch)
        }
    }

    /// The key that a header like `key=…,algorithm=HMAC_SHA256` names.
    fn named_by(&self, settings: &str) -> Option<&SharedKey> {
        let mut algorithm = None;
        let mut id = None;
        for part in settings.split(',') {
            match part.split_once('=')? {
                (name, value) if name.trim() == "algorithm" => algorithm = Some(value.trim()),
                (name, value) if name.trim() == "key" => id = Some(value.trim()),
                _ => {}
            }
        }
        let key = self.shared_key.as_ref()?;
        (algorithm == Some("HMAC_SHA256") && id == Some(key.id.as_str())).then_some(key)
    }
}

/// Names and values one after another, sorted, each pair once: what is signed after the address.
fn signed_fields(form: &Form) -> String {
    let fields: BTreeSet<_> = form.fields().collect();
    fields
        .into_iter()
        .flat_map(|(name, value)| [name, value])
        .collect()
}

/// Compares in constant time.
fn verify<M: Mac + KeyInit>(secret: &Secret, parts: &[&str], signature: &[u8]) -> bool {
    keyed::<M>(secret, parts).is_some_and(|mac| mac.verify_slice(signature).is_ok())
}

fn keyed<M: Mac + KeyInit>(secret: &Secret, parts: &[&str]) -> Option<M> {
    let mac = <M as KeyInit>::new_from_slice(secret.expose().as_bytes()).ok()?;
    let add = |mac: M, part: &&str| mac.chain_update(part.as_bytes());
    Some(parts.iter().fold(mac, add))
}

/// The address with a port and without. Twilio signs the one or the other, whatever it was told.
pub(super) fn port_variants(url: &str) -> [Cow<'_, str>; 2] {
    let Some((scheme, rest)) = url.split_once("://") else {
        return [Cow::Borrowed(url), Cow::Borrowed(url)];
    };
    let authority_end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, tail) = rest.split_at(authority_end);
    // A colon before an `@` belongs to a password, and one before a `]` to an IPv6 address.
    let host_start = authority.rfind(['@', ']']).map_or(0, |at| at + 1);
    let port_start = authority[host_start..].rfind(':').map(|at| host_start + at);
    match port_start {
        Some(at) => {
            let host = &authority[..at];
            [
                Cow::Borrowed(url),
                Cow::Owned(format!("{scheme}://{host}{tail}")),
            ]
        }
        None => {
            let port = if scheme == "https" { 443 } else { 80 };
            [
                Cow::Owned(format!("{scheme}://{authority}:{port}{tail}")),
                Cow::Borrowed(url),
            ]
        }
    }
}
