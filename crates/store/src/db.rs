//! One door to either database: reads, and transactions that commit whole or not at all.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::StoreError;
use crate::dialect::{postgres, sqlite};
use crate::member_events::hub::Hub;
use crate::member_events::{self, Addressed, MemberEvent, News};
use crate::row::{FromRow, Row};
use crate::sql::{Sql, Value};

/// An open database.
#[derive(Clone)]
pub(crate) enum Db {
    Sqlite(sqlite::Database),
    Postgres(postgres::Database),
}

/// Where a test may look or make things fail: before every statement and around every commit.
#[derive(Debug, Clone, Copy)]
pub enum Point {
    /// This statement is about to run.
    Statement(Sql),
    /// The transaction is about to commit.
    Commit,
    /// It is durable, and nobody has been told yet. Too late for an error: one is not heard.
    Committed,
}

/// Called at every [`Point`]; an error stands for the database's own. Production has none.
pub type Probe = Arc<dyn Fn(Point) -> Result<(), StoreError> + Send + Sync>;

impl Db {
    /// Runs `op` in a transaction. It commits when `op` succeeds, and the result is given out only once it is durable.
    ///
    /// `op` must await nothing but the transaction itself. On SQLite it runs to its end on the writer's thread, and
    /// waiting for anything else there is an error: no transaction is ever held open across a network call.
    pub(crate) async fn write<T, F>(&self, op: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'t, 'c> FnOnce(&'t mut Tx<'c>) -> BoxFuture<'t, Result<T, StoreError>>
            + Send
            + 'static,
    {
        match self {
            Self::Sqlite(database) => database.write(op).await,
            Self::Postgres(database) => database.write(op).await,
        }
    }

    /// Runs `op` on a connection that cannot write.
    pub(crate) async fn read<T, F>(&self, op: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'t, 'c> FnOnce(&'t mut Tx<'c>) -> BoxFuture<'t, Result<T, StoreError>>
            + Send
            + 'static,
    {
        match self {
            Self::Sqlite(database) => database.read(op).await,
            Self::Postgres(database) => database.read(op).await,
        }
    }

    /// Runs a short `op` that reads what was written just before. On SQLite the writer runs it: the pages it needs are in
    /// the writer's memory, while every other connection reads all of its own anew after each commit. Whatever takes longer
    /// would keep the writer from writing, and is for [`Self::read`].
    pub(crate) async fn glance<T, F>(&self, op: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'t, 'c> FnOnce(&'t mut Tx<'c>) -> BoxFuture<'t, Result<T, StoreError>>
            + Send
            + 'static,
    {
        match self {
            Self::Sqlite(database) => database.glance(op).await,
            Self::Postgres(database) => database.read(op).await,
        }
    }

    /// Waits until everything that can be read is on the disk. On SQLite it is; on Postgres others see what is committed a moment
    /// before (see ADR 0018).
    pub(crate) async fn flush(&self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(database) => database.flush().await,
        }
    }

    /// Where those who listen are told what was committed.
    pub(crate) fn hub(&self) -> &Hub {
        match self {
            Self::Sqlite(database) => database.hub(),
            Self::Postgres(database) => database.hub(),
        }
    }

    /// Leaves no trace of overwritten values in the database's log.
    pub(crate) async fn scrub(&self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(database) => database.scrub().await,
            // Vacuuming is the server's business; only its administrators see its files.
            Self::Postgres(_) => Ok(()),
        }
    }

    /// Leaves no trace of overwritten values in any of the database's own files, which it reads from end to end.
    pub(crate) async fn wipe(&self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(database) => database.wipe().await,
            // As above.
            Self::Postgres(_) => Ok(()),
        }
    }

    /// Waits for what is under way and closes.
    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite(database) => database.close().await,
            Self::Postgres(database) => database.close().await,
        }
    }
}

/// An operation's hold on the database.
pub(crate) struct Tx<'c> {
    pub(crate) connection: Connection<'c>,
    pub(crate) probe: Option<&'c Probe>,
    /// What members are told if it commits.
    news: Vec<News>,
}

pub(crate) enum Connection<'c> {
    Sqlite(&'c mut rusqlite::Connection),
    Postgres(&'c mut sqlx::PgConnection),
}

impl<'c> Tx<'c> {
    pub(crate) fn new(connection: Connection<'c>, probe: Option<&'c Probe>) -> Self {
        Self {
            connection,
            probe,
            news: Vec::new(),
        }
    }

    /// Members are to be told this. It is written when the operation is over: only then is a stream locked, so that two
    /// operations never wait for each other.
    pub(crate) fn tell(&mut self, news: News) {
        self.news.push(news);
    }

    /// What members are to be told, by the streams they are told it on.
    pub(crate) async fn take_news(&mut self) -> Result<Addressed, StoreError> {
        let news = std::mem::take(&mut self.news);
        member_events::address(self, news).await
    }

    /// Writes down what members are told, as the last thing before the commit.
    pub(crate) async fn write_news(
        &mut self,
        news: Addressed,
    ) -> Result<Vec<MemberEvent>, StoreError> {
        member_events::write(self, news).await
    }

    /// Runs a statement and tells how many rows it changed.
    pub(crate) async fn execute(
        &mut self,
        sql: Sql,
        params: &[Value<'_>],
    ) -> Result<u64, StoreError> {
        refuse_zero(params)?;
        self.at(Point::Statement(sql))?;
        match &mut self.connection {
            Connection::Sqlite(connection) => sqlite::execute(connection, sql, params),
            Connection::Postgres(connection) => postgres::execute(connection, sql, params).await,
        }
    }

    /// Every row.
    pub(crate) async fn fetch_all<T: FromRow>(
        &mut self,
        sql: Sql,
        params: &[Value<'_>],
    ) -> Result<Vec<T>, StoreError> {
        refuse_zero(params)?;
        self.at(Point::Statement(sql))?;
        match &mut self.connection {
            Connection::Sqlite(connection) => sqlite::fetch_all(connection, sql, params),
            Connection::Postgres(connection) => {
                let rows = postgres::fetch_all(connection, sql, params).await?;
                rows.iter()
                    .map(|row| T::from_row(&Row::Postgres(row)))
                    .collect()
            }
        }
    }

    /// The first row, if there is one.
    pub(crate) async fn fetch_optional<T: FromRow>(
        &mut self,
        sql: Sql,
        params: &[Value<'_>],
    ) -> Result<Option<T>, StoreError> {
        Ok(self.fetch_all(sql, params).await?.into_iter().next())
    }

    /// Tells the probe where we are.
    pub(crate) fn at(&self, point: Point) -> Result<(), StoreError> {
        self.probe.map_or(Ok(()), |probe| probe(point))
    }
}

/// Postgres cannot store this character in text, so neither database does.
fn refuse_zero(params: &[Value<'_>]) -> Result<(), StoreError> {
    let zero = |value: &Value<'_>| matches!(value, Value::Text(text) if text.contains('\0'));
    if params.iter().any(zero) {
        return Err(StoreError::Refused("text cannot hold the character U+0000"));
    }
    Ok(())
}

/// Wraps a block as an operation for [`Db::write`] or [`Db::read`].
macro_rules! transaction {
    (|$tx:ident| $body:block) => {
        move |$tx| Box::pin(async move { $body })
    };
}
pub(crate) use transaction;
