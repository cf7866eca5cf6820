//! What is done now and then so that what is over does not pile up.

use steward_model::Timestamp;

use crate::db::transaction;
use crate::sql::{params, statements};
use crate::{OrgStore, StoreError};

statements! {
    // A member's one conversation is never over. Looks at the row again: something may have arrived since the inner select read it.
    ARCHIVE = "update thread set state = 'archived'
        where org_id = $1 and state = 'idle' and active_at < $2 and id in (
            select id from thread where org_id = $1 and state = 'idle' and active_at < $2 and correlation_key <> 'main'
            order by active_at, id limit $3)";
}

impl OrgStore<'_> {
    /// Archives at most `limit` threads on which nothing has happened since `before`, the quietest first. What arrives
    /// next from the same place begins a new thread. Tells how many.
    pub async fn archive_idle_threads(
        &self,
        before: Timestamp,
        limit: u32,
    ) -> Result<u64, StoreError> {
        let org = self.org;
        self.db()
            .write(transaction!(|tx| {
                tx.execute(ARCHIVE, params![org, before, i64::from(limit)])
                    .await
            }))
            .await
    }
}
