//! What a workspace holds from the start.

use std::sync::Arc;

use steward_model::{Author, Integrity, WorkspacePath};

use super::write::{Desk, Expect, FileWrite};
use crate::crypto::DataKey;
use crate::db::transaction;
use crate::row::Only;
use crate::sql::{params, statements};
use crate::{OrgStore, StoreError};

statements! {
    BEGUN = "select last_change as value from workspace where org_id = $1";
    BEGIN = "insert into workspace (org_id, last_change, entries) values ($1, 0, 0) on conflict (org_id) do nothing";
}

const SEEDS: [(&str, &str); 4] = [
    ("MEMORY.md", include_str!("seed/memory.md")),
    ("daily_notes/README.md", include_str!("seed/daily_notes.md")),
    ("areas/README.md", include_str!("seed/areas.md")),
    ("skills/README.md", include_str!("seed/skills.md")),
];

impl OrgStore<'_> {
    /// Begins the workspace when it is used for the first time. Of two who use it at once, one begins it.
    pub(super) async fn ensure_workspace(&self, key: &Arc<DataKey>) -> Result<(), StoreError> {
        let org = self.org;
        let begun: Option<Only<i64>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(BEGUN, params![org]).await
            }))
            .await?;
        if begun.is_some() {
            return Ok(());
        }
        let seeds = SEEDS
            .iter()
            .map(|(path, text)| seed(path, text))
            .collect::<Result<Vec<_>, _>>()?;
        let (store, now, key) = (self.store.clone(), self.store.now(), Arc::clone(key));
        self.db()
            .write(transaction!(|tx| {
                if tx.execute(BEGIN, params![org]).await? == 0 {
                    return Ok(());
                }
                let mut desk = Desk::hold(tx, org, &key, (Author::System, now)).await?;
                for write in &seeds {
                    desk.write(tx, store.ids(), write, None).await?;
                }
                desk.close(tx).await
            }))
            .await
    }
}

fn seed(path: &str, text: &str) -> Result<FileWrite, StoreError> {
    Ok(FileWrite {
        path: WorkspacePath::file(path).map_err(StoreError::internal)?,
        expect: Expect::Absent,
        content: Some(text.to_owned()),
        trust: Integrity::System,
        restored_from: None,
        conflict_of: None,
    })
}
