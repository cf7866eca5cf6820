//! Jobs: asked for once, done at least once, and given up in the end.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::future::join_all;
use steward_model::{Clock as _, JobId, JobState, OrgId, SystemIds};
use steward_store::{ClaimedJob, NewJob, Store, StoreError};
use steward_testkit::{Cell, FailAt, TestDatabase};

use super::inbox::{agent, contact, text};
use super::story::{HOUR, all, new_org, page};

stories![
    the_same_work_asked_for_twice_is_one_job,
    jobs_are_claimed_in_the_order_of_their_times,
    of_many_that_claim_a_job_one_has_it,
    a_failed_job_waits_longer_each_time_and_is_given_up_in_the_end,
    a_job_is_given_up_and_shown_in_one,
    a_job_that_was_given_up_can_be_tried_again,
    a_job_that_kills_its_process_is_not_begun_for_ever,
    only_the_newest_attempt_ends_a_job,
    a_job_that_came_too_early_may_be_asked_for_again,
    what_was_done_is_forgotten_after_a_week,
    the_jobs_of_another_org_are_not_there,
    an_idle_thread_is_archived_and_no_other,
];

pub(super) const LEASE: Duration = Duration::from_secs(60);
const MINUTE: Duration = Duration::from_secs(60);

pub(super) fn job(db: &TestDatabase, name: &str) -> NewJob {
    NewJob {
        kind: "summarise".into(),
        subject: "thread".into(),
        dedupe_key: name.into(),
        run_at: db.clock().now(),
    }
}

async fn claim_one(store: &Store) -> Option<ClaimedJob> {
    store.claim_jobs("node", 1, LEASE).await.unwrap().pop()
}

async fn states(store: &Store, org: OrgId) -> Vec<(JobState, i64)> {
    let jobs = store.org(org).jobs(&all(), None).await.unwrap();
    jobs.iter().map(|job| (job.state, job.attempt)).collect()
}

async fn the_same_work_asked_for_twice_is_one_job(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let asked = join_all((0..20).map(|n| {
        let (store, new) = (store.clone(), job(&db, &format!("job {}", n % 2)));
        tokio::spawn(async move { store.org(org).enqueue(new).await.unwrap() })
    }));
    let ids: BTreeSet<_> = asked.await.into_iter().map(Result::unwrap).collect();
    assert_eq!(ids.len(), 2);
    let other_kind = NewJob {
        kind: "archive".into(),
        ..job(&db, "job 0")
    };
    let other = store.org(org).enqueue(other_kind).await.unwrap();
    assert!(!ids.contains(&other));
    // Done or not, it is the same work.
    while let Some(job) = claim_one(&store).await {
        assert!(store.finish_job(&job).await.unwrap());
    }
    let again = store.org(org).enqueue(job(&db, "job 0")).await.unwrap();
    assert!(ids.contains(&again));
    assert!(claim_one(&store).await.is_none());
    assert_eq!(states(&store, org).await, [(JobState::Done, 1); 3]);
}

async fn jobs_are_claimed_in_the_order_of_their_times(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let now = db.clock().now();
    for (name, minutes) in [("late", 3), ("early", 1), ("middle", 2), ("never", 600)] {
        let new = NewJob {
            subject: name.into(),
            run_at: now.plus(MINUTE * minutes),
            ..job(&db, name)
        };
        store.org(org).enqueue(new).await.unwrap();
    }
    assert!(claim_one(&store).await.is_none());
    db.clock().advance(MINUTE * 3);
    let two = store.claim_jobs("node", 2, LEASE).await.unwrap();
    let rest = store.claim_jobs("node", 9, LEASE).await.unwrap();
    let subjects = |jobs: &[ClaimedJob]| -> Vec<_> {
        let told = |job: &ClaimedJob| (job.subject.clone(), job.attempt, job.org_id);
        jobs.iter().map(told).collect()
    };
    assert_eq!(
        subjects(&two),
        [("early".into(), 1, org), ("middle".into(), 1, org)]
    );
    assert_eq!(subjects(&rest), [("late".into(), 1, org)]);
    let found = store.org(org).jobs(&all(), Some(JobState::Running)).await;
    assert_eq!(found.unwrap().len(), 3);
    let found = store.org(org).jobs(&page(None, 2), None).await.unwrap();
    let next = page(Some(found[1].id.to_string()), 9);
    let next = store.org(org).jobs(&next, Some(JobState::Queued)).await;
    assert_eq!(next.unwrap()[0].subject, "never");
}

async fn of_many_that_claim_a_job_one_has_it(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    for n in 0..12 {
        let new = job(&db, &n.to_string());
        store.org(org).enqueue(new).await.unwrap();
    }
    let claims = join_all((0..8).map(|n| {
        let store = store.clone();
        tokio::spawn(async move {
            let node = format!("node {n}");
            store.claim_jobs(&node, 5, LEASE).await.unwrap()
        })
    }));
    let mut claimed = BTreeSet::new();
    for job in claims.await.into_iter().flat_map(Result::unwrap) {
        assert!(claimed.insert(job.id), "two have one job");
    }
    while let Some(job) = claim_one(&store).await {
        assert!(claimed.insert(job.id), "two have one job");
    }
    assert_eq!(claimed.len(), 12);
    assert_eq!(states(&store, org).await, [(JobState::Running, 1); 12]);
}

async fn a_failed_job_waits_longer_each_time_and_is_given_up_in_the_end(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    store.org(org).enqueue(job(&db, "a")).await.unwrap();
    for (attempt, minutes) in (1..).zip([1, 2, 4, 8, 16, 32, 60]) {
        let job = claim_one(&store).await.unwrap();
        assert_eq!(job.attempt, attempt);
        let failed = store.fail_job(&job, "no connection").await.unwrap();
        assert_eq!(failed, Some(JobState::Queued));
        db.clock()
            .advance(MINUTE * minutes - Duration::from_micros(1));
        assert!(
            claim_one(&store).await.is_none(),
            "too early after {attempt}"
        );
        db.clock().advance(Duration::from_micros(1));
    }
    let job = claim_one(&store).await.unwrap();
    assert_eq!(job.attempt, 8);
    let failed = store.fail_job(&job, "no connection").await.unwrap();
    assert_eq!(failed, Some(JobState::Dead));
    db.clock().advance(HOUR * 1000);
    assert!(claim_one(&store).await.is_none());
    let dead = store.org(org).jobs(&all(), Some(JobState::Dead)).await;
    let dead = dead.unwrap().remove(0);
    assert_eq!(dead.error.as_deref(), Some("no connection"));
    assert!(dead.ended_at.is_some());
    let told = "The job `summarise` failed again and again and was given up: no connection";
    assert_eq!(shown(&store, org).await, [told]);
}

/// What people are shown and nobody has seen to.
async fn shown(store: &Store, org: OrgId) -> Vec<String> {
    let notices = store.org(org).notices(&all(), true).await.unwrap();
    notices
        .into_iter()
        .filter_map(|notice| notice.text)
        .collect()
}

async fn a_job_is_given_up_and_shown_in_one(db: TestDatabase) {
    let faults = FailAt::default();
    let db = db.with_probe(faults.probe());
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    store.org(org).enqueue(job(&db, "a")).await.unwrap();
    let job = claim_one(&store).await.unwrap();
    // Cut short at any point, it is either still to be done or shown.
    let mut points = 1;
    loop {
        faults.arm(points, || StoreError::Busy);
        let given_up = store.give_up_job(&job, "no").await;
        let struck = faults.disarm();
        let dead = states(&store, org).await == [(JobState::Dead, 1)];
        assert_eq!((dead, given_up.is_ok()), (!struck, !struck));
        assert_eq!(shown(&store, org).await.len(), usize::from(dead));
        if dead {
            break;
        }
        points += 1;
    }
    assert!(points > 2);
    assert!(store.org(org).retry_job(job.id).await.unwrap());
    assert_eq!(shown(&store, org).await, [""; 0]);
}

/// Claims and fails a job until it is given up.
pub(super) async fn wear_out(db: &TestDatabase, store: &Store) -> JobId {
    loop {
        let job = claim_one(store).await.unwrap();
        if store.fail_job(&job, "no").await.unwrap() == Some(JobState::Dead) {
            return job.id;
        }
        db.clock().advance(HOUR);
    }
}

async fn a_job_that_was_given_up_can_be_tried_again(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    store.org(org).enqueue(job(&db, "a")).await.unwrap();
    let id = wear_out(&db, &store).await;
    assert!(store.org(org).retry_job(id).await.unwrap());
    assert!(!store.org(org).retry_job(id).await.unwrap(), "it is queued");
    let job = claim_one(&store).await.unwrap();
    assert_eq!((job.id, job.attempt), (id, 1));
    assert!(store.finish_job(&job).await.unwrap());
    assert!(!store.org(org).retry_job(id).await.unwrap(), "it is done");
    let done = store.org(org).jobs(&all(), None).await.unwrap().remove(0);
    assert_eq!((done.state, done.error), (JobState::Done, None));
}

async fn a_job_that_kills_its_process_is_not_begun_for_ever(db: TestDatabase) {
    let mut store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    store.org(org).enqueue(job(&db, "a")).await.unwrap();
    let mut begun = 0;
    // Each time the process dies right after the claim, and is started again by whoever watches over it.
    for _ in 0..12 {
        if claim_one(&store).await.is_some() {
            begun += 1;
        }
        store = db.reopen(store).await;
        let running = states(&store, org).await[0].0 == JobState::Running;
        let recovered = store.recover_jobs().await.unwrap();
        assert_eq!(recovered, u64::from(running));
        db.clock().advance(HOUR);
    }
    assert_eq!(begun, 8);
    assert_eq!(states(&store, org).await, [(JobState::Dead, 8)]);
    assert_eq!(shown(&store, org).await.len(), 1);
}

async fn only_the_newest_attempt_ends_a_job(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    store.org(org).enqueue(job(&db, "a")).await.unwrap();
    let first = claim_one(&store).await.unwrap();
    assert_eq!(store.sweep_jobs().await.unwrap(), 0, "its lease is good");
    db.clock().advance(LEASE + Duration::from_micros(1));
    assert_eq!(store.sweep_jobs().await.unwrap(), 1);
    assert_eq!(store.sweep_jobs().await.unwrap(), 0);
    assert!(!store.finish_job(&first).await.unwrap());
    db.clock().advance(MINUTE);
    let second = claim_one(&store).await.unwrap();
    assert_eq!(second.attempt, 2);
    assert!(!store.finish_job(&first).await.unwrap());
    assert_eq!(store.fail_job(&first, "late").await.unwrap(), None);
    assert!(store.finish_job(&second).await.unwrap());
    assert!(!store.finish_job(&second).await.unwrap());
    assert_eq!(states(&store, org).await, [(JobState::Done, 2)]);
}

async fn a_job_that_came_too_early_may_be_asked_for_again(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let first = store.org(org).enqueue(job(&db, "a")).await.unwrap();
    let early = claim_one(&store).await.unwrap();
    assert!(store.drop_job(&early).await.unwrap());
    assert!(!store.drop_job(&early).await.unwrap());
    assert_eq!(states(&store, org).await, []);
    let again = store.org(org).enqueue(job(&db, "a")).await.unwrap();
    assert_ne!(again, first);
    // Somebody else has it by now.
    let claimed = claim_one(&store).await.unwrap();
    db.clock().advance(LEASE + Duration::from_micros(1));
    assert_eq!(store.sweep_jobs().await.unwrap(), 1);
    assert!(!store.drop_job(&claimed).await.unwrap());
}

async fn what_was_done_is_forgotten_after_a_week(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    for name in ["done", "dead"] {
        let new = NewJob {
            subject: name.into(),
            ..job(&db, name)
        };
        store.org(org).enqueue(new).await.unwrap();
        if name == "done" {
            let job = claim_one(&store).await.unwrap();
            store.finish_job(&job).await.unwrap();
        }
    }
    wear_out(&db, &store).await;
    assert_eq!(store.prune_jobs().await.unwrap(), 0);
    db.clock().advance(HOUR * 24 * 7);
    assert_eq!(store.prune_jobs().await.unwrap(), 1);
    let left = store.org(org).jobs(&all(), None).await.unwrap();
    assert_eq!(
        left.len(),
        1,
        "what was given up stays until somebody looks"
    );
    assert_eq!(left[0].subject, "dead");
}

async fn the_jobs_of_another_org_are_not_there(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (other, _) = new_org(&store, "Zenith").await;
    store.org(org).enqueue(job(&db, "a")).await.unwrap();
    let id = wear_out(&db, &store).await;
    assert_eq!(store.org(other).jobs(&all(), None).await.unwrap(), []);
    assert!(!store.org(other).retry_job(id).await.unwrap());
    let missing = JobId::generate(&SystemIds);
    assert!(!store.org(org).retry_job(missing).await.unwrap());
    // The same name in another organisation is other work.
    let theirs = store.org(other).enqueue(job(&db, "a")).await.unwrap();
    assert_ne!(theirs, id);
}

async fn an_idle_thread_is_archived_and_no_other(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let (other, _) = new_org(&store, "Zenith").await;
    let (ana, bo, cem) = (contact(), contact(), contact());
    for who in [ana, bo, cem] {
        let here = store.org(org);
        here.accept(text(agent, who, 1)).await.unwrap();
        db.clock().advance(HOUR);
    }
    // The turns of two are over.
    let idle = format!("update thread set state = 'idle' where correlation_key <> 'contact:{cem}'");
    db.data().execute(&idle).await;
    let now = db.clock().now();
    let archive = async |org, limit| {
        let org = store.org(org);
        org.archive_idle_threads(now, limit).await.unwrap()
    };
    let first = now.minus(HOUR * 3);
    let nothing = store.org(org).archive_idle_threads(first, 9).await;
    assert_eq!(nothing.unwrap(), 0);
    assert_eq!(archive(other, 9).await, 0);
    assert_eq!(archive(org, 1).await, 1);
    let sql = "select correlation_key from thread where state = 'archived'";
    let archived = db.data().rows(sql).await;
    assert_eq!(archived, [[Cell::Text(format!("contact:{ana}"))]]);
    assert_eq!(archive(org, 9).await, 1, "the third has something to do");
    assert_eq!(archive(org, 9).await, 0);
    // Whoever writes again begins anew.
    store.org(org).accept(text(agent, ana, 2)).await.unwrap();
    let threads = "select count(*) from thread";
    assert_eq!(db.data().value(threads).await, Cell::Int(4));
}
