//! Databases of a Postgres server, lent to one test at a time.
//!
//! Dropping a database makes the server write a checkpoint, and making all tables takes longer than most stories. So
//! databases are kept with their tables: a slot is taken by a lock that ends with its connection, whatever becomes of the
//! test, and whoever takes it next deletes the rows. The tables are made anew where they are not those of the migrations.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;
use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::postgres::PgConnectOptions;
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, PgConnection, Row as _,
};
use steward_model::{SystemClock, SystemIds};
use steward_store::{Access, Database, MasterKeys, Store, StoreOptions};
use tokio::sync::Mutex;

/// What the tables are: those that were dropped, added or changed by hand since make another.
const FINGERPRINT: &str = "
    with place as (select oid from pg_namespace where nspname in ('steward', 'steward_keys'))
    select md5(
        (select string_agg(concat(oid, ':', (select count(*) from pg_attribute where attrelid = pg_class.oid and not attisdropped)), ',' order by oid)
            from pg_class where relnamespace in (select oid from place))
        || (select string_agg(oid::text, ',' order by oid) from pg_constraint where connamespace in (select oid from place))
        || (select string_agg(concat(version, checksum), ',' order by version) from steward.schema_migration)
        || (select string_agg(concat(version, checksum), ',' order by version) from steward_keys.schema_migration))";

/// Nothing refers to what is gone when all of it is, so that no order is needed.
const DELETE_ROWS: &str = "do $$ declare one record; begin
    set local session_replication_role = replica;
    for one in select schemaname, tablename from pg_tables
        where schemaname in ('steward', 'steward_keys') and tablename <> 'schema_migration'
    loop
        execute format('delete from %I.%I', one.schemaname, one.tablename);
    end loop;
end $$";

/// More than tests run at once; whoever finds all of them in use waits for one.
const SLOTS: u32 = 16;

/// A database that nobody else uses while this lives.
pub(crate) struct Slot {
    options: PgConnectOptions,
    /// Holds the lock, and serves those who look at the bare tables.
    connection: Arc<Mutex<PgConnection>>,
}

impl Slot {
    /// Takes an unused database, or waits for one, and deletes what is in it. `None` when `TEST_POSTGRES_URL` is not set.
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
                return Some(Self::cleared(options, connection).await);
            }
        }
        let (options, mut connection) = connect(&server, first).await;
        wait_for_lock(&mut connection).await;
        Some(Self::cleared(options, connection).await)
    }

    async fn cleared(options: PgConnectOptions, connection: PgConnection) -> Self {
        let slot = Self {
            options,
            connection: Arc::new(Mutex::new(connection)),
        };
        slot.end_stores().await;
        if !slot.has_tables().await {
            slot.make_tables().await;
        }
        slot.connection()
            .lock()
            .await
            .execute(DELETE_ROWS)
            .await
            .unwrap();
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

    /// Takes away everything that stores kept, and their tables.
    pub(crate) async fn empty(&self) {
        self.end_stores().await;
        let mut connection = self.connection.lock().await;
        for sql in [
            "set client_min_messages = warning",
            "drop schema if exists steward, steward_keys cascade",
        ] {
            connection.execute(sql).await.unwrap();
        }
    }

    /// Ends stores that were left open.
    async fn end_stores(&self) {
        let sql = "select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name = 'steward'";
        self.connection.lock().await.execute(sql).await.unwrap();
    }

    /// Whether the tables are as the migrations make them.
    async fn has_tables(&self) -> bool {
        let mut connection = self.connection.lock().await;
        let stamp = "select obj_description(to_regnamespace('steward'), 'pg_namespace')";
        let made: Option<String> = sqlx::query_scalar(stamp)
            .fetch_one(&mut *connection)
            .await
            .unwrap();
        // It fails if a table that it reads is gone.
        let found = sqlx::query_scalar(FINGERPRINT).fetch_one(&mut *connection);
        let found: Option<String> = found.await.ok();
        made.is_some() && made == found.map(|found| stamped(&found))
    }

    async fn make_tables(&self) {
        self.empty().await;
        let database = Database::Postgres {
            url: self.url(),
            max_connections: 2,
        };
        let options = StoreOptions {
            access: Access::Alone,
            data: database.clone(),
            keys: database,
            master: MasterKeys::parse(&"00".repeat(32)).unwrap(),
            clock: Arc::new(SystemClock),
            ids: Arc::new(SystemIds),
            probe: None,
        };
        Store::open(options).await.unwrap().close().await;
        let mut connection = self.connection.lock().await;
        let found = sqlx::query_scalar(FINGERPRINT).fetch_one(&mut *connection);
        let found: String = found.await.unwrap();
        let stamp = format!("comment on schema steward is '{}'", stamped(&found));
        connection.execute(AssertSqlSafe(stamp)).await.unwrap();
    }
}

/// What is written at tables that look like this: with the migrations they were made by, which may have changed since.
fn stamped(fingerprint: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations/postgres");
    let mut hasher = DefaultHasher::new();
    for folder in [folder.join("keys"), folder] {
        let mut files: Vec<_> = folder
            .read_dir()
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_file())
            .collect();
        files.sort();
        for file in files {
            std::fs::read(file).unwrap().hash(&mut hasher);
        }
    }
    format!("{:x} {fingerprint}", hasher.finish())
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
