//! The tools of skills: what an agent learns when a task asks for it. They read; nothing of a skill is ever run.

mod load_skill;
mod load_skill_file;
mod page;
#[cfg(test)]
mod tests;
mod workspace;
#[cfg(test)]
mod workspace_tests;

pub(crate) use load_skill::LoadSkill;
pub(crate) use load_skill_file::LoadSkillFile;

pub use workspace::shelf;

use steward_agent::{Shelf, Skill};

use crate::reading::unreadable;
use crate::{ToolContext, ToolOutput};

/// The group of all of them.
pub const TOOLSET: &str = "skills";

/// The skill of a name, or what a model reads that asked for one which there is not.
async fn find(context: &ToolContext, name: &str) -> Result<Skill, ToolOutput> {
    let org = context.store().org(context.org_id);
    let failed = |error| ToolOutput::failed(unreadable(&error));
    let found = workspace::one(&org, name).await.map_err(failed)?;
    if let Some(skill) = found.find(name) {
        return Ok(skill.clone());
    }
    if let Some(problem) = found.problems.first() {
        let reason = &problem.reason;
        return Err(ToolOutput::failed(format!(
            "This skill is broken: {reason}."
        )));
    }
    let all = shelf(&org).await.map_err(failed)?;
    Err(ToolOutput::failed(unknown(&all)))
}

fn unknown(shelf: &Shelf) -> String {
    let names: Vec<&str> = shelf.skills.iter().map(|s| s.name.as_str()).collect();
    format!("There is no such skill. There are: {}.", names.join(", "))
}
