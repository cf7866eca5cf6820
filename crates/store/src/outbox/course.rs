//! An effect's course from state to state. Every step is a compare-and-set that leaves a row in the record.

use std::sync::Arc;

use steward_model::{
    AgentId, EffectClass, EffectId, EffectState, IdGen, MemberId, NoticeKind, OrgId, ThreadId,
    Timestamp, TurnId,
};

use super::claim::SendRules;
use crate::audit::{self, Entry};
use crate::crypto::{DataKey, Place};
use crate::db::Tx;
use crate::notices::{self, NewNotice, ReadyNotice};
use crate::opt_outs;
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{Store, StoreError};

/// Reads a [`Subject`].
macro_rules! subject {
    () => {
        "id, org_id, thread_id, turn_id, agent_id, class, state, attempt, misses, lookup_failures,
            (select scope from thread where thread.id = effect.thread_id) as scope"
    };
}
pub(super) use subject;

statements! {
    // Whoever saw another state, another attempt or another lookup has lost.
    MOVE = "update effect set state = $1, reason = $2, not_before = coalesce($3, not_before), misses = $4,
            lookup_failures = $5, settled_at = $6, lease_until = null
        where org_id = $7 and id = $8 and state = $9 and attempt = $10 and misses = $11 and lookup_failures = $12";
    // Proof that the carrier has it counts whatever we believed, and never takes a later word back.
    PROVE = "update effect set state = $1, reason = $2, settled_at = $3, lease_until = null,
            provider_ref = coalesce(provider_ref, $4)
        where org_id = $5 and id = $6 and (provider_ref is null or provider_ref = $4)
            and (state in ('inflight', 'unknown', 'review') or (state = 'pending' and attempt > 0)
                or (state = 'sent' and $1 <> 'sent'))
        returning attempt as value";
    WAITING = concat!("select ", subject!(), " from effect
        where org_id = $1 and id = $2 and state in ('pending', 'unknown', 'review')");
    END_ATTEMPT = "update effect_attempt set ended_at = $1, outcome = $2, status = $3, detail_enc = $4
        where org_id = $5 and effect_id = $6 and no = $7 and (ended_at is null or outcome = 'unknown')";
    NOTE_SAID = "update effect_attempt set detail_enc = $1 where org_id = $2 and effect_id = $3 and no = $4";
}

/// How often sending is tried.
pub(super) const MAX_ATTEMPTS: i64 = 8;

pub(super) const NOT_KNOWN: &str = "Nobody can tell whether it was sent.";
pub(super) const NOT_TAKEN: &str = "The carrier did not take it.";
const FORGOTTEN: &str = "What it said was forgotten.";

/// An effect as somebody saw it.
#[derive(Debug, Clone)]
pub(super) struct Subject {
    pub(super) id: EffectId,
    pub(super) org_id: OrgId,
    pub(super) thread_id: ThreadId,
    pub(super) turn_id: Option<TurnId>,
    pub(super) agent_id: Option<AgentId>,
    pub(super) class: EffectClass,
    pub(super) state: EffectState,
    pub(super) attempt: i64,
    pub(super) misses: i64,
    pub(super) lookup_failures: i64,
    pub(super) scope: String,
}
from_row!(Subject {
    id,
    org_id,
    thread_id,
    turn_id,
    agent_id,
    class,
    state,
    attempt,
    misses,
    lookup_failures,
    scope,
});

/// A step to be taken, with everything sealed.
pub(super) struct Move {
    pub(super) to: EffectState,
    pub(super) reason: Option<&'static str>,
    /// Nothing leaves it as it was.
    pub(super) not_before: Option<Timestamp>,
    pub(super) misses: i64,
    pub(super) lookup_failures: i64,
    pub(super) ended: Option<Ended>,
    pub(super) notice: Option<ReadyNotice>,
}

/// How a try ended.
pub(super) struct Ended {
    pub(super) outcome: &'static str,
    pub(super) status: Option<i64>,
    pub(super) detail_enc: Option<Vec<u8>>,
}

/// What a carrier has said for certain.
pub(super) struct Proof {
    pub(super) to: EffectState,
    pub(super) reason: Option<&'static str>,
    pub(super) provider_ref: String,
    /// The person asked for silence.
    pub(super) opted_out: bool,
    /// Why it did not arrive in the carrier's words, sealed for the try that is known.
    pub(super) said_enc: Option<Vec<u8>>,
    pub(super) notice: Option<ReadyNotice>,
}

impl Move {
    pub(super) fn to(to: EffectState, reason: Option<&'static str>) -> Self {
        Self {
            to,
            reason,
            not_before: None,
            misses: 0,
            lookup_failures: 0,
            ended: None,
            notice: None,
        }
    }
}

impl Ended {
    pub(super) fn as_unknown() -> Self {
        Self {
            outcome: "unknown",
            status: None,
            detail_enc: None,
        }
    }
}

impl Store {
    /// The key of an effect's thread; none once it was forgotten.
    pub(super) async fn effect_key(
        &self,
        subject: &Subject,
    ) -> Result<Option<Arc<DataKey>>, StoreError> {
        match self.inner.keys.find(&subject.scope).await {
            Err(StoreError::Forgotten) => Ok(None),
            found => found,
        }
    }

    /// A notice about an effect. There is nothing to seal it with once the thread was forgotten, and nobody to tell.
    pub(super) fn effect_notice(
        &self,
        key: Option<&Arc<DataKey>>,
        subject: &Subject,
        kind: NoticeKind,
        text: impl Into<String>,
    ) -> Result<Option<ReadyNotice>, StoreError> {
        let new = NewNotice {
            kind,
            text: text.into(),
            dedupe_key: notice_key(subject.id, kind, subject.attempt),
        };
        key.map(|key| ReadyNotice::new(&self.inner.ids, key, "system", new))
            .transpose()
    }

    /// Where an effect goes when nobody heard what came of a try: only a key makes it safe to try again.
    pub(super) fn after_silence(
        &self,
        key: Option<&Arc<DataKey>>,
        subject: &Subject,
        rules: &SendRules,
        now: Timestamp,
    ) -> Result<Move, StoreError> {
        match subject.class {
            EffectClass::Keyed if subject.attempt < MAX_ATTEMPTS => Ok(Move {
                not_before: Some(now.plus(rules.wait_after(subject.attempt))),
                ..Move::to(EffectState::Pending, Some(NOT_KNOWN))
            }),
            EffectClass::Asked => Ok(Move {
                not_before: Some(now.plus(rules.settle)),
                ..Move::to(EffectState::Unknown, Some(NOT_KNOWN))
            }),
            EffectClass::Keyed | EffectClass::Opaque => self.to_review(key, subject),
        }
    }

    /// A person has to decide.
    pub(super) fn to_review(
        &self,
        key: Option<&Arc<DataKey>>,
        subject: &Subject,
    ) -> Result<Move, StoreError> {
        let text = "Nobody can tell whether a message was sent. Look at the carrier, then say whether it was sent, \
            is to be sent again or is to be dropped.";
        Ok(Move {
            notice: self.effect_notice(key, subject, NoticeKind::Review, text)?,
            ..Move::to(EffectState::Review, Some(NOT_KNOWN))
        })
    }
}

/// Takes a step. Tells whether it counted: somebody else may have been faster.
pub(super) async fn carry_out(
    tx: &mut Tx<'_>,
    ids: &dyn IdGen,
    subject: &Subject,
    step: &Move,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let row = params![
        step.to,
        step.reason,
        step.not_before,
        step.misses,
        step.lookup_failures,
        is_final(step.to).then_some(now),
        subject.org_id,
        subject.id,
        subject.state,
        subject.attempt,
        subject.misses,
        subject.lookup_failures,
    ];
    if tx.execute(MOVE, row).await? == 0 {
        return Ok(false);
    }
    if let Some(ended) = &step.ended {
        end_attempt(
            tx,
            subject.org_id,
            (subject.id, subject.attempt),
            ended,
            now,
        )
        .await?;
    }
    if let Some(notice) = &step.notice {
        let about = (Some(subject.thread_id), subject.turn_id);
        notices::insert_notice(tx, subject.org_id, about, notice, now).await?;
    }
    let detail = format!("attempt {}: {}", subject.attempt, step.reason.unwrap_or(""));
    let entry = Entry::new(
        ids,
        "system",
        action(step.to),
        subject.id,
        detail.as_bytes(),
    );
    audit::note(tx, subject.org_id, &entry, now).await?;
    Ok(true)
}

/// Sees to it that an effect which has not left leaves no more: what it says is being forgotten.
pub(crate) async fn withdraw(
    tx: &mut Tx<'_>,
    ids: &dyn IdGen,
    (org, id): (OrgId, EffectId),
    now: Timestamp,
) -> Result<(), StoreError> {
    let waiting: Option<Subject> = tx.fetch_optional(WAITING, params![org, id]).await?;
    let Some(subject) = waiting else {
        return Ok(());
    };
    let step = Move::to(EffectState::Cancelled, Some(FORGOTTEN));
    if carry_out(tx, ids, &subject, &step, now).await? {
        end_review(tx, org, (id, subject.attempt), None, now).await?;
    }
    Ok(())
}

/// Takes a carrier's word. Tells whether it said anything new.
pub(super) async fn prove(
    tx: &mut Tx<'_>,
    ids: &dyn IdGen,
    subject: &Subject,
    proof: &Proof,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let (org, id, reference) = (subject.org_id, subject.id, proof.provider_ref.as_str());
    let row = params![proof.to, proof.reason, now, reference, org, id];
    let attempt: Option<Only<i64>> = tx.fetch_optional(PROVE, row).await?;
    let Some(Only(attempt)) = attempt else {
        return Ok(false);
    };
    let ended = Ended {
        outcome: "sent",
        status: None,
        detail_enc: None,
    };
    end_attempt(tx, org, (id, attempt), &ended, now).await?;
    if let Some(said) = proof
        .said_enc
        .as_ref()
        .filter(|_| attempt == subject.attempt)
    {
        tx.execute(NOTE_SAID, params![said, org, id, attempt])
            .await?;
    }
    end_review(tx, org, (id, attempt), None, now).await?;
    if proof.opted_out {
        opt_outs::note_refusal(tx, ids, org, id, now).await?;
    }
    if let Some(notice) = &proof.notice {
        let about = (Some(subject.thread_id), subject.turn_id);
        notices::insert_notice(tx, org, about, notice, now).await?;
    }
    let entry = Entry::new(ids, "system", action(proof.to), id, reference.as_bytes());
    audit::note(tx, org, &entry, now).await?;
    Ok(true)
}

async fn end_attempt(
    tx: &mut Tx<'_>,
    org: OrgId,
    (effect, no): (EffectId, i64),
    ended: &Ended,
    now: Timestamp,
) -> Result<(), StoreError> {
    let row = params![
        now,
        ended.outcome,
        ended.status,
        ended.detail_enc.as_ref(),
        org,
        effect,
        no
    ];
    tx.execute(END_ATTEMPT, row).await.map(|_| ())
}

/// Nobody has to look into it any more.
pub(super) async fn end_review(
    tx: &mut Tx<'_>,
    org: OrgId,
    (effect, attempt): (EffectId, i64),
    by: Option<MemberId>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let key = notice_key(effect, NoticeKind::Review, attempt);
    notices::settle_notice(tx, org, &key, by, now).await
}

/// The word for it in the record.
pub(super) fn action(state: EffectState) -> &'static str {
    match state {
        EffectState::Pending => "effect.pending",
        EffectState::Inflight => "effect.claimed",
        EffectState::Unknown => "effect.unknown",
        EffectState::Sent => "effect.sent",
        EffectState::Delivered => "effect.delivered",
        EffectState::Failed => "effect.failed",
        EffectState::Review => "effect.review",
        EffectState::Cancelled => "effect.cancelled",
        EffectState::Expired => "effect.expired",
    }
}

pub(super) fn is_final(state: EffectState) -> bool {
    !matches!(
        state,
        EffectState::Pending | EffectState::Inflight | EffectState::Unknown | EffectState::Review
    )
}

pub(crate) fn detail_place(row: &str) -> Place<'_> {
    Place {
        table: "effect_attempt",
        column: "detail_enc",
        row,
    }
}

/// One trouble of one try is one notice.
fn notice_key(effect: EffectId, kind: NoticeKind, attempt: i64) -> String {
    format!("effect:{effect}:{kind}:{attempt}")
}
