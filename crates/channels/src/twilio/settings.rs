use url::Url;

use crate::http::{api_url, bare_url};
use crate::{Secret, Timeouts};

/// How to reach an account at Twilio.
#[derive(Debug, Clone)]
pub struct TwilioSettings {
    /// The account, `AC…`.
    pub account_sid: String,
    /// How we sign in.
    pub credentials: Credentials,
    /// Where the API is; Twilio's own address unless a test or a relay stands in.
    pub base_url: String,
    /// Where Twilio reaches us: scheme, host, and the path of a proxy if there is one.
    pub public_url: String,
    /// How long a call may take.
    pub timeouts: Timeouts,
}

impl TwilioSettings {
    /// Twilio's own API.
    pub const API: &str = "https://api.twilio.com";

    /// Twilio's own API, with the usual time-outs.
    pub fn new(
        account_sid: impl Into<String>,
        credentials: Credentials,
        public_url: impl Into<String>,
    ) -> Self {
        Self {
            account_sid: account_sid.into(),
            credentials,
            base_url: Self::API.to_owned(),
            public_url: public_url.into(),
            timeouts: Timeouts::default(),
        }
    }

    /// The account, if it is one: it becomes part of a path.
    pub(super) fn account(&self) -> Result<&str, SettingsError> {
        let sid = self.account_sid.as_str();
        let valid = sid.len() == 34
            && sid.starts_with("AC")
            && sid.bytes().all(|byte| byte.is_ascii_alphanumeric());
        valid.then_some(sid).ok_or(SettingsError::AccountSid)
    }

    /// The API's address.
    pub(super) fn base_url(&self) -> Result<Url, SettingsError> {
        api_url(&self.base_url).ok_or(SettingsError::BaseUrl)
    }

    /// Our own address without a slash at its end. The text is kept as it was written, since signatures are over text.
    pub(super) fn public_url(&self) -> Result<String, SettingsError> {
        bare_url(&self.public_url).ok_or(SettingsError::PublicUrl)?;
        Ok(self.public_url.trim_end_matches('/').to_owned())
    }
}

/// How we sign in at Twilio.
#[derive(Debug, Clone)]
pub enum Credentials {
    /// With the account's own token.
    AuthToken(Secret),
    /// With a key that can be revoked alone.
    ApiKey {
        /// The key, `SK…`.
        sid: String,
        /// Its secret.
        secret: Secret,
    },
}

/// What is wrong with the settings.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// Not an account.
    #[error("the account SID must be AC and 32 letters or digits")]
    AccountSid,
    /// Not an address for the API.
    #[error(
        "the API's address must be https, or http on this machine, with a host and nothing after its path"
    )]
    BaseUrl,
    /// Not an address of ours.
    #[error("the public address must be http or https, with a host and nothing after its path")]
    PublicUrl,
    /// No client could be made of them.
    #[error("the HTTP client cannot be made: {0}")]
    Client(String),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::twilio::Twilio;

    const ACCOUNT: &str = "ACbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";

    fn settings() -> TwilioSettings {
        let token = Secret::new("token").unwrap();
        TwilioSettings::new(
            ACCOUNT,
            Credentials::AuthToken(token),
            "https://a.example/x/",
        )
    }

    fn outcome(change: impl FnOnce(&mut TwilioSettings)) -> Result<(), String> {
        let mut settings = settings();
        change(&mut settings);
        Twilio::new(settings)
            .map(|_| ())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn good_settings_make_a_carrier() {
        assert_eq!(outcome(|_| {}), Ok(()));
        assert_eq!(settings().public_url().unwrap(), "https://a.example/x");
        for base in ["http://127.0.0.1:1", "http://[::1]", "http://localhost/api"] {
            assert_eq!(outcome(|s| s.base_url = base.to_owned()), Ok(()), "{base}");
        }
    }

    #[test]
    fn bad_settings_are_refused() {
        for sid in [
            "",
            "AC",
            "ACbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb/..",
            &"A".repeat(34),
        ] {
            let refused = Err(SettingsError::AccountSid.to_string());
            assert_eq!(outcome(|s| s.account_sid = sid.to_owned()), refused);
        }
        for base in ["", "api.twilio.com", "http://a.example", "ftp://localhost"] {
            let refused = Err(SettingsError::BaseUrl.to_string());
            assert_eq!(outcome(|s| s.base_url = base.to_owned()), refused, "{base}");
        }
        for public in [
            "a.example",
            "https://a.example?x=1",
            "https://u:p@a.example",
        ] {
            let refused = Err(SettingsError::PublicUrl.to_string());
            let heard = outcome(|s| s.public_url = public.to_owned());
            assert_eq!(heard, refused, "{public}");
        }
    }

    #[test]
    fn a_secret_does_not_show_itself_and_is_never_empty() {
        assert!(!format!("{:?}", settings()).contains("token\""));
        assert!(format!("{:?}", settings()).contains("AuthToken(***)"));
        assert!(Secret::new("").is_err());
    }
}
