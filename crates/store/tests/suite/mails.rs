//! Emails about notices: to whom, and for how long they are wanted.

use steward_model::{
    Clock as _, JobState, MemberId, NoticeId, NoticeKind, Role, SystemIds, ThreadId,
};
use steward_store::{
    Accepted, AlertReason, COMPACT_THREAD, DueMail, MAIL_NOTICE, MemberChange, NewMember,
    NewNotice, StoreError,
};
use steward_testkit::{FailAt, TestDatabase, on_both};

use super::chats::said;
use super::jobs::{LEASE, job};
use super::outbox::World;
use super::story::{all, email, person};

stories![
    an_escalation_asks_for_one_email_per_member_who_wants_it,
    an_email_is_wanted_until_somebody_has_seen_to_the_notice,
    who_changes_their_mind_or_is_gone_gets_no_email,
    a_members_own_thread_is_nobody_elses_email,
    an_email_tells_why_and_where_and_nothing_else,
    emails_wait_for_whoever_asks_for_them_by_name,
];

fn notice(name: &str) -> NewNotice {
    NewNotice {
        kind: NoticeKind::Escalated,
        text: "Please look.".into(),
        dedupe_key: name.into(),
    }
}

fn wish(mail_escalations: bool) -> MemberChange {
    MemberChange {
        mail_escalations: Some(mail_escalations),
        ..MemberChange::default()
    }
}

/// A member with an address who wants emails.
pub(super) async fn wisher(it: &World, name: &str) -> MemberId {
    let here = it.store.org(it.org);
    let new = NewMember {
        identifiers: vec![email(&format!("{name}@example.com"))],
        ..person(name, Role::Member)
    };
    let member = here.create_member(new).await.unwrap();
    assert!(!member.mail_escalations, "nobody is asked for them unasked");
    let changed = here.update_member(member.id, wish(true)).await.unwrap();
    assert!(changed.unwrap().mail_escalations);
    member.id
}

/// What is asked for, in the order of members.
pub(super) async fn asked(it: &World) -> Vec<(NoticeId, MemberId)> {
    let jobs = it.store.org(it.org).jobs(&all(), None).await.unwrap();
    let mails = jobs.iter().filter(|job| job.kind == MAIL_NOTICE);
    let ids = mails.map(|job| job.subject.split_once(':').unwrap());
    ids.map(|(notice, member)| (notice.parse().unwrap(), member.parse().unwrap()))
        .collect()
}

async fn newest(it: &World) -> NoticeId {
    let notices = it.store.org(it.org).notices(&all(), false).await.unwrap();
    notices.last().unwrap().id
}

async fn due(it: &World, notice: NoticeId, member: MemberId) -> Option<DueMail> {
    it.store.org(it.org).due_mail(notice, member).await.unwrap()
}

async fn an_escalation_asks_for_one_email_per_member_who_wants_it(db: TestDatabase) {
    let it = World::new(&db).await;
    let other = World::of(&db, it.store.clone(), "Zenith").await;
    wisher(&other, "zoe").await;
    let here = it.store.org(it.org);
    here.raise_notice(Some(it.thread), notice("nobody wants it"))
        .await
        .unwrap();
    assert_eq!(asked(&it).await, []);

    let (ana, bo) = (wisher(&it, "ana").await, wisher(&it, "bo").await);
    for _ in 0..2 {
        here.raise_notice(Some(it.thread), notice("turn:1"))
            .await
            .unwrap();
    }
    let first = newest(&it).await;
    assert_eq!(asked(&it).await, [(first, ana), (first, bo)]);
    here.raise_notice(None, notice("turn:2")).await.unwrap();
    let second = newest(&it).await;
    assert_eq!(asked(&it).await.len(), 4);
    assert_eq!(asked(&it).await[2..], [(second, ana), (second, bo)]);

    for kind in NoticeKind::ALL {
        let new = NewNotice {
            kind: *kind,
            ..notice(&format!("kind:{kind}"))
        };
        here.raise_notice(None, new).await.unwrap();
    }
    assert_eq!(
        asked(&it).await.len(),
        6,
        "only one of them is an escalation"
    );
    assert_eq!(asked(&other).await, []);
}

async fn an_email_is_wanted_until_somebody_has_seen_to_the_notice(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let ana = wisher(&it, "ana").await;
    here.raise_notice(Some(it.thread), notice("turn:1"))
        .await
        .unwrap();
    let raised = newest(&it).await;
    assert!(due(&it, raised, ana).await.is_some());
    let other = World::of(&db, it.store.clone(), "Zenith").await;
    assert_eq!(due(&other, raised, ana).await, None);
    assert_eq!(due(&it, NoticeId::generate(&SystemIds), ana).await, None);
    assert!(here.resolve_notice(raised, it.owner).await.unwrap());
    assert_eq!(due(&it, raised, ana).await, None);
}

async fn who_changes_their_mind_or_is_gone_gets_no_email(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let (ana, bo) = (wisher(&it, "ana").await, wisher(&it, "bo").await);
    // The owner has no address.
    here.update_member(it.owner, wish(true)).await.unwrap();
    here.raise_notice(None, notice("turn:1")).await.unwrap();
    let raised = newest(&it).await;
    assert!(due(&it, raised, ana).await.is_some());
    assert!(due(&it, raised, bo).await.is_some());
    assert_eq!(due(&it, raised, it.owner).await, None);
    here.update_member(ana, wish(false)).await.unwrap();
    assert_eq!(due(&it, raised, ana).await, None);
    assert!(here.delete_member(bo).await.unwrap());
    assert_eq!(due(&it, raised, bo).await, None);
}

async fn a_members_own_thread_is_nobody_elses_email(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let (ana, bo) = (wisher(&it, "ana").await, wisher(&it, "bo").await);
    let accepted = here.accept(said(it.agent, ana, "chat", 1)).await.unwrap();
    let Accepted::Queued { thread_id, .. } = accepted else {
        panic!("it is new")
    };
    here.raise_notice(Some(thread_id), notice("turn:1"))
        .await
        .unwrap();
    let raised = newest(&it).await;
    assert_eq!(asked(&it).await, [(raised, ana)]);
    assert_eq!(due(&it, raised, bo).await, None);
    let mail = due(&it, raised, ana).await.unwrap();
    assert_eq!(
        mail.inbox_thread, None,
        "it is no conversation with a contact"
    );
}

async fn an_email_tells_why_and_where_and_nothing_else(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let ana = wisher(&it, "ana").await;
    let thread: Option<ThreadId> = Some(it.thread);
    for (name, about, reason) in [
        ("emergency:SM1", thread, AlertReason::Emergency),
        ("sms:SM2", thread, AlertReason::Text),
        ("turn:3", thread, AlertReason::Agent),
        ("sms:SM4", None, AlertReason::Text),
    ] {
        here.raise_notice(about, notice(name)).await.unwrap();
        let mail = due(&it, newest(&it).await, ana).await;
        let expected = DueMail {
            to: "ana@example.com".parse().unwrap(),
            reason,
            inbox_thread: about,
            raised_at: db.clock().now(),
        };
        assert_eq!(mail, Some(expected), "{name}");
    }
}

async fn emails_wait_for_whoever_asks_for_them_by_name(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    wisher(&it, "ana").await;
    here.raise_notice(None, notice("turn:1")).await.unwrap();
    here.enqueue(job(&db, "other")).await.unwrap();
    let others = it.store.claim_jobs("node", 9, LEASE).await.unwrap();
    assert!(others.iter().all(|job| job.kind == "summarise"));
    let long = it.store.claim_compactions("node", 9, LEASE).await.unwrap();
    assert!(long.iter().all(|job| job.kind == COMPACT_THREAD));
    let mut mails = it.store.claim_mails("node", 9, LEASE).await.unwrap();
    assert_eq!(mails.len(), 1);
    let mail = mails.remove(0);
    assert!(it.store.give_up_job(&mail, "no").await.unwrap());
    assert!(!it.store.give_up_job(&mail, "no").await.unwrap());
    let dead = here.jobs(&all(), Some(JobState::Dead)).await.unwrap();
    assert_eq!(dead.len(), 1);
    assert_eq!((dead[0].id, dead[0].attempt), (mail.id, 1));
    assert_eq!(dead[0].error.as_deref(), Some("no"));
    assert!(here.retry_job(mail.id).await.unwrap());
}

#[test]
fn a_notice_is_not_raised_without_its_emails() {
    on_both(|db| async move {
        let faults = FailAt::default();
        let db = db.with_probe(faults.probe());
        let it = World::new(&db).await;
        let here = it.store.org(it.org);
        wisher(&it, "ana").await;
        wisher(&it, "bo").await;
        let before = db.data().dump().await;
        for n in 1.. {
            faults.arm(n, || StoreError::Busy);
            let raised = here.raise_notice(Some(it.thread), notice("turn:1")).await;
            if !faults.disarm() {
                assert!(raised.unwrap());
                break;
            }
            assert_err!(raised, StoreError::Busy);
            assert_eq!(db.data().dump().await, before, "at point {n}");
        }
        assert_eq!(asked(&it).await.len(), 2);
    });
}
