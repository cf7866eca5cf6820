//! The folder on disk. Every step goes from a folder that is open to a name in it and never over a link, so that nobody who
//! swaps a folder for a link in the meantime leads it elsewhere.

mod scan;

use std::fs::{DirBuilder, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::{
    AtFlags, FileType, Mode, OFlags, RenameFlags, Stat, fstat, fsync, mkdirat, open, openat,
    renameat, renameat_with, statat, unlinkat,
};
use rustix::io::Errno;
use steward_model::{WORKSPACE_FILE_BYTES, WorkspacePath};
use steward_store::Sha;

pub(super) use self::scan::Seen;

/// What files begin with that are not whole yet.
const TEMPORARY: &str = ".steward-tmp-";
/// Held for as long as a process mirrors into the folder.
const LOCK: &str = ".lock";

const FOLDER: OFlags = OFlags::DIRECTORY
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);
const OWN: Mode = Mode::RUSR.union(Mode::WUSR);

/// A folder that is open, and that nothing here leaves.
#[derive(Debug)]
pub(super) struct Beneath {
    root: OwnedFd,
    temporary: AtomicU64,
    _lock: File,
}

/// What lies at a path.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Nothing.
    Absent,
    /// A text.
    Text(Text),
    /// Something that is neither read nor written over.
    Foreign(Foreign),
}

/// A file as it was read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Text {
    pub(super) content: String,
    pub(super) sha: Sha,
    pub(super) print: Print,
}

/// By what a file is known again without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Print {
    inode: u64,
    size: i64,
    modified: (i64, i64),
}

/// Why something on disk is left alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub(super) enum Foreign {
    #[error("it is a link, or lies behind one")]
    Link,
    #[error("it has a second name elsewhere (a hard link)")]
    Shared,
    #[error("it is not a file, or a part of its path is not a folder")]
    Kind,
    #[error("it has more than a million bytes")]
    Size,
    #[error("it is not UTF-8 text")]
    Encoding,
    #[error("it has a NUL character, which no text has")]
    Nul,
}

impl Beneath {
    /// Opens the folder, which is made if it is missing, for this process alone.
    pub(super) fn open(root: &Path) -> io::Result<Self> {
        DirBuilder::new().recursive(true).mode(0o700).create(root)?;
        // Whoever runs Steward may have chosen a link as the folder.
        let root = open(root, OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let lock = File::from(openat(&root, LOCK, flags, OWN)?);
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let held = "another process mirrors the workspace into this folder";
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, held));
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        Ok(Self {
            root,
            temporary: AtomicU64::new(0),
            _lock: lock,
        })
    }

    /// What lies at a path.
    pub(super) fn read(&self, path: &WorkspacePath) -> io::Result<Found> {
        let file = match self.open_file(path) {
            Ok(file) => file,
            Err(Errno::NOENT) => return Ok(Found::Absent),
            Err(Errno::LOOP | Errno::MLINK) => return Ok(Found::Foreign(Foreign::Link)),
            Err(Errno::NOTDIR | Errno::NXIO) => return Ok(Found::Foreign(Foreign::Kind)),
            Err(error) => return Err(error.into()),
        };
        let stat = fstat(&file)?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            return Ok(Found::Foreign(Foreign::Kind));
        }
        if stat.st_nlink > 1 {
            return Ok(Found::Foreign(Foreign::Shared));
        }
        let mut bytes = Vec::new();
        let one_more = WORKSPACE_FILE_BYTES as u64 + 1;
        File::from(file).take(one_more).read_to_end(&mut bytes)?;
        if bytes.len() > WORKSPACE_FILE_BYTES {
            return Ok(Found::Foreign(Foreign::Size));
        }
        Ok(match String::from_utf8(bytes) {
            // Whoever edits by the API could not save it again.
            Ok(content) if content.contains('\0') => Found::Foreign(Foreign::Nul),
            Ok(content) => Found::Text(Text {
                sha: Sha::of(content.as_bytes()),
                content,
                print: Print::of(&stat),
            }),
            Err(_) => Found::Foreign(Foreign::Encoding),
        })
    }

    /// Puts a text where there was what `over` says. Nothing comes back, and nothing is changed, if there is something else
    /// by now.
    pub(super) fn write(
        &self,
        path: &WorkspacePath,
        content: &str,
        over: Option<Print>,
    ) -> io::Result<Option<Print>> {
        let folder = self.folder(path, Missing::Make)?;
        // Known by what it was before anybody could see it: what is saved over it a moment later is told apart.
        let (temporary, print) = self.temporary(&folder, content.as_bytes())?;
        let swapped = swap(&folder, &temporary, path.name(), over);
        if !matches!(swapped, Ok(true)) {
            unlinkat(&folder, &temporary, AtFlags::empty())?;
        }
        Ok(swapped?.then_some(print))
    }

    /// Takes a file away, and the folders that are empty then. Tells whether it was the one that was meant.
    pub(super) fn remove(&self, path: &WorkspacePath, print: Print) -> io::Result<bool> {
        let folder = self.folder(path, Missing::Fail)?;
        if print_at(&folder, path.name())? != Some(print) {
            return Ok(false);
        }
        unlinkat(&folder, path.name(), AtFlags::empty())?;
        fsync(&folder)?;
        let mut emptied = path.parent();
        while let Some(gone) = emptied.filter(|folder| !folder.is_root()) {
            let above = self.folder(&gone, Missing::Fail)?;
            // The first that is not empty stays, with all above it.
            if unlinkat(&above, gone.name(), AtFlags::REMOVEDIR).is_err() {
                break;
            }
            emptied = gone.parent();
        }
        Ok(true)
    }

    /// A file of the mirror itself, in the root.
    pub(super) fn read_own(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        match openat(&self.root, name, flags, Mode::empty()) {
            Ok(file) => {
                let mut bytes = Vec::new();
                File::from(file).read_to_end(&mut bytes)?;
                Ok(Some(bytes))
            }
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether a file of the mirror itself is there.
    pub(super) fn has_own(&self, name: &str) -> io::Result<bool> {
        print_at(&self.root, name).map(|print| print.is_some())
    }

    /// Replaces a file of the mirror itself.
    pub(super) fn write_own(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let (temporary, _) = self.temporary(&self.root, bytes)?;
        renameat(&self.root, &temporary, &self.root, name)?;
        Ok(fsync(&self.root)?)
    }

    /// Adds to a file of the mirror itself, which must be there.
    pub(super) fn append_own(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let flags = OFlags::WRONLY | OFlags::APPEND | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        File::from(openat(&self.root, name, flags, Mode::empty())?).write_all(bytes)
    }

    /// Opens a file without waiting for whoever writes to a pipe of that name.
    fn open_file(&self, path: &WorkspacePath) -> Result<OwnedFd, Errno> {
        let folder = self.folder(path, Missing::Fail)?;
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        openat(&folder, path.name(), flags, Mode::empty())
    }

    /// The folder that a path lies in.
    fn folder(&self, path: &WorkspacePath, missing: Missing) -> Result<OwnedFd, Errno> {
        let mut at = openat(&self.root, c".", FOLDER, Mode::empty())?;
        let depth = path.segments().count().saturating_sub(1);
        for name in path.segments().take(depth) {
            let mut next = openat(&at, name, FOLDER, Mode::empty());
            if missing == Missing::Make && matches!(next, Err(Errno::NOENT)) {
                match mkdirat(&at, name, Mode::RWXU) {
                    Ok(()) => fsync(&at)?,
                    Err(Errno::EXIST) => {}
                    Err(error) => return Err(error),
                }
                next = openat(&at, name, FOLDER, Mode::empty());
            }
            at = next?;
        }
        Ok(at)
    }

    /// Writes bytes into a new file in a folder, down to the disk, and gives its name.
    fn temporary(&self, folder: &OwnedFd, bytes: &[u8]) -> io::Result<(String, Print)> {
        let flags =
            OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        loop {
            let number = self.temporary.fetch_add(1, Ordering::Relaxed);
            let name = format!("{TEMPORARY}{number}");
            match openat(folder, &name, flags, OWN) {
                Ok(file) => {
                    let mut file = File::from(file);
                    file.write_all(bytes)?;
                    file.sync_all()?;
                    return Ok((name, Print::of(&fstat(&file)?)));
                }
                // Left by a process that was killed.
                Err(Errno::EXIST) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Missing {
    Make,
    Fail,
}

impl Print {
    fn of(stat: &Stat) -> Self {
        Self {
            inode: stat.st_ino,
            size: stat.st_size,
            modified: (stat.st_mtime, stat.st_mtime_nsec as i64),
        }
    }
}

/// Moves a finished file to its name, if there is still what was expected. Two names are swapped in one step and what came
/// out is looked at, so that a text somebody saved in this very moment is put back.
fn swap(folder: &OwnedFd, temporary: &str, name: &str, over: Option<Print>) -> io::Result<bool> {
    let flags = match over {
        None => RenameFlags::NOREPLACE,
        Some(_) => RenameFlags::EXCHANGE,
    };
    match renameat_with(folder, temporary, folder, name, flags) {
        Ok(()) => {}
        Err(Errno::EXIST | Errno::NOENT) => return Ok(false),
        // A file system that cannot: looked at first, then renamed.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
            if print_at(folder, name)? != over {
                return Ok(false);
            }
            renameat(folder, temporary, folder, name)?;
            fsync(folder)?;
            return Ok(true);
        }
        Err(error) => return Err(error.into()),
    }
    if over.is_some() {
        if print_at(folder, temporary)? != over {
            renameat_with(folder, temporary, folder, name, RenameFlags::EXCHANGE)?;
            return Ok(false);
        }
        unlinkat(folder, temporary, AtFlags::empty())?;
    }
    fsync(folder)?;
    Ok(true)
}

/// What lies at a name, not looking behind a link.
fn print_at(folder: &OwnedFd, name: &str) -> io::Result<Option<Print>> {
    match statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(stat) => Ok(Some(Print::of(&stat))),
        Err(Errno::NOENT) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
#[path = "beneath_tests.rs"]
mod tests;
