//! Approvals: tool calls that a person is asked about, to the byte.

mod decide;

use std::sync::Arc;

use steward_model::{
    AgentId, ApprovalDecision, ApprovalId, ApproverRole, IdGen, MemberEventKind, MemberId,
    ThreadId, Timestamp, TurnId,
};

pub use self::decide::Decided;
use crate::audit::{self, Entry};
use crate::crypto::{DataKey, Place};
use crate::db::{Tx, transaction};
use crate::member_events::News;
use crate::outbox::Origin;
use crate::row::{Only, from_row};
use crate::sql::{Sql, params, statements};
use crate::threads::thread_seen;
use crate::{OrgStore, Page, StoreError};

macro_rules! approval {
    ($rest:literal) => {
        concat!(
            "select id, thread_id, turn_id, agent_id, agent_revision, call_id, tool, arguments_enc, arguments_hash,
                edited, approver, rule, asked_at, expires_at, decision, decided_by, decided_at, used_at,
                (select scope from thread where thread.id = approval.thread_id) as scope
            from approval where org_id = $1 and ",
            $rest
        )
    };
}

statements! {
    // The same call of the same turn is asked about once, however often the step that made it is written.
    INSERT = "insert into approval (id, org_id, thread_id, turn_id, agent_id, agent_revision, call_id, tool,
            arguments_enc, arguments_hash, edited, approver, rule, asked_at, expires_at)
        select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, $11, $12, $13, $14
        where exists (select 1 from turn where turn.org_id = $2 and turn.thread_id = $3 and turn.id = $4)
            and exists (select 1 from agent where agent.org_id = $2 and agent.id = $5)
        on conflict (turn_id, call_id) do nothing";
    ASKED = "select id as value from approval where org_id = $1 and turn_id = $2 and call_id = $3";
    FIND = concat!(approval!("id = $2 and "), thread_seen!("approval.thread_id" by "$3"));
    LIST = concat!(approval!("id > $2 and ($3 = 0 or decision is null) and "),
        thread_seen!("approval.thread_id" by "$4"), " order by id limit $5");
    USE = "update approval set used_at = $1 where org_id = $2 and id = $3 and thread_id = $4 and decision = 'approved'
        and used_at is null and expires_at > $1";
}

pub(crate) const ALL_STATEMENTS: [&[Sql]; 2] = [STATEMENTS, decide::STATEMENTS];

/// A tool call that a person is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    /// Its id.
    pub id: ApprovalId,
    /// The thread it was asked on, or the one that took its place.
    pub thread_id: ThreadId,
    /// The turn that asked.
    pub turn_id: TurnId,
    /// Who asks.
    pub agent_id: AgentId,
    /// How the agent was when it asked.
    pub agent_revision: i64,
    /// The call, as the model named it.
    pub call_id: String,
    /// The tool.
    pub tool: String,
    /// The exact bytes; nothing once the thread was forgotten.
    pub arguments: Option<Vec<u8>>,
    /// Whether a person changed them.
    pub edited: bool,
    /// Whose word it needs.
    pub approver: ApproverRole,
    /// The rule that asks.
    pub rule: String,
    /// When it was asked.
    pub asked_at: Timestamp,
    /// Until when it can be decided, and used.
    pub expires_at: Timestamp,
    /// What became of it.
    pub decision: Option<ApprovalDecision>,
    /// Who decided.
    pub decided_by: Option<MemberId>,
    /// When.
    pub decided_at: Option<Timestamp>,
    /// When the call was made.
    pub used_at: Option<Timestamp>,
}

/// A question to be put to a person.
#[derive(Debug, Clone)]
pub struct NewApproval {
    /// Its id, which the answer will carry.
    pub id: ApprovalId,
    /// The call, as the model named it.
    pub call_id: String,
    /// The tool.
    pub tool: String,
    /// The exact bytes of the arguments, as JSON.
    pub arguments: Vec<u8>,
    /// How the agent is.
    pub agent_revision: i64,
    /// Whose word it needs.
    pub approver: ApproverRole,
    /// The rule that asks.
    pub rule: String,
    /// Until when it can be decided, and used.
    pub expires_at: Timestamp,
}

/// A call that may be made, once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovedCall {
    /// The approval.
    pub id: ApprovalId,
    /// The turn that asked.
    pub turn_id: TurnId,
    /// Who asked.
    pub agent_id: AgentId,
    /// How the agent was when it asked.
    pub agent_revision: i64,
    /// The call, as the model named it.
    pub call_id: String,
    /// The tool.
    pub tool: String,
    /// The exact bytes that were agreed to.
    pub arguments: Vec<u8>,
    /// Whether a person changed them.
    pub edited: bool,
    /// Who agreed.
    pub approved_by: Option<MemberId>,
}

/// A question whose arguments are sealed.
pub(crate) struct ReadyApproval {
    new: NewApproval,
    arguments: SealedArguments,
    asked: Entry,
}

impl ReadyApproval {
    /// Made before the transaction, with the key of the thread.
    pub(crate) fn new(
        ids: &dyn IdGen,
        key: &DataKey,
        origin: &Origin,
        new: NewApproval,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            arguments: SealedArguments::new(key, new.id, &new.arguments)?,
            asked: Entry::new(
                ids,
                origin.actor(),
                "approval.asked",
                new.id,
                &new.arguments,
            ),
            new,
        })
    }
}

/// Arguments as they are kept.
struct SealedArguments {
    sealed: Vec<u8>,
    hash: Vec<u8>,
}

impl SealedArguments {
    fn new(key: &DataKey, id: ApprovalId, arguments: &[u8]) -> Result<Self, StoreError> {
        let text = std::str::from_utf8(arguments)
            .map_err(|_| StoreError::Refused("the arguments of a call must be JSON"))?;
        Ok(Self {
            sealed: key.seal(place(&id.to_string()), arguments)?,
            hash: key.blind("approval", text),
        })
    }
}

struct SealedApproval {
    id: ApprovalId,
    thread_id: ThreadId,
    turn_id: TurnId,
    agent_id: AgentId,
    agent_revision: i64,
    call_id: String,
    tool: String,
    arguments_enc: Vec<u8>,
    arguments_hash: Vec<u8>,
    edited: i64,
    approver: ApproverRole,
    rule: String,
    asked_at: Timestamp,
    expires_at: Timestamp,
    decision: Option<ApprovalDecision>,
    decided_by: Option<MemberId>,
    decided_at: Option<Timestamp>,
    used_at: Option<Timestamp>,
    scope: String,
}
from_row!(SealedApproval {
    id,
    thread_id,
    turn_id,
    agent_id,
    agent_revision,
    call_id,
    tool,
    arguments_enc,
    arguments_hash,
    edited,
    approver,
    rule,
    asked_at,
    expires_at,
    decision,
    decided_by,
    decided_at,
    used_at,
    scope,
});

impl SealedApproval {
    /// The bytes that were asked about. Older bytes of the same row would open, but their fingerprint differs.
    fn arguments(&self, key: &DataKey) -> Result<Vec<u8>, StoreError> {
        let text = key.open_text(place(&self.id.to_string()), &self.arguments_enc)?;
        if key.blind("approval", &text) != self.arguments_hash {
            return Err(StoreError::Tampered {
                table: "approval",
                column: "arguments_hash",
            });
        }
        Ok(text.into_bytes())
    }

    fn open(self, key: Option<&Arc<DataKey>>) -> Result<Approval, StoreError> {
        let arguments = key.map(|key| self.arguments(key)).transpose()?;
        Ok(Approval {
            id: self.id,
            thread_id: self.thread_id,
            turn_id: self.turn_id,
            agent_id: self.agent_id,
            agent_revision: self.agent_revision,
            call_id: self.call_id,
            tool: self.tool,
            arguments,
            edited: self.edited != 0,
            approver: self.approver,
            rule: self.rule,
            asked_at: self.asked_at,
            expires_at: self.expires_at,
            decision: self.decision,
            decided_by: self.decided_by,
            decided_at: self.decided_at,
            used_at: self.used_at,
        })
    }
}

impl OrgStore<'_> {
    /// One approval.
    pub async fn approval(&self, id: ApprovalId) -> Result<Option<Approval>, StoreError> {
        let found = self.sealed_approval(id).await?;
        let rows = found.into_iter().collect();
        Ok(self.open_approvals(rows).await?.pop())
    }

    /// Approvals in the order they were asked for: all, or those that wait.
    pub async fn approvals(&self, page: &Page, open: bool) -> Result<Vec<Approval>, StoreError> {
        let (org, viewer, page) = (self.org, self.viewer_scope(), page.clone());
        let rows = self
            .db()
            .read(transaction!(|tx| {
                let after = page.after.as_deref().unwrap_or("");
                let (open, limit) = (i64::from(open), i64::from(page.limit));
                let slice = params![org, after, open, viewer.as_deref(), limit];
                tx.fetch_all(LIST, slice).await
            }))
            .await?;
        self.open_approvals(rows).await
    }

    /// The call that was approved, if it may still be made.
    pub async fn approved_call(&self, id: ApprovalId) -> Result<Option<ApprovedCall>, StoreError> {
        let now = self.store.now();
        let Some(row) = self.sealed_approval(id).await? else {
            return Ok(None);
        };
        let usable = row.decision == Some(ApprovalDecision::Approved)
            && row.used_at.is_none()
            && row.expires_at > now;
        if !usable {
            return Ok(None);
        }
        let key = self.store.inner.keys.existing(&row.scope).await?;
        Ok(Some(ApprovedCall {
            arguments: row.arguments(&key)?,
            id: row.id,
            turn_id: row.turn_id,
            agent_id: row.agent_id,
            agent_revision: row.agent_revision,
            call_id: row.call_id,
            tool: row.tool,
            edited: row.edited != 0,
            approved_by: row.decided_by,
        }))
    }

    /// Marks an approval as used before its call is made, for a call that reaches outside. Tells whether it may be made:
    /// whoever dies after this leaves a call of which nobody knows what it did, and which nobody repeats.
    pub async fn mark_used(&self, id: ApprovalId) -> Result<bool, StoreError> {
        let Some(row) = self.sealed_approval(id).await? else {
            return Ok(false);
        };
        let origin = Origin {
            org: self.org,
            thread: row.thread_id,
            turn: Some(row.turn_id),
            agent: Some(row.agent_id),
        };
        let (store, now) = (self.store.clone(), self.store.now());
        let used = self
            .db()
            .write(transaction!(|tx| {
                use_approval(tx, store.ids(), &origin, id, now).await
            }))
            .await;
        match used {
            Ok(()) => Ok(true),
            Err(StoreError::Refused(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    async fn sealed_approval(&self, id: ApprovalId) -> Result<Option<SealedApproval>, StoreError> {
        let (org, viewer) = (self.org, self.viewer_scope());
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_optional(FIND, params![org, id, viewer.as_deref()])
                    .await
            }))
            .await
    }

    async fn open_approvals(&self, rows: Vec<SealedApproval>) -> Result<Vec<Approval>, StoreError> {
        let scopes: Vec<_> = rows.iter().map(|row| row.scope.clone()).collect();
        let keys = self.store.inner.keys.find_many(&scopes).await?;
        rows.into_iter()
            .zip(&scopes)
            .map(|(row, scope)| row.open(keys.get(scope).and_then(Option::as_ref)))
            .collect()
    }
}

/// Puts the question, in the transaction that ends the turn.
pub(crate) async fn insert_approval(
    tx: &mut Tx<'_>,
    origin: &Origin,
    ready: &ReadyApproval,
    now: Timestamp,
) -> Result<(), StoreError> {
    let new = &ready.new;
    let row = params![
        new.id,
        origin.org,
        origin.thread,
        origin.turn,
        origin.agent,
        new.agent_revision,
        new.call_id.as_str(),
        new.tool.as_str(),
        &ready.arguments.sealed,
        &ready.arguments.hash,
        new.approver,
        new.rule.as_str(),
        now,
        new.expires_at,
    ];
    if tx.execute(INSERT, row).await? > 0 {
        let news = News::new(origin.org, MemberEventKind::Approval, now);
        let news = news.on(Some(origin.thread), origin.turn);
        tx.tell(news.about(&new.id).state("waiting"));
        return audit::note(tx, origin.org, &ready.asked, now).await;
    }
    let call = params![origin.org, origin.turn, new.call_id.as_str()];
    match tx.fetch_optional::<Only<ApprovalId>>(ASKED, call).await? {
        Some(_) => Ok(()),
        None => Err(StoreError::Refused("only an agent's turn can ask a person")),
    }
}

/// Spends an approval, in the transaction that does what was approved: once, on its own thread, in time.
pub(crate) async fn use_approval(
    tx: &mut Tx<'_>,
    ids: &dyn IdGen,
    origin: &Origin,
    id: ApprovalId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let used = params![now, origin.org, id, origin.thread];
    if tx.execute(USE, used).await? == 0 {
        return Err(StoreError::Refused(
            "there is no approval for this, or it was used or has expired",
        ));
    }
    let entry = Entry::new(ids, origin.actor(), "approval.used", id, b"");
    audit::note(tx, origin.org, &entry, now).await
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "approval",
        column: "arguments_enc",
        row,
    }
}
