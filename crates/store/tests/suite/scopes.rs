//! What is a member's own is there for nobody else who is only a member.

use steward_model::{ApprovalDecision, ApproverRole, NoticeKind, Role};
use steward_store::{NewNotice, OrgStore};
use steward_testkit::TestDatabase;

use super::outbox::World;
use super::story::{all, person};

stories![
    what_comes_of_a_members_own_thread_is_theirs,
    what_comes_of_a_contacts_thread_is_everybodys,
    a_notice_of_an_unreadable_thread_is_for_whoever_may_see_the_thread,
];

fn notice(name: &str) -> NewNotice {
    NewNotice {
        kind: NoticeKind::Held,
        text: "Please look.".into(),
        dedupe_key: name.into(),
    }
}

impl World {
    /// Makes the thread its owner's own, before anything comes of it.
    async fn make_private(&self, db: &TestDatabase) {
        let (thread, owner) = (self.thread, self.owner);
        let sql = format!("update thread set scope = 'member:{owner}' where id = '{thread}'");
        db.data().execute(&sql).await;
    }
}

/// How many approvals, effects and notices are listed.
async fn listed(org: &OrgStore<'_>) -> (usize, usize, usize) {
    (
        org.approvals(&all(), false).await.unwrap().len(),
        org.effects(&all(), None).await.unwrap().len(),
        org.notices(&all(), false).await.unwrap().len(),
    )
}

async fn what_comes_of_a_members_own_thread_is_theirs(db: TestDatabase) {
    let it = World::new(&db).await;
    it.make_private(&db).await;
    let here = it.store.org(it.org);
    let other = here.create_member(person("Mia", Role::Member)).await;
    let other = other.unwrap().id;
    let approval = it.ask(&db, "call 1", ApproverRole::Member).await;
    let effect = it.put(it.effect("one")).await;
    here.raise_notice(Some(it.thread), notice("a"))
        .await
        .unwrap();
    let raised = here.notices(&all(), true).await.unwrap()[0].id;

    let mias = here.seen_by(other);
    assert_eq!(listed(&mias).await, (0, 0, 0));
    assert_eq!(mias.approval(approval).await.unwrap(), None);
    assert_eq!(mias.effect(effect).await.unwrap(), None);
    assert!(!mias.resolve_notice(raised, other).await.unwrap());
    let denied = ApprovalDecision::Denied;
    let decided = mias.decide_approval(approval, (other, Role::Member), denied, None);
    assert_eq!(decided.await.unwrap(), None);

    let own = here.seen_by(it.owner);
    for org in [here, own] {
        assert_eq!(listed(&org).await, (1, 1, 1));
    }
    assert!(own.approval(approval).await.unwrap().is_some());
    assert!(own.effect(effect).await.unwrap().is_some());
    assert!(own.resolve_notice(raised, it.owner).await.unwrap());
    let decided = own.decide_approval(approval, (it.owner, Role::Member), denied, None);
    assert!(decided.await.unwrap().is_some());
}

async fn what_comes_of_a_contacts_thread_is_everybodys(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let other = here.create_member(person("Mia", Role::Member)).await;
    it.ask(&db, "call 1", ApproverRole::Member).await;
    it.put(it.effect("one")).await;
    here.raise_notice(Some(it.thread), notice("a"))
        .await
        .unwrap();
    here.raise_notice(None, notice("b")).await.unwrap();
    let mias = here.seen_by(other.unwrap().id);
    assert_eq!(listed(&mias).await, (1, 1, 2));
}

async fn a_notice_of_an_unreadable_thread_is_for_whoever_may_see_the_thread(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let other = here.create_member(person("Mia", Role::Member)).await;
    let mias = here.seen_by(other.unwrap().id);
    // It is sealed for the organisation, since the thread's own key may be what is gone.
    let unreadable = notice(&format!("unreadable:{}", it.thread));
    here.raise_notice(None, unreadable).await.unwrap();
    assert_eq!(listed(&mias).await, (0, 0, 1));
    it.make_private(&db).await;
    assert!(here.hold_thread(it.thread, "unreadable").await.unwrap());
    for _ in 0..2 {
        assert_eq!(listed(&mias).await, (0, 0, 0));
        assert_eq!(listed(&here.seen_by(it.owner)).await, (0, 0, 1));
        here.release_thread(it.thread).await.unwrap();
    }
}
