//! The team's files that stand in every prompt: what everybody should know, and today's note.

use steward_agent::{Fragment, FragmentKind};
use steward_model::{MemoryMode, WorkspacePath};
use steward_store::{FileRevision, NewAgent, StoreError, ThreadView};

use super::prepare::zone;
use crate::Inner;

/// By any of these an agent is given the files.
const GIVEN_BY: [&str; 2] = ["workspace", "read_file"];

/// What is read before a turn, in an order that stays the same. Nothing for an agent that has no part in the team's memory.
pub(super) async fn shared_files(
    runtime: &Inner,
    view: &ThreadView,
) -> Result<Vec<Fragment>, StoreError> {
    let agent = &view.agent.settings;
    if !reads_files(agent) {
        return Ok(Vec::new());
    }
    let today = runtime.time_in(zone(runtime, &agent.profile)).date();
    let note = format!("daily_notes/{today}.md");
    let mut fragments = Vec::new();
    for (kind, path) in [
        (FragmentKind::Tacit, "MEMORY.md"),
        (FragmentKind::DailyNote, note.as_str()),
    ] {
        let path = WorkspacePath::file(path)
            .map_err(|_| StoreError::Refused("the path of a shared file is none"))?;
        let found = runtime.store.org(view.org_id()).file(&path).await?;
        if let Some(FileRevision {
            head,
            content: Some(content),
        }) = found
        {
            fragments.push(Fragment::lines(kind, &content, head.trust).named(path.name()));
        }
    }
    Ok(fragments)
}

fn reads_files(agent: &NewAgent) -> bool {
    let given = |tool: &String| GIVEN_BY.contains(&tool.as_str());
    agent.memory_mode != MemoryMode::Isolated && agent.tools.iter().any(given)
}
