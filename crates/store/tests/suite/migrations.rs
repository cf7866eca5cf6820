//! Migrations: the same on both databases, whole or not at all.

use std::collections::BTreeSet;
use std::path::Path;

use futures_util::future::join_all;
use steward_store::{Access, MasterKeys, Store, StoreError, StoreOptions};
use steward_testkit::{Cell, Dump, FailAt, Schema, TestDatabase, on_both};

stories![
    a_database_of_a_later_version_is_refused,
    a_migration_that_was_changed_is_refused,
];

/// The migrations of a database, by the names the store gives them.
pub(super) fn names(database: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../migrations")
        .join(database);
    let in_folder = |path: &Path, prefix: &str| -> Vec<String> {
        let files = std::fs::read_dir(path)
            .unwrap()
            .map(|entry| entry.unwrap().file_name());
        let names = files.filter_map(|name| Some(name.to_str()?.strip_suffix(".sql")?.to_owned()));
        names.map(|name| format!("{prefix}{name}")).collect()
    };
    let mut names = in_folder(&folder, "");
    names.extend(in_folder(&folder.join("keys"), "keys/"));
    names.into_iter().collect()
}

#[test]
fn both_databases_have_the_same_migrations() {
    assert!(!names("sqlite").is_empty());
    assert_eq!(names("sqlite"), names("postgres"));
}

#[tokio::test]
async fn both_databases_have_the_same_tables_columns_and_indexes() {
    let Some(postgres) = TestDatabase::postgres().await else {
        return;
    };
    let sqlite = TestDatabase::sqlite();
    for db in [&sqlite, &postgres] {
        db.open().await.close().await;
    }
    for (one, other) in [
        (sqlite.data(), postgres.data()),
        (sqlite.keys(), postgres.keys()),
    ] {
        let (one, other) = (Schema::of(&one).await, Schema::of(&other).await);
        assert!(one.columns.len() > 5 && !one.indexes.is_empty(), "{one:?}");
        assert_eq!(one, other);
    }
}

async fn a_database_of_a_later_version_is_refused(db: TestDatabase) {
    db.open().await.close().await;
    for part in [db.data(), db.keys()] {
        let newest = part
            .value("select max(version) from schema_migration")
            .await;
        let Cell::Int(known) = newest else {
            panic!("{newest:?} is no version");
        };
        part.execute("insert into schema_migration values (99, 'later', '', 0)")
            .await;
        let before = part.dump().await;
        let error = db.try_open().await.err().unwrap();
        assert_eq!(
            error.to_string(),
            format!(
                "the database has schema version 99, this Steward knows up to {known}: \
                 start the newer Steward, or restore a backup made before the upgrade"
            )
        );
        assert_eq!(part.dump().await, before);
        part.execute("delete from schema_migration where version = 99")
            .await;
    }
    db.open().await.close().await;
}

async fn a_migration_that_was_changed_is_refused(db: TestDatabase) {
    db.open().await.close().await;
    db.data()
        .execute("update schema_migration set checksum = 'another'")
        .await;
    let error = db.try_open().await.err().unwrap();
    assert!(matches!(error, StoreError::Migration { .. }), "{error}");
    assert!(error.to_string().contains("append-only"), "{error}");
}

#[tokio::test]
async fn an_errand_beside_a_server_does_not_migrate() {
    let db = TestDatabase::sqlite();
    db.open().await.close().await;
    db.data().execute("delete from schema_migration").await;
    let before = db.data().dump().await;
    let options = StoreOptions {
        access: Access::Beside,
        ..db.options()
    };
    let error = Store::open(options).await.err().unwrap();
    assert!(error.to_string().contains("not applied yet"), "{error}");
    assert_eq!(db.data().dump().await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_that_start_at_once_all_find_the_tables() {
    let Some(db) = TestDatabase::postgres().await else {
        return;
    };
    db.wipe().await;
    let key = "ab".repeat(32);
    let nodes = (0..6).map(|_| {
        let options = StoreOptions {
            master: MasterKeys::parse(&key).unwrap(),
            ..db.options()
        };
        tokio::spawn(Store::open(options))
    });
    for node in join_all(nodes).await {
        let store = node.unwrap().unwrap();
        assert_eq!(store.count_orgs().await.unwrap(), 0);
        store.close().await;
    }
}

#[test]
fn a_migration_that_fails_at_any_point_leaves_nothing_behind() {
    on_both(|db| async move {
        db.open().await.close().await;
        let stages = [stages(""), stages("keys")];
        assert_eq!(stages[0].last(), Some(&tables(&db.data().dump().await)));
        db.wipe().await;
        let faults = FailAt::default();
        let db = db.with_probe(faults.probe());
        let (mut n, mut points, mut applied) = (1, 0, [0, 0]);
        loop {
            faults.arm(n, || StoreError::DiskFull);
            let opened = db.try_open().await;
            if !faults.disarm() {
                let store = opened.unwrap();
                assert_eq!(store.count_orgs().await.unwrap(), 0);
                break;
            }
            points += 1;
            assert!(opened.is_err(), "the fault at point {n} was ignored");
            let left = [db.data().dump().await, db.keys().dump().await];
            for (left, stages) in left.iter().map(tables).zip(&stages) {
                assert!(stages.contains(&left), "after point {n}: {left:?}");
            }
            // What was applied before the fault stays: the next start begins there, and fails at its first point.
            let now = left.map(|dump| dump.get("schema_migration").map_or(0, Vec::len));
            n = if now == applied { n + 1 } else { 1 };
            applied = now;
        }
        assert!(points > 40, "the sweep ended after {points} points");
    });
}

/// The tables there are before, between and after the migrations of a folder: nothing else may ever be seen.
fn stages(folder: &str) -> Vec<Vec<String>> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations/sqlite");
    let mut files: Vec<_> = std::fs::read_dir(Path::new(root).join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|suffix| suffix == "sql"))
        .collect();
    files.sort();
    let mut tables = BTreeSet::from(["schema_migration".to_owned()]);
    let mut stages = vec![Vec::new()];
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        let made = text
            .lines()
            .filter_map(|line| line.strip_prefix("create table "));
        tables.extend(made.map(|name| name.trim_end_matches(" (").to_owned()));
        stages.push(tables.iter().cloned().collect());
    }
    stages
}

fn tables(dump: &Dump) -> Vec<String> {
    dump.keys().cloned().collect()
}
