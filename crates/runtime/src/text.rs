//! Texts to members who want one when a person must look. They leave through the outbox, from a line of the organisation.
//!
//! Nothing here says who is concerned or what was said, as in an email: what a stranger wrote is for the inbox alone.

use std::sync::Arc;
use std::time::Duration;

use steward_model::{LineKind, LineProvider, OrgId, Timestamp};
use steward_store::{AlertReason, ClaimedJob, DueText, Line, Page, StoreError};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::dispatcher::stopped;
use crate::{Inner, Runtime, mail, maintenance};

/// How long it may take until a text is in the outbox before somebody else tries.
const LEASE: Duration = Duration::from_secs(60);
/// Texts that are put into the outbox at once.
const SOME: u32 = 16;
/// Lines that are looked at at once.
const LINES: u32 = 100;
/// How much of an organisation's name stands before a text, so that it stays one text.
const LONGEST_NAME: usize = 30;

const NIGHT: &str = "waits until it is day where the member is";

pub(crate) async fn run(runtime: Arc<Inner>, mut stop: watch::Receiver<bool>) {
    loop {
        if let Err(error) = round(&runtime).await {
            tracing::warn!(%error, "texts to members could not be looked for");
        }
        let nap = timeout(runtime.settings.poll, stopped(&mut stop));
        if nap.await.is_ok() {
            return;
        }
    }
}

impl Runtime {
    /// The line from which members of an organisation are texted: its first with a number whose carrier is set up, and a phone on
    /// the screen only where there is no other.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn line_for_texts(&self, org: OrgId) -> Result<Option<Line>, StoreError> {
        line_for_texts(&self.inner, org).await
    }
}

async fn round(runtime: &Inner) -> Result<(), StoreError> {
    let node = &runtime.settings.node;
    for job in runtime.store.claim_texts(node, SOME, LEASE).await? {
        if let Err(error) = settle(runtime, &job).await {
            tracing::warn!(job = %job.id, %error, "how a job ended could not be written down");
        }
    }
    Ok(())
}

async fn settle(runtime: &Inner, job: &ClaimedJob) -> Result<(), StoreError> {
    match carry_out(runtime, job).await {
        Ok(Carried::Out) => maintenance::end(runtime, job, Ok(())).await,
        Ok(Carried::Off(until)) => {
            let put_off = runtime.store.put_off_job(job, until, NIGHT).await;
            put_off.map(|_| ())
        }
        Ok(Carried::No { why }) => maintenance::give_up(runtime, job, why).await,
        Err(error) => maintenance::end(runtime, job, Err(error.to_string())).await,
    }
}

/// What became of a job.
enum Carried {
    Out,
    Off(Timestamp),
    No { why: &'static str },
}

async fn carry_out(runtime: &Inner, job: &ClaimedJob) -> Result<Carried, StoreError> {
    let (notice, member) = mail::about(job)?;
    let org = runtime.store.org(job.org_id);
    let Some(due) = org.due_text(notice, member).await? else {
        return Ok(Carried::Out);
    };
    if let Some(until) = night(runtime, &due) {
        return Ok(Carried::Off(until));
    }
    let Some(line) = line_for_texts(runtime, job.org_id).await? else {
        return Ok(Carried::No {
            why: "no line has a number whose carrier is set up; add one under Lines",
        });
    };
    // It would come in again, as a text that speaks of an emergency.
    if org.line_by_address(&due.to).await?.is_some() {
        return Ok(Carried::No {
            why: "the member's number is a line of the organisation; give them another under Members",
        });
    }
    let name = org.get().await?.map(|org| org.name).unwrap_or_default();
    let text = compose(&runtime.settings.base_url, &name, &due);
    org.text_member(&due, &line, &text).await?;
    runtime.wakes.everything();
    Ok(Carried::Out)
}

/// Until when the member sleeps. An emergency wakes them: that is what it is for.
fn night(runtime: &Inner, due: &DueText) -> Option<Timestamp> {
    let quiet = runtime.settings.send.quiet.as_ref();
    let quiet = quiet.filter(|_| due.reason != AlertReason::Emergency)?;
    quiet.over_at(due.to.as_str(), runtime.now())
}

async fn line_for_texts(runtime: &Inner, org: OrgId) -> Result<Option<Line>, StoreError> {
    let org = runtime.store.org(org);
    let mut on_screen = None;
    let mut page = Page {
        after: None,
        limit: LINES,
    };
    loop {
        let lines = org.lines(&page).await?;
        let last = lines.last().map(|line| line.id.to_string());
        let full = lines.len() == LINES as usize;
        for line in lines.into_iter().filter(|line| is_usable(runtime, line)) {
            if line.provider != Some(LineProvider::Loopback) {
                return Ok(Some(line));
            }
            on_screen.get_or_insert(line);
        }
        if !full {
            return Ok(on_screen);
        }
        page.after = last;
    }
}

fn is_usable(runtime: &Inner, line: &Line) -> bool {
    let provider = line.provider.filter(|_| line.kind == LineKind::Phone);
    provider.is_some_and(|provider| runtime.carriers.contains_key(&provider))
}

/// One text, whatever the organisation is called.
fn compose(base_url: &str, name: &str, due: &DueText) -> String {
    let what = match due.reason {
        AlertReason::Emergency => "A text may tell of an emergency. Read it now:",
        AlertReason::Text => "A text waits for a person:",
        AlertReason::Agent => "An agent asks for a person:",
    };
    let place = match due.inbox_thread {
        Some(thread) => format!("{base_url}/inbox/{thread}"),
        None => format!("{base_url}/needs-you"),
    };
    let plain = |letter: &char| letter.is_ascii_alphanumeric() || " .,&'-".contains(*letter);
    let name: String = name.chars().filter(plain).take(LONGEST_NAME).collect();
    match name.trim() {
        "" => format!("{what} {place}"),
        name => format!("{name}: {what} {place}"),
    }
}
