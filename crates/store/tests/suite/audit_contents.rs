//! What is on the record still says what it said then, and what was rewritten behind its back is named.

use std::collections::BTreeSet;

use steward_testkit::{Cell, TestDatabase};

use super::audit::{arrive, sealed, verify};
use super::forgetting::{forget_asked, tell};
use super::inbox::agent;

stories![
    what_was_rewritten_with_its_key_is_named,
    what_was_moved_is_named,
    what_was_asked_is_part_of_what_was_learned,
];

const OTHER: &str = "does not say what is on the record";

async fn what_was_rewritten_with_its_key_is_named(db: TestDatabase) {
    let store = db.open().await;
    let (it, told) = tell(&db, store).await;
    let here = it.store.org(it.org);
    let before = verify(&it.store, it.org, None).await;
    assert!(before.is_whole(), "{before:?}");
    assert!(before.contents > 8, "{before:?}");
    // Forgetting rewrites rows, and says so.
    assert!(here.forget_passage(told.passage, "member:x").await.unwrap());
    forget_asked(&it.store, it.org).await;
    let after = verify(&it.store, it.org, None).await;
    assert!(after.is_whole(), "{after:?}");
    // Whoever has the keys could do the same and not say so.
    let unsaid = "delete from audit where action like '%.scrubbed'";
    db.data().execute(unsaid).await;
    let report = verify(&it.store, it.org, None).await;
    let named = report.problems.iter();
    let named: BTreeSet<_> = named
        .map(|problem| {
            assert_eq!(problem.what, OTHER);
            problem.place.split(' ').next().unwrap()
        })
        .collect();
    let kinds = [
        "approval",
        "block",
        "consent",
        "effect",
        "event",
        "file",
        "notice",
        "step",
        "suggestion",
    ];
    assert_eq!(named, BTreeSet::from(kinds));
}

async fn what_was_moved_is_named(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    sealed(&store, org, agent).await;
    let whole = verify(&store, org, None).await;
    assert_eq!((whole.is_whole(), whole.contents), (true, 12));
    let first = "(select min(id) from event)";
    let moved = format!(
        "update event set payload_enc = (select payload_enc from event where id = (select max(id) from event))
        where id = {first}"
    );
    db.data().execute(&moved).await;
    let Cell::Text(id) = db.data().value(&format!("select {first}")).await else {
        panic!("an id is text");
    };
    let report = verify(&store, org, None).await;
    let [problem] = report.problems.as_slice() else {
        panic!("{report:?}");
    };
    let expected = format!("event {id} cannot be opened: it was changed, or stood elsewhere");
    assert_eq!(problem.to_string(), expected);
    // What was forgotten with its key has nothing left to compare.
    arrive(&store, org, agent, 1).await;
    let scopes = db.data().rows("select distinct scope from thread").await;
    for scope in scopes {
        let [Cell::Text(scope)] = scope.as_slice() else {
            panic!("a scope is text");
        };
        store.forget_scope(scope.parse().unwrap()).await.unwrap();
    }
    let report = verify(&store, org, None).await;
    assert_eq!((report.is_whole(), report.contents), (true, 0));
}

async fn what_was_asked_is_part_of_what_was_learned(db: TestDatabase) {
    let store = db.open().await;
    let (it, _) = tell(&db, store).await;
    let hash = db.data().literal(&Cell::Bytes(vec![9; 32]));
    let sql = format!("update step set request_hash = {hash} where state = 'done'");
    db.data().execute(&sql).await;
    let report = verify(&it.store, it.org, None).await;
    assert!(!report.is_whole(), "{report:?}");
    for problem in &report.problems {
        assert!(problem.place.starts_with("step "), "{problem}");
        assert_eq!(problem.what, OTHER);
    }
}
