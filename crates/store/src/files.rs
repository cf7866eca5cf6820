//! The workspace: files that people and agents read and edit, with every revision they ever had.
//!
//! A file is a row with revisions; a folder is there because somebody made it or because a file lies beneath it. Names and
//! contents are sealed under the organisation's key, and names are found by their fingerprints.

mod folders;
mod indexed;
mod row;
mod scrub;
mod seed;
mod sha;
mod write;

use std::sync::Arc;

use steward_model::{Author, FileId, Integrity, Scope, Timestamp, WorkspacePath};

pub use self::folders::{DroppedFolder, Folder, FolderEntry};
pub use self::indexed::{FilesToIndex, WORKSPACE, source_of_file};
use self::row::{SealedFile, SealedHead, blind, columns, tables};
pub(crate) use self::scrub::scrubbed;
pub use self::sha::{ParseShaError, Sha};
pub use self::write::{Expect, FileWrite};
use crate::crypto::DataKey;
use crate::db::transaction;
use crate::sql::{Sql, params, statements};
use crate::{OrgStore, StoreError};

/// The most files and made folders of one organisation: ten thousand accounts with a hundred sources each.
///
/// Whoever follows the workspace holds what it follows in memory, which is why there is a limit at all.
pub const WORKSPACE_FILES: i64 = 1_000_000;

statements! {
    ONE = concat!("select ", columns!(), ", r.content_enc as content_enc from ", tables!(), " and r.no = e.revision
        where e.org_id = $1 and e.path_blind = $2 and e.kind = 'file'");
    TWO = concat!("select ", columns!(), ", r.content_enc as content_enc from ", tables!(), " and r.no = e.revision
        where e.org_id = $1 and e.path_blind in ($2, $3) and e.kind = 'file'");
    REVISION = concat!("select ", columns!(), ", r.content_enc as content_enc from ", tables!(), " and r.no = $3
        where e.org_id = $1 and e.path_blind = $2 and e.kind = 'file'");
    HISTORY = concat!("select ", columns!(), " from ", tables!(), " and r.no < $3
        where e.org_id = $1 and e.path_blind = $2 and e.kind = 'file' order by r.no desc limit $4");
    CHANGED = concat!("select ", columns!(), " from ", tables!(), " and r.no = e.revision
        where e.org_id = $1 and e.change_no > $2 order by e.change_no limit $3");
    READ = concat!("select ", columns!(), ", r.content_enc as content_enc from ", tables!(), " and r.no = e.revision
        where e.org_id = $1 and e.change_no > $2 order by e.change_no limit $3");
}

/// The statements of this file and the files below it.
pub(crate) const ALL_STATEMENTS: [&[Sql]; 6] = [
    STATEMENTS,
    folders::STATEMENTS,
    indexed::STATEMENTS,
    scrub::STATEMENTS,
    seed::STATEMENTS,
    write::STATEMENTS,
];

/// What is known of a file at one of its revisions, without what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileHead {
    /// Its id, which stays when it is deleted and written again.
    pub id: FileId,
    /// Where it lies.
    pub path: WorkspacePath,
    /// Which revision this is, from 1. Deleting makes one too.
    pub revision: i64,
    /// The last revision there is.
    pub latest_revision: i64,
    /// The hash of what it says; nothing if this revision deleted it.
    pub sha256: Option<Sha>,
    /// How many bytes it has.
    pub size: i64,
    /// When this revision was written.
    pub updated_at: Timestamp,
    /// Who wrote it.
    pub updated_by: Author,
    /// How far the text can be trusted.
    pub trust: Integrity,
    /// The revision that this one brought back.
    pub restored_from: Option<i64>,
    /// The file that this is a conflicting copy of.
    pub conflict_of: Option<WorkspacePath>,
    /// The place of the file's last change among all changes of the workspace.
    pub change_no: i64,
}

impl FileHead {
    /// Whether this revision deleted the file.
    pub fn is_deleted(&self) -> bool {
        self.sha256.is_none()
    }
}

/// A file at one of its revisions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRevision {
    /// What is known of it.
    pub head: FileHead,
    /// What it says; nothing if this revision deleted it.
    pub content: Option<String>,
}

impl OrgStore<'_> {
    /// A file as it is now; as a deletion if it was deleted.
    pub async fn file(&self, path: &WorkspacePath) -> Result<Option<FileRevision>, StoreError> {
        let (org, key) = (self.org, self.workspace_key().await?);
        let blind = blind(&key, path);
        let row: Option<SealedFile> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(ONE, params![org, &blind]).await
            }))
            .await?;
        row.map(|row| row.open(&key)).transpose()
    }

    /// Two files as they are at one moment, in this order: whoever writes both together is seen before or after, never between.
    pub async fn two_files(
        &self,
        paths: [&WorkspacePath; 2],
    ) -> Result<[Option<FileRevision>; 2], StoreError> {
        let (org, key) = (self.org, self.workspace_key().await?);
        let blinds = [blind(&key, paths[0]), blind(&key, paths[1])];
        let rows: Vec<SealedFile> = self
            .db()
            .read(transaction!(|tx| {
                let both = params![org, &blinds[0], &blinds[1]];
                tx.fetch_all(TWO, both).await
            }))
            .await?;
        let mut found = [None, None];
        for row in rows {
            let file = row.open(&key)?;
            let place = usize::from(file.head.path != *paths[0]);
            found[place] = Some(file);
        }
        Ok(found)
    }

    /// A file as it was at a revision.
    pub async fn file_revision(
        &self,
        path: &WorkspacePath,
        revision: i64,
    ) -> Result<Option<FileRevision>, StoreError> {
        let (org, key) = (self.org, self.workspace_key().await?);
        let blind = blind(&key, path);
        let row: Option<SealedFile> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(REVISION, params![org, &blind, revision])
                    .await
            }))
            .await?;
        row.map(|row| row.open(&key)).transpose()
    }

    /// The revisions of a file before one of them, newest first; all of them without one. Nothing if there never was such
    /// a file.
    pub async fn file_history(
        &self,
        path: &WorkspacePath,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<FileHead>, StoreError> {
        let (org, key) = (self.org, self.workspace_key().await?);
        let (blind, before) = (blind(&key, path), before.unwrap_or(i64::MAX));
        let rows: Vec<SealedHead> = self
            .db()
            .read(transaction!(|tx| {
                let slice = params![org, &blind, before, i64::from(limit)];
                tx.fetch_all(HISTORY, slice).await
            }))
            .await?;
        rows.into_iter().map(|row| row.open(&key)).collect()
    }

    /// Files that changed after a place, deleted ones too, each once and at its last change, in the order of changes.
    pub async fn files_changed_since(
        &self,
        change_no: i64,
        limit: u32,
    ) -> Result<Vec<FileHead>, StoreError> {
        let (org, key) = (self.org, self.workspace_key().await?);
        let rows: Vec<SealedHead> = self
            .db()
            .read(transaction!(|tx| {
                let slice = params![org, change_no, i64::from(limit)];
                tx.fetch_all(CHANGED, slice).await
            }))
            .await?;
        self.wait_for_disk(&rows).await?;
        rows.into_iter().map(|row| row.open(&key)).collect()
    }

    /// As [`Self::files_changed_since`], with what they say.
    pub async fn files_read_since(
        &self,
        change_no: i64,
        limit: u32,
    ) -> Result<Vec<FileRevision>, StoreError> {
        let (org, key) = (self.org, self.workspace_key().await?);
        let rows: Vec<SealedFile> = self
            .db()
            .read(transaction!(|tx| {
                let slice = params![org, change_no, i64::from(limit)];
                tx.fetch_all(READ, slice).await
            }))
            .await?;
        self.wait_for_disk(&rows).await?;
        rows.into_iter().map(|row| row.open(&key)).collect()
    }

    /// Whoever reads on from a place keeps what it read, in memory or on disk: were it gone after all, its place would be given again
    /// and passed over.
    async fn wait_for_disk<T>(&self, changes: &[T]) -> Result<(), StoreError> {
        match changes.is_empty() {
            true => Ok(()),
            false => self.db().flush().await,
        }
    }

    /// The key of the workspace. Whoever asks for it uses the workspace, which is why it is there from then on.
    async fn workspace_key(&self) -> Result<Arc<DataKey>, StoreError> {
        let scope = Scope::Org(self.org).to_string();
        let key = self.store.inner.keys.key(&scope).await?;
        self.ensure_workspace(&key).await?;
        Ok(key)
    }
}
