//! Budgets: what a scope may spend in a period. Set aside before a call, settled after it, and never overspent.

use steward_model::OrgId;

use crate::db::{Tx, transaction};
use crate::row::from_row;
use crate::sql::{params, statements};
use crate::{OrgStore, Store, StoreError};

statements! {
    // Changes nothing, and so locks the row until the commit: whoever comes at the same time waits and reads anew.
    TOUCH = "insert into budget (org_id, scope, period, spent_micros, spent_tokens, reserved_micros, reserved_tokens)
        values ($1, $2, $3, 0, 0, 0, 0)
        on conflict (org_id, scope, period) do update set spent_micros = budget.spent_micros
        returning scope, period, spent_micros, spent_tokens, reserved_micros, reserved_tokens";
    RESERVE = "update budget set reserved_micros = reserved_micros + $1, reserved_tokens = reserved_tokens + $2
        where org_id = $3 and scope = $4 and period = $5";
    // No more is given back than was set aside: settling twice would make room that nobody has.
    SETTLE = "update budget set reserved_micros = reserved_micros - $1, reserved_tokens = reserved_tokens - $2,
            spent_micros = spent_micros + $3, spent_tokens = spent_tokens + $4
        where org_id = $5 and scope = $6 and period = $7 and reserved_micros >= $1 and reserved_tokens >= $2";
    // Only while nobody else can have a call under way.
    FREE = "update budget set reserved_micros = 0, reserved_tokens = 0
        where reserved_micros <> 0 or reserved_tokens <> 0";
    USE = "select scope, period, spent_micros, spent_tokens, reserved_micros, reserved_tokens from budget
        where org_id = $1 and scope = $2 and period = $3";
    USAGE = "select scope, period, spent_micros, spent_tokens, reserved_micros, reserved_tokens from budget
        where org_id = $1 and period >= $2 and period <= $3 order by period, scope";
}

/// What a scope may spend in a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limit {
    /// Whose budget it is, like `agent:<id>`.
    pub scope: String,
    /// At most this much money; any amount without it. The use is counted all the same.
    pub micros: Option<i64>,
    /// At most this many tokens; any number without it.
    pub tokens: Option<i64>,
}

/// What is to be set aside for a call: from all of the budgets, or from none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hold {
    /// Every budget the call counts against.
    pub limits: Vec<Limit>,
    /// The period, like `2026-01-31`. Periods of one length sort as text.
    pub period: String,
    /// The most the call can cost, in millionths.
    pub micros: i64,
    /// The most tokens it can use.
    pub tokens: i64,
}

/// What became of a [`Hold`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// The budgets it was held from.
    pub scopes: Vec<String>,
    /// The period it was held in, even if that is over by now.
    pub period: String,
    /// What was set aside.
    pub held_micros: i64,
    /// What was set aside.
    pub held_tokens: i64,
    /// What the call cost.
    pub spent_micros: i64,
    /// What it used.
    pub spent_tokens: i64,
}

/// What a scope has used in a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BudgetUse {
    /// Whose budget it is.
    pub scope: String,
    /// The period.
    pub period: String,
    /// Money that was spent, in millionths.
    pub spent_micros: i64,
    /// Tokens that were used.
    pub spent_tokens: i64,
    /// Money that is set aside for calls under way.
    pub reserved_micros: i64,
    /// Tokens that are set aside.
    pub reserved_tokens: i64,
}
from_row!(BudgetUse {
    scope,
    period,
    spent_micros,
    spent_tokens,
    reserved_micros,
    reserved_tokens
});

impl Store {
    /// Gives back what earlier processes had set aside, for a process that has the database to itself. Tells how many
    /// budgets have room again.
    pub async fn recover_budgets(&self) -> Result<u64, StoreError> {
        self.db()
            .write(transaction!(|tx| { tx.execute(FREE, params![]).await }))
            .await
    }
}

impl OrgStore<'_> {
    /// Sets aside what a call can cost. Tells whether every budget had room for it; if not, nothing is set aside.
    pub async fn hold_budget(&self, new: Hold) -> Result<bool, StoreError> {
        let org = self.org;
        self.db()
            .write(transaction!(|tx| { hold(tx, org, &new).await }))
            .await
    }

    /// Replaces what was set aside by what was spent.
    pub async fn settle_budget(&self, settlement: Settlement) -> Result<(), StoreError> {
        let org = self.org;
        self.db()
            .write(transaction!(|tx| { settle(tx, org, &settlement).await }))
            .await
    }

    /// What a scope has used in a period; `None` if it never used anything.
    pub async fn budget_use(
        &self,
        scope: &str,
        period: &str,
    ) -> Result<Option<BudgetUse>, StoreError> {
        let (org, scope, period) = (self.org, scope.to_owned(), period.to_owned());
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_optional(USE, params![org, scope.as_str(), period.as_str()])
                    .await
            }))
            .await
    }

    /// What every scope has used in the periods from `from` to `to`, both included, oldest first.
    pub async fn usage(&self, from: &str, to: &str) -> Result<Vec<BudgetUse>, StoreError> {
        let (org, from, to) = (self.org, from.to_owned(), to.to_owned());
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_all(USAGE, params![org, from.as_str(), to.as_str()])
                    .await
            }))
            .await
    }
}

/// As [`OrgStore::hold_budget`], for a transaction that has more to do.
async fn hold(tx: &mut Tx<'_>, org: OrgId, hold: &Hold) -> Result<bool, StoreError> {
    refuse_negative(&[hold.micros, hold.tokens])?;
    let period = hold.period.as_str();
    let mut limits: Vec<_> = hold.limits.iter().collect();
    // Everybody takes the rows in the same order, so that nobody waits for one who waits for them.
    limits.sort_by_key(|limit| limit.scope.as_str());
    for limit in &limits {
        let row = params![org, limit.scope.as_str(), period];
        let used: Option<BudgetUse> = tx.fetch_optional(TOUCH, row).await?;
        let used = used.ok_or_else(|| StoreError::internal("a budget could not be read"))?;
        if !limit.has_room(&used, hold) {
            return Ok(false);
        }
    }
    limits.dedup_by_key(|limit| limit.scope.as_str());
    for limit in limits {
        let more = params![hold.micros, hold.tokens, org, limit.scope.as_str(), period];
        tx.execute(RESERVE, more).await?;
    }
    Ok(true)
}

/// As [`OrgStore::settle_budget`], for a transaction that has more to do.
async fn settle(tx: &mut Tx<'_>, org: OrgId, settlement: &Settlement) -> Result<(), StoreError> {
    let Settlement {
        scopes,
        period,
        held_micros,
        held_tokens,
        spent_micros,
        spent_tokens,
    } = settlement;
    refuse_negative(&[*held_micros, *held_tokens, *spent_micros, *spent_tokens])?;
    let mut scopes: Vec<_> = scopes.iter().map(String::as_str).collect();
    scopes.sort_unstable();
    scopes.dedup();
    for scope in scopes {
        let end = params![
            *held_micros,
            *held_tokens,
            *spent_micros,
            *spent_tokens,
            org,
            scope,
            period.as_str(),
        ];
        if tx.execute(SETTLE, end).await? == 0 {
            return Err(StoreError::internal("more was settled than was held"));
        }
    }
    Ok(())
}

impl Limit {
    fn has_room(&self, used: &BudgetUse, hold: &Hold) -> bool {
        let fits = |cap: Option<i64>, spent: i64, reserved: i64, more: i64| {
            cap.is_none_or(|cap| spent.saturating_add(reserved).saturating_add(more) <= cap)
        };
        fits(
            self.micros,
            used.spent_micros,
            used.reserved_micros,
            hold.micros,
        ) && fits(
            self.tokens,
            used.spent_tokens,
            used.reserved_tokens,
            hold.tokens,
        )
    }
}

/// A negative amount would make room for somebody else.
fn refuse_negative(amounts: &[i64]) -> Result<(), StoreError> {
    match amounts.iter().any(|amount| *amount < 0) {
        true => Err(StoreError::internal("a budget was given a negative amount")),
        false => Ok(()),
    }
}
