//! The team's inbox: conversations with contacts, as people see them.
//!
//! It keeps nothing of its own but who has read how far and who has taken over: what was said stands in the events and in the outbox.

mod files;
mod messages;
mod say;
mod see_to;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use steward_model::{
    AgentId, Answering, ContactId, EffectId, EventId, LineId, MemberId, Scope, Skipped, ThreadId,
    Timestamp,
};

pub use self::files::{FilesToKeep, KEEP_FILES, TextFile, TextFileState};
pub(crate) use self::messages::words_of;
pub use self::messages::{AiOrigin, InboxMessage, Speaker};
use self::messages::{SealedSaid, SealedSent};
pub use self::say::{NewWords, ReplyLine, Said, Unsendable};
use crate::crypto::DataKey;
use crate::db::transaction;
use crate::row::{FromRow, Only, Row};
use crate::sql::{Sql, params, statements};
use crate::suggestions::overtaken;
use crate::threads::seen;
use crate::{OrgStore, StoreError, contacts, members};

/// That a thread is a conversation with a contact.
macro_rules! with_contact {
    () => {
        "substr(thread.correlation_key, 1, 8) = 'contact:'"
    };
}
pub(crate) use with_contact;

/// Reads [`SealedThread`]s, of those that a query of threads finds.
macro_rules! inbox {
    ($threads:expr) => {
        concat!(
            "select t.id, t.agent_id, t.scope, t.active_at, t.hold_reason, t.taken_by,
                substr(t.correlation_key, 9) as contact_id, agent.name as agent_name,
                contact.name_enc as contact_name, member.name_enc as taker_name,
                coalesce(contact.answering, 'usual') as answering, chosen.name as chosen_name,
                (select count(*) from event where event.thread_id = t.id and event.kind = 'inbound_sms'
                    and event.seq > t.read_said) as unread,
                (select count(*) from contact_identifier known join opt_out on opt_out.org_id = known.org_id
                    and opt_out.channel = 'sms' and opt_out.address_blind = known.value_blind
                    where known.contact_id = contact.id) as opted_out,
                (select count(*) from notice where notice.thread_id = t.id and notice.resolved_at is null)
                    + (select count(*) from approval where approval.thread_id = t.id
                        and approval.decision is null) as escalated,
                (select count(*) from suggestion where suggestion.thread_id = t.id and suggestion.state = 'waiting'
                    and not ", overtaken!(), ") as waiting,
                said.id as said_id, said.payload_enc as said_enc, said.received_at as said_at, said.skipped,
                sent.id as sent_id, sent.payload_enc as sent_enc, sent.payload_hash as sent_hash,
                sent.agent_id as sent_by, sent.line_id as sent_from, sent.state as sent_state,
                sent.reason as sent_reason, sent.not_before as sent_not_before, sent.created_at as sent_at,
                told.id as told_id, told.payload_enc as told_enc
            from (select thread.id, thread.agent_id, thread.scope, thread.active_at, thread.hold_reason,
                    thread.taken_by, thread.correlation_key, thread.read_said from ", $threads, ") t
                join agent on agent.id = t.agent_id
                left join contact on contact.id = substr(t.correlation_key, 9)
                left join agent chosen on chosen.id = contact.answering_agent
                left join member on member.id = t.taken_by
                left join event said on said.id = (select max(event.id) from event
                    where event.thread_id = t.id and event.kind = 'inbound_sms')
                left join effect sent on sent.id = (select max(effect.id) from effect where effect.thread_id = t.id)
                left join event told on told.org_id = sent.org_id and told.source = 'team' and told.dedupe_key = sent.id
            order by t.active_at desc, t.id desc"
        )
    };
}

/// One page of the threads for which something holds.
macro_rules! page_of {
    ($from:expr, $condition:expr) => {
        page_of!($from, "thread.org_id", $condition)
    };
    ($from:expr, $org:literal, $condition:expr) => {
        inbox!(concat!(
            $from, " where ", $org, " = $1 and (thread.active_at, thread.id) < ($2, $3) and ",
            seen!("thread.scope" by "$4"), " and ", $condition,
            " order by thread.active_at desc, thread.id desc limit $5"
        ))
    };
}

statements! {
    ALL = page_of!("thread", with_contact!());
    // Only contacts send texts, so that their index is enough.
    UNREAD = page_of!("thread", "thread.last_said > thread.read_said");
    // Those are few: they are found first, and then their threads. Where the organisation's name is no bare column, nobody looks for
    // each of them among all its threads by time.
    NEEDS_YOU = page_of!(concat!("(select thread_id as wanted from notice
                where org_id = $1 and resolved_at is null and thread_id is not null
            union select thread_id from approval where org_id = $1 and decision is null
            union select thread_id from suggestion where org_id = $1 and state = 'waiting' and not ", overtaken!(), "
            union select id from thread where org_id = $1 and hold_reason is not null) open cross join thread"),
        "coalesce(thread.org_id, '')", concat!("thread.id = open.wanted and ", with_contact!()));
    ONE = inbox!(concat!("thread where thread.org_id = $1 and thread.id = $2 and ", with_contact!(), " and ",
        seen!("thread.scope" by "$3")));
    LABEL = "select label as value from line where org_id = $1 and id = $2";
}

pub(crate) const ALL_STATEMENTS: [&[Sql]; 5] = [
    STATEMENTS,
    files::STATEMENTS,
    messages::STATEMENTS,
    say::STATEMENTS,
    see_to::STATEMENTS,
];

/// A conversation with a contact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboxThread {
    /// The thread.
    pub id: ThreadId,
    /// Who it is with.
    pub contact_id: ContactId,
    /// Their name, if it is known.
    pub contact_name: Option<String>,
    /// Which agent answers on it.
    pub agent_id: AgentId,
    /// What the agent is called.
    pub agent_name: String,
    /// The line that was last used, and what people call it.
    pub line: Option<(LineId, String)>,
    /// What was said last.
    pub last: Option<InboxMessage>,
    /// Texts of the contact's that nobody of the team has read.
    pub unread: i64,
    /// Whether they want no messages.
    pub opted_out: bool,
    /// Who answers them, on whichever line they write.
    pub answering: Answering,
    /// What the agent is called that was chosen for them in the place of their line's.
    pub answering_agent_name: Option<String>,
    /// Whether a person must know or decide something about it.
    pub escalated: bool,
    /// Whether nobody works on it until a person lets it go on.
    pub held: bool,
    /// Who talks to the contact in the agent's place, and their name.
    pub taken_by: Option<(MemberId, String)>,
    /// Whether drafted replies wait for a person.
    pub waiting_suggestion: bool,
    /// When something arrived last.
    pub active_at: Timestamp,
}

/// Which conversations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum InboxFilter {
    /// All of them.
    #[default]
    All,
    /// With texts that nobody has read.
    Unread,
    /// Where a person must know or decide something.
    NeedsYou,
}

/// A place in the inbox, which the newest activity leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InboxPlace {
    /// When something arrived last.
    pub active_at: Timestamp,
    /// The thread.
    pub id: ThreadId,
}

struct SealedThread {
    id: ThreadId,
    agent_id: AgentId,
    scope: String,
    active_at: Timestamp,
    hold_reason: Option<String>,
    taken_by: Option<MemberId>,
    contact_id: ContactId,
    agent_name: String,
    contact_name: Option<Vec<u8>>,
    taker_name: Option<Vec<u8>>,
    answering: Answering,
    chosen_name: Option<String>,
    unread: i64,
    opted_out: i64,
    escalated: i64,
    waiting: i64,
    said: Option<SealedSaid>,
    sent: Option<SealedSent>,
}

impl FromRow for SealedThread {
    fn from_row(row: &Row<'_>) -> Result<Self, StoreError> {
        let said: Option<EventId> = row.get("said_id")?;
        let sent: Option<EffectId> = row.get("sent_id")?;
        Ok(Self {
            id: row.get("id")?,
            agent_id: row.get("agent_id")?,
            scope: row.get("scope")?,
            active_at: row.get("active_at")?,
            hold_reason: row.get("hold_reason")?,
            taken_by: row.get("taken_by")?,
            contact_id: row.get("contact_id")?,
            agent_name: row.get("agent_name")?,
            contact_name: row.get("contact_name")?,
            taker_name: row.get("taker_name")?,
            answering: row.get("answering")?,
            chosen_name: row.get("chosen_name")?,
            unread: row.get("unread")?,
            opted_out: row.get("opted_out")?,
            escalated: row.get("escalated")?,
            waiting: row.get("waiting")?,
            said: said.map(|id| read_said(row, id)).transpose()?,
            sent: sent.map(|id| read_sent(row, id)).transpose()?,
        })
    }
}

fn read_said(row: &Row<'_>, id: EventId) -> Result<SealedSaid, StoreError> {
    Ok(SealedSaid {
        id,
        payload_enc: row.get("said_enc")?,
        received_at: row.get("said_at")?,
        skipped: row.get::<Option<Skipped>>("skipped")?,
    })
}

fn read_sent(row: &Row<'_>, id: EffectId) -> Result<SealedSent, StoreError> {
    Ok(SealedSent {
        id,
        agent_id: row.get("sent_by")?,
        line_id: row.get("sent_from")?,
        payload_enc: row.get("sent_enc")?,
        payload_hash: row.get("sent_hash")?,
        state: row.get("sent_state")?,
        reason: row.get("sent_reason")?,
        not_before: row.get("sent_not_before")?,
        created_at: row.get("sent_at")?,
        told_id: row.get("told_id")?,
        told_enc: row.get("told_enc")?,
        // Whoever wants to know reads the messages themselves.
        edited: None,
        tried_no: None,
        tried_enc: None,
    })
}

type Keys = HashMap<String, Option<Arc<DataKey>>>;

impl SealedThread {
    /// Opens no more than what was said last; its line is yet to be named.
    fn open(self, keys: &Keys) -> Result<(InboxThread, Option<LineId>), StoreError> {
        let key = |scope: &str| keys.get(scope).and_then(Option::as_ref);
        let of_contact = key(&self.scope);
        let taker = self.taken_by.zip(self.taker_name);
        let taken_by = taker.and_then(|(member, name)| {
            let key = key(&Scope::Member(member).to_string())?;
            Some(members::open_name(key, member, &name).map(|name| (member, name)))
        });
        let said_last = match (&self.said, &self.sent) {
            (Some(said), Some(sent)) => said.id.to_string() > sent.id.to_string(),
            (said, _) => said.is_some(),
        };
        let last = match (said_last, self.said, self.sent) {
            (true, Some(said), _) => Some(said.open(of_contact)?),
            (_, _, Some(sent)) => Some(sent.open(of_contact)?),
            _ => None,
        };
        let contact = self.contact_id;
        let name = of_contact.zip(self.contact_name);
        let name = name.map(|(key, name)| contacts::open_name(key, contact, &name));
        let line = last.as_ref().and_then(|last| last.line_id);
        let thread = InboxThread {
            id: self.id,
            contact_id: contact,
            contact_name: name.transpose()?,
            agent_id: self.agent_id,
            agent_name: self.agent_name,
            line: None,
            last,
            unread: self.unread,
            opted_out: self.opted_out > 0,
            answering: self.answering,
            answering_agent_name: self.chosen_name,
            escalated: self.escalated > 0,
            held: self.hold_reason.is_some(),
            taken_by: taken_by.transpose()?,
            waiting_suggestion: self.waiting > 0,
            active_at: self.active_at,
        };
        Ok((thread, line))
    }
}

impl OrgStore<'_> {
    /// Conversations with contacts, the newest activity first.
    pub async fn inbox(
        &self,
        filter: InboxFilter,
        after: Option<InboxPlace>,
        limit: u32,
    ) -> Result<Vec<InboxThread>, StoreError> {
        let (org, viewer) = (self.org, self.viewer_scope());
        let wanted = match filter {
            InboxFilter::All => ALL,
            InboxFilter::Unread => UNREAD,
            InboxFilter::NeedsYou => NEEDS_YOU,
        };
        let (at, id) = match after {
            Some(place) => (place.active_at.as_micros(), place.id.to_string()),
            None => (i64::MAX, String::new()),
        };
        let rows = self
            .db()
            .read(transaction!(|tx| {
                let limit = i64::from(limit);
                let page = params![org, at, id.as_str(), viewer.as_deref(), limit];
                tx.fetch_all(wanted, page).await
            }))
            .await?;
        self.open_inbox(rows).await
    }

    /// One of them.
    pub async fn inbox_thread(&self, id: ThreadId) -> Result<Option<InboxThread>, StoreError> {
        let (org, viewer) = (self.org, self.viewer_scope());
        let found: Option<SealedThread> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(ONE, params![org, id, viewer.as_deref()])
                    .await
            }))
            .await?;
        let rows = found.into_iter().collect();
        Ok(self.open_inbox(rows).await?.pop())
    }

    async fn open_inbox(&self, rows: Vec<SealedThread>) -> Result<Vec<InboxThread>, StoreError> {
        let takers = rows.iter().filter_map(|row| row.taken_by);
        let takers = takers.map(|member| Scope::Member(member).to_string());
        let scopes: BTreeSet<_> = rows
            .iter()
            .map(|row| row.scope.clone())
            .chain(takers)
            .collect();
        let scopes: Vec<_> = scopes.into_iter().collect();
        let keys = self.store.inner.keys.find_many(&scopes).await?;
        let opened: Vec<_> = rows
            .into_iter()
            .map(|row| row.open(&keys))
            .collect::<Result<_, _>>()?;
        let lines: BTreeSet<_> = opened.iter().filter_map(|(_, line)| *line).collect();
        let labels = self.labels(lines).await?;
        Ok(opened
            .into_iter()
            .map(|(mut thread, line)| {
                let label = |id| labels.get(&id).cloned().map(|label| (id, label));
                thread.line = line.and_then(label);
                thread
            })
            .collect())
    }

    /// What people call lines; one that is gone is called nothing.
    async fn labels(&self, lines: BTreeSet<LineId>) -> Result<HashMap<LineId, String>, StoreError> {
        let org = self.org;
        self.db()
            .read(transaction!(|tx| {
                let mut labels = HashMap::with_capacity(lines.len());
                for line in lines {
                    let label: Option<Only<String>> =
                        tx.fetch_optional(LABEL, params![org, line]).await?;
                    labels.extend(label.map(|label| (line, label.0)));
                }
                Ok(labels)
            }))
            .await
    }
}
