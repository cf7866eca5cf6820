//! What can go wrong in the store, by what a caller can do about it.

use std::path::PathBuf;

use steward_model::WorkspacePath;

use crate::Sha;

/// A failed operation. Looking something up that is not there is `None`, not an error.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The value is taken; the word names what.
    #[error("this {0} exists already")]
    Conflict(&'static str),
    /// A rule forbids it; the sentence says which, and what to do.
    #[error("{0}")]
    Refused(&'static str),
    /// Somebody else changed a file first: nothing was written.
    #[error("the file was changed since it was read: read it again")]
    Stale {
        /// Which file.
        path: WorkspacePath,
        /// What it holds now; nothing if it is not there.
        there: Option<Sha>,
    },
    /// Another worker has the thread by now: whatever this one learned is not kept.
    #[error("the lease on the thread was lost")]
    LeaseLost,
    /// The key of the content's scope was destroyed.
    #[error("this content was forgotten")]
    Forgotten,
    /// A ciphertext does not belong where it stands.
    #[error("stored content in {table}.{column} was tampered with or damaged")]
    Tampered {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
    },
    /// No space is left; reading goes on.
    #[error("the disk is full: free some space; nothing was changed")]
    DiskFull,
    /// Too much at once, a deadlock or a time-out: the same call may succeed later.
    #[error("the database is busy: try again")]
    Busy,
    /// The database cannot be reached, or the connection broke while the outcome was unknown.
    #[error("the database cannot be reached: {0}")]
    Unavailable(String),
    /// A write could not be made durable. Nothing more is written by this process: what the disk holds is only known
    /// after opening it again.
    #[error("the disk failed while saving: restart Steward and check the disk")]
    Stopped,
    /// Written by a later version.
    #[error(
        "the database has schema version {found}, this Steward knows up to {known}: \
         start the newer Steward, or restore a backup made before the upgrade"
    )]
    NewerDatabase {
        /// What the database says.
        found: i64,
        /// What this program knows.
        known: i64,
    },
    /// A migration did not apply; the database is as it was before it.
    #[error("migration {name} failed and was rolled back: {reason}")]
    Migration {
        /// Its file name.
        name: &'static str,
        /// Why.
        reason: String,
    },
    /// Another process has the data folder.
    #[error("another Steward is using {}: stop it first, or choose another folder with --home", .0.display())]
    Locked(PathBuf),
    /// The linked SQLite is too old to be safe.
    #[error(
        "SQLite {0} can corrupt a database in WAL mode: build with the bundled one, 3.51.3 or newer"
    )]
    OldSqlite(String),
    /// The master key is missing, unsafe or wrong.
    #[error("{0}")]
    MasterKey(String),
    /// A database file or folder cannot be used.
    #[error("cannot open {}: {reason}", .path.display())]
    Open {
        /// Which one.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A mistake of ours or damage; the text is for the log alone.
    #[error("unexpected database error: {0}")]
    Internal(String),
}

impl StoreError {
    /// Whether the same call may succeed later.
    pub fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::Busy | Self::Unavailable(_) | Self::LeaseLost | Self::DiskFull | Self::Stopped
        )
    }

    /// Shorthand for a mistake of ours.
    pub fn internal(what: impl std::fmt::Display) -> Self {
        Self::Internal(what.to_string())
    }
}
