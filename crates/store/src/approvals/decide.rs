//! What a person decides, or nobody in time. Either way the thread is told by an event.

use steward_model::{
    AgentId, ApprovalDecision, ApprovalId, ApproverRole, EventId, EventKind, Integrity,
    MemberEventKind, MemberId, OrgId, Role, Scope, ThreadId, Timestamp,
};

use super::SealedArguments;
use crate::audit::{self, Entry};
use crate::db::{Tx, transaction};
use crate::inbox::{Accepted, NewEvent, ReadyEvent, append_event};
use crate::member_events::News;
use crate::row::from_row;
use crate::sql::{params, statements};
use crate::threads::seen;
use crate::{OrgStore, Store, StoreError};

macro_rules! question {
    ($rest:literal) => {
        concat!(
            "select a.id, a.org_id, a.thread_id, a.agent_id, a.approver, a.decision, a.expires_at, t.correlation_key, t.scope
            from approval a join thread t on t.id = a.thread_id and t.org_id = a.org_id ",
            $rest
        )
    };
}

statements! {
    FIND = concat!(question!("where a.id = (select id from approval where org_id = $1 and id = $2) and "),
        seen!("t.scope" by "$3"));
    OVERDUE = question!("where a.decision is null and a.expires_at <= $1 order by a.expires_at, a.id limit $2");
    DECIDE = "update approval set decision = $1, decided_by = $2, decided_at = $3
        where org_id = $4 and id = $5 and decision is null and expires_at > $3
            and exists (select 1 from member where member.org_id = $4 and member.id = $2)";
    EXPIRE = "update approval set decision = 'expired', decided_at = $1
        where org_id = $2 and id = $3 and decision is null and expires_at <= $1";
    EDIT = "update approval set arguments_enc = $1, arguments_hash = $2, edited = 1 where org_id = $3 and id = $4";
    // The thread may have been archived meanwhile: the question goes to the one that took its place.
    FOLLOW = "update approval set thread_id = $1 where org_id = $2 and id = $3 and thread_id <> $1";
}

/// What came of deciding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decided {
    /// It counts, and the thread is told.
    Now {
        /// The thread.
        thread_id: ThreadId,
        /// What it is told.
        event_id: EventId,
    },
    /// Somebody was faster.
    Before(ApprovalDecision),
    /// Its time was over.
    TooLate,
}

struct Question {
    id: ApprovalId,
    org_id: OrgId,
    thread_id: ThreadId,
    agent_id: AgentId,
    approver: ApproverRole,
    decision: Option<ApprovalDecision>,
    expires_at: Timestamp,
    correlation_key: String,
    scope: String,
}
from_row!(Question {
    id,
    org_id,
    thread_id,
    agent_id,
    approver,
    decision,
    expires_at,
    correlation_key,
    scope,
});

/// A decision that is ready to be written.
struct Ready {
    id: ApprovalId,
    org: OrgId,
    thread: ThreadId,
    decision: ApprovalDecision,
    by: Option<MemberId>,
    edited: Option<SealedArguments>,
    noted: Entry,
}

impl OrgStore<'_> {
    /// Takes a member's decision; `None` if there is no such approval. Arguments that were edited take the place of
    /// those that were asked about. Of several who decide at once, the first counts.
    pub async fn decide_approval(
        &self,
        id: ApprovalId,
        (member, role): (MemberId, Role),
        decision: ApprovalDecision,
        edited: Option<Vec<u8>>,
    ) -> Result<Option<Decided>, StoreError> {
        let Some(question) = self.question(id).await? else {
            return Ok(None);
        };
        refuse(&question, role, decision, edited.is_some())?;
        if let Some(before) = question.decision {
            return Ok(Some(Decided::Before(before)));
        }
        let key = self.store.inner.keys.existing(&question.scope).await?;
        let edited = edited
            .map(|arguments| SealedArguments::new(&key, id, &arguments))
            .transpose()?;
        let told = told(id, decision, Some(member));
        let event = self
            .store
            .ready_event(&question, &told, Integrity::User)
            .await?;
        let ready = self
            .store
            .ready(&question, decision, Some(member), edited, &told);
        let now = self.store.now();
        let decided = self
            .db()
            .write(transaction!(|tx| {
                if !decide(tx, &ready, now).await? {
                    return Ok(None);
                }
                tell(tx, &ready, &event, now).await.map(Some)
            }))
            .await?;
        match decided {
            Some(decided) => Ok(Some(decided)),
            None => self.decided_before(id, now).await,
        }
    }

    /// Why a decision did not count.
    async fn decided_before(
        &self,
        id: ApprovalId,
        now: Timestamp,
    ) -> Result<Option<Decided>, StoreError> {
        match self.question(id).await? {
            None => Ok(None),
            Some(question) => match question.decision {
                Some(before) => Ok(Some(Decided::Before(before))),
                None if question.expires_at <= now => Ok(Some(Decided::TooLate)),
                None => Err(StoreError::Refused("there is no such member")),
            },
        }
    }

    async fn question(&self, id: ApprovalId) -> Result<Option<Question>, StoreError> {
        let (org, viewer) = (self.org, self.viewer_scope());
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_optional(FIND, params![org, id, viewer.as_deref()])
                    .await
            }))
            .await
    }
}

impl Store {
    /// Decides what nobody decided in time, and tells the threads. Tells how many there were.
    pub async fn expire_approvals(&self, limit: u32) -> Result<u64, StoreError> {
        let now = self.now();
        let overdue: Vec<Question> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(OVERDUE, params![now, i64::from(limit)]).await
            }))
            .await?;
        let mut expired = 0;
        for question in overdue {
            expired += u64::from(self.expire_approval(&question, now).await?);
        }
        Ok(expired)
    }

    /// One transaction each: two threads locked in one could wait for two in another.
    async fn expire_approval(
        &self,
        question: &Question,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let told = told(question.id, ApprovalDecision::Expired, None);
        let event = match self.ready_event(question, &told, Integrity::System).await {
            Ok(event) => Some(event),
            // The thread was forgotten, and nobody is left to be told.
            Err(StoreError::Forgotten) => None,
            Err(error) => return Err(error),
        };
        let ready = self.ready(question, ApprovalDecision::Expired, None, None, &told);
        self.db()
            .write(transaction!(|tx| {
                if !decide(tx, &ready, now).await? {
                    return Ok(false);
                }
                if let Some(event) = &event {
                    tell(tx, &ready, event, now).await?;
                }
                Ok(true)
            }))
            .await
    }

    fn ready(
        &self,
        question: &Question,
        decision: ApprovalDecision,
        by: Option<MemberId>,
        edited: Option<SealedArguments>,
        told: &[u8],
    ) -> Ready {
        let actor = by.map_or_else(|| "system".to_owned(), |member| format!("member:{member}"));
        let action = match decision {
            ApprovalDecision::Expired => "approval.expired",
            _ => "approval.decided",
        };
        let edit = edited.as_ref().map_or(&[][..], |edited| &edited.hash);
        let detail = [told, edit].concat();
        Ready {
            id: question.id,
            org: question.org_id,
            thread: question.thread_id,
            decision,
            by,
            edited,
            noted: Entry::new(self.ids(), actor, action, question.id, &detail),
        }
    }

    async fn ready_event(
        &self,
        question: &Question,
        told: &[u8],
        integrity: Integrity,
    ) -> Result<ReadyEvent, StoreError> {
        let scope: Scope = question.scope.parse().map_err(StoreError::internal)?;
        let event = NewEvent {
            agent_id: question.agent_id,
            correlation_key: question.correlation_key.clone(),
            scope,
            source: "approval".into(),
            dedupe_key: question.id.to_string(),
            kind: EventKind::ApprovalDecision,
            payload: told.to_vec(),
            integrity,
        };
        self.org(question.org_id).seal_event(event).await
    }
}

fn refuse(
    question: &Question,
    role: Role,
    decision: ApprovalDecision,
    edited: bool,
) -> Result<(), StoreError> {
    if question.approver == ApproverRole::Operator && role < Role::Admin {
        return Err(StoreError::Refused("this needs an owner or an admin"));
    }
    match decision {
        ApprovalDecision::Expired => Err(StoreError::Refused("only time lets a question expire")),
        ApprovalDecision::Denied if edited => {
            Err(StoreError::Refused("what is denied cannot be edited"))
        }
        _ => Ok(()),
    }
}

/// What the thread is told.
fn told(id: ApprovalId, decision: ApprovalDecision, by: Option<MemberId>) -> Vec<u8> {
    let mut told = serde_json::json!({ "approval": id, "decision": decision });
    if let Some(member) = by {
        told["by"] = serde_json::json!(member);
    }
    told.to_string().into_bytes()
}

/// Tells whether it counts: it does unless it was decided meanwhile or is out of its time.
async fn decide(tx: &mut Tx<'_>, ready: &Ready, now: Timestamp) -> Result<bool, StoreError> {
    let (org, id) = (ready.org, ready.id);
    let counted = match ready.decision {
        ApprovalDecision::Expired => tx.execute(EXPIRE, params![now, org, id]).await?,
        decision => {
            let row = params![decision, ready.by, now, org, id];
            tx.execute(DECIDE, row).await?
        }
    };
    if counted == 0 {
        return Ok(false);
    }
    if let Some(edited) = &ready.edited {
        let row = params![&edited.sealed, &edited.hash, org, id];
        tx.execute(EDIT, row).await?;
    }
    audit::note(tx, org, &ready.noted, now).await?;
    let news = News::new(org, MemberEventKind::Approval, now);
    let news = news.on(Some(ready.thread), None);
    tx.tell(news.about(&id).state(ready.decision.as_str()));
    Ok(true)
}

async fn tell(
    tx: &mut Tx<'_>,
    ready: &Ready,
    event: &ReadyEvent,
    now: Timestamp,
) -> Result<Decided, StoreError> {
    let (Accepted::Queued {
        thread_id,
        event_id,
        ..
    }
    | Accepted::Duplicate {
        thread_id,
        event_id,
    }) = append_event(tx, ready.org, event, now).await?;
    tx.execute(FOLLOW, params![thread_id, ready.org, ready.id])
        .await?;
    Ok(Decided::Now {
        thread_id,
        event_id,
    })
}
