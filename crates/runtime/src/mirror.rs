//! Keeps a folder on disk and the workspace's rows alike. The rows are what counts: the folder can be dropped at any moment,
//! and is written anew.
//!
//! A change of a row goes to disk, a change on disk becomes a revision by compare and swap, and where both changed, the text
//! from disk is kept beside. What both sides had when they last agreed is noted last, so that a process that was killed at
//! any point finds out by the texts themselves how far it came.

mod beneath;
mod marks;
mod plan;
mod watch;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use steward_model::{Author, Integrity, NoticeKind, OrgId, WorkspacePath};
use steward_store::{Expect, FileRevision, FileWrite, NewNotice, Sha, StoreError};
use tokio::sync::watch::Receiver;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep};

use self::beneath::{Beneath, Found, Print, Seen, Text};
use self::marks::{Marks, REV};
use self::plan::{Step, beside, plan};
use self::watch::Watch;
use crate::Inner;
use crate::dispatcher::stopped;

/// How often the rows are asked, and how long a file must rest before it is read: whoever saves is not interrupted.
const LOOK: Duration = Duration::from_millis(200);
/// How often the whole folder is looked at although nobody heard of a change.
const LOOK_AT_ALL: Duration = Duration::from_secs(30);
/// Looking takes at most one part in so many of the time.
const SHARE: u32 = 10;
/// After which a folder that cannot be used is tried again.
const RETRY: Duration = Duration::from_secs(30);
/// Rows that are read at once.
const SOME: u32 = 500;

pub(crate) async fn run(runtime: Arc<Inner>, mut stop: Receiver<bool>) {
    let Some(root) = runtime.settings.mirror.clone() else {
        return;
    };
    loop {
        let mirrored = async {
            let Some(mut mirror) = Mirror::open(Arc::clone(&runtime), &root).await? else {
                return Ok(());
            };
            mirror.follow().await
        };
        tokio::select! {
            () = stopped(&mut stop) => return,
            ended = mirrored => if let Err(error) = ended {
                let error: Trouble = error;
                tracing::warn!(%error, "the workspace is not mirrored on disk for now");
            }
        }
        tokio::select! {
            () = stopped(&mut stop) => return,
            () = sleep(RETRY) => {}
        }
    }
}

/// Why a file, or the whole folder, is not mirrored for now.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the folder cannot be used: {0}")]
    Disk(#[from] io::Error),
}

struct Mirror {
    runtime: Arc<Inner>,
    org: OrgId,
    disk: Arc<Beneath>,
    watch: Option<Arc<Watch>>,
    marks: Marks,
    /// Changes of rows up to here are on disk.
    place: i64,
    /// What the last look saw.
    seen: Seen,
    /// Files as they were when they were last dealt with.
    done: BTreeMap<WorkspacePath, Print>,
    /// Files with which something went wrong.
    again: BTreeSet<WorkspacePath>,
}

impl Mirror {
    /// Makes both sides agree. Nothing if there is no organisation yet.
    async fn open(runtime: Arc<Inner>, root: &Path) -> Result<Option<Self>, Trouble> {
        let Some(org) = runtime.store.first_org().await? else {
            return Ok(None);
        };
        let path = root.to_owned();
        let disk = on_disk(move || Beneath::open(&path)).await?;
        let watch = Watch::new(root).map_err(|error| {
            tracing::warn!(%error, "changes of the workspace's folder are not heard of, and looked for instead");
        });
        let mut mirror = Self {
            runtime,
            org,
            disk: Arc::new(disk),
            watch: watch.ok().map(Arc::new),
            marks: Marks::default(),
            place: 0,
            seen: Seen::default(),
            done: BTreeMap::new(),
            again: BTreeSet::new(),
        };
        mirror.rebuild().await?;
        Ok(Some(mirror))
    }

    /// Goes on for as long as it can.
    async fn follow(&mut self) -> Result<(), Trouble> {
        let mut looked = Instant::now();
        let mut heard = true;
        let mut nap = LOOK;
        loop {
            self.project().await?;
            if heard || self.watch.is_none() || looked.elapsed() >= LOOK_AT_ALL {
                looked = Instant::now();
                // Whatever moves is looked at again, until it rests.
                heard = self.look().await?;
                nap = LOOK.max(looked.elapsed() * SHARE);
            }
            sleep(nap).await;
            if let Some(watch) = &self.watch {
                tokio::select! {
                    biased;
                    changed = watch.changed() => {
                        changed?;
                        heard = true;
                    }
                    () = std::future::ready(()) => {}
                }
            }
        }
    }

    /// Starts from nothing but the two sides and the marks.
    async fn rebuild(&mut self) -> Result<(), Trouble> {
        let disk = Arc::clone(&self.disk);
        self.marks = on_disk(move || {
            disk.sweep()?;
            Marks::load(&disk)
        })
        .await?;
        self.scan().await?;
        let mut rows: BTreeMap<WorkspacePath, Option<Sha>> = BTreeMap::new();
        self.place = 0;
        loop {
            let org = self.runtime.store.org(self.org);
            let heads = org.files_changed_since(self.place, SOME).await?;
            let Some(last) = heads.last() else { break };
            self.place = last.change_no;
            rows.extend(heads.into_iter().map(|head| (head.path, head.sha256)));
        }
        let texts = self.texts().await?;
        let mut differ: BTreeSet<WorkspacePath> = self.marks.paths().cloned().collect();
        differ.extend(rows.keys().chain(self.seen.files.keys()).cloned());
        differ.retain(|path| {
            let row = rows.get(path).copied().flatten();
            let agrees = texts.get(path).map(|(sha, _)| *sha) == row;
            if agrees {
                self.marks.put(path, row);
            }
            !agrees
        });
        self.done = texts
            .into_iter()
            .filter(|(path, _)| !differ.contains(path))
            .map(|(path, (_, print))| (path, print))
            .collect();
        let disk = Arc::clone(&self.disk);
        let marks = std::mem::take(&mut self.marks);
        self.marks = on_disk(move || marks.rewrite(&disk).map(|()| marks)).await?;
        self.sync_all(differ).await;
        Ok(())
    }

    /// What every file says that the last look saw, by its hash.
    async fn texts(&self) -> io::Result<BTreeMap<WorkspacePath, (Sha, Print)>> {
        let disk = Arc::clone(&self.disk);
        let paths: Vec<WorkspacePath> = self.seen.files.keys().cloned().collect();
        on_disk(move || {
            let mut texts = BTreeMap::new();
            for path in paths {
                if let Ok(Found::Text(text)) = disk.read(&path) {
                    texts.insert(path, (text.sha, text.print));
                }
            }
            Ok(texts)
        })
        .await
    }

    /// Brings to disk what changed in the rows.
    async fn project(&mut self) -> Result<(), Trouble> {
        loop {
            let org = self.runtime.store.org(self.org);
            let heads = org.files_changed_since(self.place, SOME).await?;
            let Some(last) = heads.last() else {
                return Ok(());
            };
            let place = last.change_no;
            let changed = heads
                .into_iter()
                .filter(|head| self.marks.agreed(&head.path) != head.sha256);
            self.sync_all(changed.map(|head| head.path).collect()).await;
            self.place = place;
        }
    }

    /// Takes in what changed on disk and rests. Tells whether something is still moving.
    async fn look(&mut self) -> Result<bool, Trouble> {
        let disk = Arc::clone(&self.disk);
        if !on_disk(move || disk.has_own(REV)).await? {
            // Somebody emptied the folder, marks and all: it is written anew, and nothing is taken for deleted.
            self.rebuild().await?;
            return Ok(true);
        }
        let before = std::mem::take(&mut self.seen);
        self.scan().await?;
        let now = &self.seen.files;
        let rests = |path: &WorkspacePath| now.get(path) == before.files.get(path);
        let mut changed = std::mem::take(&mut self.again);
        let new = now.iter().filter(|(path, print)| self.done.get(*path) != Some(print));
        changed.extend(new.map(|(path, _)| path.clone()));
        changed.extend(self.done.keys().filter(|path| !now.contains_key(*path)).cloned());
        let moving = changed.iter().any(|path| !rests(path));
        changed.retain(rests);
        if self.seen.misnamed != before.misnamed {
            tracing::warn!(
                files = self.seen.misnamed,
                "files in the workspace's folder have names that the workspace does not take"
            );
        }
        self.sync_all(changed).await;
        Ok(moving || !self.again.is_empty())
    }

    async fn scan(&mut self) -> Result<(), Trouble> {
        let (disk, watch) = (Arc::clone(&self.disk), self.watch.clone());
        let (seen, deaf) = on_disk(move || {
            let deaf = std::cell::Cell::new(false);
            let seen = disk.scan(&|folder| {
                if let Some(watch) = &watch {
                    deaf.set(deaf.get() || watch.add(folder).is_err());
                }
            })?;
            Ok((seen, deaf.get()))
        })
        .await?;
        self.seen = seen;
        if deaf {
            tracing::warn!("there are more folders in the workspace than can be listened to");
            self.watch = None;
        }
        Ok(())
    }

    async fn sync_all(&mut self, paths: BTreeSet<WorkspacePath>) {
        for path in paths {
            if let Err(error) = self.sync(&path).await {
                tracing::warn!(%error, "a file of the workspace is not mirrored yet");
                self.again.insert(path);
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
                return self.tell(path, &format!("is left alone on disk: {why}.")).await;
            }
        };
        let content = row.as_ref().and_then(|row| row.content.clone());
        let there = row.as_ref().and_then(|row| row.head.sha256);
        let on_disk_now = text.as_ref().map(|text| text.sha);
        match plan(self.marks.agreed(path), on_disk_now, there) {
            Step::Nothing => self.agree(path, there, text.map(|text| text.print)),
            Step::WriteDisk | Step::DeleteDisk => self.to_disk(path, content, there, text).await,
            Step::TakeIn(expect) => self.take_in(path, expect, text).await,
            Step::Conflict => {
                if let (Some(text), false) = (&text, self.was_row(row.as_ref(), on_disk_now).await?) {
                    self.keep_beside(path, text).await?;
                }
                self.to_disk(path, content, there, text).await
            }
        }
    }

    /// Whether the row once had this text: then the file on disk is only late, and nothing of it is lost.
    async fn was_row(&self, row: Option<&FileRevision>, sha: Option<Sha>) -> Result<bool, StoreError> {
        let Some(row) = row else { return Ok(false) };
        let org = self.runtime.store.org(self.org);
        let history = org.file_history(&row.head.path, None, SOME).await?;
        Ok(history.iter().any(|revision| revision.sha256 == sha))
    }

    async fn to_disk(
        &mut self,
        path: &WorkspacePath,
        content: Option<String>,
        sha: Option<Sha>,
        over: Option<Text>,
    ) -> Result<(), Trouble> {
        let (disk, at) = (Arc::clone(&self.disk), path.clone());
        let over = over.map(|text| text.print);
        let written = on_disk(move || match (content, over) {
            (Some(content), over) => disk.write(&at, &content, over).map(|print| (print.is_some(), print)),
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
                self.tell(path, &format!("is on disk but not in the workspace: {why}."))
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
    fn agree(&mut self, path: &WorkspacePath, sha: Option<Sha>, print: Option<Print>) -> Result<(), Trouble> {
        match print {
            Some(print) => self.done.insert(path.clone(), print),
            None => self.done.remove(path),
        };
        Ok(self.marks.set(&self.disk, path, sha)?)
    }

    /// Lets a file be as it is until it changes.
    fn leave(&mut self, path: &WorkspacePath) {
        match self.seen.files.get(path) {
            Some(print) => self.done.insert(path.clone(), *print),
            None => self.done.remove(path),
        };
    }

    /// Tells the team about a file; its name is not for the log.
    async fn tell(&self, path: &WorkspacePath, what: &str) -> Result<(), Trouble> {
        let text = format!("{} {what}", path.as_str());
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

/// Waits for the disk without holding up others.
async fn on_disk<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    spawn_blocking(work).await.map_err(io::Error::other)?
}
