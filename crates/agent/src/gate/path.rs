use steward_model::is_invisible;

use super::scan::narrow;

/// What a file of the workspace is to an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathKind {
    /// Read as information.
    Note,
    /// Read as instructions.
    Instruction,
}

/// Folders and files that are loaded as instructions.
const INSTRUCTIONS: [&str; 5] = ["memory.md", "skills", "agents", "persona.md", "policy.md"];

/// What a path of the workspace is, or nothing where the path itself is not to be trusted. Compared without case and width,
/// since the folder may lie on a file system that sees neither.
pub fn kind_of_path(path: &str) -> Option<PathKind> {
    let path: String = path.chars().map(narrow).collect();
    let mut parts = path.split('/');
    let plain = |part: &str| {
        let printable = part
            .chars()
            .all(|c| !c.is_control() && !is_invisible(c) && c != '\\' && c != ':');
        let trimmed = part.trim_matches(|c: char| c.is_whitespace() || c == '.');
        printable && trimmed.len() == part.len() && !part.is_empty()
    };
    if !path.split('/').all(plain) {
        return None;
    }
    let first = parts.next()?.to_lowercase();
    // A skill is a skill wherever it lies.
    let last = path.rsplit('/').next()?.to_lowercase();
    let instructs = INSTRUCTIONS.contains(&first.as_str()) || last == "skill.md";
    Some(if instructs {
        PathKind::Instruction
    } else {
        PathKind::Note
    })
}
