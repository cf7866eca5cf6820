//! A schedule that is due: it moves on and says what it has to say in one transaction, whoever gets there first.

use serde_json::Value;
use steward_model::{
    AgentId, EventKind, Flag, Integrity, Misfire, OrgId, ScheduleId, Scheduled, Timestamp,
};

use super::{open_payload, parse_scope};
use crate::db::transaction;
use crate::flags::switched_off;
use crate::inbox::{Accepted, NewEvent, ReadyEvent, append_event};
use crate::row::from_row;
use crate::sql::{params, statements};
use crate::{Store, StoreError};

statements! {
    DUE = concat!("select id, org_id, agent_id, correlation_key, scope, name, cron, zone, payload_enc, next_at, misfire,
            revision
        from schedule where enabled = 1 and next_at <= $1
            and not ", switched_off!("'agents', 'reminders'" for "schedule.org_id"), "
        order by next_at, id limit $2");
    // Of two that fire it at once, the second finds that it has moved on.
    MOVE_ON = "update schedule set next_at = $1, missed = missed + $2, last_at = coalesce($3, last_at)
        where org_id = $4 and id = $5 and next_at = $6 and revision = $7 and enabled = 1";
}

/// A schedule whose time has come, as it was read.
#[derive(Debug, Clone)]
pub struct DueSchedule {
    /// Its organisation.
    pub org_id: OrgId,
    /// Its id.
    pub id: ScheduleId,
    /// Who is told.
    pub agent_id: AgentId,
    /// What people call it.
    pub name: String,
    /// Its cron expression, or nothing for a moment that comes once.
    pub cron: Option<String>,
    /// The time zone in which the expression is read.
    pub zone: String,
    /// The occurrence that is due.
    pub next_at: Timestamp,
    /// What happens to runs that were missed.
    pub misfire: Misfire,
    correlation_key: String,
    scope: String,
    payload_enc: Vec<u8>,
    revision: i64,
}
from_row!(DueSchedule {
    org_id,
    id,
    agent_id,
    name,
    cron,
    zone,
    next_at,
    misfire,
    correlation_key,
    scope,
    payload_enc,
    revision,
});

/// What to do about the occurrence that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fire {
    /// Tell the agent.
    Run,
    /// It is too late for that: let a person know.
    Report,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fired {
    /// The agent is told.
    Told(Accepted),
    /// A person is to be told this.
    Missed(Missed),
    /// The scope of its thread was forgotten: it has nothing to say any more, and is over.
    Forgotten,
    /// Somebody else fired it or changed it since it was read.
    Passed,
}

/// Occurrences that did not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missed {
    /// The organisation.
    pub org_id: OrgId,
    /// The schedule.
    pub schedule_id: ScheduleId,
    /// What people call it.
    pub name: String,
    /// The first of them. With the schedule's id it names this report: the same again is the same report.
    pub since: Timestamp,
    /// How many.
    pub count: i64,
}

impl Store {
    /// The schedules that are due, the one that has waited longest first.
    pub async fn due_schedules(
        &self,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<DueSchedule>, StoreError> {
        if !self.switches().is_on_here(Flag::Reminders) {
            return Ok(Vec::new());
        }
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_all(DUE, params![now, i64::from(limit)]).await
            }))
            .await
    }

    /// Moves a due schedule on to `next_at`, later than what is due, and counts `missed` occurrences; in the same
    /// transaction the agent is told, if it is to be. Of two that do so at once, one does it.
    ///
    /// A schedule that cannot be opened, because its row was damaged, can still be moved on by [`Fire::Report`].
    pub async fn fire_schedule(
        &self,
        due: &DueSchedule,
        next_at: Option<Timestamp>,
        missed: i64,
        fire: Fire,
    ) -> Result<Fired, StoreError> {
        if next_at.is_some_and(|next| next <= due.next_at) {
            return Err(StoreError::internal("a schedule must move on"));
        }
        let (event, next_at) = match fire {
            Fire::Report => (None, next_at),
            Fire::Run => match self.scheduled_event(due, missed).await {
                Err(StoreError::Forgotten) => (None, None),
                event => (Some(event?), next_at),
            },
        };
        let (due, now) = (due.clone(), self.now());
        self.db()
            .write(transaction!(|tx| {
                let moved = params![
                    next_at,
                    missed,
                    event.as_ref().map(|_| due.next_at),
                    due.org_id,
                    due.id,
                    due.next_at,
                    due.revision,
                ];
                if tx.execute(MOVE_ON, moved).await? == 0 {
                    return Ok(Fired::Passed);
                }
                match (event, fire) {
                    (Some(event), _) => append_event(tx, due.org_id, &event, now)
                        .await
                        .map(Fired::Told),
                    (None, Fire::Run) => Ok(Fired::Forgotten),
                    (None, Fire::Report) => Ok(Fired::Missed(due.missed(missed))),
                }
            }))
            .await
    }

    /// What the agent is told. The occurrence names the event: however often it is tried, it arrives once.
    async fn scheduled_event(
        &self,
        due: &DueSchedule,
        missed: i64,
    ) -> Result<ReadyEvent, StoreError> {
        let key = self.inner.keys.existing(&due.scope).await?;
        let payload = open_payload(&key, due.id, &due.payload_enc)?;
        let said = due.says(&payload, missed);
        let new = NewEvent {
            agent_id: due.agent_id,
            correlation_key: due.correlation_key.clone(),
            scope: parse_scope(&due.scope)?,
            source: "schedule".into(),
            dedupe_key: format!("{}|{}", due.id, due.next_at.as_micros()),
            kind: EventKind::Scheduled,
            payload: serde_json::to_vec(&said).map_err(StoreError::internal)?,
            integrity: Integrity::Operator,
        };
        self.org(due.org_id).seal_event(new).await
    }
}

impl DueSchedule {
    /// What the schedule says, with the occurrence it says it for and how many went before it unsaid.
    fn says(&self, payload: &Value, missed: i64) -> Scheduled {
        let text = payload.get("text").and_then(Value::as_str);
        Scheduled {
            schedule_id: self.id,
            name: self.name.clone(),
            text: text.map_or_else(|| payload.to_string(), str::to_owned),
            occurrence: self.next_at.to_string(),
            missed,
        }
    }

    fn missed(self, count: i64) -> Missed {
        Missed {
            org_id: self.org_id,
            schedule_id: self.id,
            name: self.name,
            since: self.next_at,
            count,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use steward_model::SequentialIds;

    use super::*;

    #[test]
    fn what_is_said_names_the_occurrence() {
        let ids = SequentialIds::default();
        let due = DueSchedule {
            org_id: OrgId::generate(&ids),
            id: ScheduleId::generate(&ids),
            agent_id: AgentId::generate(&ids),
            name: "Briefing".into(),
            cron: None,
            zone: "UTC".into(),
            next_at: Timestamp::from_micros(1_767_225_600_000_000),
            misfire: Misfire::RunOnce,
            correlation_key: "briefing".into(),
            scope: String::new(),
            payload_enc: vec![],
            revision: 1,
        };
        assert_eq!(
            serde_json::to_value(due.says(&json!({ "text": "good morning" }), 3)).unwrap(),
            json!({
                "schedule_id": "01900000-0000-7000-8000-000000000002",
                "name": "Briefing",
                "occurrence": "2026-01-01T00:00:00Z",
                "missed": 3,
                "text": "good morning",
            })
        );
    }
}
