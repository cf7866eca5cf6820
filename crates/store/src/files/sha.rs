//! The hash of a file's content, by which two people know whether they have read the same.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

/// The SHA-256 of a content.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sha([u8; 32]);

/// Text that is not a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a SHA-256 in small hexadecimal letters")]
pub struct ParseShaError;

impl Sha {
    /// The hash of a content.
    pub fn of(content: &[u8]) -> Self {
        Self(Sha256::digest(content).into())
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }
}

impl fmt::Display for Sha {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Sha {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Sha {
    type Err = ParseShaError;

    /// Only small letters: a second spelling would be a second ETag for the same content.
    fn from_str(text: &str) -> Result<Self, ParseShaError> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| ParseShaError)?;
        let sha = Self(bytes);
        match sha.to_string() == text {
            true => Ok(sha),
            false => Err(ParseShaError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_survives_text_in_one_spelling() {
        let sha = Sha::of(b"abc");
        let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha.to_string(), text);
        assert_eq!(text.parse(), Ok(sha));
        for other in ["", "ba78", &text.to_uppercase(), &format!("{text}00"), "ü"] {
            assert_eq!(other.parse::<Sha>(), Err(ParseShaError), "{other}");
        }
    }
}
