//! Requests that may come twice.

use std::time::Duration;

use futures_util::future::join_all;
use steward_model::OrgId;
use steward_store::{BegunRequest, RequestKey, Store, StoreError};
use steward_testkit::{Cell, TestDatabase};

use super::story::{HOUR, new_org};

stories![
    of_many_requests_at_once_one_is_done,
    what_was_answered_is_answered_again,
    a_key_is_for_one_request_of_one_caller,
    an_abandoned_request_can_be_made_again,
    a_request_that_was_cut_off_is_not_done_again,
    an_answer_is_forgotten_when_its_time_is_over,
    a_large_answer_is_not_kept_and_the_request_not_done_again,
    an_answer_opens_only_where_it_was_written,
    neither_key_nor_request_can_be_read,
];

pub(super) const DAY: Duration = Duration::from_secs(24 * 60 * 60);

pub(super) fn request(key: &str) -> RequestKey {
    RequestKey {
        caller: "key:1".into(),
        route: "POST /api/contacts".into(),
        key: key.into(),
    }
}

fn done(status: i64, answer: &[u8]) -> BegunRequest {
    BegunRequest::Done {
        status,
        answer: Some(answer.to_vec()),
    }
}

async fn begin(store: &Store, org: OrgId, key: &RequestKey) -> BegunRequest {
    let org = store.org(org);
    org.begin_request(key, [7; 32], DAY).await.unwrap()
}

async fn finish(store: &Store, org: OrgId, key: &RequestKey, answer: Option<&[u8]>) -> bool {
    let org = store.org(org);
    org.finish_request(key, 201, answer).await.unwrap()
}

async fn of_many_requests_at_once_one_is_done(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let begun = join_all((0..20).map(|_| {
        let store = store.clone();
        tokio::spawn(async move { begin(&store, org, &request("a")).await })
    }));
    let begun: Vec<_> = begun.await.into_iter().map(Result::unwrap).collect();
    let fresh = begun.iter().filter(|it| **it == BegunRequest::Fresh);
    assert_eq!(fresh.count(), 1);
    let running = begun.iter().filter(|it| **it == BegunRequest::Running);
    assert_eq!(running.count(), 19);
}

async fn what_was_answered_is_answered_again(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let key = request("a");
    assert_eq!(begin(&store, org, &key).await, BegunRequest::Fresh);
    assert!(finish(&store, org, &key, Some(b"made")).await);
    let store = db.reopen(store).await;
    assert_eq!(begin(&store, org, &key).await, done(201, b"made"));
    // What was answered once stays the answer.
    let here = store.org(org);
    assert!(!finish(&store, org, &key, Some(b"other")).await);
    here.abandon_request(&key).await.unwrap();
    assert_eq!(begin(&store, org, &key).await, done(201, b"made"));
    assert!(!finish(&store, org, &request("b"), None).await);
}

async fn a_key_is_for_one_request_of_one_caller(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (other, _) = new_org(&store, "Zenith").await;
    let key = request("a");
    assert_eq!(begin(&store, org, &key).await, BegunRequest::Fresh);
    let mismatch = store.org(org).begin_request(&key, [8; 32], DAY).await;
    assert_eq!(mismatch.unwrap(), BegunRequest::Mismatch);
    let elsewhere = RequestKey {
        route: "POST /api/lines".into(),
        ..key.clone()
    };
    let somebody = RequestKey {
        caller: "key:2".into(),
        ..key.clone()
    };
    for (org, key) in [(org, elsewhere), (org, somebody), (other, key)] {
        assert_eq!(begin(&store, org, &key).await, BegunRequest::Fresh);
    }
}

async fn an_abandoned_request_can_be_made_again(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let key = request("a");
    assert_eq!(begin(&store, org, &key).await, BegunRequest::Fresh);
    store.org(org).abandon_request(&key).await.unwrap();
    let other_body = store.org(org).begin_request(&key, [8; 32], DAY).await;
    assert_eq!(other_body.unwrap(), BegunRequest::Fresh);
}

async fn a_request_that_was_cut_off_is_not_done_again(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let key = request("a");
    assert_eq!(begin(&store, org, &key).await, BegunRequest::Fresh);
    let store = db.reopen(store).await;
    assert_eq!(begin(&store, org, &key).await, BegunRequest::Running);
    db.clock().advance(HOUR);
    assert_eq!(begin(&store, org, &key).await, BegunRequest::Interrupted);
}

async fn an_answer_is_forgotten_when_its_time_is_over(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    for key in ["a", "b"] {
        assert_eq!(begin(&store, org, &request(key)).await, BegunRequest::Fresh);
        assert!(finish(&store, org, &request(key), None).await);
    }
    db.clock().advance(DAY - Duration::from_micros(1));
    assert_eq!(store.prune_requests().await.unwrap(), 0);
    db.clock().advance(Duration::from_micros(1));
    // Whether it was swept away or not, it is over.
    assert_eq!(begin(&store, org, &request("a")).await, BegunRequest::Fresh);
    assert_eq!(store.prune_requests().await.unwrap(), 1);
    assert_eq!(begin(&store, org, &request("b")).await, BegunRequest::Fresh);
}

async fn a_large_answer_is_not_kept_and_the_request_not_done_again(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let key = request("a");
    assert_eq!(begin(&store, org, &key).await, BegunRequest::Fresh);
    assert!(finish(&store, org, &key, None).await);
    let known = BegunRequest::Done {
        status: 201,
        answer: None,
    };
    assert_eq!(begin(&store, org, &key).await, known);
}

async fn an_answer_opens_only_where_it_was_written(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    for key in ["a", "b"] {
        assert_eq!(begin(&store, org, &request(key)).await, BegunRequest::Fresh);
        assert!(finish(&store, org, &request(key), Some(key.as_bytes())).await);
    }
    let rows = "select key, answer_enc from idempotency order by key";
    let rows = db.data().rows(rows).await;
    for (at, from) in [(&rows[0], &rows[1]), (&rows[1], &rows[0])] {
        let (key, answer) = (db.data().literal(&at[0]), db.data().literal(&from[1]));
        let swap = format!("update idempotency set answer_enc = {answer} where key = {key}");
        db.data().execute(&swap).await;
    }
    for key in ["a", "b"] {
        let here = store.org(org);
        assert_err!(
            here.begin_request(&request(key), [7; 32], DAY).await,
            StoreError::Tampered {
                table: "idempotency",
                column: "answer_enc"
            }
        );
    }
}

async fn neither_key_nor_request_can_be_read(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    begin(&store, org, &request("canary")).await;
    let rows = "select key, request_hash from idempotency";
    for cell in db.data().rows(rows).await.into_iter().flatten() {
        match cell {
            Cell::Text(text) => assert!(!text.contains("canary")),
            Cell::Bytes(bytes) => assert_ne!(bytes, [7; 32]),
            other => panic!("{other:?}"),
        }
    }
}
