//! Who a secret belongs to, remembered for as long as that is certain.

use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use steward_model::{ApiKeyId, KeyScope, SessionId, Timestamp};
use steward_store::{Holder, Store, StoreError};

/// How exact "last used" is.
const TOUCH_EVERY: Duration = Duration::from_secs(60);
const CACHE_SIZE: u64 = 10_000;

/// Somebody who can be named by a secret.
#[derive(Debug, Clone)]
pub(crate) struct Principal {
    pub(crate) holder: Holder,
    pub(crate) credential: Credential,
    pub(crate) expires_at: Option<Timestamp>,
}

/// What they showed.
#[derive(Debug, Clone)]
pub(crate) enum Credential {
    Session(SessionId),
    ApiKey {
        id: ApiKeyId,
        scopes: Vec<KeyScope>,
    },
    /// A foreign token; it is checked again with every request.
    Oidc,
}

/// Finds principals by the hash of their secret.
///
/// Answers are kept only while this process is the database's one writer, and only until identities change, so that a
/// revoked key is refused at once. On Postgres, where another node may revoke it, every request asks.
pub(crate) struct Principals {
    store: Store,
    cache: Cache<[u8; 32], Known>,
    /// When each key was last noted as used.
    touched: Cache<[u8; 32], Timestamp>,
}

#[derive(Clone)]
struct Known {
    version: u64,
    principal: Arc<Principal>,
}

impl Principals {
    pub(crate) fn new(store: Store) -> Self {
        Self {
            store,
            cache: Cache::new(CACHE_SIZE),
            touched: Cache::new(CACHE_SIZE),
        }
    }

    pub(crate) async fn by_session(
        &self,
        hash: [u8; 32],
    ) -> Result<Option<Arc<Principal>>, StoreError> {
        if let Some(principal) = self.remembered(&hash) {
            return Ok(Some(principal));
        }
        let version = self.store.identity_version();
        let Some(found) = self.store.session_principal(&hash).await? else {
            return Ok(None);
        };
        let principal = Arc::new(Principal {
            holder: found.holder,
            credential: Credential::Session(found.session_id),
            expires_at: Some(found.expires_at),
        });
        self.remember(hash, version, &principal);
        Ok(Some(principal))
    }

    pub(crate) async fn by_api_key(
        &self,
        hash: [u8; 32],
        now: Timestamp,
    ) -> Result<Option<Arc<Principal>>, StoreError> {
        if let Some(principal) = self.remembered(&hash) {
            self.touch(hash, now);
            return Ok(Some(principal));
        }
        let version = self.store.identity_version();
        let Some(found) = self.store.api_key_principal(&hash).await? else {
            return Ok(None);
        };
        let principal = Arc::new(Principal {
            holder: found.holder,
            credential: Credential::ApiKey {
                id: found.key_id,
                scopes: found.scopes,
            },
            expires_at: found.expires_at,
        });
        self.remember(hash, version, &principal);
        self.touch(hash, now);
        Ok(Some(principal))
    }

    fn remembered(&self, hash: &[u8; 32]) -> Option<Arc<Principal>> {
        let version = self.store.identity_version()?;
        let known = self.cache.get(hash)?;
        (known.version == version).then_some(known.principal)
    }

    /// `version` was read before the database was asked: should identities have changed in between, the entry is
    /// already out of date and is not used.
    fn remember(&self, hash: [u8; 32], version: Option<u64>, principal: &Arc<Principal>) {
        if let Some(version) = version {
            let principal = Arc::clone(principal);
            self.cache.insert(hash, Known { version, principal });
        }
    }

    /// Notes now and then that a key is in use, without making the request wait for it.
    fn touch(&self, hash: [u8; 32], now: Timestamp) {
        let last = self.touched.get(&hash);
        if last.is_some_and(|last| now < last.plus(TOUCH_EVERY)) {
            return;
        }
        self.touched.insert(hash, now);
        let store = self.store.clone();
        tokio::spawn(async move {
            if let Err(error) = store.touch_api_key(&hash).await {
                tracing::warn!(%error, "Could not note when a key was last used.");
            }
        });
    }
}
