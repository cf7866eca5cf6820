//! Schedules: times at which an agent is told something. What fires them is in `schedules/fire.rs`.

pub(crate) mod fire;

use steward_model::{AgentId, MemberId, Misfire, OrgId, ScheduleId, Scope, ThreadId, Timestamp};

pub use self::fire::{DueSchedule, Fire, Fired, Missed};
use crate::crypto::{DataKey, Place};
use crate::db::{Tx, transaction};
use crate::row::from_row;
use crate::sql::{params, statements};
use crate::{OrgStore, Page, Store, StoreError};

macro_rules! schedule {
    ($rest:expr) => {
        concat!(
            "select id, agent_id, correlation_key, scope, name, cron, zone, payload_enc, next_at, misfire, enabled,
                last_at, missed, revision, created_by, created_at, made_in
            from schedule where org_id = $1 and ",
            $rest
        )
    };
}

/// That a schedule belongs to the conversations of one scope, with one agent where that is said: it is told in them, or was set
/// up in them. Agents and members are shown by the same rule what is theirs. `$1` is the organisation.
macro_rules! of_conversations {
    ($scope:literal $(with $agent:literal)?) => {
        concat!(
            "((schedule.scope = ", $scope, $(" and schedule.agent_id = ", $agent,)?
            ") or exists (select 1 from thread where thread.org_id = $1 and thread.id = schedule.made_in and thread.scope = ",
            $scope, $(" and thread.agent_id = ", $agent,)?
            "))"
        )
    };
}

/// That somebody may see it: whoever is no admin sees what belongs to their own conversations.
macro_rules! schedule_seen {
    (by $viewer:literal) => {
        concat!(
            "(",
            $viewer,
            " is null or ",
            of_conversations!($viewer),
            ")"
        )
    };
}

statements! {
    INSERT = "insert into schedule (id, org_id, agent_id, correlation_key, scope, name, cron, zone, payload_enc, next_at,
            misfire, enabled, missed, revision, created_by, created_at, made_in)
        select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, 1, $13, $14, $15
        where exists (select 1 from agent where org_id = $2 and id = $3)
            and ($13 is null or exists (select 1 from member where org_id = $2 and id = $13))
            and ($15 is null or exists (select 1 from thread where org_id = $2 and id = $15))";
    FIND = concat!(schedule!("id = $2 and "), schedule_seen!(by "$3"));
    LIST = concat!(schedule!("id > $2 and "), schedule_seen!(by "$3"), " order by id limit $4");
    OWN = concat!(schedule!("next_at is not null and "), of_conversations!("$3" with "$2"), " order by next_at, id limit $4");
    // Only what somebody read can be replaced: a second writer must look again.
    REPLACE = "update schedule set name = $1, cron = $2, zone = $3, payload_enc = $4, next_at = $5, misfire = $6,
            enabled = $7, revision = revision + 1
        where org_id = $8 and id = $9 and revision = $10";
    DELETE = concat!("delete from schedule where org_id = $1 and id = $2 and ", schedule_seen!(by "$3"));
}

/// A time, or many, at which an agent is told something.
#[derive(Debug, Clone, PartialEq)]
pub struct Schedule {
    /// Its id.
    pub id: ScheduleId,
    /// Everything that can be set; `next_at` has moved on since.
    pub settings: NewSchedule,
    /// The occurrence that ran last.
    pub last_at: Option<Timestamp>,
    /// How many occurrences did not run at their time, since it was made.
    pub missed: i64,
    /// Grows with every change; not when it fires.
    pub revision: i64,
    /// When it was made.
    pub created_at: Timestamp,
}

/// Everything that can be set of a schedule.
#[derive(Debug, Clone, PartialEq)]
pub struct NewSchedule {
    /// Who is told.
    pub agent_id: AgentId,
    /// On which of the agent's threads. It is stored in the clear: an id, never an address.
    pub correlation_key: String,
    /// Whose key seals the thread, and what is said.
    pub scope: Scope,
    /// What people call it. It is stored in the clear.
    pub name: String,
    /// A cron expression, or nothing for a moment that comes once.
    pub cron: Option<String>,
    /// The time zone in which the expression is read.
    pub zone: String,
    /// What the agent is told.
    pub payload: serde_json::Value,
    /// When it is due; nothing once it is over.
    pub next_at: Option<Timestamp>,
    /// What happens to runs that were missed.
    pub misfire: Misfire,
    /// Whether it fires at all.
    pub enabled: bool,
    /// Who made it.
    pub created_by: Option<MemberId>,
    /// The conversation in which an agent set it up.
    pub made_in: Option<ThreadId>,
}

struct SealedSchedule {
    id: ScheduleId,
    agent_id: AgentId,
    correlation_key: String,
    scope: String,
    name: String,
    cron: Option<String>,
    zone: String,
    payload_enc: Vec<u8>,
    next_at: Option<Timestamp>,
    misfire: Misfire,
    enabled: i64,
    last_at: Option<Timestamp>,
    missed: i64,
    revision: i64,
    created_by: Option<MemberId>,
    created_at: Timestamp,
    made_in: Option<ThreadId>,
}
from_row!(SealedSchedule {
    id,
    agent_id,
    correlation_key,
    scope,
    name,
    cron,
    zone,
    payload_enc,
    next_at,
    misfire,
    enabled,
    last_at,
    missed,
    revision,
    created_by,
    created_at,
    made_in,
});

impl SealedSchedule {
    fn open(self, key: &DataKey) -> Result<Schedule, StoreError> {
        let settings = NewSchedule {
            payload: open_payload(key, self.id, &self.payload_enc)?,
            scope: parse_scope(&self.scope)?,
            agent_id: self.agent_id,
            correlation_key: self.correlation_key,
            name: self.name,
            cron: self.cron,
            zone: self.zone,
            next_at: self.next_at,
            misfire: self.misfire,
            enabled: self.enabled != 0,
            created_by: self.created_by,
            made_in: self.made_in,
        };
        Ok(Schedule {
            id: self.id,
            settings,
            last_at: self.last_at,
            missed: self.missed,
            revision: self.revision,
            created_at: self.created_at,
        })
    }
}

/// A schedule whose payload is sealed.
pub(crate) struct ReadySchedule {
    id: ScheduleId,
    payload_enc: Vec<u8>,
    new: NewSchedule,
}

impl Store {
    /// Made before the transaction, with the key of the schedule's scope.
    pub(crate) fn seal_schedule(
        &self,
        key: &DataKey,
        new: NewSchedule,
    ) -> Result<ReadySchedule, StoreError> {
        let id = ScheduleId::generate(self.ids());
        Ok(ReadySchedule {
            id,
            payload_enc: seal_payload(key, id, &new.payload)?,
            new,
        })
    }
}

/// Writes it down, in the transaction that decides it.
pub(crate) async fn insert_schedule(
    tx: &mut Tx<'_>,
    org: OrgId,
    ready: &ReadySchedule,
    now: Timestamp,
) -> Result<(), StoreError> {
    let new = &ready.new;
    let row = params![
        ready.id,
        org,
        new.agent_id,
        new.correlation_key.as_str(),
        new.scope.to_string(),
        new.name.as_str(),
        new.cron.as_deref(),
        new.zone.as_str(),
        &ready.payload_enc,
        new.next_at,
        new.misfire,
        i64::from(new.enabled),
        new.created_by,
        now,
        new.made_in,
    ];
    match tx.execute(INSERT, row).await? {
        0 => Err(StoreError::Refused(
            "there is no such agent, member or thread",
        )),
        _ => Ok(()),
    }
}

/// Deletes it, in the transaction that decides it, if whoever asks may see it. Tells whether it did.
pub(crate) async fn remove_schedule(
    tx: &mut Tx<'_>,
    org: OrgId,
    id: ScheduleId,
    viewer: Option<&str>,
) -> Result<bool, StoreError> {
    Ok(tx.execute(DELETE, params![org, id, viewer]).await? > 0)
}

impl OrgStore<'_> {
    /// Makes a schedule.
    pub async fn create_schedule(&self, new: NewSchedule) -> Result<Schedule, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let key = self.store.inner.keys.key(&new.scope.to_string()).await?;
        let ready = self.store.seal_schedule(&key, new.clone())?;
        let id = ready.id;
        self.db()
            .write(transaction!(|tx| {
                insert_schedule(tx, org, &ready, now).await
            }))
            .await?;
        Ok(Schedule {
            id,
            settings: new,
            last_at: None,
            missed: 0,
            revision: 1,
            created_at: now,
        })
    }

    /// One schedule. One whose scope was forgotten is not there any more; nor is one that whoever looks may not see.
    pub async fn schedule(&self, id: ScheduleId) -> Result<Option<Schedule>, StoreError> {
        let (org, viewer) = (self.org, self.viewer_scope());
        let row: Option<SealedSchedule> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(FIND, params![org, id, viewer.as_deref()])
                    .await
            }))
            .await?;
        match row {
            Some(row) => self.open_schedule(row).await,
            None => Ok(None),
        }
    }

    /// Schedules that whoever looks may see, in the order they were made.
    pub async fn schedules(&self, page: &Page) -> Result<Vec<Schedule>, StoreError> {
        let (org, viewer, page) = (self.org, self.viewer_scope(), page.clone());
        let rows = self
            .db()
            .read(transaction!(|tx| {
                let after = page.after.as_deref().unwrap_or("");
                let slice = params![org, after, viewer.as_deref(), i64::from(page.limit)];
                tx.fetch_all(LIST, slice).await
            }))
            .await?;
        self.open_schedules(rows).await
    }

    /// What lies ahead of an agent in its conversations of one scope, or was set up in them; the next first.
    pub async fn schedules_of(
        &self,
        agent: AgentId,
        scope: Scope,
        limit: u32,
    ) -> Result<Vec<Schedule>, StoreError> {
        let (org, scope) = (self.org, scope.to_string());
        let rows = self
            .db()
            .read(transaction!(|tx| {
                let own = params![org, agent, scope.as_str(), i64::from(limit)];
                tx.fetch_all(OWN, own).await
            }))
            .await?;
        self.open_schedules(rows).await
    }

    /// Replaces what can be set, if nobody changed it since `revision` was read. The agent, the thread and who made it
    /// stay. Tells whether it was replaced.
    pub async fn replace_schedule(
        &self,
        id: ScheduleId,
        revision: i64,
        new: NewSchedule,
    ) -> Result<bool, StoreError> {
        let org = self.org;
        let Some(found) = self.schedule(id).await? else {
            return Ok(false);
        };
        let scope = found.settings.scope.to_string();
        let key = self.store.inner.keys.existing(&scope).await?;
        let payload_enc = seal_payload(&key, id, &new.payload)?;
        let replaced = self
            .db()
            .write(transaction!(|tx| {
                let values = params![
                    new.name.as_str(),
                    new.cron.as_deref(),
                    new.zone.as_str(),
                    &payload_enc,
                    new.next_at,
                    new.misfire,
                    i64::from(new.enabled),
                    org,
                    id,
                    revision,
                ];
                tx.execute(REPLACE, values).await
            }))
            .await?;
        Ok(replaced > 0)
    }

    /// Deletes a schedule. What it has said stays said. Tells whether there was one.
    pub async fn delete_schedule(&self, id: ScheduleId) -> Result<bool, StoreError> {
        let (org, viewer) = (self.org, self.viewer_scope());
        self.db()
            .write(transaction!(|tx| {
                remove_schedule(tx, org, id, viewer.as_deref()).await
            }))
            .await
    }

    async fn open_schedules(&self, rows: Vec<SealedSchedule>) -> Result<Vec<Schedule>, StoreError> {
        let mut schedules = Vec::with_capacity(rows.len());
        for row in rows {
            schedules.extend(self.open_schedule(row).await?);
        }
        Ok(schedules)
    }

    async fn open_schedule(&self, row: SealedSchedule) -> Result<Option<Schedule>, StoreError> {
        match self.store.inner.keys.existing(&row.scope).await {
            Ok(key) => row.open(&key).map(Some),
            Err(StoreError::Forgotten) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn seal_payload(
    key: &DataKey,
    id: ScheduleId,
    payload: &serde_json::Value,
) -> Result<Vec<u8>, StoreError> {
    let text = serde_json::to_vec(payload).map_err(StoreError::internal)?;
    key.seal(place(&id.to_string()), &text)
}

fn open_payload(
    key: &DataKey,
    id: ScheduleId,
    sealed: &[u8],
) -> Result<serde_json::Value, StoreError> {
    let text = key.open(place(&id.to_string()), sealed)?;
    serde_json::from_slice(&text).map_err(StoreError::internal)
}

fn parse_scope(text: &str) -> Result<Scope, StoreError> {
    text.parse()
        .map_err(|_| StoreError::internal("a schedule's scope is not valid"))
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "schedule",
        column: "payload_enc",
        row,
    }
}
