//! A new master key, while everything goes on.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::join_all;
use steward_model::{ContactId, OrgId};
use steward_store::{NewContact, Point, Store, StoreError};
use steward_testkit::{Backend, Cell, FailAt, TestDatabase, run_aside};

use super::story::{all, new_org};

stories![
    a_rotation_moves_every_key,
    an_open_store_follows_a_rotation_beside_it,
    a_rotation_that_fails_at_any_point_can_be_run_again,
    nothing_is_lost_while_writers_make_new_scopes,
    a_rotation_waits_for_a_key_that_is_being_made,
    two_rotations_at_once_lose_nothing,
];

async fn contacts(store: &Store, org: OrgId, count: usize) -> Vec<ContactId> {
    let mut made = Vec::new();
    for number in 0..count {
        let new = NewContact {
            name: Some(format!("Contact {number}")),
            identifiers: vec![],
        };
        made.push(store.org(org).create_contact(new).await.unwrap().id);
    }
    made
}

/// Opens the store again, so that nothing comes from a cache, and reads everything.
async fn assert_all_readable(db: &TestDatabase, store: Store, org: OrgId, count: usize) -> Store {
    let store = db.reopen(store).await;
    let found = store.org(org).contacts(&all()).await.unwrap();
    assert_eq!(found.len(), count);
    assert!(
        found
            .iter()
            .all(|contact| contact.name.is_some() && !contact.forgotten)
    );
    assert!(!store.org(org).members(&all()).await.unwrap().is_empty());
    store
}

async fn rotate_beside(db: &TestDatabase) -> Result<u64, StoreError> {
    Store::rotate_master_key_of(&db.keys_location(), db.master()).await
}

async fn live_keys(db: &TestDatabase) -> Vec<Vec<Cell>> {
    db.keys()
        .rows("select distinct master_id from data_key where wrapped is not null")
        .await
}

async fn a_rotation_moves_every_key(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    // More than one sweep moves at a time.
    contacts(&store, org, 210).await;
    let old = fs::read_to_string(db.master_key()).unwrap();
    let old = old.lines().last().unwrap();
    let ids = live_keys(&db).await;
    let keys = db.keys().rows("select scope from data_key").await.len();
    assert_eq!(store.rotate_master_key().await.unwrap(), keys as u64);
    assert!(!fs::read_to_string(db.master_key()).unwrap().contains(old));
    let moved = live_keys(&db).await;
    assert_eq!((ids.len(), moved.len()), (1, 1));
    assert_ne!(ids, moved);
    contacts(&store, org, 1).await;
    assert_all_readable(&db, store, org, 211).await;
}

async fn an_open_store_follows_a_rotation_beside_it(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    contacts(&store, org, 3).await;
    let store = db.reopen(store).await;
    rotate_beside(&db).await.unwrap();
    // Its first look at any key comes after the rotation.
    assert_eq!(store.org(org).contacts(&all()).await.unwrap().len(), 3);
    rotate_beside(&db).await.unwrap();
    // It makes new keys under the master key it does not know yet.
    contacts(&store, org, 1).await;
    assert_all_readable(&db, store, org, 4).await;
    assert_eq!(live_keys(&db).await.len(), 1);
}

async fn a_rotation_that_fails_at_any_point_can_be_run_again(db: TestDatabase) {
    let faults = FailAt::default();
    let db = db.with_probe(faults.probe());
    let mut store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    contacts(&store, org, 2).await;
    let mut n = 1;
    loop {
        faults.arm(n, || StoreError::Busy);
        let rotated = store.rotate_master_key().await;
        if !faults.disarm() {
            rotated.unwrap();
            break;
        }
        assert_err!(rotated, StoreError::Busy);
        store = assert_all_readable(&db, store, org, 2).await;
        n += 1;
    }
    assert!(n > 8, "the sweep ended at point {n}");
    let file = fs::read_to_string(db.master_key()).unwrap();
    let keys = file.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(keys.count(), 1, "old keys were left");
    assert_eq!(live_keys(&db).await.len(), 1);
    assert_all_readable(&db, store, org, 2).await;
}

async fn nothing_is_lost_while_writers_make_new_scopes(db: TestDatabase) {
    let db = db.with_system_ids();
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let writers = (0..4).map(|_| {
        let store = store.clone();
        tokio::spawn(async move { contacts(&store, org, 25).await })
    });
    let writers = tokio::spawn(join_all(writers));
    let mut rotations = 0;
    while !writers.is_finished() || rotations == 0 {
        rotate_beside(&db).await.unwrap();
        rotations += 1;
    }
    for writer in writers.await.unwrap() {
        writer.unwrap();
    }
    assert_all_readable(&db, store, org, 100).await;
}

/// A key that is committed after the sweep has passed would be lost with the old master key. On SQLite there is one
/// writer, and this cannot happen.
async fn a_rotation_waits_for_a_key_that_is_being_made(db: TestDatabase) {
    if db.backend() == Backend::Sqlite {
        return;
    }
    let armed = Arc::new(AtomicBool::new(false));
    let (handle, rotation) = std::sync::mpsc::channel();
    let (keys, location, master) = (db.keys(), db.keys_location(), db.master_key());
    let probe = {
        let armed = Arc::clone(&armed);
        move |point: Point| {
            let insert =
                matches!(point, Point::Statement(sql) if sql.name.ends_with("keys::INSERT"));
            if insert && armed.swap(false, Ordering::SeqCst) {
                let (location, master) = (location.clone(), master.clone());
                let thread = std::thread::spawn(move || {
                    let master = steward_store::MasterKeys::from_file(&master).unwrap();
                    run_aside(Store::rotate_master_key_of(&location, master))
                });
                run_aside(until_somebody_waits_for_a_lock(&keys));
                handle.send(thread).unwrap();
            }
            Ok(())
        }
    };
    let db = db.with_probe(Arc::new(probe));
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    armed.store(true, Ordering::SeqCst);
    contacts(&store, org, 1).await;
    let rotation = rotation.recv().unwrap();
    let rotated = tokio::task::spawn_blocking(|| rotation.join().unwrap())
        .await
        .unwrap();
    assert!(rotated.unwrap() > 0);
    assert_all_readable(&db, store, org, 1).await;
}

async fn until_somebody_waits_for_a_lock(keys: &steward_testkit::Raw) {
    let waiting = "select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'";
    let keys = keys.apart().await;
    while keys.value(waiting).await == Cell::Int(0) {
        tokio::task::yield_now().await;
    }
}

async fn two_rotations_at_once_lose_nothing(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    contacts(&store, org, 5).await;
    let (one, other) = tokio::join!(rotate_beside(&db), rotate_beside(&db));
    assert!(one.is_ok() || other.is_ok(), "{one:?} {other:?}");
    for rotated in [one, other] {
        match rotated {
            Ok(_) => {}
            Err(StoreError::MasterKey(reason)) => {
                assert!(reason.contains("cannot lock"), "{reason}")
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert_all_readable(&db, store, org, 5).await;
}
