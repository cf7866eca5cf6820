//! Skills whose scripts an admin allowed to be run, each as its files were then.
//!
//! What was allowed is kept as a fingerprint of the skill's name and of the hash of all its files: with any other content the
//! fingerprint is another, and nothing has to be noticed and taken back.

use std::sync::Arc;

use steward_model::{MemberId, Scope, Timestamp};

use crate::audit::{self, Entry};
use crate::crypto::DataKey;
use crate::db::transaction;
use crate::row::from_row;
use crate::sql::{params, statements};
use crate::{OrgStore, StoreError};

statements! {
    LIST = "select id, name_blind, files_blind, granted_by, granted_at from skill_grant where org_id = $1 order by id";
    FIND = "select id, name_blind, files_blind, granted_by, granted_at from skill_grant
        where org_id = $1 and name_blind = $2";
    ALLOW = "insert into skill_grant (id, org_id, name_blind, files_blind, granted_by, granted_at)
        values ($1, $2, $3, $4, $5, $6)
        on conflict (org_id, name_blind) do update set id = excluded.id, files_blind = excluded.files_blind,
            granted_by = excluded.granted_by, granted_at = excluded.granted_at
        where skill_grant.files_blind <> excluded.files_blind";
    WITHDRAW = "delete from skill_grant where org_id = $1 and id = $2";
}

/// What an admin said about the scripts of a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SkillGrant {
    /// Whether it holds for the files as they are; if not, they were changed since.
    pub holds: bool,
    /// Who allowed them; nobody once they have left.
    pub by: Option<MemberId>,
    /// When.
    pub at: Timestamp,
}

struct Row {
    id: String,
    name_blind: Vec<u8>,
    files_blind: Vec<u8>,
    granted_by: Option<MemberId>,
    granted_at: Timestamp,
}
from_row!(Row {
    id,
    name_blind,
    files_blind,
    granted_by,
    granted_at
});

impl OrgStore<'_> {
    /// What was said about the scripts of each of these skills, which are told by name and by the hash of their files.
    pub async fn skill_grants(
        &self,
        skills: &[(&str, &str)],
    ) -> Result<Vec<Option<SkillGrant>>, StoreError> {
        let org = self.org;
        let rows: Vec<Row> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(LIST, params![org]).await
            }))
            .await?;
        if rows.is_empty() {
            return Ok(vec![None; skills.len()]);
        }
        let key = self.grants_key().await?;
        let said = skills.iter().map(|(name, sha256)| {
            let (name_blind, files_blind) = blinds(&key, name, sha256);
            let row = rows.iter().find(|row| row.name_blind == name_blind)?;
            Some(SkillGrant {
                holds: row.files_blind == files_blind,
                by: row.granted_by,
                at: row.granted_at,
            })
        });
        Ok(said.collect())
    }

    /// Allows the scripts of a skill to be run, as its files are with this hash, and puts it on the record. Tells whether that
    /// changed anything.
    pub async fn allow_skill_scripts(
        &self,
        (name, sha256): (&str, &str),
        by: MemberId,
    ) -> Result<bool, StoreError> {
        let (org, now, key) = (self.org, self.store.now(), self.grants_key().await?);
        let (name_blind, files_blind) = blinds(&key, name, sha256);
        let id = self.store.ids().next().to_string();
        let actor = format!("member:{by}");
        // The fingerprint, since the hash of a name could be guessed.
        let action = "skill.scripts_allowed";
        let noted = Entry::new(self.store.ids(), actor, action, id.as_str(), &files_blind);
        self.db()
            .write(transaction!(|tx| {
                let row = params![id.as_str(), org, &name_blind, &files_blind, by, now];
                if tx.execute(ALLOW, row).await? == 0 {
                    return Ok(false);
                }
                audit::note(tx, org, &noted, now).await?;
                Ok(true)
            }))
            .await
    }

    /// Allows them no longer, and puts it on the record. Tells whether that changed anything.
    pub async fn withdraw_skill_scripts(
        &self,
        name: &str,
        by: MemberId,
    ) -> Result<bool, StoreError> {
        let (store, org, now) = (self.store.clone(), self.org, self.store.now());
        let key = self.grants_key().await?;
        let (name_blind, _) = blinds(&key, name, "");
        let actor = format!("member:{by}");
        self.db()
            .write(transaction!(|tx| {
                let row: Option<Row> = tx.fetch_optional(FIND, params![org, &name_blind]).await?;
                let Some(row) = row else {
                    return Ok(false);
                };
                tx.execute(WITHDRAW, params![org, row.id.as_str()]).await?;
                let action = "skill.scripts_withdrawn";
                let (subject, detail) = (row.id.as_str(), row.files_blind.as_slice());
                let noted = Entry::new(store.ids(), actor.as_str(), action, subject, detail);
                audit::note(tx, org, &noted, now).await?;
                Ok(true)
            }))
            .await
    }

    async fn grants_key(&self) -> Result<Arc<DataKey>, StoreError> {
        let scope = Scope::Org(self.org).to_string();
        self.store.inner.keys.key(&scope).await
    }
}

fn blinds(key: &DataKey, name: &str, sha256: &str) -> (Vec<u8>, Vec<u8>) {
    (
        key.blind("skill scripts", name),
        key.blind("skill files", &format!("{name}\n{sha256}")),
    )
}
