//! An organisation's accounts in memory, kept up with its workspace.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use steward_accounts::book::Book;
use steward_accounts::source_file::SourceFile;
use steward_store::{FileRevision, OrgStore, Page, StoreError};

use super::folder::{Folder, Part};

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
}

impl Shelf {
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

    /// The file of a source, by the source's id.
    pub(super) fn source_file(&self, id: &str) -> Option<(&str, &SourceFile)> {
        let first = (id.to_owned(), String::new());
        let (found, path) = self.files.range(first..).next()?;
        let (account, _) = Folder::place(path).filter(|_| found == id)?;
        let file = self.folders.get(account)?.source(path)?;
        Some((path, file))
    }

    /// Takes in what changed since. What was taken in stays, also if the rest cannot be read now.
    pub(super) async fn catch_up(&mut self, org: &OrgStore<'_>) -> Result<(), StoreError> {
        let mut touched = false;
        loop {
            let changed = org.files_read_since(self.mark, SOME).await?;
            let Some(last) = changed.last() else { break };
            let mark = last.head.change_no;
            for file in &changed {
                touched |= self.take(file);
            }
            self.mark = mark;
        }
        if touched {
            let page = Page {
                after: None,
                limit: STAFF,
            };
            let members = org.members(&page).await?.into_iter();
            let staff: Vec<String> = members.map(|member| member.name).collect();
            if staff != self.book.staff {
                self.book.set_staff(staff);
            }
        }
        Ok(())
    }

    /// Takes in what a file says now. Tells whether it is one of an account.
    fn take(&mut self, file: &FileRevision) -> bool {
        let Some((id, part)) = Folder::place(file.head.path.as_str()) else {
            return false;
        };
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
        }
        true
    }
}
