//! `cancel_schedule`: what lies ahead of the agent does not come any more.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, ToolRole};
use steward_model::{Integrity, ScheduleId};
use steward_store::Changes;

use super::{TOOLSET, ahead, for_the_team};
use crate::{Reach, ToolContext, ToolOutput, Typed};

pub(crate) struct CancelSchedule;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CancelScheduleInput {
    /// Its id, as list_schedules tells it.
    schedule_id: String,
}

impl Typed for CancelSchedule {
    type Input = CancelScheduleInput;
    const NAME: &'static str = "cancel_schedule";
    const DESCRIPTION: &'static str =
        "Cancels a reminder or a task that lies ahead: it does not come any more.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Local;
    const LEAST_ORIGIN: Integrity = Integrity::User;

    fn action(
        &self,
        _context: &ToolContext,
        _input: &CancelScheduleInput,
    ) -> Result<Option<Action>, String> {
        Ok(None)
    }

    async fn call(&self, context: &ToolContext, input: CancelScheduleInput) -> ToolOutput {
        match cancelled(context, &input).await {
            Ok(id) => ToolOutput::done("It is cancelled.").changing(Changes {
                cancelled: vec![id],
                ..Changes::default()
            }),
            Err(reason) => ToolOutput::failed(reason),
        }
    }
}

async fn cancelled(
    context: &ToolContext,
    input: &CancelScheduleInput,
) -> Result<ScheduleId, String> {
    for_the_team(context)?;
    let id = input.schedule_id.trim();
    let mut found = ahead(context).await?.into_iter();
    let own = found.find(|schedule| schedule.id.to_string() == id);
    own.map(|schedule| schedule.id)
        .ok_or_else(|| "Nothing of yours has this id. list_schedules tells the ids.".to_owned())
}
