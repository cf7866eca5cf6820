//! The record of an agent's drafts: how often people sent what it wrote as it was, and what became of each.

use std::sync::Arc;

use steward_model::{AgentId, EffectId, EffectState, MessageKind, Timestamp};

use super::{SealedSuggestion, Suggestion, overtaken, overtaken_by, suggestion};
use crate::crypto::DataKey;
use crate::db::transaction;
use crate::outbox::open_payload;
use crate::row::{FromRow, Row, from_row};
use crate::sql::{AFTER_ALL, params, statements};
use crate::team_inbox::words_of;
use crate::threads::thread_seen;
use crate::{OrgStore, Page, StoreError};

/// The first text of the contact's after one of the drafts was sent. Words to the carrier, such as STOP, are no answer.
macro_rules! answer {
    ($what:literal) => {
        concat!(
            "(select ",
            $what,
            " from event where suggestion.state = 'sent' and event.thread_id = suggestion.thread_id
                and event.seq > suggestion.answers and event.received_at >= suggestion.decided_at
                and event.kind = 'inbound_sms' and (event.skipped is null or event.skipped <> 'keyword')
                order by event.seq limit 1)"
        )
    };
}

statements! {
    // Every draft counts twice: for its kind, and for all of them together, which is the row without a kind. The time in the
    // middle is that of the earlier one if two are there. `outdated` and `waiting` are told apart as where one is read.
    COUNT = concat!("select kind, count(*) as offered,
            count(case when outcome = 'sent' and edited = 0 then 1 end) as unchanged,
            count(case when outcome = 'sent' and edited = 0 and picked = 0 then 1 end) as first_unchanged,
            count(case when outcome = 'sent' and edited <> 0 then 1 end) as edited,
            count(case when outcome = 'dismissed' then 1 end) as dismissed,
            count(case when outcome = 'outdated' then 1 end) as outdated,
            count(case when outcome = 'waiting' then 1 end) as waiting,
            count(answered) as answered,
            min(case when place = (decided + 1) / 2 then took end) as median_micros
        from (select kind, outcome, edited, picked, answered, took,
                row_number() over (partition by kind order by case when took is null then 1 else 0 end, took) as place,
                count(took) over (partition by kind) as decided
            from (select case when whole = 0 then kind end as kind, outcome, edited, picked, answered, took
                from (select kind, edited, picked,
                        case when state = 'waiting' and ", overtaken!(), " then 'outdated' else state end as outcome,
                        case when state in ('sent', 'dismissed') then decided_at - created_at end as took,
                        ", answer!("1"), " as answered
                    from suggestion where org_id = $1 and agent_id = $2 and created_at >= $3 and ",
                        thread_seen!("suggestion.thread_id" by "$4"), ") drafted
                    cross join (select 0 as whole union all select 1) twice) grouped) ranked
        group by kind order by kind");
    NEWEST = concat!(suggestion!(concat!(",
                (select payload_enc from effect where effect.id = suggestion.effect_id) as sent_enc,
                (select payload_hash from effect where effect.id = suggestion.effect_id) as sent_hash,
                (select state from effect where effect.id = suggestion.effect_id) as delivery,
                (select reason from effect where effect.id = suggestion.effect_id) as delivery_reason,
                ", answer!("event.received_at"), " as answered_at"),
            "agent_id = $2 and id < $3 and "),
        thread_seen!("suggestion.thread_id" by "$4"), " order by id desc limit $5");
}

/// How many drafts of an agent came to what. `offered` is the sum of `unchanged`, `edited`, `dismissed`, `outdated` and `waiting`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DraftCounts {
    /// The kind of message that they answered; nothing for all of them together.
    pub kind: Option<MessageKind>,
    /// Put before a person.
    pub offered: i64,
    /// Sent as they were.
    pub unchanged: i64,
    /// Those of them that the agent thought best.
    pub first_unchanged: i64,
    /// Changed and sent.
    pub edited: i64,
    /// Put aside.
    pub dismissed: i64,
    /// Overtaken before anybody decided.
    pub outdated: i64,
    /// Not decided yet.
    pub waiting: i64,
    /// Sent, and the contact wrote back.
    pub answered: i64,
    /// How long it took until one was sent or put aside, in the middle.
    pub median_micros: Option<i64>,
}
from_row!(DraftCounts {
    kind,
    offered,
    unchanged,
    first_unchanged,
    edited,
    dismissed,
    outdated,
    waiting,
    answered,
    median_micros,
});

/// One draft, and what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftRecord {
    /// What was drafted, and what was decided.
    pub suggestion: Suggestion,
    /// The message that left.
    pub sent: Option<SentDraft>,
    /// When the contact wrote back.
    pub answered_at: Option<Timestamp>,
}

/// The message that a draft became.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentDraft {
    /// What it says; nothing once the contact was forgotten.
    pub text: Option<String>,
    /// Where it stands.
    pub delivery: EffectState,
    /// Why it stands there.
    pub reason: Option<String>,
}

struct SealedRecord {
    suggestion: SealedSuggestion,
    sent: Option<SealedSent>,
    answered_at: Option<Timestamp>,
}

struct SealedSent {
    id: EffectId,
    payload_enc: Vec<u8>,
    payload_hash: Vec<u8>,
    delivery: EffectState,
    reason: Option<String>,
}

impl FromRow for SealedRecord {
    fn from_row(row: &Row<'_>) -> Result<Self, StoreError> {
        let suggestion = SealedSuggestion::from_row(row)?;
        let sent = suggestion.effect_id.map(|id| {
            Ok::<_, StoreError>(SealedSent {
                id,
                payload_enc: row.get("sent_enc")?,
                payload_hash: row.get("sent_hash")?,
                delivery: row.get("delivery")?,
                reason: row.get("delivery_reason")?,
            })
        });
        Ok(Self {
            sent: sent.transpose()?,
            answered_at: row.get("answered_at")?,
            suggestion,
        })
    }
}

impl SealedRecord {
    fn open(self, key: Option<&Arc<DataKey>>) -> Result<DraftRecord, StoreError> {
        let sent = self.sent.map(|sent| sent.open(key)).transpose()?;
        Ok(DraftRecord {
            suggestion: self.suggestion.open(key)?,
            sent,
            answered_at: self.answered_at,
        })
    }
}

impl SealedSent {
    fn open(self, key: Option<&Arc<DataKey>>) -> Result<SentDraft, StoreError> {
        let payload = key
            .map(|key| open_payload(key, self.id, &self.payload_enc, &self.payload_hash))
            .transpose()?;
        let words = payload.and_then(|payload| words_of(&payload));
        Ok(SentDraft {
            text: words.map(|(_, text)| text),
            delivery: self.delivery,
            reason: self.reason,
        })
    }
}

impl OrgStore<'_> {
    /// What became of what an agent drafted since a time: each kind of message that there was, and all together.
    pub async fn count_drafts(
        &self,
        agent: AgentId,
        since: Timestamp,
    ) -> Result<Vec<DraftCounts>, StoreError> {
        let (org, viewer) = (self.org, self.viewer_scope());
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_all(COUNT, params![org, agent, since, viewer.as_deref()])
                    .await
            }))
            .await
    }

    /// What an agent drafted, the newest first; `page` begins before the draft it names.
    pub async fn drafts_of(
        &self,
        agent: AgentId,
        page: &Page,
    ) -> Result<Vec<DraftRecord>, StoreError> {
        let (org, viewer, page) = (self.org, self.viewer_scope(), page.clone());
        let rows: Vec<SealedRecord> = self
            .db()
            .read(transaction!(|tx| {
                let before = page.after.as_deref().unwrap_or(AFTER_ALL);
                let limit = i64::from(page.limit);
                let slice = params![org, agent, before, viewer.as_deref(), limit];
                tx.fetch_all(NEWEST, slice).await
            }))
            .await?;
        let scopes: Vec<_> = rows
            .iter()
            .map(|row| row.suggestion.scope.clone())
            .collect();
        let keys = self.store.inner.keys.find_many(&scopes).await?;
        rows.into_iter()
            .zip(&scopes)
            .map(|(row, scope)| row.open(keys.get(scope).and_then(Option::as_ref)))
            .collect()
    }
}
