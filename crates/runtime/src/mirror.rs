//! Keeps a folder on disk and the workspace's rows alike. The rows are what counts: the folder can be dropped at any moment,
//! and is written anew.
//!
//! A change of a row goes to disk, a change on disk becomes a revision by compare and swap, and where both changed, the text
//! from disk is kept beside. What both sides had when they last agreed is noted last, so that a process that was killed at
//! any point finds out by the texts themselves how far it came.

mod beneath;
mod left_out;
mod marks;
mod plan;
mod sync;
mod watch;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use steward_model::{OrgId, WorkspacePath};
use steward_store::{Page, Sha, Store, StoreError};
use tokio::sync::watch::Receiver;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{Instant, sleep};

use self::beneath::{Beneath, Found, Print, Seen};
use self::marks::{Marks, REV};
use self::watch::Watch;
use crate::Inner;
use crate::dispatcher::stopped;

/// How often the rows are asked, and how long a file must rest before it is read: whoever saves is not interrupted.
const LOOK: Duration = Duration::from_millis(200);
/// How often the whole folder is looked at although nobody heard of a change.
const LOOK_AT_ALL: Duration = Duration::from_secs(30);
/// Between two looks lies so many times what a look takes.
const SHARE: u32 = 4;
/// After which a folder that cannot be used is tried again.
const RETRY: Duration = Duration::from_secs(1);
/// Rows that are read at once.
const SOME: u32 = 500;

/// Organisations that are read at once.
const ORGS: u32 = 200;

/// Keeps a folder for every organisation, also for those that come later.
pub(crate) async fn run(runtime: Arc<Inner>, mut stop: Receiver<bool>) {
    let Some(root) = runtime.settings.mirror.clone() else {
        return;
    };
    let (mut mirrored, mut mirrors) = (BTreeSet::new(), JoinSet::new());
    loop {
        match folders(&runtime.store, &root).await {
            Ok(folders) => {
                for (org, folder) in folders {
                    if mirrored.insert(org) {
                        let runtime = Arc::clone(&runtime);
                        mirrors.spawn(keep(runtime, org, folder, stop.clone()));
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "the workspaces' folders wait for the database"),
        }
        tokio::select! {
            () = stopped(&mut stop) => break,
            () = sleep(RETRY) => {}
        }
    }
    mirrors.join_all().await;
}

/// Where each organisation's workspace lies: the first one's in the folder itself, every other one's in a folder of its own
/// beside it. Not within: whoever is let into one folder must not find another's.
async fn folders(store: &Store, root: &Path) -> Result<Vec<(OrgId, PathBuf)>, StoreError> {
    let first = store.first_org().await?;
    let mut page = Page {
        after: None,
        limit: ORGS,
    };
    let mut folders = Vec::new();
    loop {
        let orgs = store.orgs(&page).await?;
        for org in &orgs {
            let folder = match first {
                Some(first) if first == org.id => root.to_owned(),
                _ => beside(root, org.id),
            };
            folders.push((org.id, folder));
        }
        match orgs.last() {
            Some(last) if orgs.len() == ORGS as usize => page.after = Some(last.id.to_string()),
            _ => return Ok(folders),
        }
    }
}

/// `workspace-<id>` beside `workspace`.
fn beside(root: &Path, org: OrgId) -> PathBuf {
    let mut name = root.file_name().unwrap_or_default().to_owned();
    name.push(format!("-{org}"));
    root.with_file_name(name)
}

/// Keeps the folder of one organisation.
async fn keep(runtime: Arc<Inner>, org: OrgId, root: PathBuf, mut stop: Receiver<bool>) {
    let mut told = String::new();
    loop {
        let mirrored = async {
            let mut mirror = Mirror::open(Arc::clone(&runtime), org, &root).await?;
            mirror.follow().await
        };
        tokio::select! {
            () = stopped(&mut stop) => return,
            ended = mirrored => if let Err(error) = ended {
                let error = error.to_string();
                // It is tried often and said once.
                if error != told {
                    tracing::warn!(error, "the workspace is not mirrored on disk for now");
                }
                told = error;
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

/// When the folder was looked at.
struct Rhythm {
    looked: Instant,
    /// Something may have changed since.
    heard: bool,
}

struct Mirror {
    runtime: Arc<Inner>,
    org: OrgId,
    disk: Arc<Beneath>,
    watch: Option<Arc<Watch>>,
    marks: Marks,
    /// Changes of rows up to here are on disk.
    place: i64,
    /// What the last look saw, and how long it took.
    seen: Seen,
    took: Duration,
    /// Files as they were when they were last dealt with.
    done: BTreeMap<WorkspacePath, Print>,
    /// Files that somebody else changed in the same moment: to be looked at at once.
    again: BTreeSet<WorkspacePath>,
    /// Files with which something is wrong: to be looked at now and then.
    later: BTreeSet<WorkspacePath>,
    /// Files of skills that were told to be no part of them.
    left_out: BTreeSet<String>,
}

impl Mirror {
    /// Makes both sides agree.
    async fn open(runtime: Arc<Inner>, org: OrgId, root: &Path) -> Result<Self, Trouble> {
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
            took: Duration::ZERO,
            done: BTreeMap::new(),
            again: BTreeSet::new(),
            later: BTreeSet::new(),
            left_out: BTreeSet::new(),
        };
        mirror.rebuild().await?;
        Ok(mirror)
    }

    /// Goes on for as long as the folder can be used.
    async fn follow(&mut self) -> Result<(), Trouble> {
        let mut rhythm = Rhythm {
            looked: Instant::now(),
            heard: true,
        };
        loop {
            match self.turn(&mut rhythm).await {
                Ok(()) => sleep(LOOK).await,
                Err(Trouble::Store(error)) => {
                    tracing::warn!(%error, "the workspace's folder waits for the database");
                    sleep(RETRY).await;
                }
                Err(error) => return Err(error),
            }
        }
    }

    async fn turn(&mut self, rhythm: &mut Rhythm) -> Result<(), Trouble> {
        self.project().await?;
        if let Some(watch) = &self.watch {
            rhythm.heard |= watch.heard()?;
        }
        let all = rhythm.looked.elapsed() >= LOOK_AT_ALL;
        if all {
            self.again.append(&mut self.later);
        }
        let due = rhythm.heard || all || self.watch.is_none();
        if due && rhythm.looked.elapsed() >= self.took * SHARE {
            // Whatever moves is looked at again, until it rests.
            rhythm.heard = self.look().await?;
            rhythm.looked = Instant::now();
        }
        Ok(())
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
        let new = now
            .iter()
            .filter(|(path, print)| self.done.get(*path) != Some(print));
        changed.extend(new.map(|(path, _)| path.clone()));
        changed.extend(
            self.done
                .keys()
                .filter(|path| !now.contains_key(*path))
                .cloned(),
        );
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
        let (seen, deaf, took) = on_disk(move || {
            let began = Instant::now();
            let deaf = std::cell::Cell::new(false);
            let seen = disk.scan(&|folder| {
                if let Some(watch) = &watch {
                    deaf.set(deaf.get() || watch.add(folder).is_err());
                }
            })?;
            Ok((seen, deaf.get(), began.elapsed()))
        })
        .await?;
        (self.seen, self.took) = (seen, took);
        if deaf {
            tracing::warn!("there are more folders in the workspace than can be listened to");
            self.watch = None;
        }
        self.tell_left_out().await
    }
}

/// Waits for the disk without holding up others.
async fn on_disk<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    spawn_blocking(work).await.map_err(io::Error::other)?
}
