//! What a turn may spend: its part of what the process may.

use std::sync::{Mutex, PoisonError};

use futures_util::future::BoxFuture;
use steward_llm::{Budget, Charge, Reservation};
use steward_model::{ModelFailure, OrgId};
use steward_store::Limit;

use crate::Inner;
use crate::purse::Amount;

/// The budgets that a turn's calls count against.
pub(crate) struct Funds<'r> {
    runtime: &'r Inner,
    org: OrgId,
    limits: Vec<Limit>,
    period: String,
    /// Every amount that was set aside, in the order of their reservations.
    held: Mutex<Vec<Amount>>,
}

impl<'r> Funds<'r> {
    pub(crate) fn new(runtime: &'r Inner, org: OrgId, limits: Vec<Limit>, period: String) -> Self {
        Self {
            runtime,
            org,
            limits,
            period,
            held: Mutex::default(),
        }
    }
}

impl Budget for Funds<'_> {
    fn reserve<'a>(
        &'a self,
        estimate: &'a Charge,
    ) -> BoxFuture<'a, Result<Reservation, ModelFailure>> {
        Box::pin(async move {
            let amount = amount(estimate);
            let (purse, store) = (&self.runtime.purse, &self.runtime.store);
            let held = purse
                .hold(store, self.org, &self.limits, &self.period, amount)
                .await;
            match held {
                Ok(true) => {
                    let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
                    held.push(amount);
                    Ok(Reservation(held.len() as u64 - 1))
                }
                Ok(false) => Err(ModelFailure::OverBudget),
                Err(error) => Err(ModelFailure::Interrupted {
                    reason: format!("the budget could not be read: {error}"),
                }),
            }
        })
    }

    fn settle(&self, reservation: Reservation, spent: &Charge) {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let index = usize::try_from(reservation.0).unwrap_or(usize::MAX);
        if let Some(held) = held.get(index) {
            let (limits, period) = (&self.limits, &self.period);
            let purse = &self.runtime.purse;
            purse.settle(self.org, limits, period, *held, amount(spent));
        }
    }
}

fn amount(charge: &Charge) -> Amount {
    let usage = charge.usage;
    let tokens = usage
        .input_tokens
        .saturating_add(usage.cached_tokens)
        .saturating_add(usage.cache_write_tokens)
        .saturating_add(usage.output_tokens);
    let number = |amount| i64::try_from(amount).unwrap_or(i64::MAX);
    Amount {
        micros: number(charge.cost_micros.unwrap_or(0)),
        tokens: number(tokens),
    }
}
