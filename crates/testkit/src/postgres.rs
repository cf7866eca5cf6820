//! Databases of a Postgres server, lent to one test at a time.
//!
//! Dropping a database makes the server write a checkpoint, which takes longer than most stories. So databases are kept
//! and their schemas dropped instead: a slot is taken by a lock that ends with its connection, whatever becomes of the
//! test, and whoever takes it next empties it first.

use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::postgres::PgConnectOptions;
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, PgConnection, Row as _,
};
use tokio::sync::Mutex;

/// More than tests run at once; whoever finds all of them in use waits for one.
const SLOTS: u32 = 16;

/// A database that nobody else uses while this lives.
pub(crate) struct Slot {
    options: PgConnectOptions,
    /// Holds the lock, and serves those who look at the bare tables.
    connection: Arc<Mutex<PgConnection>>,
}

impl Slot {
    /// Takes an unused database, or waits for one, and empties it. `None` when `TEST_POSTGRES_URL` is not set.
    #[expect(
        clippy::disallowed_methods,
        reason = "a test has no configuration to read it from"
    )]
    pub(crate) async fn take() -> Option<Self> {
        // Tests that run at once begin their search in different places.
        static TAKEN: AtomicU32 = AtomicU32::new(0);
        let server = std::env::var("TEST_POSTGRES_URL").ok()?;
        let server = PgConnectOptions::from_str(&server).expect("TEST_POSTGRES_URL is not a URL");
        let first = std::process::id() % 4 + TAKEN.fetch_add(1, Ordering::Relaxed);
        for slot in first..first + SLOTS {
            let (options, mut connection) = connect(&server, slot).await;
            if try_lock(&mut connection).await {
                return Some(Self::emptied(options, connection).await);
            }
        }
        let (options, mut connection) = connect(&server, first).await;
        wait_for_lock(&mut connection).await;
        Some(Self::emptied(options, connection).await)
    }

    async fn emptied(options: PgConnectOptions, connection: PgConnection) -> Self {
        let slot = Self {
            options,
            connection: Arc::new(Mutex::new(connection)),
        };
        slot.empty().await;
        slot
    }

    /// Where the database is.
    pub(crate) fn url(&self) -> String {
        self.options.to_url_lossy().to_string()
    }

    /// How to reach it.
    pub(crate) fn options(&self) -> &PgConnectOptions {
        &self.options
    }

    /// The connection that is there anyway.
    pub(crate) fn connection(&self) -> &Arc<Mutex<PgConnection>> {
        &self.connection
    }

    /// Ends stores that were left open and drops what they kept.
    pub(crate) async fn empty(&self) {
        let mut connection = self.connection.lock().await;
        for sql in [
            "select pg_terminate_backend(pid) from pg_stat_activity
                where datname = current_database() and application_name = 'steward'",
            "set client_min_messages = warning",
            "drop schema if exists steward, steward_keys cascade",
        ] {
            connection.execute(sql).await.unwrap();
        }
    }
}

/// Connects to a slot's database, and makes it first if it is missing.
async fn connect(server: &PgConnectOptions, slot: u32) -> (PgConnectOptions, PgConnection) {
    let name = format!("steward_test_{}", slot % SLOTS + 1);
    let options = server.clone().database(&name);
    if let Ok(connection) = PgConnection::connect_with(&options).await {
        return (options, connection);
    }
    let mut connection = PgConnection::connect_with(server)
        .await
        .expect("TEST_POSTGRES_URL does not answer");
    // Another test may make it at the same moment; what counts is that it is there then.
    let created = connection
        .execute(AssertSqlSafe(format!("create database {name}")))
        .await;
    let connection = PgConnection::connect_with(&options)
        .await
        .unwrap_or_else(|error| panic!("{name} cannot be used: {error}, {created:?}"));
    (options, connection)
}

async fn try_lock(connection: &mut PgConnection) -> bool {
    let row = sqlx::query("select pg_try_advisory_lock(7316922)")
        .fetch_one(connection)
        .await
        .unwrap();
    row.get(0)
}

async fn wait_for_lock(connection: &mut PgConnection) {
    connection
        .execute("select pg_advisory_lock(7316922)")
        .await
        .unwrap();
}
