//! SQLite's files: locked, full, copied, and under load.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::join_all;
use steward_model::OrgId;
use steward_store::{Access, MasterKeys, NewContact, NewLine, Store, StoreError, StoreOptions};
use steward_testkit::{Cell, TestDatabase};

use super::story::{all, external, new_org, page, phone, soak};

#[tokio::test]
async fn a_second_process_is_refused_unless_it_comes_for_an_errand() {
    let db = TestDatabase::sqlite();
    let store = db.open().await;
    let error = db.try_open().await.err().unwrap();
    assert!(matches!(error, StoreError::Locked(_)), "{error:?}");
    assert!(
        error.to_string().contains("another Steward is using"),
        "{error}"
    );
    let beside = |db: &TestDatabase| StoreOptions {
        access: Access::Beside,
        ..db.options()
    };
    let nothing_there = Store::open(beside(&TestDatabase::sqlite())).await;
    assert_err!(nothing_there, StoreError::Open { .. });
    let beside = Store::open(beside(&db)).await.unwrap();
    new_org(&beside, "Acme").await;
    assert_eq!(store.count_orgs().await.unwrap(), 1);
    beside.close().await;
    db.reopen(store).await;
}

#[tokio::test]
async fn a_folder_that_is_missing_is_named() {
    let db = TestDatabase::sqlite();
    let missing = db.folder().join("missing");
    let options = StoreOptions::in_folder(&missing, MasterKeys::parse(&"ab".repeat(32)).unwrap());
    let error = Store::open(options).await.err().unwrap();
    assert!(matches!(error, StoreError::Open { .. }), "{error:?}");
    assert!(error.to_string().contains("missing"), "{error}");
}

/// A small file system of memory over a folder, as long as this lives.
struct SmallDisk<'p>(&'p Path);

impl<'p> SmallDisk<'p> {
    fn over(folder: &'p Path) -> Option<Self> {
        let mount = ["-t", "tmpfs", "-o", "size=24m", "tmpfs"];
        let mounted = Command::new("mount").args(mount).arg(folder).output();
        mounted
            .is_ok_and(|output| output.status.success())
            .then_some(Self(folder))
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0).output();
    }
}

fn big(number: usize) -> NewLine {
    NewLine {
        address: phone(&format!("+1415{number:0>7}")),
        label: "x".repeat(100_000),
        agent_id: None,
        provider: steward_model::LineProvider::Twilio,
    }
}

#[tokio::test]
async fn a_full_disk_refuses_writes_and_nothing_else() {
    let db = TestDatabase::sqlite();
    let Some(_disk) = SmallDisk::over(db.folder()) else {
        // Only root may mount. What the store does with the error is tested with an injected one in any case.
        eprintln!("A small disk cannot be made here: this needs root.");
        return;
    };
    let reserve = db.folder().join("reserve");
    std::fs::write(&reserve, vec![1; 8 << 20]).unwrap();
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let org = store.org(org);
    let mut made = 0;
    let error = loop {
        match org.create_line(big(made)).await {
            Ok(_) => made += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(error, StoreError::DiskFull), "{error:?}");
    assert!(made > 50, "full after {made}");
    for _ in 0..20 {
        assert_err!(org.create_line(big(made)).await, StoreError::DiskFull);
        let known = org.line_by_address(&big(0).address).await.unwrap();
        assert_eq!(known.unwrap().label, big(0).label);
    }
    // What is left is less than a line takes, and may be more than is tried.
    for n in 0.. {
        let rest = db.folder().join(format!("rest{n}"));
        if std::fs::write(rest, [1; 4096]).is_err() {
            break;
        }
    }
    assert_err!(store.try_write().await, StoreError::DiskFull);
    std::fs::remove_file(&reserve).unwrap();
    store.try_write().await.unwrap();
    org.create_line(big(made)).await.unwrap();
    assert_eq!(org.lines(&all()).await.unwrap().len(), made + 1);
    assert_sound(&db).await;
    store.close().await;
}

async fn assert_sound(db: &TestDatabase) {
    for part in [db.data(), db.keys()] {
        assert_eq!(
            part.value("pragma integrity_check").await,
            Cell::Text("ok".into())
        );
        assert!(part.rows("pragma foreign_key_check").await.is_empty());
    }
}

async fn copy_with_keys(db: &TestDatabase, backup: &Path) -> TestDatabase {
    let copy = TestDatabase::sqlite();
    std::fs::copy(backup, copy.folder().join("steward.db")).unwrap();
    for file in ["keys.db", "master.key"] {
        std::fs::copy(db.folder().join(file), copy.folder().join(file)).unwrap();
    }
    copy
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_under_load_is_whole() {
    for _ in 0..soak(3, 100) {
        let db = TestDatabase::sqlite().with_system_ids();
        let store = db.open().await;
        let (org, _) = new_org(&store, "Acme").await;
        let stop = Arc::new(AtomicBool::new(false));
        let writers = (0..4).map(|writer| {
            let (store, stop) = (store.clone(), Arc::clone(&stop));
            tokio::spawn(async move { write_until(&store, org, writer, &stop).await })
        });
        let writers: Vec<_> = writers.collect();
        while store
            .org(org)
            .contacts(&page(None, 20))
            .await
            .unwrap()
            .len()
            < 20
        {
            tokio::task::yield_now().await;
        }
        let least = store.org(org).contacts(&all()).await.unwrap().len();
        let backup = db.folder().join("backup.db");
        store.back_up(&backup).await.unwrap();
        stop.store(true, Ordering::SeqCst);
        let most: usize = join_all(writers)
            .await
            .into_iter()
            .map(Result::unwrap)
            .sum();
        assert_err!(store.back_up(&backup).await, StoreError::Open { .. });
        store.close().await;

        let copy = copy_with_keys(&db, &backup).await;
        let restored = copy.open().await;
        let contacts = restored
            .org(org)
            .contacts(&page(None, u32::MAX))
            .await
            .unwrap();
        assert!(
            (least..=most).contains(&contacts.len()),
            "{least} {} {most}",
            contacts.len()
        );
        for contact in contacts {
            let name = contact.name.unwrap();
            let values: Vec<_> = contact
                .identifiers
                .iter()
                .map(|known| known.value.clone())
                .collect();
            assert_eq!(values, [format!("{name} first"), format!("{name} second")]);
        }
        new_org(&restored, "After").await;
        assert_sound(&copy).await;
    }
}

async fn write_until(store: &Store, org: OrgId, writer: usize, stop: &AtomicBool) -> usize {
    let mut made = 0;
    while !stop.load(Ordering::SeqCst) {
        let name = format!("{writer}.{made}");
        let new = NewContact {
            identifiers: vec![
                external(&format!("{name} first")),
                external(&format!("{name} second")),
            ],
            name: Some(name),
        };
        store.org(org).create_contact(new).await.unwrap();
        made += 1;
    }
    made
}

fn named(name: &str) -> NewContact {
    NewContact {
        name: Some(name.into()),
        identifiers: vec![external(name)],
    }
}

#[tokio::test]
async fn an_old_file_with_the_present_keys_does_not_bring_a_contact_back() {
    let db = TestDatabase::sqlite();
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let ana = store.org(org).create_contact(named("Ana")).await.unwrap();
    let bo = store.org(org).create_contact(named("Bo")).await.unwrap();
    let backup = db.folder().join("backup.db");
    store.back_up(&backup).await.unwrap();
    assert!(
        store
            .org(org)
            .delete_contact(ana.id, "system")
            .await
            .unwrap()
    );
    store.close().await;
    let copy = copy_with_keys(&db, &backup).await;
    let restored = copy.open().await;
    let ana = restored.org(org).contact(ana.id).await.unwrap().unwrap();
    assert!(ana.forgotten && ana.name.is_none() && ana.identifiers.is_empty());
    assert_eq!(restored.org(org).contact(bo.id).await.unwrap(), Some(bo));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_writers_and_readers_never_get_in_each_others_way() {
    const WRITERS: usize = 8;
    const AT_ONCE: usize = 8;
    let db = TestDatabase::sqlite();
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let rounds = soak(10_000, 100_000) / WRITERS / AT_ONCE;
    let stop = Arc::new(AtomicBool::new(false));
    let readers: Vec<_> = (0..2)
        .map(|_| tokio::spawn(read_until(store.clone(), org, Arc::clone(&stop))))
        .collect();
    let writers = (0..WRITERS).map(|writer| {
        let store = store.clone();
        tokio::spawn(async move {
            let org = store.org(org);
            let address = phone(&format!("+1415555010{writer}"));
            let label = "a line's label ".repeat(20);
            let line = org
                .create_line(NewLine {
                    address,
                    label: label.clone(),
                    agent_id: None,
                    provider: steward_model::LineProvider::Twilio,
                })
                .await
                .unwrap();
            for _ in 0..rounds {
                let writes =
                    join_all((0..AT_ONCE).map(|_| org.relabel_line(line.id, &label))).await;
                assert!(writes.into_iter().all(|written| written.unwrap().is_some()));
            }
        })
    });
    for writer in join_all(writers).await {
        writer.unwrap();
    }
    stop.store(true, Ordering::SeqCst);
    for reader in join_all(readers).await {
        assert!(reader.unwrap() > 0);
    }
    let log = std::fs::metadata(db.folder().join("steward.db-wal"))
        .unwrap()
        .len();
    assert!(log <= 64 << 20, "the log has {log} bytes");
    assert_sound(&db).await;
}

async fn read_until(store: Store, org: OrgId, stop: Arc<AtomicBool>) -> usize {
    let mut reads = 0;
    while !stop.load(Ordering::SeqCst) {
        store.org(org).lines(&all()).await.unwrap();
        reads += 1;
    }
    reads
}
