//! Postgres: a pool of connections, READ COMMITTED, every decision a constraint or a compare-and-set.

mod pool;
mod queue;

use std::borrow::Cow;
use std::str::FromStr;

use futures_util::future::BoxFuture;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgRow};
use sqlx::query::Query;
use sqlx::{
    Connection as _, Executor as _, PgConnection, Postgres, Row as _, TypeInfo as _, ValueRef as _,
};

use self::pool::{Pool, Use};
use self::queue::Queue;
use crate::StoreError;
use crate::db::{Connection, Point, Probe, Tx};
use crate::member_events::MemberEvent;
use crate::member_events::hub::Hub;
use crate::sql::{Kind, Sql, Value};

/// A pool, and the schema its tables are in.
#[derive(Clone)]
pub(crate) struct Database {
    pool: Pool,
    probe: Option<Probe>,
    hub: Hub,
    queue: Queue,
}

/// How many statements a connection keeps planned: as good as all there are. What is put out to make room for another is
/// read and planned anew the next time.
const STATEMENTS_KEPT: usize = 1_000;

/// How to reach a Postgres database.
#[derive(Clone)]
pub(crate) struct Settings {
    options: PgConnectOptions,
    schema: &'static str,
    max_connections: u32,
}

impl Settings {
    /// Reads a URL. `schema` is created when it is missing; every table lives in it.
    pub(crate) fn parse(
        url: &str,
        schema: &'static str,
        max_connections: u32,
    ) -> Result<Self, StoreError> {
        let options = PgConnectOptions::from_str(url)
            .map_err(|error| {
                StoreError::Unavailable(format!("the database URL is not valid: {error}"))
            })?
            .application_name("steward")
            .statement_cache_capacity(STATEMENTS_KEPT)
            .options([
                ("search_path", schema),
                ("statement_timeout", "5000"),
                ("client_min_messages", "warning"),
                ("idle_in_transaction_session_timeout", "10000"),
                ("synchronous_commit", "on"),
            ]);
        Ok(Self {
            options,
            schema,
            max_connections,
        })
    }

    /// A connection of its own for migrations, which may take their time and wait for those of another node.
    pub(crate) async fn connect_alone(&self) -> Result<PgConnection, StoreError> {
        let patient = self.options.clone().options([("statement_timeout", "0")]);
        PgConnection::connect_with(&patient)
            .await
            .map_err(map_error)
    }

    /// What time it is on the server, which is the same for every process that uses it.
    pub(crate) async fn server_time(&self) -> Result<i64, StoreError> {
        let mut connection = PgConnection::connect_with(&self.options)
            .await
            .map_err(map_error)?;
        let row = sqlx::query("select (extract(epoch from clock_timestamp()) * 1000000)::bigint")
            .fetch_one(&mut connection)
            .await
            .map_err(map_error)?;
        let micros = row.try_get(0).map_err(map_error)?;
        // Whether it says goodbye or not, the server drops the connection.
        let _ = connection.close().await;
        Ok(micros)
    }

    /// Makes the schema if it is missing. Under the lock of [`lock_migrations`]: two that make it at once would collide.
    pub(crate) async fn create_schema(
        &self,
        connection: &mut PgConnection,
    ) -> Result<(), StoreError> {
        // The schema's name is one of two constants, and a name cannot be a parameter.
        let create = match self.schema {
            "steward_keys" => "create schema if not exists steward_keys",
            _ => "create schema if not exists steward",
        };
        let exists = sqlx::query("select 1 from pg_namespace where nspname = $1")
            .bind(self.schema)
            .fetch_optional(&mut *connection)
            .await
            .map_err(map_error)?;
        if exists.is_none() {
            connection.execute(create).await.map_err(map_error)?;
        }
        Ok(())
    }
}

impl Database {
    /// Opens the pool and proves that the database answers.
    pub(crate) async fn open(
        settings: &Settings,
        probe: Option<Probe>,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            pool: Pool::open(settings.options.clone(), settings.max_connections).await?,
            probe,
            hub: Hub::default(),
            queue: Queue::default(),
        })
    }

    pub(crate) async fn write<T, F>(&self, op: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'t, 'c> FnOnce(&'t mut Tx<'c>) -> BoxFuture<'t, Result<T, StoreError>>
            + Send
            + 'static,
    {
        let mut connection = self.pool.lend(Use::Writes).await?;
        let written = self.write_on(&mut connection, op).await;
        connection.end(written.as_ref().err());
        let (result, news) = written?;
        if let Some(probe) = &self.probe {
            let _ = probe(Point::Committed);
        }
        self.hub.publish(news);
        Ok(result)
    }

    async fn write_on<T, F>(
        &self,
        connection: &mut PgConnection,
        op: F,
    ) -> Result<(T, Vec<MemberEvent>), StoreError>
    where
        F: for<'t, 'c> FnOnce(&'t mut Tx<'c>) -> BoxFuture<'t, Result<T, StoreError>>,
    {
        connection.execute("begin").await.map_err(map_error)?;
        let mut tx = Tx::new(Connection::Postgres(connection), self.probe.as_ref());
        let result = op(&mut tx).await?;
        let news = tx.take_news().await?;
        let tells = !news.is_empty();
        let turns = self.queue.wait(news.streams()).await;
        let news = tx.write_news(news).await?;
        tx.at(Point::Commit)?;
        if tells {
            commit_before_the_flush(connection).await?;
            drop(turns);
            flush(connection).await?;
        } else {
            connection.execute("commit").await.map_err(map_error)?;
        }
        Ok((result, news))
    }

    pub(crate) async fn read<T, F>(&self, op: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'t, 'c> FnOnce(&'t mut Tx<'c>) -> BoxFuture<'t, Result<T, StoreError>>
            + Send
            + 'static,
    {
        let mut connection = self.pool.lend(Use::Reads).await?;
        let mut tx = Tx::new(Connection::Postgres(&mut connection), self.probe.as_ref());
        let result = op(&mut tx).await;
        connection.end(result.as_ref().err());
        result
    }

    pub(crate) async fn flush(&self) -> Result<(), StoreError> {
        let mut connection = self.pool.lend(Use::Reads).await?;
        let flushed = flush(&mut connection).await;
        connection.end(flushed.as_ref().err());
        flushed
    }

    pub(crate) fn hub(&self) -> &Hub {
        &self.hub
    }

    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }
}

/// Commits and lets the transaction's locks go at once, and not only when the disk has it. Whoever tells members something
/// holds the row of their stream to the end, so that places have an order: with the flush inside, a whole organisation
/// would wait for one disk, one transaction after the other. [`flush`] follows before anybody hears of it.
async fn commit_before_the_flush(connection: &mut PgConnection) -> Result<(), StoreError> {
    connection
        .execute("set local synchronous_commit to off; commit")
        .await
        .map_err(map_error)?;
    Ok(())
}

/// Waits until everything that was committed is on the disk: the server writes one log, and a transaction that says
/// nothing but is flushed has all others before it. Those who wait at once share a flush.
async fn flush(connection: &mut PgConnection) -> Result<(), StoreError> {
    connection
        .execute("select pg_logical_emit_message(true, 'steward', '')")
        .await
        .map_err(map_error)?;
    Ok(())
}

/// Several nodes may start at once: one migrates, the others wait here and then find nothing to do.
pub(crate) async fn lock_migrations(connection: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query("select pg_advisory_xact_lock(7316921)")
        .execute(connection)
        .await
        .map_err(map_error)?;
    Ok(())
}

pub(crate) async fn execute(
    connection: &mut PgConnection,
    sql: Sql,
    params: &[Value<'_>],
) -> Result<u64, StoreError> {
    let done = bound(sql, params)
        .execute(connection)
        .await
        .map_err(map_error)?;
    Ok(done.rows_affected())
}

pub(crate) async fn fetch_all(
    connection: &mut PgConnection,
    sql: Sql,
    params: &[Value<'_>],
) -> Result<Vec<PgRow>, StoreError> {
    bound(sql, params)
        .fetch_all(connection)
        .await
        .map_err(map_error)
}

fn bound(sql: Sql, params: &[Value<'_>]) -> Query<'static, Postgres, PgArguments> {
    let mut query = sqlx::query(sql.text);
    for value in params {
        query = match value {
            Value::Null(Kind::Text) => query.bind(None::<String>),
            Value::Null(Kind::Int) => query.bind(None::<i64>),
            Value::Null(Kind::Bytes) => query.bind(None::<Vec<u8>>),
            Value::Text(text) => query.bind(text.clone().into_owned()),
            Value::Int(number) => query.bind(*number),
            Value::Bytes(bytes) => query.bind(bytes.clone().into_owned()),
            Value::Bool(truth) => query.bind(*truth),
        };
    }
    query
}

pub(crate) fn column<'r>(row: &'r PgRow, name: &'static str) -> Result<Value<'r>, StoreError> {
    let raw = row.try_get_raw(name).map_err(StoreError::internal)?;
    let kind = raw.type_info().name().to_owned();
    if raw.is_null() {
        return Ok(Value::Null(Kind::Text));
    }
    match kind.as_str() {
        "TEXT" | "VARCHAR" | "NAME" => row
            .try_get(name)
            .map(|text: &str| Value::Text(Cow::Borrowed(text))),
        "INT8" => row.try_get(name).map(Value::Int),
        "INT4" => row
            .try_get(name)
            .map(|number: i32| Value::Int(number.into())),
        "BYTEA" => row
            .try_get(name)
            .map(|bytes: &[u8]| Value::Bytes(Cow::Borrowed(bytes))),
        "BOOL" => row.try_get(name).map(Value::Bool),
        other => {
            return Err(StoreError::internal(format_args!(
                "a column of type {other}"
            )));
        }
    }
    .map_err(StoreError::internal)
}

/// Sorts Postgres errors by what a caller can do about them.
pub(crate) fn map_error(error: sqlx::Error) -> StoreError {
    match &error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) => {
            StoreError::Unavailable(error.to_string())
        }
        sqlx::Error::Database(database) => match database.code().as_deref() {
            // Serialization failure, deadlock, lock and statement time-outs.
            Some("40001" | "40P01" | "55P03" | "57014") => StoreError::Busy,
            Some("53100") => StoreError::DiskFull,
            Some(code)
                if code.starts_with("08") || code.starts_with("57P") || code.starts_with("53") =>
            {
                StoreError::Unavailable(error.to_string())
            }
            Some(code) if code.starts_with("28") || code == "3D000" => {
                StoreError::Unavailable(error.to_string())
            }
            _ => StoreError::internal(error),
        },
        _ => StoreError::internal(error),
    }
}
