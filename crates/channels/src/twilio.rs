//! Twilio: text messages.

mod answer;
#[cfg(test)]
mod answer_tests;
mod client;
mod lookup;
#[cfg(test)]
mod lookup_tests;
mod received;
mod settings;
mod signature;
#[cfg(test)]
mod signature_tests;
mod webhook;
#[cfg(test)]
mod webhook_tests;

use futures_util::future::BoxFuture;
use steward_model::{EffectClass, Timestamp};

use self::answer::judge;
use self::client::Client;
use crate::http::judge_error;
use crate::{Carrier, FileResult, InboundText, LookupResult, Outbound, SendResult};

pub use self::settings::{Credentials, SettingsError, TwilioSettings};
pub use self::signature::{BadSignature, SharedKey, SignedHeaders, WebhookKeys};
pub use self::webhook::{Form, WebhookError, read_status, read_text};

/// Where Twilio reports what became of a message, below the public address.
pub const STATUS_PATH: &str = "/webhooks/twilio/status";

/// Sends text messages through Twilio. It has no idempotency key, but it can be asked, and it reports with the effect's id.
pub struct Twilio {
    client: Client,
    public_url: String,
}

impl Twilio {
    /// A carrier with these settings.
    pub fn new(settings: TwilioSettings) -> Result<Self, SettingsError> {
        let public_url = settings.public_url()?;
        let client = Client::new(settings)?;
        Ok(Self { client, public_url })
    }

    async fn post(&self, outbound: &Outbound) -> SendResult {
        let callback = format!(
            "{}{STATUS_PATH}?effect={}",
            self.public_url, outbound.effect_id
        );
        let fields = [
            ("To", outbound.to.as_str()),
            ("From", outbound.from.as_str()),
            ("Body", outbound.text.as_str()),
            ("StatusCallback", callback.as_str()),
        ];
        match self.client.post_message(&fields).await {
            Ok(answer) => judge(&answer),
            Err(error) => judge_error(error),
        }
    }
}

impl Carrier for Twilio {
    fn class(&self) -> EffectClass {
        EffectClass::Asked
    }

    fn send<'a>(&'a self, outbound: &'a Outbound) -> BoxFuture<'a, SendResult> {
        Box::pin(self.post(outbound))
    }

    fn look_up<'a>(
        &'a self,
        outbound: &'a Outbound,
        since: Timestamp,
    ) -> BoxFuture<'a, LookupResult> {
        Box::pin(lookup::look_up(&self.client, outbound, since))
    }

    fn received<'a>(
        &'a self,
        line: &'a str,
        since: Timestamp,
    ) -> BoxFuture<'a, Result<Vec<InboundText>, String>> {
        Box::pin(async move {
            let texts = received::received(&self.client, line, since).await;
            texts.map_err(|error| error.to_string())
        })
    }

    fn file<'a>(&'a self, url: &'a str) -> BoxFuture<'a, FileResult> {
        Box::pin(self.client.fetch(url))
    }
}
