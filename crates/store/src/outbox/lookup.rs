//! Asking the carrier about a send whose answer was lost.

use steward_model::EffectState;

use super::claim::{Candidate, ClaimedEffect, SendRules, candidate};
use super::course::{Move, NOT_KNOWN, subject};
use crate::db::transaction;
use crate::sql::{params, statements};
use crate::{Store, StoreError};

statements! {
    DUE = candidate!("state = 'unknown' and class = 'asked' and not_before <= $1 order by not_before, id limit $2");
}

const MAX_MISSES: i64 = 2;
const MAX_FAILURES: i64 = 10;

const NOT_THERE: &str = "The carrier did not have it; it is sent once more.";

/// What a carrier says when it is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lookup {
    /// It has it.
    Found {
        /// How the carrier names it.
        provider_ref: String,
    },
    /// It does not know of it, yet.
    Missing,
}

impl Store {
    /// Effects about which their carrier can be asked now. Several may ask at once: asking changes nothing.
    pub async fn due_lookups(
        &self,
        limit: u32,
        rules: &SendRules,
    ) -> Result<Vec<ClaimedEffect>, StoreError> {
        let now = self.now();
        let rows: Vec<Candidate> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(DUE, params![now, i64::from(limit)]).await
            }))
            .await?;
        let mut due = Vec::with_capacity(rows.len());
        for row in rows {
            let key = self.effect_key(&row.subject).await?;
            match key.as_ref().map(|key| row.open(key)) {
                Some(Ok(payload)) => due.push(row.claimed(payload, rules)),
                // Nobody can ask about what nobody can read.
                None | Some(Err(StoreError::Tampered { .. })) => {
                    let step = self.to_review(key.as_ref(), &row.subject)?;
                    self.take_step(row.subject, step, now).await?;
                }
                Some(Err(error)) => return Err(error),
            }
        }
        Ok(due)
    }

    /// Takes a carrier's answer. It counts as missing only when it was missing twice, some time apart. Tells where the
    /// effect stands now; `None` if somebody else was faster.
    pub async fn reconcile(
        &self,
        effect: &ClaimedEffect,
        lookup: Lookup,
    ) -> Result<Option<EffectState>, StoreError> {
        let (subject, now) = (effect.subject.clone(), self.now());
        if let Lookup::Found { provider_ref } = lookup {
            return self.prove_sent(subject, provider_ref).await;
        }
        let misses = subject.misses + 1;
        let step = if misses < MAX_MISSES {
            Move {
                not_before: Some(now.plus(effect.rules.gap)),
                misses,
                lookup_failures: subject.lookup_failures,
                ..Move::to(EffectState::Unknown, Some(NOT_KNOWN))
            }
        } else if subject.attempt < 2 && effect.rules.max_auto_resend > 0 {
            Move {
                not_before: Some(now),
                ..Move::to(EffectState::Pending, Some(NOT_THERE))
            }
        } else {
            let key = self.effect_key(&subject).await?;
            self.to_review(key.as_ref(), &subject)?
        };
        self.take_step(subject, step, now).await
    }

    /// The carrier could not be asked; it is asked again later, a few times. Tells where the effect stands now.
    pub async fn postpone_lookup(
        &self,
        effect: &ClaimedEffect,
    ) -> Result<Option<EffectState>, StoreError> {
        let (subject, now) = (effect.subject.clone(), self.now());
        let failures = subject.lookup_failures + 1;
        let step = if failures < MAX_FAILURES {
            Move {
                not_before: Some(now.plus(effect.rules.gap)),
                misses: subject.misses,
                lookup_failures: failures,
                ..Move::to(EffectState::Unknown, Some(NOT_KNOWN))
            }
        } else {
            let key = self.effect_key(&subject).await?;
            self.to_review(key.as_ref(), &subject)?
        };
        self.take_step(subject, step, now).await
    }
}
