//! What changes with a revision out of which a text was taken.

use steward_model::{FileId, MemberEventKind, OrgId, Scope, Timestamp};

use super::Sha;
use super::row::sha_place;
use crate::StoreError;
use crate::crypto::DataKey;
use crate::db::Tx;
use crate::member_events::News;
use crate::memory_index::drop_snapshots;
use crate::row::Only;
use crate::sql::{Sql, params, statements};

statements! {
    NEXT = "update workspace set last_change = last_change + 1 where org_id = $1 returning last_change as value";
    // An older revision changes nothing that anybody follows.
    CHANGE = "update workspace_entry set change_no = $1 where org_id = $2 and id = $3 and revision = $4";
}

/// Puts a revision back. Its hash is made anew, and a present one is a change, so that whoever follows the workspace does
/// not keep the text that was taken out. Tells whether it was still as it was read.
pub(crate) async fn scrubbed(
    tx: &mut Tx<'_>,
    (org, now): (OrgId, Timestamp),
    (id, no): (FileId, i64),
    (write, old, new): (Sql, &Vec<u8>, &Vec<u8>),
    (key, place, text): (&DataKey, &str, &str),
) -> Result<bool, StoreError> {
    // The workspace first, as whoever writes a file does.
    let change: Option<Only<i64>> = tx.fetch_optional(NEXT, params![org]).await?;
    let change = change.ok_or_else(|| StoreError::internal("a workspace was not begun"))?;
    let sha = key.seal(sha_place(place), Sha::of(text.as_bytes()).as_bytes())?;
    let row = params![new, org, id, no, old, &sha, text.len() as i64];
    if tx.execute(write, row).await? == 0 {
        return Ok(false);
    }
    // A saved index may know what an earlier state of the file said, of which there are no passages any more.
    drop_snapshots(tx, org, Scope::Org(org)).await?;
    if tx.execute(CHANGE, params![change.0, org, id, no]).await? > 0 {
        tx.tell(News::new(org, MemberEventKind::Workspace, now).about(&change.0));
    }
    Ok(true)
}
