//! The bare tables, for tests that look behind the store's back.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use rusqlite::types::ValueRef;
use sqlx::postgres::{PgConnectOptions, PgRow};
use sqlx::{
    AssertSqlSafe, Column as _, Connection as _, Executor as _, PgConnection, Row as _,
    TypeInfo as _, ValueRef as _,
};
use tokio::sync::Mutex;

use crate::postgres::Slot;

/// A way to the bare tables of one part of the store.
#[derive(Clone)]
pub struct Raw {
    place: Place,
}

#[derive(Clone)]
enum Place {
    Sqlite(PathBuf),
    Postgres {
        options: Box<PgConnectOptions>,
        schema: &'static str,
        connection: Arc<Mutex<PgConnection>>,
    },
}

/// What a column of a row holds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell {
    /// Nothing.
    Null,
    /// A number, or a truth as one or zero.
    Int(i64),
    /// Text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

/// Every row of every table.
pub type Dump = BTreeMap<String, Vec<Vec<Cell>>>;

impl Raw {
    pub(crate) fn sqlite(path: PathBuf) -> Self {
        Self {
            place: Place::Sqlite(path),
        }
    }

    pub(crate) fn postgres(slot: &Slot, schema: &'static str) -> Self {
        let place = Place::Postgres {
            options: Box::new(slot.options().clone()),
            schema,
            connection: Arc::clone(slot.connection()),
        };
        Self { place }
    }

    /// The same with a connection of its own, for [`crate::run_aside`]: a connection cannot leave its runtime.
    #[must_use]
    pub async fn apart(&self) -> Self {
        let mut place = self.place.clone();
        if let Place::Postgres {
            options,
            connection,
            ..
        } = &mut place
        {
            let own = PgConnection::connect_with(options).await.unwrap();
            *connection = Arc::new(Mutex::new(own));
        }
        Self { place }
    }

    /// Runs any SQL, several statements too.
    pub async fn execute(&self, sql: &str) {
        match &self.place {
            Place::Sqlite(path) => connect(path).execute_batch(sql).unwrap(),
            Place::Postgres {
                connection, schema, ..
            } => {
                let sql = format!("set search_path = {schema}; {sql}");
                sqlx::raw_sql(AssertSqlSafe(sql))
                    .execute(&mut *connection.lock().await)
                    .await
                    .unwrap();
            }
        }
    }

    /// The rows of any query.
    pub async fn rows(&self, sql: &str) -> Vec<Vec<Cell>> {
        match &self.place {
            Place::Sqlite(path) => {
                let connection = connect(path);
                let mut statement = connection.prepare(sql).unwrap();
                let width = statement.column_count();
                let mut rows = statement.query([]).unwrap();
                let mut found = Vec::new();
                while let Some(row) = rows.next().unwrap() {
                    found.push((0..width).map(|at| sqlite_cell(row, at)).collect());
                }
                found
            }
            Place::Postgres {
                connection, schema, ..
            } => {
                let mut connection = connection.lock().await;
                let path = AssertSqlSafe(format!("set search_path = {schema}"));
                connection.execute(path).await.unwrap();
                // Not prepared: the tables behind a statement come and go.
                let query = sqlx::query(AssertSqlSafe(sql)).persistent(false);
                let rows = query.fetch_all(&mut *connection).await.unwrap();
                rows.iter().map(postgres_row).collect()
            }
        }
    }

    /// How the database finds the rows of a statement, step by step, whatever its values are. SQLite only.
    pub fn plan(&self, sql: &str) -> Vec<String> {
        let Place::Sqlite(path) = &self.place else {
            panic!("only SQLite plans without values");
        };
        let connection = connect(path);
        let mut statement = connection
            .prepare(&format!("explain query plan {sql}"))
            .unwrap();
        let mut steps = statement.raw_query();
        let mut plan = Vec::new();
        while let Some(step) = steps.next().unwrap() {
            plan.push(step.get("detail").unwrap());
        }
        plan
    }

    /// The first column of the first row.
    pub async fn value(&self, sql: &str) -> Cell {
        self.rows(sql).await.remove(0).remove(0)
    }

    /// Every table, in the order of names.
    pub async fn tables(&self) -> Vec<String> {
        let sql = match &self.place {
            Place::Sqlite(_) => {
                "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name"
            }
            Place::Postgres { .. } => {
                "select tablename::text from pg_tables where schemaname = current_schema() order by 1"
            }
        };
        let name = |row: Vec<Cell>| match row.into_iter().next() {
            Some(Cell::Text(name)) => name,
            other => panic!("a table is called {other:?}"),
        };
        self.rows(sql).await.into_iter().map(name).collect()
    }

    /// All there is, in an order that does not depend on how it came there.
    pub async fn dump(&self) -> Dump {
        let mut dump = Dump::new();
        for table in self.tables().await {
            let mut rows = self.rows(&format!("select * from {table}")).await;
            rows.sort();
            dump.insert(table, rows);
        }
        dump
    }

    /// How a value is written in SQL.
    pub fn literal(&self, value: &Cell) -> String {
        match (value, &self.place) {
            (Cell::Null, _) => "null".into(),
            (Cell::Int(number), _) => number.to_string(),
            (Cell::Text(text), _) => format!("'{}'", text.replace('\'', "''")),
            (Cell::Bytes(bytes), Place::Sqlite(_)) => format!("x'{}'", hex::encode(bytes)),
            (Cell::Bytes(bytes), Place::Postgres { .. }) => {
                format!("'\\x{}'::bytea", hex::encode(bytes))
            }
        }
    }

    /// The schema, where the database has them.
    pub(crate) fn schema_name(&self) -> Option<&'static str> {
        match &self.place {
            Place::Sqlite(_) => None,
            Place::Postgres { schema, .. } => Some(schema),
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "it goes behind the store's back on purpose"
)]
fn connect(path: &PathBuf) -> rusqlite::Connection {
    let connection = rusqlite::Connection::open(path).unwrap();
    // What a test does by hand need not survive a power cut.
    connection
        .execute_batch("pragma busy_timeout = 5000; pragma synchronous = off")
        .unwrap();
    connection
}

fn sqlite_cell(row: &rusqlite::Row<'_>, at: usize) -> Cell {
    match row.get_ref(at).unwrap() {
        ValueRef::Null => Cell::Null,
        ValueRef::Integer(number) => Cell::Int(number),
        ValueRef::Text(text) => Cell::Text(String::from_utf8(text.to_vec()).unwrap()),
        ValueRef::Blob(bytes) => Cell::Bytes(bytes.to_vec()),
        ValueRef::Real(number) => panic!("a column holds {number}"),
    }
}

fn postgres_row(row: &PgRow) -> Vec<Cell> {
    let cell = |at: usize| {
        if row.try_get_raw(at).unwrap().is_null() {
            return Cell::Null;
        }
        match row.column(at).type_info().name() {
            "TEXT" | "VARCHAR" | "NAME" => Cell::Text(row.get(at)),
            "BOOL" => Cell::Int(row.get::<bool, _>(at).into()),
            "INT4" => Cell::Int(row.get::<i32, _>(at).into()),
            "INT8" => Cell::Int(row.get(at)),
            "BYTEA" => Cell::Bytes(row.get(at)),
            other => panic!("a column has type {other}"),
        }
    };
    (0..row.columns().len()).map(cell).collect()
}
