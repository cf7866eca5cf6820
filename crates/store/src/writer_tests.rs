//! What an operation may do to the one writer and to its neighbours, which the public methods never try.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};

use futures_util::future::{join_all, poll_immediate};

use crate::db::{Db, Point, Probe, transaction};
use crate::dialect::sqlite;
use crate::row::Only;
use crate::sql::params;
use crate::{Sql, StoreError};

const INSERT: Sql = sql("insert into t (x) values ($1)");
const COUNT: Sql = sql("select count(*) as value from t");
const SUM: Sql = sql("select coalesce(sum(x), 0) as value from t");
const FOR_EVER: Sql = sql(
    "with recursive c (x) as (select 1 union all select x + 1 from c)
    select count(*) as value from c",
);

const fn sql(text: &'static str) -> Sql {
    Sql::new("test", text)
}

struct Fixture {
    db: Db,
    commits: Arc<AtomicUsize>,
    _folder: tempfile::TempDir,
}

fn fixture() -> Fixture {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    sqlite::connect(&path, sqlite::Access::Write)
        .unwrap()
        .execute_batch("create table t (x integer primary key) strict")
        .unwrap();
    let commits = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&commits);
    let probe: Probe = Arc::new(move |point| {
        if matches!(point, Point::Commit) {
            counter.fetch_add(1, Ordering::SeqCst);
        }
        Ok(())
    });
    let settings = sqlite::Settings { path, readers: 1 };
    let db = sqlite::Database::open(&settings, None, Some(&probe)).unwrap();
    Fixture {
        db: Db::Sqlite(db),
        commits,
        _folder: folder,
    }
}

async fn insert(db: &Db, x: i64) -> Result<u64, StoreError> {
    db.write(transaction!(|tx| { tx.execute(INSERT, params![x]).await }))
        .await
}

/// Holds the writer until the other end of the channel is dropped, so that what comes after queues up.
async fn hold(db: &Db, gate: Receiver<()>) -> Result<(), StoreError> {
    db.write(transaction!(|_tx| {
        let _ = gate.recv();
        Ok(())
    }))
    .await
}

async fn value(db: &Db, sql: Sql) -> i64 {
    let read = db.read(transaction!(|tx| {
        tx.fetch_optional::<Only<i64>>(sql, params![]).await
    }));
    read.await.unwrap().unwrap().0
}

#[tokio::test]
async fn operations_that_queue_up_share_one_flush() {
    let Fixture {
        db,
        commits,
        _folder,
    } = fixture();
    let (release, gate) = channel();
    let mut held = pin!(hold(&db, gate));
    assert!(poll_immediate(&mut held).await.is_none());
    let mut inserts = pin!(join_all((1..=640).map(|x| insert(&db, x))));
    assert!(poll_immediate(&mut inserts).await.is_none());
    drop(release);
    held.await.unwrap();
    assert!(inserts.await.into_iter().all(|inserted| inserted.is_ok()));
    assert_eq!(value(&db, COUNT).await, 640);
    // The first may have been taken while the gate was being closed.
    let commits = commits.load(Ordering::SeqCst);
    assert!((11..=12).contains(&commits), "{commits} flushes");
}

#[tokio::test]
async fn an_operation_that_fails_does_not_hurt_its_neighbours() {
    let Fixture {
        db,
        commits,
        _folder,
    } = fixture();
    let (release, gate) = channel();
    let mut held = pin!(hold(&db, gate));
    assert!(poll_immediate(&mut held).await.is_none());
    let half = db.write::<u64, _>(transaction!(|tx| {
        tx.execute(INSERT, params![10]).await?;
        Err(StoreError::Refused("no"))
    }));
    let panics = db.write::<u64, _>(transaction!(|tx| {
        tx.execute(INSERT, params![100]).await?;
        panic!("this panic is part of the test");
    }));
    let waits = db.write::<u64, _>(transaction!(|tx| {
        tx.execute(INSERT, params![1000]).await?;
        tokio::task::yield_now().await;
        Ok(1)
    }));
    let all = async {
        tokio::join!(
            insert(&db, 1),
            half,
            insert(&db, 2),
            panics,
            insert(&db, 1),
            waits,
            insert(&db, 3)
        )
    };
    let mut all = pin!(all);
    assert!(poll_immediate(&mut all).await.is_none());
    drop(release);
    held.await.unwrap();
    let (one, half, two, panicked, twice, waited, three) = all.await;
    assert!(one.is_ok() && two.is_ok() && three.is_ok());
    assert!(matches!(half, Err(StoreError::Refused("no"))), "{half:?}");
    for (result, word) in [
        (panicked, "panicked"),
        (twice, "UNIQUE"),
        (waited, "waited"),
    ] {
        let error = result.unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    }
    assert_eq!(value(&db, SUM).await, 6);
    assert!(commits.load(Ordering::SeqCst) <= 3);
    insert(&db, 4).await.unwrap();
}

#[tokio::test]
async fn a_caller_that_goes_away_leaves_its_write() {
    let Fixture { db, _folder, .. } = fixture();
    {
        let mut write = pin!(insert(&db, 7));
        let _ = poll_immediate(&mut write).await;
    }
    insert(&db, 1).await.unwrap();
    assert_eq!(value(&db, SUM).await, 8);
}

#[tokio::test]
async fn what_was_acknowledged_is_seen_by_the_next_read() {
    let Fixture { db, _folder, .. } = fixture();
    for x in 1..=50 {
        insert(&db, x).await.unwrap();
        assert_eq!(value(&db, COUNT).await, x);
    }
}

#[tokio::test]
async fn a_read_cannot_write() {
    let Fixture { db, _folder, .. } = fixture();
    let write = db.read(transaction!(|tx| { tx.execute(INSERT, params![1]).await }));
    let error = write.await.unwrap_err().to_string();
    assert!(error.contains("readonly"), "{error}");
    assert_eq!(value(&db, COUNT).await, 0);
}

#[tokio::test]
async fn a_glance_sees_what_was_acknowledged_and_writes_nothing() {
    let Fixture {
        db,
        commits,
        _folder,
    } = fixture();
    insert(&db, 1).await.unwrap();
    let glance = db.glance(transaction!(|tx| {
        tx.execute(INSERT, params![2]).await?;
        tx.fetch_optional::<Only<i64>>(SUM, params![]).await
    }));
    assert_eq!(glance.await.unwrap().unwrap().0, 3);
    assert_eq!(value(&db, SUM).await, 1);
    assert_eq!(commits.load(Ordering::SeqCst), 1);
    insert(&db, 2).await.unwrap();
}

#[tokio::test]
async fn a_glance_does_not_see_what_waits_to_be_written_with_it() {
    let Fixture { db, _folder, .. } = fixture();
    let (release, gate) = channel();
    let mut held = pin!(hold(&db, gate));
    assert!(poll_immediate(&mut held).await.is_none());
    let glance = db.glance(transaction!(|tx| {
        tx.fetch_optional::<Only<i64>>(COUNT, params![]).await
    }));
    let failed = db.glance::<u64, _>(transaction!(|_tx| { Err(StoreError::Refused("no")) }));
    let mut all = pin!(async { tokio::join!(insert(&db, 1), glance, failed, insert(&db, 2)) });
    assert!(poll_immediate(&mut all).await.is_none());
    drop(release);
    held.await.unwrap();
    let (one, seen, failed, two) = all.await;
    assert!(one.is_ok() && two.is_ok());
    // Both are in one group, unless the first was taken while the gate was being closed.
    let seen = seen.unwrap().unwrap().0;
    assert!(seen <= 1, "{seen}");
    assert!(matches!(failed, Err(StoreError::Refused("no"))));
    assert_eq!(value(&db, COUNT).await, 2);
}

#[tokio::test]
async fn a_read_that_takes_too_long_is_given_up() {
    let Fixture { db, _folder, .. } = fixture();
    let for_ever = db.read(transaction!(|tx| {
        tx.fetch_optional::<Only<i64>>(FOR_EVER, params![]).await
    }));
    assert!(matches!(for_ever.await, Err(StoreError::Busy)));
    // The next one has its own time.
    assert_eq!(value(&db, COUNT).await, 0);
}

#[tokio::test]
async fn more_than_can_wait_is_told_so() {
    let Fixture { db, _folder, .. } = fixture();
    let (release, gate) = channel();
    let mut held = pin!(hold(&db, gate));
    assert!(poll_immediate(&mut held).await.is_none());
    let mut inserts = pin!(join_all((1..=4500).map(|x| insert(&db, x))));
    assert!(poll_immediate(&mut inserts).await.is_none());
    drop(release);
    held.await.unwrap();
    let inserted = inserts.await;
    let busy = inserted
        .iter()
        .filter(|result| matches!(result, Err(StoreError::Busy)));
    let (busy, done) = (
        busy.count(),
        inserted.iter().filter(|result| result.is_ok()).count(),
    );
    assert!(busy > 0 && busy + done == 4500, "{busy} busy, {done} done");
    assert_eq!(value(&db, COUNT).await, i64::try_from(done).unwrap());
}

#[tokio::test]
async fn closing_finishes_what_is_queued() {
    let Fixture { db, _folder, .. } = fixture();
    let mut inserts = pin!(join_all((1..=100).map(|x| insert(&db, x))));
    let _ = poll_immediate(&mut inserts).await;
    db.close().await;
    assert!(inserts.await.into_iter().all(|inserted| inserted.is_ok()));
    let closed = insert(&db, 101).await;
    assert!(
        matches!(closed, Err(StoreError::Unavailable(_))),
        "{closed:?}"
    );
}
