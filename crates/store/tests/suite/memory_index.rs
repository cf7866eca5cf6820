//! What the search index is made from: every item once, and copies that hold nothing that was deleted.

use futures_util::future::join_all;
use steward_model::{OrgId, Scope, ThreadId};
use steward_store::{
    Advance, Inserted, ItemsToIndex, NewPassage, Snapshot, Store, StoreError, WaitingThread,
};
use steward_testkit::{Cell, TestDatabase};

use super::inbox::{agent, text};
use super::passages::{contact_thread, keep, note};
use super::story::{all, new_org};
use super::turns::{claim, ending, item};

stories![
    items_are_indexed_in_order_and_once,
    indexers_at_once_make_no_passage_twice,
    a_private_thread_is_never_indexed,
    a_forgotten_thread_is_marked_and_leaves_the_list,
    a_snapshot_is_read_as_it_was_saved,
    a_newer_snapshot_takes_the_place_of_an_older_one,
    a_snapshot_that_knows_what_was_deleted_is_not_kept,
    a_snapshot_that_was_moved_is_not_opened,
    a_scope_that_grew_is_told_until_its_index_is_saved,
    the_index_of_another_org_is_not_there,
];

/// A thread with this many items, on which nobody works.
pub(super) async fn talk(store: &Store, items: usize) -> (OrgId, WaitingThread) {
    let (org, agent) = agent(store, "Acme").await;
    let (contact, thread) = contact_thread(store, org, agent).await;
    say(store, items).await;
    // Something that waits does not keep the thread from being indexed.
    store
        .org(org)
        .accept(text(agent, contact, 2))
        .await
        .unwrap();
    (
        org,
        WaitingThread {
            org_id: org,
            id: thread,
        },
    )
}

async fn say(store: &Store, items: usize) {
    let claim = claim(store).await.unwrap();
    let said = Advance {
        items: (1..=items).map(|n| item(&format!("item {n}"))).collect(),
        ..ending()
    };
    store.advance(&claim, said).await.unwrap();
}

pub(super) async fn to_index(store: &Store, thread: WaitingThread, limit: u32) -> ItemsToIndex {
    let org = store.org(thread.org_id);
    org.items_to_index(thread.id, limit).await.unwrap().unwrap()
}

/// The passages that are made of items.
pub(super) fn passages_of(thread: ThreadId, found: &ItemsToIndex) -> Vec<NewPassage> {
    let passage = |item: &steward_store::Item| NewPassage {
        thread_id: Some(thread),
        source: "message".into(),
        source_ref: item.id.to_string(),
        text: String::from_utf8(item.content.clone()).unwrap(),
        ..note("")
    };
    found.items.iter().map(passage).collect()
}

async fn mark(
    store: &Store,
    thread: WaitingThread,
    found: &ItemsToIndex,
) -> Result<Option<Vec<Inserted>>, StoreError> {
    let (org, places) = (store.org(thread.org_id), (found.from, found.upto));
    let passages = passages_of(thread.id, found);
    org.mark_indexed(thread.id, places, found.scope, passages)
        .await
}

async fn listed(store: &Store) -> Vec<WaitingThread> {
    store.threads_to_index(None, 9).await.unwrap()
}

async fn items_are_indexed_in_order_and_once(db: TestDatabase) {
    let store = db.open().await;
    assert_eq!(listed(&store).await, []);
    let (org, thread) = talk(&store, 5).await;
    assert_eq!(listed(&store).await, [thread]);
    let past = store.threads_to_index(Some(thread.id), 9).await.unwrap();
    assert_eq!(past, []);
    assert_eq!(store.org(org).count_items_to_index().await.unwrap(), 5);

    let first = to_index(&store, thread, 3).await;
    assert_eq!((first.from, first.upto), (0, 3));
    let places: Vec<_> = first.items.iter().map(|item| item.seq).collect();
    assert_eq!(places, [1, 2, 3]);
    let inserted = mark(&store, thread, &first).await.unwrap().unwrap();
    assert_eq!(inserted.len(), 3);
    let before = db.data().dump().await;
    assert_eq!(mark(&store, thread, &first).await.unwrap(), None);
    for places in [(3, 3), (3, 2), (3, 6), (4, 5)] {
        let here = store.org(org);
        let marked = here.mark_indexed(thread.id, places, first.scope, vec![note("x")]);
        assert_eq!(marked.await.unwrap(), None, "{places:?}");
    }
    assert_eq!(db.data().dump().await, before);

    let rest = to_index(&store, thread, 99).await;
    assert_eq!((rest.from, rest.upto, rest.items.len()), (3, 5, 2));
    // Nothing need come of an item.
    let marked = store
        .org(org)
        .mark_indexed(thread.id, (3, 5), rest.scope, vec![])
        .await;
    assert_eq!(marked.unwrap(), Some(vec![]));
    assert_eq!(listed(&store).await, []);
    assert_eq!(store.org(org).count_items_to_index().await.unwrap(), 0);
    let nothing = store.org(org).items_to_index(thread.id, 9).await.unwrap();
    assert_eq!(nothing, None);
    let kept = store
        .org(org)
        .passages(first.scope, "message", &all())
        .await
        .unwrap();
    let texts: Vec<_> = kept.iter().map(|passage| passage.text.as_str()).collect();
    assert_eq!(texts, ["item 3", "item 2", "item 1"]);
    say(&store, 1).await;
    assert_eq!(listed(&store).await, [thread]);
}

async fn indexers_at_once_make_no_passage_twice(db: TestDatabase) {
    let store = db.open().await;
    let (org, thread) = talk(&store, 20).await;
    let indexers = (0..8).map(|_| {
        let store = store.clone();
        tokio::spawn(async move {
            let mut made = 0;
            while let Some(found) = store.org(org).items_to_index(thread.id, 3).await.unwrap() {
                made += mark(&store, thread, &found)
                    .await
                    .unwrap()
                    .map_or(0, |new| new.len());
            }
            made
        })
    });
    let made = join_all(indexers).await.into_iter().map(Result::unwrap);
    assert_eq!(made.sum::<usize>(), 20);
    let places = db.data().rows("select seq from passage order by seq").await;
    assert_eq!(
        places,
        (1..=20).map(|seq| [Cell::Int(seq)]).collect::<Vec<_>>()
    );
}

async fn a_private_thread_is_never_indexed(db: TestDatabase) {
    let store = db.open().await;
    let (org, thread) = talk(&store, 2).await;
    let found = to_index(&store, thread, 9).await;
    db.data().execute("update thread set private = 1").await;
    assert_eq!(listed(&store).await, []);
    assert_eq!(store.org(org).count_items_to_index().await.unwrap(), 0);
    let none = store.org(org).items_to_index(thread.id, 9).await.unwrap();
    assert_eq!(none, None);
    // Whoever had read it before remembers nothing of it.
    let before = db.data().dump().await;
    assert_eq!(mark(&store, thread, &found).await.unwrap(), None);
    assert_eq!(db.data().dump().await, before);
}

async fn a_forgotten_thread_is_marked_and_leaves_the_list(db: TestDatabase) {
    let store = db.open().await;
    let (org, thread) = talk(&store, 5).await;
    let found = to_index(&store, thread, 2).await;
    let Scope::Contact(contact) = found.scope else {
        panic!("the thread is a contact's");
    };
    assert!(
        store
            .org(org)
            .forget_contact(contact, "system")
            .await
            .unwrap()
    );
    let late = mark(&store, thread, &found).await;
    assert_err!(late, StoreError::Forgotten);
    let nothing = to_index(&store, thread, 2).await;
    assert_eq!((nothing.upto, nothing.items.len()), (5, 0));
    assert_eq!(mark(&store, thread, &nothing).await.unwrap(), Some(vec![]));
    assert_eq!(listed(&store).await, []);
}

pub(super) fn snapshot(upto_seq: i64, body: &[u8]) -> Snapshot {
    Snapshot {
        upto_seq,
        body: body.to_vec(),
    }
}

async fn load(store: &Store, org: OrgId, model: &str) -> Option<Snapshot> {
    let loaded = store.org(org).load_snapshot(Scope::Org(org), model).await;
    loaded.unwrap()
}

async fn save(store: &Store, org: OrgId, model: &str, snapshot: Snapshot) -> bool {
    let saved = store
        .org(org)
        .save_snapshot(Scope::Org(org), model, snapshot)
        .await;
    saved.unwrap()
}

async fn count(db: &TestDatabase, table: &str) -> Cell {
    db.data()
        .value(&format!("select count(*) from {table}"))
        .await
}

async fn a_snapshot_is_read_as_it_was_saved(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    assert_eq!(load(&store, org, "m").await, None);
    // One byte more than a part.
    let large: Vec<u8> = (0..=1u32 << 20).map(|n| (n % 251) as u8).collect();
    for body in [&large[..], &large[..1 << 20], b"small", b""] {
        assert!(save(&store, org, "m", snapshot(7, body)).await);
        let loaded = load(&store, org, "m").await.unwrap();
        assert!(loaded == snapshot(7, body), "{} bytes changed", body.len());
    }
    assert_eq!(load(&store, org, "another").await, None);
    store
        .org(org)
        .drop_snapshots(Scope::Org(org))
        .await
        .unwrap();
    assert_eq!(load(&store, org, "m").await, None);
    assert_eq!(count(&db, "index_snapshot_part").await, Cell::Int(0));
}

async fn a_newer_snapshot_takes_the_place_of_an_older_one(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    assert!(save(&store, org, "m", snapshot(1, b"old")).await);
    assert!(save(&store, org, "other", snapshot(1, b"other")).await);
    // One that nobody finished does not count, and is taken away with the next.
    let unfinished = "insert into index_snapshot (id, org_id, scope, model, upto_seq, parts, whole, created_at)
        select '01900000-0000-7000-8000-000000000000', org_id, scope, model, 9, 1, 0, 0 from index_snapshot
        where model = 'm'";
    db.data().execute(unfinished).await;
    assert_eq!(load(&store, org, "m").await, Some(snapshot(1, b"old")));
    assert!(save(&store, org, "m", snapshot(2, b"new")).await);
    assert_eq!(load(&store, org, "m").await, Some(snapshot(2, b"new")));
    assert_eq!(
        load(&store, org, "other").await,
        Some(snapshot(1, b"other"))
    );
    assert_eq!(count(&db, "index_snapshot").await, Cell::Int(2));
    assert_eq!(count(&db, "index_snapshot_part").await, Cell::Int(2));
}

async fn a_snapshot_that_knows_what_was_deleted_is_not_kept(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let one = keep(&store, org, note("a")).await;
    keep(&store, org, note("b")).await;
    assert!(save(&store, org, "m", snapshot(2, b"a, b")).await);
    assert!(store.org(org).delete_passage(one).await.unwrap());
    assert_eq!(load(&store, org, "m").await, None);
    assert!(!save(&store, org, "m", snapshot(2, b"a, b")).await);
    assert_eq!(load(&store, org, "m").await, None);
    assert_eq!(count(&db, "index_snapshot").await, Cell::Int(0));
    assert!(save(&store, org, "m", snapshot(3, b"b")).await);
    // What is merely new does not make it wrong.
    keep(&store, org, note("c")).await;
    assert!(save(&store, org, "m", snapshot(3, b"b")).await);
    assert_eq!(load(&store, org, "m").await, Some(snapshot(3, b"b")));
}

async fn a_scope_that_grew_is_told_until_its_index_is_saved(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (other, _) = new_org(&store, "Beta").await;
    let last = async |of| {
        store
            .org(of)
            .memory_places(&[Scope::Org(of)])
            .await
            .unwrap()[0]
    };
    let grown = async |least, limit| {
        let told = store.grown_scopes("m", least, limit).await.unwrap();
        told.iter()
            .map(|grown| (grown.org_id, grown.scope, grown.last_seq))
            .collect::<Vec<_>>()
    };
    for text in ["a", "b", "c"] {
        keep(&store, org, note(text)).await;
    }
    keep(&store, other, note("a")).await;
    let (here, there) = (last(org).await, last(other).await);
    let both = [
        (org, Scope::Org(org), here),
        (other, Scope::Org(other), there),
    ];
    assert_eq!(grown(there, 9).await, both);
    assert_eq!(grown(there, 1).await, both[..1]);
    assert_eq!(grown(here, 9).await, both[..1]);
    assert_eq!(grown(here + 1, 9).await, []);
    assert!(save(&store, org, "another", snapshot(here, b"abc")).await);
    assert_eq!(grown(there, 9).await, both, "with other vectors");
    assert!(save(&store, org, "m", snapshot(here, b"abc")).await);
    assert_eq!(grown(there, 9).await, both[1..]);
}

async fn a_snapshot_that_was_moved_is_not_opened(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    for forged in [
        "update index_snapshot set upto_seq = 9",
        "update index_snapshot set model = 'other'",
        "update index_snapshot_part set body_enc = (select name_enc from member limit 1)",
    ] {
        assert!(save(&store, org, "m", snapshot(1, b"body")).await);
        db.data().execute(forged).await;
        for model in ["m", "other"] {
            match store.org(org).load_snapshot(Scope::Org(org), model).await {
                Ok(None) | Err(StoreError::Tampered { .. }) => {}
                other => panic!("{forged}: {other:?}"),
            }
        }
        store
            .org(org)
            .drop_snapshots(Scope::Org(org))
            .await
            .unwrap();
    }
    assert!(save(&store, org, "m", snapshot(1, b"body")).await);
    db.data().execute("delete from index_snapshot_part").await;
    assert_eq!(load(&store, org, "m").await, None);
}

async fn the_index_of_another_org_is_not_there(db: TestDatabase) {
    let store = db.open().await;
    let (mine, thread) = talk(&store, 2).await;
    assert!(save(&store, mine, "m", snapshot(1, b"body")).await);
    let (other, _) = new_org(&store, "Other").await;
    let before = db.data().dump().await;
    let (there, scope) = (store.org(other), Scope::Org(mine));
    assert_eq!(there.load_snapshot(scope, "m").await.unwrap(), None);
    let saved = there.save_snapshot(scope, "m", snapshot(1, b"x")).await;
    assert_err!(saved, StoreError::Refused(_));
    there.drop_snapshots(scope).await.unwrap();
    assert_eq!(there.items_to_index(thread.id, 9).await.unwrap(), None);
    let marked = there.mark_indexed(thread.id, (0, 2), Scope::Org(other), vec![note("a")]);
    assert_eq!(marked.await.unwrap(), None);
    assert_eq!(there.count_items_to_index().await.unwrap(), 0);
    assert_eq!(db.data().dump().await, before);
}
