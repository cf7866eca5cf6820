//! Writing files: compare and swap on what was read, all files of a call or none of them.

use std::sync::Arc;

use steward_model::{
    Author, FileId, IdGen, Integrity, MemberEventKind, OrgId, Timestamp, WORKSPACE_FILE_BYTES,
    WorkspacePath,
};

use super::folders;
use super::row::{
    SealedHead, blind, columns, content_place, fold, path_place, revision_row, sha_place, tables,
};
use super::{FileHead, Sha, WORKSPACE_FILES};
use crate::audit::{self, Entry};
use crate::crypto::DataKey;
use crate::db::{Tx, transaction};
use crate::member_events::News;
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, StoreError};

statements! {
    // The row stays locked until the commit: whoever writes next sees what was written.
    HOLD = "update workspace set last_change = last_change where org_id = $1 returning last_change, entries";
    CLOSE = "update workspace set last_change = $1, entries = $2 where org_id = $3";
    HEAD = concat!("select ", columns!(), " from ", tables!(), " and r.no = e.revision
        where e.org_id = $1 and e.path_blind = $2 and e.kind = 'file'");
    MADE = "select no as value from workspace_revision where org_id = $1 and entry_id = $2 and call_key = $3";
    INSERT = "insert into workspace_entry (id, org_id, kind, path_enc, path_blind, fold_blind, parent_blind, present, made,
            children, revision, change_no)
        values ($1, $2, 'file', $3, $4, $5, $6, 1, 0, 0, 1, $7)";
    UPDATE = "update workspace_entry set present = $1, revision = $2, change_no = $3 where org_id = $4 and id = $5";
    CONFLICT = "update workspace_entry set conflict_of = (select id from workspace_entry o
            where o.org_id = $1 and o.path_blind = $2 and o.kind = 'file')
        where org_id = $1 and id = $3";
    INSERT_REVISION = "insert into workspace_revision (entry_id, no, org_id, content_enc, sha_enc, size, author, integrity,
            restored_from, created_at, call_key)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
}

/// A file to be written or deleted.
#[derive(Debug, Clone)]
pub struct FileWrite {
    /// Where it lies.
    pub path: WorkspacePath,
    /// What must be there for it to be written.
    pub expect: Expect,
    /// What it says from now on; nothing deletes it.
    pub content: Option<String>,
    /// How far the text can be trusted.
    pub trust: Integrity,
    /// The revision that is brought back.
    pub restored_from: Option<i64>,
    /// The file that this is a conflicting copy of. What is left out stays as it is.
    pub conflict_of: Option<WorkspacePath>,
}

/// What somebody who writes a file has read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expect {
    /// There was no such file.
    Absent,
    /// It had this content.
    Sha256(Sha),
}

impl OrgStore<'_> {
    /// Writes files, all or none of them. If one of them is not what was expected, [`StoreError::Stale`] says which.
    pub async fn write_files(
        &self,
        author: Author,
        writes: Vec<FileWrite>,
    ) -> Result<Vec<FileHead>, StoreError> {
        self.write_as(author, writes, None).await
    }

    /// As [`Self::write_files`], for a call that may be made again because nobody knows whether it was made: what was
    /// written is not written twice.
    pub async fn write_files_once(
        &self,
        author: Author,
        writes: Vec<FileWrite>,
        call: &str,
    ) -> Result<Vec<FileHead>, StoreError> {
        self.write_as(author, writes, Some(call.to_owned())).await
    }

    async fn write_as(
        &self,
        author: Author,
        writes: Vec<FileWrite>,
        call: Option<String>,
    ) -> Result<Vec<FileHead>, StoreError> {
        let is_too_long = |write: &FileWrite| {
            let content = write.content.as_deref();
            content.is_some_and(|content| content.len() > WORKSPACE_FILE_BYTES)
        };
        if writes.iter().any(is_too_long) {
            return Err(StoreError::Refused("a file has at most one million bytes"));
        }
        let key = self.workspace_key().await?;
        let (store, org, now) = (self.store.clone(), self.org, self.store.now());
        self.db()
            .write(transaction!(|tx| {
                let mut desk = Desk::hold(tx, org, &key, (author, now)).await?;
                let mut heads = Vec::with_capacity(writes.len());
                for write in &writes {
                    heads.push(desk.write(tx, store.ids(), write, call.as_deref()).await?);
                }
                desk.tell(tx);
                desk.close(tx).await?;
                Ok(heads)
            }))
            .await
    }
}

/// A workspace that is held until the commit, by somebody who changes it.
pub(super) struct Desk {
    pub(super) org: OrgId,
    pub(super) key: Arc<DataKey>,
    pub(super) author: Author,
    pub(super) now: Timestamp,
    last_change: i64,
    entries: i64,
    before: Held,
}

struct Held {
    last_change: i64,
    entries: i64,
}
from_row!(Held {
    last_change,
    entries
});

impl Desk {
    pub(super) async fn hold(
        tx: &mut Tx<'_>,
        org: OrgId,
        key: &Arc<DataKey>,
        (author, now): (Author, Timestamp),
    ) -> Result<Self, StoreError> {
        let held: Option<Held> = tx.fetch_optional(HOLD, params![org]).await?;
        let held = held.ok_or_else(|| StoreError::internal("a workspace was not begun"))?;
        Ok(Self {
            org,
            key: Arc::clone(key),
            author,
            now,
            last_change: held.last_change,
            entries: held.entries,
            before: held,
        })
    }

    /// Members learn that something changed, once however much it was, and not what: names are sealed.
    pub(super) fn tell(&self, tx: &mut Tx<'_>) {
        let before = (self.before.last_change, self.before.entries);
        if before != (self.last_change, self.entries) {
            let news = News::new(self.org, MemberEventKind::Workspace, self.now);
            tx.tell(news.about(&self.last_change));
        }
    }

    pub(super) async fn close(self, tx: &mut Tx<'_>) -> Result<(), StoreError> {
        let row = params![self.last_change, self.entries, self.org];
        tx.execute(CLOSE, row).await.map(|_| ())
    }

    /// The place of the next change.
    pub(super) fn next_change(&mut self) -> i64 {
        self.last_change += 1;
        self.last_change
    }

    /// One file or made folder more.
    pub(super) fn add_entry(&mut self) -> Result<(), StoreError> {
        if self.entries >= WORKSPACE_FILES {
            return Err(StoreError::Refused(
                "the workspace is full: it holds at most one million files and folders",
            ));
        }
        self.entries += 1;
        Ok(())
    }

    pub(super) fn remove_entry(&mut self) {
        self.entries -= 1;
    }

    pub(super) async fn note(
        &self,
        tx: &mut Tx<'_>,
        ids: &dyn IdGen,
        action: &'static str,
        id: FileId,
        detail: &[u8],
    ) -> Result<(), StoreError> {
        let noted = Entry::new(ids, self.author.to_string(), action, id, detail);
        audit::note(tx, self.org, &noted, self.now).await
    }

    async fn head(
        &self,
        tx: &mut Tx<'_>,
        path: &WorkspacePath,
    ) -> Result<Option<FileHead>, StoreError> {
        let blind = blind(&self.key, path);
        let row: Option<SealedHead> = tx.fetch_optional(HEAD, params![self.org, &blind]).await?;
        row.map(|row| row.open(&self.key)).transpose()
    }

    pub(super) async fn write(
        &mut self,
        tx: &mut Tx<'_>,
        ids: &dyn IdGen,
        write: &FileWrite,
        call: Option<&str>,
    ) -> Result<FileHead, StoreError> {
        let there = self.head(tx, &write.path).await?;
        if let (Some(there), Some(call)) = (&there, call) {
            let made = params![self.org, there.id, call];
            let made: Option<Only<i64>> = tx.fetch_optional(MADE, made).await?;
            if made.is_some() {
                return Ok(there.clone());
            }
        }
        let sha = there.as_ref().and_then(|there| there.sha256);
        let is_expected = match write.expect {
            Expect::Absent => sha.is_none(),
            Expect::Sha256(read) => sha == Some(read),
        };
        if !is_expected {
            return Err(StoreError::Stale {
                path: write.path.clone(),
                there: sha,
            });
        }
        match (sha, &write.content) {
            (None, None) => return Err(StoreError::Refused("there is no such file to delete")),
            (None, Some(_)) => {
                self.add_entry()?;
                folders::appear(tx, self, ids, &write.path).await?;
            }
            (Some(_), None) => {
                self.remove_entry();
                folders::vanish(tx, self, &write.path).await?;
            }
            (Some(_), Some(_)) => {}
        }
        let id = self.put(tx, ids, there.as_ref(), write).await?;
        let no = there.as_ref().map_or(1, |there| there.latest_revision + 1);
        self.put_revision(tx, ids, (id, no), write, call).await?;
        if write.conflict_of.is_some() {
            // Whether the file is there that it is a copy of is known to the row alone.
            let head = self.head(tx, &write.path).await?;
            return head.ok_or_else(|| StoreError::internal("a file is not where it was written"));
        }
        Ok(self.written((id, no), there, write))
    }

    /// What is known of a file that was just written.
    fn written(
        &self,
        (id, no): (FileId, i64),
        there: Option<FileHead>,
        write: &FileWrite,
    ) -> FileHead {
        let content = write.content.as_deref();
        FileHead {
            id,
            path: write.path.clone(),
            revision: no,
            latest_revision: no,
            sha256: content.map(|content| Sha::of(content.as_bytes())),
            size: content.map_or(0, |content| content.len() as i64),
            updated_at: self.now,
            updated_by: self.author,
            trust: write.trust,
            restored_from: write.restored_from,
            conflict_of: there.and_then(|there| there.conflict_of),
            change_no: self.last_change,
        }
    }

    /// The row of the name.
    async fn put(
        &mut self,
        tx: &mut Tx<'_>,
        ids: &dyn IdGen,
        there: Option<&FileHead>,
        write: &FileWrite,
    ) -> Result<FileId, StoreError> {
        let (org, place) = (self.org, self.next_change());
        let id = match there {
            Some(there) => {
                let present = i64::from(write.content.is_some());
                let row = params![present, there.latest_revision + 1, place, org, there.id];
                tx.execute(UPDATE, row).await?;
                there.id
            }
            None => {
                let id = FileId::generate(ids);
                let (key, path) = (&self.key, &write.path);
                let sealed = key.seal(path_place(&id.to_string()), path.as_str().as_bytes())?;
                let parent = folders::parent_blind(key, path);
                let (path, fold) = (blind(key, path), fold(key, path));
                let row = params![id, org, &sealed, &path, &fold, &parent, place];
                tx.execute(INSERT, row).await?;
                id
            }
        };
        if let Some(of) = &write.conflict_of {
            let of = blind(&self.key, of);
            tx.execute(CONFLICT, params![org, &of, id]).await?;
        }
        Ok(id)
    }

    async fn put_revision(
        &self,
        tx: &mut Tx<'_>,
        ids: &dyn IdGen,
        (id, no): (FileId, i64),
        write: &FileWrite,
        call: Option<&str>,
    ) -> Result<(), StoreError> {
        let row = revision_row(id, no, self.author, write.trust);
        let (mut content_enc, mut sha_enc, mut size) = (None, None, 0);
        if let Some(content) = &write.content {
            let sha = Sha::of(content.as_bytes());
            content_enc = Some(self.key.seal(content_place(&row), content.as_bytes())?);
            sha_enc = Some(self.key.seal(sha_place(&row), sha.as_bytes())?);
            size = content.len() as i64;
        }
        let row = params![
            id,
            no,
            self.org,
            content_enc.as_ref(),
            sha_enc.as_ref(),
            size,
            self.author,
            write.trust,
            write.restored_from,
            self.now,
            call,
        ];
        tx.execute(INSERT_REVISION, row).await?;
        let action = match (&write.content, write.restored_from) {
            (None, _) => "file.deleted",
            (Some(_), None) => "file.written",
            (Some(_), Some(_)) => "file.restored",
        };
        // The sealed text and not the text: its hash must tell nothing once it is forgotten.
        let detail = content_enc.unwrap_or_default();
        self.note(tx, ids, action, id, &detail).await
    }
}
