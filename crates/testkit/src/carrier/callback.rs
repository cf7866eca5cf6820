use std::collections::BTreeMap;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha1::Sha1;
use url::form_urlencoded;

use super::{Accepted, CarrierSettings};

/// A report on a message, signed as Twilio signs it. The signing is written out here a second time, so that a mistake in the product's
/// does not pass for right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callback {
    /// Where it goes, with the query that the sender asked for.
    pub url: String,
    /// The form.
    pub body: String,
    /// `X-Twilio-Signature`.
    pub signature: String,
}

impl Callback {
    /// A report, if the sender asked for any.
    pub(super) fn new(
        settings: &CarrierSettings,
        accepted: &Accepted,
        status: &str,
    ) -> Option<Self> {
        let url = accepted.status_callback.clone()?;
        let fields = BTreeMap::from([
            ("AccountSid", settings.account_sid.as_str()),
            ("ApiVersion", "2010-04-01"),
            ("From", &accepted.from),
            ("MessageSid", &accepted.sid),
            ("MessageStatus", status),
            ("SmsSid", &accepted.sid),
            ("SmsStatus", status),
            ("To", &accepted.to),
        ]);
        let mut mac = Hmac::<Sha1>::new_from_slice(settings.auth_token.as_bytes()).unwrap();
        mac.update(url.as_bytes());
        for (name, value) in &fields {
            mac.update(name.as_bytes());
            mac.update(value.as_bytes());
        }
        let mut body = form_urlencoded::Serializer::new(String::new());
        Some(Self {
            url,
            body: body.extend_pairs(fields).finish(),
            signature: STANDARD.encode(mac.finalize().into_bytes()),
        })
    }

    pub(super) async fn post(&self, client: &reqwest::Client) -> Option<u16> {
        let request = client
            .post(&self.url)
            .header("content-type", "application/x-www-form-urlencoded")
            .header("x-twilio-signature", &self.signature)
            .body(self.body.clone());
        Some(request.send().await.ok()?.status().as_u16())
    }
}

pub(super) fn client() -> reqwest::Client {
    // A second call finds the provider installed, which is all that matters.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .timeout(Duration::from_secs(15))
        .no_proxy()
        .build()
        .unwrap()
}
