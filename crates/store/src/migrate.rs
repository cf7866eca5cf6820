//! Brings a database to the schema this program knows.
//!
//! Each migration is one transaction on a connection of its own, before any pool is opened: a failed or killed one
//! leaves the database as it was. Files are append-only and have the same names for both databases.

use sha2::{Digest as _, Sha256};
use sqlx::Connection as _;
use steward_model::Timestamp;

use crate::StoreError;
use crate::db::{Connection, Point, Probe, Tx};
use crate::dialect::{postgres, sqlite};
use crate::row::Only;
use crate::sql::{Sql, params, statements};

/// One file, in both dialects.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Migration {
    version: i64,
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

macro_rules! migration {
    ($version:literal, $name:literal) => {
        Migration {
            version: $version,
            name: $name,
            sqlite: include_str!(concat!("../../../migrations/sqlite/", $name, ".sql")),
            postgres: include_str!(concat!("../../../migrations/postgres/", $name, ".sql")),
        }
    };
}

/// The schema of the data.
pub(crate) const DATA: &[Migration] = &[
    migration!(1, "0001_identity"),
    migration!(2, "0002_runtime"),
    migration!(3, "0003_outbox"),
    migration!(4, "0004_record"),
    migration!(5, "0005_work"),
    migration!(6, "0006_memory"),
    migration!(7, "0007_stopping"),
    migration!(8, "0008_chats"),
    migration!(9, "0009_summaries"),
    migration!(10, "0010_forgetting"),
    migration!(11, "0011_documents"),
    migration!(12, "0012_responses"),
    migration!(13, "0013_member_events"),
    migration!(14, "0014_flags"),
    migration!(15, "0015_instructions"),
    migration!(16, "0016_workspace"),
    migration!(17, "0017_file_passages"),
    migration!(18, "0018_suggestions"),
    migration!(19, "0019_inbox"),
    migration!(20, "0020_providers"),
    migration!(21, "0021_schedules_by_agents"),
    migration!(22, "0022_pages"),
    migration!(23, "0023_own_agents"),
    migration!(24, "0024_drafts"),
    migration!(25, "0025_consent"),
    migration!(26, "0026_answering"),
    migration!(27, "0027_asking_carriers"),
    migration!(28, "0028_mail"),
    migration!(29, "0029_senders"),
    migration!(30, "0030_text_files"),
    migration!(31, "0031_effects_by_state"),
    migration!(32, "0032_text_escalations"),
    migration!(33, "0033_skill_scripts"),
];
/// The schema of the key store.
pub(crate) const KEYS: &[Migration] = &[
    migration!(1, "keys/0001_keys"),
    migration!(2, "keys/0002_checkpoint"),
];

statements! {
    CREATE = "create table if not exists schema_migration (
        version bigint primary key, name text not null, checksum text not null, applied_at bigint not null)";
    LATEST = "select coalesce(max(version), 0) as value from schema_migration";
    CHECKSUM = "select checksum as value from schema_migration where version = $1";
    RECORD = "insert into schema_migration (version, name, checksum, applied_at) values ($1, $2, $3, $4)";
}

/// What to do with migrations that were not applied yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pending {
    /// Apply them: this process is about to serve.
    Apply,
    /// Refuse to go on: another process serves, and may not know the new schema.
    Refuse,
}

/// Which schema to bring a database to.
pub(crate) struct Plan {
    pub(crate) migrations: &'static [Migration],
    pub(crate) pending: Pending,
    pub(crate) now: Timestamp,
}

/// Migrates a SQLite file.
pub(crate) async fn sqlite(
    settings: &sqlite::Settings,
    plan: &Plan,
    probe: Option<&Probe>,
) -> Result<(), StoreError> {
    let mut connection = sqlite::connect(&settings.path, sqlite::Access::Write)?;
    let batch = |connection: &rusqlite::Connection, sql: &str| {
        connection
            .execute_batch(sql)
            .map_err(|error| sqlite::map_error(&error))
    };
    loop {
        batch(&connection, "begin immediate")?;
        let mut tx = Tx::new(Connection::Sqlite(&mut connection), probe);
        let step = apply_next(&mut tx, plan, |migration| migration.sqlite).await;
        let step = step.and_then(|step| tx.at(Point::Commit).map(|()| step));
        match step {
            Ok(Step::Applied) => batch(&connection, "commit")?,
            Ok(Step::UpToDate) => return batch(&connection, "commit"),
            Err(error) => {
                // Dropping the connection takes the transaction back too; this only does it sooner.
                let _ = connection.execute_batch("rollback");
                return Err(error);
            }
        }
    }
}

/// Migrates a Postgres schema.
pub(crate) async fn postgres(
    settings: &postgres::Settings,
    plan: &Plan,
    probe: Option<&Probe>,
) -> Result<(), StoreError> {
    let mut connection = settings.connect_alone().await?;
    loop {
        let mut transaction = connection.begin().await.map_err(postgres::map_error)?;
        postgres::lock_migrations(&mut transaction).await?;
        settings.create_schema(&mut transaction).await?;
        let mut tx = Tx::new(Connection::Postgres(&mut transaction), probe);
        let step = apply_next(&mut tx, plan, |migration| migration.postgres).await?;
        tx.at(Point::Commit)?;
        transaction.commit().await.map_err(postgres::map_error)?;
        if matches!(step, Step::UpToDate) {
            return connection.close().await.map_err(postgres::map_error);
        }
    }
}

enum Step {
    Applied,
    UpToDate,
}

async fn apply_next(
    tx: &mut Tx<'_>,
    plan: &Plan,
    text: fn(&Migration) -> &'static str,
) -> Result<Step, StoreError> {
    let migrations = plan.migrations;
    tx.execute(CREATE, params![]).await?;
    let latest: Only<i64> = one(tx.fetch_optional(LATEST, params![]).await?)?;
    let known = migrations.last().map_or(0, |migration| migration.version);
    if latest.0 > known {
        return Err(StoreError::NewerDatabase {
            found: latest.0,
            known,
        });
    }
    let last = migrations
        .iter()
        .find(|migration| migration.version == latest.0);
    if let Some(last) = last {
        refuse_changed(tx, last, text(last)).await?;
    }
    let Some(next) = migrations
        .iter()
        .find(|migration| migration.version > latest.0)
    else {
        return Ok(Step::UpToDate);
    };
    if plan.pending == Pending::Refuse {
        let reason =
            "it was not applied yet: stop the running server and start this version".into();
        return Err(StoreError::Migration {
            name: next.name,
            reason,
        });
    }
    for statement in split(text(next)) {
        tx.execute(Sql::new(next.name, statement), params![])
            .await
            .map_err(|error| StoreError::Migration {
                name: next.name,
                reason: error.to_string(),
            })?;
    }
    let record = params![next.version, next.name, checksum_of(text(next)), plan.now];
    tx.execute(RECORD, record).await?;
    Ok(Step::Applied)
}

async fn refuse_changed(
    tx: &mut Tx<'_>,
    migration: &Migration,
    text: &'static str,
) -> Result<(), StoreError> {
    let applied = tx
        .fetch_optional(CHECKSUM, params![migration.version])
        .await?;
    let Only(checksum): Only<String> = one(applied)?;
    if checksum == checksum_of(text) {
        return Ok(());
    }
    Err(StoreError::Migration {
        name: migration.name,
        reason: "it was changed after it had been applied; migrations are append-only".into(),
    })
}

fn one<T>(row: Option<T>) -> Result<T, StoreError> {
    row.ok_or_else(|| StoreError::internal("schema_migration is damaged"))
}

/// The statements of a file. A statement ends with a semicolon at the end of a line.
fn split(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split(";\n").map(str::trim).filter(|statement| {
        statement
            .lines()
            .any(|line| !line.trim().is_empty() && !line.trim_start().starts_with("--"))
    })
}

fn checksum_of(text: &str) -> String {
    hex::encode(Sha256::digest(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_split_into_its_statements() {
        let text = "-- A comment.\ncreate table a (\n  x text -- why; not\n);\n\n-- Only a comment.\ncreate index b on a (x);\n";
        let statements: Vec<_> = split(text).collect();
        assert_eq!(statements.len(), 2);
        assert!(statements[1].ends_with("create index b on a (x)"));
    }

    #[test]
    fn versions_count_up() {
        for migrations in [DATA, KEYS] {
            let versions: Vec<_> = migrations
                .iter()
                .map(|migration| migration.version)
                .collect();
            assert_eq!(versions, (1..=versions.len() as i64).collect::<Vec<_>>());
        }
    }
}
