//! Headers that tell a browser to trust nothing it was not given.

use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderMap, HeaderName, HeaderValue};

use super::Scheme;

/// Everything comes from this server, and nothing may frame it or run inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

const DEFAULTS: [(HeaderName, HeaderValue); 8] = [
    (CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    // What the API answers is personal, so a cache keeps only what its handler allows.
    (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (
        STRICT_TRANSPORT_SECURITY,
        HeaderValue::from_static("max-age=31536000; includeSubDomains"),
    ),
];

/// The headers every response gets, unless its handler set its own.
pub(super) struct SecurityHeaders {
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl SecurityHeaders {
    /// Chooses the headers; over plain HTTP a promise of TLS would lock the browser out.
    pub(super) fn new(public_scheme: Scheme) -> Self {
        let mut headers = Vec::from(DEFAULTS);
        if public_scheme == Scheme::Http {
            headers.retain(|(name, _)| *name != STRICT_TRANSPORT_SECURITY);
        }
        Self { headers }
    }

    /// Adds the headers that the handler did not set.
    pub(super) fn apply(&self, headers: &mut HeaderMap) {
        // One more for the request id, so that the map grows once.
        headers.reserve(self.headers.len() + 1);
        for (name, value) in &self.headers {
            headers.entry(name).or_insert_with(|| value.clone());
        }
    }
}
