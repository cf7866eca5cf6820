//! Files that came with texts: they are fetched from the carrier here, and never while it waits for an answer to its webhook.

use std::sync::Arc;
use std::time::Duration;

use steward_channels::FileResult;
use steward_model::EventId;
use steward_store::{ClaimedJob, FilesToKeep, OrgStore, StoreError};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::dispatcher::stopped;
use crate::{Inner, maintenance};

/// How long a text's files may take before somebody else tries; a carrier is given up on long before.
const LEASE: Duration = Duration::from_secs(15 * 60);
/// Texts whose files are under way at the same time.
const AT_ONCE: usize = 2;

pub(crate) async fn run(runtime: Arc<Inner>, mut stop: watch::Receiver<bool>) {
    let mut work: JoinSet<()> = JoinSet::new();
    loop {
        if let Err(error) = begin(&runtime, &mut work).await {
            tracing::warn!(%error, "files of texts could not be looked for");
        }
        let nap = timeout(runtime.settings.poll, stopped(&mut stop));
        if nap.await.is_ok() {
            break;
        }
        while work.try_join_next().is_some() {}
    }
    // Whoever is at work may finish; `Working::stop` decides for how long.
    while work.join_next().await.is_some() {}
}

async fn begin(runtime: &Arc<Inner>, work: &mut JoinSet<()>) -> Result<(), StoreError> {
    let room = AT_ONCE.saturating_sub(work.len()) as u32;
    if room == 0 {
        return Ok(());
    }
    let node = &runtime.settings.node;
    for job in runtime.store.claim_files(node, room, LEASE).await? {
        let runtime = Arc::clone(runtime);
        work.spawn(async move {
            let fetched = fetch_all(&runtime, &job).await;
            if let Err(error) = maintenance::end(&runtime, &job, fetched).await {
                tracing::warn!(job = %job.id, %error, "how a job ended could not be written down");
            }
        });
    }
    Ok(())
}

/// Fetches what is missing. One file that cannot be had now does not keep the others waiting.
async fn fetch_all(runtime: &Inner, job: &ClaimedJob) -> Result<(), String> {
    let event: EventId = job
        .subject
        .parse()
        .map_err(|_| "this is about no text".to_owned())?;
    let here = runtime.store.org(job.org_id);
    let wanted = here.files_to_keep(event).await;
    let Some(wanted) = wanted.map_err(|error| error.to_string())? else {
        return Ok(());
    };
    let mut missing = Ok(());
    for (no, url) in &wanted.files {
        let fetched = fetch(runtime, &here, (&wanted, event), (*no, url)).await;
        missing = missing.and(fetched);
    }
    missing
}

async fn fetch(
    runtime: &Inner,
    here: &OrgStore<'_>,
    (wanted, event): (&FilesToKeep, EventId),
    (no, url): (i64, &str),
) -> Result<(), String> {
    let Some(carrier) = runtime.carriers.get(&wanted.provider) else {
        return Err("the carrier is not set up".to_owned());
    };
    let content = match carrier.file(url).await {
        FileResult::Fetched { content } => Some(content),
        FileResult::Gone { reason } => {
            tracing::warn!(%event, no, reason, "a file that came with a text is not kept");
            None
        }
        FileResult::NotNow { reason } => return Err(reason),
    };
    let kept = here.keep_file(wanted.thread_id, (event, no), content.as_deref());
    kept.await.map_err(|error| error.to_string())
}
