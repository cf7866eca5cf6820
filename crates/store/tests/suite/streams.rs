//! Streams: whoever watches misses nothing and sees nothing twice.

use futures_util::future::join_all;
use steward_model::{Clock as _, ContactId, Scope, SystemIds, TurnId};
use steward_store::{NewStreamEvent, StoreError};
use steward_testkit::{Cell, TestDatabase};

use super::story::{HOUR, new_org};

stories![
    what_is_shown_is_read_in_order_from_any_place,
    writers_at_once_leave_no_gap,
    what_is_old_is_forgotten_and_no_place_is_given_again,
    the_stream_of_another_org_cannot_be_read_or_written,
    what_is_shown_is_sealed_in_its_place,
];

pub(super) fn events(words: &[&str]) -> Vec<NewStreamEvent> {
    let event = |word: &&str| NewStreamEvent {
        kind: "text.delta".into(),
        data: word.as_bytes().to_vec(),
    };
    words.iter().map(event).collect()
}

pub(super) fn scope() -> Scope {
    Scope::Contact(ContactId::generate(&SystemIds))
}

async fn what_is_shown_is_read_in_order_from_any_place(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (org, scope) = (store.org(org), scope());
    let turn = TurnId::generate(&SystemIds);
    assert!(
        org.stream_events("s", scope, 0, 9)
            .await
            .unwrap()
            .is_empty()
    );
    let last = org
        .append_stream("s", scope, None, events(&["a", "b"]))
        .await;
    assert_eq!(last.unwrap(), 2);
    let last = org
        .append_stream("other", scope, None, events(&["x"]))
        .await;
    assert_eq!(last.unwrap(), 1);
    let last = org
        .append_stream("s", scope, Some(turn), events(&["c"]))
        .await;
    assert_eq!(last.unwrap(), 3);
    let ends = ["s", "other", "none"].map(|name| org.stream_end(name));
    let ends: Vec<i64> = join_all(ends)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    assert_eq!(ends, [3, 1, 0]);
    for after in 0..=3 {
        let shown = org.stream_events("s", scope, after, 2).await.unwrap();
        let expected: Vec<_> = [(1, "a"), (2, "b"), (3, "c")]
            .into_iter()
            .filter(|(seq, _)| *seq > after)
            .take(2)
            .collect();
        let found: Vec<_> = shown
            .iter()
            .map(|event| (event.seq, std::str::from_utf8(&event.data).unwrap()))
            .collect();
        assert_eq!(found, expected);
    }
    let last = org.stream_events("s", scope, 2, 1).await.unwrap().remove(0);
    assert_eq!(
        (last.turn_id, last.kind.as_str()),
        (Some(turn), "text.delta")
    );
    assert_eq!(last.created_at, db.clock().now());
}

async fn writers_at_once_leave_no_gap(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let scope = scope();
    let writing = (0..8).map(|_| {
        let store = store.clone();
        tokio::spawn(async move {
            let mut places = Vec::new();
            for _ in 0..5 {
                let new = events(&["a", "b", "c"]);
                let last = store.org(org).append_stream("s", scope, None, new).await;
                places.push(last.unwrap());
            }
            places
        })
    });
    let mut places: Vec<i64> = Vec::new();
    for written in join_all(writing).await {
        places.extend(written.unwrap());
    }
    places.sort_unstable();
    assert_eq!(places, (1..=40).map(|n| n * 3).collect::<Vec<_>>());
    let shown = store.org(org).stream_events("s", scope, 0, 1000).await;
    let words: Vec<_> = shown.unwrap().into_iter().map(|event| event.data).collect();
    assert_eq!(words, [b"a", b"b", b"c"].repeat(40));
}

async fn what_is_old_is_forgotten_and_no_place_is_given_again(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (org, scope) = (store.org(org), scope());
    org.append_stream("s", scope, None, events(&["a", "b", "c"]))
        .await
        .unwrap();
    db.clock().advance(HOUR);
    let before = db.clock().now();
    org.append_stream("s", scope, None, events(&["d"]))
        .await
        .unwrap();
    assert_eq!(store.trim_streams(before, 2).await.unwrap(), 2);
    assert_eq!(store.trim_streams(before, 2).await.unwrap(), 1);
    assert_eq!(store.trim_streams(before, 2).await.unwrap(), 0);
    let shown = org.stream_events("s", scope, 0, 9).await.unwrap();
    assert_eq!(shown.iter().map(|event| event.seq).collect::<Vec<_>>(), [4]);
    store.trim_streams(before.plus(HOUR), 9).await.unwrap();
    let last = org.append_stream("s", scope, None, events(&["e"])).await;
    assert_eq!(last.unwrap(), 5);
}

async fn the_stream_of_another_org_cannot_be_read_or_written(db: TestDatabase) {
    let store = db.open().await;
    let (ours, _) = new_org(&store, "Acme").await;
    let (theirs, _) = new_org(&store, "Zenith").await;
    let (ours, theirs, scope) = (store.org(ours), store.org(theirs), scope());
    ours.append_stream("s", scope, None, events(&["a"]))
        .await
        .unwrap();
    let before = db.data().dump().await;
    let refused = theirs.append_stream("s", scope, None, events(&["b"])).await;
    assert_err!(refused, StoreError::Refused(_));
    assert_eq!(db.data().dump().await, before);
    assert!(
        theirs
            .stream_events("s", scope, 0, 9)
            .await
            .unwrap()
            .is_empty()
    );
}

async fn what_is_shown_is_sealed_in_its_place(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (org, scope, data) = (store.org(org), scope(), db.data());
    org.append_stream("s", scope, None, events(&["first", "second"]))
        .await
        .unwrap();
    let Cell::Bytes(sealed) = data
        .value("select data_enc from stream_event where seq = 1")
        .await
    else {
        panic!("nothing is there");
    };
    assert!(!sealed.windows(5).any(|bytes| bytes == b"first"));
    for change in ["data_enc = $", "kind = 'text.done'", "id = 'another'"] {
        data.execute("create table kept as select * from stream_event")
            .await;
        let change = change.replace('$', &data.literal(&Cell::Bytes(sealed.clone())));
        data.execute(&format!("update stream_event set {change} where seq = 2"))
            .await;
        let opened = org.stream_events("s", scope, 1, 9).await;
        assert_err!(
            opened,
            StoreError::Tampered {
                table: "stream_event",
                ..
            }
        );
        data.execute(
            "delete from stream_event; insert into stream_event select * from kept; drop table kept",
        )
        .await;
    }
    store.forget_scope(scope).await.unwrap();
    assert_err!(
        org.stream_events("s", scope, 0, 9).await,
        StoreError::Forgotten
    );
}
