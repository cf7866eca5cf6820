//! What was said in a conversation: what the contact wrote, and what the agent and the team have sent.

use std::sync::Arc;

use serde::Deserialize;
use steward_model::{
    AgentId, EffectId, EffectState, EventId, Identifier, InboundSms, LineId, MemberId, Scope,
    Skipped, SmsMedia, TeamReply, ThreadId, Timestamp,
};

use super::files::{TextFile, TextFileState};
use crate::crypto::{DataKey, Place};
use crate::db::transaction;
use crate::outbox::pace::NIGHT;
use crate::outbox::{detail_place, open_payload};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, Page, StoreError};

macro_rules! sent {
    ($rest:literal) => {
        concat!(
            "select effect.id, effect.agent_id, effect.line_id, effect.payload_enc, effect.payload_hash, effect.state,
                effect.reason, effect.not_before, effect.created_at, told.id as told_id, told.payload_enc as told_enc,
                (select max(edited) from suggestion where suggestion.effect_id = effect.id) as edited,
                tried.no as tried_no, tried.detail_enc as tried_enc
            from effect left join event told
                on told.org_id = $1 and told.source = 'team' and told.dedupe_key = effect.id
            left join effect_attempt tried
                on tried.org_id = $1 and tried.effect_id = effect.id and tried.no = effect.attempt
            where effect.org_id = $1 and effect.thread_id = $2 and ",
            $rest
        )
    };
}

statements! {
    SCOPE = "select scope as value from thread where org_id = $1 and id = $2";
    SAID = "select id, payload_enc, received_at, skipped from event
        where org_id = $1 and thread_id = $2 and kind = 'inbound_sms' and id < $3
        order by id desc limit $4";
    SENT = sent!("effect.id < $3 order by effect.id desc limit $4");
    SENT_ONE = sent!("effect.id = $3");
    WITH = "select id as value from thread where org_id = $1 and scope = $2 and correlation_key = $2
        order by active_at desc, id desc limit $3";
}

/// Comes after every id.
const AFTER_ALL: &str = "g";

/// With how many agents somebody's conversation is looked for, the latest first.
const MOST_THREADS: i64 = 10;

/// Something that was said in a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboxMessage {
    /// Its id: the event's by which it came in, or the effect's by which it leaves.
    pub id: String,
    /// Whose words they are.
    pub by: Speaker,
    /// What it says; nothing once the contact was forgotten.
    pub text: Option<String>,
    /// The contact's number: it came from there, or goes there. Nothing once they were forgotten.
    pub number: Option<String>,
    /// When it came in, or was decided.
    pub at: Timestamp,
    /// The line it came to, or leaves from.
    pub line_id: Option<LineId>,
    /// Where it stands, and why, if it leaves.
    pub delivery: Option<(EffectState, Option<String>)>,
    /// What was heard when it was last tried, if it did not leave or arrive.
    pub carrier_said: Option<String>,
    /// Until when it waits because it is night where the contact is.
    pub waits_until: Option<Timestamp>,
    /// Why no agent was asked about it.
    pub skipped: Option<Skipped>,
    /// The files that came with it.
    pub files: Vec<TextFile>,
    /// What an agent has to do with it, if it leaves.
    pub ai_origin: Option<AiOrigin>,
}

impl InboxMessage {
    /// Whether whoever it is for has it. What came in has come in.
    fn has_arrived(&self) -> bool {
        match &self.delivery {
            None => true,
            Some((state, _)) => matches!(state, EffectState::Sent | EffectState::Delivered),
        }
    }
}

/// Whose words they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speaker {
    /// The contact's.
    Contact,
    /// An agent's.
    Agent(AgentId),
    /// A member's; nobody knows whose once the contact was forgotten.
    Member(Option<MemberId>),
    /// Nobody's: what is sent by itself, such as the confirmation of STOP.
    Automatic,
}

/// What an agent has to do with a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AiOrigin {
    /// An agent wrote and sent it.
    Agent,
    /// An agent drafted it, and a person sent it as it was.
    Suggestion,
    /// An agent drafted it, and a person changed and sent it.
    SuggestionEdited,
}

/// A text that came in.
pub(super) struct SealedSaid {
    pub(super) id: EventId,
    pub(super) payload_enc: Vec<u8>,
    pub(super) received_at: Timestamp,
    pub(super) skipped: Option<Skipped>,
}
from_row!(SealedSaid {
    id,
    payload_enc,
    received_at,
    skipped
});

/// A message that leaves, with the word to the agent by which the team sent it.
pub(super) struct SealedSent {
    pub(super) id: EffectId,
    pub(super) agent_id: Option<AgentId>,
    pub(super) line_id: LineId,
    pub(super) payload_enc: Vec<u8>,
    pub(super) payload_hash: Vec<u8>,
    pub(super) state: EffectState,
    pub(super) reason: Option<String>,
    pub(super) not_before: Timestamp,
    pub(super) created_at: Timestamp,
    pub(super) told_id: Option<EventId>,
    pub(super) told_enc: Option<Vec<u8>>,
    pub(super) edited: Option<i64>,
    pub(super) tried_no: Option<i64>,
    pub(super) tried_enc: Option<Vec<u8>>,
}
from_row!(SealedSent {
    id,
    agent_id,
    line_id,
    payload_enc,
    payload_hash,
    state,
    reason,
    not_before,
    created_at,
    told_id,
    told_enc,
    edited,
    tried_no,
    tried_enc,
});

impl SealedSaid {
    /// Both ends and the words; nothing if what was forgotten of it left nothing to read.
    pub(super) fn read(&self, key: &DataKey) -> Result<Option<InboundSms>, StoreError> {
        let payload = open_event(key, self.id, &self.payload_enc)?;
        Ok(serde_json::from_slice(&payload).ok())
    }

    pub(super) fn open(self, key: Option<&Arc<DataKey>>) -> Result<InboxMessage, StoreError> {
        let sms = key.map(|key| self.read(key)).transpose()?.flatten();
        Ok(InboxMessage {
            id: self.id.to_string(),
            by: Speaker::Contact,
            line_id: sms.as_ref().map(|sms| sms.line_id),
            number: sms.as_ref().map(|sms| sms.from.clone()),
            files: sms.as_ref().map(files_of).unwrap_or_default(),
            text: sms.map(|sms| sms.text),
            at: self.received_at,
            delivery: None,
            carrier_said: None,
            waits_until: None,
            skipped: self.skipped,
            ai_origin: None,
        })
    }
}

impl SealedSent {
    pub(super) fn open(self, key: Option<&Arc<DataKey>>) -> Result<InboxMessage, StoreError> {
        let payload = key
            .map(|key| open_payload(key, self.id, &self.payload_enc, &self.payload_hash))
            .transpose()?;
        let carrier_said = self.carrier_said(key)?;
        let by_team = self.told_id.is_some();
        let told = match (key, self.told_id, self.told_enc) {
            (Some(key), Some(id), Some(sealed)) => Some(open_event(key, id, &sealed)?),
            _ => None,
        };
        let told: Option<TeamReply> = told.and_then(|told| serde_json::from_slice(&told).ok());
        let ai_origin = match (self.agent_id, self.edited) {
            (Some(_), _) => Some(AiOrigin::Agent),
            (None, Some(0)) => Some(AiOrigin::Suggestion),
            (None, Some(_)) => Some(AiOrigin::SuggestionEdited),
            (None, None) => None,
        };
        let waits = self.state == EffectState::Pending && self.reason.as_deref() == Some(NIGHT);
        let (number, text) = payload.and_then(|payload| words_of(&payload)).unzip();
        Ok(InboxMessage {
            id: self.id.to_string(),
            number,
            by: match self.agent_id {
                Some(agent) => Speaker::Agent(agent),
                // Of whatever a person sends, the agent is told.
                None if by_team => Speaker::Member(told.map(|told| told.member_id)),
                None => Speaker::Automatic,
            },
            text,
            at: self.created_at,
            line_id: Some(self.line_id),
            delivery: Some((self.state, self.reason)),
            carrier_said,
            waits_until: waits.then_some(self.not_before),
            skipped: None,
            files: Vec::new(),
            ai_origin,
        })
    }

    /// What was heard of the last try, as long as that is the last word.
    fn carrier_said(&self, key: Option<&Arc<DataKey>>) -> Result<Option<String>, StoreError> {
        if matches!(self.state, EffectState::Sent | EffectState::Delivered) {
            return Ok(None);
        }
        let (Some(key), Some(no), Some(sealed)) = (key, self.tried_no, &self.tried_enc) else {
            return Ok(None);
        };
        let row = format!("{}/{no}", self.id);
        key.open_text(detail_place(&row), sealed).map(Some)
    }
}

impl OrgStore<'_> {
    /// What was said in a conversation, the newest first; `page` begins before the message it names. A thread that is not there has
    /// nothing in it.
    pub async fn inbox_messages(
        &self,
        thread: ThreadId,
        page: &Page,
    ) -> Result<Vec<InboxMessage>, StoreError> {
        let (org, page) = (self.org, page.clone());
        let (said, sent) = self
            .db()
            .read(transaction!(|tx| {
                let limit = i64::from(page.limit);
                let before = page.after.as_deref().unwrap_or(AFTER_ALL);
                let slice = params![org, thread, before, limit];
                let said: Vec<SealedSaid> = tx.fetch_all(SAID, slice).await?;
                let sent: Vec<SealedSent> = tx.fetch_all(SENT, slice).await?;
                Ok((said, sent))
            }))
            .await?;
        let key = self.thread_key(thread).await?;
        let mut messages = Vec::with_capacity(said.len() + sent.len());
        for one in said {
            messages.push(one.open(key.as_ref())?);
        }
        for one in sent {
            messages.push(one.open(key.as_ref())?);
        }
        // Ids grow with time, whichever table they stand in.
        messages.sort_by(|one, other| other.id.cmp(&one.id));
        messages.truncate(page.limit as usize);
        self.note_files(thread, &mut messages).await?;
        Ok(messages)
    }

    /// Notes where the files of these messages are. Most have none, and then nobody is asked.
    async fn note_files(
        &self,
        thread: ThreadId,
        messages: &mut [InboxMessage],
    ) -> Result<(), StoreError> {
        let with_files = messages.iter().filter(|message| !message.files.is_empty());
        let mut ids: Vec<EventId> = with_files.filter_map(|it| it.id.parse().ok()).collect();
        ids.sort_unstable_by_key(EventId::to_string);
        let (Some(first), Some(last)) = (ids.first(), ids.last()) else {
            return Ok(());
        };
        let known = self.known_files(thread, (*first, *last)).await?;
        for message in messages {
            for (no, file) in message.files.iter_mut().enumerate() {
                if let Some(state) = known.get(&(message.id.clone(), no)) {
                    file.state = *state;
                }
            }
        }
        Ok(())
    }

    /// What whoever has this number sees of their conversation with a line, the newest first: what they wrote, and what has arrived.
    pub async fn seen_from(
        &self,
        line: LineId,
        number: &Identifier,
        limit: u32,
    ) -> Result<Vec<InboxMessage>, StoreError> {
        let Some(contact) = self.contact_by_identifier(number).await? else {
            return Ok(Vec::new());
        };
        let (org, scope) = (self.org, Scope::Contact(contact.id).to_string());
        let threads: Vec<Only<ThreadId>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(WITH, params![org, scope.as_str(), MOST_THREADS])
                    .await
            }))
            .await?;
        let page = Page { after: None, limit };
        let mut seen = Vec::new();
        for thread in threads {
            seen.extend(self.inbox_messages(thread.0, &page).await?);
        }
        seen.retain(|message| {
            message.line_id == Some(line)
                && message.number.as_deref() == Some(number.as_str())
                && message.has_arrived()
        });
        seen.sort_by(|one, other| other.id.cmp(&one.id));
        seen.truncate(limit as usize);
        Ok(seen)
    }

    /// One message that leaves.
    pub(super) async fn sent_message(
        &self,
        thread: ThreadId,
        effect: EffectId,
    ) -> Result<InboxMessage, StoreError> {
        let org = self.org;
        let sent: Option<SealedSent> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(SENT_ONE, params![org, thread, effect])
                    .await
            }))
            .await?;
        let key = self.thread_key(thread).await?;
        let sent = sent.ok_or(StoreError::Conflict("message"))?;
        sent.open(key.as_ref())
    }

    /// The key of a thread; none if it was forgotten, or if there is no such thread.
    pub(super) async fn thread_key(
        &self,
        thread: ThreadId,
    ) -> Result<Option<Arc<DataKey>>, StoreError> {
        let org = self.org;
        let scope: Option<Only<String>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(SCOPE, params![org, thread]).await
            }))
            .await?;
        let Some(Only(scope)) = scope else {
            return Ok(None);
        };
        match self.store.inner.keys.find(&scope).await {
            Err(StoreError::Forgotten) => Ok(None),
            found => found,
        }
    }
}

/// Where they are is found when somebody looks at them.
fn files_of(sms: &InboundSms) -> Vec<TextFile> {
    let file = |media: &SmsMedia| TextFile {
        content_type: media.content_type.clone(),
        state: TextFileState::Waiting,
    };
    sms.media.iter().map(file).collect()
}

pub(super) fn open_event(key: &DataKey, id: EventId, sealed: &[u8]) -> Result<Vec<u8>, StoreError> {
    let row = id.to_string();
    let place = Place {
        table: "event",
        column: "payload_enc",
        row: &row,
    };
    key.open(place, sealed)
}

/// Where a message goes, and what it says.
pub(crate) fn words_of(payload: &[u8]) -> Option<(String, String)> {
    #[derive(Deserialize)]
    struct Words {
        to: String,
        text: String,
    }

    let words: Option<Words> = serde_json::from_slice(payload).ok();
    words.map(|words| (words.to, words.text))
}
