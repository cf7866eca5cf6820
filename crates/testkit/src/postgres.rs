//! Databases of a Postgres server, lent to one test at a time.
//!
//! Dropping a database makes the server write a checkpoint, which takes longer than most stories. So databases are kept
//! and their schemas dropped instead: a slot is taken by a lock that ends with its connection, whatever becomes of the
//! test, and whoever takes it next empties it first.

use std::str::FromStr as _;

use sqlx::postgres::PgConnectOptions;
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, PgConnection, Row as _,
};

/// As many as tests could ever run at once.
const SLOTS: i32 = 128;
/// The first half of the lock's key; the second is the slot's number.
const LOCK: i32 = 7_316_922;

/// A database that nobody else uses while this lives.
pub(crate) struct Slot {
    url: String,
    /// Holds the lock.
    _connection: PgConnection,
}

impl Slot {
    /// Takes an unused database and empties it. `None` when `TEST_POSTGRES_URL` is not set.
    #[expect(
        clippy::disallowed_methods,
        reason = "a test has no configuration to read it from"
    )]
    pub(crate) async fn take() -> Option<Self> {
        let server = std::env::var("TEST_POSTGRES_URL").ok()?;
        let options = PgConnectOptions::from_str(&server).expect("TEST_POSTGRES_URL is not a URL");
        let mut connection = PgConnection::connect_with(&options)
            .await
            .expect("TEST_POSTGRES_URL does not answer");
        let name = lock(&mut connection).await;
        let options = options.database(&name);
        empty(&options).await;
        Some(Self {
            url: options.to_url_lossy().to_string(),
            _connection: connection,
        })
    }

    /// Where the database is.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

async fn lock(connection: &mut PgConnection) -> String {
    for slot in 1..=SLOTS {
        let row = sqlx::query("select pg_try_advisory_lock($1, $2)")
            .bind(LOCK)
            .bind(slot)
            .fetch_one(&mut *connection)
            .await
            .unwrap();
        if !row.get::<bool, _>(0) {
            continue;
        }
        let name = format!("steward_test_{slot}");
        let exists = sqlx::query("select 1 from pg_database where datname = $1")
            .bind(&name)
            .fetch_optional(&mut *connection)
            .await
            .unwrap();
        if exists.is_none() {
            let create = AssertSqlSafe(format!("create database {name}"));
            connection.execute(create).await.unwrap();
        }
        return name;
    }
    panic!("more than {SLOTS} tests use Postgres at once");
}

async fn empty(options: &PgConnectOptions) {
    let mut connection = PgConnection::connect_with(options).await.unwrap();
    for sql in [
        "select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()",
        "set client_min_messages = warning",
        "drop schema if exists steward, steward_keys cascade",
    ] {
        connection.execute(sql).await.unwrap();
    }
    connection.close().await.unwrap();
}
