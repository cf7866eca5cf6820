//! The tools of skills: what an agent learns when a task asks for it. They read; what an admin allowed is run, apart from all else.

mod load_skill;
mod load_skill_file;
mod page;
mod run_skill_script;
mod runner;
#[cfg(test)]
mod script_tests;
#[cfg(test)]
mod tests;
mod workspace;
#[cfg(test)]
mod workspace_tests;

pub(crate) use load_skill::LoadSkill;
pub(crate) use load_skill_file::LoadSkillFile;
pub(crate) use run_skill_script::RunSkillScript;

pub use runner::{Ran, SCRIPT_COMMAND, ScriptEnd, ScriptRunner, ScriptTask};
pub use workspace::shelf;

use steward_agent::{Shelf, Skill};
use steward_store::{OrgStore, SkillGrant, StoreError};

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

/// What an admin said about the scripts of each skill of a shelf, in its order.
///
/// # Errors
/// The database cannot be reached.
pub async fn grants(
    org: &OrgStore<'_>,
    skills: &[Skill],
) -> Result<Vec<Option<SkillGrant>>, StoreError> {
    let named: Vec<_> = skills
        .iter()
        .map(|skill| (skill.name.as_str(), skill.sha256.as_str()))
        .collect();
    org.skill_grants(&named).await
}

/// Whether a script of one of these skills may be run.
///
/// # Errors
/// The database cannot be reached.
pub async fn runs_scripts(org: &OrgStore<'_>, skills: &[Skill]) -> Result<bool, StoreError> {
    if !skills.iter().any(Skill::has_scripts) {
        return Ok(false);
    }
    let grants = grants(org, skills).await?;
    let mut all = skills.iter().zip(grants);
    Ok(all.any(|(skill, grant)| skill.has_scripts() && grant.is_some_and(|grant| grant.holds)))
}

fn unknown(shelf: &Shelf) -> String {
    let names: Vec<&str> = shelf.skills.iter().map(|s| s.name.as_str()).collect();
    format!("There is no such skill. There are: {}.", names.join(", "))
}
