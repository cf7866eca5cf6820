//! What carriers report by themselves, whenever and in whatever order they do.

use std::sync::Arc;

use steward_model::{EffectId, EffectState, NoticeKind};

use super::course::{Proof, Subject, detail_place, subject};
use crate::crypto::DataKey;
use crate::db::transaction;
use crate::sql::{params, statements};
use crate::{Store, StoreError};

statements! {
    BY_REF = concat!("select ", subject!(), " from effect where channel = $1 and provider_ref = $2");
    BY_ID = concat!("select ", subject!(), " from effect where channel = $1 and id = $2");
}

const NOT_DELIVERED: &str = "The carrier could not deliver it.";

/// A carrier's report about an effect.
#[derive(Debug, Clone)]
pub struct CarrierReport {
    /// The channel it came by.
    pub channel: String,
    /// How the carrier names the effect.
    pub provider_ref: String,
    /// The effect, if the report says so.
    pub effect_id: Option<EffectId>,
    /// What became of it.
    pub status: CarrierStatus,
}

/// What a carrier says became of an effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CarrierStatus {
    /// It has it.
    Sent,
    /// It arrived.
    Delivered,
    /// It did not arrive.
    Undelivered {
        /// Why, as the carrier says.
        reason: String,
        /// Whether that is because the person asked for silence.
        opted_out: bool,
    },
}

impl Store {
    /// Takes a report, which knows no organisation. Tells where the effect stands now; `None` if the report is about
    /// nothing of ours or says nothing new.
    pub async fn note_status(
        &self,
        report: CarrierReport,
    ) -> Result<Option<EffectState>, StoreError> {
        let Some(subject) = self.reported(&report).await? else {
            return Ok(None);
        };
        let reached = |to| Proof {
            to,
            reason: None,
            provider_ref: report.provider_ref,
            opted_out: false,
            said_enc: None,
            notice: None,
        };
        let proof = match report.status {
            CarrierStatus::Sent => reached(EffectState::Sent),
            CarrierStatus::Delivered => reached(EffectState::Delivered),
            CarrierStatus::Undelivered { reason, opted_out } => {
                let key = self.effect_key(&subject).await?;
                let text = format!("A message was not delivered: {reason}");
                let kind = NoticeKind::Failed;
                let row = format!("{}/{}", subject.id, subject.attempt);
                let sealed = |key: &Arc<DataKey>| key.seal(detail_place(&row), reason.as_bytes());
                Proof {
                    reason: Some(NOT_DELIVERED),
                    opted_out,
                    said_enc: key.as_ref().map(sealed).transpose()?,
                    notice: self.effect_notice(key.as_ref(), &subject, kind, text)?,
                    ..reached(EffectState::Failed)
                }
            }
        };
        self.take_proof(subject, proof).await
    }

    /// The effect that a report is about. One that names another effect than the carrier's name for it is about none.
    async fn reported(&self, report: &CarrierReport) -> Result<Option<Subject>, StoreError> {
        let (channel, reference) = (report.channel.clone(), report.provider_ref.clone());
        let named = report.effect_id;
        self.db()
            .read(transaction!(|tx| {
                let name = params![channel.as_str(), reference.as_str()];
                let mut bound: Vec<Subject> = tx.fetch_all(BY_REF, name).await?;
                if let Some(id) = named {
                    if bound.is_empty() {
                        return tx
                            .fetch_optional(BY_ID, params![channel.as_str(), id])
                            .await;
                    }
                    bound.retain(|subject| subject.id == id);
                }
                // Two organisations may have been given the same name by two carriers.
                Ok(bound.pop().filter(|_| bound.is_empty()))
            }))
            .await
    }
}
