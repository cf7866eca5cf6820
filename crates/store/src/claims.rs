//! Claims: at most one worker has a thread, and one that lost it can write nothing.

use std::time::Duration;

use steward_model::{
    AgentId, EventId, EventKind, Integrity, OrgId, ThreadId, Timestamp, TurnId, TurnState,
};

use crate::crypto::Place;
use crate::db::{Tx, transaction};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{Store, StoreError};

statements! {
    OPEN_TURN = "select id, no from turn where org_id = $1 and thread_id = $2 and state = 'open'";
    ADOPT_TURN = "update turn set epoch = $1 where org_id = $2 and id = $3";
    NEXT_TURN = "update thread set last_turn = last_turn + 1 where org_id = $1 and id = $2
        returning last_turn as value";
    INSERT_TURN = "insert into turn (id, org_id, thread_id, no, epoch, state, started_at)
        values ($1, $2, $3, $4, $5, 'open', $6)";
    TAKE_EVENTS = "update event set turn_id = $1 where org_id = $2 and thread_id = $3 and turn_id is null";
    EVENTS = "select id, seq, kind, payload_enc, integrity, received_at from event
        where org_id = $1 and thread_id = $2 and turn_id = $3 order by seq";
    // The fence: only the newest claim passes, and passing renews it. On Postgres it also locks the row, so that no
    // newer claim can slip in before the commit.
    RENEW = "update thread set lease_until = $1 where org_id = $2 and id = $3 and lease_epoch = $4 and state = 'running'";
    UNREAD = "select count(*) as value from event where org_id = $1 and thread_id = $2 and turn_id is null";
    END_TURN = "update turn set state = $1, outcome = $2, ended_at = $3
        where org_id = $4 and id = $5 and state = 'open'";
    RELEASE = "update thread set lease_owner = null, lease_until = null, wake_at = $1,
            state = case when exists (select 1 from event e where e.thread_id = thread.id and e.turn_id is null)
                then 'queued' else 'idle' end
        where org_id = $2 and id = $3 and lease_epoch = $4 and state = 'running'";
    RECOVER = "update thread set state = 'queued', lease_owner = null, lease_until = null where state = 'running'";
}

/// A worker's hold on a thread, and the turn it is to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The thread's organisation.
    pub org_id: OrgId,
    /// The thread.
    pub thread_id: ThreadId,
    /// Who answers on it.
    pub agent_id: AgentId,
    /// Which of the agent's threads it is.
    pub correlation_key: String,
    /// The turn: a new one, or one that another worker left open.
    pub turn_id: TurnId,
    /// Its number on the thread.
    pub turn_no: i64,
    scope: String,
    epoch: i64,
    lease: Duration,
}

/// What a turn is to answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedEvent {
    /// Its id.
    pub id: EventId,
    /// Its place on the thread.
    pub seq: i64,
    /// What it is.
    pub kind: EventKind,
    /// What it says, as JSON.
    pub payload: Vec<u8>,
    /// How far it can be trusted.
    pub integrity: Integrity,
    /// When it arrived.
    pub received_at: Timestamp,
}

pub(crate) struct ClaimedThread {
    id: ThreadId,
    org_id: OrgId,
    agent_id: AgentId,
    correlation_key: String,
    scope: String,
    lease_epoch: i64,
}
from_row!(ClaimedThread {
    id,
    org_id,
    agent_id,
    correlation_key,
    scope,
    lease_epoch
});

struct OpenTurn {
    id: TurnId,
    no: i64,
}
from_row!(OpenTurn { id, no });

struct SealedEvent {
    id: EventId,
    seq: i64,
    kind: EventKind,
    payload_enc: Vec<u8>,
    integrity: Integrity,
    received_at: Timestamp,
}
from_row!(SealedEvent {
    id,
    seq,
    kind,
    payload_enc,
    integrity,
    received_at
});

impl Claim {
    pub(crate) fn scope(&self) -> &str {
        &self.scope
    }
}

impl Store {
    /// Takes the thread that has waited longest, or one whose worker has gone silent, for as long as `lease`.
    pub async fn claim_thread(
        &self,
        worker: &str,
        lease: Duration,
    ) -> Result<Option<Claim>, StoreError> {
        let (worker, now) = (worker.to_owned(), self.now());
        let turn_id = TurnId::generate(self.ids());
        self.db()
            .write(transaction!(|tx| {
                let Some(thread) = tx.claim(&worker, now, now.plus(lease)).await? else {
                    return Ok(None);
                };
                let turn = open_turn(tx, &thread, turn_id, now).await?;
                Ok(Some(Claim {
                    org_id: thread.org_id,
                    thread_id: thread.id,
                    agent_id: thread.agent_id,
                    correlation_key: thread.correlation_key,
                    turn_id: turn.id,
                    turn_no: turn.no,
                    scope: thread.scope,
                    epoch: thread.lease_epoch,
                    lease,
                }))
            }))
            .await
    }

    /// What the claimed turn is to answer, oldest first.
    pub async fn claimed_events(&self, claim: &Claim) -> Result<Vec<ClaimedEvent>, StoreError> {
        let (org, thread, turn) = (claim.org_id, claim.thread_id, claim.turn_id);
        let rows: Vec<SealedEvent> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(EVENTS, params![org, thread, turn]).await
            }))
            .await?;
        let key = self.inner.keys.existing(&claim.scope).await?;
        rows.into_iter()
            .map(|row| {
                let place = Place {
                    table: "event",
                    column: "payload_enc",
                    row: &row.id.to_string(),
                };
                Ok(ClaimedEvent {
                    payload: key.open(place, &row.payload_enc)?,
                    id: row.id,
                    seq: row.seq,
                    kind: row.kind,
                    integrity: row.integrity,
                    received_at: row.received_at,
                })
            })
            .collect()
    }

    /// Tells that the worker is alive. [`StoreError::LeaseLost`] if it is too late.
    pub async fn renew_claim(&self, claim: &Claim) -> Result<(), StoreError> {
        let (claim, now) = (claim.clone(), self.now());
        self.db()
            .write(transaction!(|tx| { fence(tx, &claim, now).await }))
            .await
    }

    /// How much has arrived since the turn began.
    pub async fn count_unread(&self, claim: &Claim) -> Result<i64, StoreError> {
        let (org, thread) = (claim.org_id, claim.thread_id);
        let count: Option<Only<i64>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(UNREAD, params![org, thread]).await
            }))
            .await?;
        Ok(count.map_or(0, |count| count.0))
    }

    /// Gives what arrived since to the running turn, so that one answer serves all of it.
    pub async fn take_unread(&self, claim: &Claim) -> Result<u64, StoreError> {
        let (claim, now) = (claim.clone(), self.now());
        self.db()
            .write(transaction!(|tx| {
                fence(tx, &claim, now).await?;
                tx.execute(
                    TAKE_EVENTS,
                    params![claim.turn_id, claim.org_id, claim.thread_id],
                )
                .await
            }))
            .await
    }

    /// Ends the turn and lets go of the thread, which is queued again if something arrived meanwhile.
    pub async fn end_turn(
        &self,
        claim: &Claim,
        state: TurnState,
        outcome: &str,
    ) -> Result<(), StoreError> {
        let (claim, outcome, now) = (claim.clone(), outcome.to_owned(), self.now());
        self.db()
            .write(transaction!(|tx| {
                fence(tx, &claim, now).await?;
                let end = params![state, outcome.as_str(), now, claim.org_id, claim.turn_id];
                tx.execute(END_TURN, end).await?;
                let release = params![now, claim.org_id, claim.thread_id, claim.epoch];
                tx.execute(RELEASE, release).await.map(|_| ())
            }))
            .await
    }

    /// Lets go of every thread at once. For the one process that has the database to itself, when it starts: whoever
    /// held them is gone.
    pub async fn recover_claims(&self) -> Result<u64, StoreError> {
        self.db()
            .write(transaction!(|tx| { tx.execute(RECOVER, params![]).await }))
            .await
    }
}

/// The turn that was left open, or the next one with everything that waits.
async fn open_turn(
    tx: &mut Tx<'_>,
    thread: &ClaimedThread,
    new: TurnId,
    now: Timestamp,
) -> Result<OpenTurn, StoreError> {
    let (org, id, epoch) = (thread.org_id, thread.id, thread.lease_epoch);
    if let Some(turn) = tx
        .fetch_optional::<OpenTurn>(OPEN_TURN, params![org, id])
        .await?
    {
        tx.execute(ADOPT_TURN, params![epoch, org, turn.id]).await?;
        return Ok(turn);
    }
    let next: Option<Only<i64>> = tx.fetch_optional(NEXT_TURN, params![org, id]).await?;
    let no = next.map(|next| next.0).ok_or(StoreError::LeaseLost)?;
    tx.execute(INSERT_TURN, params![new, org, id, no, epoch, now])
        .await?;
    tx.execute(TAKE_EVENTS, params![new, org, id]).await?;
    Ok(OpenTurn { id: new, no })
}

/// Refuses whoever does not have the thread any more.
pub(crate) async fn fence(
    tx: &mut Tx<'_>,
    claim: &Claim,
    now: Timestamp,
) -> Result<(), StoreError> {
    let renew = params![
        now.plus(claim.lease),
        claim.org_id,
        claim.thread_id,
        claim.epoch
    ];
    match tx.execute(RENEW, renew).await? {
        0 => Err(StoreError::LeaseLost),
        _ => Ok(()),
    }
}
