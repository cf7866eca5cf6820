//! Turns as people read them afterwards: what was asked, what came of it, what it cost.

use steward_model::{AgentId, OrgId, ThreadId, Timestamp, TurnId, TurnState};

use super::{place, step_row};
use crate::db::transaction;
use crate::row::from_row;
use crate::sql::{params, statements};
use crate::threads::seen;
use crate::{OrgStore, Page, Store, StoreError};

statements! {
    // The newest first: a page goes on before the id it ended with.
    LIST = concat!("select t.id, t.org_id, t.thread_id, h.agent_id, h.correlation_key, h.scope, t.no, t.workers, t.state,
            t.outcome, t.model, t.agent_revision, t.steps, t.input_tokens, t.output_tokens, t.cost_micros, t.started_at,
            t.ended_at, t.redacted
        from turn t join thread h on h.org_id = $1 and h.id = t.thread_id
        where t.org_id = $1 and t.id < $2 and ($3 is null or t.thread_id = $3) and ($4 is null or h.agent_id = $4)
            and ($5 is null or t.state = $5) and ", seen!("h.scope" by "$6"),
        " order by t.id desc limit $7");
    FIND = concat!("select t.id, t.org_id, t.thread_id, h.agent_id, h.correlation_key, h.scope, t.no, t.workers, t.state,
            t.outcome, t.model, t.agent_revision, t.steps, t.input_tokens, t.output_tokens, t.cost_micros, t.started_at,
            t.ended_at, t.redacted
        from turn t join thread h on h.org_id = $1 and h.id = t.thread_id
        where t.org_id = $1 and t.id = $2 and ", seen!("h.scope" by "$3"));
    ANYWHERE = "select org_id as value from turn where id = $1";
    STEPS = "select no, kind, request_hash, state, attempt, event_enc, input_tokens, output_tokens, cost_micros,
            started_at, ended_at
        from step where org_id = $1 and turn_id = $2 order by no";
    SEALED = "select setup_enc, outcome_enc from turn where org_id = $1 and id = $2";
}

/// A turn, over or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnRecord {
    /// Its id.
    pub id: TurnId,
    /// Its organisation.
    pub org_id: OrgId,
    /// The thread it ran on.
    pub thread_id: ThreadId,
    /// Who answered.
    pub agent_id: AgentId,
    /// Which of the agent's threads it was.
    pub correlation_key: String,
    /// Whose content it holds.
    pub scope: String,
    /// Its number on the thread.
    pub no: i64,
    /// How many workers have had it.
    pub workers: i64,
    /// Whether it is over.
    pub state: TurnState,
    /// How it ended, in one word.
    pub outcome: Option<String>,
    /// `provider:model`.
    pub model: String,
    /// The agent as it was.
    pub agent_revision: i64,
    /// Model calls.
    pub steps: i64,
    /// Tokens that were read.
    pub input_tokens: i64,
    /// Tokens that were written.
    pub output_tokens: i64,
    /// In millionths of a dollar.
    pub cost_micros: i64,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// Whether something that it went by was forgotten since.
    pub redacted: bool,
}
from_row!(TurnRecord {
    id,
    org_id,
    thread_id,
    agent_id,
    correlation_key,
    scope,
    no,
    workers,
    state,
    outcome,
    model,
    agent_revision,
    steps,
    input_tokens,
    output_tokens,
    cost_micros,
    started_at,
    ended_at,
    redacted
});

/// Which turns; whatever is nothing does not matter.
#[derive(Debug, Clone, Default)]
pub struct TurnFilter {
    /// On this thread.
    pub thread: Option<ThreadId>,
    /// Of this agent.
    pub agent: Option<AgentId>,
    /// In this state.
    pub state: Option<TurnState>,
}

/// One step of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepRecord {
    /// Its number.
    pub no: i64,
    /// What was asked: `model`, `tools`, `look`.
    pub kind: String,
    /// SHA-256 of what was asked.
    pub request_hash: Vec<u8>,
    /// How often it was tried.
    pub attempt: i64,
    /// What the machine was told, as JSON; nothing while it is under way.
    pub event: Option<Vec<u8>>,
    /// Tokens that were read.
    pub input_tokens: i64,
    /// Tokens that were written.
    pub output_tokens: i64,
    /// In millionths of a dollar.
    pub cost_micros: i64,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
}

/// Everything a turn went by: enough to run it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompted {
    /// What the machine started from, as JSON.
    pub setup: Vec<u8>,
    /// How it ended, as JSON.
    pub outcome: Option<Vec<u8>>,
    /// Its steps, in order.
    pub steps: Vec<StepRecord>,
}

struct SealedStep {
    no: i64,
    kind: String,
    request_hash: Vec<u8>,
    attempt: i64,
    event_enc: Option<Vec<u8>>,
    input_tokens: i64,
    output_tokens: i64,
    cost_micros: i64,
    started_at: Timestamp,
    ended_at: Option<Timestamp>,
}
from_row!(SealedStep {
    no,
    kind,
    request_hash,
    attempt,
    event_enc,
    input_tokens,
    output_tokens,
    cost_micros,
    started_at,
    ended_at
});

struct SealedTurn {
    setup_enc: Vec<u8>,
    outcome_enc: Option<Vec<u8>>,
}
from_row!(SealedTurn {
    setup_enc,
    outcome_enc
});

impl Store {
    /// Whose turn it is; for a command that knows nothing but the id.
    pub async fn org_of_turn(&self, turn: TurnId) -> Result<Option<OrgId>, StoreError> {
        let org: Option<crate::row::Only<OrgId>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(ANYWHERE, params![turn]).await
            }))
            .await?;
        Ok(org.map(|org| org.0))
    }
}

impl OrgStore<'_> {
    /// Turns, the newest first; the page goes on before its `after`.
    pub async fn turns(
        &self,
        page: &Page,
        filter: &TurnFilter,
    ) -> Result<Vec<TurnRecord>, StoreError> {
        let (org, page, filter) = (self.org, page.clone(), filter.clone());
        let viewer = self.viewer_scope();
        self.db()
            .read(transaction!(|tx| {
                // Greater than every id.
                let before = page.after.as_deref().unwrap_or("g");
                let range = params![
                    org,
                    before,
                    filter.thread,
                    filter.agent,
                    filter.state.map(TurnState::as_str),
                    viewer.as_deref(),
                    i64::from(page.limit),
                ];
                tx.fetch_all(LIST, range).await
            }))
            .await
    }

    /// One turn.
    pub async fn turn(&self, id: TurnId) -> Result<Option<TurnRecord>, StoreError> {
        let (org, viewer) = (self.org, self.viewer_scope());
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_optional(FIND, params![org, id, viewer.as_deref()])
                    .await
            }))
            .await
    }

    /// Everything a turn went by.
    pub async fn turn_record(&self, turn: &TurnRecord) -> Result<Prompted, StoreError> {
        let (org, id) = (self.org, turn.id);
        let (sealed, steps) = self
            .db()
            .read(transaction!(|tx| {
                let sealed: Option<SealedTurn> =
                    tx.fetch_optional(SEALED, params![org, id]).await?;
                let steps: Vec<SealedStep> = tx.fetch_all(STEPS, params![org, id]).await?;
                Ok((sealed.ok_or(StoreError::Forgotten)?, steps))
            }))
            .await?;
        let key = self.store.inner.keys.existing(&turn.scope).await?;
        let row = id.to_string();
        let open_step = |step: SealedStep| {
            let place_of = step_row(id, step.no);
            let event = step.event_enc.as_deref();
            let open = |event| key.open(place("step", "event_enc", &place_of), event);
            Ok(StepRecord {
                event: event.map(open).transpose()?,
                no: step.no,
                kind: step.kind,
                request_hash: step.request_hash,
                attempt: step.attempt,
                input_tokens: step.input_tokens,
                output_tokens: step.output_tokens,
                cost_micros: step.cost_micros,
                started_at: step.started_at,
                ended_at: step.ended_at,
            })
        };
        let outcome = sealed.outcome_enc.as_deref();
        Ok(Prompted {
            setup: key.open(place("turn", "setup_enc", &row), &sealed.setup_enc)?,
            outcome: outcome
                .map(|outcome| key.open(place("turn", "outcome_enc", &row), outcome))
                .transpose()?,
            steps: steps
                .into_iter()
                .map(open_step)
                .collect::<Result<_, StoreError>>()?,
        })
    }
}
