//! Makes both sides of a file agree.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use steward_model::{Author, Integrity, NoticeKind, WorkspacePath};
use steward_store::{Expect, FileRevision, FileWrite, NewNotice, Sha, StoreError};

use super::beneath::{Found, Print, Text};
use super::plan::{Step, beside, plan};
use super::{Mirror, SOME, Trouble, on_disk};

impl Mirror {
    /// Does what is to be done about each of these files. What cannot be done now is looked at again.
    pub(super) async fn sync_all(&mut self, paths: BTreeSet<WorkspacePath>) {
        for path in paths {
            match self.sync(&path).await {
                Ok(()) => {}
                Err(Trouble::Store(StoreError::Stale { .. })) => {
                    self.again.insert(path);
                }
                Err(error) => {
                    tracing::warn!(%error, "a file of the workspace is not mirrored yet");
                    self.later.insert(path);
                }
            }
        }
    }

    /// Makes both sides of one file agree.
    async fn sync(&mut self, path: &WorkspacePath) -> Result<(), Trouble> {
        let row = self.runtime.store.org(self.org).file(path).await?;
        let (disk, at) = (Arc::clone(&self.disk), path.clone());
        let text = match on_disk(move || disk.read(&at)).await? {
            Found::Absent => None,
            Found::Text(text) => Some(text),
            Found::Foreign(why) => {
                self.leave(path);
                return self
                    .tell(path, &format!("is left alone on disk: {why}."))
                    .await;
            }
        };
        let content = row.as_ref().and_then(|row| row.content.clone());
        let there = row.as_ref().and_then(|row| row.head.sha256);
        let on_disk_now = text.as_ref().map(|text| text.sha);
        match plan(self.marks.agreed(path), on_disk_now, there) {
            Step::Nothing => self.agree(path, there, text.map(|text| text.print)),
            Step::WriteDisk | Step::DeleteDisk => self.write_disk(path, content, there, text).await,
            Step::TakeIn(expect) => self.take_in(path, expect, text).await,
            Step::Conflict => {
                if let (Some(text), false) = (&text, self.was_row(row.as_ref(), on_disk_now).await?)
                {
                    self.keep_beside(path, text).await?;
                }
                self.write_disk(path, content, there, text).await
            }
        }
    }

    /// Whether the row once had this text: then the file on disk is only late, and nothing of it is lost.
    async fn was_row(
        &self,
        row: Option<&FileRevision>,
        sha: Option<Sha>,
    ) -> Result<bool, StoreError> {
        let Some(row) = row else { return Ok(false) };
        let org = self.runtime.store.org(self.org);
        let history = org.file_history(&row.head.path, None, SOME).await?;
        Ok(history.iter().any(|revision| revision.sha256 == sha))
    }

    async fn write_disk(
        &mut self,
        path: &WorkspacePath,
        content: Option<String>,
        sha: Option<Sha>,
        over: Option<Text>,
    ) -> Result<(), Trouble> {
        let (disk, at) = (Arc::clone(&self.disk), path.clone());
        let over = over.map(|text| text.print);
        let written = on_disk(move || match (content, over) {
            (Some(content), over) => disk
                .write(&at, &content, over)
                .map(|print| (print.is_some(), print)),
            (None, Some(over)) => disk.remove(&at, over).map(|gone| (gone, None)),
            (None, None) => Ok((true, None)),
        })
        .await?;
        match written {
            (true, print) => self.agree(path, sha, print),
            // Somebody saved in this moment: with the next look the plan is another.
            (false, _) => {
                self.again.insert(path.clone());
                Ok(())
            }
        }
    }

    async fn take_in(
        &mut self,
        path: &WorkspacePath,
        expect: Expect,
        text: Option<Text>,
    ) -> Result<(), Trouble> {
        let (sha, print) = text.as_ref().map(|text| (text.sha, text.print)).unzip();
        let write = person_wrote(path, expect, text.map(|text| text.content));
        let org = self.runtime.store.org(self.org);
        match org.write_files(Author::Mirror, vec![write]).await {
            Ok(_) => self.agree(path, sha, print),
            Err(StoreError::Refused(why)) => {
                self.leave(path);
                self.tell(
                    path,
                    &format!("is on disk but not in the workspace: {why}."),
                )
                .await
            }
            Err(error) => Err(error.into()),
        }
    }

    async fn keep_beside(&self, path: &WorkspacePath, text: &Text) -> Result<(), Trouble> {
        let Some(beside) = beside(path, self.runtime.now()) else {
            let deep = "no name beside it is short enough for a conflicting copy";
            return Err(io::Error::new(io::ErrorKind::InvalidFilename, deep).into());
        };
        let mut write = person_wrote(&beside, Expect::Absent, Some(text.content.clone()));
        write.conflict_of = Some(path.clone());
        let org = self.runtime.store.org(self.org);
        org.write_files(Author::Mirror, vec![write]).await?;
        let kept = format!(
            "was changed on disk and in the workspace at once. The text from disk is in {}.",
            beside.as_str()
        );
        self.tell(path, &kept).await
    }

    /// Both sides are alike now.
    fn agree(
        &mut self,
        path: &WorkspacePath,
        sha: Option<Sha>,
        print: Option<Print>,
    ) -> Result<(), Trouble> {
        match print {
            Some(print) => self.done.insert(path.clone(), print),
            None => self.done.remove(path),
        };
        Ok(self.marks.set(&self.disk, path, sha)?)
    }

    /// Lets a file be as it is until it changes.
    fn leave(&mut self, path: &WorkspacePath) {
        match self.seen.files.get(path) {
            Some(print) => {
                self.done.insert(path.clone(), *print);
            }
            None => {
                self.done.remove(path);
                self.later.insert(path.clone());
            }
        }
    }

    /// Tells the team about a file; its name is not for the log.
    async fn tell(&self, path: &WorkspacePath, what: &str) -> Result<(), Trouble> {
        self.tell_all(format!("{} {what}", path.as_str())).await
    }

    /// Tells the team, once.
    pub(super) async fn tell_all(&self, text: String) -> Result<(), Trouble> {
        let notice = NewNotice {
            kind: NoticeKind::Failed,
            dedupe_key: format!("mirror:{}", Sha::of(text.as_bytes())),
            text,
        };
        let org = self.runtime.store.org(self.org);
        org.raise_notice(None, notice).await?;
        Ok(())
    }
}

/// What a person wrote on disk: as trustworthy as what a member writes.
fn person_wrote(path: &WorkspacePath, expect: Expect, content: Option<String>) -> FileWrite {
    FileWrite {
        path: path.clone(),
        expect,
        content,
        trust: Integrity::User,
        restored_from: None,
        conflict_of: None,
    }
}
