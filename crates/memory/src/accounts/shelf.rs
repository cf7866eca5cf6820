//! An organisation's accounts in memory, kept up with its workspace.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::civil::Date;
use steward_accounts::book::Book;
use steward_accounts::engine::{Past, Scene};
use steward_accounts::history::History;
use steward_accounts::source_file::SourceFile;
use steward_accounts::text::plain;
use steward_model::{Author, OrgId};
use steward_store::{FileRevision, OrgStore, Page, Store, StoreError};
use tokio::task::JoinHandle;

use super::cut::{Depth, cut_off};
use super::folder::{Folder, Part, Problem};
use super::proposals::{self, Proposed};

/// Files that are read at once.
const SOME: u32 = 500;
/// The most names of members that are told from customers.
const STAFF: u32 = 500;

/// The accounts up to a place among the changes of the workspace.
#[derive(Default)]
pub(super) struct Shelf {
    mark: i64,
    folders: BTreeMap<String, Folder>,
    book: Book,
    /// The ids of sources, each with its file.
    files: BTreeSet<(String, String)>,
    /// What is proposed for accounts, as far as it was worked out: that takes a while, and most accounts rest.
    proposed: Mutex<HashMap<String, Arc<[Proposed]>>>,
}

impl Past for Shelf {
    fn history(&self, account: &str) -> Option<&History> {
        self.folder(account)?.history()
    }
}

impl Shelf {
    /// What a sentence is read by on this day.
    pub(super) fn scene(&self, today: Date) -> Scene<'_> {
        Scene::new(self.book(), today).with_past(self)
    }

    /// The last change that was taken in.
    pub(super) fn mark(&self) -> i64 {
        self.mark
    }

    pub(super) fn book(&self) -> &Book {
        &self.book
    }

    pub(super) fn folder(&self, id: &str) -> Option<&Folder> {
        self.folders.get(id)
    }

    pub(super) fn folders(&self) -> impl Iterator<Item = &Folder> + Clone {
        self.folders.values()
    }

    /// What is wrong with an account that cannot be read and was called this, by its history.
    pub(super) fn unreadable(&self, name: &str) -> Option<Problem> {
        let mut lost = self.folders().filter(|folder| folder.state().is_none());
        lost.find(|folder| folder.was_called(name))
            .and_then(Folder::problem)
    }

    /// The same of one that has this very name: what is said of it is told to whoever asks, and not only kept from being made twice.
    pub(super) fn unreadable_one(&self, name: &str) -> Option<Problem> {
        let name = plain(name);
        let mut lost = self.folders().filter(|folder| folder.state().is_none());
        let has = |own: String| !name.is_empty() && plain(&own) == name;
        lost.find(|folder| folder.name_by_history().is_some_and(has))
            .and_then(Folder::problem)
    }

    /// Whether a request with this mark was carried out: on an account that was there, or by making one.
    pub(super) fn tells_of(&self, mark: &str) -> bool {
        self.folders.contains_key(mark) || self.folders().any(|folder| folder.mentions(mark))
    }

    /// What the sources of an account say and the account does not.
    pub(super) fn proposed(&self, folder: &Folder) -> Arc<[Proposed]> {
        let known = self.known().get(folder.id()).map(Arc::clone);
        known.unwrap_or_else(|| {
            let found: Arc<[Proposed]> = proposals::work_out(self, folder).into();
            let id = folder.id().to_owned();
            self.known().insert(id, Arc::clone(&found));
            found
        })
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Arc<[Proposed]>>> {
        self.proposed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file of a source, by the source's id.
    pub(super) fn source_file(&self, id: &str) -> Option<(&str, &SourceFile)> {
        let first = (id.to_owned(), String::new());
        let (found, path) = self.files.range(first..).next()?;
        let (account, _) = Folder::place(path).filter(|_| found == id)?;
        let file = self.folders.get(account)?.source(path)?;
        Some((path, file))
    }

    /// Takes in what changed since. What was taken in stays, also if the rest cannot be read now.
    pub(super) async fn catch_up(&mut self, store: &Store, org: OrgId) -> Result<(), StoreError> {
        let mut touched = false;
        let carriers = self.book.carriers.clone();
        let mut reading = read(store, org, self.mark);
        loop {
            let changed = reading.await.map_err(StoreError::internal)??;
            let Some(last) = changed.last() else { break };
            let mark = last.head.change_no;
            // The next ones are read while these are taken in.
            let next = (changed.len() == SOME as usize).then(|| read(store, org, mark));
            for file in &changed {
                touched |= self.take(file);
                self.look_for_cut(&store.org(org), file).await?;
            }
            self.mark = mark;
            match next {
                Some(next) => reading = next,
                None => break,
            }
        }
        if touched {
            self.know_staff(&store.org(org)).await?;
        }
        // Insurers are told from other names in every source.
        if carriers != self.book.carriers {
            self.known().clear();
        }
        Ok(())
    }

    /// A history that lost entries at its end still fits: only its earlier versions tell.
    async fn look_for_cut(
        &mut self,
        org: &OrgStore<'_>,
        file: &FileRevision,
    ) -> Result<(), StoreError> {
        let Some((id, Part::History)) = Folder::place(file.head.path.as_str()) else {
            return Ok(());
        };
        // What we write only ever adds; what somebody did on disk may be anything.
        let depth = match file.head.updated_by {
            Author::Mirror => Depth::Whole,
            _ => Depth::Quick,
        };
        let cut = cut_off(org, file, depth).await?;
        if let (Some(cut), Some(folder)) = (cut, self.folders.get_mut(id)) {
            folder.mark_cut(cut);
        }
        Ok(())
    }

    async fn know_staff(&mut self, org: &OrgStore<'_>) -> Result<(), StoreError> {
        let page = Page {
            after: None,
            limit: STAFF,
        };
        let members = org.members(&page).await?.into_iter();
        let staff: Vec<String> = members.map(|member| member.name).collect();
        if staff != self.book.staff {
            self.book.set_staff(staff);
            self.known().clear();
        }
        Ok(())
    }

    /// Takes in what a file says now. Tells whether it is one of an account.
    fn take(&mut self, file: &FileRevision) -> bool {
        let Some((id, part)) = Folder::place(file.head.path.as_str()) else {
            return false;
        };
        self.known().remove(id);
        let folder = self.folders.entry(id.to_owned());
        let folder = folder.or_insert_with(|| Folder::new(id));
        if let Part::Source(path) = part
            && let Some(file) = folder.source(path)
        {
            let source = &file.source;
            self.book.remove_source(source);
            self.files.remove(&(source.id.clone(), path.to_owned()));
        }
        folder.take(part, file.content.as_deref(), file.head.updated_at);
        match part {
            Part::State => match folder.state() {
                Some(file) => self.book.put_account(file.state.clone()),
                // Without its state it is there all the same, as long as its history is.
                None if file.content.is_some() || folder.history().is_some() => {
                    let name = folder.name_by_history();
                    self.book.lose_account(id, name.as_deref());
                }
                None => self.book.remove_account(id),
            },
            Part::History => {}
            Part::Source(path) => {
                if let Some(file) = folder.source(path) {
                    let source = &file.source;
                    self.book.add_source(Arc::clone(source));
                    self.files.insert((source.id.clone(), path.to_owned()));
                }
            }
        }
        if folder.is_empty() {
            self.folders.remove(id);
            self.book.remove_account(id);
        }
        true
    }
}

/// Reads files that changed after a place, on another thread.
fn read(store: &Store, org: OrgId, mark: i64) -> JoinHandle<Result<Vec<FileRevision>, StoreError>> {
    let store = store.clone();
    tokio::spawn(async move { store.org(org).files_read_since(mark, SOME).await })
}
