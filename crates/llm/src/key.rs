use std::fmt;

use zeroize::Zeroizing;

/// A provider's API key. It prints as `***` and is wiped from memory when dropped.
#[derive(Clone)]
pub struct ApiKey(Zeroizing<String>);

impl ApiKey {
    /// Takes the key as the provider gave it.
    pub fn new(key: impl Into<String>) -> Self {
        Self(Zeroizing::new(key.into()))
    }

    pub(crate) fn expose(&self) -> &str {
        &self.0
    }

    /// `text` without the key: some providers quote it in their errors.
    pub(crate) fn redact(&self, text: &str) -> String {
        if self.0.is_empty() {
            return text.to_owned();
        }
        text.replace(self.0.as_str(), "***")
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}
