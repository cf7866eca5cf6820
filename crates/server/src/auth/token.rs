//! Secrets that callers carry. Only their hashes are kept.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use crate::error::ApiError;

/// Tells a key of ours from other bearer tokens, to people and to secret scanners.
const API_KEY_PREFIX: &str = "stw_";
/// How much of an API key is kept readable, to tell keys apart.
const SHOWN: usize = 10;

/// A fresh secret, shown once.
pub(crate) struct Token(Zeroizing<String>);

impl Token {
    /// 256 random bits, for cookies and links.
    pub(crate) fn generate() -> Result<Self, ApiError> {
        let mut bytes = Zeroizing::new([0; 32]);
        getrandom::fill(bytes.as_mut()).map_err(ApiError::internal)?;
        Ok(Self(Zeroizing::new(URL_SAFE_NO_PAD.encode(bytes.as_ref()))))
    }

    /// The same, marked as an API key.
    pub(crate) fn generate_api_key() -> Result<Self, ApiError> {
        let token = Self::generate()?;
        Ok(Self(Zeroizing::new(format!(
            "{API_KEY_PREFIX}{}",
            token.as_str()
        ))))
    }

    /// A secret somebody chose.
    pub(crate) fn given(text: &str) -> Self {
        Self(Zeroizing::new(text.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn hash(&self) -> [u8; 32] {
        hash_token(&self.0)
    }

    /// The first characters of a key we made, to tell keys apart. One that somebody chose may be short: nothing of it.
    pub(crate) fn prefix(&self) -> String {
        if self.0.starts_with(API_KEY_PREFIX) {
            self.0.chars().take(SHOWN).collect()
        } else {
            "chosen".to_owned()
        }
    }
}

/// What the database keeps of a token. Tokens have 256 random bits, so that a plain hash is enough.
pub(crate) fn hash_token(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// What a page must send back with every change, derived from the session's own secret: a foreign page knows neither.
pub(crate) fn csrf_token(session_token: &str) -> Result<String, ApiError> {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(session_token.as_bytes()).map_err(ApiError::internal)?;
    mac.update(b"steward csrf v1");
    Ok(URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_show_little() {
        let (one, other) = (
            Token::generate_api_key().unwrap(),
            Token::generate_api_key().unwrap(),
        );
        assert_ne!(one.as_str(), other.as_str());
        assert!(one.as_str().starts_with(API_KEY_PREFIX) && one.as_str().len() == 47);
        assert_eq!(one.prefix().len(), SHOWN);
    }

    #[test]
    fn a_csrf_token_belongs_to_its_session() {
        assert_eq!(csrf_token("a").unwrap(), csrf_token("a").unwrap());
        assert_ne!(csrf_token("a").unwrap(), csrf_token("b").unwrap());
    }
}
