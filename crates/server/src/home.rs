//! The data folder: made, checked and described before anything is served.

use std::fs::{self, DirBuilder, File};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

/// Less free space than this is as good as none: the database needs room to move while it writes.
const LEAST_SPACE: u64 = 32 * 1024 * 1024;

/// A folder that can be written to.
#[derive(Debug, Clone)]
pub(crate) struct Home(PathBuf);

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HomeError {
    #[error("the data folder {} cannot be made: {reason}; choose another with --home", .path.display())]
    CannotMake { path: PathBuf, reason: String },
    #[error(
        "the data folder {} cannot be written to: {reason}; give this user the right to, or choose another with --home",
        .path.display()
    )]
    ReadOnly { path: PathBuf, reason: String },
    #[error(
        "the disk of the data folder {} is full ({free_mb} MB free, 32 MB needed); free some space, or choose another with --home",
        .path.display()
    )]
    Full { path: PathBuf, free_mb: u64 },
}

impl Home {
    /// Makes the folder if it is missing, readable by this user alone, and proves that it can be used.
    pub(crate) fn prepare(path: &Path) -> Result<Self, HomeError> {
        let made = DirBuilder::new().recursive(true).mode(0o700).create(path);
        made.map_err(|error| HomeError::CannotMake {
            path: path.to_owned(),
            reason: error.to_string(),
        })?;
        Self::check_space(path)?;
        Self::check_writable(path)?;
        Ok(Self(path.to_owned()))
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.0.join("steward.db")
    }

    pub(crate) fn keys(&self) -> PathBuf {
        self.0.join("keys.db")
    }

    pub(crate) fn master_key(&self) -> PathBuf {
        self.0.join("master.key")
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    fn check_space(path: &Path) -> Result<(), HomeError> {
        // A file system that cannot tell is not a reason to refuse.
        let Ok(figures) = rustix::fs::statvfs(path) else {
            return Ok(());
        };
        let free = figures.f_bavail.saturating_mul(figures.f_frsize);
        if figures.f_blocks > 0 && free < LEAST_SPACE {
            return Err(HomeError::Full {
                path: path.to_owned(),
                free_mb: free / (1024 * 1024),
            });
        }
        Ok(())
    }

    /// Permissions can lie (a read-only mount, another user's quota), a file that was written cannot.
    fn check_writable(path: &Path) -> Result<(), HomeError> {
        let probe = path.join(".steward-probe");
        let written = File::create(&probe).and_then(|mut file| {
            file.write_all(b"probe")?;
            file.sync_all()
        });
        let removed = fs::remove_file(&probe);
        written.and(removed).map_err(|error| match error.kind() {
            ErrorKind::StorageFull => HomeError::Full {
                path: path.to_owned(),
                free_mb: 0,
            },
            _ => HomeError::ReadOnly {
                path: path.to_owned(),
                reason: error.to_string(),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn the_folder_is_made_for_this_user_alone() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("a/b");
        Home::prepare(&path).unwrap();
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o700
        );
        assert_eq!(fs::read_dir(&path).unwrap().count(), 0, "the probe is gone");
    }

    #[test]
    fn a_file_in_the_way_is_explained() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("taken");
        File::create(&path).unwrap();
        let message = Home::prepare(&path).unwrap_err().to_string();
        assert!(
            message.contains("taken") && message.contains("--home"),
            "{message}"
        );
    }
}
