//! Browsers that are signed in, and the one-time links that sign them in.

use steward_model::{MemberId, OrgId, SessionId, Timestamp};

use crate::db::transaction;
use crate::holder::{self, Holder};
use crate::members;
use crate::row::from_row;
use crate::sql::{params, statements};
use crate::{OrgStore, Store, StoreError};

statements! {
    INSERT = "insert into session (id, org_id, member_id, token_hash, created_at, expires_at)
        values ($1, $2, $3, $4, $5, $6)";
    PRINCIPAL = "select s.id, s.expires_at, m.id as member_id, m.role, m.name_enc, m.mail_escalations, m.text_escalations,
            o.id as org_id, o.name as org_name
        from session s join member m on m.id = s.member_id and m.org_id = s.org_id
        join org o on o.id = s.org_id
        where s.token_hash = $1";
    DELETE = "delete from session where org_id = $1 and id = $2";
    DELETE_OTHERS = "delete from session where org_id = $1 and member_id = $2 and id <> $3";
    PRUNE = "delete from session where expires_at < $1";
    INSERT_LINK = "insert into sign_in_link (token_hash, org_id, member_id, created_at, expires_at)
        values ($1, $2, $3, $4, $5)";
    // Deleting is what makes a link good for one use: of two callers, one deletes a row.
    TAKE_LINK = "delete from sign_in_link where token_hash = $1 and expires_at > $2 returning org_id, member_id";
    PRUNE_LINKS = "delete from sign_in_link where expires_at < $1";
}

/// A session to be made.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// Who signs in.
    pub member_id: MemberId,
    /// The hash of the token in their cookie.
    pub token_hash: Vec<u8>,
    /// When it ends by itself.
    pub expires_at: Timestamp,
}

/// Who calls with a session.
#[derive(Debug, Clone)]
pub struct SessionPrincipal {
    /// The session.
    pub session_id: SessionId,
    /// When it ends; the caller compares it with the time.
    pub expires_at: Timestamp,
    /// Whose it is.
    pub holder: Holder,
}

struct SessionRow {
    id: SessionId,
    expires_at: Timestamp,
}
from_row!(SessionRow { id, expires_at });

struct LinkRow {
    org_id: OrgId,
    member_id: MemberId,
}
from_row!(LinkRow { org_id, member_id });

impl Store {
    /// Whose session has this hash.
    pub async fn session_principal(
        &self,
        token_hash: &[u8],
    ) -> Result<Option<SessionPrincipal>, StoreError> {
        let hash = token_hash.to_vec();
        let held = self
            .db()
            .read(transaction!(|tx| {
                holder::find::<SessionRow>(tx, PRINCIPAL, &hash).await
            }))
            .await?;
        let Some(held) = held else { return Ok(None) };
        let (session, holder) = self.open_holder(held).await?;
        Ok(Some(SessionPrincipal {
            session_id: session.id,
            expires_at: session.expires_at,
            holder,
        }))
    }

    /// Redeems a one-time link: whose it was, once.
    pub async fn take_sign_in_link(
        &self,
        token_hash: &[u8],
    ) -> Result<Option<(OrgId, MemberId)>, StoreError> {
        let (hash, now) = (token_hash.to_vec(), self.now());
        let row: Option<LinkRow> = self
            .db()
            .write(transaction!(|tx| {
                tx.fetch_optional(TAKE_LINK, params![&hash, now]).await
            }))
            .await?;
        Ok(row.map(|row| (row.org_id, row.member_id)))
    }

    /// Removes sessions and links that have ended.
    pub async fn prune_expired_sign_ins(&self) -> Result<(), StoreError> {
        let now = self.now();
        self.db()
            .write(transaction!(|tx| {
                tx.execute(PRUNE, params![now]).await?;
                tx.execute(PRUNE_LINKS, params![now]).await
            }))
            .await
            .map(|_| ())
    }
}

impl OrgStore<'_> {
    /// Signs a browser in. Refused if the member is not here.
    pub async fn create_session(&self, new: NewSession) -> Result<SessionId, StoreError> {
        let (org, id, now) = (
            self.org,
            SessionId::generate(self.store.ids()),
            self.store.now(),
        );
        self.db()
            .write(transaction!(|tx| {
                members::require(tx, org, new.member_id).await?;
                let row = params![id, org, new.member_id, &new.token_hash, now, new.expires_at];
                tx.execute(INSERT, row).await
            }))
            .await?;
        self.store.identity_changed();
        Ok(id)
    }

    /// Signs a browser out. Tells whether it was signed in.
    pub async fn delete_session(&self, id: SessionId) -> Result<bool, StoreError> {
        let org = self.org;
        let deleted = self
            .db()
            .write(transaction!(|tx| {
                tx.execute(DELETE, params![org, id]).await
            }))
            .await?;
        self.store.identity_changed();
        Ok(deleted > 0)
    }

    /// Signs the member out everywhere but here, as a changed password must.
    pub async fn delete_other_sessions(
        &self,
        member: MemberId,
        keep: Option<SessionId>,
    ) -> Result<(), StoreError> {
        let (org, keep) = (self.org, keep.map_or_else(String::new, |id| id.to_string()));
        self.db()
            .write(transaction!(|tx| {
                tx.execute(DELETE_OTHERS, params![org, member, keep.as_str()])
                    .await
            }))
            .await?;
        self.store.identity_changed();
        Ok(())
    }

    /// Makes a link that signs `member` in once. Refused if they are not here.
    pub async fn create_sign_in_link(
        &self,
        member: MemberId,
        token_hash: &[u8],
        expires_at: Timestamp,
    ) -> Result<(), StoreError> {
        let (org, hash, now) = (self.org, token_hash.to_vec(), self.store.now());
        self.db()
            .write(transaction!(|tx| {
                members::require(tx, org, member).await?;
                tx.execute(INSERT_LINK, params![&hash, org, member, now, expires_at])
                    .await
            }))
            .await
            .map(|_| ())
    }
}
