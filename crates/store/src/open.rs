//! Opening the databases: migrate first, on a connection of its own, then serve.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use steward_model::{Clock, IdGen, MemberId, Scope, SystemClock, SystemIds, Timestamp};

use crate::audit::checkpoint::Checkpoints;
use crate::crypto::MasterKeys;
use crate::db::{Db, Probe, transaction};
use crate::dialect::{postgres, sqlite};
use crate::flags::Board;
use crate::keys::KeyStore;
use crate::migrate::{self, Migration, Pending, Plan};
use crate::row::Only;
use crate::sql::{params, statements};
use crate::{Inner, Store, StoreError};

statements! {
    OLDEST_MEMBER = "select id as value from member order by id limit 1";
}

/// Which database, and where.
#[derive(Clone)]
pub enum Database {
    /// A file.
    Sqlite {
        /// The file; made if it is missing.
        path: PathBuf,
        /// How many threads read from it.
        readers: usize,
    },
    /// A server.
    Postgres {
        /// Its URL, with user and password.
        url: String,
        /// The most connections to hold.
        max_connections: u32,
    },
}

impl Database {
    /// The time that every process on this database can agree on: a server's own, or nothing for a file, which only one
    /// machine has.
    pub async fn server_time(&self) -> Result<Option<Timestamp>, StoreError> {
        match self {
            Self::Sqlite { .. } => Ok(None),
            Self::Postgres { url, .. } => {
                let settings = postgres::Settings::parse(url, Part::Data.schema(), 1)?;
                let micros = settings.server_time().await?;
                Ok(Some(Timestamp::from_micros(micros)))
            }
        }
    }
}

/// Whether another process may have the data open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// This process alone, as a server must: a second one is refused.
    Alone,
    /// Beside a running server, for a short errand of the command line. SQLite only; Postgres is always shared.
    Beside,
}

/// What the store needs to open.
pub struct StoreOptions {
    /// Who else may have it open.
    pub access: Access,
    /// Where the data is.
    pub data: Database,
    /// Where the wrapped data keys are, apart from the data.
    pub keys: Database,
    /// What unwraps them.
    pub master: MasterKeys,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// New ids.
    pub ids: Arc<dyn IdGen>,
    /// For tests: looks at every statement, or makes it fail.
    pub probe: Option<Probe>,
}

impl StoreOptions {
    /// Two files in one folder, the system's clock and ids.
    pub fn in_folder(folder: &std::path::Path, master: MasterKeys) -> Self {
        Self {
            access: Access::Alone,
            data: Database::Sqlite {
                path: folder.join("steward.db"),
                readers: 2,
            },
            keys: Database::Sqlite {
                path: folder.join("keys.db"),
                readers: 1,
            },
            master,
            clock: Arc::new(SystemClock),
            ids: Arc::new(SystemIds),
            probe: None,
        }
    }
}

impl Store {
    /// Opens both databases, and brings them to the schema this program knows.
    pub async fn open(options: StoreOptions) -> Result<Self, StoreError> {
        refuse_lost(&options.data, &options.keys)?;
        let probe = options.probe.as_ref();
        let clock = options.clock;
        let data = open(
            &options.data,
            Part::Data,
            options.access,
            probe,
            clock.as_ref(),
        )
        .await?;
        let member = oldest_member(&data).await?;
        if let Some(refusal) = refuse_keyless(&options.keys, member) {
            data.close().await;
            return Err(refusal);
        }
        let keys = open(
            &options.keys,
            Part::Keys,
            options.access,
            probe,
            clock.as_ref(),
        )
        .await?;
        let keys = KeyStore::open(keys, options.master, Arc::clone(&clock)).await?;
        if let Some(refusal) = refuse_foreign(&keys, member).await? {
            data.close().await;
            keys.db.close().await;
            return Err(refusal);
        }
        let inner = Inner {
            db: data,
            keys,
            clock,
            ids: options.ids,
            identity_version: AtomicU64::new(0),
            checkpoints: Checkpoints::default(),
            board: Board::default(),
        };
        let store = Self {
            inner: Arc::new(inner),
        };
        // Nothing may run before it is known what is switched off.
        store.refresh_switches().await?;
        Ok(store)
    }

    /// Moves the keys of a store to a fresh master key without opening its data, so that it works beside a running
    /// server. Tells how many were moved.
    pub async fn rotate_master_key_of(
        keys: &Database,
        master: MasterKeys,
    ) -> Result<u64, StoreError> {
        let db = open(keys, Part::Keys, Access::Beside, None, &SystemClock).await?;
        let keys = KeyStore::open(db, master, Arc::new(SystemClock)).await?;
        let moved = keys.rotate().await;
        keys.db.close().await;
        moved
    }
}

/// The two halves, which differ in where they are and who may open them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Data,
    Keys,
}

impl Part {
    fn migrations(self) -> &'static [Migration] {
        match self {
            Self::Data => migrate::DATA,
            Self::Keys => migrate::KEYS,
        }
    }

    fn schema(self) -> &'static str {
        match self {
            Self::Data => "steward",
            Self::Keys => "steward_keys",
        }
    }
}

/// The data is made before the keys, so that keys without data are no fresh start but a loss: to begin anew beside them
/// would hide it.
fn refuse_lost(data: &Database, keys: &Database) -> Result<(), StoreError> {
    let (Database::Sqlite { path, .. }, Database::Sqlite { path: keys, .. }) = (data, keys) else {
        return Ok(());
    };
    if path.exists() || !keys.exists() {
        return Ok(());
    }
    Err(StoreError::Open {
        path: path.clone(),
        reason: format!(
            "it is missing, though its keys are in {}: restore it, or move the keys away to begin anew",
            keys.display()
        ),
    })
}

async fn oldest_member(data: &Db) -> Result<Option<MemberId>, StoreError> {
    let member: Option<Only<MemberId>> = data
        .read(transaction!(|tx| {
            tx.fetch_optional(OLDEST_MEMBER, params![]).await
        }))
        .await?;
    Ok(member.map(|member| member.0))
}

/// Data with somebody in it is no fresh start: keys that were made for it now would open nothing.
fn refuse_keyless(keys: &Database, member: Option<MemberId>) -> Option<StoreError> {
    match keys {
        Database::Sqlite { path, .. } if member.is_some() && !path.exists() => {
            Some(StoreError::MasterKey(format!(
                "the keys of the data are missing: restore {}",
                path.display()
            )))
        }
        Database::Sqlite { .. } | Database::Postgres { .. } => None,
    }
}

/// Whoever became a member had a key before, and a key that was destroyed leaves a trace: a member who never had one is of
/// other data than these keys are.
async fn refuse_foreign(
    keys: &KeyStore,
    member: Option<MemberId>,
) -> Result<Option<StoreError>, StoreError> {
    let Some(member) = member else {
        return Ok(None);
    };
    match keys.find(&Scope::Member(member).to_string()).await {
        Ok(Some(_)) | Err(StoreError::Forgotten) => Ok(None),
        Ok(None) => Ok(Some(StoreError::MasterKey(
            "the data was encrypted under other keys than there are: restore the keys that belong to it"
                .to_owned(),
        ))),
        Err(error) => Err(error),
    }
}

async fn open(
    database: &Database,
    part: Part,
    access: Access,
    probe: Option<&Probe>,
    clock: &dyn Clock,
) -> Result<Db, StoreError> {
    let plan = Plan {
        migrations: part.migrations(),
        pending: match access {
            Access::Alone => Pending::Apply,
            Access::Beside => Pending::Refuse,
        },
        now: clock.now(),
    };
    match database {
        Database::Sqlite { path, readers } => {
            let lock = match (part, access) {
                (Part::Data, Access::Alone) => Some(sqlite::lock(path)?),
                (Part::Keys, Access::Alone) => None,
                (_, Access::Beside) if path.exists() => None,
                (_, Access::Beside) => {
                    return Err(StoreError::Open {
                        path: path.clone(),
                        reason: "there is no database yet: start `steward serve` once".into(),
                    });
                }
            };
            let settings = sqlite::Settings {
                path: path.clone(),
                readers: *readers,
            };
            migrate::sqlite(&settings, &plan, probe).await?;
            Ok(Db::Sqlite(sqlite::Database::open(&settings, lock, probe)?))
        }
        Database::Postgres {
            url,
            max_connections,
        } => {
            let settings = postgres::Settings::parse(url, part.schema(), *max_connections)?;
            migrate::postgres(&settings, &plan, probe).await?;
            Ok(Db::Postgres(
                postgres::Database::open(&settings, probe.cloned()).await?,
            ))
        }
    }
}
