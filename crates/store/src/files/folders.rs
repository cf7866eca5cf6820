//! Folders: which are there, and what lies in them.

use steward_model::{Author, FileId, IdGen, WorkspacePath};

use super::FileHead;
use super::row::{Kind, SealedHead, blind, columns, fold, open_path, path_place, tables};
use super::write::Desk;
use crate::crypto::DataKey;
use crate::db::{Tx, transaction};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, Page, StoreError};

statements! {
    FIND = "select id, present, made, children from workspace_entry
        where org_id = $1 and path_blind = $2 and kind = 'folder'";
    TWIN = "select id as value from workspace_entry where org_id = $1 and fold_blind = $2 and present = 1";
    INSERT = "insert into workspace_entry (id, org_id, kind, path_enc, path_blind, fold_blind, parent_blind, present, made,
            children, revision)
        values ($1, $2, 'folder', $3, $4, $5, $6, 1, $7, $8, 0)";
    JOIN = "update workspace_entry set present = 1, children = children + 1 where org_id = $1 and id = $2";
    LEAVE = "update workspace_entry
        set children = children - 1, present = case when made = 1 or children > 1 then 1 else 0 end
        where org_id = $1 and path_blind = $2 and kind = 'folder' returning present as value";
    MAKE = "update workspace_entry set present = 1, made = 1 where org_id = $1 and id = $2";
    DROP = "update workspace_entry set present = 0, made = 0 where org_id = $1 and id = $2";
    CHILDREN = "select id, kind, path_enc from workspace_entry
        where org_id = $1 and parent_blind = $2 and present = 1";
    HEAD = concat!("select ", columns!(), " from ", tables!(), " and r.no = e.revision
        where e.org_id = $1 and e.id = $2 and e.present = 1");
}

/// A part of what lies in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// Folders first, then files, each in the order of their names.
    pub entries: Vec<FolderEntry>,
    /// Where the next page begins; nothing if this is the last one.
    pub next: Option<String>,
}

/// Something in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FolderEntry {
    /// A folder in it.
    Folder(WorkspacePath),
    /// A file.
    File(FileHead),
}

/// What became of a folder that was to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DroppedFolder {
    /// It is gone.
    Dropped,
    /// Something lies in it, and it stays.
    NotEmpty,
    /// There is no such folder.
    Missing,
}

struct FolderRow {
    id: FileId,
    present: bool,
    made: bool,
    children: i64,
}
from_row!(FolderRow {
    id,
    present,
    made,
    children
});

struct Child {
    id: FileId,
    kind: String,
    path_enc: Vec<u8>,
}
from_row!(Child { id, kind, path_enc });

/// A child by its place in the list.
struct Listed {
    id: FileId,
    kind: Kind,
    path: WorkspacePath,
    /// The kind and the name, by which a list goes on.
    place: String,
}

impl Child {
    fn open(self, key: &DataKey) -> Result<Listed, StoreError> {
        let (kind, rank) = match self.kind.as_str() {
            "folder" => (Kind::Folder, '0'),
            _ => (Kind::File, '1'),
        };
        let path = open_path(key, self.id, kind, &self.path_enc)?;
        Ok(Listed {
            id: self.id,
            kind,
            place: format!("{rank}{}", path.name()),
            path,
        })
    }
}

impl OrgStore<'_> {
    /// A part of what lies in a folder. `None` if there is no such folder; the root is always there.
    pub async fn folder(
        &self,
        path: &WorkspacePath,
        page: &Page,
    ) -> Result<Option<Folder>, StoreError> {
        let (org, key) = (self.org, self.workspace_key().await?);
        let (blind, is_root) = (blind(&key, path), path.is_root());
        let children: Option<Vec<Child>> = self
            .db()
            .read(transaction!(|tx| {
                let found: Option<FolderRow> =
                    tx.fetch_optional(FIND, params![org, &blind]).await?;
                if !is_root && !found.is_some_and(|folder| folder.present) {
                    return Ok(None);
                }
                tx.fetch_all(CHILDREN, params![org, &blind]).await.map(Some)
            }))
            .await?;
        let Some(children) = children else {
            return Ok(None);
        };
        // Names are sealed, so that only whoever has opened all of them can put them in order.
        let mut listed = children
            .into_iter()
            .map(|child| child.open(&key))
            .collect::<Result<Vec<_>, _>>()?;
        if let Some(after) = &page.after {
            listed.retain(|one| one.place > *after);
        }
        listed.sort_unstable_by(|one, other| one.place.cmp(&other.place));
        let is_last = listed.len() <= page.limit as usize;
        listed.truncate(page.limit as usize);
        let last = listed.last().map(|one| one.place.clone());
        let entries = self.folder_entries(&key, listed).await?;
        let next = last.filter(|_| !is_last);
        Ok(Some(Folder { entries, next }))
    }

    async fn folder_entries(
        &self,
        key: &DataKey,
        listed: Vec<Listed>,
    ) -> Result<Vec<FolderEntry>, StoreError> {
        let org = self.org;
        let rows: Vec<(Listed, Option<SealedHead>)> = self
            .db()
            .read(transaction!(|tx| {
                let mut rows = Vec::with_capacity(listed.len());
                for one in listed {
                    let head = match one.kind {
                        Kind::File => tx.fetch_optional(HEAD, params![org, one.id]).await?,
                        Kind::Folder => None,
                    };
                    rows.push((one, head));
                }
                Ok(rows)
            }))
            .await?;
        let mut entries = Vec::with_capacity(rows.len());
        for (one, head) in rows {
            match (one.kind, head) {
                (Kind::Folder, _) => entries.push(FolderEntry::Folder(one.path)),
                (Kind::File, Some(head)) => entries.push(FolderEntry::File(head.open(key)?)),
                // It was deleted since the names were read.
                (Kind::File, None) => {}
            }
        }
        Ok(entries)
    }

    /// Makes a folder, which stays when nothing lies in it. Tells whether there was none.
    pub async fn make_folder(
        &self,
        author: Author,
        path: &WorkspacePath,
    ) -> Result<bool, StoreError> {
        if path.is_root() {
            return Ok(false);
        }
        let (key, path) = (self.workspace_key().await?, path.clone());
        let (store, org, now) = (self.store.clone(), self.org, self.store.now());
        self.db()
            .write(transaction!(|tx| {
                let ids = store.ids();
                let mut desk = Desk::hold(tx, org, &key, (author, now)).await?;
                let there = find(tx, &desk, &path).await?;
                if there.as_ref().is_some_and(|there| there.made) {
                    return Ok(false);
                }
                let is_new = !there.as_ref().is_some_and(|there| there.present);
                desk.add_entry()?;
                if is_new {
                    appear(tx, &desk, ids, &path).await?;
                }
                let id = match there {
                    Some(there) => {
                        tx.execute(MAKE, params![org, there.id]).await?;
                        there.id
                    }
                    None => insert(tx, &desk, ids, &path, (1, 0)).await?,
                };
                desk.note(tx, ids, "folder.made", id, &[]).await?;
                desk.tell(tx);
                desk.close(tx).await?;
                Ok(is_new)
            }))
            .await
    }

    /// Takes a folder away in which nothing lies.
    pub async fn drop_folder(
        &self,
        author: Author,
        path: &WorkspacePath,
    ) -> Result<DroppedFolder, StoreError> {
        if path.is_root() {
            return Err(StoreError::Refused("the workspace itself stays"));
        }
        let (key, path) = (self.workspace_key().await?, path.clone());
        let (store, org, now) = (self.store.clone(), self.org, self.store.now());
        self.db()
            .write(transaction!(|tx| {
                let mut desk = Desk::hold(tx, org, &key, (author, now)).await?;
                let there = find(tx, &desk, &path).await?;
                let Some(there) = there.filter(|there| there.present) else {
                    return Ok(DroppedFolder::Missing);
                };
                if there.children > 0 {
                    return Ok(DroppedFolder::NotEmpty);
                }
                tx.execute(DROP, params![org, there.id]).await?;
                vanish(tx, &desk, &path).await?;
                desk.remove_entry();
                let ids = store.ids();
                desk.note(tx, ids, "folder.dropped", there.id, &[]).await?;
                desk.tell(tx);
                desk.close(tx).await?;
                Ok(DroppedFolder::Dropped)
            }))
            .await
    }
}

/// Folders that are found by their names. One that differs by case alone would keep them from ever being made.
const OWN: [&str; 2] = ["accounts", "skills"];

fn refuse_own_misspelled(path: &WorkspacePath) -> Result<(), StoreError> {
    let folded = path.fold_key();
    let (first, folded) = (path.segments().next(), folded.split('/').next());
    match OWN
        .iter()
        .any(|own| folded == Some(own) && first != Some(own))
    {
        true => Err(StoreError::Refused(
            "the folders accounts and skills are written in small letters",
        )),
        false => Ok(()),
    }
}

/// Something is about to lie at a path: nothing may be there that differs by case alone, and the folders above hold one
/// thing more.
pub(super) async fn appear(
    tx: &mut Tx<'_>,
    desk: &Desk,
    ids: &dyn IdGen,
    path: &WorkspacePath,
) -> Result<(), StoreError> {
    refuse_own_misspelled(path)?;
    refuse_twin(tx, desk, path).await?;
    let mut above = path.parent();
    while let Some(folder) = above.filter(|folder| !folder.is_root()) {
        match find(tx, desk, &folder).await? {
            Some(there) => {
                if !there.present {
                    refuse_twin(tx, desk, &folder).await?;
                }
                tx.execute(JOIN, params![desk.org, there.id]).await?;
                if there.present {
                    return Ok(());
                }
            }
            None => {
                refuse_twin(tx, desk, &folder).await?;
                insert(tx, desk, ids, &folder, (0, 1)).await?;
            }
        }
        above = folder.parent();
    }
    Ok(())
}

/// Nothing lies at a path any more: the folders above hold one thing less, and those that nobody made go when they hold
/// nothing.
pub(super) async fn vanish(
    tx: &mut Tx<'_>,
    desk: &Desk,
    path: &WorkspacePath,
) -> Result<(), StoreError> {
    let mut above = path.parent();
    while let Some(folder) = above.filter(|folder| !folder.is_root()) {
        let blind = blind(&desk.key, &folder);
        let present: Option<Only<bool>> =
            tx.fetch_optional(LEAVE, params![desk.org, &blind]).await?;
        if present.is_none_or(|present| present.0) {
            return Ok(());
        }
        above = folder.parent();
    }
    Ok(())
}

/// The fingerprint of the folder that something lies in.
pub(super) fn parent_blind(key: &DataKey, path: &WorkspacePath) -> Vec<u8> {
    let parent = path.parent();
    blind(key, parent.as_ref().unwrap_or(path))
}

async fn find(
    tx: &mut Tx<'_>,
    desk: &Desk,
    path: &WorkspacePath,
) -> Result<Option<FolderRow>, StoreError> {
    let blind = blind(&desk.key, path);
    tx.fetch_optional(FIND, params![desk.org, &blind]).await
}

async fn insert(
    tx: &mut Tx<'_>,
    desk: &Desk,
    ids: &dyn IdGen,
    path: &WorkspacePath,
    (made, children): (i64, i64),
) -> Result<FileId, StoreError> {
    let (id, key) = (FileId::generate(ids), &desk.key);
    let sealed = key.seal(path_place(&id.to_string()), path.as_str().as_bytes())?;
    let parent = parent_blind(key, path);
    let (path, fold) = (blind(key, path), fold(key, path));
    let row = params![id, desk.org, &sealed, &path, &fold, &parent, made, children];
    tx.execute(INSERT, row).await?;
    Ok(id)
}

async fn refuse_twin(tx: &mut Tx<'_>, desk: &Desk, path: &WorkspacePath) -> Result<(), StoreError> {
    let fold = fold(&desk.key, path);
    let twin: Option<Only<FileId>> = tx.fetch_optional(TWIN, params![desk.org, &fold]).await?;
    match twin {
        None => Ok(()),
        Some(_) => Err(StoreError::Refused(
            "a file or folder is there whose name is the same or differs only by case",
        )),
    }
}
