//! Quo, which was OpenPhone: text messages.

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
use serde_json::json;
use steward_model::{EffectClass, Timestamp};

use self::answer::judge;
use self::client::Client;
use crate::http::judge_error;
use crate::{Carrier, FileResult, InboundText, LookupResult, Outbound, SendResult};

pub use self::settings::{QuoSettings, SettingsError};
pub use self::signature::{BadKey, BadSignature, SignedHeaders, WebhookKeys};
pub use self::webhook::{Told, WebhookError, read};

/// Sends text messages through Quo. It has no idempotency key, but it can be asked.
pub struct Quo {
    client: Client,
}

impl Quo {
    /// A carrier with these settings.
    pub fn new(settings: &QuoSettings) -> Result<Self, SettingsError> {
        let client = Client::new(settings)?;
        Ok(Self { client })
    }

    async fn post(&self, outbound: &Outbound) -> SendResult {
        let message = json!({
            "content": outbound.text,
            "from": outbound.from,
            "to": [outbound.to],
        });
        match self.client.post_message(&message).await {
            Ok(answer) => judge(&answer),
            Err(error) => judge_error(error),
        }
    }
}

impl Carrier for Quo {
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
        Box::pin(received::received(&self.client, line, since))
    }

    fn file<'a>(&'a self, url: &'a str) -> BoxFuture<'a, FileResult> {
        Box::pin(self.client.fetch(url))
    }
}
