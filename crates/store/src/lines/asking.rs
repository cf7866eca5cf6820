//! From when on the carrier of a line is asked for texts whose webhook was lost.

use std::time::Duration;

use steward_model::{LineId, OrgId, Timestamp};

use crate::db::{Tx, transaction};
use crate::row::Only;
use crate::sql::{params, statements};
use crate::{OrgStore, StoreError};

statements! {
    ASKED = "select coalesce(ask_since, created_at) as value from line where org_id = $1 and id = $2";
    ASK = "update line set ask_since = $1 where org_id = $2 and id = $3 and (ask_since is null or ask_since < $1)";
    ASK_FROM_NOW = "update line set ask_since = $1
        where org_id = $2 and provider is not null and (ask_since is null or ask_since < $1)";
}

impl OrgStore<'_> {
    /// From when on a line's carrier is to be asked; nothing if there is no such line.
    pub async fn asks_since(&self, line: LineId) -> Result<Option<Timestamp>, StoreError> {
        let org = self.org;
        let since: Option<Only<Timestamp>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(ASKED, params![org, line]).await
            }))
            .await?;
        Ok(since.map(|since| since.0))
    }

    /// Says that everything which was texted to a line before is here. It never goes back.
    pub async fn ask_since(&self, line: LineId, since: Timestamp) -> Result<(), StoreError> {
        let org = self.org;
        self.db()
            .write(transaction!(|tx| {
                tx.execute(ASK, params![since, org, line]).await
            }))
            .await?;
        Ok(())
    }
}

/// Has nobody ask for what was texted before. Where texts are deleted, their ids go too, and a carrier that was asked would bring them
/// back as if they were new.
pub(crate) async fn ask_from_now(
    tx: &mut Tx<'_>,
    org: OrgId,
    now: Timestamp,
) -> Result<(), StoreError> {
    // Carriers may tell times in whole seconds.
    let next = now.plus(Duration::from_secs(1));
    tx.execute(ASK_FROM_NOW, params![next, org]).await?;
    Ok(())
}
