//! Looks at every file without reading it.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::CStr;
use std::io;
use std::os::fd::OwnedFd;

use rustix::fs::{AtFlags, Dir, FileType, Mode, openat, statat, unlinkat};
use rustix::io::Errno;
use steward_model::{SKILL_SUFFIXES, WORKSPACE_SUFFIXES, WorkspacePath, WorkspacePathError};

use super::{Beneath, FOLDER, Print, TEMPORARY, print_at};

/// What there is.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Every file that can be one of the workspace.
    pub(crate) files: BTreeMap<WorkspacePath, Print>,
    /// Files of the right kind whose names cannot be.
    pub(crate) misnamed: usize,
    /// Files of skills that are of no kind that the workspace holds, by path.
    pub(crate) left_out: BTreeSet<String>,
}

impl Beneath {
    /// Every file of the folder; each of its folders is shown to `enter` before it is read. Links are not followed.
    pub(crate) fn scan(&self, enter: &dyn Fn(&WorkspacePath)) -> io::Result<Seen> {
        let mut seen = Seen::default();
        let mut visit = |folder: &OwnedFd, at: &WorkspacePath, name: &CStr, kind| {
            if kind != FileType::RegularFile || !is_ours(at, name) {
                return Ok(());
            }
            let text = name.to_str().ok();
            match text.map(|name| WorkspacePath::file(&joined(at, name))) {
                Some(Ok(path)) => {
                    // What vanished since is not there the next time either.
                    if let Some(print) = print_at(folder, path.name())? {
                        seen.files.insert(path, print);
                    }
                }
                Some(Err(WorkspacePathError::Suffix)) => {
                    // A program that is part of no skill is none of ours.
                    if let (Some(_), Some(name)) = (at.skill(), text) {
                        seen.left_out.insert(joined(at, name));
                    }
                }
                Some(Err(_)) | None => seen.misnamed += 1,
            }
            Ok(())
        };
        self.walk(&mut visit, enter)?;
        Ok(seen)
    }

    /// Takes away what a killed process left unfinished.
    pub(crate) fn sweep(&self) -> io::Result<()> {
        let mut visit = |folder: &OwnedFd, _: &WorkspacePath, name: &CStr, kind| {
            let is_left = name.to_bytes().starts_with(TEMPORARY.as_bytes());
            if kind == FileType::RegularFile && is_left {
                unlinkat(folder, name, AtFlags::empty())?;
            }
            Ok(())
        };
        self.walk(&mut visit, &|_| {})
    }

    fn walk(&self, visit: &mut Visit<'_>, enter: &dyn Fn(&WorkspacePath)) -> io::Result<()> {
        let Ok(root) = WorkspacePath::folder("") else {
            return Ok(());
        };
        let mut open = vec![(openat(&self.root, c".", FOLDER, Mode::empty())?, root)];
        while let Some((folder, at)) = open.pop() {
            enter(&at);
            for entry in Dir::read_from(&folder)? {
                let entry = entry?;
                let name = entry.file_name();
                if matches!(name.to_bytes(), b"." | b"..") {
                    continue;
                }
                let kind = match entry.file_type() {
                    FileType::Unknown => match statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW) {
                        Ok(stat) => FileType::from_raw_mode(stat.st_mode),
                        Err(_) => continue,
                    },
                    kind => kind,
                };
                visit(&folder, &at, name, kind)?;
                if kind == FileType::Directory
                    && let Some(below) = below(&at, name)
                {
                    match openat(&folder, name, FOLDER, Mode::empty()) {
                        Ok(inside) => open.push((inside, below)),
                        // Gone, or made a link meanwhile.
                        Err(Errno::NOENT | Errno::LOOP | Errno::NOTDIR | Errno::MLINK) => {}
                        Err(error) => return Err(error.into()),
                    }
                }
            }
        }
        Ok(())
    }
}

/// Is shown the open folder, its path, and a name in it with its kind.
type Visit<'a> = dyn FnMut(&OwnedFd, &WorkspacePath, &CStr, FileType) -> io::Result<()> + 'a;

/// Whether a name is one that people give to files of the workspace. Whatever lies in a skill was meant for it.
fn is_ours(at: &WorkspacePath, name: &CStr) -> bool {
    let name = name.to_bytes();
    let mut suffixes = WORKSPACE_SUFFIXES.iter().chain(&SKILL_SUFFIXES);
    let mut usual = || suffixes.any(|suffix| name.ends_with(suffix.as_bytes()));
    !name.starts_with(b".") && (at.skill().is_some() || usual())
}

fn below(at: &WorkspacePath, name: &CStr) -> Option<WorkspacePath> {
    WorkspacePath::folder(&joined(at, name.to_str().ok()?)).ok()
}

fn joined(at: &WorkspacePath, name: &str) -> String {
    if at.is_root() {
        name.to_owned()
    } else {
        format!("{}/{name}", at.as_str())
    }
}
