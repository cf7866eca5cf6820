//! Going on: what was learned, with everything that follows from it, in one transaction.

use steward_model::{ItemKind, MemberEventKind, Timestamp, Usage};

use super::changes::{self, Changes, ReadyChanges};
use super::{Claim, NewStep, begin_step, count, fence, place, step_row};
use crate::audit::{self, Entry};
use crate::crypto::DataKey;
use crate::db::{Tx, transaction};
use crate::items::{self, NewItem, ReadyItem};
use crate::notices::{self, NewNotice, ReadyNotice};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::streams::{self, NewStreamEvent};
use crate::{Store, StoreError};

statements! {
    JOIN = "update event set turn_id = $1 where org_id = $2 and thread_id = $3 and turn_id is null and seq <= $4";
    LEARN = "insert into step (turn_id, no, org_id, kind, request_hash, state, attempt, event_enc, input_tokens,
            output_tokens, cost_micros, started_at, ended_at)
        values ($1, $2, $3, $4, $5, 'done', 1, $6, $7, $8, $9, $10, $10)
        on conflict (turn_id, no) do update set state = 'done', event_enc = $6, input_tokens = step.input_tokens + $7,
            output_tokens = step.output_tokens + $8, cost_micros = step.cost_micros + $9, ended_at = $10
            where step.state = 'started'";
    // A try that brought nothing had its price all the same.
    SPEND = "update step set input_tokens = input_tokens + $1, output_tokens = output_tokens + $2,
            cost_micros = cost_micros + $3
        where org_id = $4 and turn_id = $5 and no = $6 and state = 'started'";
    TURN = "update turn set state = $1, outcome = $2, outcome_enc = $3, ended_at = $4, steps = steps + $5,
            input_tokens = input_tokens + $6, output_tokens = output_tokens + $7, cost_micros = cost_micros + $8,
            workers = workers - $11
        where org_id = $9 and id = $10 and state = 'open'
        returning steps as value";
    // A thread on which turn after turn fails is left alone until a person has looked.
    RELEASE = "update thread set lease_owner = null, lease_until = null, wake_at = $1,
            failures = case when $2 = 1 then failures + 1 else 0 end,
            hold_reason = case when $2 = 1 and failures + 1 >= $3 then $4 else hold_reason end,
            state = case when exists (select 1 from event e where e.thread_id = thread.id and e.turn_id is null
                    and e.quiet = 0)
                then 'queued' else 'idle' end
        where org_id = $5 and id = $6 and lease_epoch = $7 and state = 'running'
        returning state, hold_reason";
    DEFER = "update thread set lease_owner = null, lease_until = null, wake_at = $1, state = 'queued'
        where org_id = $2 and id = $3 and lease_epoch = $4 and state = 'running'";
}

/// Failed turns in a row after which a thread is put on hold.
const MOST_FAILURES: i64 = 3;

/// Everything that becomes true together.
#[derive(Debug, Default)]
pub struct Advance {
    /// What the machine was told, in order.
    pub learned: Vec<Learned>,
    /// Takes the events up to this place into the turn.
    pub join: Option<i64>,
    /// Refuses with [`StoreError::Conflict`] if an event after this place has arrived: an answer that was written
    /// without it must not go out.
    pub seen_event: Option<i64>,
    /// What is added to the thread's history.
    pub items: Vec<NewItem>,
    /// What it changes in the world around it.
    pub changes: Changes,
    /// What whoever watches sees.
    pub told: Vec<NewStreamEvent>,
    /// What comes next.
    pub next: Next,
}

/// Something that the machine was told.
#[derive(Debug, Clone)]
pub struct Learned {
    /// Its number in the turn, from 1.
    pub no: i64,
    /// What was asked: `model`, `tools`, `look`.
    pub kind: &'static str,
    /// SHA-256 of what was asked.
    pub request_hash: [u8; 32],
    /// What the machine is told, as JSON.
    pub event: Vec<u8>,
    /// What it cost.
    pub spent: Spent,
}

/// What something cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spent {
    /// In tokens.
    pub usage: Usage,
    /// In millionths of a dollar.
    pub cost_micros: i64,
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Self) {
        self.usage += other.usage;
        self.cost_micros = self.cost_micros.saturating_add(other.cost_micros);
    }
}

/// What comes next in a turn.
#[derive(Debug, Default)]
pub enum Next {
    /// More, without asking anybody yet.
    #[default]
    GoOn,
    /// This is about to be asked.
    Begin {
        /// The step.
        step: NewStep,
    },
    /// The thread is let go, and the same step is tried again later.
    Defer {
        /// When.
        until: Timestamp,
        /// The step.
        step: i64,
        /// What the try cost that brought nothing.
        spent: Spent,
    },
    /// The thread is let go at once, by a worker that can go on no longer through no fault of the turn's.
    HandOver,
    /// The turn is over.
    End(TurnEnd),
}

/// How a turn ended.
#[derive(Debug)]
pub struct TurnEnd {
    /// Whether it was given up, which counts against the thread.
    pub failed: bool,
    /// In one word.
    pub outcome: &'static str,
    /// In full, as JSON.
    pub detail: Vec<u8>,
    /// What a person is told if this was one failure too many.
    pub on_hold: NewNotice,
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Advanced {
    /// For which time the step is tried, where one was begun.
    pub attempt: i64,
    /// Whether the thread has more to do, where the turn ended.
    pub queued: bool,
}

struct Released {
    state: String,
    hold_reason: Option<String>,
}
from_row!(Released { state, hold_reason });

/// An [`Advance`] with its content sealed.
struct Ready {
    learned: Vec<(Learned, Vec<u8>, Entry)>,
    items: Vec<ReadyItem>,
    changes: ReadyChanges,
    told: Vec<streams::ReadyStreamEvent>,
    end: Option<ReadyEnd>,
}

struct ReadyEnd {
    failed: bool,
    outcome: &'static str,
    outcome_enc: Vec<u8>,
    on_hold: ReadyNotice,
}

impl Store {
    /// Writes all of it down, or nothing. [`StoreError::LeaseLost`] if the thread is somebody else's by now.
    pub async fn advance(
        &self,
        claim: &Claim,
        mut advance: Advance,
    ) -> Result<Advanced, StoreError> {
        let key = self.inner.keys.existing(&claim.scope.to_string()).await?;
        let ready = self.seal_advance(&key, claim, &mut advance).await?;
        let (store, claim, now) = (self.clone(), claim.clone(), self.now());
        self.db()
            .write(transaction!(|tx| {
                let fenced = fence(tx, &claim, ready.items.len(), now).await?;
                let seen = advance.seen_event;
                if seen.is_some_and(|seen| seen != fenced.last_event) {
                    return Err(StoreError::Conflict("thread"));
                }
                write_learned(tx, &claim, &advance, &ready, now).await?;
                write_items(tx, &claim, &ready.items, fenced.last_item, now).await?;
                changes::write(tx, store.ids(), &claim, &ready.changes, now).await?;
                let steps = write_turn(tx, &claim, &advance, &ready, now).await?;
                let next = (&advance.next, steps + 1);
                write_next(tx, &claim, next, ready.end, now).await
            }))
            .await
    }

    async fn seal_advance(
        &self,
        key: &DataKey,
        claim: &Claim,
        advance: &mut Advance,
    ) -> Result<Ready, StoreError> {
        let changes = std::mem::take(&mut advance.changes);
        let changes = self.seal_changes(key, claim, changes).await?;
        let learned = advance.learned.drain(..);
        Ok(Ready {
            learned: learned
                .map(|learned| self.seal_learned(key, claim, learned))
                .collect::<Result<_, _>>()?,
            items: self.seal_items(key, &advance.items)?,
            changes,
            told: self.seal_stream_events(
                key,
                &claim.thread_id.to_string(),
                std::mem::take(&mut advance.told),
            )?,
            end: match &mut advance.next {
                Next::End(end) => Some(self.seal_end(key, claim, end)?),
                Next::GoOn | Next::Begin { .. } | Next::Defer { .. } | Next::HandOver => None,
            },
        })
    }
}

impl Store {
    fn seal_learned(
        &self,
        key: &DataKey,
        claim: &Claim,
        learned: Learned,
    ) -> Result<(Learned, Vec<u8>, Entry), StoreError> {
        let row = step_row(claim.turn_id, learned.no);
        let event_enc = key.seal(place("step", "event_enc", &row), &learned.event)?;
        let detail = [learned.request_hash.as_slice(), &learned.event].concat();
        let actor = format!("agent:{}", claim.agent_id);
        let entry = Entry::new(self.ids(), actor, "step.learned", row.as_str(), &detail);
        Ok((learned, event_enc, entry))
    }

    fn seal_end(
        &self,
        key: &DataKey,
        claim: &Claim,
        end: &TurnEnd,
    ) -> Result<ReadyEnd, StoreError> {
        let turn = claim.turn_id.to_string();
        let actor = format!("agent:{}", claim.agent_id);
        Ok(ReadyEnd {
            failed: end.failed,
            outcome: end.outcome,
            outcome_enc: key.seal(place("turn", "outcome_enc", &turn), &end.detail)?,
            on_hold: ReadyNotice::new(&self.inner.ids, key, &actor, end.on_hold.clone())?,
        })
    }
}

async fn write_learned(
    tx: &mut Tx<'_>,
    claim: &Claim,
    advance: &Advance,
    ready: &Ready,
    now: Timestamp,
) -> Result<(), StoreError> {
    let (org, thread, turn) = (claim.org_id, claim.thread_id, claim.turn_id);
    if let Some(seq) = advance.join {
        tx.execute(JOIN, params![turn, org, thread, seq]).await?;
    }
    for (learned, event_enc, entry) in &ready.learned {
        let (no, kind, hash) = (learned.no, learned.kind, learned.request_hash.as_slice());
        let (input, output, cost) = learned.spent.columns();
        let row = params![
            turn, no, org, kind, hash, event_enc, input, output, cost, now
        ];
        if tx.execute(LEARN, row).await? == 0 {
            return Err(StoreError::Conflict("step"));
        }
        audit::note(tx, org, entry, now).await?;
    }
    Ok(())
}

async fn write_items(
    tx: &mut Tx<'_>,
    claim: &Claim,
    items: &[ReadyItem],
    last: i64,
    now: Timestamp,
) -> Result<(), StoreError> {
    let ids = (claim.org_id, claim.thread_id, claim.turn_id);
    let first = items::append(tx, ids, items, last, now).await?;
    for (seq, item) in (first..).zip(items) {
        if item.kind == ItemKind::Assistant {
            tx.tell(claim.news(MemberEventKind::Message, now).about(&seq));
        }
    }
    Ok(())
}

/// Tells how many times a model has answered in the turn.
async fn write_turn(
    tx: &mut Tx<'_>,
    claim: &Claim,
    advance: &Advance,
    ready: &Ready,
    now: Timestamp,
) -> Result<i64, StoreError> {
    let org = claim.org_id;
    let stream = claim.thread_id.to_string();
    streams::append(tx, org, &stream, Some(claim.turn_id), &ready.told, now)
        .await
        .map(|_| ())?;
    let end = ready.end.as_ref();
    let state = match end {
        None => "open",
        Some(end) if end.failed => "failed",
        Some(_) => "done",
    };
    let learned = ready.learned.iter().map(|(learned, ..)| learned);
    let models = learned.clone().filter(|learned| learned.kind == "model");
    let models = models.count() as i64;
    let mut spent = match advance.next {
        Next::Defer { spent, .. } => spent,
        Next::GoOn | Next::Begin { .. } | Next::HandOver | Next::End(_) => Spent::default(),
    };
    learned.for_each(|learned| spent += learned.spent);
    let (input, output, cost) = spent.columns();
    let turn = params![
        state,
        end.map(|end| end.outcome),
        end.map(|end| &end.outcome_enc),
        end.map(|_| now),
        models,
        input,
        output,
        cost,
        org,
        claim.turn_id,
        i64::from(matches!(advance.next, Next::HandOver)),
    ];
    let steps: Option<Only<i64>> = tx.fetch_optional(TURN, turn).await?;
    steps.map(|steps| steps.0).ok_or(StoreError::LeaseLost)
}

/// Writes what comes next, which is the turn's step of this number if a model is asked.
async fn write_next(
    tx: &mut Tx<'_>,
    claim: &Claim,
    (next, number): (&Next, i64),
    end: Option<ReadyEnd>,
    now: Timestamp,
) -> Result<Advanced, StoreError> {
    let (org, thread) = (claim.org_id, claim.thread_id);
    let mut advanced = Advanced::default();
    match next {
        Next::GoOn => {}
        Next::Begin { step } => {
            advanced.attempt = begin_step(tx, (org, claim.turn_id), step, now).await?;
            if step.kind == "model" {
                tx.tell(claim.news(MemberEventKind::Typing, now).about(&number));
            }
        }
        Next::Defer { until, step, spent } => {
            let (input, output, cost) = spent.columns();
            let spend = params![input, output, cost, org, claim.turn_id, *step];
            tx.execute(SPEND, spend).await?;
            let defer = params![*until, org, thread, claim.epoch];
            tx.execute(DEFER, defer).await?;
        }
        Next::HandOver => {
            let hand_over = params![now, org, thread, claim.epoch];
            tx.execute(DEFER, hand_over).await?;
        }
        Next::End(_) => {
            let end = end.ok_or_else(|| StoreError::internal("an end was not sealed"))?;
            advanced.queued = release(tx, claim, &end, now).await?;
            let kind = match end.failed {
                true => MemberEventKind::Error,
                false => MemberEventKind::Done,
            };
            tx.tell(claim.news(kind, now).state(end.outcome));
        }
    }
    Ok(advanced)
}

/// Lets go of the thread; tells whether it has more to do.
async fn release(
    tx: &mut Tx<'_>,
    claim: &Claim,
    end: &ReadyEnd,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let (org, thread) = (claim.org_id, claim.thread_id);
    let failed = i64::from(end.failed);
    let reason = end.outcome;
    let release = params![now, failed, MOST_FAILURES, reason, org, thread, claim.epoch];
    let released: Option<Released> = tx.fetch_optional(RELEASE, release).await?;
    let released = released.ok_or(StoreError::LeaseLost)?;
    if released.hold_reason.is_some() {
        let about = (Some(thread), Some(claim.turn_id));
        notices::insert_notice(tx, org, about, &end.on_hold, now).await?;
    }
    Ok(released.state == "queued" && released.hold_reason.is_none())
}

impl Spent {
    /// Tokens that were read and written, and the cost, as the tables have them.
    fn columns(&self) -> (i64, i64, i64) {
        let usage = self.usage;
        let input = usage.input_tokens + usage.cached_tokens + usage.cache_write_tokens;
        (count(input), count(usage.output_tokens), self.cost_micros)
    }
}
