//! `load_skill_file`: a file beside a skill.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, Shelf, Skill, ToolRole, built_in_file};

use super::page::page;
use super::{TOOLSET, unknown};
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
        like any other text; there is no way to run them.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Local;

    fn action(&self, _: &ToolContext, _: &LoadSkillFileInput) -> Result<Option<Action>, String> {
        Ok(None)
    }

    async fn call(&self, _: &ToolContext, input: LoadSkillFileInput) -> ToolOutput {
        let shelf = Shelf::built_in();
        let Some(skill) = shelf.find(&input.name) else {
            return ToolOutput::failed(unknown(shelf));
        };
        let Some(text) = built_in_file(&skill.name, &input.path) else {
            return ToolOutput::failed(no_file(skill));
        };
        let offset = input.offset.unwrap_or(0) as usize;
        match page(text, offset, "") {
            Ok(text) => ToolOutput::done(text).trusted(skill.integrity),
            Err(reason) => ToolOutput::failed(reason),
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
