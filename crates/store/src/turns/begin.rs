//! Taking a thread: for a new turn, or for one that another worker left open.

use std::time::Duration;

use steward_model::{MemberEventKind, OrgId, ThreadId, TurnId};

use super::changes::{self, Changes};
use super::{Claim, NewStep, begin_step, fence, place, step_row};
use crate::db::{Tx, transaction};
use crate::items::{self, NewItem};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::threads::ThreadView;
use crate::{OrgStore, Store, StoreError};

statements! {
    // Only what was seen is taken: neither another worker nor another event may have come in between. The places of what
    // arrived are taken with it.
    CLAIM = "update thread set lease_epoch = lease_epoch + 1, lease_owner = $1, lease_until = $2, state = 'running',
            last_turn = last_turn + 1, last_item = last_item + $7
        where org_id = $3 and id = $4 and lease_epoch = $5 and last_event = $6 and state = 'queued' and hold_reason is null
            and taken_by is null
        returning last_turn, last_item";
    INSERT_TURN = "insert into turn (id, org_id, thread_id, no, epoch, workers, state, setup_enc, agent_revision, model,
            steps, input_tokens, output_tokens, cost_micros, started_at)
        values ($1, $2, $3, $4, $5, 1, 'open', $6, $7, $8, 0, 0, 0, 0, $9)";
    TAKE_EVENTS = "update event set turn_id = $1 where org_id = $2 and thread_id = $3 and turn_id is null";
    RECLAIM = "update thread set lease_epoch = lease_epoch + 1, lease_owner = $1, lease_until = $2, state = 'running'
        where org_id = $3 and id = $4 and lease_epoch = $5 and hold_reason is null and taken_by is null
            and (state = 'queued' or (state = 'running' and lease_until < $6))";
    ADOPT = "update turn set epoch = $1, workers = workers + 1 where org_id = $2 and id = $3 and state = 'open'
        returning no, workers, setup_enc, stop_wanted";
    STEPS = "select no, kind, state, event_enc from step where org_id = $1 and turn_id = $2 order by no";
    STOP = "update turn set stop_wanted = 1 where org_id = $1 and thread_id = $2 and state = 'open'";
    STOP_WANTED = "select stop_wanted as value from turn where org_id = $1 and id = $2";
}

/// A turn to be begun.
#[derive(Debug, Clone)]
pub struct NewTurn {
    /// Who runs it.
    pub worker: String,
    /// For how long the thread is the worker's without a sign of life.
    pub lease: Duration,
    /// What the machine starts from, as JSON: whoever resumes the turn must start from the same.
    pub setup: Vec<u8>,
    /// `provider:model`.
    pub model: String,
    /// What arrived, as it is to stand in the history.
    pub items: Vec<NewItem>,
    /// What approved calls change that the turn begins with.
    pub changes: Changes,
    /// What is about to be asked.
    pub step: NewStep,
}

/// What became of an attempt to take a thread.
#[derive(Debug)]
pub enum Began {
    /// Somebody else has it, or something new arrived: look again.
    Lost,
    /// The turn may run.
    Turn(Claim),
}

/// A turn that another worker left open.
#[derive(Debug)]
pub struct Resumed {
    /// The hold on it.
    pub claim: Claim,
    /// How many workers have had it, this one included.
    pub workers: i64,
    /// What the machine started from.
    pub setup: Vec<u8>,
    /// What the machine was told so far, in order, as JSON.
    pub learned: Vec<Vec<u8>>,
    /// The step that was begun and never finished.
    pub unfinished: Option<String>,
    /// Whether somebody wants it to end.
    pub stop_wanted: bool,
}

/// What a heartbeat is answered with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// Go on.
    GoOn,
    /// Somebody wants the turn to end.
    Stop,
}

struct Claimed {
    last_turn: i64,
    last_item: i64,
}
from_row!(Claimed {
    last_turn,
    last_item
});

struct Adopted {
    no: i64,
    workers: i64,
    setup_enc: Vec<u8>,
    stop_wanted: i64,
}
from_row!(Adopted {
    no,
    workers,
    setup_enc,
    stop_wanted
});

struct SealedStep {
    no: i64,
    kind: String,
    state: String,
    event_enc: Option<Vec<u8>>,
}
from_row!(SealedStep {
    no,
    kind,
    state,
    event_enc
});

impl Store {
    /// Takes a thread as it was seen, opens its next turn over everything that waits, and writes down what is about to be
    /// asked: one transaction before the first call.
    pub async fn begin_turn(&self, view: &ThreadView, new: NewTurn) -> Result<Began, StoreError> {
        let key = self.inner.keys.existing(&view.scope.to_string()).await?;
        let turn_id = TurnId::generate(self.ids());
        let row = turn_id.to_string();
        let setup_enc = key.seal(place("turn", "setup_enc", &row), &new.setup)?;
        let items = self.seal_items(&key, &new.items)?;
        let (org, revision, now) = (view.org_id, view.agent.revision, self.now());
        let (store, seen_event, seen_epoch) = (self.clone(), view.last_event, view.epoch);
        let mut claim = view.claim(turn_id, new.lease);
        let changes = self.seal_changes(&key, &claim, new.changes).await?;
        self.db()
            .write(transaction!(|tx| {
                let until = now.plus(new.lease);
                let (worker, thread) = (new.worker.as_str(), claim.thread_id);
                let (seen, count) = ((seen_epoch, seen_event), items.len() as i64);
                let seen = params![worker, until, org, thread, seen.0, seen.1, count];
                let Some(claimed) = tx.fetch_optional::<Claimed>(CLAIM, seen).await? else {
                    return Ok(Began::Lost);
                };
                claim.turn_no = claimed.last_turn;
                let model = new.model.as_str();
                let (no, epoch) = (claim.turn_no, claim.epoch);
                let turn = params![
                    turn_id, org, thread, no, epoch, &setup_enc, revision, model, now
                ];
                tx.execute(INSERT_TURN, turn).await?;
                tx.execute(TAKE_EVENTS, params![turn_id, org, thread])
                    .await?;
                let place = claimed.last_item;
                items::append(tx, (org, thread, turn_id), &items, place, now).await?;
                changes::write(tx, store.ids(), &claim, &changes, now).await?;
                begin_step(tx, (org, turn_id), &new.step, now).await?;
                tx.tell(claim.news(MemberEventKind::Typing, now).about(&1));
                Ok(Began::Turn(claim))
            }))
            .await
    }

    /// Takes over a turn that was left open. Nothing if somebody else has.
    pub async fn resume_turn(
        &self,
        view: &ThreadView,
        worker: &str,
        lease: Duration,
    ) -> Result<Option<Resumed>, StoreError> {
        let Some(turn) = view.open_turn else {
            return Ok(None);
        };
        let (worker, now, seen) = (worker.to_owned(), self.now(), view.epoch);
        let mut claim = view.claim(turn, lease);
        let found = self
            .db()
            .write(transaction!(|tx| {
                let (org, thread) = (claim.org_id, claim.thread_id);
                let until = now.plus(lease);
                let reclaim = params![worker.as_str(), until, org, thread, seen, now];
                if tx.execute(RECLAIM, reclaim).await? == 0 {
                    return Ok(None);
                }
                let adopted = adopt(tx, &claim).await?;
                claim.turn_no = adopted.no;
                let steps: Vec<SealedStep> = tx.fetch_all(STEPS, params![org, turn]).await?;
                Ok(Some((claim, adopted, steps)))
            }))
            .await?;
        let Some((claim, adopted, steps)) = found else {
            return Ok(None);
        };
        self.open_resumed(claim, adopted, steps).await.map(Some)
    }

    /// Tells that the worker is alive, and learns whether somebody wants the turn to end. [`StoreError::LeaseLost`] if it is
    /// too late.
    pub async fn renew_claim(&self, claim: &Claim) -> Result<Word, StoreError> {
        let (claim, now) = (claim.clone(), self.now());
        self.db()
            .write(transaction!(|tx| {
                fence(tx, &claim, 0, now).await?;
                let turn = params![claim.org_id, claim.turn_id];
                let stop: Option<Only<i64>> = tx.fetch_optional(STOP_WANTED, turn).await?;
                Ok(match stop {
                    Some(Only(1)) => Word::Stop,
                    _ => Word::GoOn,
                })
            }))
            .await
    }

    async fn open_resumed(
        &self,
        claim: Claim,
        adopted: Adopted,
        steps: Vec<SealedStep>,
    ) -> Result<Resumed, StoreError> {
        let key = self.inner.keys.existing(&claim.scope.to_string()).await?;
        let turn = claim.turn_id.to_string();
        let setup = key.open(place("turn", "setup_enc", &turn), &adopted.setup_enc)?;
        let mut learned = Vec::with_capacity(steps.len());
        let mut unfinished = None;
        for step in steps {
            match step.event_enc {
                Some(event) if step.state == "done" => {
                    let row = step_row(claim.turn_id, step.no);
                    learned.push(key.open(place("step", "event_enc", &row), &event)?);
                }
                _ => unfinished = Some(step.kind),
            }
        }
        Ok(Resumed {
            claim,
            workers: adopted.workers,
            setup,
            learned,
            unfinished,
            stop_wanted: adopted.stop_wanted != 0,
        })
    }
}

impl OrgStore<'_> {
    /// Wants the open turn of a thread to end, whichever node runs it. Tells whether there is one.
    pub async fn stop_turn(&self, thread: ThreadId) -> Result<bool, StoreError> {
        let org = self.org;
        let turns = self
            .db()
            .write(transaction!(|tx| {
                tx.execute(STOP, params![org, thread]).await
            }))
            .await?;
        Ok(turns > 0)
    }
}

impl ThreadView {
    /// The hold on the thread that the next claim gives.
    fn claim(&self, turn_id: TurnId, lease: Duration) -> Claim {
        Claim {
            org_id: self.org_id,
            thread_id: self.id,
            agent_id: self.agent.id,
            turn_id,
            turn_no: 0,
            scope: self.scope,
            epoch: self.epoch + 1,
            lease,
        }
    }

    /// The thread's organisation.
    pub fn org_id(&self) -> OrgId {
        self.org_id
    }
}

async fn adopt(tx: &mut Tx<'_>, claim: &Claim) -> Result<Adopted, StoreError> {
    let turn = params![claim.epoch, claim.org_id, claim.turn_id];
    let adopted: Option<Adopted> = tx.fetch_optional(ADOPT, turn).await?;
    adopted.ok_or(StoreError::LeaseLost)
}
