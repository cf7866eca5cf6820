//! One fresh database of either kind.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use steward_model::{IdGen, ManualClock, SequentialIds, SystemIds, Timestamp};
use steward_store::{Access, Database, MasterKeys, Point, Probe, Store, StoreError, StoreOptions};
use tempfile::TempDir;

use crate::postgres::Slot;
use crate::raw::Raw;

/// 2026-01-01T00:00:00Z.
const START: Timestamp = Timestamp::from_micros(1_767_225_600_000_000);

/// Which database a story runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    /// Two files in a folder.
    Sqlite,
    /// Two schemas on a server.
    Postgres,
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "Postgres",
        })
    }
}

/// A database with nothing in it (of Postgres, with its tables), and what opens it. It is gone when this is dropped.
pub struct TestDatabase {
    folder: TempDir,
    postgres: Option<Slot>,
    clock: ManualClock,
    ids: Arc<dyn IdGen>,
    probe: Option<Probe>,
}

impl TestDatabase {
    /// SQLite files in a temporary folder.
    pub fn sqlite() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            postgres: None,
            clock: ManualClock::at(START),
            ids: Arc::new(SequentialIds::default()),
            probe: None,
        }
    }

    /// A database of the server that `TEST_POSTGRES_URL` names; none when it is not set.
    pub async fn postgres() -> Option<Self> {
        let postgres = Slot::take().await?;
        Some(Self {
            postgres: Some(postgres),
            ..Self::sqlite()
        })
    }

    /// A fresh one of this kind.
    pub async fn on(backend: Backend) -> Self {
        match backend {
            Backend::Sqlite => Self::sqlite(),
            Backend::Postgres => Self::postgres().await.unwrap(),
        }
    }

    /// Calls `probe` at every point of every store opened from here, after those that were given before.
    #[must_use]
    pub fn with_probe(mut self, probe: Probe) -> Self {
        self.probe = Some(match self.probe.take() {
            None => probe,
            Some(first) => Arc::new(move |point: Point| first(point).and_then(|()| probe(point))),
        });
        self
    }

    /// Random ids in place of those that count up.
    #[must_use]
    pub fn with_system_ids(mut self) -> Self {
        self.ids = Arc::new(SystemIds);
        self
    }

    /// Which database this is.
    pub fn backend(&self) -> Backend {
        match self.postgres {
            None => Backend::Sqlite,
            Some(_) => Backend::Postgres,
        }
    }

    /// Where the master key is, and SQLite's files.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The file of the master key.
    pub fn master_key(&self) -> PathBuf {
        self.folder().join("master.key")
    }

    /// The time, which stands still until it is pushed.
    pub fn clock(&self) -> &ManualClock {
        &self.clock
    }

    /// Where the data is.
    pub fn data_location(&self) -> Database {
        self.location("steward.db", 10)
    }

    /// Where the keys are.
    pub fn keys_location(&self) -> Database {
        self.location("keys.db", 4)
    }

    /// The master key of this database, made on first use.
    pub fn master(&self) -> MasterKeys {
        MasterKeys::from_file(&self.master_key()).unwrap()
    }

    /// What opens the store.
    pub fn options(&self) -> StoreOptions {
        StoreOptions {
            access: Access::Alone,
            data: self.data_location(),
            keys: self.keys_location(),
            master: self.master(),
            clock: Arc::new(self.clock.clone()),
            ids: Arc::clone(&self.ids),
            probe: self.probe.clone(),
        }
    }

    /// Opens the store.
    pub async fn open(&self) -> Store {
        self.try_open().await.unwrap()
    }

    /// Opens the store, where that may fail.
    pub async fn try_open(&self) -> Result<Store, StoreError> {
        Store::open(self.options()).await
    }

    /// Closes the store and opens it again.
    pub async fn reopen(&self, store: Store) -> Store {
        store.close().await;
        drop(store);
        self.open().await
    }

    /// The bare tables of the data.
    pub fn data(&self) -> Raw {
        self.raw("steward.db", "steward")
    }

    /// The bare tables of the keys.
    pub fn keys(&self) -> Raw {
        self.raw("keys.db", "steward_keys")
    }

    /// Takes everything away but the master key, tables too.
    pub async fn wipe(&self) {
        match &self.postgres {
            None => {
                for entry in std::fs::read_dir(self.folder()).unwrap() {
                    let path = entry.unwrap().path();
                    if path != self.master_key() {
                        std::fs::remove_file(path).unwrap();
                    }
                }
            }
            Some(slot) => slot.empty().await,
        }
    }

    fn raw(&self, file: &str, schema: &'static str) -> Raw {
        match &self.postgres {
            None => Raw::sqlite(self.folder().join(file)),
            Some(slot) => Raw::postgres(slot, schema),
        }
    }

    fn location(&self, file: &str, max_connections: u32) -> Database {
        match &self.postgres {
            None => Database::Sqlite {
                path: self.folder().join(file),
                readers: 2,
            },
            Some(slot) => Database::Postgres {
                url: slot.url(),
                max_connections,
            },
        }
    }
}

/// Runs a story on each database there is, and says on which it failed.
pub fn on_both<S, F>(story: S)
where
    S: Fn(TestDatabase) -> F,
    F: Future<Output = ()>,
{
    run(async {
        let sqlite = TestDatabase::sqlite();
        let _name = NameOnPanic(sqlite.backend());
        story(sqlite).await;
    });
    run(async {
        if let Some(postgres) = TestDatabase::postgres().await {
            let _name = NameOnPanic(postgres.backend());
            story(postgres).await;
        }
    });
}

fn run(future: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(future);
}

struct NameOnPanic(Backend);

impl Drop for NameOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("This failed on {}.", self.0);
        }
    }
}
