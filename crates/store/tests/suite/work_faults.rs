//! Work that nobody waits for, with every write made to fail at every point.

use steward_model::{AgentId, Clock as _, ContactId, JobState, OrgId, ScheduleId};
use steward_store::{BegunRequest, ClaimedJob, Fire, Fired, NewSchedule, Sql, Store, StoreError};
use steward_testkit::{FailAt, Recorder, TestDatabase, on_both};

use super::budgets::{hold, limit, settlement};
use super::idempotency::{DAY, request};
use super::inbox::{agent, contact, text};
use super::jobs::{LEASE, job};
use super::schedules::hourly;
use super::story::HOUR;
use super::sweep::assert_all_ran;

/// Whether this file makes the statement fail.
pub(super) fn covers(sql: &Sql) -> bool {
    [
        "budgets::",
        "idempotency::",
        "jobs::",
        "maintenance::",
        "schedules::",
    ]
    .iter()
    .any(|file| sql.name.contains(file))
}

/// What the acts so far have made.
struct Work {
    org: OrgId,
    agent: AgentId,
    contact: ContactId,
    schedule: Option<ScheduleId>,
    job: Option<ClaimedJob>,
}

/// The writes, in order.
const ACTS: usize = 28;

async fn act(
    number: usize,
    db: &TestDatabase,
    store: &Store,
    work: &mut Work,
) -> Result<(), StoreError> {
    match number {
        0..=5 => act_on_schedules(number, db, store, work).await,
        6..=13 => act_on_jobs(number, db, store, work).await,
        _ => act_on_the_rest(number, db, store, work).await,
    }
}

async fn act_on_schedules(
    number: usize,
    db: &TestDatabase,
    store: &Store,
    work: &mut Work,
) -> Result<(), StoreError> {
    let (org, now) = (store.org(work.org), db.clock().now());
    let new = NewSchedule {
        next_at: Some(now),
        ..hourly(work.agent, now)
    };
    match number {
        0 => work.schedule = Some(org.create_schedule(new).await?.id),
        1 | 3 => {
            let due = store.due_schedules(now.plus(HOUR), 1).await?.remove(0);
            let next = Some(due.next_at.plus(HOUR));
            let fire = if number == 1 { Fire::Run } else { Fire::Report };
            let fired = store.fire_schedule(&due, next, 1, fire).await?;
            assert_ne!(fired, Fired::Passed);
        }
        2 => assert!(org.replace_schedule(work.schedule.unwrap(), 1, new).await?),
        4 => assert!(org.delete_schedule(work.schedule.unwrap()).await?),
        _ => _ = org.create_schedule(new).await?,
    }
    Ok(())
}

async fn act_on_jobs(
    number: usize,
    db: &TestDatabase,
    store: &Store,
    work: &mut Work,
) -> Result<(), StoreError> {
    let org = store.org(work.org);
    let claimed = || work.job.as_ref().unwrap();
    match number {
        6 => _ = org.enqueue(job(db, "a")).await?,
        7 => work.job = store.claim_jobs("node", 1, LEASE).await?.pop(),
        8 => assert!(store.fail_job(claimed(), "no").await?.is_some()),
        9 => work.job = store.claim_jobs("node", 1, LEASE).await?.pop(),
        10 => assert_eq!(store.recover_jobs().await?, 1),
        11 => work.job = store.claim_jobs("node", 1, LEASE).await?.pop(),
        12 => assert!(store.finish_job(claimed()).await?),
        _ => assert_eq!(store.prune_jobs().await?, 1),
    }
    Ok(())
}

async fn act_on_the_rest(
    number: usize,
    db: &TestDatabase,
    store: &Store,
    work: &mut Work,
) -> Result<(), StoreError> {
    let (org, now) = (store.org(work.org), db.clock().now());
    let limits = vec![limit("a", 10), limit("b", 10)];
    let begin = |key: &'static str| begin(store, work.org, key);
    match number {
        14 => {
            let buried = store.fail_job(work.job.as_ref().unwrap(), "no").await?;
            assert_eq!(buried, Some(JobState::Dead));
        }
        15 => assert!(org.retry_job(work.job.as_ref().unwrap().id).await?),
        16 => assert!(org.hold_budget(hold(limits, 10)).await?),
        17 => org.settle_budget(settlement("a", 10, 4)).await?,
        18 => begin("a").await?,
        19 => org.abandon_request(&request("a")).await?,
        20 => begin("b").await?,
        21 => assert!(org.finish_request(&request("b"), 200, Some(b"x")).await?),
        // The first answer is past its time, and gives way to another.
        22 => begin("b").await?,
        23 => assert_eq!(store.prune_requests().await?, 1),
        24 => assert_eq!(org.archive_idle_threads(now, 9).await?, 1),
        25 => assert_eq!(store.recover_budgets().await?, 1),
        26 => {
            let job = work.job.as_ref().unwrap();
            assert!(store.put_off_job(job, now.plus(HOUR), "later").await?);
        }
        _ => assert!(store.drop_job(work.job.as_ref().unwrap()).await?),
    }
    Ok(())
}

async fn begin(store: &Store, org: OrgId, key: &str) -> Result<(), StoreError> {
    let org = store.org(org);
    let begun = org.begin_request(&request(key), [7; 32], DAY).await?;
    assert_eq!(begun, BegunRequest::Fresh);
    Ok(())
}

/// What happens between the acts without anybody's doing.
async fn prepare(number: usize, db: &TestDatabase, store: &Store, work: &mut Work) {
    match number {
        9 | 11 => db.clock().advance(HOUR),
        13 => db.clock().advance(DAY * 8),
        // Its last attempt.
        14 => {
            store.org(work.org).enqueue(job(db, "b")).await.unwrap();
            db.data().execute("update job set attempt = 7").await;
            work.job = store.claim_jobs("node", 1, LEASE).await.unwrap().pop();
        }
        22 | 23 => db.clock().advance(DAY),
        24 => {
            let new = text(work.agent, work.contact, 1);
            store.org(work.org).accept(new).await.unwrap();
            let idle = format!(
                "update thread set state = 'idle' where correlation_key = 'contact:{}'",
                work.contact
            );
            db.data().execute(&idle).await;
            db.clock().advance(DAY);
        }
        25 => work.job = store.claim_jobs("node", 1, LEASE).await.unwrap().pop(),
        27 => {
            db.clock().advance(HOUR);
            work.job = store.claim_jobs("node", 1, LEASE).await.unwrap().pop();
        }
        _ => {}
    }
}

#[test]
fn work_is_never_half_done() {
    on_both(|db| async move {
        let (faults, recorder) = (FailAt::default(), Recorder::default());
        let db = db.with_probe(faults.probe()).with_probe(recorder.probe());
        let store = db.open().await;
        let (org, agent) = agent(&store, "Acme").await;
        let mut work = Work {
            org,
            agent,
            contact: contact(),
            schedule: None,
            job: None,
        };
        for number in 0..ACTS {
            prepare(number, &db, &store, &mut work).await;
            sweep!(
                db,
                faults,
                act(number, &db, &store, &mut work),
                "act {number}"
            );
        }
        assert_all_ran(&recorder, covers);
    });
}
