//! Threads: which of them wait, and what a worker sees of one before it takes it.

mod event;

use std::time::Duration;

use steward_model::{
    AgentId, Answering, ContactId, Flag, MemberEventKind, MemberId, OrgId, Role, Scope, SendMode,
    SummaryId, ThreadId, ThreadState, Timestamp, TurnId,
};

use self::event::SealedEvent;
pub use self::event::ThreadEvent;
use crate::agents::{self, Agent};
use crate::db::{Tx, transaction};
use crate::flags::switched_off;
use crate::items::{self, Item, SealedItem};
use crate::member_events::News;
use crate::notices;
use crate::row::{Only, from_row};
use crate::sql::{AFTER_ALL, params, statements};
use crate::{OrgStore, Page, Store, StoreError};

/// That somebody may see what is in a scope: everything but what is another member's own. Nobody named sees it all.
macro_rules! seen {
    ($scope:literal by $viewer:literal) => {
        concat!(
            "(",
            $viewer,
            " is null or ",
            $scope,
            " = ",
            $viewer,
            " or ",
            $scope,
            " not like 'member:%')"
        )
    };
}
pub(crate) use seen;

/// That somebody may see the thread of a row; `$1` is the organisation.
macro_rules! thread_seen {
    ($thread:literal by $viewer:literal) => {
        concat!(
            "exists (select 1 from thread where thread.org_id = $1 and thread.id = ",
            $thread,
            " and ",
            $crate::threads::seen!("thread.scope" by $viewer),
            ")"
        )
    };
}
pub(crate) use thread_seen;

statements! {
    // One that seems to wait for very long waits for a clock that was put back since.
    QUEUED = concat!("select id, org_id from thread where state = 'queued' and (wake_at <= $1 or wake_at > $2)
            and hold_reason is null and taken_by is null and not ", switched_off!("'agents'" for "thread.org_id"),
            " order by wake_at, id limit $3");
    EXPIRED = concat!("select id, org_id from thread where state = 'running' and lease_until < $1 and hold_reason is null
            and taken_by is null and not ", switched_off!("'agents'" for "thread.org_id"), " order by lease_until, id limit $2");
    NEXT_WAKE = concat!("select min(wake_at) as value from thread where state = 'queued' and hold_reason is null
            and taken_by is null and not ", switched_off!("'agents'" for "thread.org_id"));
    FIND = "select id, agent_id, correlation_key, scope, lease_epoch, lease_owner, last_event, last_item, last_turn, hold_reason,
            taken_by, summary_id, summary_epoch, scrubbed, private,
            (select answering from contact where contact.org_id = $1 and contact.id = substr(thread.scope, 9)) as answering
        from thread
        where org_id = $1 and id = $2
            and (state = 'running' or (state = 'queued' and (wake_at <= $3 or wake_at > $4)))";
    LIST = concat!("select id, agent_id, correlation_key, scope, state, hold_reason, last_turn, created_at, active_at
        from thread where org_id = $1 and id < $2 and ($3 is null or agent_id = $3) and ", seen!("scope" by "$4"),
        " order by id desc limit $5");
    ONE = concat!("select id, agent_id, correlation_key, scope, state, hold_reason, last_turn, created_at, active_at
        from thread where org_id = $1 and id = $2 and ", seen!("scope" by "$3"));
    ACTIVE_SCOPES = "select scope as value from thread where org_id = $1 and scope >= 'contact:' and scope < 'contact;'
        group by scope order by max(active_at) desc, scope limit $2";
    OPEN_TURN = "select id, workers from turn where org_id = $1 and thread_id = $2 and state = 'open'";
    UNREAD = "select id, seq, kind, payload_enc, integrity, received_at, skipped from event
        where org_id = $1 and thread_id = $2 and turn_id is null order by seq";
    OWNER = "select role as value from member where org_id = $1 and id = $2";
    RELEASE_HOLD = "update thread set hold_reason = null, failures = 0, wake_at = $1
        where org_id = $2 and id = $3 and hold_reason is not null";
    HOLD = "update thread set hold_reason = $1 where org_id = $2 and id = $3 and hold_reason is null";
    // The owner stays: that is how to tell a worker that was lost from one that let go.
    RECOVER = "update thread set state = 'queued', lease_until = null where state = 'running'";
}

/// No turn waits longer than this before it is tried again.
const LONGEST_WAIT: Duration = Duration::from_secs(10 * 60);

/// A thread that a worker may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WaitingThread {
    /// Its organisation.
    pub org_id: OrgId,
    /// The thread.
    pub id: ThreadId,
}
from_row!(WaitingThread { id, org_id });

/// A conversation of an agent, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thread {
    /// Its id.
    pub id: ThreadId,
    /// Who answers on it.
    pub agent_id: AgentId,
    /// Which of the agent's threads it is.
    pub correlation_key: String,
    /// Whose content it holds.
    pub scope: String,
    /// Where it stands.
    pub state: ThreadState,
    /// Why nobody works on it until a person lets it go on.
    pub hold_reason: Option<String>,
    /// How many turns it has had.
    pub last_turn: i64,
    /// When it began.
    pub created_at: Timestamp,
    /// When something arrived last.
    pub active_at: Timestamp,
}
from_row!(Thread {
    id,
    agent_id,
    correlation_key,
    scope,
    state,
    hold_reason,
    last_turn,
    created_at,
    active_at
});

/// What a worker sees of a thread before it takes it. Taking it fails if anything of this has changed.
#[derive(Debug, Clone)]
pub struct ThreadView {
    /// The thread.
    pub id: ThreadId,
    /// Which of the agent's threads it is.
    pub correlation_key: String,
    /// A turn that another worker left open.
    pub open_turn: Option<TurnId>,
    /// How many workers have had it, if the last of them never let go of it; zero otherwise.
    pub lost_workers: i64,
    /// What nobody has answered yet, oldest first.
    pub unread: Vec<ThreadEvent>,
    /// The place of the last event on the thread.
    pub last_event: i64,
    /// Items after the place that was asked for, oldest first.
    pub items: Vec<Item>,
    /// The place of the thread's last item.
    pub last_item: i64,
    /// Who answers.
    pub agent: Agent,
    /// What the agent's owner is now; nothing if the owner is gone or if the agent is the organisation's own.
    pub owner: Option<Role>,
    /// The number of the thread's last turn.
    pub last_turn: i64,
    /// The newest summary of what was said.
    pub summary: Option<SummaryId>,
    /// Grows whenever summaries are added or dropped.
    pub summary_epoch: i64,
    /// Grows when something on the thread was forgotten: items that were read before are out of date.
    pub scrubbed: i64,
    /// Whose key seals the thread.
    pub scope: Scope,
    /// Whether nothing of it may be known in another conversation.
    pub private: bool,
    pub(crate) org_id: OrgId,
    pub(crate) epoch: i64,
}

struct ThreadRow {
    id: ThreadId,
    agent_id: AgentId,
    correlation_key: String,
    scope: String,
    lease_epoch: i64,
    lease_owner: Option<String>,
    last_event: i64,
    last_item: i64,
    last_turn: i64,
    hold_reason: Option<String>,
    taken_by: Option<MemberId>,
    summary_id: Option<SummaryId>,
    summary_epoch: i64,
    scrubbed: i64,
    private: i64,
    answering: Option<Answering>,
}
from_row!(ThreadRow {
    id,
    agent_id,
    correlation_key,
    scope,
    lease_epoch,
    lease_owner,
    last_event,
    last_item,
    last_turn,
    hold_reason,
    taken_by,
    summary_id,
    summary_epoch,
    scrubbed,
    private,
    answering
});

struct OpenTurn {
    id: TurnId,
    workers: i64,
}
from_row!(OpenTurn { id, workers });

/// The rows behind a [`ThreadView`], as one transaction saw them.
struct SealedView {
    thread: ThreadRow,
    open_turn: Option<OpenTurn>,
    unread: Vec<SealedEvent>,
    items: Vec<SealedItem>,
    agent: agents::SealedAgent,
    owner: Option<Role>,
}

impl Store {
    /// Threads that wait for a worker, longest first, and then those whose worker has gone silent.
    pub async fn waiting_threads(&self, limit: u32) -> Result<Vec<WaitingThread>, StoreError> {
        let (now, on) = (self.now(), self.switches().is_on_here(Flag::Agents));
        self.db()
            .read(transaction!(|tx| {
                let limit = if on { i64::from(limit) } else { 0 };
                let due = params![now, now.plus(LONGEST_WAIT), limit];
                let mut waiting: Vec<WaitingThread> = tx.fetch_all(QUEUED, due).await?;
                let silent = params![now, limit];
                waiting.extend(tx.fetch_all::<WaitingThread>(EXPIRED, silent).await?);
                Ok(waiting)
            }))
            .await
    }

    /// When the next thread wants to be looked at, if any does.
    pub async fn next_wake(&self) -> Result<Option<Timestamp>, StoreError> {
        let next: Option<Only<Option<Timestamp>>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(NEXT_WAKE, params![]).await
            }))
            .await?;
        Ok(next.and_then(|next| next.0))
    }

    /// Lets go of every thread at once. For the one process that has the database to itself, when it starts: whoever
    /// held them is gone.
    pub async fn recover_threads(&self) -> Result<u64, StoreError> {
        self.db()
            .write(transaction!(|tx| { tx.execute(RECOVER, params![]).await }))
            .await
    }
}

impl OrgStore<'_> {
    /// What there is to know before a turn, with the newest `limit` items after a place. Nothing if the thread has
    /// nothing to do yet, is on hold, or is gone.
    pub async fn view_thread(
        &self,
        thread: ThreadId,
        after_item: i64,
        limit: u32,
    ) -> Result<Option<ThreadView>, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let found = self
            .db()
            .glance(transaction!(|tx| {
                let Some(row) = find(tx, org, thread, now).await? else {
                    return Ok(None);
                };
                look(tx, org, row, after_item, limit).await
            }))
            .await?;
        match found {
            Some(sealed) => self.open_view(sealed).await.map(Some),
            None => Ok(None),
        }
    }

    /// Threads, the one that began last first: all, or one agent's. The page begins after an id in that order.
    pub async fn threads(
        &self,
        page: &Page,
        agent: Option<AgentId>,
    ) -> Result<Vec<Thread>, StoreError> {
        let (org, viewer, page) = (self.org, self.viewer_scope(), page.clone());
        self.db()
            .read(transaction!(|tx| {
                let before = page.after.as_deref().unwrap_or(AFTER_ALL);
                let limit = i64::from(page.limit);
                let slice = params![org, before, agent, viewer.as_deref(), limit];
                tx.fetch_all(LIST, slice).await
            }))
            .await
    }

    /// One thread.
    pub async fn thread(&self, id: ThreadId) -> Result<Option<Thread>, StoreError> {
        let (org, viewer) = (self.org, self.viewer_scope());
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_optional(ONE, params![org, id, viewer.as_deref()])
                    .await
            }))
            .await
    }

    /// The contacts that were heard of last, the last one first.
    pub async fn contacts_by_activity(&self, limit: u32) -> Result<Vec<ContactId>, StoreError> {
        let org = self.org;
        let scopes: Vec<Only<Scope>> = self
            .db()
            .read(transaction!(|tx| {
                let slice = params![org, i64::from(limit)];
                tx.fetch_all(ACTIVE_SCOPES, slice).await
            }))
            .await?;
        let contacts = scopes.into_iter().filter_map(|scope| match scope.0 {
            Scope::Contact(contact) => Some(contact),
            Scope::Org(_) | Scope::Member(_) | Scope::Agent(_) => None,
        });
        Ok(contacts.collect())
    }

    /// What arrived on a thread and belongs to no turn yet, oldest first.
    pub async fn unread_events(&self, view: &ThreadView) -> Result<Vec<ThreadEvent>, StoreError> {
        let (org, thread) = (self.org, view.id);
        let rows: Vec<SealedEvent> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(UNREAD, params![org, thread]).await
            }))
            .await?;
        let key = self
            .store
            .inner
            .keys
            .existing(&view.scope.to_string())
            .await?;
        rows.into_iter().map(|row| row.open(&key)).collect()
    }

    /// Leaves a thread alone until a person has looked. Tells whether it was not on hold before.
    pub async fn hold_thread(
        &self,
        thread: ThreadId,
        reason: &'static str,
    ) -> Result<bool, StoreError> {
        let (org, now) = (self.org, self.store.now());
        self.db()
            .write(transaction!(|tx| {
                if tx.execute(HOLD, params![reason, org, thread]).await? == 0 {
                    return Ok(false);
                }
                tx.tell(changed(org, thread, "held", now));
                Ok(true)
            }))
            .await
    }

    /// Lets a thread on hold go on, and takes the notice of it from the list. Tells whether there was one.
    pub async fn release_thread(&self, thread: ThreadId) -> Result<bool, StoreError> {
        let (org, now) = (self.org, self.store.now());
        self.db()
            .write(transaction!(|tx| {
                let hold = params![now, org, thread];
                if tx.execute(RELEASE_HOLD, hold).await? == 0 {
                    return Ok(false);
                }
                notices::end_hold(tx, org, thread, now).await?;
                tx.tell(changed(org, thread, "released", now));
                Ok(true)
            }))
            .await
    }

    async fn open_view(&self, sealed: SealedView) -> Result<ThreadView, StoreError> {
        let thread = sealed.thread;
        let key = self.store.inner.keys.existing(&thread.scope).await?;
        let mut agent = self
            .open_agent(sealed.agent)
            .await?
            .ok_or(StoreError::Forgotten)?;
        // Whatever the agent may do elsewhere, it only drafts for this contact.
        if matches!(
            thread.answering,
            Some(Answering::Drafts | Answering::People)
        ) {
            agent.settings.send_mode = SendMode::Suggest;
        }
        Ok(ThreadView {
            id: thread.id,
            correlation_key: thread.correlation_key,
            open_turn: sealed.open_turn.as_ref().map(|turn| turn.id),
            lost_workers: match (&sealed.open_turn, thread.lease_owner) {
                (Some(turn), Some(_)) => turn.workers,
                _ => 0,
            },
            unread: sealed
                .unread
                .into_iter()
                .map(|event| event.open(&key))
                .collect::<Result<_, _>>()?,
            last_event: thread.last_event,
            items: items::open_all(&key, sealed.items)?,
            last_item: thread.last_item,
            agent,
            owner: sealed.owner,
            org_id: self.org,
            scope: thread.scope.parse().map_err(StoreError::internal)?,
            private: thread.private != 0,
            last_turn: thread.last_turn,
            summary: thread.summary_id,
            summary_epoch: thread.summary_epoch,
            scrubbed: thread.scrubbed,
            epoch: thread.lease_epoch,
        })
    }
}

/// News of a thread itself.
pub(crate) fn changed(org: OrgId, thread: ThreadId, how: &'static str, now: Timestamp) -> News {
    let news = News::new(org, MemberEventKind::Thread, now);
    news.on(Some(thread), None).state(how)
}

/// A thread that has something to do by now.
async fn find(
    tx: &mut Tx<'_>,
    org: OrgId,
    thread: ThreadId,
    now: Timestamp,
) -> Result<Option<ThreadRow>, StoreError> {
    let wanted = params![org, thread, now, now.plus(LONGEST_WAIT)];
    let found: Option<ThreadRow> = tx.fetch_optional(FIND, wanted).await?;
    Ok(found.filter(|row| row.hold_reason.is_none() && row.taken_by.is_none()))
}

async fn look(
    tx: &mut Tx<'_>,
    org: OrgId,
    row: ThreadRow,
    after_item: i64,
    limit: u32,
) -> Result<Option<SealedView>, StoreError> {
    let thread = row.id;
    let Some(agent) = agents::find(tx, org, row.agent_id).await? else {
        return Ok(None);
    };
    let owner: Option<Only<Role>> = match agent.member_id {
        Some(member) => tx.fetch_optional(OWNER, params![org, member]).await?,
        None => None,
    };
    Ok(Some(SealedView {
        open_turn: tx.fetch_optional(OPEN_TURN, params![org, thread]).await?,
        unread: tx.fetch_all(UNREAD, params![org, thread]).await?,
        items: items::newest(tx, org, thread, after_item, limit).await?,
        thread: row,
        agent,
        owner: owner.map(|owner| owner.0),
    }))
}
