//! Emails about notices: one for each member who asked for them and may see what the notice is about.

use steward_model::{
    EmailAddress, IdGen, IdentifierKind, JobId, MemberId, NoticeId, OrgId, Scope, ThreadId,
    Timestamp,
};

use super::notice_seen;
use crate::db::{Tx, transaction};
use crate::jobs::{self, NewJob};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::team_inbox::with_contact;
use crate::threads::seen;
use crate::{OrgStore, StoreError};

/// What mailing a notice is called. A mail server may take its time, and so others do not wait for it: whoever does it asks
/// for it by name.
pub const MAIL_NOTICE: &str = "mail_notice";

/// What a notice of a text that may tell of an emergency is named after.
pub const EMERGENCY: &str = "emergency";

/// What a notice of a text that a person has to read is named after.
pub const TEXT: &str = "sms";

statements! {
    WISHERS = concat!("select id as value from member where org_id = $1 and mail_escalations = 1
            and ($2 is null or exists (select 1 from thread where thread.org_id = $1 and thread.id = $2 and ",
        seen!("thread.scope" by "('member:' || member.id)"), ")) order by id");
    // Whoever has seen to it meanwhile, or wants no more emails, needs none.
    DUE = concat!("select notice.dedupe_key, notice.created_at, thread.id as thread_id
        from notice join member on member.org_id = notice.org_id and member.id = $3
        left join thread on thread.org_id = notice.org_id and thread.id = notice.thread_id and ", with_contact!(), "
        where notice.org_id = $1 and notice.id = $2 and notice.resolved_at is null and member.mail_escalations = 1
            and ", notice_seen!(by "$4"));
}

/// An email that is to be written now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueMail {
    /// Who gets it.
    pub to: EmailAddress,
    /// Why a person must look.
    pub reason: AlertReason,
    /// The conversation with a contact that it is about, if it is about one.
    pub inbox_thread: Option<ThreadId>,
    /// When the notice was raised.
    pub raised_at: Timestamp,
}

/// Why a person must look, without a word of what was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlertReason {
    /// A text may tell of an emergency.
    Emergency,
    /// A text has to be read by a person.
    Text,
    /// An agent does not go on without a person.
    Agent,
}

pub(super) struct DueRow {
    pub(super) dedupe_key: String,
    created_at: Timestamp,
    pub(super) thread_id: Option<ThreadId>,
}
from_row!(DueRow {
    dedupe_key,
    created_at,
    thread_id
});

impl OrgStore<'_> {
    /// The email to this member about this notice; nothing if none is wanted any more, or they have no address.
    pub async fn due_mail(
        &self,
        notice: NoticeId,
        member: MemberId,
    ) -> Result<Option<DueMail>, StoreError> {
        let (org, viewer) = (self.org, Scope::Member(member).to_string());
        let due: Option<DueRow> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(DUE, params![org, notice, member, viewer.as_str()])
                    .await
            }))
            .await?;
        let Some(due) = due else { return Ok(None) };
        let to = match self.member(member).await {
            // Somebody who was deleted, and whom an old backup brought back.
            Err(StoreError::Forgotten) => None,
            member => member?,
        };
        let known = to.map(|member| member.identifiers).unwrap_or_default();
        let to = known
            .iter()
            .find(|known| known.kind == IdentifierKind::Email)
            .and_then(|known| known.value.parse().ok());
        Ok(to.map(|to| DueMail {
            to,
            reason: AlertReason::of(&due.dedupe_key),
            inbox_thread: due.thread_id,
            raised_at: due.created_at,
        }))
    }
}

impl AlertReason {
    pub(super) fn of(named: &str) -> Self {
        match named.split_once(':') {
            Some((EMERGENCY, _)) => Self::Emergency,
            Some((TEXT, _)) => Self::Text,
            _ => Self::Agent,
        }
    }
}

/// Asks for the emails about a notice that is being raised.
pub(super) async fn ask(
    tx: &mut Tx<'_>,
    org: OrgId,
    (notice, thread): (NoticeId, Option<ThreadId>),
    ids: &dyn IdGen,
    now: Timestamp,
) -> Result<(), StoreError> {
    let wishers: Vec<Only<MemberId>> = tx.fetch_all(WISHERS, params![org, thread]).await?;
    for Only(member) in wishers {
        let subject = format!("{notice}:{member}");
        let job = NewJob {
            kind: MAIL_NOTICE.to_owned(),
            dedupe_key: subject.clone(),
            subject,
            run_at: now,
        };
        jobs::enqueue(tx, org, JobId::generate(ids), &job, now).await?;
    }
    Ok(())
}
