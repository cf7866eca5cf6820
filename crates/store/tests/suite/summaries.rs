//! Summaries: one for each part of a thread, under the thread's key, gone with what they came from.

use futures_util::future::join_all;
use steward_model::{Integrity, Role, Scope, SummaryId};
use steward_store::{
    COMPACT_THREAD, Inserted, NewJob, NewPassage, NewSummary, Store, StoreError, ToCompact,
    WaitingThread,
};
use steward_testkit::{Cell, TestDatabase};

use super::encryption::{holds, stolen};
use super::memory_forget::members_thread;
use super::memory_index::{talk, to_index};
use super::passages::note;
use super::story::{HOUR, all, new_org, page, person};
use super::turns::claim;

stories![
    a_summary_carries_on_from_the_one_before,
    of_several_that_summarise_the_same_one_does,
    what_was_read_before_something_was_taken_back_is_not_written,
    taking_an_item_back_drops_what_covers_it_and_all_that_follows,
    a_private_threads_summary_is_not_found,
    a_summary_that_was_changed_is_not_read,
    a_forgotten_contacts_summaries_are_unreadable,
    summaries_go_with_their_agent_and_their_member,
    another_orgs_and_another_members_summaries_are_not_there,
    an_open_turn_is_told,
    items_are_read_between_two_places,
    long_work_is_left_to_whoever_asks_for_it,
];

const CANARY: &str = "the canary is in the summary";

pub(super) fn summary(range: (i64, i64), says: &str) -> NewSummary {
    NewSummary {
        range,
        item_count: range.1 - range.0 + 1,
        content: says.as_bytes().to_vec(),
        tokens: 7,
        fidelity: 875,
        model: "test:small".into(),
        integrity: Integrity::Untrusted,
    }
}

pub(super) async fn seen(store: &Store, thread: WaitingThread) -> ToCompact {
    let org = store.org(thread.org_id);
    org.thread_to_compact(thread.id, 100)
        .await
        .unwrap()
        .unwrap()
}

pub(super) fn found_by(thread: WaitingThread) -> Vec<NewPassage> {
    let passage = |chunk_index| NewPassage {
        thread_id: Some(thread.id),
        source: "summary".into(),
        chunk_index,
        ..note("")
    };
    vec![passage(0), passage(1)]
}

async fn add(store: &Store, thread: WaitingThread, range: (i64, i64), says: &str) -> SummaryId {
    let org = store.org(thread.org_id);
    let seen = seen(store, thread).await;
    let added = org.add_summary(&seen, summary(range, says), found_by(thread));
    added.await.unwrap().unwrap()
}

async fn passages(store: &Store, thread: WaitingThread) -> usize {
    let scope = seen(store, thread).await.scope;
    let (org, page) = (store.org(thread.org_id), all());
    let found = org.passages(scope, "summary", &page).await;
    found.unwrap().len()
}

async fn a_summary_carries_on_from_the_one_before(db: TestDatabase) {
    let store = db.open().await;
    let (org, thread) = talk(&store, 6).await;
    let here = store.org(org);
    let first = add(&store, thread, (1, 2), "one").await;
    let second = seen(&store, thread).await;
    assert_eq!(second.previous.as_ref().unwrap().id, first);
    let places: Vec<i64> = second.items.iter().map(|item| item.seq).collect();
    assert_eq!((places, second.last_item), (vec![3, 4, 5, 6], 6));
    let added = here.add_summary(&second, summary((3, 4), "two"), vec![]);
    let second = added.await.unwrap().unwrap();
    let all_of_them = here.summaries(thread.id, &all()).await.unwrap();
    let ids: Vec<SummaryId> = all_of_them.iter().map(|one| one.id).collect();
    assert_eq!(ids, [second, first]);
    let newest = &all_of_them[0];
    assert_eq!((newest.previous_id, newest.to_seq), (Some(first), 4));
    assert_eq!(
        (newest.content.as_slice(), newest.fidelity),
        (&b"two"[..], 875)
    );
    assert_eq!(here.summary(second).await.unwrap().as_ref(), Some(newest));
    let rest = page(Some(second.to_string()), 9);
    assert_eq!(here.summaries(thread.id, &rest).await.unwrap().len(), 1);
    let view = here.view_thread(thread.id, 0, 9).await.unwrap().unwrap();
    assert_eq!((view.summary, view.summary_epoch), (Some(second), 2));
    assert_eq!(passages(&store, thread).await, 2);
}

async fn of_several_that_summarise_the_same_one_does(db: TestDatabase) {
    let store = db.open().await;
    let (org, thread) = talk(&store, 6).await;
    let here = store.org(org);
    let before = seen(&store, thread).await;
    let tries = (0..8).map(|_| here.add_summary(&before, summary((1, 3), "x"), found_by(thread)));
    let added = join_all(tries).await.into_iter().map(Result::unwrap);
    assert_eq!(added.flatten().count(), 1);
    assert_eq!(here.summaries(thread.id, &all()).await.unwrap().len(), 1);
    assert_eq!(passages(&store, thread).await, 2);
    // Nor one that claims what was never said.
    let now = seen(&store, thread).await;
    let beyond = here.add_summary(&now, summary((4, 99), "x"), vec![]);
    assert_eq!(beyond.await.unwrap(), None);
}

async fn what_was_read_before_something_was_taken_back_is_not_written(db: TestDatabase) {
    let store = db.open().await;
    let (org, thread) = talk(&store, 4).await;
    let here = store.org(org);
    let before = seen(&store, thread).await;
    assert_eq!(here.drop_summaries_covering(thread.id, 1).await.unwrap(), 0);
    let late = here.add_summary(&before, summary((1, 2), "x"), vec![]);
    assert_eq!(late.await.unwrap(), None);
}

async fn taking_an_item_back_drops_what_covers_it_and_all_that_follows(db: TestDatabase) {
    let store = db.open().await;
    let (org, thread) = talk(&store, 6).await;
    let here = store.org(org);
    let first = add(&store, thread, (1, 2), "one").await;
    add(&store, thread, (3, 4), "two").await;
    add(&store, thread, (5, 6), "three").await;
    assert_eq!(passages(&store, thread).await, 6);
    assert_eq!(here.drop_summaries_covering(thread.id, 3).await.unwrap(), 2);
    let left = here.summaries(thread.id, &all()).await.unwrap();
    assert_eq!(left.iter().map(|one| one.id).collect::<Vec<_>>(), [first]);
    assert_eq!(seen(&store, thread).await.previous.unwrap().id, first);
    assert_eq!(passages(&store, thread).await, 2);
    add(&store, thread, (3, 4), "two again").await;
    assert_eq!(here.drop_summaries_covering(thread.id, 1).await.unwrap(), 2);
    assert_eq!(seen(&store, thread).await.previous, None);
    assert_eq!(passages(&store, thread).await, 0);
}

async fn a_private_threads_summary_is_not_found(db: TestDatabase) {
    let store = db.open().await;
    let (org, thread) = talk(&store, 4).await;
    db.data().execute("update thread set private = 1").await;
    add(&store, thread, (1, 2), "one").await;
    let here = store.org(org);
    assert_eq!(here.summaries(thread.id, &all()).await.unwrap().len(), 1);
    assert_eq!(passages(&store, thread).await, 0);
}

async fn a_summary_that_was_changed_is_not_read(db: TestDatabase) {
    let store = db.open().await;
    let (org, thread) = talk(&store, 4).await;
    let id = add(&store, thread, (1, 2), "one").await;
    // Nobody makes it more trustworthy than it is.
    db.data()
        .execute("update summary set integrity = 'system'")
        .await;
    assert_err!(
        store.org(org).summary(id).await,
        StoreError::Tampered { .. }
    );
}

async fn a_forgotten_contacts_summaries_are_unreadable(db: TestDatabase) {
    let store = db.open().await;
    let (org, thread) = talk(&store, 4).await;
    let Scope::Contact(contact) = to_index(&store, thread, 1).await.scope else {
        panic!("the thread is a contact's");
    };
    let id = add(&store, thread, (1, 2), CANARY).await;
    let here = store.org(org);
    let before = seen(&store, thread).await;
    assert!(here.forget_contact(contact, "test").await.unwrap());
    assert_err!(here.summary(id).await, StoreError::Forgotten);
    assert_err!(
        here.summaries(thread.id, &all()).await,
        StoreError::Forgotten
    );
    assert_err!(
        here.thread_to_compact(thread.id, 9).await,
        StoreError::Forgotten
    );
    let late = here.add_summary(&before, summary((3, 4), "x"), found_by(thread));
    assert_err!(late.await, StoreError::Forgotten);
    assert!(!holds(&stolen(&db).await, CANARY));
}

async fn summaries_go_with_their_agent_and_their_member(db: TestDatabase) {
    let store = db.open().await;
    let (org, thread) = talk(&store, 4).await;
    add(&store, thread, (1, 2), "one").await;
    let here = store.org(org);
    let agent = seen(&store, thread).await.agent_id;
    assert!(here.delete_agent(agent).await.unwrap());
    assert_eq!(
        db.data().value("select count(*) from summary").await,
        Cell::Int(0)
    );
    let waiting = "select count(*) from passage where source = 'summary' and deleted_at is null";
    assert_eq!(db.data().value(waiting).await, Cell::Int(0));
    let counts = here.passage_counts().await.unwrap();
    assert!(
        counts.iter().all(|count| count.source != "summary"),
        "{counts:?}"
    );
}

async fn another_orgs_and_another_members_summaries_are_not_there(db: TestDatabase) {
    let store = db.open().await;
    let (org, thread) = talk(&store, 4).await;
    let id = add(&store, thread, (1, 2), "one").await;
    let (other, _) = new_org(&store, "Other").await;
    let there = store.org(other);
    assert_eq!(there.summary(id).await.unwrap(), None);
    assert_eq!(there.summaries(thread.id, &all()).await.unwrap(), []);
    assert_eq!(there.thread_to_compact(thread.id, 9).await.unwrap(), None);
    assert_eq!(
        there.drop_summaries_covering(thread.id, 1).await.unwrap(),
        0
    );
    let (member, _, own) = members_thread(&store, org).await;
    let here = store.org(org);
    let theirs = WaitingThread {
        org_id: org,
        id: own,
    };
    let before = seen(&store, theirs).await;
    assert_eq!((before.items.len(), before.previous), (0, None));
    let nosy = here
        .create_member(person("Nosy", Role::Member))
        .await
        .unwrap();
    assert_eq!(
        here.seen_by(nosy.id).summaries(own, &all()).await.unwrap(),
        []
    );
    let shared = here.seen_by(member).summaries(thread.id, &all()).await;
    assert_eq!(shared.unwrap().len(), 1);
}

async fn an_open_turn_is_told(db: TestDatabase) {
    let store = db.open().await;
    let (_, thread) = talk(&store, 4).await;
    assert_eq!(seen(&store, thread).await.open_turn, None);
    let claim = claim(&store).await.unwrap();
    assert_eq!(seen(&store, thread).await.open_turn, Some(claim.turn_id));
}

async fn items_are_read_between_two_places(db: TestDatabase) {
    let store = db.open().await;
    let (org, thread) = talk(&store, 6).await;
    let items = store
        .org(org)
        .items_after(thread.id, 1, 5, 2)
        .await
        .unwrap();
    assert_eq!(
        items.iter().map(|item| item.seq).collect::<Vec<_>>(),
        [2, 3]
    );
}

async fn long_work_is_left_to_whoever_asks_for_it(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let job = |kind: &str| NewJob {
        kind: kind.into(),
        subject: "x".into(),
        dedupe_key: "x".into(),
        run_at: steward_model::Timestamp::from_micros(0),
    };
    for kind in [COMPACT_THREAD, "other"] {
        store.org(org).enqueue(job(kind)).await.unwrap();
    }
    let quick = store.claim_jobs("node", 9, HOUR).await.unwrap();
    assert_eq!(
        quick
            .iter()
            .map(|job| job.kind.as_str())
            .collect::<Vec<_>>(),
        ["other"]
    );
    let long = store.claim_compactions("node", 9, HOUR).await.unwrap();
    assert_eq!(long.len(), 1);
    let inserted = store
        .org(org)
        .insert_passages(Scope::Org(org), vec![note("a")])
        .await
        .unwrap();
    assert!(matches!(inserted[..], [Inserted::New(_)]));
    let places = store
        .org(org)
        .memory_places(&[Scope::Org(org)])
        .await
        .unwrap();
    assert_eq!(places, [1]);
}
