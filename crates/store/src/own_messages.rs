//! What a person of the team writes to a contact: the message, and the word to the agent, which has no part in it.

use std::time::Duration;

use serde_json::json;
use steward_model::{
    AgentId, ContactId, EffectClass, EffectId, EffectVerdict, EventKind, IdGen, Integrity, LineId,
    MemberId, Scope, TeamReply, ThreadId, Timestamp,
};

use crate::db::{Tx, transaction};
use crate::inbox::{NewEvent, ReadyEvent, append_event};
use crate::outbox::{self, NewEffect, Origin, Outgoing, ReadyOutgoing};
use crate::row::from_row;
use crate::sql::{params, statements};
use crate::{OrgStore, StoreError};

statements! {
    WHERE = "select agent_id, correlation_key, scope from thread where org_id = $1 and id = $2";
}

/// A person's own words that could not leave for this long are no answer any more.
const LIFE: Duration = Duration::from_secs(60 * 60);

/// Why a person's own message may leave.
pub(crate) const BY_PERSON: &str = "person";

/// Where the word to the agent comes from. It is named after the message.
pub(crate) const TEAM: &str = "team";

/// What a person wants to be sent.
pub(crate) struct OwnMessage {
    /// The same for the same wish, however often it is made.
    pub(crate) idem_key: String,
    pub(crate) member: MemberId,
    pub(crate) thread: ThreadId,
    pub(crate) contact: ContactId,
    pub(crate) line: LineId,
    pub(crate) to: String,
    pub(crate) from: String,
    pub(crate) channel: String,
    pub(crate) text: String,
}

/// A message of a person's, sealed.
pub(crate) struct ReadyMessage {
    origin: Origin,
    outgoing: ReadyOutgoing,
    told: ReadyEvent,
    /// The id that it will have.
    pub(crate) id: EffectId,
}

struct Where {
    agent_id: AgentId,
    correlation_key: String,
    scope: Scope,
}
from_row!(Where {
    agent_id,
    correlation_key,
    scope
});

impl OrgStore<'_> {
    /// Seals a message with the key of its thread, before the transaction.
    pub(crate) async fn ready_message(
        &self,
        message: OwnMessage,
    ) -> Result<ReadyMessage, StoreError> {
        let (org, thread) = (self.org, message.thread);
        let place: Option<Where> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(WHERE, params![org, thread]).await
            }))
            .await?;
        let place = place.ok_or(StoreError::Refused("there is no such thread"))?;
        let keys = &self.store.inner.keys;
        let key = keys.existing(&place.scope.to_string()).await?;
        let origin = Origin {
            org,
            thread,
            turn: None,
            agent: None,
        };
        let actor = format!("member:{}", message.member);
        let outgoing = Outgoing {
            effects: vec![effect(&message, self.store.now())],
            ..Outgoing::default()
        };
        let store = self.store;
        let outgoing = store
            .ready_outgoing(&key, &origin, &actor, outgoing)
            .await?;
        let id = outgoing.first_effect()?;
        Ok(ReadyMessage {
            origin,
            outgoing,
            told: self.seal_event(told(place, &message, id)?).await?,
            id,
        })
    }
}

impl ReadyMessage {
    /// Puts the message out. Tells its id: another one if the same wish was made before.
    pub(crate) async fn put_out(
        &self,
        tx: &mut Tx<'_>,
        ids: &dyn IdGen,
        now: Timestamp,
    ) -> Result<EffectId, StoreError> {
        let put = outbox::insert_outgoing(tx, ids, &self.origin, &self.outgoing, now).await?;
        Ok(put.first().copied().unwrap_or(self.id))
    }

    /// Lets the agent know, which is not asked to answer.
    pub(crate) async fn tell_agent(
        &self,
        tx: &mut Tx<'_>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        append_event(tx, self.origin.org, &self.told, now)
            .await
            .map(|_| ())
    }
}

fn effect(message: &OwnMessage, now: Timestamp) -> NewEffect {
    let payload = json!({ "to": message.to, "from": message.from, "text": message.text });
    NewEffect {
        idem_key: message.idem_key.clone(),
        contact_id: message.contact,
        line_id: message.line,
        class: EffectClass::Asked,
        channel: message.channel.clone(),
        payload: payload.to_string().into_bytes(),
        integrity: Integrity::User,
        verdict: EffectVerdict::Allow,
        rule: BY_PERSON.to_owned(),
        approval_id: None,
        not_before: None,
        expires_at: now.plus(LIFE),
    }
}

/// What the agent learns.
fn told(place: Where, message: &OwnMessage, effect_id: EffectId) -> Result<NewEvent, StoreError> {
    let reply = TeamReply {
        member_id: message.member,
        effect_id,
        text: message.text.clone(),
    };
    Ok(NewEvent {
        agent_id: place.agent_id,
        correlation_key: place.correlation_key,
        scope: place.scope,
        source: TEAM.to_owned(),
        dedupe_key: effect_id.to_string(),
        kind: EventKind::TeamReply,
        payload: serde_json::to_vec(&reply).map_err(StoreError::internal)?,
        integrity: Integrity::User,
    })
}
