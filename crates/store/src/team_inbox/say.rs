//! A person's own words to a contact, from the line that the contact wrote to last.

use steward_model::{
    ContactId, Identifier, IdentifierKind, InboundSms, LineId, MemberId, ThreadId,
};

use super::InboxMessage;
use super::messages::SealedSaid;
use crate::db::transaction;
use crate::own_messages::OwnMessage;
use crate::sql::{params, statements};
use crate::{OrgStore, StoreError, identifiers, opt_outs};

statements! {
    LAST_SAID = "select id, payload_enc, received_at, skipped from event
        where org_id = $1 and thread_id = $2 and kind = 'inbound_sms' order by id desc limit 1";
}

const SMS: &str = "sms";

/// What a person wants to say.
#[derive(Debug, Clone)]
pub struct NewWords {
    /// How their program names it: the same name again is the same message again.
    pub client_id: String,
    /// What they say.
    pub text: String,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// It is on its way.
    Message(Box<InboxMessage>),
    /// It is not.
    Not(Unsendable),
}

/// Why nobody can write to a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsendable {
    /// They never wrote, so that there is no line to answer from; or the line is gone.
    NoLine,
    /// They want no messages.
    OptedOut,
    /// They were forgotten.
    Forgotten,
    /// They wrote from something that is no phone number.
    NoNumber,
}

/// The line that an answer leaves from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyLine {
    /// The line.
    pub id: LineId,
    /// What people call it.
    pub label: String,
    /// Its address.
    pub address: String,
}

/// Where an answer goes.
struct Target {
    contact: ContactId,
    line: ReplyLine,
    /// The address of theirs that they wrote from, and the one that they wrote to.
    to: Identifier,
    from: String,
}

impl OrgStore<'_> {
    /// The line that an answer would leave from, and why none can be sent.
    pub async fn reply_line(
        &self,
        thread: ThreadId,
    ) -> Result<(Option<ReplyLine>, Option<Unsendable>), StoreError> {
        let target = match self.target(thread).await? {
            Ok(target) => target,
            Err(why) => return Ok((None, Some(why))),
        };
        let silent = self.wants_silence(SMS, &target.to).await?;
        Ok((Some(target.line), silent.then_some(Unsendable::OptedOut)))
    }

    /// Sends a member's own words to the contact of a conversation, once, and lets its agent know. Drafts that waited are outdated by it.
    pub async fn say(
        &self,
        thread: ThreadId,
        member: MemberId,
        words: NewWords,
    ) -> Result<Said, StoreError> {
        let target = match self.target(thread).await? {
            Ok(target) => target,
            Err(why) => return Ok(Said::Not(why)),
        };
        let message = OwnMessage {
            idem_key: format!("inbox:{thread}:{}", words.client_id),
            member,
            thread,
            contact: target.contact,
            line: target.line.id,
            to: target.to.as_str().to_owned(),
            from: target.from,
            channel: SMS.to_owned(),
            text: words.text,
        };
        let ready = self.ready_message(message).await?;
        let new = ready.id;
        let (store, org, now) = (self.store.clone(), self.org, self.store.now());
        let blind = identifiers::blind(self.blind_key().await?.as_ref(), &target.to);
        let sent = self
            .db()
            .write(transaction!(|tx| {
                let place = opt_outs::Place {
                    org,
                    channel: SMS,
                    address_blind: &blind,
                };
                if opt_outs::opted_out(tx, place).await? {
                    return Ok(None);
                }
                let id = ready.put_out(tx, store.ids(), now).await?;
                if id == ready.id {
                    ready.tell_agent(tx, now).await?;
                }
                Ok(Some(id))
            }))
            .await?;
        match sent {
            None => Ok(Said::Not(Unsendable::OptedOut)),
            Some(id) => {
                let message = self.sent_message(thread, id).await?;
                if id != new {
                    // Whoever asked first may not have heard of it yet: it has to be on the disk before anybody does.
                    self.db().flush().await?;
                }
                Ok(Said::Message(Box::new(message)))
            }
        }
    }

    /// The last text that the contact of a conversation wrote; nothing if they never wrote or were forgotten.
    pub async fn last_text(&self, thread: ThreadId) -> Result<Option<InboundSms>, StoreError> {
        Ok(self.last_said(thread).await?.ok())
    }

    async fn target(&self, thread: ThreadId) -> Result<Result<Target, Unsendable>, StoreError> {
        match self.last_said(thread).await? {
            Ok(sms) => self.target_of(sms).await,
            Err(why) => Ok(Err(why)),
        }
    }

    async fn last_said(
        &self,
        thread: ThreadId,
    ) -> Result<Result<InboundSms, Unsendable>, StoreError> {
        let org = self.org;
        let last: Option<SealedSaid> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(LAST_SAID, params![org, thread]).await
            }))
            .await?;
        let Some(last) = last else {
            return Ok(Err(Unsendable::NoLine));
        };
        let Some(key) = self.thread_key(thread).await? else {
            return Ok(Err(Unsendable::Forgotten));
        };
        Ok(last.read(&key)?.ok_or(Unsendable::Forgotten))
    }

    async fn target_of(&self, sms: InboundSms) -> Result<Result<Target, Unsendable>, StoreError> {
        let Some(line) = self.line(sms.line_id).await? else {
            return Ok(Err(Unsendable::NoLine));
        };
        let Ok(to) = Identifier::parse(IdentifierKind::Phone, &sms.from) else {
            return Ok(Err(Unsendable::NoNumber));
        };
        Ok(Ok(Target {
            contact: sms.contact_id,
            line: ReplyLine {
                id: line.id,
                label: line.label,
                address: line.address,
            },
            to,
            from: sms.to,
        }))
    }
}
