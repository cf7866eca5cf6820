//! The tools of skills: what an agent learns when a task asks for it. They read; nothing of a skill is ever run.

mod load_skill;
mod load_skill_file;
mod page;
#[cfg(test)]
mod tests;

pub(crate) use load_skill::LoadSkill;
pub(crate) use load_skill_file::LoadSkillFile;

use steward_agent::Shelf;

/// The group of all of them.
pub const TOOLSET: &str = "skills";

/// What a model reads that asked for a skill which there is not.
fn unknown(shelf: &Shelf) -> String {
    let names: Vec<&str> = shelf.skills.iter().map(|s| s.name.as_str()).collect();
    format!("There is no such skill. There are: {}.", names.join(", "))
}
