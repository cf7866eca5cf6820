//! The outbox: what leaves for the world, from the moment it is decided until somebody can vouch for it.

mod claim;
mod course;
mod lookup;
pub(crate) mod pace;
mod read;
mod review;
mod rights;
mod settle;
mod status;

use serde::Deserialize;
use steward_model::{
    AgentId, ApprovalId, ContactId, EffectClass, EffectId, EffectVerdict, IdGen, Identifier,
    IdentifierKind, Integrity, LineId, OrgId, ThreadId, Timestamp, TurnId,
};

pub(crate) use self::claim::TAKEN_OVER;
pub use self::claim::{CONFIRMS_SILENCE, ClaimedEffect, SendRules};
pub(crate) use self::course::{detail_place, withdraw};
pub use self::lookup::Lookup;
pub use self::read::{Effect, EffectAttempt, EffectHistory};
pub use self::review::ReviewDecision;
pub use self::rights::SENDS_TEXTS;
pub use self::settle::Delivery;
pub use self::status::{CarrierReport, CarrierStatus};
use crate::approvals::{self, NewApproval, ReadyApproval};
use crate::audit::{self, Entry};
use crate::crypto::{DataKey, Place};
use crate::db::{Tx, transaction};
use crate::identifiers;
use crate::notices::{self, NewNotice, ReadyNotice};
use crate::row::Only;
use crate::sql::{Sql, params, statements};
use crate::suggestions::{self, NewSuggestion, ReadySuggestion};
use crate::{Store, StoreError};

statements! {
    KNOWN = "select id as value from effect where org_id = $1 and idem_key = $2";
    INSERT = "insert into effect (id, org_id, idem_key, thread_id, turn_id, agent_id, contact_id, line_id, class,
            channel, payload_enc, payload_hash, to_blind, integrity, verdict, rule, approval_id, state, not_before,
            expires_at, attempt, misses, lookup_failures, created_at)
        select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, 'pending', $18, $19, 0, 0, 0,
            $20
        where exists (select 1 from thread where thread.org_id = $2 and thread.id = $4)
            and ($5 is null or exists (select 1 from turn where turn.org_id = $2 and turn.id = $5))
            and ($6 is null or exists (select 1 from agent where agent.org_id = $2 and agent.id = $6))
            and exists (select 1 from contact where contact.org_id = $2 and contact.id = $7)
            and exists (select 1 from line where line.org_id = $2 and line.id = $8)
        on conflict (org_id, idem_key) do nothing";
    SCOPE = "select scope as value from thread where org_id = $1 and id = $2";
}

pub(crate) const ALL_STATEMENTS: [&[Sql]; 10] = [
    STATEMENTS,
    claim::STATEMENTS,
    course::STATEMENTS,
    lookup::STATEMENTS,
    pace::STATEMENTS,
    read::STATEMENTS,
    review::STATEMENTS,
    rights::STATEMENTS,
    settle::STATEMENTS,
    status::STATEMENTS,
];

/// Where something was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The organisation.
    pub org: OrgId,
    /// The thread, whose key seals it.
    pub thread: ThreadId,
    /// The turn, if it was a turn.
    pub turn: Option<TurnId>,
    /// The agent, if it was an agent.
    pub agent: Option<AgentId>,
}

/// Everything that is to leave, be asked or be told, at once.
#[derive(Debug, Clone, Default)]
pub struct Outgoing {
    /// Messages for people outside.
    pub effects: Vec<NewEffect>,
    /// Calls that a person is asked about.
    pub approvals: Vec<NewApproval>,
    /// What a person must know.
    pub notices: Vec<NewNotice>,
    /// Replies for a person to send.
    pub suggestions: Vec<NewSuggestion>,
}

/// A message for somebody outside.
#[derive(Debug, Clone)]
pub struct NewEffect {
    /// Derived from where it was decided: the same key again is the same effect again.
    pub idem_key: String,
    /// Who gets it.
    pub contact_id: ContactId,
    /// The line it leaves from.
    pub line_id: LineId,
    /// What its carrier can do about a lost answer.
    pub class: EffectClass,
    /// How it leaves, like `sms`.
    pub channel: String,
    /// To, from and text, as JSON.
    pub payload: Vec<u8>,
    /// How far what it was made of can be trusted.
    pub integrity: Integrity,
    /// Why it may leave.
    pub verdict: EffectVerdict,
    /// The rule that says so.
    pub rule: String,
    /// The approval that is used up by it.
    pub approval_id: Option<ApprovalId>,
    /// Not before this; at once without it.
    pub not_before: Option<Timestamp>,
    /// Not at all from this on.
    pub expires_at: Timestamp,
}

impl Origin {
    /// Who, as the record names them.
    pub(crate) fn actor(&self) -> String {
        self.agent
            .map_or_else(|| "system".to_owned(), |agent| format!("agent:{agent}"))
    }
}

impl Store {
    /// Puts out what was decided outside a turn: a member's own message, what work in the background found. Tells the
    /// effects' ids, in order.
    pub async fn put_out(
        &self,
        origin: Origin,
        outgoing: Outgoing,
    ) -> Result<Vec<EffectId>, StoreError> {
        let scope: Option<Only<String>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(SCOPE, params![origin.org, origin.thread])
                    .await
            }))
            .await?;
        let scope = scope.ok_or(StoreError::Refused("there is no such thread"))?;
        let key = self.inner.keys.key(&scope.0).await?;
        let ready = self
            .ready_outgoing(&key, &origin, &origin.actor(), outgoing)
            .await?;
        let (store, now) = (self.clone(), self.now());
        self.db()
            .write(transaction!(|tx| {
                insert_outgoing(tx, store.ids(), &origin, &ready, now).await
            }))
            .await
    }

    /// Seals everything with the key of the thread, before the transaction. `actor` is who decides it.
    pub(crate) async fn ready_outgoing(
        &self,
        key: &DataKey,
        origin: &Origin,
        actor: &str,
        outgoing: Outgoing,
    ) -> Result<ReadyOutgoing, StoreError> {
        let ids = self.ids();
        let mut effects = Vec::with_capacity(outgoing.effects.len());
        for new in outgoing.effects {
            let blind_key = self.org(origin.org).blind_key().await?;
            effects.push(ReadyEffect::new(ids, (key, &blind_key), actor, new)?);
        }
        let mut notices = Vec::with_capacity(outgoing.notices.len());
        for new in outgoing.notices {
            notices.push(self.ready_notice(key, origin, actor, new).await?);
        }
        Ok(ReadyOutgoing {
            effects,
            notices,
            approvals: outgoing
                .approvals
                .into_iter()
                .map(|new| ReadyApproval::new(ids, key, origin, new))
                .collect::<Result<_, _>>()?,
            suggestions: outgoing
                .suggestions
                .into_iter()
                .map(|new| ReadySuggestion::new(ids, key, actor, new))
                .collect::<Result<_, _>>()?,
        })
    }
}

/// [`Outgoing`], sealed.
pub(crate) struct ReadyOutgoing {
    effects: Vec<ReadyEffect>,
    approvals: Vec<ReadyApproval>,
    notices: Vec<ReadyNotice>,
    suggestions: Vec<ReadySuggestion>,
}

impl ReadyOutgoing {
    /// The id that its one message will have.
    pub(crate) fn first_effect(&self) -> Result<EffectId, StoreError> {
        let first = self.effects.first();
        first
            .map(|effect| effect.id)
            .ok_or_else(|| StoreError::internal("nothing is to be sent"))
    }
}

/// An effect whose payload is sealed.
pub(crate) struct ReadyEffect {
    id: EffectId,
    new: NewEffect,
    payload_enc: Vec<u8>,
    payload_hash: Vec<u8>,
    to_blind: Vec<u8>,
    decided: Entry,
}

impl ReadyEffect {
    fn new(
        ids: &dyn IdGen,
        (key, blind_key): (&DataKey, &DataKey),
        actor: &str,
        new: NewEffect,
    ) -> Result<Self, StoreError> {
        let id = EffectId::generate(ids);
        let text = std::str::from_utf8(&new.payload)
            .map_err(|_| StoreError::Refused("a message must be JSON"))?;
        Ok(Self {
            id,
            payload_enc: key.seal(place(&id.to_string()), &new.payload)?,
            payload_hash: key.blind("effect", text),
            to_blind: identifiers::blind(blind_key, &destination(text)?),
            decided: Entry::new(ids, actor, "effect.pending", id, &new.payload),
            new,
        })
    }
}

/// Writes all of it down, in the transaction that decides it. Tells the effects' ids, in order.
pub(crate) async fn insert_outgoing(
    tx: &mut Tx<'_>,
    ids: &dyn IdGen,
    origin: &Origin,
    ready: &ReadyOutgoing,
    now: Timestamp,
) -> Result<Vec<EffectId>, StoreError> {
    let mut effects = Vec::with_capacity(ready.effects.len());
    for effect in &ready.effects {
        effects.push(insert_effect(tx, ids, origin, effect, now).await?);
    }
    for approval in &ready.approvals {
        approvals::insert_approval(tx, origin, approval, now).await?;
    }
    for notice in &ready.notices {
        let about = (Some(origin.thread), origin.turn);
        notices::insert_notice(tx, origin.org, about, notice, now).await?;
    }
    for suggestion in &ready.suggestions {
        suggestions::insert_suggestion(tx, origin, suggestion, now).await?;
    }
    Ok(effects)
}

async fn insert_effect(
    tx: &mut Tx<'_>,
    ids: &dyn IdGen,
    origin: &Origin,
    ready: &ReadyEffect,
    now: Timestamp,
) -> Result<EffectId, StoreError> {
    let new = &ready.new;
    if let Some(known) = find_known(tx, origin.org, &new.idem_key).await? {
        return Ok(known);
    }
    if let Some(approval) = new.approval_id {
        approvals::use_approval(tx, ids, origin, approval, now).await?;
    }
    let row = params![
        ready.id,
        origin.org,
        new.idem_key.as_str(),
        origin.thread,
        origin.turn,
        origin.agent,
        new.contact_id,
        new.line_id,
        new.class,
        new.channel.as_str(),
        &ready.payload_enc,
        &ready.payload_hash,
        &ready.to_blind,
        new.integrity,
        new.verdict,
        new.rule.as_str(),
        new.approval_id,
        new.not_before.unwrap_or(now),
        new.expires_at,
        now,
    ];
    if tx.execute(INSERT, row).await? == 0 {
        // Somebody decided the same at the same moment, or it leads nowhere.
        let known = find_known(tx, origin.org, &new.idem_key).await?;
        return known.ok_or(StoreError::Refused("there is no such contact or line"));
    }
    audit::note(tx, origin.org, &ready.decided, now).await?;
    Ok(ready.id)
}

async fn find_known(
    tx: &mut Tx<'_>,
    org: OrgId,
    idem_key: &str,
) -> Result<Option<EffectId>, StoreError> {
    let known: Option<Only<EffectId>> = tx.fetch_optional(KNOWN, params![org, idem_key]).await?;
    Ok(known.map(|known| known.0))
}

/// Where a message goes, in the one form that contacts and opt-outs know it by.
fn destination(message: &str) -> Result<Identifier, StoreError> {
    #[derive(Deserialize)]
    struct Message {
        to: String,
    }

    let message: Option<Message> = serde_json::from_str(message).ok();
    let kinds = [
        IdentifierKind::Phone,
        IdentifierKind::Email,
        IdentifierKind::External,
    ];
    message
        .and_then(|Message { to }| kinds.iter().find_map(|k| Identifier::parse(*k, &to).ok()))
        .ok_or(StoreError::Refused("a message must say whom it goes to"))
}

/// What a payload says, unless it was changed behind our back.
pub(crate) fn open_payload(
    key: &DataKey,
    id: EffectId,
    sealed: &[u8],
    hash: &[u8],
) -> Result<Vec<u8>, StoreError> {
    let text = key.open_text(place(&id.to_string()), sealed)?;
    if key.blind("effect", &text) != hash {
        return Err(StoreError::Tampered {
            table: "effect",
            column: "payload_hash",
        });
    }
    Ok(text.into_bytes())
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "effect",
        column: "payload_enc",
        row,
    }
}
