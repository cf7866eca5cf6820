//! Agent Skills: folders that teach an agent a task, after the open standard of `SKILL.md`.
//!
//! A model sees names and descriptions, loads the body of the one that fits, and further files when the body sends it there.
//! A script is text like everything else, and runs only if an admin allowed that very skill. What a skill says its tools are
//! grants nothing either; an agent's own list decides that.

mod built_in;
mod fields;
mod front;
mod shelf;

#[cfg(test)]
mod shelf_tests;
#[cfg(test)]
mod skills_tests;

pub use built_in::{SYSTEM_RULES, built_in_file};
pub use shelf::Shelf;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use steward_model::Integrity;

/// The tool that gives a skill's body, and without which a turn is told of no skill.
pub const LOAD_SKILL: &str = "load_skill";
/// The tool that runs a script of a skill, and which no turn has unless an admin allowed the scripts of one.
pub const RUN_SKILL_SCRIPT: &str = "run_skill_script";
/// The file that makes a folder a skill.
pub const SKILL_FILE: &str = "SKILL.md";

/// A skill that can be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skill {
    /// What it is called, the same as its folder.
    pub name: String,
    /// What it is for and when to load it.
    pub description: String,
    /// What it needs around it, in its author's words.
    pub compatibility: Option<String>,
    /// The tools its author had in mind. It grants none of them.
    pub allowed_tools: Vec<String>,
    /// What it teaches.
    pub body: String,
    /// What else lies in its folder, by path.
    pub files: Vec<SkillFile>,
    /// What it hashes to, with all its files: the digest of what `sha256sum` prints for them, by path.
    pub sha256: String,
    /// Where it comes from.
    pub source: SkillSource,
    /// How far its body can be trusted.
    pub integrity: Integrity,
}

/// A file beside a `SKILL.md`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillFile {
    /// Beneath the skill's folder.
    pub path: String,
    /// What it is.
    pub kind: SkillFileKind,
}

impl Skill {
    /// Whether it has something that could be run. What comes with the program has not.
    pub fn has_scripts(&self) -> bool {
        let is_script = |file: &SkillFile| file.kind == SkillFileKind::Script;
        self.source == SkillSource::Workspace && self.files.iter().any(is_script)
    }
}

/// What is wrong with a skill, and where. A skill with a problem is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillProblem {
    /// From the folder that holds `skills`.
    pub file: String,
    /// From one.
    pub line: usize,
    /// In a sentence.
    pub reason: String,
}

/// A folder as it was found, to be read as a skill.
#[derive(Debug, Clone)]
pub struct SkillFolder {
    /// Its own name.
    pub name: String,
    /// Where it lies.
    pub source: SkillSource,
    /// The text of its `SKILL.md`; nothing where there is none.
    pub skill_file: Option<String>,
    /// How far that text can be trusted.
    pub integrity: Integrity,
    /// Every file in it, `SKILL.md` included.
    pub files: Vec<FolderFile>,
}

/// A file of such a folder.
#[derive(Debug, Clone)]
pub struct FolderFile {
    /// Beneath the folder.
    pub path: String,
    /// Of its content, in hexadecimal digits.
    pub sha256: String,
}

/// Where a skill comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkillSource {
    /// With the program.
    BuiltIn,
    /// From the files of the organisation.
    Workspace,
}

/// What a file beside a `SKILL.md` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkillFileKind {
    /// To be read when the body says so.
    Reference,
    /// A program. It can be read, and run if an admin allowed the scripts of its skill.
    Script,
    /// A template or data.
    Asset,
}

/// Files of these endings are programs wherever they lie.
const PROGRAMS: [&str; 8] = ["bat", "js", "pl", "ps1", "py", "rb", "sh", "ts"];

/// Reads a folder as a skill.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read_skill(folder: &SkillFolder) -> Result<Skill, Vec<SkillProblem>> {
    let problem = |(line, reason): (usize, String)| SkillProblem {
        file: format!("skills/{}/{SKILL_FILE}", folder.name),
        line,
        reason,
    };
    let Some(text) = &folder.skill_file else {
        let missing = format!("the folder has no `{SKILL_FILE}`");
        return Err(vec![problem((1, missing))]);
    };
    if folder.integrity < Integrity::User {
        let tainted = "an agent that had read text from outside wrote this; a member must save it before it is used";
        return Err(vec![problem((1, tainted.to_owned()))]);
    }
    // Whatever ends a line for YAML ends one here, so that a line has one number.
    let text = &text.replace("\r\n", "\n").replace('\r', "\n");
    let told = |found: Vec<_>| found.into_iter().map(problem).collect::<Vec<_>>();
    let (front, body) = front::split(text).map_err(|one| told(vec![one]))?;
    let entries = front::entries(front).map_err(|one| told(vec![one]))?;
    let fields = fields::read(&folder.name, &entries).map_err(told)?;
    Ok(Skill {
        name: folder.name.clone(),
        description: fields.description,
        compatibility: fields.compatibility,
        allowed_tools: fields.allowed_tools,
        body: body.trim().to_owned(),
        files: beside(&folder.files),
        sha256: skill_digest(&folder.files),
        source: folder.source,
        integrity: folder.integrity,
    })
}

fn beside(files: &[FolderFile]) -> Vec<SkillFile> {
    let mut files: Vec<SkillFile> = files
        .iter()
        .filter(|file| file.path != SKILL_FILE)
        .map(|file| SkillFile {
            path: file.path.clone(),
            kind: kind(&file.path),
        })
        .collect();
    files.sort_by(|one, other| one.path.cmp(&other.path));
    files
}

fn kind(path: &str) -> SkillFileKind {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    match path.split('/').next() {
        Some("scripts") => SkillFileKind::Script,
        _ if PROGRAMS.contains(&ending) => SkillFileKind::Script,
        Some("assets") => SkillFileKind::Asset,
        _ => SkillFileKind::Reference,
    }
}

/// What all the files of a skill hash to together.
pub fn skill_digest(files: &[FolderFile]) -> String {
    let mut lines: Vec<(&str, &str)> = files
        .iter()
        .map(|file| (file.path.as_str(), file.sha256.as_str()))
        .collect();
    lines.sort_unstable();
    let mut hash = Sha256::new();
    for (path, sha256) in lines {
        hash.update(format!("{sha256}  {path}\n"));
    }
    hex::encode(hash.finalize())
}
