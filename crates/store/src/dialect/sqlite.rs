//! SQLite: one thread that writes, a few that read.
//!
//! The connection lives on its thread and an operation travels to it whole, so that a transaction costs one hand-over
//! and not one per statement, and a caller that goes away cannot leave a transaction half done.

mod gaps;
mod reader;
mod statement;
mod writer;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use rusqlite::config::DbConfig;

pub(crate) use self::statement::{Columns, execute, fetch_all};
use crate::StoreError;
use crate::db::{Connection, Probe, Tx};
use crate::member_events::MemberEvent;
use crate::member_events::hub::Hub;

/// How often the log is tried to be emptied while others read; each waits for them for five seconds.
const TRIES: usize = 6;
const BETWEEN_TRIES: Duration = Duration::from_millis(100);
/// How much room there must be: some small transactions.
const ROOM: usize = 64 * 1024;
/// The first release without the WAL-reset bug.
const OLDEST_SAFE: i32 = 3_051_003;

/// An open database file.
#[derive(Clone)]
pub(crate) struct Database {
    writer: writer::Writer,
    readers: reader::Readers,
    path: PathBuf,
    /// Held by whoever works on the files themselves.
    files: Arc<Mutex<()>>,
    hub: Hub,
    /// Held for as long as the database is open.
    _lock: Option<Arc<File>>,
}

/// What to open.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) path: PathBuf,
    pub(crate) readers: usize,
}

impl Database {
    pub(crate) fn open(
        settings: &Settings,
        lock: Option<File>,
        probe: Option<&Probe>,
    ) -> Result<Self, StoreError> {
        let hub = Hub::default();
        let writer = writer::Writer::start(
            connect(&settings.path, Access::Write)?,
            probe.cloned(),
            hub.clone(),
        )?;
        let readers = reader::Readers::start(
            (0..settings.readers.max(1))
                .map(|_| connect(&settings.path, Access::Read))
                .collect::<Result<_, _>>()?,
            probe,
        )?;
        Ok(Self {
            writer,
            readers,
            path: settings.path.clone(),
            files: Arc::default(),
            hub,
            _lock: lock.map(Arc::new),
        })
    }

    /// Proves that the files can grow, by making another beside them. A row that is written over needs no room, and so says
    /// nothing of a disk that is full.
    pub(crate) async fn try_to_grow(&self) -> Result<(), StoreError> {
        let path = self.path.with_extension("room");
        let grown = tokio::task::spawn_blocking(move || {
            let written = std::fs::write(&path, [0; ROOM]);
            // What cannot be removed is written over the next time.
            let _ = std::fs::remove_file(&path);
            written
        });
        match grown.await.map_err(StoreError::internal)? {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == std::io::ErrorKind::StorageFull => {
                Err(StoreError::DiskFull)
            }
            Err(error) => Err(StoreError::Unavailable(error.to_string())),
        }
    }

    pub(crate) async fn write<T, F>(&self, op: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'t, 'c> FnOnce(&'t mut Tx<'c>) -> BoxFuture<'t, Result<T, StoreError>>
            + Send
            + 'static,
    {
        self.writer.write(op).await
    }

    pub(crate) async fn read<T, F>(&self, op: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'t, 'c> FnOnce(&'t mut Tx<'c>) -> BoxFuture<'t, Result<T, StoreError>>
            + Send
            + 'static,
    {
        self.readers.read(op).await
    }

    pub(crate) async fn glance<T, F>(&self, op: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'t, 'c> FnOnce(&'t mut Tx<'c>) -> BoxFuture<'t, Result<T, StoreError>>
            + Send
            + 'static,
    {
        self.writer.glance(op).await
    }

    pub(crate) fn hub(&self) -> &Hub {
        &self.hub
    }

    /// Whether the disk failed while saving.
    pub(crate) fn is_stopped(&self) -> bool {
        self.writer.is_stopped()
    }

    /// Copies the database, as it is at this moment, into a new file.
    pub(crate) async fn copy_into(&self, path: PathBuf) -> Result<(), StoreError> {
        self.readers.copy_into(path).await
    }

    /// Reads every page and tells what does not fit together.
    pub(crate) async fn check(&self) -> Result<(), StoreError> {
        let path = self.path.clone();
        let checked = tokio::task::spawn_blocking(move || {
            let connection = connect(&path, Access::Read)?;
            connection
                .query_row("pragma quick_check(1)", [], |row| row.get::<_, String>(0))
                .map_err(|error| map_error(&error))
        });
        match checked.await.map_err(StoreError::internal)??.as_str() {
            "ok" => Ok(()),
            damage => Err(StoreError::internal(damage)),
        }
    }

    /// Empties the write-ahead log, where overwritten values would otherwise wait for the next reset.
    pub(crate) async fn scrub(&self) -> Result<(), StoreError> {
        self.at_files(|connection| empty_log(connection)).await
    }

    /// Overwrites whatever is left of old values anywhere in the files. It reads the whole database.
    pub(crate) async fn wipe(&self) -> Result<(), StoreError> {
        self.at_files(|connection| {
            gaps::wipe(connection)?;
            empty_log(connection)
        })
        .await
    }

    /// Works on the files themselves, one at a time: two would hold each other up.
    async fn at_files(
        &self,
        work: impl FnOnce(&mut rusqlite::Connection) -> Result<(), StoreError> + Send + 'static,
    ) -> Result<(), StoreError> {
        let (path, files) = (self.path.clone(), Arc::clone(&self.files));
        let done = tokio::task::spawn_blocking(move || {
            let _alone = files.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut connect(&path, Access::Write)?)
        });
        done.await.map_err(StoreError::internal)?
    }

    pub(crate) async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}

fn empty_log(connection: &rusqlite::Connection) -> Result<(), StoreError> {
    // Whoever reads holds it up, and whoever else empties it at the moment: it says so instead of failing.
    for _ in 0..TRIES {
        let busy: i64 = connection
            .query_row("pragma wal_checkpoint(truncate)", [], |row| row.get(0))
            .map_err(|error| map_error(&error))?;
        if busy == 0 {
            return Ok(());
        }
        std::thread::sleep(BETWEEN_TRIES);
    }
    Err(StoreError::Busy)
}

/// Takes the data folder for this process, until the file is dropped.
pub(crate) fn lock(database: &Path) -> Result<File, StoreError> {
    let path = database.with_extension("lock");
    let cannot_open = |error: std::io::Error| StoreError::Open {
        path: path.clone(),
        reason: error.to_string(),
    };
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(cannot_open)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(StoreError::Locked(
            database.parent().unwrap_or(database).to_owned(),
        )),
        Err(std::fs::TryLockError::Error(error)) => Err(cannot_open(error)),
    }
}

/// What a connection may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

/// Opens a connection with the settings every connection of ours has.
#[expect(clippy::disallowed_methods, reason = "the one place that opens SQLite")]
pub(crate) fn connect(path: &Path, access: Access) -> Result<rusqlite::Connection, StoreError> {
    refuse_old(rusqlite::version_number(), rusqlite::version())?;
    let failed = |error: rusqlite::Error| open_error(path, &error);
    let connection = rusqlite::Connection::open(path).map_err(failed)?;
    connection.set_prepared_statement_cache_capacity(256);
    // `mmap_size=0`: a mapped file turns a disk error into a crash. `synchronous=full`: an acknowledged commit survives
    // a power cut. The writer alone checkpoints, since readers cannot write.
    connection
        .execute_batch(
            "pragma busy_timeout = 5000; pragma synchronous = full;
             pragma foreign_keys = on; pragma trusted_schema = off; pragma cell_size_check = on;
             pragma mmap_size = 0; pragma journal_size_limit = 16777216; pragma temp_store = memory;
             pragma cache_size = -4096; pragma secure_delete = on;",
        )
        .map_err(failed)?;
    // SQLite answers with the mode it could set: on a failing disk that is another one, and no error.
    let mode: String = connection
        .query_row("pragma journal_mode = wal", [], |row| row.get(0))
        .map_err(failed)?;
    if mode != "wal" {
        return Err(StoreError::Open {
            path: path.to_owned(),
            reason: format!("the journal mode stayed {mode}: check the disk"),
        });
    }
    // Otherwise a statement with another value is planned anew each time it runs.
    connection
        .set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)
        .map_err(failed)?;
    if access == Access::Read {
        connection
            .execute_batch("pragma query_only = on;")
            .map_err(failed)?;
    }
    if !reaches_pages(&connection).map_err(failed)? {
        return Err(StoreError::Open {
            path: path.to_owned(),
            reason: "this program was built without SQLITE_ENABLE_DBPAGE_VTAB, and could not forget: build it in the \
                     project's folder, whose .cargo/config.toml sets it"
                .to_owned(),
        });
    }
    Ok(connection)
}

/// Whether SQLite gives out its pages, which forgetting overwrites.
fn reaches_pages(connection: &rusqlite::Connection) -> rusqlite::Result<bool> {
    connection.query_row(
        "select sqlite_compileoption_used('ENABLE_DBPAGE_VTAB')",
        [],
        |row| row.get(0),
    )
}

/// Refuses a SQLite that can corrupt a database.
fn refuse_old(number: i32, version: &str) -> Result<(), StoreError> {
    if number < OLDEST_SAFE {
        Err(StoreError::OldSqlite(version.to_owned()))
    } else {
        Ok(())
    }
}

fn open_error(path: &Path, error: &rusqlite::Error) -> StoreError {
    match map_error(error) {
        StoreError::DiskFull => StoreError::DiskFull,
        _ => StoreError::Open {
            path: path.to_owned(),
            reason: error.to_string(),
        },
    }
}

/// Polls an operation once, and tells what members are to hear of it. It can only be waiting for something that is not the
/// database, which is a mistake.
fn run_now<T, F>(
    connection: &mut rusqlite::Connection,
    probe: Option<&Probe>,
    op: F,
) -> Result<(T, Vec<MemberEvent>), StoreError>
where
    F: for<'t, 'c> FnOnce(&'t mut Tx<'c>) -> BoxFuture<'t, Result<T, StoreError>>,
{
    let mut tx = Tx::new(Connection::Sqlite(connection), probe);
    let work = async {
        let result = op(&mut tx).await?;
        let news = tx.take_news().await?;
        Ok((result, tx.write_news(news).await?))
    };
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work.now_or_never()));
    match outcome {
        Ok(Some(result)) => result,
        Ok(None) => Err(StoreError::internal(
            "an operation waited for something while a transaction was open",
        )),
        Err(_) => Err(StoreError::internal("an operation panicked")),
    }
}

/// Sorts SQLite errors by what a caller can do about them.
pub(crate) fn map_error(error: &rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DiskFull) => StoreError::DiskFull,
        Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => {
            StoreError::Busy
        }
        Some(rusqlite::ErrorCode::OperationInterrupted) => StoreError::Busy,
        Some(rusqlite::ErrorCode::SystemIoFailure) => StoreError::Stopped,
        _ => StoreError::internal(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sqlite_that_can_corrupt_a_database_is_refused() {
        assert!(refuse_old(3_051_003, "3.51.3").is_ok());
        assert!(refuse_old(rusqlite::version_number(), rusqlite::version()).is_ok());
        let message = refuse_old(3_040_001, "3.40.1").unwrap_err().to_string();
        assert!(
            message.contains("3.40.1") && message.contains("WAL"),
            "{message}"
        );
    }

    #[test]
    fn what_was_planned_once_is_not_planned_again_for_another_value() {
        let folder = tempfile::tempdir().unwrap();
        let connection = connect(&folder.path().join("a.db"), Access::Write).unwrap();
        connection
            .execute_batch("create table t (x integer); create index i on t (x); insert into t values (1), (2); analyze")
            .unwrap();
        let mut statement = connection
            .prepare("select count(*) from t where x > ?1")
            .unwrap();
        for value in 0..3 {
            let _: i64 = statement.query_row([value], |row| row.get(0)).unwrap();
        }
        assert_eq!(
            statement.get_status(rusqlite::StatementStatus::RePrepare),
            0
        );
    }

    #[test]
    fn a_reader_cannot_write() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        connect(&path, Access::Write)
            .unwrap()
            .execute_batch("create table t (x)")
            .unwrap();
        let reader = connect(&path, Access::Read).unwrap();
        assert!(reader.execute_batch("insert into t values (1)").is_err());
    }

    #[test]
    fn commits_are_flushed_to_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let connection = connect(&folder.path().join("a.db"), Access::Write).unwrap();
        let level: i64 = connection
            .query_row("pragma synchronous", [], |row| row.get(0))
            .unwrap();
        let mode: String = connection
            .query_row("pragma journal_mode", [], |row| row.get(0))
            .unwrap();
        assert_eq!((level, mode.as_str()), (2, "wal"));
    }
}
