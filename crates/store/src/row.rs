//! Rows of either database.

use crate::StoreError;
use crate::dialect::{postgres, sqlite};
use crate::sql::Column;

/// One row, while it is being read.
pub(crate) enum Row<'r> {
    Sqlite(sqlite::Columns<'r>),
    Postgres(&'r sqlx::postgres::PgRow),
}

impl Row<'_> {
    /// The column of this name.
    pub(crate) fn get<T: Column>(&self, column: &'static str) -> Result<T, StoreError> {
        let value = match self {
            Self::Sqlite(row) => row.get(column)?,
            Self::Postgres(row) => postgres::column(row, column)?,
        };
        T::read(value)
    }
}

/// A struct that a row can be read as.
pub(crate) trait FromRow: Sized {
    fn from_row(row: &Row<'_>) -> Result<Self, StoreError>;
}

/// Reads each field from the column of the same name.
macro_rules! from_row {
    ($name:ident { $($field:ident),+ $(,)? }) => {
        impl $crate::row::FromRow for $name {
            fn from_row(row: &$crate::row::Row<'_>) -> Result<Self, $crate::StoreError> {
                Ok(Self { $($field: row.get(stringify!($field))?),+ })
            }
        }
    };
}
pub(crate) use from_row;

/// A statement's only column, called `value`.
pub(crate) struct Only<T>(pub(crate) T);

impl<T: Column> FromRow for Only<T> {
    fn from_row(row: &Row<'_>) -> Result<Self, StoreError> {
        row.get("value").map(Self)
    }
}
