//! An organisation's accounts in memory, kept up with its workspace.

use std::collections::BTreeMap;

use steward_accounts::book::Book;
use steward_store::{OrgStore, Page, StoreError};

use super::folder::Folder;

/// Files that are read at once.
const SOME: u32 = 500;
/// The most names of members that are told from customers.
const STAFF: u32 = 500;

/// The accounts up to a place among the changes of the workspace.
pub(super) struct Shelf {
    mark: i64,
    folders: BTreeMap<String, Folder>,
    book: Book,
}

impl Default for Shelf {
    fn default() -> Self {
        Self {
            mark: 0,
            folders: BTreeMap::new(),
            book: Book::new(Vec::new(), Vec::new(), Vec::new()),
        }
    }
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

    /// Takes in what changed since.
    pub(super) async fn catch_up(&mut self, org: &OrgStore<'_>) -> Result<(), StoreError> {
        let mut touched = false;
        loop {
            let changed = org.files_read_since(self.mark, SOME).await?;
            let Some(last) = changed.last() else { break };
            let mark = last.head.change_no;
            for file in &changed {
                let Some((id, part)) = Folder::place(file.head.path.as_str()) else {
                    continue;
                };
                touched = true;
                let folder = self.folders.entry(id.to_owned());
                let folder = folder.or_insert_with(|| Folder::new(id));
                folder.take(part, file.content.as_deref(), file.head.updated_at);
                if folder.is_empty() {
                    self.folders.remove(id);
                }
            }
            self.mark = mark;
        }
        if touched {
            let page = Page {
                after: None,
                limit: STAFF,
            };
            let members = org.members(&page).await?;
            self.rebuild(members.into_iter().map(|member| member.name).collect());
        }
        Ok(())
    }

    fn rebuild(&mut self, staff: Vec<String>) {
        let readable = self.folders.values().filter_map(Folder::state);
        let states = readable.map(|file| file.state.clone()).collect();
        let sources = self.folders.values().flat_map(Folder::sources);
        let sources = sources.map(|(_, file)| file.source.clone()).collect();
        self.book = Book::new(states, sources, staff);
    }
}
