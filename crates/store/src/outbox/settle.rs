//! What came of a try, heard or not heard.

use std::time::Duration;

use steward_model::{EffectState, NoticeKind, Timestamp};

use super::claim::{ClaimedEffect, SendRules};
use super::course::{
    Ended, MAX_ATTEMPTS, Move, NOT_TAKEN, Proof, Subject, carry_out, detail_place, prove, subject,
};
use crate::db::transaction;
use crate::sql::{params, statements};
use crate::{Store, StoreError};

statements! {
    SILENT = concat!("select ", subject!(), " from effect where state = 'inflight' and lease_until < $1
        order by lease_until, id limit $2");
}

/// How many are settled in one transaction.
const PAGE: usize = 100;

/// What came of a try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivery {
    /// The carrier has it.
    Sent {
        /// How the carrier names it.
        provider_ref: String,
    },
    /// It certainly did not leave, and may be tried again.
    NotSent {
        /// When the carrier wants to be tried again, if it said so.
        retry_after: Option<Duration>,
        /// What was heard.
        reason: String,
        /// The status of the answer, if there was one.
        status: Option<u16>,
    },
    /// The carrier will not have it.
    Refused {
        /// What it said.
        reason: String,
        /// The status of its answer.
        status: Option<u16>,
    },
    /// It may have left.
    Unknown {
        /// What was heard.
        reason: String,
        /// The status of the answer, if there was one.
        status: Option<u16>,
    },
}

impl Store {
    /// Notes what came of a try. Tells where the effect stands now; `None` if somebody else has settled it meanwhile.
    pub async fn settle_effect(
        &self,
        effect: &ClaimedEffect,
        delivery: Delivery,
    ) -> Result<Option<EffectState>, StoreError> {
        let subject = effect.subject.clone();
        if let Delivery::Sent { provider_ref } = delivery {
            return self.prove_sent(subject, provider_ref).await;
        }
        let now = self.now();
        let step = self
            .after_delivery(&subject, &effect.rules, delivery, now)
            .await?;
        self.take_step(subject, step, now).await
    }

    /// Settles what nobody settled in time: its sender is gone or stuck. Tells how many there were.
    pub async fn expire_effects(&self, rules: &SendRules) -> Result<u64, StoreError> {
        self.settle_silent(rules, self.now()).await
    }

    /// Settles everything that was being sent. For the one process that has the database to itself, when it starts:
    /// whoever was sending is gone.
    pub async fn recover_effects(&self, rules: &SendRules) -> Result<u64, StoreError> {
        self.settle_silent(rules, Timestamp::from_micros(i64::MAX))
            .await
    }

    async fn settle_silent(&self, rules: &SendRules, before: Timestamp) -> Result<u64, StoreError> {
        let (mut settled, now) = (0, self.now());
        loop {
            let silent: Vec<Subject> = self
                .db()
                .read(transaction!(|tx| {
                    tx.fetch_all(SILENT, params![before, PAGE as i64]).await
                }))
                .await?;
            let last = silent.len() < PAGE;
            let mut steps = Vec::with_capacity(silent.len());
            for subject in silent {
                let key = self.effect_key(&subject).await?;
                let mut step = self.after_silence(key.as_ref(), &subject, rules, now)?;
                step.ended = Some(Ended::as_unknown());
                steps.push((subject, step));
            }
            let store = self.clone();
            settled += self
                .db()
                .write(transaction!(|tx| {
                    let mut count = 0;
                    for (subject, step) in &steps {
                        let counted = carry_out(tx, store.ids(), subject, step, now).await?;
                        count += u64::from(counted);
                    }
                    Ok(count)
                }))
                .await?;
            if last {
                return Ok(settled);
            }
        }
    }

    async fn after_delivery(
        &self,
        subject: &Subject,
        rules: &SendRules,
        delivery: Delivery,
        now: Timestamp,
    ) -> Result<Move, StoreError> {
        let key = self.effect_key(subject).await?;
        let failed = |reason: &str| {
            let text = format!("A message was not sent: {reason}");
            self.effect_notice(key.as_ref(), subject, NoticeKind::Failed, text)
        };
        let (mut step, outcome, reason, status) = match delivery {
            Delivery::NotSent {
                retry_after,
                reason,
                status,
            } if subject.attempt < MAX_ATTEMPTS => {
                let wait = retry_after.unwrap_or_else(|| rules.wait_after(subject.attempt));
                let step = Move {
                    not_before: Some(now.plus(wait)),
                    ..Move::to(EffectState::Pending, Some(NOT_TAKEN))
                };
                (step, "not_sent", reason, status)
            }
            Delivery::NotSent { reason, status, .. } => {
                let step = Move {
                    notice: failed(&reason)?,
                    ..Move::to(EffectState::Failed, Some(NOT_TAKEN))
                };
                (step, "not_sent", reason, status)
            }
            Delivery::Refused { reason, status } => {
                let step = Move {
                    notice: failed(&reason)?,
                    ..Move::to(EffectState::Failed, Some(NOT_TAKEN))
                };
                (step, "refused", reason, status)
            }
            Delivery::Unknown { reason, status } => {
                let step = self.after_silence(key.as_ref(), subject, rules, now)?;
                (step, "unknown", reason, status)
            }
            Delivery::Sent { .. } => return Err(StoreError::internal("proof is no step")),
        };
        let row = format!("{}/{}", subject.id, subject.attempt);
        step.ended = Some(Ended {
            outcome,
            status: status.map(i64::from),
            detail_enc: key
                .map(|key| key.seal(detail_place(&row), reason.as_bytes()))
                .transpose()?,
        });
        Ok(step)
    }

    pub(super) async fn prove_sent(
        &self,
        subject: Subject,
        provider_ref: String,
    ) -> Result<Option<EffectState>, StoreError> {
        let proof = Proof {
            to: EffectState::Sent,
            reason: None,
            provider_ref,
            opted_out: false,
            said_enc: None,
            notice: None,
        };
        self.take_proof(subject, proof).await
    }

    pub(super) async fn take_proof(
        &self,
        subject: Subject,
        proof: Proof,
    ) -> Result<Option<EffectState>, StoreError> {
        let (store, now) = (self.clone(), self.now());
        self.db()
            .write(transaction!(|tx| {
                let counted = prove(tx, store.ids(), &subject, &proof, now).await?;
                Ok(counted.then_some(proof.to))
            }))
            .await
    }

    pub(super) async fn take_step(
        &self,
        subject: Subject,
        step: Move,
        now: Timestamp,
    ) -> Result<Option<EffectState>, StoreError> {
        let store = self.clone();
        self.db()
            .write(transaction!(|tx| {
                let counted = carry_out(tx, store.ids(), &subject, &step, now).await?;
                Ok(counted.then_some(step.to))
            }))
            .await
    }
}
