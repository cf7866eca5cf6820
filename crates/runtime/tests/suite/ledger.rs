//! A carrier that keeps a ledger: what it took is what a person got, whatever anybody was told about it.

use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use steward_channels::{Carrier, InboundText, LookupResult, Outbound, SendResult};
use steward_model::{EffectClass, Timestamp};

/// What goes wrong with a send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// Nothing.
    None,
    /// The request is lost, and nobody knows.
    RequestLost,
    /// The message is taken and the answer is lost.
    AnswerLost,
    /// The carrier breaks.
    Panic,
}

type Plan = dyn Fn(usize) -> Fault + Send + Sync;

/// A carrier that keeps a ledger.
pub(super) struct Ledger {
    taken: Mutex<Vec<Outbound>>,
    tried: Mutex<usize>,
    plan: Mutex<Arc<Plan>>,
}

impl Default for Ledger {
    fn default() -> Self {
        Self {
            taken: Mutex::default(),
            tried: Mutex::default(),
            plan: Mutex::new(Arc::new(|_| Fault::None)),
        }
    }
}

impl Ledger {
    /// From now on the `n`-th try, from 1, goes as the plan says.
    pub(super) fn plan(&self, plan: impl Fn(usize) -> Fault + Send + Sync + 'static) {
        *self.plan.lock().unwrap() = Arc::new(plan);
    }

    /// What was taken, oldest first.
    pub(super) fn taken(&self) -> Vec<Outbound> {
        self.taken.lock().unwrap().clone()
    }

    /// The texts that were taken, oldest first.
    pub(super) fn texts(&self) -> Vec<String> {
        self.taken().into_iter().map(|one| one.text).collect()
    }

    fn reference(place: usize) -> String {
        format!("SM{place:08}")
    }

    fn take(&self, outbound: &Outbound) -> String {
        let mut taken = self.taken.lock().unwrap();
        taken.push(outbound.clone());
        Self::reference(taken.len())
    }
}

impl Carrier for Ledger {
    fn class(&self) -> EffectClass {
        EffectClass::Asked
    }

    fn send<'a>(&'a self, outbound: &'a Outbound) -> BoxFuture<'a, SendResult> {
        Box::pin(async move {
            let n = {
                let mut tried = self.tried.lock().unwrap();
                *tried += 1;
                *tried
            };
            let plan = Arc::clone(&self.plan.lock().unwrap());
            let unknown = || SendResult::Unknown {
                reason: "no answer".to_owned(),
                status: None,
            };
            match plan(n) {
                Fault::None => SendResult::Sent {
                    provider_ref: self.take(outbound),
                },
                Fault::RequestLost => unknown(),
                Fault::AnswerLost => {
                    self.take(outbound);
                    unknown()
                }
                Fault::Panic => panic!("the carrier breaks, as planned"),
            }
        })
    }

    fn look_up<'a>(
        &'a self,
        outbound: &'a Outbound,
        _since: Timestamp,
    ) -> BoxFuture<'a, LookupResult> {
        Box::pin(async move {
            let taken = self.taken.lock().unwrap();
            let same = |one: &Outbound| {
                one.to == outbound.to && one.from == outbound.from && one.text == outbound.text
            };
            match taken.iter().rposition(same) {
                Some(place) => LookupResult::Found {
                    provider_ref: Self::reference(place + 1),
                },
                None => LookupResult::Missing,
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
