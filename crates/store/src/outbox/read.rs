//! What stands in the outbox, for people.

use std::sync::Arc;

use steward_model::{
    AgentId, ApprovalId, ContactId, EffectClass, EffectId, EffectState, EffectVerdict, Integrity,
    LineId, MemberId, ThreadId, Timestamp, TurnId,
};

use super::course::detail_place;
use super::open_payload;
use crate::crypto::DataKey;
use crate::db::transaction;
use crate::row::from_row;
use crate::sql::{params, statements};
use crate::threads::thread_seen;
use crate::{OrgStore, Page, StoreError};

macro_rules! effect {
    ($rest:literal) => {
        concat!(
            "select id, thread_id, turn_id, agent_id, contact_id, line_id, class, channel, payload_enc, payload_hash,
                integrity, verdict, rule, approval_id, state, reason, not_before, expires_at, attempt, provider_ref,
                decided_by, created_at, settled_at,
                (select scope from thread where thread.id = effect.thread_id) as scope
            from effect where org_id = $1 and ",
            $rest
        )
    };
}

statements! {
    FIND = concat!(effect!("id = $2 and "), thread_seen!("effect.thread_id" by "$3"));
    LIST = concat!(effect!("id > $2 and "), thread_seen!("effect.thread_id" by "$3"), " order by id limit $4");
    // Of a million messages that left, the few that stand somewhere else are asked for with every text.
    LIST_OF_STATE = concat!(effect!("state = $5 and id > $2 and "),
        thread_seen!("effect.thread_id" by "$3"), " order by id limit $4");
    OF_TURN = effect!("turn_id = $2 order by id");
    ATTEMPTS = "select no, node, started_at, ended_at, outcome, status, detail_enc from effect_attempt
        where org_id = $1 and effect_id = $2 order by no";
}

/// A message for somebody outside, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// Its id.
    pub id: EffectId,
    /// The thread it belongs to.
    pub thread_id: ThreadId,
    /// The turn that decided it, if it was a turn.
    pub turn_id: Option<TurnId>,
    /// The agent that decided it, if it was an agent.
    pub agent_id: Option<AgentId>,
    /// Who gets it.
    pub contact_id: ContactId,
    /// The line it leaves from.
    pub line_id: LineId,
    /// What its carrier can do about a lost answer.
    pub class: EffectClass,
    /// How it leaves.
    pub channel: String,
    /// To, from and text, as JSON; nothing once the thread was forgotten.
    pub payload: Option<Vec<u8>>,
    /// How far what it was made of can be trusted.
    pub integrity: Integrity,
    /// Why it may leave.
    pub verdict: EffectVerdict,
    /// The rule that says so.
    pub rule: String,
    /// The approval that was used up by it.
    pub approval_id: Option<ApprovalId>,
    /// Where it stands.
    pub state: EffectState,
    /// Why it stands there.
    pub reason: Option<String>,
    /// Nothing happens to it before this.
    pub not_before: Timestamp,
    /// It does not leave from this on.
    pub expires_at: Timestamp,
    /// How often sending was tried.
    pub attempt: i64,
    /// How the carrier names it.
    pub provider_ref: Option<String>,
    /// Who decided about it when nobody could tell.
    pub decided_by: Option<MemberId>,
    /// When it was decided.
    pub created_at: Timestamp,
    /// When it came to where it stands, if that is an end.
    pub settled_at: Option<Timestamp>,
}

/// One try to send an effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EffectAttempt {
    /// Which one, from 1.
    pub no: i64,
    /// Who tried.
    pub node: String,
    /// When it began, before anything left.
    pub started_at: Timestamp,
    /// When something was heard, or nothing for too long.
    pub ended_at: Option<Timestamp>,
    /// What came of it: `sent`, `not_sent`, `refused` or `unknown`.
    pub outcome: Option<String>,
    /// The status of the carrier's answer.
    pub status: Option<i64>,
    /// What the carrier said; nothing once the thread was forgotten.
    pub detail: Option<String>,
}

/// An effect and every try to send it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EffectHistory {
    /// The effect.
    pub effect: Effect,
    /// The tries, in order.
    pub attempts: Vec<EffectAttempt>,
}

struct SealedEffect {
    id: EffectId,
    thread_id: ThreadId,
    turn_id: Option<TurnId>,
    agent_id: Option<AgentId>,
    contact_id: ContactId,
    line_id: LineId,
    class: EffectClass,
    channel: String,
    payload_enc: Vec<u8>,
    payload_hash: Vec<u8>,
    integrity: Integrity,
    verdict: EffectVerdict,
    rule: String,
    approval_id: Option<ApprovalId>,
    state: EffectState,
    reason: Option<String>,
    not_before: Timestamp,
    expires_at: Timestamp,
    attempt: i64,
    provider_ref: Option<String>,
    decided_by: Option<MemberId>,
    created_at: Timestamp,
    settled_at: Option<Timestamp>,
    scope: String,
}
from_row!(SealedEffect {
    id,
    thread_id,
    turn_id,
    agent_id,
    contact_id,
    line_id,
    class,
    channel,
    payload_enc,
    payload_hash,
    integrity,
    verdict,
    rule,
    approval_id,
    state,
    reason,
    not_before,
    expires_at,
    attempt,
    provider_ref,
    decided_by,
    created_at,
    settled_at,
    scope,
});

impl SealedEffect {
    fn open(self, key: Option<&Arc<DataKey>>) -> Result<Effect, StoreError> {
        let payload = key
            .map(|key| open_payload(key, self.id, &self.payload_enc, &self.payload_hash))
            .transpose()?;
        Ok(Effect {
            id: self.id,
            thread_id: self.thread_id,
            turn_id: self.turn_id,
            agent_id: self.agent_id,
            contact_id: self.contact_id,
            line_id: self.line_id,
            class: self.class,
            channel: self.channel,
            payload,
            integrity: self.integrity,
            verdict: self.verdict,
            rule: self.rule,
            approval_id: self.approval_id,
            state: self.state,
            reason: self.reason,
            not_before: self.not_before,
            expires_at: self.expires_at,
            attempt: self.attempt,
            provider_ref: self.provider_ref,
            decided_by: self.decided_by,
            created_at: self.created_at,
            settled_at: self.settled_at,
        })
    }
}

struct SealedAttempt {
    no: i64,
    node: String,
    started_at: Timestamp,
    ended_at: Option<Timestamp>,
    outcome: Option<String>,
    status: Option<i64>,
    detail_enc: Option<Vec<u8>>,
}
from_row!(SealedAttempt {
    no,
    node,
    started_at,
    ended_at,
    outcome,
    status,
    detail_enc,
});

impl SealedAttempt {
    fn open(
        self,
        effect: EffectId,
        key: Option<&Arc<DataKey>>,
    ) -> Result<EffectAttempt, StoreError> {
        let row = format!("{effect}/{}", self.no);
        let detail = key
            .zip(self.detail_enc)
            .map(|(key, sealed)| key.open_text(detail_place(&row), &sealed))
            .transpose()?;
        Ok(EffectAttempt {
            no: self.no,
            node: self.node,
            started_at: self.started_at,
            ended_at: self.ended_at,
            outcome: self.outcome,
            status: self.status,
            detail,
        })
    }
}

impl OrgStore<'_> {
    /// Effects in the order they were decided: all, or those that stand somewhere.
    pub async fn effects(
        &self,
        page: &Page,
        state: Option<EffectState>,
    ) -> Result<Vec<Effect>, StoreError> {
        let (org, viewer, page) = (self.org, self.viewer_scope(), page.clone());
        let rows: Vec<SealedEffect> = self
            .db()
            .read(transaction!(|tx| {
                let after = page.after.as_deref().unwrap_or("");
                let (viewer, limit) = (viewer.as_deref(), i64::from(page.limit));
                match state.map(EffectState::as_str) {
                    None => tx.fetch_all(LIST, params![org, after, viewer, limit]).await,
                    Some(state) => {
                        let slice = params![org, after, viewer, limit, state];
                        tx.fetch_all(LIST_OF_STATE, slice).await
                    }
                }
            }))
            .await?;
        self.open_effects(rows).await
    }

    async fn open_effects(&self, rows: Vec<SealedEffect>) -> Result<Vec<Effect>, StoreError> {
        let scopes: Vec<_> = rows.iter().map(|row| row.scope.clone()).collect();
        let keys = self.store.inner.keys.find_many(&scopes).await?;
        rows.into_iter()
            .zip(&scopes)
            .map(|(row, scope)| row.open(keys.get(scope).and_then(Option::as_ref)))
            .collect()
    }

    /// The effects that a turn decided, in order.
    pub async fn effects_of_turn(&self, turn: TurnId) -> Result<Vec<Effect>, StoreError> {
        let org = self.org;
        let rows: Vec<SealedEffect> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(OF_TURN, params![org, turn]).await
            }))
            .await?;
        self.open_effects(rows).await
    }

    /// One effect, and what was tried.
    pub async fn effect(&self, id: EffectId) -> Result<Option<EffectHistory>, StoreError> {
        let (org, viewer) = (self.org, self.viewer_scope());
        let found = self
            .db()
            .read(transaction!(|tx| {
                let one = params![org, id, viewer.as_deref()];
                let Some(effect) = tx.fetch_optional::<SealedEffect>(FIND, one).await? else {
                    return Ok(None);
                };
                let attempts: Vec<SealedAttempt> = tx.fetch_all(ATTEMPTS, params![org, id]).await?;
                Ok(Some((effect, attempts)))
            }))
            .await?;
        let Some((effect, attempts)) = found else {
            return Ok(None);
        };
        let scopes = [effect.scope.clone()];
        let keys = self.store.inner.keys.find_many(&scopes).await?;
        let key = keys.get(&scopes[0]).and_then(Option::as_ref);
        Ok(Some(EffectHistory {
            effect: effect.open(key)?,
            attempts: attempts
                .into_iter()
                .map(|attempt| attempt.open(id, key))
                .collect::<Result<_, _>>()?,
        }))
    }
}
