//! Sends what the outbox holds: once, and what cannot be known is looked up or shown to a person.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{FutureExt as _, StreamExt as _, stream};
use steward_channels::{Carrier, LookupResult, Message, Outbound, SendResult};
use steward_store::{ClaimedEffect, Delivery, Lookup, StoreError};
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

use crate::dispatcher::stopped;
use crate::{Inner, figures};

/// Messages on their way at the same time.
const AT_ONCE: usize = 16;

/// A message must be on its way before this part of its lease is over, and its carrier must have answered in as much time
/// again: later, somebody else may think we are gone.
const PART_OF_LEASE: u32 = 3;

pub(crate) async fn run(runtime: Arc<Inner>, mut stop: watch::Receiver<bool>) {
    loop {
        let busy = round(&runtime).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the outbox could not be read");
            false
        });
        if busy && !*stop.borrow() {
            continue;
        }
        tokio::select! {
            () = stopped(&mut stop) => return,
            _ = timeout(runtime.settings.poll, runtime.wakes.outbox.notified()) => {}
        }
    }
}

/// Sends what is due and asks about what is unknown. Tells whether there may be more.
async fn round(runtime: &Inner) -> Result<bool, StoreError> {
    let rules = &runtime.settings.send;
    let node = &runtime.settings.node;
    // Before they are taken: whoever sleeps between that and looking at the clock would think that no time has passed.
    let taken_at = Instant::now();
    let claimed = runtime
        .store
        .claim_effects(node, AT_ONCE as u32, rules)
        .await?;
    let unknown = runtime.store.due_lookups(AT_ONCE as u32, rules).await?;
    let more = claimed.len() == AT_ONCE;
    let sends = stream::iter(&claimed).for_each_concurrent(AT_ONCE, |effect| async move {
        send(runtime, effect, taken_at).await;
    });
    sends.await;
    let lookups = stream::iter(&unknown).for_each_concurrent(AT_ONCE, |effect| async move {
        look_up(runtime, effect).await;
    });
    lookups.await;
    Ok(more)
}

async fn send(runtime: &Inner, effect: &ClaimedEffect, taken_at: Instant) {
    let delivery = match outbound(runtime, effect) {
        Err(reason) => Delivery::Refused {
            reason,
            status: None,
        },
        // The machine slept, or the database took its time: nothing has left yet, so nothing is lost by waiting.
        Ok(_) if taken_at.elapsed() > deadline(runtime) => Delivery::NotSent {
            retry_after: None,
            reason: "it was not sent in time".to_owned(),
            status: None,
        },
        Ok((carrier, outbound)) => {
            let result = guarded(runtime, carrier.send(&outbound)).await;
            let result = result.unwrap_or_else(|| SendResult::Unknown {
                reason: "the carrier did not answer".to_owned(),
                status: None,
            });
            if let SendResult::Refused {
                opted_out: true, ..
            } = &result
            {
                note_opt_out(runtime, effect).await;
            }
            delivery(result)
        }
    };
    figures::send_tried(word(&delivery));
    // What is not settled here is settled as unknown when its lease runs out.
    if let Err(error) = runtime.store.settle_effect(effect, delivery).await {
        tracing::error!(effect = %effect.id, %error, "what came of a send could not be noted");
    }
}

async fn look_up(runtime: &Inner, effect: &ClaimedEffect) {
    let result = match outbound(runtime, effect) {
        Ok((carrier, outbound)) => {
            let result = guarded(runtime, carrier.look_up(&outbound, effect.created_at)).await;
            result.unwrap_or_else(|| LookupResult::Failed {
                reason: "the carrier did not answer".to_owned(),
            })
        }
        Err(reason) => LookupResult::Failed { reason },
    };
    let noted = match result {
        LookupResult::Found { provider_ref } => {
            runtime
                .store
                .reconcile(effect, Lookup::Found { provider_ref })
                .await
        }
        LookupResult::Missing => runtime.store.reconcile(effect, Lookup::Missing).await,
        LookupResult::Failed { reason } => {
            tracing::warn!(effect = %effect.id, reason, "the carrier could not be asked");
            runtime.store.postpone_lookup(effect).await
        }
    };
    if let Err(error) = noted {
        tracing::error!(effect = %effect.id, %error, "what the carrier said could not be noted");
    }
}

/// Waits for a carrier. One that breaks or never answers must not keep the others waiting.
async fn guarded<T>(runtime: &Inner, work: impl Future<Output = T>) -> Option<T> {
    let work = AssertUnwindSafe(work).catch_unwind();
    timeout(deadline(runtime), work).await.ok()?.ok()
}

fn deadline(runtime: &Inner) -> Duration {
    runtime.settings.send.lease / PART_OF_LEASE
}

fn outbound<'r>(
    runtime: &'r Inner,
    effect: &ClaimedEffect,
) -> Result<(&'r Arc<dyn Carrier>, Outbound), String> {
    let provider = effect
        .provider
        .ok_or_else(|| "its line has no carrier".to_owned())?;
    let carrier = runtime
        .carriers
        .get(&provider)
        .ok_or_else(|| format!("the carrier {provider} is not set up"))?;
    let message: Message = serde_json::from_slice(&effect.payload)
        .map_err(|_| "the message cannot be read".to_owned())?;
    Ok((carrier, message.for_effect(effect.id)))
}

/// The carrier knows that the person wants silence; so do we from now on.
async fn note_opt_out(runtime: &Inner, effect: &ClaimedEffect) {
    let org = runtime.store.org(effect.org_id);
    if let Err(error) = org.opt_out(effect.id).await {
        tracing::error!(effect = %effect.id, %error, "an opt-out could not be noted");
    }
}

fn word(delivery: &Delivery) -> &'static str {
    match delivery {
        Delivery::Sent { .. } => "sent",
        Delivery::NotSent { .. } => "not_sent",
        Delivery::Refused { .. } => "refused",
        Delivery::Unknown { .. } => "unknown",
    }
}

fn delivery(result: SendResult) -> Delivery {
    match result {
        SendResult::Sent { provider_ref } => Delivery::Sent { provider_ref },
        SendResult::NotSent {
            retry_after,
            reason,
            status,
        } => Delivery::NotSent {
            retry_after,
            reason,
            status,
        },
        SendResult::Refused { reason, status, .. } => Delivery::Refused { reason, status },
        SendResult::Unknown { reason, status } => Delivery::Unknown { reason, status },
    }
}
