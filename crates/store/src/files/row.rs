//! Rows of files as they are read, and where their parts are sealed.

use steward_model::{Author, FileId, Integrity, Timestamp, WorkspacePath};

use super::{FileHead, FileRevision, Sha};
use crate::StoreError;
use crate::crypto::{DataKey, Place};
use crate::row::{FromRow, Row, from_row};

/// What is read of a file without its content.
macro_rules! columns {
    () => {
        "e.id as id, e.path_enc as path_enc, e.revision as latest, e.change_no as change_no, c.id as conflict_id,
            c.path_enc as conflict_enc, r.no as no, r.sha_enc as sha_enc, r.size as size, r.author as author,
            r.integrity as integrity, r.restored_from as restored_from, r.created_at as created_at"
    };
}
pub(super) use columns;

/// Where it is read from; which revision is the caller's to say.
macro_rules! tables {
    () => {
        "workspace_entry e left join workspace_entry c on c.org_id = e.org_id and c.id = e.conflict_of
            join workspace_revision r on r.org_id = e.org_id and r.entry_id = e.id"
    };
}
pub(super) use tables;

pub(super) struct SealedHead {
    id: FileId,
    path_enc: Vec<u8>,
    latest: i64,
    change_no: i64,
    conflict_id: Option<FileId>,
    conflict_enc: Option<Vec<u8>>,
    no: i64,
    sha_enc: Option<Vec<u8>>,
    size: i64,
    author: Author,
    integrity: Integrity,
    restored_from: Option<i64>,
    created_at: Timestamp,
}
from_row!(SealedHead {
    id,
    path_enc,
    latest,
    change_no,
    conflict_id,
    conflict_enc,
    no,
    sha_enc,
    size,
    author,
    integrity,
    restored_from,
    created_at
});

impl SealedHead {
    pub(super) fn open(self, key: &DataKey) -> Result<FileHead, StoreError> {
        let row = revision_row(self.id, self.no, self.author, self.integrity);
        let sha256 = match &self.sha_enc {
            Some(sealed) => Some(open_sha(key, &row, sealed)?),
            None => None,
        };
        let conflict_of = match (self.conflict_id, &self.conflict_enc) {
            (Some(id), Some(sealed)) => Some(open_path(key, id, Kind::File, sealed)?),
            _ => None,
        };
        Ok(FileHead {
            id: self.id,
            path: open_path(key, self.id, Kind::File, &self.path_enc)?,
            revision: self.no,
            latest_revision: self.latest,
            sha256,
            size: self.size,
            updated_at: self.created_at,
            updated_by: self.author,
            trust: self.integrity,
            restored_from: self.restored_from,
            conflict_of,
            change_no: self.change_no,
        })
    }
}

pub(super) struct SealedFile {
    head: SealedHead,
    content_enc: Option<Vec<u8>>,
}

impl FromRow for SealedFile {
    fn from_row(row: &Row<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            head: SealedHead::from_row(row)?,
            content_enc: row.get("content_enc")?,
        })
    }
}

impl SealedFile {
    pub(super) fn change_no(&self) -> i64 {
        self.head.change_no
    }

    pub(super) fn size(&self) -> i64 {
        self.head.size
    }

    pub(super) fn open(self, key: &DataKey) -> Result<FileRevision, StoreError> {
        let head = self.head.open(key)?;
        let row = revision_row(head.id, head.revision, head.updated_by, head.trust);
        let content = match &self.content_enc {
            Some(sealed) => Some(key.open_text(content_place(&row), sealed)?),
            None => None,
        };
        Ok(FileRevision { head, content })
    }
}

/// What lies at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Folder,
}

/// The fingerprint by which a path is found, and the content of a folder.
pub(super) fn blind(key: &DataKey, path: &WorkspacePath) -> Vec<u8> {
    key.blind("workspace path", path.as_str())
}

/// The fingerprint that paths share which differ by case alone.
pub(super) fn fold(key: &DataKey, path: &WorkspacePath) -> Vec<u8> {
    key.blind("workspace fold", &path.fold_key())
}

pub(super) fn open_path(
    key: &DataKey,
    id: FileId,
    kind: Kind,
    sealed: &[u8],
) -> Result<WorkspacePath, StoreError> {
    let text = key.open_text(path_place(&id.to_string()), sealed)?;
    let path = match kind {
        Kind::File => WorkspacePath::file(&text),
        Kind::Folder => WorkspacePath::folder(&text),
    };
    path.map_err(StoreError::internal)
}

fn open_sha(key: &DataKey, row: &str, sealed: &[u8]) -> Result<Sha, StoreError> {
    let bytes = key.open(sha_place(row), sealed)?;
    Sha::from_bytes(&bytes).ok_or_else(|| StoreError::internal("a hash has the wrong length"))
}

/// Who wrote a revision, and how far it can be trusted, is sealed with it: nobody raises it in the row.
pub(super) fn revision_row(id: FileId, no: i64, author: Author, integrity: Integrity) -> String {
    format!("{id}/{no}/{author}/{}", integrity.as_str())
}

pub(super) fn path_place(row: &str) -> Place<'_> {
    Place {
        table: "workspace_entry",
        column: "path_enc",
        row,
    }
}

pub(super) fn content_place(row: &str) -> Place<'_> {
    Place {
        table: "workspace_revision",
        column: "content_enc",
        row,
    }
}

pub(super) fn sha_place(row: &str) -> Place<'_> {
    Place {
        table: "workspace_revision",
        column: "sha_enc",
        row,
    }
}
