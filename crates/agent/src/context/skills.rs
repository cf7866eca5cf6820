use steward_model::Integrity;

use super::fragment::{Fragment, FragmentKind};
use crate::skills::Skill;

/// What stands above the names.
const HOW: &str = "\
Each is a set of instructions for a kind of task. Call load_skill with its name before you begin such a task; do not guess what it says.";

/// The skills that can be loaded, by name and description, in their order: as trustworthy as the least of them. Nothing where
/// there is none.
pub fn skill_list(skills: &[Skill]) -> Option<Fragment> {
    let integrity: Integrity = skills.iter().map(|skill| skill.integrity).min()?;
    let lines = skills.iter().map(line);
    let items = [HOW.to_owned()].into_iter().chain(lines).collect();
    Some(Fragment::items(FragmentKind::Skills, items, integrity))
}

/// One line, however many its author wrote: a description must not look like another skill.
fn line(skill: &Skill) -> String {
    let words: Vec<&str> = skill.description.split_whitespace().collect();
    format!("- {}: {}", skill.name, words.join(" "))
}
