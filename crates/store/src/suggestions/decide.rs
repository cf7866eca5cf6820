//! What a person makes of drafted replies: sends one, as it is or changed, or puts all of them aside.

use steward_model::{
    MemberEventKind, MemberId, OrgId, SuggestionId, SuggestionState, ThreadId, Timestamp,
};

use super::{Draft, Suggestion, overtaken};
use crate::audit::{self, Entry};
use crate::db::{Tx, transaction};
use crate::member_events::News;
use crate::own_messages::OwnMessage;
use crate::sql::{params, statements};
use crate::{OrgStore, StoreError};

statements! {
    SEND = concat!("update suggestion set state = 'sent', picked = $1, edited = $2, effect_id = $3, decided_by = $4,
            decided_at = $5
        where org_id = $6 and id = $7 and state = 'waiting' and not ", overtaken!(), "
            and exists (select 1 from member where member.org_id = $6 and member.id = $4)");
    DISMISS = "update suggestion set state = 'dismissed', decided_by = $1, decided_at = $2
        where org_id = $3 and id = $4 and state = 'waiting'
            and exists (select 1 from member where member.org_id = $3 and member.id = $1)";
}

/// The reply that a person wants to be sent.
#[derive(Debug, Clone)]
pub struct Picked {
    /// Which of the drafts it was made of, from 0.
    pub option: usize,
    /// What it says, if not what the draft says.
    pub text: Option<String>,
}

/// What came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// It counts.
    Now,
    /// Somebody was faster, or something was said since.
    Before(SuggestionState),
}

impl OrgStore<'_> {
    /// Sends one of the drafts as a member's own message; `None` if there is no such suggestion. It goes where the draft was
    /// bound to go, once, and the agent learns of it. Of several who decide at once, the first counts.
    pub async fn send_suggestion(
        &self,
        id: SuggestionId,
        member: MemberId,
        picked: Picked,
    ) -> Result<Option<Seen>, StoreError> {
        let Some(suggestion) = self.suggestion(id).await? else {
            return Ok(None);
        };
        if suggestion.state != SuggestionState::Waiting {
            return Ok(Some(Seen::Before(suggestion.state)));
        }
        let draft = suggestion.draft.as_ref().ok_or(StoreError::Forgotten)?;
        let Some(option) = draft.options.get(picked.option) else {
            return Err(StoreError::Refused("there is no such draft"));
        };
        let text = picked.text.unwrap_or_else(|| option.body.clone());
        // Space at its ends is nobody's words.
        let edited = i64::from(text.trim() != option.body.trim());
        let number = i64::try_from(picked.option).map_err(StoreError::internal)?;
        let sent = self
            .send_text(&suggestion, member, draft, text, (number, edited))
            .await;
        match sent {
            Ok(()) => Ok(Some(Seen::Now)),
            Err(StoreError::Conflict("suggestion")) => self.seen_before(id).await,
            Err(error) => Err(error),
        }
    }

    /// The message, the word to the agent and the end of the suggestion, in one transaction.
    async fn send_text(
        &self,
        suggestion: &Suggestion,
        member: MemberId,
        draft: &Draft,
        text: String,
        (option, edited): (i64, i64),
    ) -> Result<(), StoreError> {
        let (org, id, thread) = (self.org, suggestion.id, suggestion.thread_id);
        let actor = format!("member:{member}");
        let (ids, said) = (self.store.ids(), text.as_bytes());
        let noted = Entry::new(ids, actor, "suggestion.sent", id, said);
        let message = OwnMessage {
            idem_key: format!("suggestion:{id}"),
            member,
            thread,
            contact: suggestion.contact_id,
            line: suggestion.line_id,
            to: draft.to.clone(),
            from: draft.from.clone(),
            channel: draft.channel.clone(),
            text,
        };
        let ready = self.ready_message(message).await?;
        let (store, now) = (self.store.clone(), self.store.now());
        self.db()
            .write(transaction!(|tx| {
                ready.put_out(tx, store.ids(), now).await?;
                let row = params![option, edited, ready.id, member, now, org, id];
                if tx.execute(SEND, row).await? == 0 {
                    return Err(StoreError::Conflict("suggestion"));
                }
                ready.tell_agent(tx, now).await?;
                tell(tx, (org, id, thread), "sent", now);
                audit::note(tx, org, &noted, now).await
            }))
            .await
    }

    /// Puts the drafts aside; `None` if there is no such suggestion.
    pub async fn dismiss_suggestion(
        &self,
        id: SuggestionId,
        member: MemberId,
    ) -> Result<Option<Seen>, StoreError> {
        let Some(suggestion) = self.suggestion(id).await? else {
            return Ok(None);
        };
        let (org, thread, now) = (self.org, suggestion.thread_id, self.store.now());
        let actor = format!("member:{member}");
        let noted = Entry::new(self.store.ids(), actor, "suggestion.dismissed", id, &[]);
        let dismissed = self
            .db()
            .write(transaction!(|tx| {
                if tx.execute(DISMISS, params![member, now, org, id]).await? == 0 {
                    return Ok(false);
                }
                tell(tx, (org, id, thread), "dismissed", now);
                audit::note(tx, org, &noted, now).await.map(|()| true)
            }))
            .await?;
        match dismissed {
            true => Ok(Some(Seen::Now)),
            false => self.seen_before(id).await,
        }
    }

    /// Why a decision did not count.
    async fn seen_before(&self, id: SuggestionId) -> Result<Option<Seen>, StoreError> {
        match self.suggestion(id).await? {
            None => Ok(None),
            Some(now) if now.state == SuggestionState::Waiting => {
                Err(StoreError::Refused("there is no such member"))
            }
            Some(now) => Ok(Some(Seen::Before(now.state))),
        }
    }
}

fn tell(
    tx: &mut Tx<'_>,
    (org, id, thread): (OrgId, SuggestionId, ThreadId),
    state: &'static str,
    now: Timestamp,
) {
    let news = News::new(org, MemberEventKind::Suggestion, now);
    tx.tell(news.on(Some(thread), None).about(&id).state(state));
}
