//! Suggestions: replies that an agent drafted and may not send. A person sends one of them, or none.

mod decide;
mod record;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use steward_model::{
    AgentId, ContactId, DraftOutcome, EffectId, IdGen, LineId, MemberEventKind, MemberId,
    MessageKind, OrgId, OutdatedBy, SuggestionId, SuggestionState, ThreadId, Timestamp, TurnId,
};

pub use self::decide::{Picked, Seen};
pub use self::record::{DraftCounts, DraftRecord, SentDraft};
use crate::audit::{self, Entry};
use crate::crypto::{DataKey, Place};
use crate::db::{Tx, transaction};
use crate::member_events::News;
use crate::outbox::Origin;
use crate::row::from_row;
use crate::sql::{Sql, params, statements};
use crate::threads::thread_seen;
use crate::{OrgStore, Page, StoreError};

/// That something was said on the thread, by the contact or by the team, that the drafts do not answer.
macro_rules! overtaken {
    () => {
        "exists (select 1 from event where event.thread_id = suggestion.thread_id
            and event.seq > suggestion.answers and event.kind in ('inbound_sms', 'team_reply'))"
    };
}
pub(crate) use overtaken;

/// The first of what was said so, in the words of [`OutdatedBy`].
macro_rules! overtaken_by {
    () => {
        "(select case event.kind when 'inbound_sms' then 'newer_text' else 'team_reply' end from event
            where event.thread_id = suggestion.thread_id and event.seq > suggestion.answers
                and event.kind in ('inbound_sms', 'team_reply') order by event.seq limit 1)"
    };
}

macro_rules! suggestion {
    ($rest:expr) => {
        suggestion!("", $rest)
    };
    ($more_columns:expr, $rest:expr) => {
        concat!(
            "select id, thread_id, turn_id, agent_id, contact_id, line_id, draft_enc, kind,
                case when state = 'waiting' and ",
            overtaken!(),
            " then 'outdated' else state end as state,
                case state when 'waiting' then ",
            overtaken_by!(),
            " else outdated_by end as outdated_by,
                picked, edited, effect_id, decided_by, decided_at, created_at,
                (select scope from thread where thread.id = suggestion.thread_id) as scope",
            $more_columns,
            " from suggestion where org_id = $1 and ",
            $rest
        )
    };
}
use {overtaken_by, suggestion};

statements! {
    INSERT = "insert into suggestion (id, org_id, idem_key, thread_id, turn_id, agent_id, contact_id, line_id, answers,
            draft_enc, kind, state, edited, created_at)
        select $1, $2, $3, $4, $5, $6, $7, $8,
            coalesce((select max(seq) from event where event.org_id = $2 and event.thread_id = $4
                and event.turn_id = $5), 0), $9, $10, 'waiting', 0, $11
        where exists (select 1 from turn where turn.org_id = $2 and turn.thread_id = $4 and turn.id = $5)
            and exists (select 1 from agent where agent.org_id = $2 and agent.id = $6)
            and exists (select 1 from contact where contact.org_id = $2 and contact.id = $7)
            and exists (select 1 from line where line.org_id = $2 and line.id = $8)
        on conflict (org_id, idem_key) do nothing";
    // A later draft takes the place of an earlier one, which something that was said may have outdated before.
    REPLACE = concat!("update suggestion set state = 'outdated', outdated_by = coalesce(", overtaken_by!(), ", 'later_draft'),
            decided_at = $1
        where org_id = $2 and thread_id = $3 and state = 'waiting' and idem_key <> $4");
    // The drafts cannot be opened any more, so that whatever takes a text out of rows does not come by them.
    FORGET = concat!("update suggestion set state = 'outdated', outdated_by = coalesce(", overtaken_by!(), ", 'forgotten')
        where org_id = $1 and contact_id = $2 and state = 'waiting'");
    FIND = concat!(suggestion!("id = $2 and "), thread_seen!("suggestion.thread_id" by "$3"));
    LIST = concat!(suggestion!("id > $2 and ($3 = 0 or (state = 'waiting' and not "), overtaken!(), ")) and ",
        thread_seen!("suggestion.thread_id" by "$4"), " order by id limit $5");
}

pub(crate) const ALL_STATEMENTS: [&[Sql]; 3] = [STATEMENTS, decide::STATEMENTS, record::STATEMENTS];

/// Replies that an agent drafted.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestion {
    /// Its id.
    pub id: SuggestionId,
    /// The conversation it is for.
    pub thread_id: ThreadId,
    /// The turn that drafted it.
    pub turn_id: TurnId,
    /// Who drafted it.
    pub agent_id: AgentId,
    /// Who would get it.
    pub contact_id: ContactId,
    /// The line it would leave from.
    pub line_id: LineId,
    /// The drafts; nothing once the contact was forgotten.
    pub draft: Option<Draft>,
    /// The kind of message that they answer.
    pub kind: MessageKind,
    /// What became of it.
    pub state: SuggestionState,
    /// What came before anybody decided, if that is what became of it.
    pub outdated_by: Option<OutdatedBy>,
    /// Which of the drafts was sent, from 0.
    pub picked: Option<i64>,
    /// Whether a person changed it before it was sent.
    pub edited: bool,
    /// The message that was sent.
    pub effect_id: Option<EffectId>,
    /// Who sent one or put them aside.
    pub decided_by: Option<MemberId>,
    /// When.
    pub decided_at: Option<Timestamp>,
    /// When it was drafted.
    pub created_at: Timestamp,
}

impl Suggestion {
    /// What became of it, as the record of an agent counts it.
    pub fn outcome(&self) -> DraftOutcome {
        match self.state {
            SuggestionState::Waiting => DraftOutcome::Waiting,
            SuggestionState::Sent if self.edited => DraftOutcome::Edited,
            SuggestionState::Sent => DraftOutcome::Unchanged,
            SuggestionState::Dismissed => DraftOutcome::Dismissed,
            SuggestionState::Outdated => DraftOutcome::Outdated,
        }
    }
}

/// Where a reply would go, and what it may say.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// Their address, as it stood in the message that came in.
    pub to: String,
    /// The line's address.
    pub from: String,
    /// How it came in: `sms`.
    pub channel: String,
    /// What may be said.
    pub options: Vec<DraftOption>,
}

/// One of the replies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DraftOption {
    /// What it says.
    pub body: String,
    /// How sure the agent is, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
}

/// Replies to be put before a person.
#[derive(Debug, Clone)]
pub struct NewSuggestion {
    /// The same for the same call of the same step, however often the step is tried.
    pub idem_key: String,
    /// Who would get it.
    pub contact_id: ContactId,
    /// The line it would leave from.
    pub line_id: LineId,
    /// The kind of message that they answer.
    pub kind: MessageKind,
    /// The drafts.
    pub draft: Draft,
}

/// A suggestion whose drafts are sealed.
pub(crate) struct ReadySuggestion {
    id: SuggestionId,
    new: NewSuggestion,
    draft_enc: Vec<u8>,
    drafted: Entry,
}

impl ReadySuggestion {
    /// Made before the transaction, with the key of the thread.
    pub(crate) fn new(
        ids: &dyn IdGen,
        key: &DataKey,
        actor: &str,
        new: NewSuggestion,
    ) -> Result<Self, StoreError> {
        let id = SuggestionId::generate(ids);
        let draft = serde_json::to_vec(&new.draft).map_err(StoreError::internal)?;
        Ok(Self {
            id,
            draft_enc: key.seal(place(&id.to_string()), &draft)?,
            drafted: Entry::new(ids, actor, "suggestion.drafted", id, &draft),
            new,
        })
    }
}

struct SealedSuggestion {
    id: SuggestionId,
    thread_id: ThreadId,
    turn_id: TurnId,
    agent_id: AgentId,
    contact_id: ContactId,
    line_id: LineId,
    draft_enc: Vec<u8>,
    kind: MessageKind,
    state: SuggestionState,
    outdated_by: Option<OutdatedBy>,
    picked: Option<i64>,
    edited: i64,
    effect_id: Option<EffectId>,
    decided_by: Option<MemberId>,
    decided_at: Option<Timestamp>,
    created_at: Timestamp,
    scope: String,
}
from_row!(SealedSuggestion {
    id,
    thread_id,
    turn_id,
    agent_id,
    contact_id,
    line_id,
    draft_enc,
    kind,
    state,
    outdated_by,
    picked,
    edited,
    effect_id,
    decided_by,
    decided_at,
    created_at,
    scope,
});

impl SealedSuggestion {
    fn open(self, key: Option<&Arc<DataKey>>) -> Result<Suggestion, StoreError> {
        let draft = match key {
            Some(key) => {
                let text = key.open_text(place(&self.id.to_string()), &self.draft_enc)?;
                // Only what was forgotten of it can have made it unreadable.
                serde_json::from_str(&text).ok()
            }
            None => None,
        };
        Ok(Suggestion {
            id: self.id,
            thread_id: self.thread_id,
            turn_id: self.turn_id,
            agent_id: self.agent_id,
            contact_id: self.contact_id,
            line_id: self.line_id,
            draft,
            kind: self.kind,
            state: self.state,
            outdated_by: self.outdated_by,
            picked: self.picked,
            edited: self.edited != 0,
            effect_id: self.effect_id,
            decided_by: self.decided_by,
            decided_at: self.decided_at,
            created_at: self.created_at,
        })
    }
}

impl OrgStore<'_> {
    /// One suggestion.
    pub async fn suggestion(&self, id: SuggestionId) -> Result<Option<Suggestion>, StoreError> {
        let found = self.sealed_suggestion(id).await?;
        let rows = found.into_iter().collect();
        Ok(self.open_suggestions(rows).await?.pop())
    }

    /// Suggestions in the order they were drafted: all, or those that wait.
    pub async fn suggestions(
        &self,
        page: &Page,
        open: bool,
    ) -> Result<Vec<Suggestion>, StoreError> {
        let (org, viewer, page) = (self.org, self.viewer_scope(), page.clone());
        let rows = self
            .db()
            .read(transaction!(|tx| {
                let after = page.after.as_deref().unwrap_or("");
                let (open, limit) = (i64::from(open), i64::from(page.limit));
                let slice = params![org, after, open, viewer.as_deref(), limit];
                tx.fetch_all(LIST, slice).await
            }))
            .await?;
        self.open_suggestions(rows).await
    }

    async fn sealed_suggestion(
        &self,
        id: SuggestionId,
    ) -> Result<Option<SealedSuggestion>, StoreError> {
        let (org, viewer) = (self.org, self.viewer_scope());
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_optional(FIND, params![org, id, viewer.as_deref()])
                    .await
            }))
            .await
    }

    async fn open_suggestions(
        &self,
        rows: Vec<SealedSuggestion>,
    ) -> Result<Vec<Suggestion>, StoreError> {
        let scopes: Vec<_> = rows.iter().map(|row| row.scope.clone()).collect();
        let keys = self.store.inner.keys.find_many(&scopes).await?;
        rows.into_iter()
            .zip(&scopes)
            .map(|(row, scope)| row.open(keys.get(scope).and_then(Option::as_ref)))
            .collect()
    }
}

/// What waits for a contact that is forgotten waits no more: nobody can read it, send it or put it aside.
pub(crate) async fn forget(
    tx: &mut Tx<'_>,
    org: OrgId,
    contact: ContactId,
) -> Result<(), StoreError> {
    tx.execute(FORGET, params![org, contact]).await.map(|_| ())
}

/// Puts drafts before a person, in the transaction that records the call. An earlier draft for the thread is outdated by it.
pub(crate) async fn insert_suggestion(
    tx: &mut Tx<'_>,
    origin: &Origin,
    ready: &ReadySuggestion,
    now: Timestamp,
) -> Result<(), StoreError> {
    let new = &ready.new;
    let key = new.idem_key.as_str();
    tx.execute(REPLACE, params![now, origin.org, origin.thread, key])
        .await?;
    let row = params![
        ready.id,
        origin.org,
        key,
        origin.thread,
        origin.turn,
        origin.agent,
        new.contact_id,
        new.line_id,
        &ready.draft_enc,
        new.kind,
        now,
    ];
    if tx.execute(INSERT, row).await? == 0 {
        // The call was written down before, or its contact, line or agent is gone and nobody could send it.
        return Ok(());
    }
    let news = News::new(origin.org, MemberEventKind::Suggestion, now);
    let news = news.on(Some(origin.thread), origin.turn);
    tx.tell(news.about(&ready.id).state("waiting"));
    audit::note(tx, origin.org, &ready.drafted, now).await
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "suggestion",
        column: "draft_enc",
        row,
    }
}
