//! What a turn changes in the world around it, written in the transaction that records why.

use steward_model::{ApprovalId, IdGen, ScheduleId, Scope, Timestamp};

use super::Claim;
use crate::approvals::{self, NewApproval};
use crate::crypto::DataKey;
use crate::db::Tx;
use crate::notices::NewNotice;
use crate::outbox::{self, NewEffect, Origin, Outgoing, ReadyOutgoing};
use crate::schedules::{self, NewSchedule, ReadySchedule};
use crate::suggestions::NewSuggestion;
use crate::{Store, StoreError};

/// What a turn changes in the world around it.
#[derive(Debug, Clone, Default)]
pub struct Changes {
    /// Messages for somebody outside.
    pub effects: Vec<NewEffect>,
    /// Calls that a person is asked about.
    pub approvals: Vec<NewApproval>,
    /// Approved calls that were carried out and sent nothing.
    pub used: Vec<ApprovalId>,
    /// What a person must know.
    pub notices: Vec<NewNotice>,
    /// Replies for a person to send.
    pub suggestions: Vec<NewSuggestion>,
    /// Times at which the agent wants to be told something.
    pub schedules: Vec<NewSchedule>,
    /// Those it does not want any more.
    pub cancelled: Vec<ScheduleId>,
}

impl Changes {
    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.effects.is_empty()
            && self.approvals.is_empty()
            && self.used.is_empty()
            && self.notices.is_empty()
            && self.suggestions.is_empty()
            && self.schedules.is_empty()
            && self.cancelled.is_empty()
    }

    /// Adds what another call changes.
    pub fn extend(&mut self, other: Self) {
        self.effects.extend(other.effects);
        self.approvals.extend(other.approvals);
        self.used.extend(other.used);
        self.notices.extend(other.notices);
        self.suggestions.extend(other.suggestions);
        self.schedules.extend(other.schedules);
        self.cancelled.extend(other.cancelled);
    }
}

/// [`Changes`] with their content sealed.
pub(super) struct ReadyChanges {
    outgoing: ReadyOutgoing,
    used: Vec<ApprovalId>,
    schedules: Vec<ReadySchedule>,
    cancelled: Vec<ScheduleId>,
}

impl Claim {
    pub(super) fn origin(&self) -> Origin {
        Origin {
            org: self.org_id,
            thread: self.thread_id,
            turn: Some(self.turn_id),
            agent: Some(self.agent_id),
        }
    }
}

impl Store {
    pub(super) async fn seal_changes(
        &self,
        key: &DataKey,
        claim: &Claim,
        changes: Changes,
    ) -> Result<ReadyChanges, StoreError> {
        let outgoing = Outgoing {
            effects: changes.effects,
            approvals: changes.approvals,
            notices: changes.notices,
            suggestions: changes.suggestions,
        };
        let origin = claim.origin();
        let mut schedules = Vec::with_capacity(changes.schedules.len());
        for new in changes.schedules {
            schedules.push(self.ready_schedule(key, claim, new).await?);
        }
        Ok(ReadyChanges {
            outgoing: self
                .ready_outgoing(key, &origin, &origin.actor(), outgoing)
                .await?,
            used: changes.used,
            schedules,
            cancelled: changes.cancelled,
        })
    }

    /// What is said to an agent about a contact is the contact's: it goes when they are forgotten.
    async fn ready_schedule(
        &self,
        key: &DataKey,
        claim: &Claim,
        new: NewSchedule,
    ) -> Result<ReadySchedule, StoreError> {
        match new.scope {
            own if own == claim.scope => self.seal_schedule(key, new),
            Scope::Contact(_) => {
                let key = self.inner.keys.existing(&new.scope.to_string()).await?;
                self.seal_schedule(&key, new)
            }
            _ => Err(StoreError::internal("a schedule of another scope")),
        }
    }
}

pub(super) async fn write(
    tx: &mut Tx<'_>,
    ids: &dyn IdGen,
    claim: &Claim,
    changes: &ReadyChanges,
    now: Timestamp,
) -> Result<(), StoreError> {
    let origin = claim.origin();
    for approval in &changes.used {
        approvals::use_approval(tx, ids, &origin, *approval, now).await?;
    }
    outbox::insert_outgoing(tx, ids, &origin, &changes.outgoing, now).await?;
    for schedule in &changes.schedules {
        schedules::insert_schedule(tx, claim.org_id, schedule, now).await?;
    }
    for schedule in &changes.cancelled {
        schedules::remove_schedule(tx, claim.org_id, *schedule, None).await?;
    }
    Ok(())
}
