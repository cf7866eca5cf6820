//! `schedule_task`: the agent is told something later, in this conversation or in the one with a contact.

use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use steward_agent::{Action, ToolRole};
use steward_model::{AgentId, ContactId, Integrity, Misfire, Scope};
use steward_store::{Changes, NewSchedule};

use super::when::{When, read};
use super::{MOST, TOOLSET, ahead, for_the_team};
use crate::reading::unreadable;
use crate::{Reach, ToolContext, ToolOutput, Typed};

const TEXT_CHARS: usize = 2_000;

pub(crate) struct ScheduleTask;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScheduleTaskInput {
    /// When, in plain words and by the clocks of whoever you work for: `tomorrow at 9:00`, `in 20 minutes`, `Friday at 3pm`,
    /// `2026-03-01 09:00`, `every Monday at 8:30`, `every weekday at 9:00`, `every month on the 1st at 10:00`.
    when: String,
    /// What you will be told then. Write it so that you understand it without this conversation.
    text: String,
    /// The id of a contact to follow up with: then the agent that answers this contact is told, and drafts the message. Leave it
    /// out for a reminder in this conversation.
    contact_id: Option<String>,
}

impl Typed for ScheduleTask {
    type Input = ScheduleTaskInput;
    const NAME: &'static str = "schedule_task";
    const DESCRIPTION: &'static str = "Sets a reminder or a task for later, once or again and again: at that time you are \
        told the text, in this conversation, and can act on it. At most one year ahead.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Local;
    const LEAST_ORIGIN: Integrity = Integrity::User;

    fn action(
        &self,
        _context: &ToolContext,
        _input: &ScheduleTaskInput,
    ) -> Result<Option<Action>, String> {
        Ok(None)
    }

    async fn call(&self, context: &ToolContext, input: ScheduleTaskInput) -> ToolOutput {
        match schedule(context, &input).await {
            Ok((said, schedule)) => ToolOutput::done(said).changing(Changes {
                schedules: vec![schedule],
                ..Changes::default()
            }),
            Err(reason) => ToolOutput::failed(reason),
        }
    }
}

async fn schedule(
    context: &ToolContext,
    input: &ScheduleTaskInput,
) -> Result<(String, NewSchedule), String> {
    for_the_team(context)?;
    check_text(&input.text)?;
    let zone = known_zone(&context.zone);
    let when = read(&input.when, context.now, zone)?;
    if ahead(context).await?.len() >= MOST {
        return Err(format!(
            "There are {MOST} already. Cancel what is not wanted any more."
        ));
    }
    let place = place(context, input.contact_id.as_deref()).await?;
    let (cron, next_at) = match when {
        When::Once(at) => (None, at),
        When::Every { cron, next } => (Some(cron), next),
    };
    let spoken = next_at.spoken_in(zone);
    let said = match cron {
        None => format!("It is set for {spoken}."),
        Some(_) => format!("It is set, and comes again and again: next on {spoken}."),
    };
    let schedule = NewSchedule {
        agent_id: place.agent,
        correlation_key: place.correlation_key,
        scope: place.scope,
        name: place.name.to_owned(),
        cron,
        zone: zone.to_owned(),
        payload: json!({ "text": input.text, "when": input.when.trim() }),
        next_at: Some(next_at),
        misfire: Misfire::RunOnce,
        enabled: true,
        created_by: None,
        made_in: Some(context.thread_id),
    };
    Ok((said, schedule))
}

/// A zone that nobody knows is UTC, in which the agent is told the time then.
fn known_zone(zone: &str) -> &str {
    match TimeZone::get(zone) {
        Ok(_) => zone,
        Err(_) => "UTC",
    }
}

/// Which conversation is woken, and what people call it.
struct Place {
    agent: AgentId,
    correlation_key: String,
    scope: Scope,
    name: &'static str,
}

async fn place(context: &ToolContext, contact: Option<&str>) -> Result<Place, String> {
    let here = |name| Place {
        agent: context.agent_id,
        correlation_key: context.correlation_key.clone(),
        scope: context.scope,
        name,
    };
    let Some(contact) = contact.map(str::trim).filter(|id| !id.is_empty()) else {
        return Ok(here("Reminder"));
    };
    let contact: ContactId = contact
        .parse()
        .map_err(|_| "`contact_id` is not the id of a contact.".to_owned())?;
    match context.scope {
        Scope::Contact(talked_to) if talked_to == contact => return Ok(here("Follow-up")),
        Scope::Contact(_) => {
            return Err(
                "In a conversation with a contact only that contact can be followed up with."
                    .to_owned(),
            );
        }
        _ => {}
    }
    let org = context.store().org(context.org_id);
    let agent = org.answering(contact).await;
    let agent = agent.map_err(|error| unreadable(&error))?.ok_or(
        "There is no conversation with such a contact, so nobody could follow up with them.",
    )?;
    let scope = Scope::Contact(contact);
    Ok(Place {
        agent,
        correlation_key: scope.to_string(),
        scope,
        name: "Follow-up",
    })
}

fn check_text(text: &str) -> Result<(), String> {
    if text.trim().is_empty() {
        return Err("The text is empty. Write what you want to be told.".to_owned());
    }
    if text.chars().count() > TEXT_CHARS {
        return Err(format!(
            "The text is too long; at most {TEXT_CHARS} characters."
        ));
    }
    Ok(())
}
