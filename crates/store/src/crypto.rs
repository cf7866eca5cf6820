//! Encryption at rest: what a data key can do.

mod master;

use steward_seal::{Cipher, derive, mac};
use zeroize::{Zeroize, Zeroizing};

pub use self::master::MasterKeys;
use crate::StoreError;

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
    cipher: Cipher,
    blind: Zeroizing<[u8; 32]>,
}

impl DataKey {
    /// Derives what the raw key is used for: one key that seals, one that blinds.
    pub(crate) fn new(scope: String, mut raw: [u8; 32]) -> Self {
        let mut seal = Zeroizing::new([0; 32]);
        let mut blind = Zeroizing::new([0; 32]);
        derive(&raw, b"steward seal v1", &mut seal);
        derive(&raw, b"steward blind v1", &mut blind);
        raw.zeroize();
        Self {
            scope,
            cipher: Cipher::new(&seal),
            blind,
        }
    }

    /// Encrypts `text` for this place.
    pub(crate) fn seal(&self, place: Place<'_>, text: &[u8]) -> Result<Vec<u8>, StoreError> {
        seal(&self.cipher, text, &self.associated(place))
    }

    /// Decrypts what was sealed for this place.
    pub(crate) fn open(&self, place: Place<'_>, sealed: &[u8]) -> Result<Vec<u8>, StoreError> {
        let opened = self.cipher.open(sealed, &self.associated(place));
        opened.ok_or(StoreError::Tampered {
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
    pub(crate) fn blind(&self, purpose: &str, value: &str) -> Vec<u8> {
        self.mac(purpose, value.as_bytes()).into()
    }

    /// Proves that whoever made it had the key. Purposes are words without a zero byte, so that none runs into a value.
    pub(crate) fn mac(&self, purpose: &str, value: &[u8]) -> [u8; 32] {
        mac(&self.blind, &[purpose.as_bytes(), &[0], value])
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

/// A sealed value, bound to what it belongs to, for data and for data keys alike.
fn seal(cipher: &Cipher, text: &[u8], associated: &[u8]) -> Result<Vec<u8>, StoreError> {
    let sealed = cipher.seal(random()?, text, associated);
    sealed.ok_or_else(|| StoreError::internal("the text is too long to encrypt"))
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
