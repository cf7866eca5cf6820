//! All the skills there are for somebody, and what is wrong with the others.

use std::sync::LazyLock;

use super::{SKILL_FILE, Skill, SkillFolder, SkillProblem, built_in, read_skill};

/// The skills there are: the built-in ones first, then the organisation's, each by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shelf {
    /// Those that can be loaded.
    pub skills: Vec<Skill>,
    /// Why others cannot.
    pub problems: Vec<SkillProblem>,
}

impl Shelf {
    /// The skills that come with the program.
    pub fn built_in() -> &'static Self {
        static SHELF: LazyLock<Shelf> = LazyLock::new(|| {
            let mut shelf = Shelf::default();
            built_in::folders().for_each(|folder| shelf.add(&folder));
            shelf
        });
        &SHELF
    }

    /// The built-in skills and these. A folder with the name of a built-in skill is no skill: whoever can write a file must not
    /// be able to change what agents take for ours.
    pub fn with(mut folders: Vec<SkillFolder>) -> Self {
        folders.sort_by(|one, other| one.name.cmp(&other.name));
        let mut shelf = Self::built_in().clone();
        folders.iter().for_each(|folder| shelf.add(folder));
        shelf
    }

    /// The skill of a name.
    pub fn find(&self, name: &str) -> Option<&Skill> {
        self.skills.iter().find(|skill| skill.name == name)
    }

    fn add(&mut self, folder: &SkillFolder) {
        if self.find(&folder.name).is_some() {
            self.problems.push(SkillProblem {
                file: format!("skills/{}/{SKILL_FILE}", folder.name),
                line: 1,
                reason:
                    "the name is that of a built-in skill; give the folder and the skill another"
                        .to_owned(),
            });
            return;
        }
        match read_skill(folder) {
            Ok(skill) => self.skills.push(skill),
            Err(problems) => self.problems.extend(problems),
        }
    }
}
