//! Notices: what a person must know.

use steward_model::{NoticeId, NoticeKind, SystemIds, ThreadId};
use steward_store::{NewNotice, Outgoing, StoreError};
use steward_testkit::{Cell, TestDatabase};

use super::outbox::World;
use super::story::{all, page};

stories![
    the_same_trouble_twice_is_one_notice,
    a_notice_is_resolved_once_by_a_member,
    a_notice_of_a_forgotten_thread_says_nothing,
    a_changed_notice_is_noticed,
];

fn notice(name: &str) -> NewNotice {
    NewNotice {
        kind: NoticeKind::Escalated,
        text: format!("Please look: {name}."),
        dedupe_key: name.into(),
    }
}

async fn the_same_trouble_twice_is_one_notice(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let outgoing = Outgoing {
        notices: vec![notice("a"), notice("b"), notice("a")],
        ..Outgoing::default()
    };
    it.store.put_out(it.origin(), outgoing).await.unwrap();
    assert!(
        !here
            .raise_notice(Some(it.thread), notice("b"))
            .await
            .unwrap()
    );
    assert!(
        here.raise_notice(Some(it.thread), notice("c"))
            .await
            .unwrap()
    );
    assert!(here.raise_notice(None, notice("d")).await.unwrap());
    let open = here.notices(&all(), true).await.unwrap();
    let texts: Vec<_> = open
        .iter()
        .map(|one| one.text.as_deref().unwrap())
        .collect();
    assert_eq!(
        texts,
        [
            "Please look: a.",
            "Please look: b.",
            "Please look: c.",
            "Please look: d."
        ]
    );
    assert_eq!(
        (open[0].thread_id, open[0].turn_id),
        (Some(it.thread), Some(it.turn))
    );
    assert_eq!((open[3].thread_id, open[3].turn_id), (None, None));
    let second = page(Some(open[0].id.to_string()), 1);
    assert_eq!(here.notices(&second, false).await.unwrap(), open[1..2]);
    let nowhere = ThreadId::generate(&SystemIds);
    let refused = here.raise_notice(Some(nowhere), notice("e")).await;
    assert_err!(refused, StoreError::Refused(_));
    assert_eq!(it.actions(&db, &open[0].id).await, ["notice.raised"]);
}

async fn a_notice_is_resolved_once_by_a_member(db: TestDatabase) {
    let it = World::new(&db).await;
    let other = World::of(&db, it.store.clone(), "Zenith").await;
    let here = it.store.org(it.org);
    here.raise_notice(None, notice("a")).await.unwrap();
    let id = here.notices(&all(), true).await.unwrap()[0].id;
    assert!(!here.resolve_notice(id, other.owner).await.unwrap());
    let theirs = it.store.org(other.org);
    assert!(!theirs.resolve_notice(id, other.owner).await.unwrap());
    assert_eq!(theirs.notices(&all(), false).await.unwrap(), []);
    assert!(here.resolve_notice(id, it.owner).await.unwrap());
    assert!(!here.resolve_notice(id, it.owner).await.unwrap());
    assert_eq!(here.notices(&all(), true).await.unwrap(), []);
    let seen = here.notices(&all(), false).await.unwrap();
    assert_eq!(seen[0].resolved_by, Some(it.owner));
    assert!(!here.raise_notice(None, notice("a")).await.unwrap());
    let nothing = NoticeId::generate(&SystemIds);
    assert!(!here.resolve_notice(nothing, it.owner).await.unwrap());
    assert_eq!(
        it.actions(&db, &id).await,
        ["notice.raised", "notice.resolved"]
    );
}

async fn a_notice_of_a_forgotten_thread_says_nothing(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    here.raise_notice(Some(it.thread), notice("a"))
        .await
        .unwrap();
    here.raise_notice(None, notice("b")).await.unwrap();
    assert!(here.forget_contact(it.contact).await.unwrap());
    let open = here.notices(&all(), true).await.unwrap();
    let texts: Vec<_> = open.iter().map(|one| one.text.as_deref()).collect();
    assert_eq!(texts, [None, Some("Please look: b.")]);
}

async fn a_changed_notice_is_noticed(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    here.raise_notice(None, notice("a")).await.unwrap();
    let blob = db.data().literal(&Cell::Bytes(vec![1; 64]));
    let sql = format!("update notice set text_enc = {blob}");
    db.data().execute(&sql).await;
    assert_err!(
        here.notices(&all(), false).await,
        StoreError::Tampered {
            table: "notice",
            ..
        }
    );
}
