//! `load_skill_file`: a file beside a skill.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, Skill, SkillSource, ToolRole, built_in_file};
use steward_store::StoreError;

use super::page::page;
use super::workspace::{self, Text};
use super::{TOOLSET, find};
use crate::reading::unreadable;
use crate::{Reach, ToolContext, ToolOutput, Typed};

pub(crate) struct LoadSkillFile;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LoadSkillFileInput {
    /// The name of the skill.
    name: String,
    /// The file, as load_skill names it.
    path: String,
    /// Where to go on in a long one, as it says itself. Without it, from the start.
    offset: Option<u32>,
}

impl Typed for LoadSkillFile {
    type Input = LoadSkillFileInput;
    const NAME: &'static str = "load_skill_file";
    const DESCRIPTION: &'static str = "Reads a file of a skill, when the skill says that it is needed. Scripts are read \
        like any other text.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Reading;

    fn action(&self, _: &ToolContext, _: &LoadSkillFileInput) -> Result<Option<Action>, String> {
        Ok(None)
    }

    async fn call(&self, context: &ToolContext, input: LoadSkillFileInput) -> ToolOutput {
        let skill = match find(context, &input.name).await {
            Ok(skill) => skill,
            Err(refused) => return refused,
        };
        let Text { text, integrity } = match read(context, &skill, &input.path).await {
            Ok(Some(text)) => text,
            Ok(None) => return ToolOutput::failed(no_file(&skill)),
            Err(error) => return ToolOutput::failed(unreadable(&error)),
        };
        let offset = input.offset.unwrap_or(0) as usize;
        match page(&text, offset, "") {
            Ok(text) => ToolOutput::done(text).trusted(integrity),
            Err(reason) => ToolOutput::failed(reason),
        }
    }
}

/// A file has the trust of its own last revision, which may be less than that of the skill.
async fn read(
    context: &ToolContext,
    skill: &Skill,
    path: &str,
) -> Result<Option<Text>, StoreError> {
    match skill.source {
        SkillSource::BuiltIn => Ok(built_in_file(&skill.name, path).map(|text| Text {
            text: text.to_owned(),
            integrity: skill.integrity,
        })),
        SkillSource::Workspace => {
            let org = context.store().org(context.org_id);
            workspace::file(&org, &skill.name, path).await
        }
    }
}

fn no_file(skill: &Skill) -> String {
    let paths: Vec<&str> = skill.files.iter().map(|file| file.path.as_str()).collect();
    match paths.is_empty() {
        true => "The skill has no such file, and none but its SKILL.md.".to_owned(),
        false => format!("The skill has no such file. It has: {}.", paths.join(", ")),
    }
}
