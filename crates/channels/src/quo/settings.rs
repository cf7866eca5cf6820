use reqwest::header::HeaderValue;
use url::Url;

use crate::http::api_url;
use crate::{Secret, Timeouts};

/// How to reach an account at Quo.
#[derive(Debug, Clone)]
pub struct QuoSettings {
    /// The account's key.
    pub api_key: Secret,
    /// Where the API is; Quo's own address unless a test or a relay stands in.
    pub base_url: String,
    /// How long a call may take.
    pub timeouts: Timeouts,
}

impl QuoSettings {
    /// Quo's own API.
    pub const API: &str = "https://api.quo.com";

    /// Quo's own API, with the usual time-outs.
    pub fn new(api_key: Secret) -> Self {
        Self {
            api_key,
            base_url: Self::API.to_owned(),
            timeouts: Timeouts::default(),
        }
    }

    /// The API's address.
    pub(super) fn base_url(&self) -> Result<Url, SettingsError> {
        api_url(&self.base_url).ok_or(SettingsError::BaseUrl)
    }

    /// The key as a header has it: as it is, without a word before it.
    pub(super) fn authorization(&self) -> Result<HeaderValue, SettingsError> {
        let mut value =
            HeaderValue::from_str(self.api_key.expose()).map_err(|_| SettingsError::ApiKey)?;
        value.set_sensitive(true);
        Ok(value)
    }
}

/// What is wrong with the settings.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// Not a key.
    #[error("the API key has characters that no key has")]
    ApiKey,
    /// Not an address for the API.
    #[error(
        "the API's address must be https, or http on this machine, with a host and nothing after its path"
    )]
    BaseUrl,
    /// No client could be made of them.
    #[error("the HTTP client cannot be made: {0}")]
    Client(String),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quo::Quo;

    fn outcome(change: impl FnOnce(&mut QuoSettings)) -> Result<(), String> {
        let mut settings = QuoSettings::new(Secret::new("key").unwrap());
        change(&mut settings);
        Quo::new(&settings)
            .map(|_| ())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn settings_are_checked() {
        assert_eq!(outcome(|_| {}), Ok(()));
        let local = "http://127.0.0.1:1/relay/";
        assert_eq!(outcome(|s| s.base_url = local.to_owned()), Ok(()));
        for base in ["", "api.quo.com", "http://a.example", "https://a.example?x"] {
            let refused = Err(SettingsError::BaseUrl.to_string());
            assert_eq!(outcome(|s| s.base_url = base.to_owned()), refused, "{base}");
        }
        let two_lines = Secret::new("key\r\nx: y").unwrap();
        let refused = Err(SettingsError::ApiKey.to_string());
        assert_eq!(outcome(|s| s.api_key = two_lines), refused);
    }
}
