//! The one door: whatever arrives becomes an event on a thread, in one transaction.

use steward_model::{
    AgentId, EventId, EventKind, Integrity, MemberEventKind, MemberId, OrgId, Scope, Skipped,
    ThreadId, Timestamp,
};

use crate::audit::{self, Entry};
use crate::crypto::Place;
use crate::db::{Tx, transaction};
use crate::member_events::News;
use crate::notices;
use crate::row::from_row;
use crate::sql::{params, statements};
use crate::{OrgStore, StoreError};

statements! {
    KNOWN = "select id, thread_id from event where org_id = $1 and source = $2 and dedupe_key = $3";
    INSERT_THREAD = "insert into thread (id, org_id, agent_id, correlation_key, scope, state, lease_epoch, last_event,
            last_item, last_turn, failures, wake_at, created_at, active_at)
        select $1, $2, $3, $4, $5, 'idle', 0, 0, 0, 0, 0, $6, $6, $6
        where exists (select 1 from agent where org_id = $2 and id = $3)
        on conflict (org_id, agent_id, correlation_key) where state <> 'archived' do nothing";
    // Takes the next place and wakes the thread if the event asks for an answer ($7), unless the event is known. The row stays locked until the commit, which
    // keeps places gapless. A contact's text ($8) wakes nobody while a person talks to them.
    TAKE_PLACE = "update thread set last_event = last_event + 1, active_at = $4,
            last_said = case when $8 = 1 then last_event + 1 else last_said end,
            wake_at = case when state = 'idle' then $4 else wake_at end,
            state = case when state = 'idle' and $7 = 1 and ($8 = 0 or taken_by is null) then 'queued' else state end
        where org_id = $1 and agent_id = $2 and correlation_key = $3 and state <> 'archived'
            and not exists (select 1 from event where event.org_id = $1 and event.source = $5 and event.dedupe_key = $6)
        returning id, last_event, scope, hold_reason, taken_by";
    INSERT_EVENT = "insert into event (id, org_id, thread_id, seq, source, dedupe_key, kind, payload_enc, integrity,
            received_at, quiet, skipped)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (org_id, source, dedupe_key) do nothing";
}

/// Something that arrived.
#[derive(Debug, Clone)]
pub struct NewEvent {
    /// Who is to answer.
    pub agent_id: AgentId,
    /// Which of the agent's threads, like `contact:<id>`. It is stored in the clear: an id, never an address.
    pub correlation_key: String,
    /// Whose key seals the thread; the same for everything that arrives on it.
    pub scope: Scope,
    /// Where it came from, like `twilio`.
    pub source: String,
    /// How that place names it: the same name again is the same thing again. Stored in the clear.
    pub dedupe_key: String,
    /// What it is.
    pub kind: EventKind,
    /// What it says, as JSON.
    pub payload: Vec<u8>,
    /// How far it can be trusted.
    pub integrity: Integrity,
}

/// What became of it. Either way it is durable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accepted {
    /// It is on its thread.
    Queued {
        /// The thread.
        thread_id: ThreadId,
        /// The event.
        event_id: EventId,
        /// Its place on the thread, from 1, without gaps.
        seq: i64,
    },
    /// It had arrived before.
    Duplicate {
        /// The thread.
        thread_id: ThreadId,
        /// The event it is.
        event_id: EventId,
    },
}

struct Known {
    id: EventId,
    thread_id: ThreadId,
}
from_row!(Known { id, thread_id });

struct Taken {
    id: ThreadId,
    last_event: i64,
    scope: String,
    hold_reason: Option<String>,
    taken_by: Option<MemberId>,
}
from_row!(Taken {
    id,
    last_event,
    scope,
    hold_reason,
    taken_by
});

impl OrgStore<'_> {
    /// Takes in what arrived: finds or makes the thread, appends the event, wakes the thread. Callers at once are
    /// decided by the indexes; a copy is recognised however late it comes.
    pub async fn accept(&self, new: NewEvent) -> Result<Accepted, StoreError> {
        let event = self.seal_event(new).await?;
        self.take_in(event).await
    }

    /// Takes in a contact's text that no agent is asked about. The agent reads it when something else wakes it.
    pub async fn set_aside(&self, new: NewEvent, why: Skipped) -> Result<Accepted, StoreError> {
        let mut event = self.seal_event(new).await?;
        event.skipped = Some(why);
        self.take_in(event).await
    }

    async fn take_in(&self, event: ReadyEvent) -> Result<Accepted, StoreError> {
        let new = event.new.clone();
        let (org, now) = (self.org, self.store.now());
        let accepted = self
            .db()
            .write(transaction!(|tx| {
                append_event(tx, org, &event, now).await
            }))
            .await;
        let accepted = match accepted {
            Err(StoreError::Conflict("event")) => self.known_event(new).await,
            other => other,
        }?;
        if let Accepted::Duplicate { .. } = accepted {
            // Whoever brought it first may not have heard of it yet, and whoever hears that it is here brings it no more.
            self.db().flush().await?;
        }
        Ok(accepted)
    }

    /// Makes what arrived ready for [`append_event`], which must not wait for a key.
    pub(crate) async fn seal_event(&self, new: NewEvent) -> Result<ReadyEvent, StoreError> {
        let key = self.store.inner.keys.key(&new.scope.to_string()).await?;
        let id = EventId::generate(self.store.ids());
        let place = Place {
            table: "event",
            column: "payload_enc",
            row: &id.to_string(),
        };
        let arrived = Entry::new(
            self.store.ids(),
            new.source.as_str(),
            "event.accepted",
            id,
            &new.payload,
        );
        Ok(ReadyEvent {
            id,
            arrived,
            thread_id: ThreadId::generate(self.store.ids()),
            payload_enc: key.seal(place, &new.payload)?,
            skipped: None,
            new,
        })
    }

    async fn known_event(&self, new: NewEvent) -> Result<Accepted, StoreError> {
        let org = self.org;
        let known = self
            .db()
            .read(transaction!(|tx| { find_known(tx, org, &new).await }))
            .await?;
        known.ok_or(StoreError::Busy)
    }
}

/// An event whose payload is sealed, with the id of the thread it makes if there is none.
pub(crate) struct ReadyEvent {
    id: EventId,
    thread_id: ThreadId,
    payload_enc: Vec<u8>,
    arrived: Entry,
    skipped: Option<Skipped>,
    new: NewEvent,
}

impl ReadyEvent {
    /// Whether it is a text of a contact's, and not one that somebody rehearses on a thread of their own.
    fn is_said(&self) -> bool {
        self.new.kind == EventKind::InboundSms && self.new.correlation_key.starts_with("contact:")
    }

    /// Why nobody is asked about it, on the thread as it is now.
    fn skipped_on(&self, thread: &Taken) -> Option<Skipped> {
        let taken = thread.taken_by.filter(|_| self.is_said());
        self.skipped.or(taken.map(|_| Skipped::TakenOver))
    }

    /// What members are told of it.
    fn news(&self, org: OrgId, thread: ThreadId, now: Timestamp) -> News {
        let kind = match self.new.kind {
            EventKind::Scheduled => MemberEventKind::Reminder,
            _ => MemberEventKind::Thread,
        };
        let news = News::new(org, kind, now).of(self.new.scope);
        let state = self.new.kind.as_str();
        news.on(Some(thread), None).state(state)
    }

    /// Whether nobody is asked to answer it.
    fn is_quiet(&self, skipped: Option<Skipped>) -> bool {
        self.new.kind.is_quiet() || skipped.is_some()
    }
}

/// The one door, for a transaction that has more to do: a schedule that moves on, a decision that is taken.
pub(crate) async fn append_event(
    tx: &mut Tx<'_>,
    org: OrgId,
    event: &ReadyEvent,
    now: Timestamp,
) -> Result<Accepted, StoreError> {
    let new = &event.new;
    let taken = match take_place(tx, org, event, now).await? {
        Some(taken) => taken,
        // It is known, or the first on its thread: most are neither, and take one statement.
        None => {
            if let Some(known) = find_known(tx, org, new).await? {
                return Ok(known);
            }
            let thread = (org, new.agent_id, event.thread_id);
            make_thread(tx, thread, &new.correlation_key, new.scope, now).await?;
            match take_place(tx, org, event, now).await? {
                Some(taken) => taken,
                None => {
                    let known = find_known(tx, org, new).await?;
                    return known.ok_or(StoreError::Refused("there is no such agent"));
                }
            }
        }
    };
    if taken.scope != new.scope.to_string() {
        return Err(StoreError::internal(
            "a thread was addressed under another scope",
        ));
    }
    let skipped = event.skipped_on(&taken);
    insert_event(tx, org, event, (&taken, skipped), now).await?;
    audit::note(tx, org, &event.arrived, now).await?;
    if taken.hold_reason.is_some() && !event.is_quiet(skipped) {
        notices::tell_of_hold_again(tx, org, taken.id, now).await?;
    }
    tx.tell(event.news(org, taken.id, now));
    Ok(Accepted::Queued {
        thread_id: taken.id,
        event_id: event.id,
        seq: taken.last_event,
    })
}

async fn insert_event(
    tx: &mut Tx<'_>,
    org: OrgId,
    event: &ReadyEvent,
    (taken, skipped): (&Taken, Option<Skipped>),
    now: Timestamp,
) -> Result<(), StoreError> {
    let new = &event.new;
    let row = params![
        event.id,
        org,
        taken.id,
        taken.last_event,
        new.source.as_str(),
        new.dedupe_key.as_str(),
        new.kind,
        &event.payload_enc,
        new.integrity,
        now,
        i64::from(event.is_quiet(skipped)),
        skipped,
    ];
    if tx.execute(INSERT_EVENT, row).await? == 0 {
        // A copy came in at the same moment: the place that was taken is given back with this transaction.
        return Err(StoreError::Conflict("event"));
    }
    Ok(())
}

/// Makes a thread, unless the agent has one of this name.
pub(crate) async fn make_thread(
    tx: &mut Tx<'_>,
    (org, agent, id): (OrgId, AgentId, ThreadId),
    name: &str,
    scope: Scope,
    now: Timestamp,
) -> Result<(), StoreError> {
    let thread = params![id, org, agent, name, scope, now];
    tx.execute(INSERT_THREAD, thread).await.map(|_| ())
}

/// The next place on the event's thread; nothing without a thread, or if the event has one already.
async fn take_place(
    tx: &mut Tx<'_>,
    org: OrgId,
    event: &ReadyEvent,
    now: Timestamp,
) -> Result<Option<Taken>, StoreError> {
    let new = &event.new;
    let thread = new.correlation_key.as_str();
    let (source, dedupe) = (new.source.as_str(), new.dedupe_key.as_str());
    let wakes = i64::from(!event.is_quiet(event.skipped));
    let said = i64::from(event.is_said());
    let place = params![org, new.agent_id, thread, now, source, dedupe, wakes, said];
    tx.fetch_optional(TAKE_PLACE, place).await
}

async fn find_known(
    tx: &mut Tx<'_>,
    org: OrgId,
    new: &NewEvent,
) -> Result<Option<Accepted>, StoreError> {
    let name = params![org, new.source.as_str(), new.dedupe_key.as_str()];
    let known: Option<Known> = tx.fetch_optional(KNOWN, name).await?;
    Ok(known.map(|known| Accepted::Duplicate {
        thread_id: known.thread_id,
        event_id: known.id,
    }))
}
