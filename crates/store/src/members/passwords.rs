//! What the passwords of members must match.

use steward_model::MemberId;

use crate::db::transaction;
use crate::row::Only;
use crate::sql::{params, statements};
use crate::{OrgStore, StoreError};

statements! {
    PASSWORD = "select password_hash as value from member where org_id = $1 and id = $2";
    SET_PASSWORD = "update member set password_hash = $1 where org_id = $2 and id = $3";
}

impl OrgStore<'_> {
    /// What the member's password must match.
    pub async fn password_hash(&self, id: MemberId) -> Result<Option<String>, StoreError> {
        let org = self.org;
        let row: Option<Only<Option<String>>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(PASSWORD, params![org, id]).await
            }))
            .await?;
        Ok(row.and_then(|row| row.0))
    }

    /// Sets the member's password. Tells whether there is such a member.
    pub async fn set_password_hash(&self, id: MemberId, hash: &str) -> Result<bool, StoreError> {
        let (org, hash) = (self.org, hash.to_owned());
        Ok(self
            .db()
            .write(transaction!(|tx| {
                tx.execute(SET_PASSWORD, params![hash.as_str(), org, id])
                    .await
            }))
            .await?
            > 0)
    }
}
