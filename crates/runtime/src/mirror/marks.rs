//! What disk and rows had in common when they last agreed, kept in the folder itself.

use std::collections::HashMap;
use std::io;

use serde::{Deserialize, Serialize};
use steward_model::WorkspacePath;
use steward_store::Sha;

use super::beneath::Beneath;

/// The name of the file. No file of the workspace begins with a dot.
pub(super) const REV: &str = ".rev";

/// The hashes that both sides had. Each line of the file is one that changed; the last one counts.
#[derive(Debug, Default)]
pub(super) struct Marks {
    agreed: HashMap<WorkspacePath, Sha>,
}

#[derive(Serialize, Deserialize)]
struct Line<'a> {
    path: std::borrow::Cow<'a, str>,
    /// Nothing where the file is gone on both sides.
    sha256: Option<String>,
}

impl Marks {
    /// Reads what is there. A line that was cut off is a mark that was not made: then the texts decide alone.
    pub(super) fn load(disk: &Beneath) -> io::Result<Self> {
        let mut marks = Self::default();
        let lines = disk.read_own(REV)?.unwrap_or_default();
        for line in lines.split(|byte| *byte == b'\n') {
            let Ok(line) = serde_json::from_slice::<Line<'_>>(line) else {
                continue;
            };
            let Ok(path) = WorkspacePath::file(&line.path) else {
                continue;
            };
            let sha = line.sha256.as_deref().map(str::parse::<Sha>);
            marks.put(&path, sha.and_then(Result::ok));
        }
        Ok(marks)
    }

    /// What both sides had.
    pub(super) fn agreed(&self, path: &WorkspacePath) -> Option<Sha> {
        self.agreed.get(path).copied()
    }

    /// Every file that both sides had.
    pub(super) fn paths(&self) -> impl Iterator<Item = &WorkspacePath> {
        self.agreed.keys()
    }

    /// Notes what both sides have now, in memory.
    pub(super) fn put(&mut self, path: &WorkspacePath, sha: Option<Sha>) {
        match sha {
            Some(sha) => self.agreed.insert(path.clone(), sha),
            None => self.agreed.remove(path),
        };
    }

    /// Notes what both sides have now, last of all that is done about a file.
    pub(super) fn set(
        &mut self,
        disk: &Beneath,
        path: &WorkspacePath,
        sha: Option<Sha>,
    ) -> io::Result<()> {
        if self.agreed(path) == sha {
            return Ok(());
        }
        disk.append_own(REV, &line(path, sha)?)?;
        self.put(path, sha);
        Ok(())
    }

    /// Writes the file anew, without what no longer counts.
    pub(super) fn rewrite(&self, disk: &Beneath) -> io::Result<()> {
        let mut lines = Vec::new();
        for (path, sha) in &self.agreed {
            lines.extend(line(path, Some(*sha))?);
        }
        disk.write_own(REV, &lines)
    }
}

fn line(path: &WorkspacePath, sha: Option<Sha>) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(&Line {
        path: path.as_str().into(),
        sha256: sha.map(|sha| sha.to_string()),
    })?;
    line.push(b'\n');
    Ok(line)
}
