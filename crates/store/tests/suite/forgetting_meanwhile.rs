//! Forgetting while something else goes on: turns, sends, other organisations, and failures at any point.

use std::collections::BTreeSet;
use std::time::Duration;

use steward_model::{EffectState, ItemKind, JobState, SystemIds, ThreadId, ThreadState};
use steward_store::{Advance, Forgot, Origin, Outgoing, StoreError};
use steward_testkit::{Backend, FailAt, TestDatabase, on_both};

use super::forgetting::{SECRET, STEM, forget_asked, found, heard, quoting, said, tell};
use super::outbox::sent;
use super::passages::{keep, note};
use super::story::{all, new_org};
use super::turns::ending;

stories![
    a_turn_under_way_is_waited_for,
    a_turn_of_a_forgotten_contact_is_ended_by_whoever_finds_it,
    what_has_not_left_does_not_leave,
    the_passages_of_another_org_are_not_forgotten,
];

async fn a_turn_under_way_is_waited_for(db: TestDatabase) {
    let store = db.open().await;
    let (it, told) = tell(&db, store).await;
    let here = it.store.org(it.org);
    // It has read the text, and writes it once everything was looked through.
    let late = heard(&it, "What did I say?", "late").await;
    assert!(here.forget_passage(told.passage, "member:x").await.unwrap());
    assert_eq!(here.forget_asked().await.unwrap(), Forgot::NotYet);
    assert_eq!(here.forget_asked().await.unwrap(), Forgot::NotYet);
    let answer = Advance {
        items: vec![said(ItemKind::Assistant, SECRET)],
        ..ending()
    };
    it.store.advance(&late, answer).await.unwrap();
    // A turn that began later is not waited for: what it reads has been looked through.
    let after = heard(&it, "And now?", "after").await;
    let forgot = here.forget_asked().await.unwrap();
    it.store.advance(&after, ending()).await.unwrap();
    if forgot == Forgot::NotYet {
        forget_asked(&it.store, it.org).await;
    }
    assert_eq!(found(&it.store, it.org, STEM).await, BTreeSet::new());
    let job = &it
        .store
        .claim_jobs("node", 9, Duration::from_secs(60))
        .await
        .unwrap()[0];
    let later = steward_model::Clock::now(db.clock()).plus(Duration::from_secs(2));
    assert!(it.store.put_off_job(job, later, "waits").await.unwrap());
    let jobs = here.jobs(&all(), Some(JobState::Queued)).await.unwrap();
    assert_eq!(
        (jobs[0].attempt, jobs[0].error.as_deref()),
        (0, Some("waits"))
    );
    assert!(!it.store.put_off_job(job, later, "waits").await.unwrap());
}

async fn a_turn_of_a_forgotten_contact_is_ended_by_whoever_finds_it(db: TestDatabase) {
    let store = db.open().await;
    let (it, told) = tell(&db, store).await;
    let here = it.store.org(it.org);
    let late = heard(&it, "What did I say?", "late").await;
    // As long as it can be read it stays as it is.
    assert!(!here.close_forgotten_thread(late.thread_id).await.unwrap());
    assert_eq!(
        it.store.renew_claim(&late).await.unwrap(),
        steward_store::Word::GoOn
    );
    assert!(here.forget_contact(told.contact, "member:x").await.unwrap());
    assert_eq!(here.forget_asked().await.unwrap(), Forgot::NotYet);
    assert_err!(
        it.store.advance(&late, ending()).await,
        StoreError::Forgotten
    );
    for _ in 0..2 {
        assert!(here.close_forgotten_thread(late.thread_id).await.unwrap());
    }
    assert_err!(it.store.renew_claim(&late).await, StoreError::LeaseLost);
    let turn = here.turn(late.turn_id).await.unwrap().unwrap();
    assert_eq!(turn.outcome.as_deref(), Some("forgotten"));
    assert!(turn.ended_at.is_some());
    let thread = here.thread(late.thread_id).await.unwrap().unwrap();
    assert_eq!(
        (thread.state, thread.hold_reason),
        (ThreadState::Archived, None)
    );
    forget_asked(&it.store, it.org).await;
    let nowhere = ThreadId::generate(&SystemIds);
    assert!(!here.close_forgotten_thread(nowhere).await.unwrap());
}

async fn what_has_not_left_does_not_leave(db: TestDatabase) {
    let store = db.open().await;
    let (it, told) = tell(&db, store).await;
    let here = it.store.org(it.org);
    let claimed = it.claim_one().await;
    let origin = Origin {
        turn: None,
        ..it.origin()
    };
    let outgoing = Outgoing {
        effects: vec![it.effect("other"), quoting(&it, "three")],
        ..Outgoing::default()
    };
    let put = it.store.put_out(origin, outgoing).await.unwrap();
    assert!(here.forget_passage(told.passage, "member:x").await.unwrap());
    // What is being sent is left until it is known what became of it.
    assert_eq!(here.forget_asked().await.unwrap(), Forgot::NotYet);
    assert_eq!(it.state(claimed.id).await, EffectState::Inflight);
    let settled = it.store.settle_effect(&claimed, sent(&claimed)).await;
    assert_eq!(settled.unwrap(), Some(EffectState::Sent));
    forget_asked(&it.store, it.org).await;
    assert_eq!(found(&it.store, it.org, STEM).await, BTreeSet::new());
    assert_eq!(it.state(claimed.id).await, EffectState::Sent);
    assert_eq!(it.state(put[0]).await, EffectState::Pending);
    assert_eq!(it.state(put[1]).await, EffectState::Cancelled);
    let actions = it.actions(&db, &put[1]).await;
    let noted = ["effect.pending", "effect.cancelled", "effect.scrubbed"];
    assert_eq!(actions, noted);
}

async fn the_passages_of_another_org_are_not_forgotten(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (other, _) = new_org(&store, "Other").await;
    let mut new = note("a");
    new.text = SECRET.into();
    let (ours, theirs) = (
        keep(&store, org, new.clone()).await,
        keep(&store, other, new).await,
    );
    assert!(
        !store
            .org(org)
            .forget_passage(theirs, "member:x")
            .await
            .unwrap()
    );
    assert_eq!(
        store.org(org).forget_source("a", "member:x").await.unwrap(),
        1
    );
    assert_eq!(
        store.org(org).forget_source("a", "member:x").await.unwrap(),
        0
    );
    forget_asked(&store, org).await;
    forget_asked(&store, other).await;
    assert!(store.org(org).passage(ours).await.unwrap().is_none());
    assert!(store.org(other).passage(theirs).await.unwrap().is_some());
}

#[test]
fn forgetting_goes_on_after_any_failure() {
    on_both(|db| async move {
        let faults = FailAt::default();
        let db = db.with_probe(faults.probe());
        let store = db.open().await;
        let mut points = 0;
        // The points are the same on both; what differs is how each undoes what it had begun, and that takes few of them.
        let (stride, least) = match db.backend() {
            Backend::Sqlite => (1, 100),
            Backend::Postgres => (9, 12),
        };
        for n in (1..).step_by(stride) {
            let (it, told) = tell(&db, store.clone()).await;
            let here = it.store.org(it.org);
            faults.arm(n, || StoreError::Busy);
            let forgot = async {
                match n % 2 {
                    0 => _ = here.forget_passage(told.passage, "member:x").await?,
                    _ => _ = here.forget_contact(told.contact, "member:x").await?,
                }
                here.forget_asked().await
            };
            let failed = forgot.await.is_err();
            let struck = faults.disarm();
            assert_eq!(failed, struck, "point {n}");
            // What was accepted is carried out; what was not is asked for again.
            forget_asked(&it.store, it.org).await;
            if n % 2 == 0 {
                here.forget_passage(told.passage, "member:x").await.unwrap();
            } else {
                here.forget_contact(told.contact, "member:x").await.unwrap();
            }
            forget_asked(&it.store, it.org).await;
            let left = found(&it.store, it.org, STEM).await;
            assert_eq!(left, BTreeSet::new(), "point {n}");
            points += usize::from(struck);
            if !struck && n % 2 == 0 {
                break;
            }
        }
        assert!(points > least, "the sweep ended after {points} points");
    });
}
