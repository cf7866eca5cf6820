//! What a person decides about a send that nobody can vouch for.

use std::time::Duration;

use steward_model::{EffectId, EffectState, MemberId};

use super::course::{action, end_review, is_final};
use crate::audit::{self, Entry};
use crate::db::transaction;
use crate::row::Only;
use crate::sql::{params, statements};
use crate::{OrgStore, StoreError};

statements! {
    DECIDE = "update effect set state = $1, reason = null, decided_by = $2, not_before = $3, misses = 0,
            lookup_failures = 0, settled_at = $4, expires_at = case when expires_at < $5 then $5 else expires_at end
        where org_id = $6 and id = $7 and state = 'review'
            and exists (select 1 from member where member.org_id = $6 and member.id = $2)
        returning attempt as value";
}

/// What a person wants sent now may take this long, however old it is.
const TIME_TO_SEND: Duration = Duration::from_secs(3600);

/// What a person says about an effect in review.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewDecision {
    /// It was sent.
    WasSent,
    /// It is to be sent, again or after all.
    SendAgain,
    /// It is not to be sent.
    Drop,
}

impl OrgStore<'_> {
    /// Takes a member's decision about an effect in review. Tells where the effect stands now; `None` if it was not in
    /// review any more. What the contact wants still counts when it is sent.
    pub async fn decide_effect(
        &self,
        id: EffectId,
        member: MemberId,
        decision: ReviewDecision,
    ) -> Result<Option<EffectState>, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let (to, until) = match decision {
            ReviewDecision::WasSent => (EffectState::Sent, None),
            ReviewDecision::SendAgain => (EffectState::Pending, Some(now.plus(TIME_TO_SEND))),
            ReviewDecision::Drop => (EffectState::Cancelled, None),
        };
        let actor = format!("member:{member}");
        let decided = Entry::new(self.store.ids(), actor, action(to), id, b"review");
        let settled = is_final(to).then_some(now);
        self.db()
            .write(transaction!(|tx| {
                let row = params![to, member, now, settled, until, org, id];
                let attempt: Option<Only<i64>> = tx.fetch_optional(DECIDE, row).await?;
                let Some(Only(attempt)) = attempt else {
                    return Ok(None);
                };
                end_review(tx, org, (id, attempt), Some(member), now).await?;
                audit::note(tx, org, &decided, now).await?;
                Ok(Some(to))
            }))
            .await
    }
}
