//! The carrier: a host with a ledger that survives it, and the node's way to it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use steward_channels::{Carrier, InboundText, LookupResult, Outbound, SendResult};
use steward_model::{EffectClass, Timestamp};
use tokio::time::{sleep, timeout};

use super::plan::{Chance, STEP};
use super::stillness::Hands;
use super::story::Trace;
use super::wire::{Silence, ask, serve};

const TO_REPORT: Duration = Duration::from_secs(1);

/// What the carrier has, in the order in which it took it.
#[derive(Clone, Default)]
pub(super) struct Ledger(Arc<Mutex<Books>>);

#[derive(Default)]
struct Books {
    /// To whom and what.
    taken: Vec<(String, String)>,
    /// How often a text was tried.
    tried: HashMap<String, u32>,
}

/// What becomes of a request that arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It is taken so many steps later.
    Taken {
        after: u32,
        reported: bool,
        answered: bool,
    },
    /// It is lost inside.
    Lost,
    /// It is told to come again.
    Busy,
}

impl Ledger {
    /// What was taken, as to whom and what.
    pub(super) fn taken(&self) -> Vec<(String, String)> {
        self.0.lock().unwrap().taken.clone()
    }

    /// Answers for as long as the host lives. Nothing is taken later than `slowest` steps after it came.
    pub(super) async fn serve(self, seed: u64, slowest: u32, trace: Trace) -> turmoil::Result {
        serve(move |question| {
            let (ledger, trace) = (self.clone(), trace.clone());
            async move {
                let words: Vec<_> = question.splitn(4, ' ').collect();
                match words.as_slice() {
                    ["send", effect, to, text] => {
                        let fate = ledger.fate(seed, slowest, text);
                        trace.note(&format!("{text} comes: {fate:?}"));
                        ledger.carry(fate, effect, to, text, &trace).await
                    }
                    ["find", _, to, text] => {
                        let found = ledger.find(to, text);
                        trace.note(&format!("{text} is looked for: {found:?}"));
                        Some(found.unwrap_or_else(|| "missing".to_owned()))
                    }
                    other => panic!("{other:?} is no question"),
                }
            }
        })
        .await
    }

    fn fate(&self, seed: u64, slowest: u32, text: &str) -> Fate {
        let mut books = self.0.lock().unwrap();
        let tried = books.tried.entry(text.to_owned()).or_default();
        *tried += 1;
        let mut chance = Chance::new(seed, &format!("{text} {tried}"));
        let (after, reported) = (chance.below(slowest), chance.below(2) == 0);
        let taken = |answered| Fate::Taken {
            after,
            reported,
            answered,
        };
        // A carrier that is out of order all day is for people to see to.
        match chance.below(if *tried < 3 { 10 } else { 4 }) {
            0..=3 => taken(true),
            4..=5 => taken(false),
            6..=7 => Fate::Busy,
            _ => Fate::Lost,
        }
    }

    async fn carry(
        &self,
        fate: Fate,
        effect: &str,
        to: &str,
        text: &str,
        trace: &Trace,
    ) -> Option<String> {
        let Fate::Taken {
            after,
            reported,
            answered,
        } = fate
        else {
            return (fate == Fate::Busy).then(|| "busy".to_owned());
        };
        sleep(STEP * after).await;
        let reference = {
            let mut books = self.0.lock().unwrap();
            books.taken.push((to.to_owned(), text.to_owned()));
            format!("SM{}", books.taken.len())
        };
        trace.note(&format!("{text} is taken as {reference}"));
        if reported {
            // Before the answer, or in place of it; and like anything it may be lost.
            let report = format!("report {effect} {reference}");
            let _ = timeout(TO_REPORT, ask("node", &report)).await;
        }
        answered.then_some(reference)
    }

    fn find(&self, to: &str, text: &str) -> Option<String> {
        let books = self.0.lock().unwrap();
        let found = books
            .taken
            .iter()
            .rposition(|one| one.0 == to && one.1 == text);
        found.map(|place| format!("SM{}", place + 1))
    }
}

/// The node's way to the carrier.
pub(super) struct Way(pub(super) Hands);

impl Way {
    async fn ask(&self, question: &str) -> Result<String, Silence> {
        let answer = ask("carrier", question).await;
        self.0.stir();
        answer
    }
}

impl Carrier for Way {
    fn class(&self) -> EffectClass {
        EffectClass::Asked
    }

    fn send<'a>(&'a self, outbound: &'a Outbound) -> BoxFuture<'a, SendResult> {
        let question = format!(
            "send {} {} {}",
            outbound.effect_id, outbound.to, outbound.text
        );
        Box::pin(async move {
            let not_sent = |reason: &str| SendResult::NotSent {
                retry_after: None,
                reason: reason.to_owned(),
                status: None,
            };
            match self.ask(&question).await {
                Ok(answer) if answer == "busy" => not_sent("it is busy"),
                Ok(provider_ref) => SendResult::Sent { provider_ref },
                Err(Silence::NotConnected) => not_sent("it cannot be reached"),
                Err(Silence::NotAnswered) => SendResult::Unknown {
                    reason: "the connection broke".to_owned(),
                    status: None,
                },
            }
        })
    }

    fn look_up<'a>(
        &'a self,
        outbound: &'a Outbound,
        _since: Timestamp,
    ) -> BoxFuture<'a, LookupResult> {
        let question = format!(
            "find {} {} {}",
            outbound.effect_id, outbound.to, outbound.text
        );
        Box::pin(async move {
            match self.ask(&question).await {
                Ok(answer) if answer == "missing" => LookupResult::Missing,
                Ok(provider_ref) => LookupResult::Found { provider_ref },
                Err(silence) => LookupResult::Failed {
                    reason: format!("{silence:?}"),
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
