//! The phone on the screen, as a carrier: it sends to nobody. What is delivered stands in the outbox and is shown from there, so that
//! "delivered" and "written down" are one act: nothing can be lost or doubled between the two.

use futures_util::future::BoxFuture;
use steward_channels::{Carrier, InboundText, LookupResult, Outbound, SendResult};
use steward_model::{EffectClass, Timestamp};
use steward_store::{CarrierReport, CarrierStatus, Store, StoreError};

/// How it names what it has: by the effect, so that the same message again is the same message.
const PREFIX: &str = "loopback:";

/// Delivers to the screen.
pub(crate) struct Loopback {
    store: Store,
}

impl Loopback {
    pub(crate) fn new(store: Store) -> Self {
        Self { store }
    }

    /// Puts a message on the screen, and tells what it is called there. Done twice, it is there once.
    async fn deliver(&self, outbound: &Outbound) -> Result<String, StoreError> {
        let provider_ref = format!("{PREFIX}{}", outbound.effect_id);
        let report = CarrierReport {
            channel: "sms".to_owned(),
            provider_ref: provider_ref.clone(),
            effect_id: Some(outbound.effect_id),
            status: CarrierStatus::Delivered,
        };
        self.store.note_status(report).await?;
        Ok(provider_ref)
    }
}

impl Carrier for Loopback {
    fn class(&self) -> EffectClass {
        EffectClass::Asked
    }

    fn send<'a>(&'a self, outbound: &'a Outbound) -> BoxFuture<'a, SendResult> {
        Box::pin(async move {
            match self.deliver(outbound).await {
                Ok(provider_ref) => SendResult::Sent { provider_ref },
                Err(error) => SendResult::Unknown {
                    reason: error.to_string(),
                    status: None,
                },
            }
        })
    }

    /// What was handed over is delivered, now if it was not: nobody took it away meanwhile.
    fn look_up<'a>(
        &'a self,
        outbound: &'a Outbound,
        _since: Timestamp,
    ) -> BoxFuture<'a, LookupResult> {
        Box::pin(async move {
            match self.deliver(outbound).await {
                Ok(provider_ref) => LookupResult::Found { provider_ref },
                Err(error) => LookupResult::Failed {
                    reason: error.to_string(),
                },
            }
        })
    }

    fn received<'a>(
        &'a self,
        _line: &'a str,
        _since: Timestamp,
    ) -> BoxFuture<'a, Result<Vec<InboundText>, String>> {
        Box::pin(std::future::ready(Ok(Vec::new())))
    }
}
