//! Emails to members who want one when a person must look.
//!
//! Nothing here says who is concerned or what was said: an email can be read on its way.

use std::sync::Arc;
use std::time::Duration;

use steward_channels::mail::{Mail, MailResult};
use steward_model::{MemberId, NoticeId};
use steward_store::{AlertReason, ClaimedJob, DueMail, StoreError};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::dispatcher::stopped;
use crate::{Inner, maintenance};

/// How long an email may take before somebody else tries; a mailer gives up long before.
const LEASE: Duration = Duration::from_secs(300);
/// Emails that are under way at the same time.
const AT_ONCE: usize = 4;

pub(crate) async fn run(runtime: Arc<Inner>, mut stop: watch::Receiver<bool>) {
    let mut work: JoinSet<()> = JoinSet::new();
    loop {
        if let Err(error) = begin(&runtime, &mut work).await {
            tracing::warn!(%error, "emails could not be looked for");
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
    let node = &runtime.settings.node;
    for job in runtime.store.claim_mails(node, room, LEASE).await? {
        let runtime = Arc::clone(runtime);
        work.spawn(async move {
            if let Err(error) = carry_out(&runtime, &job).await {
                tracing::warn!(job = %job.id, %error, "how a job ended could not be written down");
            }
        });
    }
    Ok(())
}

async fn carry_out(runtime: &Inner, job: &ClaimedJob) -> Result<(), StoreError> {
    let taken = match written(runtime, job).await {
        Ok(Some(mail)) => post(runtime, &mail).await,
        Ok(None) => MailResult::Taken,
        Err(error) => MailResult::NotNow {
            reason: error.to_string(),
        },
    };
    match taken {
        MailResult::Taken => maintenance::end(runtime, job, Ok(())).await,
        MailResult::NotNow { reason } => maintenance::end(runtime, job, Err(reason)).await,
        MailResult::Refused { reason } => maintenance::give_up(runtime, job, &reason).await,
    }
}

/// Where no mail server is set up nobody is written to, now or later.
async fn post(runtime: &Inner, mail: &Mail) -> MailResult {
    match &runtime.mailer {
        Some(mailer) => mailer.post(mail).await,
        None => MailResult::Taken,
    }
}

/// The email that a job asks for; nothing if nobody wants it any more.
async fn written(runtime: &Inner, job: &ClaimedJob) -> Result<Option<Mail>, StoreError> {
    let (notice, member) = about(job)?;
    let org = runtime.store.org(job.org_id);
    let due = org.due_mail(notice, member).await?;
    Ok(due.map(|due| compose(&runtime.settings.base_url, (notice, member), due)))
}

/// The notice and the member that a job is about.
pub(crate) fn about(job: &ClaimedJob) -> Result<(NoticeId, MemberId), StoreError> {
    let ids = job.subject.split_once(':');
    let ids = ids.and_then(|(notice, member)| Some((notice.parse().ok()?, member.parse().ok()?)));
    ids.ok_or(StoreError::Refused("this is about no notice and no member"))
}

fn compose(base_url: &str, (notice, member): (NoticeId, MemberId), due: DueMail) -> Mail {
    let (subject, what) = match due.reason {
        AlertReason::Emergency => (
            "Read now: this may be an emergency",
            "A text came in that may tell of an emergency. Read it now:",
        ),
        AlertReason::Text => (
            "A text waits for a person",
            "A text came in that a person has to read:",
        ),
        AlertReason::Agent => (
            "An agent asks for a person",
            "An agent does not go on without a person:",
        ),
    };
    let place = match due.inbox_thread {
        Some(thread) => format!("{base_url}/inbox/{thread}"),
        None => format!("{base_url}/needs-you"),
    };
    let text = format!(
        "{what}\n\n{place}\n\nEmails can be read on their way, so this one does not say who wrote and what.\n\n\
         You get it because you asked for it. You can change that in your profile:\n\n{base_url}/settings/profile\n"
    );
    Mail {
        id: format!("{notice}.{member}"),
        to: due.to,
        subject: subject.to_owned(),
        text,
        at: due.raised_at,
    }
}
