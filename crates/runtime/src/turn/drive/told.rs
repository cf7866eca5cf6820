//! What the machine is about to be told, and what it cost.

use steward_agent::Event;
use steward_llm::Call;
use steward_model::Usage;
use steward_store::{Learned, Spent};

/// What the machine is about to be told, and what it cost.
pub(super) struct Told {
    pub(super) kind: &'static str,
    pub(super) request_hash: [u8; 32],
    pub(super) event: Event,
    pub(super) spent: Spent,
}

impl Told {
    pub(super) fn free(kind: &'static str, request_hash: [u8; 32], event: Event) -> Self {
        Self {
            kind,
            request_hash,
            event,
            spent: Spent::default(),
        }
    }
}

/// What a call cost, whether it brought anything or not.
pub(super) fn cost_of(call: &Call) -> Spent {
    let cost = call.cost_micros().unwrap_or(0);
    Spent {
        usage: call.usage(),
        cost_micros: i64::try_from(cost).unwrap_or(i64::MAX),
    }
}

/// What all of this cost.
pub(super) fn cost_of_all(learned: &[Learned]) -> Spent {
    let mut spent = Spent::default();
    for learned in learned {
        spent += learned.spent;
    }
    spent
}

/// What the reports of a step say they used, which cost this.
pub(super) fn reported(usages: impl Iterator<Item = Usage>, cost_micros: i64) -> Spent {
    let mut usage = Usage::default();
    for one in usages {
        usage += one;
    }
    Spent { usage, cost_micros }
}
