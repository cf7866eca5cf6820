//! The skills that come with the program.

use hex::ToHex as _;
use sha2::{Digest as _, Sha256};
use steward_model::Integrity;

use super::{FolderFile, SKILL_FILE, SkillFolder, SkillSource};

/// What an agent goes by beside the usual that nobody wrote instructions for and that has no skills.
pub const SYSTEM_RULES: &str = include_str!("../../../../skills/system_rules.md");

macro_rules! folders {
    ($($name:literal: $($path:literal),+;)+) => {
        &[$(($name, &[$((
            $path,
            include_str!(concat!("../../../../skills/", $name, "/", $path)),
        )),+])),+]
    };
}

/// Names, and for each the paths and texts of its files.
type Folders = &'static [(&'static str, &'static [(&'static str, &'static str)])];

const FOLDERS: Folders = folders! {
    "router": "SKILL.md", "confirmation.md";
    "search": "SKILL.md", "examples.md", "formatting.md", "reading_sources.md", "tool_reference.md";
    "text-reply": "SKILL.md";
    "update": "SKILL.md", "history_chain.md";
};

/// The text of a file of a built-in skill.
pub fn built_in_file(skill: &str, path: &str) -> Option<&'static str> {
    let (_, files) = FOLDERS.iter().find(|(name, _)| *name == skill)?;
    let (_, text) = files.iter().find(|(own, _)| *own == path)?;
    Some(text)
}

/// The folders of the built-in skills, by name.
pub(super) fn folders() -> impl Iterator<Item = SkillFolder> {
    FOLDERS.iter().map(|(name, files)| SkillFolder {
        name: (*name).to_owned(),
        source: SkillSource::BuiltIn,
        skill_file: built_in_file(name, SKILL_FILE).map(str::to_owned),
        integrity: Integrity::System,
        files: files
            .iter()
            .map(|(path, text)| FolderFile {
                path: (*path).to_owned(),
                sha256: Sha256::digest(text).encode_hex(),
            })
            .collect(),
    })
}
