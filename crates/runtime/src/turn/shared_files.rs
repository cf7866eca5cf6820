//! The team's files that stand in every prompt: what everybody should know, and today's note.

use steward_agent::{Fragment, FragmentKind};
use steward_model::{Integrity, MemoryMode, OrgId, WorkspacePath};
use steward_store::{FileRevision, NewAgent, StoreError};

use super::prepare::zone;
use crate::Inner;

/// By any of these an agent is given the files.
const GIVEN_BY: [&str; 2] = ["workspace", "read_file"];

/// What stands in the place of a note that people outside had a hand in.
const WORDS_FROM_OUTSIDE: &str = "Somebody outside the team had a hand in today's note, so that it is not shown here; read_file reads it.";

/// What is read before a turn, in an order that stays the same. Nothing for an agent that has no part in the team's memory.
pub(crate) async fn shared_files(
    runtime: &Inner,
    org: OrgId,
    agent: &NewAgent,
) -> Result<Vec<Fragment>, StoreError> {
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
        let found = runtime.store.org(org).file(&path).await?;
        if let Some(FileRevision {
            head,
            content: Some(content),
        }) = found
        {
            // In every prompt it would make every turn a stranger's, and no member could set a reminder for a day.
            let is_outside = kind == FragmentKind::DailyNote && head.trust == Integrity::Untrusted;
            let fragment = if is_outside {
                Fragment::lines(kind, WORDS_FROM_OUTSIDE, Integrity::System)
            } else {
                Fragment::lines(kind, &content, head.trust)
            };
            fragments.push(fragment.named(path.name()));
        }
    }
    Ok(fragments)
}

fn reads_files(agent: &NewAgent) -> bool {
    let given = |tool: &String| GIVEN_BY.contains(&tool.as_str());
    agent.memory_mode != MemoryMode::Isolated && agent.tools.iter().any(given)
}
