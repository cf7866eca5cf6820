//! What this process may spend.
//!
//! A budget is a row that every call counts against. Were it written for every call, the calls of an organisation would
//! wait for each other's commits. So a process takes an allowance from the budget, a small part of it at a time, and its
//! calls spend from that. What was taken counts as spent until it is known how much was. What nobody uses goes back; what a
//! process that dies has taken is given back by the next one on SQLite, and stays counted for the day on Postgres, where
//! others may be using it.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use steward_model::OrgId;
use steward_store::{Hold, Limit, Settlement, Store, StoreError};
use tokio::sync::Notify;
use tokio::time::timeout;

/// An allowance is this part of a budget, or one call if that is more.
const PART: i64 = 50;

/// Money in millionths of a dollar, and tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Amount {
    pub(crate) micros: i64,
    pub(crate) tokens: i64,
}

/// Whose budget, in which period.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Budget {
    org: OrgId,
    scope: String,
    period: String,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Allowance {
    /// Taken from the budget and not yet settled there.
    taken: Amount,
    /// Of that, what calls under way may use at most.
    held: Amount,
    /// Of that, what calls have used.
    spent: Amount,
}

/// The allowances of this process.
#[derive(Default)]
pub(crate) struct Purse {
    allowances: Mutex<HashMap<Budget, Allowance>>,
    /// One at a time takes more: the others find it taken.
    taking: tokio::sync::Mutex<()>,
    /// Calls that ended, for those that wait for room.
    ended: Notify,
    /// How many have ended: whoever was refused looks again if one did meanwhile.
    settled: AtomicU64,
    /// How long a call waits for others, under way, that may need less than was set aside for them.
    patience: Duration,
}

impl Purse {
    /// An empty one whose calls wait so long for others.
    pub(crate) fn new(patience: Duration) -> Self {
        Self {
            patience,
            ..Self::default()
        }
    }

    /// Sets an amount aside from every budget, or from none. Tells whether there was enough. While others are under way,
    /// for whom the most they can cost is set aside, it waits for what they leave.
    pub(crate) async fn hold(
        &self,
        store: &Store,
        org: OrgId,
        limits: &[Limit],
        period: &str,
        amount: Amount,
    ) -> Result<bool, StoreError> {
        loop {
            let mut ended = pin!(self.ended.notified());
            // From here on: what ends while the budgets are asked must not be missed.
            ended.as_mut().enable();
            let before = self.settled.load(Ordering::Acquire);
            if self
                .hold_at_once(store, org, limits, period, amount)
                .await?
            {
                return Ok(true);
            }
            let in_use = self.is_in_use(org, limits, period);
            if !in_use && self.settled.load(Ordering::Acquire) == before {
                return Ok(false);
            }
            if in_use && timeout(self.patience, ended).await.is_err() {
                return Ok(false);
            }
        }
    }

    async fn hold_at_once(
        &self,
        store: &Store,
        org: OrgId,
        limits: &[Limit],
        period: &str,
        amount: Amount,
    ) -> Result<bool, StoreError> {
        if self.try_hold(org, limits, period, amount) {
            return Ok(true);
        }
        let _one_at_a_time = self.taking.lock().await;
        loop {
            if self.try_hold(org, limits, period, amount) {
                return Ok(true);
            }
            let lacking: Vec<&Limit> = limits
                .iter()
                .filter(|limit| !self.covers(org, limit, period, amount))
                .collect();
            for limit in lacking {
                if !self.take_more(store, org, limit, period, amount).await? {
                    return Ok(false);
                }
            }
        }
    }

    /// Replaces what was set aside by what was spent.
    pub(crate) fn settle(
        &self,
        org: OrgId,
        limits: &[Limit],
        period: &str,
        held: Amount,
        spent: Amount,
    ) {
        let mut allowances = self.lock();
        for limit in limits {
            let allowance = allowances.entry(budget(org, limit, period)).or_default();
            allowance.held = allowance.held.minus(held);
            allowance.spent = allowance.spent.plus(spent);
        }
        drop(allowances);
        self.settled.fetch_add(1, Ordering::Release);
        self.ended.notify_waiters();
    }

    /// Writes down what was spent since the last time, and gives back what nobody uses: with `Rest::Keep` only where no call
    /// is under way, since the next one would take it again.
    pub(crate) async fn write_down(&self, store: &Store, rest: Rest) -> Result<(), StoreError> {
        let all: Vec<Budget> = self.lock().keys().cloned().collect();
        let mut failed = None;
        for budget in all {
            // One budget that cannot be written must not keep the others from being written.
            if let Err(error) = self.write_one(store, &budget, rest).await {
                failed = Some(error);
            }
        }
        failed.map_or(Ok(()), Err)
    }

    async fn write_one(
        &self,
        store: &Store,
        budget: &Budget,
        rest: Rest,
    ) -> Result<(), StoreError> {
        // Taken out before it is written, so that no call counts on it meanwhile.
        let Some((settled, spent, counted)) = self.take_out(budget, rest) else {
            return Ok(());
        };
        let settlement = Settlement {
            scopes: vec![budget.scope.clone()],
            period: budget.period.clone(),
            held_micros: settled.micros,
            held_tokens: settled.tokens,
            spent_micros: spent.micros,
            spent_tokens: spent.tokens,
        };
        let org = store.org(budget.org);
        let written = async {
            if !counted {
                // Nothing was ever taken from a budget without a limit: it may not be there yet.
                org.hold_budget(nothing(budget)).await?;
            }
            org.settle_budget(settlement).await
        };
        let written = written.await;
        let mut allowances = self.lock();
        if written.is_err() {
            let allowance = allowances.entry(budget.clone()).or_default();
            allowance.taken = allowance.taken.plus(settled);
            allowance.spent = allowance.spent.plus(spent);
        } else if allowances.get(budget) == Some(&Allowance::default()) {
            allowances.remove(budget);
        }
        written.map(|_| ())
    }

    /// What is to be settled of an allowance and what was spent of it, and whether it was ever taken from its budget.
    fn take_out(&self, budget: &Budget, rest: Rest) -> Option<(Amount, Amount, bool)> {
        let mut allowances = self.lock();
        let allowance = allowances.get_mut(budget)?;
        let Allowance { taken, held, spent } = *allowance;
        let settled = match rest {
            Rest::Keep if held != Amount::default() => taken.least(spent),
            Rest::Keep | Rest::Return => taken.minus(held.least(taken)),
        };
        if settled == Amount::default() && spent == Amount::default() {
            return None;
        }
        allowance.taken = taken.minus(settled);
        allowance.spent = Amount::default();
        Some((settled, spent, taken != Amount::default()))
    }

    /// Whether calls are under way for which part of one of the budgets is set aside.
    fn is_in_use(&self, org: OrgId, limits: &[Limit], period: &str) -> bool {
        let allowances = self.lock();
        limits.iter().any(|limit| {
            let allowance = allowances.get(&budget(org, limit, period));
            allowance.is_some_and(|allowance| allowance.held != Amount::default())
        })
    }

    /// Sets the amount aside if every allowance has it.
    fn try_hold(&self, org: OrgId, limits: &[Limit], period: &str, amount: Amount) -> bool {
        let mut allowances = self.lock();
        let has = |limit: &Limit| {
            let allowance = allowances.get(&budget(org, limit, period));
            covers(limit, allowance.copied().unwrap_or_default(), amount)
        };
        if !limits.iter().all(has) {
            return false;
        }
        for limit in limits {
            let allowance = allowances.entry(budget(org, limit, period)).or_default();
            allowance.held = allowance.held.plus(amount);
        }
        true
    }

    fn covers(&self, org: OrgId, limit: &Limit, period: &str, amount: Amount) -> bool {
        let allowance = self.lock().get(&budget(org, limit, period)).copied();
        covers(limit, allowance.unwrap_or_default(), amount)
    }

    /// Takes an allowance from the budget: a part of it, or what is needed if there is no more.
    async fn take_more(
        &self,
        store: &Store,
        org: OrgId,
        limit: &Limit,
        period: &str,
        amount: Amount,
    ) -> Result<bool, StoreError> {
        let key = budget(org, limit, period);
        let free = self.lock().get(&key).copied().unwrap_or_default().free();
        let needed = amount.minus(free).most(Amount::default());
        let part = Amount {
            micros: limit.micros.unwrap_or(0) / PART,
            tokens: limit.tokens.unwrap_or(0) / PART,
        };
        for wanted in [needed.most(part), needed] {
            let hold = Hold {
                limits: vec![limit.clone()],
                period: period.to_owned(),
                micros: wanted.micros,
                tokens: wanted.tokens,
            };
            if store.org(org).hold_budget(hold).await? {
                let mut allowances = self.lock();
                let allowance = allowances.entry(key).or_default();
                allowance.taken = allowance.taken.plus(wanted);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Budget, Allowance>> {
        self.allowances
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// What happens to an allowance that nobody uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rest {
    /// It stays with this process.
    Keep,
    /// It goes back to the budget.
    Return,
}

impl Allowance {
    /// What is left for further calls; less than nothing if calls used more than was set aside for them.
    fn free(self) -> Amount {
        self.taken.minus(self.held).minus(self.spent)
    }
}

impl Amount {
    fn plus(self, other: Self) -> Self {
        Self {
            micros: self.micros.saturating_add(other.micros),
            tokens: self.tokens.saturating_add(other.tokens),
        }
    }

    fn minus(self, other: Self) -> Self {
        Self {
            micros: self.micros.saturating_sub(other.micros),
            tokens: self.tokens.saturating_sub(other.tokens),
        }
    }

    fn least(self, other: Self) -> Self {
        Self {
            micros: self.micros.min(other.micros),
            tokens: self.tokens.min(other.tokens),
        }
    }

    fn most(self, other: Self) -> Self {
        Self {
            micros: self.micros.max(other.micros),
            tokens: self.tokens.max(other.tokens),
        }
    }
}

/// Takes nothing and leaves a budget that can be counted on.
fn nothing(budget: &Budget) -> Hold {
    let limit = Limit {
        scope: budget.scope.clone(),
        micros: None,
        tokens: None,
    };
    Hold {
        limits: vec![limit],
        period: budget.period.clone(),
        micros: 0,
        tokens: 0,
    }
}

fn budget(org: OrgId, limit: &Limit, period: &str) -> Budget {
    Budget {
        org,
        scope: limit.scope.clone(),
        period: period.to_owned(),
    }
}

/// Whether an allowance has room for an amount. What has no limit always has.
fn covers(limit: &Limit, allowance: Allowance, amount: Amount) -> bool {
    let free = allowance.free();
    (limit.micros.is_none() || free.micros >= amount.micros)
        && (limit.tokens.is_none() || free.tokens >= amount.tokens)
}

#[cfg(test)]
#[path = "purse_tests.rs"]
mod tests;
