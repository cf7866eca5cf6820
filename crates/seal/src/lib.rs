#![doc = include_str!("../README.md")]

use aes_gcm::aead::{Aead as _, KeyInit as _, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use hkdf::Hkdf;
use hmac::{Hmac, Mac as _};
use sha2::Sha256;
use zeroize::Zeroize as _;

/// The layout of a sealed text: this byte, twelve of nonce, then the ciphertext with its tag.
const FORMAT: u8 = 1;

/// How long a nonce is.
pub const NONCE_LENGTH: usize = 12;

/// A key that seals. It is wiped when it is dropped.
pub struct Cipher(Aes256Gcm);

impl Cipher {
    /// With this key.
    pub fn new(key: &[u8; 32]) -> Self {
        Self(Aes256Gcm::new(key.into()))
    }

    /// Seals a text and binds it to what it belongs to. `None` if it is too long. No two texts may have the same nonce.
    pub fn seal(
        &self,
        nonce: [u8; NONCE_LENGTH],
        text: &[u8],
        associated: &[u8],
    ) -> Option<Vec<u8>> {
        let payload = Payload {
            msg: text,
            aad: associated,
        };
        let sealed = self.0.encrypt(&Nonce::from(nonce), payload).ok()?;
        let mut bytes = Vec::with_capacity(1 + NONCE_LENGTH + sealed.len());
        bytes.push(FORMAT);
        bytes.extend_from_slice(&nonce);
        bytes.extend_from_slice(&sealed);
        Some(bytes)
    }

    /// The text again, if it was sealed with this key, is bound to this and has not been changed.
    pub fn open(&self, bytes: &[u8], associated: &[u8]) -> Option<Vec<u8>> {
        let (format, rest) = bytes.split_first()?;
        let (nonce, sealed) = rest.split_first_chunk::<NONCE_LENGTH>()?;
        if *format != FORMAT {
            return None;
        }
        let payload = Payload {
            msg: sealed,
            aad: associated,
        };
        self.0.decrypt(&Nonce::from(*nonce), payload).ok()
    }
}

/// Makes a key for a purpose out of another.
#[expect(
    clippy::expect_used,
    reason = "it fails for more than 255 hashes, and this is one"
)]
pub fn derive(raw: &[u8; 32], purpose: &[u8], key: &mut [u8; 32]) {
    let derived = Hkdf::<Sha256>::new(None, raw).expand(purpose, key);
    derived.expect("one hash is not too long");
}

/// Proves that whoever made it had the key and these bytes, one after the other.
pub fn mac(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    // A shorter key is filled up with zeros by the standard.
    let mut block = [0; 64];
    block[..key.len()].copy_from_slice(key);
    let mut mac = Hmac::<Sha256>::new(&block.into());
    block.zeroize();
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_opens_with_its_key_where_it_belongs() {
        let cipher = Cipher::new(&[1; 32]);
        let sealed = cipher.seal([2; 12], b"text", b"here").unwrap();
        assert_eq!(sealed.len(), 1 + 12 + 4 + 16);
        assert_eq!(cipher.open(&sealed, b"here").unwrap(), b"text");
        assert_eq!(cipher.open(&sealed, b"there"), None);
        assert_eq!(Cipher::new(&[2; 32]).open(&sealed, b"here"), None);
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert_eq!(cipher.open(&changed, b"here"), None, "byte {at}");
            assert_eq!(cipher.open(&sealed[..at], b"here"), None, "{at} bytes");
        }
    }

    /// RFC 4231, case 1, whose key is shorter: HMAC fills it up with zeros.
    #[test]
    fn a_proof_is_that_of_the_standard() {
        let mut key = [0; 32];
        key[..20].fill(0x0b);
        let proof = mac(&key, &[b"Hi ", b"There"]);
        assert_eq!(proof[..8], [0xb0, 0x34, 0x4c, 0x61, 0xd8, 0xdb, 0x38, 0x53]);
    }

    #[test]
    fn a_key_for_another_purpose_is_another() {
        let (mut one, mut other) = ([0; 32], [0; 32]);
        derive(&[7; 32], b"one", &mut one);
        derive(&[7; 32], b"other", &mut other);
        assert_ne!(one, other);
    }
}
