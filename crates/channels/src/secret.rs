use std::fmt;

use zeroize::Zeroizing;

/// A secret that is empty: anybody could sign with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a secret must not be empty")]
pub struct EmptySecret;

/// A carrier's token or key. It prints as `***` and is wiped from memory when dropped.
#[derive(Clone)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// Takes the secret as the carrier gave it.
    pub fn new(text: impl Into<String>) -> Result<Self, EmptySecret> {
        let text = Zeroizing::new(text.into());
        if text.is_empty() {
            return Err(EmptySecret);
        }
        Ok(Self(text))
    }

    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}
