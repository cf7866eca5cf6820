//! All that differs between the two databases.

pub(crate) mod postgres;
pub(crate) mod sqlite;
