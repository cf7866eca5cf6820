use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use schemars::JsonSchema;
use serde::Deserialize;
use zeroize::Zeroizing;

use super::{HumanDuration, Problems, Secret};

const MASTER_KEY_BYTES: usize = 32;
const ADMIN_TOKEN_CHARS: usize = 24;

/// Base64 with or without its padding, as different tools print it.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A master key, wiped from memory when it is dropped.
pub type MasterKey = Zeroizing<[u8; MASTER_KEY_BYTES]>;

/// Keys, and how long a sign-in lasts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Security {
    /// Master keys, each 32 bytes in base64 or hexadecimal, separated by commas, the newest first. The newest encrypts; the others still decrypt. Without it, `master.key` in the data folder, made on first start.
    pub master_key: Option<Secret>,
    /// API key of the first owner, at least 24 characters. Without it, one is made on first start and printed once.
    pub admin_token: Option<Secret>,
    /// How long a browser stays signed in.
    pub session_ttl: HumanDuration,
    /// How long a sign-in link can be used.
    pub sign_in_link_ttl: HumanDuration,
}

/// One of the master keys is not a key. It is named by its place in the list, since its text is secret.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("has a key that is not 32 bytes in base64 or hexadecimal (number {number} of the list)")]
pub struct MasterKeyError {
    number: usize,
}

impl Security {
    /// The master keys, newest first; none if none was given.
    pub fn master_keys(&self) -> Result<Vec<MasterKey>, MasterKeyError> {
        let Some(list) = &self.master_key else {
            return Ok(Vec::new());
        };
        (1..)
            .zip(list.expose().split(','))
            .map(|(number, text)| decode_key(text.trim()).ok_or(MasterKeyError { number }))
            .collect()
    }

    pub(super) fn validate(&self, problems: &mut Problems) {
        problems.require_positive("security.session_ttl", self.session_ttl);
        problems.require_positive("security.sign_in_link_ttl", self.sign_in_link_ttl);
        if let Err(error) = self.master_keys() {
            problems.add(
                "security.master_key",
                &error.to_string(),
                "make one with `openssl rand -base64 32`",
            );
        }
        if let Some(token) = &self.admin_token {
            let token = token.expose();
            if token.chars().count() < ADMIN_TOKEN_CHARS || token.contains(char::is_whitespace) {
                problems.add(
                    "security.admin_token",
                    "is shorter than 24 characters or holds a space",
                    "make one with `openssl rand -hex 24`",
                );
            }
        }
    }
}

impl Default for Security {
    fn default() -> Self {
        Self {
            master_key: None,
            admin_token: None,
            session_ttl: HumanDuration::from_secs(30 * 24 * 60 * 60),
            sign_in_link_ttl: HumanDuration::from_secs(15 * 60),
        }
    }
}

fn decode_key(text: &str) -> Option<MasterKey> {
    let bytes = if text.len() == 2 * MASTER_KEY_BYTES {
        Zeroizing::new(hex::decode(text).ok()?)
    } else {
        // Hand-copied keys come in both alphabets.
        let standard = Zeroizing::new(text.replace('-', "+").replace('_', "/"));
        Zeroizing::new(BASE64.decode(standard.as_bytes()).ok()?)
    };
    <[u8; MASTER_KEY_BYTES]>::try_from(bytes.as_slice())
        .ok()
        .map(Zeroizing::new)
}

#[cfg(test)]
#[path = "security_tests.rs"]
mod tests;
