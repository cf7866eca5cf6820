//! `list_schedules`: what lies ahead of the agent.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, ToolRole};
use steward_model::{Integrity, Scope};
use steward_store::Schedule;

use super::{TOOLSET, ahead};
use crate::{Reach, ToolContext, ToolOutput, Typed};

pub(crate) struct ListSchedules;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListSchedulesInput {}

impl Typed for ListSchedules {
    type Input = ListSchedulesInput;
    const NAME: &'static str = "list_schedules";
    const DESCRIPTION: &'static str = "Lists the reminders and tasks that lie ahead for whom you talk to, the next first, \
        each with its id. Takes no arguments.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Reading;
    const LEAST_ORIGIN: Integrity = Integrity::User;

    fn action(
        &self,
        _context: &ToolContext,
        _input: &ListSchedulesInput,
    ) -> Result<Option<Action>, String> {
        Ok(None)
    }

    async fn call(&self, context: &ToolContext, _input: ListSchedulesInput) -> ToolOutput {
        let found = match ahead(context).await {
            Ok(found) => found,
            Err(reason) => return ToolOutput::failed(reason),
        };
        if found.is_empty() {
            return ToolOutput::done("Nothing lies ahead.");
        }
        let lines = found.iter().map(line).collect();
        ToolOutput {
            content: Ok(lines),
            ..ToolOutput::done("")
        }
        .trusted(Integrity::User)
    }
}

fn line(schedule: &Schedule) -> String {
    let settings = &schedule.settings;
    let word = |name: &str| settings.payload.get(name).and_then(|word| word.as_str());
    let next = settings.next_at.map(|at| at.spoken_in(&settings.zone));
    let rhythm = match (&settings.cron, word("when")) {
        (None, _) => "once".to_owned(),
        (Some(_), Some(said)) => said.to_owned(),
        (Some(cron), None) => format!("cron {cron}"),
    };
    let whom = match settings.scope {
        Scope::Contact(contact) => format!(", with contact {contact}"),
        _ => String::new(),
    };
    let off = if settings.enabled {
        ""
    } else {
        ", switched off"
    };
    format!(
        "{}: {} ({rhythm}{whom}{off}): {}",
        schedule.id,
        next.unwrap_or_default(),
        word("text").unwrap_or_default()
    )
}
