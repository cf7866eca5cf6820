//! Files as passages: which changes are not indexed yet, and what was made of those that are.

use std::collections::BTreeSet;

use steward_model::{FileId, Flag, OrgId, Scope};

use super::row::SealedFile;
use super::{FileRevision, READ};
use crate::db::{Tx, transaction};
use crate::flags::switched_off;
use crate::passages::{self, NewPassage};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, Store, StoreError};

statements! {
    WORKSPACES = concat!("select org_id as value from workspace where last_change > indexed_change and org_id > $1
            and not ", switched_off!("'indexing'" for "workspace.org_id"), "
        order by org_id limit $2");
    PLACE = "select indexed_change, last_change from workspace where org_id = $1 and last_change > indexed_change";
    COUNT = "select count(*) as value from workspace_entry where org_id = $1 and change_no >
        (select indexed_change from workspace where org_id = $1)";
    // Only whoever read from the present place may move it: two indexers do not index twice. The row stays locked until the
    // commit, so that nobody writes a file meanwhile.
    MARK = "update workspace set indexed_change = $1
        where org_id = $2 and indexed_change = $3 and indexed_change < $1 and last_change >= $1";
    STILL = "select id, change_no, indexed_change from workspace_entry
        where org_id = $1 and change_no > $2 and change_no <= $3";
    MARK_FILES = "update workspace_entry set indexed_change = change_no
        where org_id = $1 and change_no > $2 and change_no <= $3";
}

/// The source of passages that are parts of files.
pub const WORKSPACE: &str = "workspace";

/// Files that changed since the workspace was indexed last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilesToIndex {
    /// The change up to which the workspace is indexed.
    pub from: i64,
    /// The change up to which it is indexed once these are.
    pub upto: i64,
    /// The files as they are now, deleted ones too, in the order of their changes. One that nobody can read is left out.
    pub files: Vec<FileRevision>,
}

struct Place {
    indexed_change: i64,
    last_change: i64,
}
from_row!(Place {
    indexed_change,
    last_change
});

struct Entry {
    id: FileId,
    change_no: i64,
    indexed_change: Option<i64>,
}
from_row!(Entry {
    id,
    change_no,
    indexed_change
});

/// The name under which a file's text at a change is the source of passages.
pub fn source_of_file(id: FileId, change_no: i64) -> String {
    format!("{id}/{change_no}")
}

impl Store {
    /// Organisations whose workspace has changes that are not indexed yet, in the order of ids. One that cannot be indexed is
    /// passed over by beginning after it.
    pub async fn workspaces_to_index(
        &self,
        after: Option<OrgId>,
        limit: u32,
    ) -> Result<Vec<OrgId>, StoreError> {
        if !self.switches().is_on_here(Flag::Indexing) {
            return Ok(Vec::new());
        }
        let after = after.map_or_else(String::new, |org| org.to_string());
        let waiting: Vec<Only<OrgId>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(WORKSPACES, params![after.as_str(), i64::from(limit)])
                    .await
            }))
            .await?;
        Ok(waiting.into_iter().map(|org| org.0).collect())
    }
}

impl OrgStore<'_> {
    /// The oldest changes of files that are not indexed yet: up to so many files, and no more of them than have so many bytes
    /// together, but at least one. Nothing if there are none.
    pub async fn files_to_index(
        &self,
        (files, bytes): (u32, i64),
    ) -> Result<Option<FilesToIndex>, StoreError> {
        let org = self.org;
        let found: Option<(Place, Vec<SealedFile>)> = self
            .db()
            .read(transaction!(|tx| {
                let place: Option<Place> = tx.fetch_optional(PLACE, params![org]).await?;
                let Some(place) = place else {
                    return Ok(None);
                };
                let slice = params![org, place.indexed_change, i64::from(files)];
                let rows = tx.fetch_all(READ, slice).await?;
                Ok(Some((place, rows)))
            }))
            .await?;
        let Some((place, mut rows)) = found else {
            return Ok(None);
        };
        let read = rows.len();
        let mut room = bytes;
        let fitting = rows.iter().take_while(|row| {
            let fits = room > 0;
            room -= row.size();
            fits
        });
        let fitting = fitting.count();
        rows.truncate(fitting);
        let is_last = read < files as usize && fitting == read;
        // A change that left no file behind has a place too.
        let upto = match rows.last() {
            Some(last) if !is_last => last.change_no(),
            _ => place.last_change,
        };
        let scope = Scope::Org(org).to_string();
        let key = self.store.inner.keys.existing(&scope).await?;
        let mut files = Vec::with_capacity(rows.len());
        for row in rows {
            match row.open(&key) {
                Ok(file) => files.push(file),
                Err(error @ StoreError::Tampered { .. }) => {
                    tracing::warn!(%error, "a file cannot be indexed");
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Some(FilesToIndex {
            from: place.indexed_change,
            upto,
            files,
        }))
    }

    /// Marks changes of files as indexed, together with the passages that were made of them; those of their earlier states go.
    /// What was made of a file that has changed since is left out, since that change is indexed next. Tells whether anything
    /// was marked: nothing is if somebody else was faster.
    pub async fn mark_files_indexed(
        &self,
        (from, upto): (i64, i64),
        new: Vec<NewPassage>,
    ) -> Result<bool, StoreError> {
        let (org, now, scope) = (self.org, self.store.now(), Scope::Org(self.org));
        let mut ready = self.seal_passages(scope, new).await?;
        self.db()
            .write(transaction!(|tx| {
                if tx.execute(MARK, params![upto, org, from]).await? == 0 {
                    return Ok(false);
                }
                let range = params![org, from, upto];
                let still: Vec<Entry> = tx.fetch_all(STILL, range).await?;
                for entry in &still {
                    if let Some(before) = entry.indexed_change {
                        let name = source_of_file(entry.id, before);
                        passages::replace(tx, (org, scope), &name, now).await?;
                    }
                }
                let still = still.iter();
                let still = still.map(|entry| source_of_file(entry.id, entry.change_no));
                ready.keep_sources(&still.collect::<BTreeSet<_>>());
                mark_files(tx, org, (from, upto)).await?;
                passages::insert(tx, org, &ready, now).await?;
                Ok(true)
            }))
            .await
    }

    /// How many files have changes that are not indexed yet.
    pub async fn count_files_to_index(&self) -> Result<i64, StoreError> {
        let org = self.org;
        let count: Option<Only<i64>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(COUNT, params![org]).await
            }))
            .await?;
        Ok(count.map_or(0, |count| count.0))
    }
}

async fn mark_files(
    tx: &mut Tx<'_>,
    org: OrgId,
    (from, upto): (i64, i64),
) -> Result<(), StoreError> {
    let range = params![org, from, upto];
    tx.execute(MARK_FILES, range).await.map(|_| ())
}
