//! The key store: one random data key per scope, wrapped under the master key, in a database of its own.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;

use moka::sync::Cache;
use steward_model::Clock;
use zeroize::Zeroizing;

use crate::StoreError;
use crate::crypto::{DataKey, MasterKeys, random};
use crate::db::{Db, Tx, transaction};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};

/// Another node may destroy a key; this one notices after at most this long.
const CACHE_TIME: Duration = Duration::from_secs(60);
const CACHE_SIZE: u64 = 50_000;

statements! {
    FIND = "select version, wrapped, master_id from data_key where scope = $1 order by version desc limit 1";
    INSERT = "insert into data_key (scope, version, wrapped, master_id, created_at) values ($1, 1, $2, $3, $4)
        on conflict (scope, version) do nothing";
    DESTROY = "update data_key set wrapped = null, master_id = '', destroyed_at = $2
        where scope = $1 and wrapped is not null";
    BURY = "insert into data_key (scope, version, wrapped, master_id, created_at, destroyed_at)
        values ($1, 1, null, '', $2, $2) on conflict (scope, version) do nothing";
    RING = "select master_id as value from key_ring where id = 1";
    RING_START = "insert into key_ring (id, master_id) values (1, $1) on conflict (id) do nothing";
    // Locks the ring until the new key is committed: a rotation waits for it, and so its sweep sees the key.
    RING_HOLD = "update key_ring set master_id = master_id where id = 1 and master_id = $1";
    RING_MOVE = "update key_ring set master_id = $1 where id = 1";
    OUTDATED = "select scope, version, wrapped, master_id from data_key
        where master_id <> $1 and wrapped is not null order by scope, version limit 200";
    REWRAP = "update data_key set wrapped = $1, master_id = $2
        where scope = $3 and version = $4 and master_id = $5";
}

struct Stored {
    version: i64,
    wrapped: Option<Vec<u8>>,
    master_id: String,
}
from_row!(Stored {
    version,
    wrapped,
    master_id
});

struct Outdated {
    scope: String,
    version: i64,
    wrapped: Vec<u8>,
    master_id: String,
}
from_row!(Outdated {
    scope,
    version,
    wrapped,
    master_id
});

/// Every scope's data key.
pub(crate) struct KeyStore {
    pub(crate) db: Db,
    master: RwLock<Arc<MasterKeys>>,
    cache: Cache<String, Arc<DataKey>>,
    /// How many keys were destroyed here: one that was read before may not enter the cache after.
    destroyed: RwLock<u64>,
    clock: Arc<dyn Clock>,
}

impl KeyStore {
    /// Checks that the master keys fit the store before anything is read with them.
    pub(crate) async fn open(
        db: Db,
        mut master: MasterKeys,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, StoreError> {
        let ring = match db.read(transaction!(|tx| { ring(tx).await })).await? {
            Some(ring) => ring,
            None => start_ring(&db, &mut master).await?,
        };
        if let Some(path) = master.unsaved() {
            return Err(StoreError::MasterKey(format!(
                "{} is missing, and the data was encrypted under the key with id {ring}: restore the file",
                path.display()
            )));
        }
        if !master.has(&ring) && master.file().is_some() {
            // A rotation may have ended since the file was read.
            master = master.reload()?;
        }
        if !master.has(&ring) {
            return Err(StoreError::MasterKey(format!(
                "this is not the master key the data was encrypted under (it has id {ring}): give the right one"
            )));
        }
        let current = master.current().to_owned();
        if ring != current {
            // A rotation was interrupted after the new key had been saved, or a new key was put first by hand.
            db.write(transaction!(|tx| {
                tx.execute(RING_MOVE, params![current.as_str()]).await
            }))
            .await?;
        }
        let cache = Cache::builder()
            .max_capacity(CACHE_SIZE)
            .time_to_live(CACHE_TIME)
            .build();
        Ok(Self {
            db,
            master: RwLock::new(Arc::new(master)),
            cache,
            destroyed: RwLock::new(0),
            clock,
        })
    }

    /// The key of a scope, made on first use. A destroyed one is [`StoreError::Forgotten`] for ever.
    pub(crate) async fn key(&self, scope: &str) -> Result<Arc<DataKey>, StoreError> {
        if let Some(key) = self.find(scope).await? {
            return Ok(key);
        }
        for _ in 0..20 {
            let (id, master) = self.wrapping_key().await?;
            let raw = Zeroizing::new(random::<32>()?);
            let wrapped = master.wrap(&id, scope, 1, &raw)?;
            let (name, now) = (scope.to_owned(), self.clock.now());
            self.db
                .write(transaction!(|tx| {
                    if tx.execute(RING_HOLD, params![id.as_str()]).await? == 0 {
                        return Ok(0);
                    }
                    tx.execute(INSERT, params![name.as_str(), &wrapped, id.as_str(), now])
                        .await
                }))
                .await?;
            // Nothing inserted: somebody made the key first, or a rotation moved the ring.
            if let Some(key) = self.find(scope).await? {
                return Ok(key);
            }
        }
        Err(StoreError::Busy)
    }

    /// The master key that the ring names, by its id. The newest in the file would not do: a rotation that died before
    /// it moved the ring has left a newer one there.
    async fn wrapping_key(&self) -> Result<(String, Arc<MasterKeys>), StoreError> {
        let ring = self.db.read(transaction!(|tx| { ring(tx).await })).await?;
        let ring = ring.ok_or_else(|| StoreError::internal("the key ring is empty"))?;
        let mut master = self.master();
        if !master.has(&ring) && master.file().is_some() {
            master = self.reload()?;
        }
        Ok((ring, master))
    }

    /// The key of a scope, if it ever had one.
    pub(crate) async fn find(&self, scope: &str) -> Result<Option<Arc<DataKey>>, StoreError> {
        if let Some(key) = self.cache.get(scope) {
            return Ok(Some(key));
        }
        let mut found = self.find_many(&[scope.to_owned()]).await?;
        match found.remove(scope) {
            Some(Some(key)) => Ok(Some(key)),
            Some(None) => Err(StoreError::Forgotten),
            None => Ok(None),
        }
    }

    /// The key of a scope that has content. Without one, the content is forgotten.
    pub(crate) async fn existing(&self, scope: &str) -> Result<Arc<DataKey>, StoreError> {
        self.find(scope).await?.ok_or(StoreError::Forgotten)
    }

    /// The keys of many scopes at once: `None` for a destroyed one, absent for one that never was.
    pub(crate) async fn find_many(
        &self,
        scopes: &[String],
    ) -> Result<HashMap<String, Option<Arc<DataKey>>>, StoreError> {
        match self.read_many(scopes).await {
            // A rotation may end between reading a row and reading the master keys; the row has moved by now.
            Err(StoreError::MasterKey(_)) => self.read_many(scopes).await,
            other => other,
        }
    }

    async fn read_many(
        &self,
        scopes: &[String],
    ) -> Result<HashMap<String, Option<Arc<DataKey>>>, StoreError> {
        let mut keys = HashMap::with_capacity(scopes.len());
        let mut missing = Vec::new();
        for scope in scopes {
            match self.cache.get(scope) {
                Some(key) => _ = keys.insert(scope.clone(), Some(key)),
                None => missing.push(scope.clone()),
            }
        }
        if missing.is_empty() {
            return Ok(keys);
        }
        let destroyed = *self.destroyed();
        let stored = self
            .db
            .read(transaction!(|tx| {
                let mut stored = Vec::with_capacity(missing.len());
                for scope in missing {
                    if let Some(row) = tx
                        .fetch_optional::<Stored>(FIND, params![scope.as_str()])
                        .await?
                    {
                        stored.push((scope, row));
                    }
                }
                Ok(stored)
            }))
            .await?;
        for (scope, row) in stored {
            let key = match &row.wrapped {
                Some(wrapped) => Some(self.unwrap(&scope, &row, wrapped)?),
                None => None,
            };
            let now_destroyed = self.destroyed();
            if let Some(key) = key.as_ref().filter(|_| *now_destroyed == destroyed) {
                self.cache.insert(scope.clone(), Arc::clone(key));
            }
            keys.insert(scope, key);
        }
        Ok(keys)
    }

    /// Destroys a scope's key. What was sealed with it can never be read again, by anybody.
    pub(crate) async fn destroy(&self, scope: &str) -> Result<(), StoreError> {
        let (name, now) = (scope.to_owned(), self.clock.now());
        self.db
            .write(transaction!(|tx| {
                tx.execute(DESTROY, params![name.as_str(), now]).await?;
                tx.execute(BURY, params![name.as_str(), now]).await
            }))
            .await?;
        self.forget_cached(scope);
        self.db.wipe().await
    }

    /// Moves every data key to a fresh master key, or to the first of those given by hand. Readers and writers go on
    /// meanwhile. Killed at any point, it can be run again. Tells how many keys were moved.
    pub(crate) async fn rotate(&self) -> Result<u64, StoreError> {
        if self.master().file().is_none() {
            return self.rewrap_all().await;
        }
        // Two at once would overwrite each other's new key in the file.
        let _lock = self.master().lock_file()?;
        let master = self.master().reload()?.with_new_key()?;
        let current = master.current().to_owned();
        self.set_master(master);
        // From here on no key can be wrapped under the old one, so the sweep below misses none.
        self.db
            .write(transaction!(|tx| {
                tx.execute(RING_MOVE, params![current.as_str()]).await
            }))
            .await?;
        let moved = self.rewrap_all().await?;
        self.set_master(self.master().reload()?.without_old_keys()?);
        Ok(moved)
    }

    async fn rewrap_all(&self) -> Result<u64, StoreError> {
        let mut moved = 0;
        loop {
            let master = self.master();
            let count = self
                .db
                .write(transaction!(|tx| {
                    let outdated: Vec<Outdated> =
                        tx.fetch_all(OUTDATED, params![master.current()]).await?;
                    for row in &outdated {
                        rewrap(tx, &master, row).await?;
                    }
                    Ok(outdated.len() as u64)
                }))
                .await?;
            if count == 0 {
                return Ok(moved);
            }
            moved += count;
        }
    }

    fn unwrap(
        &self,
        scope: &str,
        row: &Stored,
        wrapped: &[u8],
    ) -> Result<Arc<DataKey>, StoreError> {
        let mut master = self.master();
        if !master.has(&row.master_id) && master.file().is_some() {
            master = self.reload()?;
        }
        let raw = master.unwrap(&row.master_id, scope, row.version, wrapped)?;
        Ok(Arc::new(DataKey::new(scope.to_owned(), raw)))
    }

    fn destroyed(&self) -> RwLockReadGuard<'_, u64> {
        self.destroyed
            .read()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn forget_cached(&self, scope: &str) {
        let mut destroyed = self
            .destroyed
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        *destroyed += 1;
        self.cache.invalidate(scope);
    }

    fn reload(&self) -> Result<Arc<MasterKeys>, StoreError> {
        Ok(self.set_master(self.master().reload()?))
    }

    fn master(&self) -> Arc<MasterKeys> {
        Arc::clone(&self.master.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn set_master(&self, master: MasterKeys) -> Arc<MasterKeys> {
        let master = Arc::new(master);
        *self.master.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&master);
        master
    }
}

/// Begins a new key store. The master key is on the disk before anything can be wrapped under it.
async fn start_ring(db: &Db, master: &mut MasterKeys) -> Result<String, StoreError> {
    master.save()?;
    let current = master.current().to_owned();
    let ring = db
        .write(transaction!(|tx| {
            tx.execute(RING_START, params![current.as_str()]).await?;
            ring(tx).await
        }))
        .await?;
    ring.ok_or_else(|| StoreError::internal("the key ring is empty"))
}

async fn ring(tx: &mut Tx<'_>) -> Result<Option<String>, StoreError> {
    let row: Option<Only<String>> = tx.fetch_optional(RING, params![]).await?;
    Ok(row.map(|row| row.0))
}

async fn rewrap(tx: &mut Tx<'_>, master: &MasterKeys, row: &Outdated) -> Result<(), StoreError> {
    let raw =
        Zeroizing::new(master.unwrap(&row.master_id, &row.scope, row.version, &row.wrapped)?);
    let wrapped = master.wrap(master.current(), &row.scope, row.version, &raw)?;
    let id = master.current();
    let update = params![
        &wrapped,
        id,
        row.scope.as_str(),
        row.version,
        row.master_id.as_str()
    ];
    // Destroyed in the meantime: nothing to do.
    tx.execute(REWRAP, update).await.map(|_| ())
}
