//! Schedules: times at which an agent is told something. A member who is no admin sees those of their own conversations, can
//! switch them and can delete them; the store knows which they are.

mod runs;

use http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::json;
use steward_model::{AgentId, Role, ScheduleId, Scope, Timestamp, Timetable, TimetableError};
use steward_store::{NewSchedule, Schedule};
use utoipa::ToSchema;

use self::runs::{ScheduledRun, next_runs};
use super::page::{List, PageQuery};
use super::text;
use super::words::MisfireWord;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;

const LONGEST_TEXT: usize = 10_000;

/// A time, or many, at which an agent is told something.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Schedule)]
pub(crate) struct ScheduleView {
    #[schema(format = "uuid")]
    id: String,
    #[schema(format = "uuid")]
    agent_id: String,
    name: String,
    /// Minute, hour, day of the month, month, day of the week; null for a moment that comes once.
    cron: Option<String>,
    zone: String,
    /// What the agent is told.
    text: String,
    misfire: MisfireWord,
    enabled: bool,
    /// When it is due; null once it is over.
    #[schema(format = DateTime)]
    next_at: Option<String>,
    /// The next three times; fewer if it comes once, none if it is over or switched off.
    next_runs: Vec<ScheduledRun>,
    #[schema(format = DateTime)]
    last_at: Option<String>,
    /// Occurrences that did not run at their time.
    missed: i64,
    /// Grows with every change.
    revision: i64,
    #[schema(format = "uuid")]
    created_by: Option<String>,
    /// The conversation in which an agent set it up; null if a person made it, or the conversation is gone.
    #[schema(format = "uuid")]
    made_in: Option<String>,
    #[schema(format = DateTime)]
    created_at: String,
}

/// A schedule to be made: with `cron`, or with `at`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewSchedule)]
pub(crate) struct NewScheduleBody {
    #[schema(format = "uuid")]
    agent_id: String,
    #[schema(min_length = 1, max_length = 200)]
    name: String,
    /// What the agent is told.
    #[schema(min_length = 1, max_length = 10000)]
    text: String,
    /// Minute, hour, day of the month, month, day of the week.
    #[schema(example = "0 9 * * 1-5", max_length = 100)]
    cron: Option<String>,
    /// The time zone of `cron`, and of the times that people are told; UTC without it.
    #[schema(example = "Europe/Berlin", max_length = 100)]
    zone: Option<String>,
    /// A moment that comes once.
    #[schema(format = DateTime)]
    at: Option<String>,
    /// What happens to runs that were missed; `run_once` without it.
    misfire: Option<MisfireWord>,
    /// Whether it fires at all; true without it.
    enabled: Option<bool>,
}

/// Everything that can be set of a schedule, as it is to be from now on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScheduleChange {
    /// The revision that was read. If it is not the newest, somebody was faster, and nothing is changed.
    revision: i64,
    #[schema(min_length = 1, max_length = 200)]
    name: String,
    /// What the agent is told.
    #[schema(min_length = 1, max_length = 10000)]
    text: String,
    /// Minute, hour, day of the month, month, day of the week.
    #[schema(example = "0 9 * * 1-5", max_length = 100)]
    cron: Option<String>,
    /// The time zone of `cron`, and of the times that people are told; UTC without it.
    #[schema(example = "Europe/Berlin", max_length = 100)]
    zone: Option<String>,
    /// A moment that comes once.
    #[schema(format = DateTime)]
    at: Option<String>,
    /// What happens to runs that were missed; `run_once` without it.
    misfire: Option<MisfireWord>,
    /// Whether it fires at all; true without it.
    enabled: Option<bool>,
}

/// List the schedules
///
/// An admin sees all; any other member those of their own conversations with agents.
#[utoipa::path(
    get, path = "/api/schedules", tag = "schedules", security(("bearer" = []), ("session" = [])),
    params(PageQuery), responses((status = 200, body = List<ScheduleView>), Failures)
)]
pub(crate) async fn list_schedules(
    caller: Caller,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<ScheduleView>>, ApiError> {
    let page = query.page()?;
    let schedules = caller.org().schedules(&page).await?;
    Ok(Json(List::cut(
        schedules,
        &page,
        |schedule| schedule.id.to_string(),
        ScheduleView::from,
    )))
}

/// Make a schedule
#[utoipa::path(
    post, path = "/api/schedules", tag = "schedules", security(("bearer" = []), ("session" = [])),
    request_body = NewScheduleBody, responses((status = 201, body = ScheduleView), Failures)
)]
pub(crate) async fn create_schedule(
    caller: Caller,
    Json(body): Json<NewScheduleBody>,
) -> Result<(StatusCode, Json<ScheduleView>), ApiError> {
    caller.require_admin()?;
    let agent: AgentId = text::id("agent_id", &body.agent_id)?;
    if caller.org().agent(agent).await?.is_none() {
        let message = "There is no such agent.";
        return Err(ApiError::invalid_field("agent_id", message));
    }
    let change = ScheduleChange {
        revision: 0,
        name: body.name,
        text: body.text,
        cron: body.cron,
        zone: body.zone,
        at: body.at,
        misfire: body.misfire,
        enabled: body.enabled,
    };
    let new = change.settings(&caller, agent)?;
    let made = caller.org().create_schedule(new).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// One schedule
#[utoipa::path(
    get, path = "/api/schedules/{schedule_id}", tag = "schedules", security(("bearer" = []), ("session" = [])),
    params(("schedule_id" = String, Path, format = "uuid")),
    responses((status = 200, body = ScheduleView), Failures)
)]
pub(crate) async fn get_schedule(
    caller: Caller,
    Path(id): Path<ScheduleId>,
) -> Result<Json<ScheduleView>, ApiError> {
    let schedule = caller.org().schedule(id).await?;
    Ok(Json(schedule.ok_or_else(ApiError::not_found)?.into()))
}

/// Replace what is set of a schedule
///
/// Whoever is no admin can switch their own off and on, with everything else as it is.
#[utoipa::path(
    put, path = "/api/schedules/{schedule_id}", tag = "schedules", security(("bearer" = []), ("session" = [])),
    params(("schedule_id" = String, Path, format = "uuid")),
    request_body = ScheduleChange, responses((status = 200, body = ScheduleView), Failures)
)]
pub(crate) async fn replace_schedule(
    caller: Caller,
    Path(id): Path<ScheduleId>,
    Json(body): Json<ScheduleChange>,
) -> Result<Json<ScheduleView>, ApiError> {
    require_admin_scope(&caller)?;
    let org = caller.org();
    let found = org.schedule(id).await?.ok_or_else(ApiError::not_found)?;
    let revision = body.revision;
    let new = body.replacing(&caller, &found.settings)?;
    if !org.replace_schedule(id, revision, new).await? {
        return Err(ApiError::changed_meanwhile());
    }
    let schedule = org.schedule(id).await?;
    Ok(Json(schedule.ok_or_else(ApiError::not_found)?.into()))
}

/// Delete a schedule
#[utoipa::path(
    delete, path = "/api/schedules/{schedule_id}", tag = "schedules", security(("bearer" = []), ("session" = [])),
    params(("schedule_id" = String, Path, format = "uuid")),
    responses((status = 204, description = "Deleted."), Failures)
)]
pub(crate) async fn delete_schedule(
    caller: Caller,
    Path(id): Path<ScheduleId>,
) -> Result<StatusCode, ApiError> {
    require_admin_scope(&caller)?;
    match caller.org().delete_schedule(id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found()),
    }
}

/// An admin's key needs its scope for this, as for whatever else is the organisation's. Who is no admin reaches only what is
/// their own.
fn require_admin_scope(caller: &Caller) -> Result<(), ApiError> {
    match caller.role < Role::Admin {
        true => Ok(()),
        false => caller.require_admin(),
    }
}

impl ScheduleChange {
    /// What becomes of one that is there. A member who is no admin says in the chat what they want to be told and when, where an
    /// agent keeps to limits that there are none of here; so they change nothing but whether it is on.
    fn replacing(self, caller: &Caller, old: &NewSchedule) -> Result<NewSchedule, ApiError> {
        let mut new = self.settings(caller, old.agent_id)?;
        // The words for a rhythm are true for as long as it is kept.
        if new.cron == old.cron
            && let Some(when) = old.payload.get("when")
        {
            new.payload["when"] = when.clone();
        }
        if caller.role < Role::Admin && !is_only_switched(&new, old) {
            return Err(ApiError::forbidden(
                "Only an admin or an owner may change more of it than whether it is on.",
            ));
        }
        Ok(new)
    }

    fn settings(self, caller: &Caller, agent: AgentId) -> Result<NewSchedule, ApiError> {
        let zone = self.zone.unwrap_or_else(|| "UTC".to_owned());
        let now = caller.app().now();
        let next_at = next_at(self.cron.as_deref(), &zone, self.at.as_deref(), now)?;
        let said = text::long("text", self.text.trim(), LONGEST_TEXT)?;
        if said.is_empty() {
            return Err(ApiError::invalid_field("text", "This must not be empty."));
        }
        Ok(NewSchedule {
            agent_id: agent,
            correlation_key: "schedules".to_owned(),
            scope: Scope::Agent(agent),
            name: text::name("name", &self.name)?,
            cron: self.cron,
            zone,
            payload: json!({ "text": said }),
            next_at: Some(next_at),
            misfire: self.misfire.unwrap_or(MisfireWord::RunOnce).into(),
            enabled: self.enabled.unwrap_or(true),
            created_by: Some(caller.member_id),
            made_in: None,
        })
    }
}

/// Whether nothing differs but whether it is on. One that comes again and again is due when its rhythm says so next.
fn is_only_switched(new: &NewSchedule, old: &NewSchedule) -> bool {
    new.name == old.name
        && new.payload == old.payload
        && new.misfire == old.misfire
        && (&new.cron, &new.zone) == (&old.cron, &old.zone)
        && (new.cron.is_some() || new.next_at == old.next_at)
}

/// When it is due for the first time.
fn next_at(
    cron: Option<&str>,
    zone: &str,
    at: Option<&str>,
    now: Timestamp,
) -> Result<Timestamp, ApiError> {
    // The zone of a moment that comes once is checked too: people are told the time in it.
    let timetable = Timetable::parse(cron.unwrap_or("* * * * *"), zone).map_err(|error| {
        let field = match &error {
            TimetableError::Zone { .. } => "zone",
            _ => "cron",
        };
        ApiError::invalid_field(field, format!("This cannot be used: {error}."))
    })?;
    match (cron, at) {
        (Some(_), None) => {
            let next = timetable.next_after(now);
            next.ok_or_else(|| ApiError::invalid_field("cron", "This time never comes."))
        }
        (None, Some(at)) => {
            let at = text::moment("at", at)?;
            match at > now {
                true => Ok(at),
                false => Err(ApiError::invalid_field("at", "This must lie ahead.")),
            }
        }
        (Some(_), Some(_)) | (None, None) => Err(ApiError::invalid_field(
            "cron",
            "Give `cron` or `at`, and not both.",
        )),
    }
}

impl From<Schedule> for ScheduleView {
    fn from(schedule: Schedule) -> Self {
        let settings = schedule.settings;
        let next_runs = next_runs(&settings);
        let said = settings.payload["text"].as_str().unwrap_or_default();
        Self {
            id: schedule.id.to_string(),
            agent_id: settings.agent_id.to_string(),
            name: settings.name,
            cron: settings.cron,
            zone: settings.zone,
            text: said.to_owned(),
            misfire: settings.misfire.into(),
            enabled: settings.enabled,
            next_at: settings.next_at.map(|at| at.to_string()),
            next_runs,
            last_at: schedule.last_at.map(|at| at.to_string()),
            missed: schedule.missed,
            revision: schedule.revision,
            created_by: settings.created_by.map(|id| id.to_string()),
            made_in: settings.made_in.map(|id| id.to_string()),
            created_at: schedule.created_at.to_string(),
        }
    }
}
