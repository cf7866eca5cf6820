//! The session cookie.

use std::time::Duration;

use http::header::COOKIE;
use http::{HeaderMap, HeaderValue};

use crate::app::AppSettings;
use crate::error::ApiError;

/// `__Host-` would be better still, but browsers refuse it without TLS, and Steward also runs on a laptop.
const NAME: &str = "steward_session";

/// The session token a browser sent.
pub(super) fn session_token(headers: &HeaderMap) -> Option<&str> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == NAME)
        .map(|(_, value)| value)
}

/// A `Set-Cookie` that signs in.
pub(crate) fn set_session(
    settings: &AppSettings,
    token: &str,
    ttl: Duration,
) -> Result<HeaderValue, ApiError> {
    cookie(settings, token, ttl.as_secs())
}

/// A `Set-Cookie` that signs out.
pub(crate) fn clear_session(settings: &AppSettings) -> Result<HeaderValue, ApiError> {
    cookie(settings, "", 0)
}

fn cookie(settings: &AppSettings, value: &str, max_age: u64) -> Result<HeaderValue, ApiError> {
    let secure = if settings.is_https() { "; Secure" } else { "" };
    HeaderValue::try_from(format!(
        "{NAME}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={max_age}{secure}"
    ))
    .map_err(ApiError::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_session_is_found_among_other_cookies() {
        let mut headers = HeaderMap::new();
        headers.append(
            COOKIE,
            HeaderValue::from_static("a=b; steward_session=abc; c=d"),
        );
        assert_eq!(session_token(&headers), Some("abc"));
        headers.clear();
        headers.append(COOKIE, HeaderValue::from_static("not_steward_session=abc"));
        assert_eq!(session_token(&headers), None);
    }
}
