//! `load_skill`: what a skill says.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{
    Action, LOAD_SKILL, RUN_SKILL_SCRIPT, Skill, SkillFile, SkillFileKind, ToolRole,
};

use super::page::page;
use super::{TOOLSET, find, runs_scripts};
use crate::reading::unreadable;
use crate::{Reach, ToolContext, ToolOutput, Typed};

/// The most characters of a list below the body, which must have room as well.
const LISTED_CHARS: usize = 1_500;

pub(crate) struct LoadSkill;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LoadSkillInput {
    /// The name of the skill, as it stands in the list of skills.
    name: String,
    /// Where to go on in a long one, as it says itself. Without it, from the start.
    offset: Option<u32>,
}

impl Typed for LoadSkill {
    type Input = LoadSkillInput;
    const NAME: &'static str = LOAD_SKILL;
    const DESCRIPTION: &'static str = "Loads a skill: instructions for a kind of task, and the names of the files it has \
        beside them.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Reading;

    fn action(&self, _: &ToolContext, _: &LoadSkillInput) -> Result<Option<Action>, String> {
        Ok(None)
    }

    async fn call(&self, context: &ToolContext, input: LoadSkillInput) -> ToolOutput {
        let skill = match find(context, &input.name).await {
            Ok(skill) => skill,
            Err(refused) => return refused,
        };
        let offset = input.offset.unwrap_or(0) as usize;
        let org = context.store().org(context.org_id);
        let runs = match runs_scripts(&org, std::slice::from_ref(&skill)).await {
            Ok(runs) => runs,
            Err(error) => return ToolOutput::failed(unreadable(&error)),
        };
        match page(&skill.body, offset, &below(&skill, runs)) {
            Ok(text) => ToolOutput::done(text).trusted(skill.integrity),
            Err(reason) => ToolOutput::failed(reason),
        }
    }
}

/// What is to be known of a skill beside its body.
fn below(skill: &Skill, runs: bool) -> String {
    let mut below = String::new();
    if let Some(needs) = &skill.compatibility {
        below += &format!("\n\nWhat it needs: {needs}");
    }
    if !skill.allowed_tools.is_empty() {
        let tools = listed(skill.allowed_tools.iter().cloned());
        below +=
            &format!("\n\nIts author had these tools in mind; call only those you have: {tools}");
    }
    if !skill.files.is_empty() {
        let files = listed(skill.files.iter().map(|file| named(file, runs)));
        below += &format!("\n\nFiles, for load_skill_file: {files}");
    }
    below
}

/// As many of them as fit, and how many there are beside.
fn listed(items: impl Iterator<Item = String>) -> String {
    let mut shown = Vec::new();
    let (mut length, mut more) = (0, 0);
    for item in items {
        length += item.chars().count();
        match length > LISTED_CHARS {
            true => more += 1,
            false => shown.push(item),
        }
    }
    if more > 0 {
        shown.push(format!("and {more} more"));
    }
    shown.join(", ")
}

fn named(file: &SkillFile, runs: bool) -> String {
    let path = &file.path;
    match file.kind {
        SkillFileKind::Reference => path.clone(),
        SkillFileKind::Script if runs => format!("{path} (a script, for {RUN_SKILL_SCRIPT})"),
        SkillFileKind::Script => format!("{path} (a script: to be read, not run)"),
        SkillFileKind::Asset => format!("{path} (an asset)"),
    }
}
