//! Opening the store the configuration describes.

use std::sync::{Arc, Weak};
use std::time::Duration;

use steward_model::{AnchoredClock, Clock, SystemClock, SystemIds, Timestamp};
use steward_store::{Access, Database, MasterKeys, Store, StoreError, StoreOptions};

use super::Failure;
use crate::config::{Config, Secret};
use crate::home::Home;
use crate::watched;

/// Where data and keys are, and what unwraps the keys.
pub(super) struct Location {
    pub(super) home: Home,
    pub(super) data: Database,
    pub(super) keys: Database,
    pub(super) master: MasterKeys,
}

impl Location {
    /// As [`Self::find`], for errands to what is there: a misspelt folder is not made.
    pub(super) fn existing(config: &Config) -> Result<Self, Failure> {
        if !config.home.exists() {
            return Err(Failure::folder(format!(
                "there is no data folder {}: start `steward serve` once, or give the right one with --home",
                config.home.display()
            )));
        }
        Self::find(config)
    }

    /// Checks the folder and makes it if there is none.
    pub(super) fn find(config: &Config) -> Result<Self, Failure> {
        let home = Home::prepare(&config.home)?;
        let url = config.database.url.as_ref();
        let data = database(config, url).unwrap_or_else(|| Database::Sqlite {
            path: home.database(),
            readers: config.database.readers.get() as usize,
        });
        // Nodes that share a Postgres must share the keys too.
        let keys_url = config.database.keys_url.as_ref().or(url);
        let keys = database(config, keys_url).unwrap_or_else(|| Database::Sqlite {
            path: home.keys(),
            readers: 1,
        });
        let master = master_keys(config, &home)?;
        Ok(Self {
            home,
            data,
            keys,
            master,
        })
    }

    /// A clock for a process that runs for long. It follows the database's own clock where there is one, so that every
    /// process on the database agrees, and gently, so that nobody who sets a machine's clock breaks a lease.
    pub(super) async fn clock(&self) -> Result<Arc<dyn Clock>, Failure> {
        let clock = Arc::new(AnchoredClock::at(real_time(&self.data).await?));
        tokio::spawn(follow(Arc::downgrade(&clock), self.data.clone()));
        Ok(clock)
    }

    /// Opens the store for a short errand.
    pub(super) async fn open(self, access: Access) -> Result<Store, Failure> {
        self.open_with(access, Arc::new(SystemClock)).await
    }

    /// Opens the store.
    pub(super) async fn open_with(
        self,
        access: Access,
        clock: Arc<dyn Clock>,
    ) -> Result<Store, Failure> {
        let options = StoreOptions {
            access,
            data: self.data,
            keys: self.keys,
            master: self.master,
            clock,
            ids: Arc::new(SystemIds),
            probe: watched::probe(),
        };
        Ok(Store::open(options).await?)
    }
}

/// How often a clock is told what time it is. Processes on one database differ by half of this at most while they catch
/// up, which is less than what is left of a lease when it is renewed.
const TOLD_EVERY: Duration = Duration::from_secs(10);

async fn real_time(data: &Database) -> Result<Timestamp, StoreError> {
    let server = data.server_time().await?;
    Ok(server.unwrap_or_else(|| SystemClock.now()))
}

/// Keeps a clock right for as long as anybody has it.
async fn follow(clock: Weak<AnchoredClock>, data: Database) {
    loop {
        tokio::time::sleep(TOLD_EVERY).await;
        let real = real_time(&data).await;
        let Some(clock) = clock.upgrade() else {
            return;
        };
        match real {
            Ok(real) => {
                let moved = clock.follow(real);
                if !moved.is_zero() {
                    tracing::warn!(?moved, "the clock was far behind and was set");
                }
            }
            // It goes on by itself meanwhile.
            Err(error) => tracing::debug!(%error, "the time could not be asked for"),
        }
    }
}

fn database(config: &Config, url: Option<&Secret>) -> Option<Database> {
    let url = url?.expose();
    match url.strip_prefix("sqlite:") {
        Some(path) => Some(Database::Sqlite {
            path: path.trim_start_matches("//").into(),
            readers: config.database.readers.get() as usize,
        }),
        None => Some(Database::Postgres {
            url: url.to_owned(),
            max_connections: config.database.max_connections.get(),
        }),
    }
}

fn master_keys(config: &Config, home: &Home) -> Result<MasterKeys, Failure> {
    let given = config
        .security
        .master_keys()
        .map_err(Failure::configuration)?;
    if given.is_empty() {
        return Ok(MasterKeys::from_file(&home.master_key())?);
    }
    let text: Vec<String> = given.iter().map(|key| hex::encode(key.as_ref())).collect();
    Ok(MasterKeys::parse(&text.join(","))?)
}
