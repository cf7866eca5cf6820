//! Notices: what a person must know.

use steward_model::{
    Clock as _, EffectId, EventKind, JobId, NoticeId, NoticeKind, ScheduleId, SystemIds, ThreadId,
};
use steward_store::{NewJob, NewNotice, Outgoing, StoreError};
use steward_testkit::{Cell, TestDatabase};

use super::outbox::World;
use super::story::{all, page};

stories![
    the_same_trouble_twice_is_one_notice,
    a_notice_is_resolved_once_by_a_member,
    a_notice_of_a_forgotten_thread_says_nothing,
    a_changed_notice_is_noticed,
    a_notice_says_what_it_is_about,
    letting_a_thread_go_on_ends_the_notice_of_its_hold,
    what_arrives_on_a_held_thread_brings_its_notice_back,
    trying_a_job_again_ends_the_notice_that_it_was_given_up,
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
    assert!(here.forget_contact(it.contact, "system").await.unwrap());
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

async fn a_notice_says_what_it_is_about(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let effect = EffectId::generate(&SystemIds);
    let job = JobId::generate(&SystemIds);
    let schedule = ScheduleId::generate(&SystemIds);
    for name in [
        format!("effect:{effect}:review:1"),
        format!("job:{job}"),
        format!("schedule:{schedule}:1767225600000000"),
        format!("unreadable:{}", it.thread),
        "job:none".into(),
        "sms:SM1".into(),
    ] {
        here.raise_notice(None, notice(&name)).await.unwrap();
    }
    let raised = here.notices(&all(), true).await.unwrap();
    let about: Vec<_> = raised
        .iter()
        .map(|one| (one.thread_id, one.effect_id, one.job_id, one.schedule_id))
        .collect();
    assert_eq!(
        about,
        [
            (None, Some(effect), None, None),
            (None, None, Some(job), None),
            (None, None, None, Some(schedule)),
            (Some(it.thread), None, None, None),
            (None, None, None, None),
            (None, None, None, None),
        ]
    );
}

async fn letting_a_thread_go_on_ends_the_notice_of_its_hold(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let held = |name: String| NewNotice {
        kind: NoticeKind::Held,
        ..notice(&name)
    };
    let unreadable = || held(format!("unreadable:{}", it.thread));
    here.raise_notice(Some(it.thread), held(format!("held:{}", it.turn)))
        .await
        .unwrap();
    here.raise_notice(Some(it.thread), notice("something else"))
        .await
        .unwrap();
    here.raise_notice(None, unreadable()).await.unwrap();
    assert!(!here.release_thread(it.thread).await.unwrap());
    assert_eq!(here.notices(&all(), true).await.unwrap().len(), 3);

    for _ in 0..2 {
        assert!(here.hold_thread(it.thread, "unreadable").await.unwrap());
        assert!(here.release_thread(it.thread).await.unwrap());
        assert_eq!(it.notices().await, [NoticeKind::Escalated]);
        // It is on hold again, and a person is told again.
        assert!(here.raise_notice(None, unreadable()).await.unwrap());
    }
    let told = here.notices(&all(), false).await.unwrap();
    let unreadable = told.iter().filter(|one| one.turn_id.is_none());
    let about: Vec<_> = unreadable.map(|one| one.thread_id).collect();
    assert_eq!(about, [Some(it.thread); 5]);
}

async fn what_arrives_on_a_held_thread_brings_its_notice_back(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let held = |name: String| NewNotice {
        kind: NoticeKind::Held,
        ..notice(&name)
    };
    let arrives = async |number| {
        let text = super::inbox::text(it.agent, it.contact, number);
        here.accept(text).await.unwrap();
        it.notices().await
    };
    let about_thread = (Some(it.thread), held(format!("held:{}", it.turn)));
    let damaged = (None, held(format!("unreadable:{}", it.thread)));
    for (number, (thread, new)) in [(10, about_thread), (20, damaged)] {
        here.raise_notice(thread, new).await.unwrap();
        assert!(here.hold_thread(it.thread, "failed").await.unwrap());
        let waits = here.notices(&all(), true).await.unwrap();
        assert_eq!(waits.len(), 1);
        assert_eq!(arrives(number).await, [NoticeKind::Held]);
        assert!(here.resolve_notice(waits[0].id, it.owner).await.unwrap());
        assert_eq!(it.notices().await, []);
        // A colleague's own reply is nothing that anybody waits for.
        let reply = steward_store::NewEvent {
            kind: EventKind::TeamReply,
            ..super::inbox::text(it.agent, it.contact, number + 1)
        };
        here.accept(reply).await.unwrap();
        assert_eq!(it.notices().await, []);
        for more in [number + 2, number + 3] {
            assert_eq!(arrives(more).await, [NoticeKind::Held]);
        }
        assert_eq!(here.notices(&all(), true).await.unwrap(), waits);
        assert!(here.release_thread(it.thread).await.unwrap());
        assert_eq!(arrives(number + 4).await, [], "it is not on hold any more");
    }
}

async fn trying_a_job_again_ends_the_notice_that_it_was_given_up(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let job = NewJob {
        kind: "summarise".into(),
        subject: it.org.to_string(),
        dedupe_key: "1".into(),
        run_at: db.clock().now(),
    };
    let job = here.enqueue(job).await.unwrap();
    let given_up = || notice(&format!("job:{job}"));
    let bury = "update job set state = 'dead', ended_at = created_at";
    here.raise_notice(None, given_up()).await.unwrap();
    assert!(!here.retry_job(job).await.unwrap(), "it was not given up");
    assert_eq!(it.notices().await.len(), 1);
    db.data().execute(bury).await;
    assert!(here.retry_job(job).await.unwrap());
    assert_eq!(it.notices().await, []);

    // It is given up again. Somebody looks, and tries it again: that is a third time to be told.
    db.data().execute(bury).await;
    assert!(here.raise_notice(None, given_up()).await.unwrap());
    let open = here.notices(&all(), true).await.unwrap();
    assert!(here.resolve_notice(open[0].id, it.owner).await.unwrap());
    assert!(here.retry_job(job).await.unwrap());
    assert!(here.raise_notice(None, given_up()).await.unwrap());
    let told = here.notices(&all(), false).await.unwrap();
    let resolved: Vec<_> = told.iter().map(|one| one.resolved_by).collect();
    assert_eq!(resolved, [None, Some(it.owner), None]);
    assert!(told.iter().all(|one| one.job_id == Some(job)));
}
