//! API keys: how programs sign in. Only a hash of the token is kept.

use steward_model::{ApiKeyId, KeyScope, MemberId, Timestamp};

use crate::db::transaction;
use crate::holder::{self, Holder};
use crate::members;
use crate::row::{FromRow, Row, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, Page, Store, StoreError};

statements! {
    INSERT = "insert into api_key (id, org_id, member_id, name, prefix, token_hash, scopes, created_at, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (token_hash) do nothing";
    LIST = "select id, member_id, name, prefix, scopes, created_at, expires_at, revoked_at, last_used_at
        from api_key where org_id = $1 and id > $2 order by id limit $3";
    FIND = "select id, member_id, name, prefix, scopes, created_at, expires_at, revoked_at, last_used_at
        from api_key where org_id = $1 and id = $2";
    REVOKE = "update api_key set revoked_at = $1 where org_id = $2 and id = $3 and revoked_at is null";
    PRINCIPAL = "select k.id, k.scopes, k.expires_at, m.id as member_id, m.role, m.name_enc, m.mail_escalations, m.text_escalations,
            o.id as org_id, o.name as org_name
        from api_key k join member m on m.id = k.member_id and m.org_id = k.org_id
        join org o on o.id = k.org_id
        where k.token_hash = $1 and k.revoked_at is null";
    TOUCH = "update api_key set last_used_at = $1 where token_hash = $2";
}

/// An API key, without its token, which is shown once and never kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// Its id.
    pub id: ApiKeyId,
    /// Whose it is.
    pub member_id: MemberId,
    /// What it is for.
    pub name: String,
    /// The token's first characters, to tell keys apart.
    pub prefix: String,
    /// What it may do.
    pub scopes: Vec<KeyScope>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it ends by itself.
    pub expires_at: Option<Timestamp>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<Timestamp>,
}

impl FromRow for ApiKey {
    fn from_row(row: &Row<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.get("id")?,
            member_id: row.get("member_id")?,
            name: row.get("name")?,
            prefix: row.get("prefix")?,
            scopes: parse_scopes(&row.get::<String>("scopes")?)?,
            created_at: row.get("created_at")?,
            expires_at: row.get("expires_at")?,
            revoked_at: row.get("revoked_at")?,
            last_used_at: row.get("last_used_at")?,
        })
    }
}

/// An API key to be made.
#[derive(Debug, Clone)]
pub struct NewApiKey {
    /// Whose it will be.
    pub member_id: MemberId,
    /// What it is for.
    pub name: String,
    /// The token's first characters.
    pub prefix: String,
    /// The token's hash.
    pub token_hash: Vec<u8>,
    /// What it may do.
    pub scopes: Vec<KeyScope>,
    /// When it ends by itself.
    pub expires_at: Option<Timestamp>,
}

/// Who calls with a key that was not revoked.
#[derive(Debug, Clone)]
pub struct KeyPrincipal {
    /// The key.
    pub key_id: ApiKeyId,
    /// What it may do.
    pub scopes: Vec<KeyScope>,
    /// When it ends by itself; the caller compares it with the time.
    pub expires_at: Option<Timestamp>,
    /// Whose it is.
    pub holder: Holder,
}

struct KeyRow {
    id: ApiKeyId,
    scopes: String,
    expires_at: Option<Timestamp>,
}
from_row!(KeyRow {
    id,
    scopes,
    expires_at
});

impl Store {
    /// Whose key has this hash.
    pub async fn api_key_principal(
        &self,
        token_hash: &[u8],
    ) -> Result<Option<KeyPrincipal>, StoreError> {
        let hash = token_hash.to_vec();
        let held = self
            .db()
            .read(transaction!(|tx| {
                holder::find::<KeyRow>(tx, PRINCIPAL, &hash).await
            }))
            .await?;
        let Some(held) = held else { return Ok(None) };
        let (key, holder) = self.open_holder(held).await?;
        let scopes = parse_scopes(&key.scopes)?;
        Ok(Some(KeyPrincipal {
            key_id: key.id,
            scopes,
            expires_at: key.expires_at,
            holder,
        }))
    }

    /// Notes that a key was used. Not counted as a change of identity.
    pub async fn touch_api_key(&self, token_hash: &[u8]) -> Result<(), StoreError> {
        let (hash, now) = (token_hash.to_vec(), self.now());
        self.db()
            .write(transaction!(|tx| {
                tx.execute(TOUCH, params![now, &hash]).await
            }))
            .await
            .map(|_| ())
    }
}

impl OrgStore<'_> {
    /// Makes a key. A conflict if the token is in use; refused if the member is not here.
    pub async fn create_api_key(&self, new: NewApiKey) -> Result<ApiKey, StoreError> {
        let (org, id, now) = (
            self.org,
            ApiKeyId::generate(self.store.ids()),
            self.store.now(),
        );
        let scopes = new
            .scopes
            .iter()
            .map(|scope| scope.as_str())
            .collect::<Vec<_>>()
            .join(",");
        let key = self
            .db()
            .write(transaction!(|tx| {
                members::require(tx, org, new.member_id).await?;
                let row = params![
                    id,
                    org,
                    new.member_id,
                    new.name.as_str(),
                    new.prefix.as_str(),
                    &new.token_hash,
                    scopes.as_str(),
                    now,
                    new.expires_at,
                ];
                if tx.execute(INSERT, row).await? == 0 {
                    return Err(StoreError::Conflict("token"));
                }
                tx.fetch_optional(FIND, params![org, id]).await
            }))
            .await?;
        self.store.identity_changed();
        key.ok_or_else(|| StoreError::internal("a key vanished while it was made"))
    }

    /// Keys in the order they were made, revoked ones too.
    pub async fn api_keys(&self, page: &Page) -> Result<Vec<ApiKey>, StoreError> {
        let (org, page) = (self.org, page.clone());
        self.db()
            .read(transaction!(|tx| {
                let after = page.after.as_deref().unwrap_or("");
                tx.fetch_all(LIST, params![org, after, i64::from(page.limit)])
                    .await
            }))
            .await
    }

    /// One key.
    pub async fn api_key(&self, id: ApiKeyId) -> Result<Option<ApiKey>, StoreError> {
        let org = self.org;
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_optional(FIND, params![org, id]).await
            }))
            .await
    }

    /// Ends a key now. Tells whether it was still good.
    pub async fn revoke_api_key(&self, id: ApiKeyId) -> Result<bool, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let revoked = self
            .db()
            .write(transaction!(|tx| {
                tx.execute(REVOKE, params![now, org, id]).await
            }))
            .await?;
        self.store.identity_changed();
        Ok(revoked > 0)
    }
}

fn parse_scopes(text: &str) -> Result<Vec<KeyScope>, StoreError> {
    text.split(',')
        .filter(|word| !word.is_empty())
        .map(|word| {
            word.parse()
                .map_err(|_| StoreError::internal("a key has an unknown scope"))
        })
        .collect()
}
