//! Everything a member can sign in with, at once.

use steward_model::{MemberId, OrgId, Timestamp};

use crate::StoreError;
use crate::db::Tx;
use crate::sql::{params, statements};

statements! {
    END_SESSIONS = "delete from session where org_id = $1 and member_id = $2";
    END_LINKS = "delete from sign_in_link where org_id = $1 and member_id = $2";
    REVOKE_KEYS = "update api_key set revoked_at = $1
        where org_id = $2 and member_id = $3 and revoked_at is null";
    DROP_PASSWORD = "update member set password_hash = null where org_id = $1 and id = $2";
}

/// Ends sessions, links, keys and the password of a member. Identifiers stay.
pub(crate) async fn end_all(
    tx: &mut Tx<'_>,
    org: OrgId,
    member: MemberId,
    now: Timestamp,
) -> Result<(), StoreError> {
    tx.execute(END_SESSIONS, params![org, member]).await?;
    tx.execute(END_LINKS, params![org, member]).await?;
    tx.execute(REVOKE_KEYS, params![now, org, member]).await?;
    tx.execute(DROP_PASSWORD, params![org, member]).await?;
    Ok(())
}
