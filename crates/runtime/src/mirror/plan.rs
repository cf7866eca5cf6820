//! What is to be done about one file, decided by three hashes alone.

use steward_model::{Timestamp, WorkspacePath};
use steward_store::{Expect, Sha};

/// What makes disk and row agree again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// They agree.
    Nothing,
    /// The row's text goes to disk.
    WriteDisk,
    /// The file on disk goes.
    DeleteDisk,
    /// What is on disk, be it a text or a deletion, becomes the row, if the row is still what it was.
    TakeIn(Expect),
    /// Both changed. The text on disk is kept beside, and the row goes to disk.
    Conflict,
}

/// Decides by what was equal on both sides when they last agreed, by what is on disk now, and by the row now. Nothing is a
/// file that is not there.
pub(super) fn plan(agreed: Option<Sha>, disk: Option<Sha>, row: Option<Sha>) -> Step {
    if disk == row {
        return Step::Nothing;
    }
    if row == agreed {
        return Step::TakeIn(row.map_or(Expect::Absent, Expect::Sha256));
    }
    match (disk, row) {
        // A row keeps every text it ever had: only a text that is on disk alone can be lost.
        (_, None) if disk == agreed => Step::DeleteDisk,
        (None, Some(_)) => Step::WriteDisk,
        (Some(_), Some(_)) if disk == agreed => Step::WriteDisk,
        _ => Step::Conflict,
    }
}

/// Where the text on disk goes when both sides changed: beside the file, with the time in its name. Nothing if no name is
/// short enough.
pub(super) fn beside(path: &WorkspacePath, now: Timestamp) -> Option<WorkspacePath> {
    let stamp: String = now
        .to_string()
        .chars()
        .take_while(|c| *c != '.' && *c != 'Z')
        .filter(|c| !matches!(c, '-' | ':'))
        .collect();
    let (mut stem, suffix) = path.as_str().rsplit_once('.')?;
    let folder = stem.len() - path.name().rsplit_once('.')?.0.len();
    while stem.len() > folder {
        if let Ok(beside) = WorkspacePath::file(&format!("{stem}.conflict-{stamp}Z.{suffix}")) {
            return Some(beside);
        }
        let mut shorter = stem.chars();
        shorter.next_back();
        stem = shorter.as_str();
    }
    None
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
