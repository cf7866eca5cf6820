//! Jobs: work for later. A job holds ids only; whoever runs it reads what it is about, and may run it more than once.

use std::time::Duration;

use steward_model::{Flag, JobId, JobState, NoticeKind, OrgId, Scope, Timestamp};

use crate::db::{Tx, transaction};
use crate::flags::switched_off;
use crate::notices::{self, MAIL_NOTICE, NewNotice, ReadyNotice, TEXT_NOTICE};
use crate::row::{Only, from_row};
use crate::sql::{Sql, params, statements};
use crate::team_inbox::KEEP_FILES;
use crate::{OrgStore, Page, Store, StoreError};

/// After this many attempts a job is given up.
const ATTEMPTS: i64 = 8;
const FIRST_WAIT: Duration = Duration::from_secs(60);
const LONGEST_WAIT: Duration = Duration::from_secs(60 * 60);
/// How long a job that is done is remembered, and the same work not done again.
const KEPT: Duration = Duration::from_secs(7 * 24 * 60 * 60);

statements! {
    INSERT = "insert into job (id, org_id, kind, subject, dedupe_key, state, run_at, attempt, created_at)
        values ($1, $2, $3, $4, $5, 'queued', $6, 0, $7)
        on conflict (org_id, kind, dedupe_key) do nothing";
    KNOWN = "select id as value from job where org_id = $1 and kind = $2 and dedupe_key = $3";
    DUE = "select id, org_id, kind, subject, attempt from job
        where state = 'queued' and run_at <= $1 and kind <> $2
            and kind not in ('mail_notice', 'text_notice', 'keep_files') order by run_at, id limit $3";
    DUE_OF_KIND = "select id, org_id, kind, subject, attempt from job
        where state = 'queued' and run_at <= $1 and kind = $2 order by run_at, id limit $3";
    DUE_COMPACTIONS = concat!("select id, org_id, kind, subject, attempt from job
        where state = 'queued' and run_at <= $1 and kind = $2
            and not ", switched_off!("'agents', 'compaction'" for "job.org_id"), "
        order by run_at, id limit $3");
    // The attempt is counted before the work, so that work that kills the process is not begun for ever.
    CLAIM = "update job set state = 'running', attempt = attempt + 1, node = $1, lease_until = $2
        where org_id = $3 and id = $4 and state = 'queued' and attempt = $5";
    LOST = "select id, org_id, kind, subject, attempt from job
        where state = 'running' and lease_until < $1 order by id";
    // Only the newest attempt may say how it ended.
    FINISH = "update job set state = 'done', node = null, lease_until = null, error = null, ended_at = $1
        where org_id = $2 and id = $3 and state = 'running' and attempt = $4";
    POSTPONE = "update job set state = 'queued', node = null, lease_until = null, error = $1, run_at = $2
        where org_id = $3 and id = $4 and state = 'running' and attempt = $5";
    // It did not fail: the attempt does not count.
    WAIT = "update job set state = 'queued', attempt = attempt - 1, node = null, lease_until = null, error = $1, run_at = $2
        where org_id = $3 and id = $4 and state = 'running' and attempt = $5";
    DROP = "delete from job where org_id = $1 and id = $2 and state = 'running' and attempt = $3";
    BURY = "update job set state = 'dead', node = null, lease_until = null, error = $1, ended_at = $2
        where org_id = $3 and id = $4 and state = 'running' and attempt = $5";
    LIST = "select id, kind, subject, state, run_at, attempt, error, created_at, ended_at from job
        where org_id = $1 and ($2 is null or state = $2) and id > $3 order by id limit $4";
    RETRY = "update job set state = 'queued', attempt = 0, run_at = $1, ended_at = null
        where org_id = $2 and id = $3 and state = 'dead'";
    PRUNE = "delete from job where state = 'done' and ended_at < $1";
}

/// What summarising a thread is called. It takes as long as a model takes, and so others do not wait for it: whoever does
/// it asks for it by name.
pub const COMPACT_THREAD: &str = "compact_thread";

/// Work to be done later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewJob {
    /// What is to be done, like `summarise`.
    pub kind: String,
    /// What it is about: an id.
    pub subject: String,
    /// The same name of the same kind again is the same work, for as long as it is remembered.
    pub dedupe_key: String,
    /// Not before this.
    pub run_at: Timestamp,
}

/// A job that this process is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedJob {
    /// Its organisation.
    pub org_id: OrgId,
    /// Its id.
    pub id: JobId,
    /// What is to be done.
    pub kind: String,
    /// What it is about.
    pub subject: String,
    /// Which attempt this is, from 1.
    pub attempt: i64,
}
from_row!(ClaimedJob {
    org_id,
    id,
    kind,
    subject,
    attempt
});

/// A job, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Its id.
    pub id: JobId,
    /// What is to be done.
    pub kind: String,
    /// What it is about.
    pub subject: String,
    /// Where it stands.
    pub state: JobState,
    /// Not before this.
    pub run_at: Timestamp,
    /// How often it was begun.
    pub attempt: i64,
    /// Why it failed last.
    pub error: Option<String>,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When it was done or given up.
    pub ended_at: Option<Timestamp>,
}
from_row!(Job {
    id,
    kind,
    subject,
    state,
    run_at,
    attempt,
    error,
    created_at,
    ended_at
});

impl OrgStore<'_> {
    /// Asks for work. Asking for the same again is asking once; either way the job's id is told.
    pub async fn enqueue(&self, new: NewJob) -> Result<JobId, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let id = JobId::generate(self.store.ids());
        self.db()
            .write(transaction!(|tx| { enqueue(tx, org, id, &new, now).await }))
            .await
    }

    /// Jobs in the order they were asked for; those in one state, if one is given.
    pub async fn jobs(&self, page: &Page, state: Option<JobState>) -> Result<Vec<Job>, StoreError> {
        let (org, page) = (self.org, page.clone());
        self.db()
            .read(transaction!(|tx| {
                let after = page.after.as_deref().unwrap_or("");
                let state = state.map(|state| state.as_str());
                tx.fetch_all(LIST, params![org, state, after, i64::from(page.limit)])
                    .await
            }))
            .await
    }

    /// Gives a job that was given up all its attempts again, from now on, and takes the notice of it from the list. Tells
    /// whether there was such a job.
    pub async fn retry_job(&self, id: JobId) -> Result<bool, StoreError> {
        let (org, now) = (self.org, self.store.now());
        self.db()
            .write(transaction!(|tx| {
                if tx.execute(RETRY, params![now, org, id]).await? == 0 {
                    return Ok(false);
                }
                notices::end_trouble(tx, org, &format!("job:{id}"), now).await?;
                Ok(true)
            }))
            .await
    }
}

impl Store {
    /// Takes jobs that are due, the one that has waited longest first, for as long as `lease`. Those that take long are
    /// left to whoever asks for them by name.
    pub async fn claim_jobs(
        &self,
        node: &str,
        limit: u32,
        lease: Duration,
    ) -> Result<Vec<ClaimedJob>, StoreError> {
        self.claim_due(DUE, COMPACT_THREAD, node, limit, lease)
            .await
    }

    /// As [`Self::claim_jobs`], for [`MAIL_NOTICE`] alone. Nothing that is switched off holds it up: people must hear of an
    /// emergency even so.
    pub async fn claim_mails(
        &self,
        node: &str,
        limit: u32,
        lease: Duration,
    ) -> Result<Vec<ClaimedJob>, StoreError> {
        self.claim_due(DUE_OF_KIND, MAIL_NOTICE, node, limit, lease)
            .await
    }

    /// As [`Self::claim_mails`], for [`TEXT_NOTICE`] alone.
    pub async fn claim_texts(
        &self,
        node: &str,
        limit: u32,
        lease: Duration,
    ) -> Result<Vec<ClaimedJob>, StoreError> {
        self.claim_due(DUE_OF_KIND, TEXT_NOTICE, node, limit, lease)
            .await
    }

    /// As [`Self::claim_jobs`], for [`KEEP_FILES`] alone.
    pub async fn claim_files(
        &self,
        node: &str,
        limit: u32,
        lease: Duration,
    ) -> Result<Vec<ClaimedJob>, StoreError> {
        self.claim_due(DUE_OF_KIND, KEEP_FILES, node, limit, lease)
            .await
    }

    /// As [`Self::claim_jobs`], for [`COMPACT_THREAD`] alone. Where summarising is switched off it waits.
    pub async fn claim_compactions(
        &self,
        node: &str,
        limit: u32,
        lease: Duration,
    ) -> Result<Vec<ClaimedJob>, StoreError> {
        if !self.switches().is_on_here(Flag::Compaction) {
            return Ok(Vec::new());
        }
        self.claim_due(DUE_COMPACTIONS, COMPACT_THREAD, node, limit, lease)
            .await
    }

    async fn claim_due(
        &self,
        due: Sql,
        kind: &str,
        node: &str,
        limit: u32,
        lease: Duration,
    ) -> Result<Vec<ClaimedJob>, StoreError> {
        let (node, kind, now) = (node.to_owned(), kind.to_owned(), self.now());
        let due: Vec<ClaimedJob> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(due, params![now, kind.as_str(), i64::from(limit)])
                    .await
            }))
            .await?;
        if due.is_empty() {
            return Ok(due);
        }
        self.db()
            .write(transaction!(|tx| {
                let mut claimed = Vec::with_capacity(due.len());
                for mut job in due {
                    let until = now.plus(lease);
                    let claim = params![node.as_str(), until, job.org_id, job.id, job.attempt];
                    if tx.execute(CLAIM, claim).await? > 0 {
                        job.attempt += 1;
                        claimed.push(job);
                    }
                }
                Ok(claimed)
            }))
            .await
    }

    /// Ends a job. Tells whether it was still this attempt's to end.
    pub async fn finish_job(&self, job: &ClaimedJob) -> Result<bool, StoreError> {
        let (job, now) = (job.clone(), self.now());
        let finished = self
            .db()
            .write(transaction!(|tx| {
                tx.execute(FINISH, params![now, job.org_id, job.id, job.attempt])
                    .await
            }))
            .await?;
        Ok(finished > 0)
    }

    /// Notes that a job failed: it waits, longer each time, and is given up in the end. Tells which; `None` if it was
    /// not this attempt's any more. The error is stored in the clear: it names no person and quotes no content.
    pub async fn fail_job(
        &self,
        job: &ClaimedJob,
        error: &str,
    ) -> Result<Option<JobState>, StoreError> {
        let failed = self.failed(job, error).await?;
        let now = self.now();
        self.db()
            .write(transaction!(|tx| { fail(tx, &failed, now).await }))
            .await
    }

    /// Gives a job up at once and shows it to a person: trying again would change nothing. Tells whether it was still this
    /// attempt's. The error is stored in the clear.
    pub async fn give_up_job(&self, job: &ClaimedJob, error: &str) -> Result<bool, StoreError> {
        let text = format!("The job `{}` was given up: {error}", job.kind);
        let notice = self.trouble(job, text).await?;
        let (job, error, now) = (job.clone(), error.to_owned(), self.now());
        self.db()
            .write(transaction!(|tx| {
                bury(tx, (&job, &error), &notice, now).await
            }))
            .await
    }

    /// Puts a job off that has to wait for something, which is told like an error. Tells whether it was still this
    /// attempt's.
    pub async fn put_off_job(
        &self,
        job: &ClaimedJob,
        until: Timestamp,
        why: &'static str,
    ) -> Result<bool, StoreError> {
        let job = job.clone();
        let put_off = self
            .db()
            .write(transaction!(|tx| {
                let wait = params![why, until, job.org_id, job.id, job.attempt];
                tx.execute(WAIT, wait).await
            }))
            .await?;
        Ok(put_off > 0)
    }

    /// Takes a job away that came too early to do anything. Unlike one that is done, it may be asked for again. Tells
    /// whether it was still this attempt's.
    pub async fn drop_job(&self, job: &ClaimedJob) -> Result<bool, StoreError> {
        let job = job.clone();
        let dropped = self
            .db()
            .write(transaction!(|tx| {
                tx.execute(DROP, params![job.org_id, job.id, job.attempt])
                    .await
            }))
            .await?;
        Ok(dropped > 0)
    }

    /// Takes back the jobs whose process has gone silent, as if they had failed. Tells how many.
    pub async fn sweep_jobs(&self) -> Result<u64, StoreError> {
        self.take_back(self.now()).await
    }

    /// Takes back every job that is being run. For the one process that has the database to itself, when it starts:
    /// whoever ran them is gone.
    pub async fn recover_jobs(&self) -> Result<u64, StoreError> {
        self.take_back(Timestamp::from_micros(i64::MAX)).await
    }

    /// Deletes the jobs that were done a week ago. Tells how many.
    pub async fn prune_jobs(&self) -> Result<u64, StoreError> {
        let before = self.now().minus(KEPT);
        self.db()
            .write(transaction!(|tx| {
                tx.execute(PRUNE, params![before]).await
            }))
            .await
    }

    async fn take_back(&self, silent_since: Timestamp) -> Result<u64, StoreError> {
        let now = self.now();
        let lost: Vec<ClaimedJob> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(LOST, params![silent_since]).await
            }))
            .await?;
        if lost.is_empty() {
            return Ok(0);
        }
        let mut failed = Vec::with_capacity(lost.len());
        for job in &lost {
            failed.push(
                self.failed(job, "the process that ran it went silent")
                    .await?,
            );
        }
        self.db()
            .write(transaction!(|tx| {
                let mut taken = 0;
                for failed in &failed {
                    taken += u64::from(fail(tx, failed, now).await?.is_some());
                }
                Ok(taken)
            }))
            .await
    }

    /// What a failure comes to, made before the transaction.
    async fn failed(&self, job: &ClaimedJob, error: &str) -> Result<Failed, StoreError> {
        let (job, error) = (job.clone(), error.to_owned());
        let last = job.attempt >= ATTEMPTS;
        let text = format!(
            "The job `{}` failed again and again and was given up: {error}",
            job.kind
        );
        let notice = match last {
            true => Some(self.trouble(&job, text).await?),
            false => None,
        };
        Ok(Failed { job, error, notice })
    }

    /// What a person is shown of a job that is given up.
    async fn trouble(&self, job: &ClaimedJob, text: String) -> Result<ReadyNotice, StoreError> {
        let key = self
            .inner
            .keys
            .key(&Scope::Org(job.org_id).to_string())
            .await?;
        let new = NewNotice {
            kind: NoticeKind::Failed,
            text,
            dedupe_key: format!("job:{}", job.id),
        };
        ReadyNotice::new(&self.inner.ids, &key, "system", new)
    }
}

/// A job whose attempt failed, with what a person is shown if that was the last.
struct Failed {
    job: ClaimedJob,
    error: String,
    notice: Option<ReadyNotice>,
}

/// As [`OrgStore::enqueue`], for a transaction that has more to do.
pub(crate) async fn enqueue(
    tx: &mut Tx<'_>,
    org: OrgId,
    id: JobId,
    new: &NewJob,
    now: Timestamp,
) -> Result<JobId, StoreError> {
    let (kind, dedupe_key) = (new.kind.as_str(), new.dedupe_key.as_str());
    let row = params![
        id,
        org,
        kind,
        new.subject.as_str(),
        dedupe_key,
        new.run_at,
        now
    ];
    if tx.execute(INSERT, row).await? > 0 {
        return Ok(id);
    }
    let known: Option<Only<JobId>> = tx
        .fetch_optional(KNOWN, params![org, kind, dedupe_key])
        .await?;
    known.map(|known| known.0).ok_or(StoreError::Busy)
}

async fn fail(
    tx: &mut Tx<'_>,
    failed: &Failed,
    now: Timestamp,
) -> Result<Option<JobState>, StoreError> {
    let (job, error) = (&failed.job, failed.error.as_str());
    if let Some(notice) = &failed.notice {
        let buried = bury(tx, (job, error), notice, now).await?;
        return Ok(buried.then_some(JobState::Dead));
    }
    let at = now.plus(wait(job.attempt));
    let end = params![error, at, job.org_id, job.id, job.attempt];
    let changed = tx.execute(POSTPONE, end).await?;
    Ok((changed > 0).then_some(JobState::Queued))
}

/// Ends a job that nobody tries any more, and shows it to a person: whoever tries it again takes both back.
async fn bury(
    tx: &mut Tx<'_>,
    (job, error): (&ClaimedJob, &str),
    notice: &ReadyNotice,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let end = params![error, now, job.org_id, job.id, job.attempt];
    if tx.execute(BURY, end).await? == 0 {
        return Ok(false);
    }
    notices::insert_notice(tx, job.org_id, (None, None), notice, now).await?;
    Ok(true)
}

/// How long after its `attempt`-th failure a job waits.
fn wait(attempt: i64) -> Duration {
    let doublings = u32::try_from(attempt - 1).unwrap_or(0).min(16);
    (FIRST_WAIT * 2u32.pow(doublings)).min(LONGEST_WAIT)
}
