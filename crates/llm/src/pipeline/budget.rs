//! What a call may cost, asked before it is made.

use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_util::future::BoxFuture;
use steward_model::{ModelFailure, Usage};

/// What one attempt costs, or may cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Charge {
    /// Which model.
    pub model: String,
    /// Its tokens.
    pub usage: Usage,
    /// In millionths of a dollar; nothing where the model has no price.
    pub cost_micros: Option<u64>,
}

/// An amount set aside for an attempt. The number means something to the budget that gave it.
#[derive(Debug, PartialEq, Eq)]
pub struct Reservation(pub u64);

/// A limit on what calls may cost.
///
/// Its role: it is asked before each attempt and told after it, so that calls that run at the same time cannot overspend
/// together. Implemented by [`Unlimited`], by [`CountedBudget`] in memory, and by whoever keeps budgets in a database.
///
/// A reservation that is never settled, because the process died, stays counted in full: the provider may well have done the
/// work. A call that is dropped settles what it was heard to cost.
pub trait Budget: Send + Sync {
    /// Sets aside what an attempt may cost at most. Fails with [`ModelFailure::OverBudget`] if there is not so much left.
    fn reserve<'a>(
        &'a self,
        estimate: &'a Charge,
    ) -> BoxFuture<'a, Result<Reservation, ModelFailure>>;

    /// Replaces what was set aside by what was spent. Waits for nothing, so that a call can do it while it is dropped.
    fn settle(&self, reservation: Reservation, spent: &Charge);
}

/// No limit.
#[derive(Debug, Clone, Copy)]
pub struct Unlimited;

impl Budget for Unlimited {
    fn reserve<'a>(&'a self, _: &'a Charge) -> BoxFuture<'a, Result<Reservation, ModelFailure>> {
        Box::pin(async { Ok(Reservation(0)) })
    }

    fn settle(&self, _: Reservation, _: &Charge) {}
}

/// A limit in tokens, all kinds together, counted in memory.
#[derive(Debug)]
pub struct CountedBudget {
    limit: u64,
    /// Spent and set aside.
    counted: Mutex<u64>,
}

impl CountedBudget {
    /// Allows this many tokens.
    pub fn of_tokens(limit: u64) -> Self {
        Self {
            limit,
            counted: Mutex::default(),
        }
    }

    /// Tokens spent or set aside so far.
    pub fn counted(&self) -> u64 {
        *self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, u64> {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Budget for CountedBudget {
    fn reserve<'a>(
        &'a self,
        estimate: &'a Charge,
    ) -> BoxFuture<'a, Result<Reservation, ModelFailure>> {
        Box::pin(async {
            let amount = tokens(estimate.usage);
            let mut counted = self.lock();
            let wanted = counted.saturating_add(amount);
            if wanted > self.limit {
                return Err(ModelFailure::OverBudget);
            }
            *counted = wanted;
            Ok(Reservation(amount))
        })
    }

    fn settle(&self, reservation: Reservation, spent: &Charge) {
        let mut counted = self.lock();
        *counted = counted.saturating_sub(reservation.0) + tokens(spent.usage);
    }
}

fn tokens(usage: Usage) -> u64 {
    usage.input_tokens + usage.cached_tokens + usage.cache_write_tokens + usage.output_tokens
}
