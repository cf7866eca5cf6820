//! Jobs: work that is kept in the database until it is done, and what is tidied up by it.

use std::time::Duration;

use steward_model::{OrgId, Timestamp};
use steward_store::{ClaimedJob, FORGET, Forgot, NewJob, Page, StoreError};

use crate::Inner;

/// How long a job may take before somebody else tries.
const LEASE: Duration = Duration::from_secs(300);

/// Jobs that are taken at once, and rows that are tidied up at once.
const SOME: u32 = 100;
const MANY: u32 = 1_000;

/// After which nobody waits for a single answer any more.
const LONGEST_ANSWER: Duration = Duration::from_secs(24 * 60 * 60);

/// How long forgetting waits for turns under way before it looks again.
const LOOK_AGAIN: Duration = Duration::from_secs(2);
const TURNS_UNDER_WAY: &str = "waits for turns under way";

/// Threads that nobody wrote on for long are archived.
const ARCHIVE_IDLE: &str = "archive_idle_threads";

/// Does what is due, and sees to it that the daily work is asked for.
pub(crate) async fn run(runtime: &Inner) -> Result<(), StoreError> {
    runtime.store.sweep_jobs().await?;
    for job in runtime
        .store
        .claim_jobs(&runtime.settings.node, SOME, LEASE)
        .await?
    {
        match carry_out(runtime, &job).await {
            Ok(Carried::Out) => end(runtime, &job, Ok(())).await?,
            Ok(Carried::Off { why }) => {
                let until = runtime.now().plus(LOOK_AGAIN);
                runtime.store.put_off_job(&job, until, why).await?;
            }
            Err(error) => end(runtime, &job, Err(error)).await?,
        }
    }
    if runtime.is_new_hour() {
        hourly(runtime).await?;
    }
    Ok(())
}

/// Writes down how a job ended.
pub(crate) async fn end(
    runtime: &Inner,
    job: &ClaimedJob,
    result: Result<(), String>,
) -> Result<(), StoreError> {
    match result {
        Ok(()) => runtime.store.finish_job(job).await.map(|_| ()),
        Err(error) => give_back(runtime, job, &error).await,
    }
}

/// What became of a job that did not fail.
enum Carried {
    Out,
    /// It has to wait.
    Off {
        why: &'static str,
    },
}

async fn carry_out(runtime: &Inner, job: &ClaimedJob) -> Result<Carried, String> {
    let carried = match job.kind.as_str() {
        ARCHIVE_IDLE => archive(runtime, job.org_id).await.map(|()| Carried::Out),
        FORGET => forget(runtime, job.org_id).await,
        other => return Err(format!("nobody knows how to do `{other}`")),
    };
    carried.map_err(|error| error.to_string())
}

async fn forget(runtime: &Inner, org: OrgId) -> Result<Carried, StoreError> {
    let forgot = runtime.store.org(org).forget_asked().await?;
    runtime.conversations.invalidate_all();
    Ok(match forgot {
        Forgot::Everything => Carried::Out,
        Forgot::NotYet => Carried::Off {
            why: TURNS_UNDER_WAY,
        },
    })
}

/// A job that failed is tried later; the store shows one that is given up to a person.
async fn give_back(runtime: &Inner, job: &ClaimedJob, error: &str) -> Result<(), StoreError> {
    tracing::warn!(job = %job.id, kind = job.kind, error, "a job failed");
    runtime.store.fail_job(job, error).await.map(|_| ())
}

/// A job that would fail however often it is tried is shown to a person at once.
pub(crate) async fn give_up(
    runtime: &Inner,
    job: &ClaimedJob,
    error: &str,
) -> Result<(), StoreError> {
    tracing::warn!(job = %job.id, kind = job.kind, error, "a job was given up");
    runtime.store.give_up_job(job, error).await.map(|_| ())
}

async fn archive(runtime: &Inner, org: OrgId) -> Result<(), StoreError> {
    let before = runtime.now().minus(runtime.settings.archive_after);
    loop {
        let archived = runtime
            .store
            .org(org)
            .archive_idle_threads(before, MANY)
            .await?;
        if archived < u64::from(MANY) {
            return Ok(());
        }
    }
}

async fn hourly(runtime: &Inner) -> Result<(), StoreError> {
    let now = runtime.now();
    let before = now.minus(runtime.settings.keep_stream);
    while runtime.store.trim_streams(before, MANY).await? == u64::from(MANY) {}
    while runtime.store.trim_member_events(before, MANY).await? == u64::from(MANY) {}
    runtime.store.prune_jobs().await?;
    let unused = now.minus(LONGEST_ANSWER);
    while runtime.store.drop_left_threads(unused, SOME).await? == SOME as usize {}
    runtime.store.prune_requests().await?;
    ask_for_daily_work(runtime, now).await
}

/// Once a day and organisation: asking again the same day changes nothing.
async fn ask_for_daily_work(runtime: &Inner, now: Timestamp) -> Result<(), StoreError> {
    let day: String = now.to_string().chars().take(10).collect();
    let mut page = Page {
        after: None,
        limit: SOME,
    };
    loop {
        let orgs = runtime.store.orgs(&page).await?;
        for org in &orgs {
            let job = NewJob {
                kind: ARCHIVE_IDLE.to_owned(),
                subject: org.id.to_string(),
                dedupe_key: day.clone(),
                run_at: now,
            };
            runtime.store.org(org.id).enqueue(job).await?;
        }
        match orgs.last() {
            Some(last) if orgs.len() == SOME as usize => page.after = Some(last.id.to_string()),
            _ => return Ok(()),
        }
    }
}
