//! Where a file of the workspace lies: the one door for the API, the agents' tools and the folder on disk.

use std::fmt;

use unicode_normalization::{UnicodeNormalization as _, is_nfc};

use crate::invisible::is_invisible;

/// The most bytes of one file.
pub const WORKSPACE_FILE_BYTES: usize = 1_000_000;

/// What the name of a file ends with.
pub const WORKSPACE_SUFFIXES: [&str; 3] = [".md", ".txt", ".json"];

/// What the name of a text in a skill's folder may end with besides: programs, templates and data of skills that others wrote.
/// Elsewhere a program is nobody's note.
pub const SKILL_SUFFIXES: [&str; 21] = [
    ".bat", ".css", ".csv", ".html", ".ini", ".j2", ".js", ".pl", ".ps1", ".py", ".rb", ".sh",
    ".sql", ".svg", ".toml", ".ts", ".tsv", ".xml", ".xsd", ".yaml", ".yml",
];

const SEGMENT_BYTES: usize = 200;
const PATH_BYTES: usize = 800;
const DEPTH: usize = 16;

/// Names that are devices on Windows, whatever stands behind their first dot.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// What is wrong with a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WorkspacePathError {
    /// Nothing where a file must be named.
    #[error("a path is needed, like areas/notes.md")]
    Empty,
    /// A slash at either end, or two in a row.
    #[error("a path has no slash at its start or end and no two in a row, like areas/notes.md")]
    Slashes,
    /// `.` or `..`.
    #[error("a path goes straight down from the workspace: no part of it is . or ..")]
    Dots,
    /// A name that begins with a dot.
    #[error("a name does not begin with a dot")]
    Hidden,
    /// A character that means something else on some system.
    #[error("a name has no \\ and no :, and no character that stands for them or for a slash")]
    Separator,
    /// A character that nobody sees.
    #[error("a name has no control characters, no line breaks and no invisible characters")]
    Invisible,
    /// A space at either end, or a dot at the end.
    #[error("a name does not begin or end with a space, nor end with a dot")]
    Ends,
    /// A name that is a device on Windows.
    #[error("this name is reserved on Windows; choose another")]
    Reserved,
    /// Not in the normal form C of Unicode.
    #[error("write the name in the normal form C of Unicode: accented letters as one character")]
    Form,
    /// A name or path that does not fit.
    #[error(
        "a name has at most {SEGMENT_BYTES} bytes, a path at most {PATH_BYTES} bytes and {DEPTH} parts"
    )]
    Length,
    /// A file of a kind that the workspace does not hold.
    #[error(
        "the name of a file ends with .md, .txt or .json; a skill's folder also takes programs, templates and data in text, such as .py, .sh, .js, .html, .csv, .xml or .yaml"
    )]
    Suffix,
}

/// A file or folder of the workspace, named from its root: `areas/leases/a.md`. The root is the empty path. It does not
/// show itself in `{:?}`, since a name is content.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkspacePath(String);

impl WorkspacePath {
    /// The path of a file.
    pub fn file(text: &str) -> Result<Self, WorkspacePathError> {
        if text.is_empty() {
            return Err(WorkspacePathError::Empty);
        }
        check(text)?;
        let ends_with = |suffixes: &[&str]| suffixes.iter().any(|suffix| text.ends_with(suffix));
        let is_of_a_skill = || skill_of(text).is_some() && ends_with(&SKILL_SUFFIXES);
        if ends_with(&WORKSPACE_SUFFIXES) || is_of_a_skill() {
            Ok(Self(text.to_owned()))
        } else {
            Err(WorkspacePathError::Suffix)
        }
    }

    /// The path of a folder; the empty text is the root.
    pub fn folder(text: &str) -> Result<Self, WorkspacePathError> {
        if !text.is_empty() {
            check(text)?;
        }
        Ok(Self(text.to_owned()))
    }

    /// The whole path, without a slash at either end.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this is the workspace itself.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The last part. The root has none and gives the empty text.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or("")
    }

    /// The folder this lies in. The root lies in none.
    pub fn parent(&self) -> Option<Self> {
        if self.is_root() {
            return None;
        }
        let folder = self.0.rsplit_once('/').map_or("", |(folder, _)| folder);
        Some(Self(folder.to_owned()))
    }

    /// The parts from the root down.
    pub fn segments(&self) -> impl Iterator<Item = &str> {
        self.0.split('/').filter(|segment| !segment.is_empty())
    }

    /// The name of the skill whose folder this is or lies in.
    pub fn skill(&self) -> Option<&str> {
        let mut parts = self.0.split('/');
        let root = parts.next();
        parts.next().filter(|_| root == Some("skills"))
    }

    /// What is equal for two paths that some file system takes for one: they differ by case or by width alone.
    pub fn fold_key(&self) -> String {
        // Up and down again is what makes `ß` and `ss`, or the two small sigmas, alike; the large `ß` must come down first.
        let folded = self
            .0
            .nfkc()
            .flat_map(char::to_lowercase)
            .flat_map(char::to_uppercase)
            .flat_map(char::to_lowercase);
        folded.nfkc().collect()
    }
}

impl fmt::Debug for WorkspacePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WorkspacePath(***)")
    }
}

/// The name of the skill whose folder a path lies in.
fn skill_of(path: &str) -> Option<&str> {
    let (skill, inside) = path.strip_prefix("skills/")?.split_once('/')?;
    (!skill.is_empty() && !inside.is_empty()).then_some(skill)
}

fn check(path: &str) -> Result<(), WorkspacePathError> {
    if path.len() > PATH_BYTES || path.split('/').count() > DEPTH {
        return Err(WorkspacePathError::Length);
    }
    path.split('/').try_for_each(|segment| {
        if segment.len() > SEGMENT_BYTES {
            return Err(WorkspacePathError::Length);
        }
        check_name(segment)?;
        if !is_nfc(segment) {
            return Err(WorkspacePathError::Form);
        }
        // A wide slash or a one-character ellipsis becomes what it looks like on some file systems.
        let narrow: String = segment.nfkc().collect();
        if narrow.contains('/') {
            return Err(WorkspacePathError::Separator);
        }
        check_name(&narrow)
    })
}

fn check_name(name: &str) -> Result<(), WorkspacePathError> {
    let unseen =
        |c: char| c.is_control() || is_invisible(c) || matches!(c, '\u{2028}' | '\u{2029}');
    if name.is_empty() {
        Err(WorkspacePathError::Slashes)
    } else if name == "." || name == ".." {
        Err(WorkspacePathError::Dots)
    } else if name.starts_with('.') {
        Err(WorkspacePathError::Hidden)
    } else if name.contains(['\\', ':']) {
        Err(WorkspacePathError::Separator)
    } else if name.contains(unseen) {
        Err(WorkspacePathError::Invisible)
    } else if name.ends_with('.') || name.trim() != name {
        Err(WorkspacePathError::Ends)
    } else if is_device(name) {
        Err(WorkspacePathError::Reserved)
    } else {
        Ok(())
    }
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or("").trim_end();
    let stem = stem.to_ascii_lowercase();
    let numbered = ["com", "lpt"]
        .iter()
        .find_map(|prefix| stem.strip_prefix(prefix));
    let port = |rest: &str| rest.len() == 1 && rest.bytes().all(|byte| byte.is_ascii_digit());
    DEVICES.contains(&stem.as_str()) || numbered.is_some_and(port)
}

#[cfg(test)]
#[path = "workspace_path_tests.rs"]
mod tests;
