//! Statements on a SQLite connection.

use std::borrow::Cow;
use std::cell::Cell;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, Connection};

use super::map_error;
use crate::StoreError;
use crate::row::{FromRow, Row};
use crate::sql::{Kind, MOST_PARAMS, Sql, Value};

pub(crate) fn execute(
    connection: &Connection,
    sql: Sql,
    params: &[Value<'_>],
) -> Result<u64, StoreError> {
    let mut statement = bound(connection, sql, params)?;
    let changed = statement.raw_execute().map_err(|error| map_error(&error))?;
    Ok(changed as u64)
}

pub(crate) fn fetch_all<T: FromRow>(
    connection: &Connection,
    sql: Sql,
    params: &[Value<'_>],
) -> Result<Vec<T>, StoreError> {
    let mut statement = bound(connection, sql, params)?;
    let mut rows = statement.raw_query();
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(|error| map_error(&error))? {
        found.push(T::from_row(&Row::Sqlite(Columns::of(row)))?);
    }
    Ok(found)
}

/// Prepares a statement, or takes it from the cache, and binds its values.
///
/// To SQLite `$2` is a name, numbered by where it first stands.
fn bound<'c>(
    connection: &'c Connection,
    sql: Sql,
    params: &[Value<'_>],
) -> Result<CachedStatement<'c>, StoreError> {
    let mut statement = connection
        .prepare_cached(sql.text)
        .map_err(|error| map_error(&error))?;
    if params.len() > MOST_PARAMS || statement.parameter_count() != params.len() {
        return Err(StoreError::internal(format_args!(
            "{} has another number of parameters",
            sql.name
        )));
    }
    for (number, (place, value)) in sql.places.iter().zip(params).enumerate() {
        if *place == 0 {
            return Err(StoreError::internal(format_args!(
                "{} does not use ${}",
                sql.name,
                number + 1
            )));
        }
        statement
            .raw_bind_parameter(usize::from(*place), to_sql(value))
            .map_err(|error| map_error(&error))?;
    }
    Ok(statement)
}

fn to_sql<'v>(value: &'v Value<'_>) -> ToSqlOutput<'v> {
    ToSqlOutput::Borrowed(match value {
        Value::Null(_) => ValueRef::Null,
        Value::Text(text) => ValueRef::Text(text.as_bytes()),
        Value::Int(number) => ValueRef::Integer(*number),
        Value::Bytes(bytes) => ValueRef::Blob(bytes),
        Value::Bool(truth) => ValueRef::Integer((*truth).into()),
    })
}

/// The columns of a row, by name. They are mostly asked for in the order they were selected in, so that the next one is
/// looked at before they are searched.
pub(crate) struct Columns<'r> {
    row: &'r rusqlite::Row<'r>,
    next: Cell<usize>,
}

impl<'r> Columns<'r> {
    fn of(row: &'r rusqlite::Row<'r>) -> Self {
        Self {
            row,
            next: Cell::new(0),
        }
    }

    pub(crate) fn get(&self, name: &'static str) -> Result<Value<'r>, StoreError> {
        let statement = self.row.as_ref();
        let next = self.next.get();
        let index = match statement.column_name(next) {
            Ok(found) if found == name => next,
            _ => statement
                .column_index(name)
                .map_err(|error| map_error(&error))?,
        };
        self.next.set(index + 1);
        match self.row.get_ref(index).map_err(|error| map_error(&error))? {
            ValueRef::Null => Ok(Value::Null(Kind::Text)),
            ValueRef::Integer(number) => Ok(Value::Int(number)),
            ValueRef::Text(text) => std::str::from_utf8(text)
                .map(|text| Value::Text(Cow::Borrowed(text)))
                .map_err(StoreError::internal),
            ValueRef::Blob(bytes) => Ok(Value::Bytes(Cow::Borrowed(bytes))),
            ValueRef::Real(_) => Err(StoreError::internal(format_args!(
                "column {name} holds a fraction"
            ))),
        }
    }
}
