//! Turns: the two transactions that run them. One takes a thread and writes down what is about to be asked; the other
//! writes down what was learned with everything that follows from it. Whoever lost the thread can write nothing.

mod advance;
mod begin;
mod changes;
mod forgotten;
mod records;

use std::time::Duration;

use steward_model::{AgentId, MemberEventKind, OrgId, Scope, ThreadId, Timestamp, TurnId};

pub use self::advance::{Advance, Advanced, Learned, Next, Spent, TurnEnd};
pub use self::begin::{Began, NewTurn, Resumed, Word};
pub use self::changes::Changes;
pub use self::records::{Prompted, StepRecord, TurnFilter, TurnRecord};

use crate::StoreError;
use crate::crypto::Place;
use crate::db::Tx;
use crate::member_events::News;
use crate::row::{Only, from_row};
use crate::sql::{Sql, params, statements};

statements! {
    // The fence: only the newest claim passes, and passing renews it and takes places for items. On Postgres it also locks
    // the row, so that neither a newer claim nor a new event can slip in before the commit.
    FENCE = "update thread set lease_until = $1, last_item = last_item + $5
        where org_id = $2 and id = $3 and lease_epoch = $4 and state = 'running'
        returning last_event, last_item";
    // A step that was begun and never finished is begun again: its worker died before it knew the answer.
    BEGIN_STEP = "insert into step (turn_id, no, org_id, kind, request_hash, state, attempt, input_tokens, output_tokens,
            cost_micros, started_at)
        values ($1, $2, $3, $4, $5, 'started', 1, 0, 0, 0, $6)
        on conflict (turn_id, no) do update set attempt = step.attempt + 1, request_hash = $5, started_at = $6
            where step.state = 'started'
        returning attempt as value";
}

/// The statements of this file and the files below it.
pub(crate) const ALL_STATEMENTS: [&[Sql]; 5] = [
    STATEMENTS,
    advance::STATEMENTS,
    begin::STATEMENTS,
    forgotten::STATEMENTS,
    records::STATEMENTS,
];

/// A worker's hold on a thread, and the turn it runs there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The thread's organisation.
    pub org_id: OrgId,
    /// The thread.
    pub thread_id: ThreadId,
    /// Who answers on it.
    pub agent_id: AgentId,
    /// The turn.
    pub turn_id: TurnId,
    /// Its number on the thread.
    pub turn_no: i64,
    /// Whose key seals the thread.
    pub scope: Scope,
    pub(crate) epoch: i64,
    pub(crate) lease: Duration,
}

impl Claim {
    /// Something that members are told of the turn.
    fn news(&self, kind: MemberEventKind, now: Timestamp) -> News {
        let news = News::new(self.org_id, kind, now).of(self.scope);
        news.on(Some(self.thread_id), Some(self.turn_id))
    }
}

/// A step to be begun.
#[derive(Debug, Clone)]
pub struct NewStep {
    /// Its number in the turn, from 1.
    pub no: i64,
    /// What is asked: `model`, `tools`, …
    pub kind: &'static str,
    /// SHA-256 of what is asked.
    pub request_hash: [u8; 32],
}

/// The last places on a thread that is held.
struct Fenced {
    last_event: i64,
    last_item: i64,
}
from_row!(Fenced {
    last_event,
    last_item
});

/// Refuses whoever does not have the thread any more; takes places for so many items.
async fn fence(
    tx: &mut Tx<'_>,
    claim: &Claim,
    items: usize,
    now: Timestamp,
) -> Result<Fenced, StoreError> {
    let (org, thread) = (claim.org_id, claim.thread_id);
    let until = now.plus(claim.lease);
    let renew = params![until, org, thread, claim.epoch, items as i64];
    let fenced: Option<Fenced> = tx.fetch_optional(FENCE, renew).await?;
    fenced.ok_or(StoreError::LeaseLost)
}

/// Notes that a step is about to be carried out, before anything is asked of anybody. Tells for which time.
async fn begin_step(
    tx: &mut Tx<'_>,
    (org, turn): (OrgId, TurnId),
    step: &NewStep,
    now: Timestamp,
) -> Result<i64, StoreError> {
    let hash = step.request_hash.as_slice();
    let row = params![turn, step.no, org, step.kind, hash, now];
    let attempt: Option<Only<i64>> = tx.fetch_optional(BEGIN_STEP, row).await?;
    attempt
        .map(|attempt| attempt.0)
        .ok_or(StoreError::Conflict("step"))
}

fn count(tokens: u64) -> i64 {
    i64::try_from(tokens).unwrap_or(i64::MAX)
}

fn step_row(turn: TurnId, no: i64) -> String {
    format!("{turn}/{no}")
}

fn place<'a>(table: &'static str, column: &'static str, row: &'a str) -> Place<'a> {
    Place { table, column, row }
}
