//! Encryption at rest: what a data key can do.

mod master;

use aes_gcm::aead::{Aead as _, KeyInit as _, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use hkdf::Hkdf;
use hmac::{Hmac, Mac as _};
use sha2::Sha256;
use zeroize::{Zeroize, Zeroizing};

pub use self::master::MasterKeys;
use crate::StoreError;

/// The layout of a ciphertext: this byte, twelve of nonce, then the sealed text with its tag.
const FORMAT: u8 = 1;
const NONCE_LENGTH: usize = 12;

/// Where a ciphertext stands. It is authenticated with it, so that moved anywhere else it does not open.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) table: &'static str,
    pub(crate) column: &'static str,
    pub(crate) row: &'a str,
}

/// A scope's data key, unwrapped.
pub(crate) struct DataKey {
    scope: String,
    cipher: Aes256Gcm,
    blind: Zeroizing<[u8; 32]>,
}

impl DataKey {
    /// Derives what the raw key is used for: one key that seals, one that blinds.
    pub(crate) fn new(scope: String, mut raw: [u8; 32]) -> Result<Self, StoreError> {
        let derive = Hkdf::<Sha256>::new(None, &raw);
        raw.zeroize();
        let mut seal = Zeroizing::new([0; 32]);
        let mut blind = Zeroizing::new([0; 32]);
        derive
            .expand(b"steward seal v1", seal.as_mut())
            .map_err(StoreError::internal)?;
        derive
            .expand(b"steward blind v1", blind.as_mut())
            .map_err(StoreError::internal)?;
        let cipher = Aes256Gcm::new_from_slice(seal.as_ref()).map_err(StoreError::internal)?;
        Ok(Self {
            scope,
            cipher,
            blind,
        })
    }

    /// Encrypts `text` for this place.
    pub(crate) fn seal(&self, place: Place<'_>, text: &[u8]) -> Result<Vec<u8>, StoreError> {
        seal(&self.cipher, text, &self.associated(place))
    }

    /// Decrypts what was sealed for this place.
    pub(crate) fn open(&self, place: Place<'_>, sealed: &[u8]) -> Result<Vec<u8>, StoreError> {
        open(&self.cipher, sealed, &self.associated(place)).ok_or(StoreError::Tampered {
            table: place.table,
            column: place.column,
        })
    }

    /// As [`Self::open`], for text.
    pub(crate) fn open_text(&self, place: Place<'_>, sealed: &[u8]) -> Result<String, StoreError> {
        let tampered = StoreError::Tampered {
            table: place.table,
            column: place.column,
        };
        String::from_utf8(self.open(place, sealed)?).map_err(|_| tampered)
    }

    /// A value's fingerprint: equal for equal values of the same purpose, telling nothing without the key.
    pub(crate) fn blind(&self, purpose: &str, value: &str) -> Result<Vec<u8>, StoreError> {
        self.mac(purpose, value.as_bytes()).map(Vec::from)
    }

    /// Proves that whoever made it had the key. Purposes are words without a zero byte, so that none runs into a value.
    pub(crate) fn mac(&self, purpose: &str, value: &[u8]) -> Result<[u8; 32], StoreError> {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(self.blind.as_ref()).map_err(StoreError::internal)?;
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(value);
        Ok(mac.finalize().into_bytes().into())
    }

    /// No part can run into the next: none of the names and ids contains the separator.
    fn associated(&self, place: Place<'_>) -> Vec<u8> {
        format!(
            "{}|{}|{}|{}",
            self.scope, place.table, place.column, place.row
        )
        .into_bytes()
    }
}

/// A sealed value and what it is bound to, for data and for data keys alike.
fn seal(cipher: &Aes256Gcm, text: &[u8], associated: &[u8]) -> Result<Vec<u8>, StoreError> {
    let nonce: [u8; NONCE_LENGTH] = random()?;
    let sealed = cipher
        .encrypt(
            &Nonce::from(nonce),
            Payload {
                msg: text,
                aad: associated,
            },
        )
        .map_err(|_| StoreError::internal("the text is too long to encrypt"))?;
    let mut bytes = Vec::with_capacity(1 + NONCE_LENGTH + sealed.len());
    bytes.push(FORMAT);
    bytes.extend_from_slice(&nonce);
    bytes.extend_from_slice(&sealed);
    Ok(bytes)
}

fn open(cipher: &Aes256Gcm, bytes: &[u8], associated: &[u8]) -> Option<Vec<u8>> {
    let (format, rest) = bytes.split_first()?;
    let (nonce, sealed) = rest.split_at_checked(NONCE_LENGTH)?;
    let nonce: [u8; NONCE_LENGTH] = nonce.try_into().ok()?;
    if *format != FORMAT {
        return None;
    }
    cipher
        .decrypt(
            &Nonce::from(nonce),
            Payload {
                msg: sealed,
                aad: associated,
            },
        )
        .ok()
}

/// Random bytes from the operating system.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], StoreError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(StoreError::internal)?;
    Ok(bytes)
}

#[cfg(test)]
#[path = "crypto_tests.rs"]
mod tests;
