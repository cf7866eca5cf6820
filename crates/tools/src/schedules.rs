//! The tools of schedules: an agent is told something at a time it sets, once or again and again.

mod cancel_schedule;
mod clock;
mod list_schedules;
mod rhythm;
mod schedule_task;
#[cfg(test)]
mod tests;
mod when;
#[cfg(test)]
mod when_tests;

use steward_model::Integrity;
use steward_store::Schedule;

use crate::ToolContext;
use crate::reading::unreadable;

pub(crate) use cancel_schedule::CancelSchedule;
pub(crate) use list_schedules::ListSchedules;
pub(crate) use schedule_task::ScheduleTask;

/// The group they belong to.
const TOOLSET: &str = "reminders";

/// More than this lies ahead of nobody who knows what they want.
const MOST: usize = 50;

/// Refuses whoever has read a stranger's words in this turn. A schedule speaks with the voice of whoever runs Steward: what a
/// stranger wrote must neither come back in it nor take one away.
fn for_the_team(context: &ToolContext) -> Result<(), String> {
    if context.label < Integrity::User {
        return Err(
            "Nothing was changed: what you have read in this turn came from outside the team. \
             Hand over to a person if somebody must remember this."
                .to_owned(),
        );
    }
    Ok(())
}

/// What lies ahead in the agent's conversations with whom it talks to now, the next first.
async fn ahead(context: &ToolContext) -> Result<Vec<Schedule>, String> {
    let org = context.store().org(context.org_id);
    let limit = u32::try_from(MOST).unwrap_or(u32::MAX);
    let found = org.schedules_of(context.agent_id, context.scope, limit);
    found.await.map_err(|error| unreadable(&error))
}
