//! Organisations.

use steward_model::{OrgId, Role, Timestamp};

use crate::db::{Db, transaction};
use crate::members::NewMember;
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{Member, OrgStore, Page, Store, StoreError};

statements! {
    INSERT = "insert into org (id, name, created_at) values ($1, $2, $3)";
    FIND = "select id, name, created_at from org where id = $1";
    RENAME = "update org set name = $1 where id = $2";
    SET_UP = "insert into instance (id, first_org_id, set_up_at) values (1, $1, $2) on conflict (id) do nothing";
    // The same again: enough for the disk to take part, and nothing that anybody sees.
    TRY = "update instance set set_up_at = set_up_at where id = 1";
    COUNT = "select count(*) as value from org";
    FIRST = "select id as value from org order by created_at, id limit 1";
    LIST = "select id, name, created_at from org where id > $1 order by id limit $2";
}

/// A tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Org {
    /// Its id.
    pub id: OrgId,
    /// What it calls itself.
    pub name: String,
    /// When it was made.
    pub created_at: Timestamp,
}
from_row!(Org {
    id,
    name,
    created_at
});

impl Store {
    /// Proves that something can be written, by writing it.
    pub async fn try_write(&self) -> Result<(), StoreError> {
        if let Db::Sqlite(database) = self.db() {
            database.try_to_grow().await?;
        }
        self.db()
            .write(transaction!(|tx| { tx.execute(TRY, params![]).await }))
            .await
            .map(|_| ())
    }

    /// How many organisations there are; none on a fresh database.
    pub async fn count_orgs(&self) -> Result<i64, StoreError> {
        let row: Option<Only<i64>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(COUNT, params![]).await
            }))
            .await?;
        Ok(row.map_or(0, |row| row.0))
    }

    /// The oldest organisation, which is the only one on most machines.
    pub async fn first_org(&self) -> Result<Option<OrgId>, StoreError> {
        let row: Option<Only<OrgId>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(FIRST, params![]).await
            }))
            .await?;
        Ok(row.map(|row| row.0))
    }

    /// Organisations, for whoever runs the instance.
    pub async fn orgs(&self, page: &Page) -> Result<Vec<Org>, StoreError> {
        let page = page.clone();
        self.db()
            .read(transaction!(|tx| {
                let after = page.after.as_deref().unwrap_or("");
                tx.fetch_all(LIST, params![after, i64::from(page.limit)])
                    .await
            }))
            .await
    }

    /// Makes an organisation with its first owner, in one transaction.
    pub async fn create_org(
        &self,
        name: &str,
        owner: NewMember,
    ) -> Result<(Org, Member), StoreError> {
        self.insert_org(name, owner, Place::Another).await
    }

    /// The same for the first organisation of an instance. A conflict if there is one: of several nodes that start at
    /// once, one makes it.
    pub async fn create_first_org(
        &self,
        name: &str,
        owner: NewMember,
    ) -> Result<(Org, Member), StoreError> {
        self.insert_org(name, owner, Place::First).await
    }

    async fn insert_org(
        &self,
        name: &str,
        owner: NewMember,
        place: Place,
    ) -> Result<(Org, Member), StoreError> {
        let org = Org {
            id: OrgId::generate(self.ids()),
            name: name.to_owned(),
            created_at: self.now(),
        };
        let owner = NewMember {
            role: Role::Owner,
            ..owner
        };
        let prepared = self.org(org.id).prepare_member(owner).await?;
        let row = org.clone();
        let member = self
            .db()
            .write(transaction!(|tx| {
                tx.execute(INSERT, params![row.id, row.name.as_str(), row.created_at])
                    .await?;
                if place == Place::First
                    && tx.execute(SET_UP, params![row.id, row.created_at]).await? == 0
                {
                    return Err(StoreError::Conflict("organisation"));
                }
                prepared.insert(tx).await
            }))
            .await?;
        self.identity_changed();
        Ok((org, member))
    }
}

/// Which organisation of the instance it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    First,
    Another,
}

impl OrgStore<'_> {
    /// The organisation itself.
    pub async fn get(&self) -> Result<Option<Org>, StoreError> {
        let org = self.org;
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_optional(FIND, params![org]).await
            }))
            .await
    }

    /// Changes its name.
    pub async fn rename(&self, name: &str) -> Result<Option<Org>, StoreError> {
        let (org, name) = (self.org, name.to_owned());
        let renamed = self
            .db()
            .write(transaction!(|tx| {
                tx.execute(RENAME, params![name.as_str(), org]).await?;
                tx.fetch_optional(FIND, params![org]).await
            }))
            .await?;
        self.store.identity_changed();
        Ok(renamed)
    }
}
