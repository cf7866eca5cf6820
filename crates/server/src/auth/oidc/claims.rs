//! What a token says, and whether that is acceptable.

use std::time::Duration;

use serde::Deserialize;
use steward_model::{EmailAddress, Timestamp};

use super::OidcSettings;

/// How far two clocks may be apart.
const LEEWAY: Duration = Duration::from_secs(60);
/// A token that lives longer is a mistake or a forgery.
const LONGEST_LIFE: Duration = Duration::from_secs(24 * 60 * 60);

/// The claims we look at. Times are numbers: a token that writes one as text is not a token.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Claims {
    iss: String,
    aud: Audience,
    exp: f64,
    nbf: Option<f64>,
    iat: Option<f64>,
    email: Option<String>,
    email_verified: Option<bool>,
    pub(super) name: Option<String>,
}

/// One audience or several.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

impl Claims {
    /// The email address of whom the token is about, or why it is refused.
    pub(super) fn check(
        &self,
        settings: &OidcSettings,
        now: Timestamp,
    ) -> Result<EmailAddress, &'static str> {
        if self.iss != settings.issuer {
            return Err("another issuer");
        }
        let audience = match &self.aud {
            Audience::One(one) => one == &settings.audience,
            Audience::Several(several) => several.contains(&settings.audience),
        };
        if !audience {
            return Err("for another audience");
        }
        self.check_times(now)?;
        if self.email_verified == Some(false) {
            return Err("the email address is not verified");
        }
        let email: EmailAddress = self
            .email
            .as_deref()
            .and_then(|email| email.parse().ok())
            .ok_or("no email address")?;
        if settings
            .allowed_email_domains
            .iter()
            .any(|domain| domain == email.domain())
        {
            Ok(email)
        } else {
            Err("an email domain that is not allowed")
        }
    }

    fn check_times(&self, now: Timestamp) -> Result<(), &'static str> {
        if moment(self.exp)?.plus(LEEWAY) <= now {
            return Err("expired");
        }
        if moment(self.exp)? > now.plus(LONGEST_LIFE + LEEWAY) {
            return Err("valid for too long");
        }
        for begin in [self.nbf, self.iat].into_iter().flatten() {
            if moment(begin)? > now.plus(LEEWAY) {
                return Err("not valid yet");
            }
        }
        Ok(())
    }
}

fn moment(seconds: f64) -> Result<Timestamp, &'static str> {
    // Beyond this a double is no longer exact to the second, and no honest clock is there.
    if seconds.is_finite() && (0.0..1e12).contains(&seconds) {
        Ok(Timestamp::from_micros((seconds * 1e6) as i64))
    } else {
        Err("a time that is none")
    }
}
