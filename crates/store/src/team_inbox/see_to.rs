//! What people do about a conversation: they read it, take it over from the agent, and hand it back.

use steward_model::{AgentId, ContactId, EffectId, EventId, MemberId, NoticeKind, Scope, ThreadId};

use super::with_contact;
use crate::audit::{self, Entry};
use crate::db::transaction;
use crate::notices::{self, NewNotice, ReadyNotice, TEXT};
use crate::outbox::TAKEN_OVER;
use crate::row::Only;
use crate::sql::{params, statements};
use crate::threads::changed;
use crate::{OrgStore, StoreError};

statements! {
    KNOWN = "select id as value from event where org_id = $1 and thread_id = $2 and id = $3
        union all select id as value from effect where org_id = $1 and thread_id = $2 and id = $3";
    // What was read never becomes unread again.
    READ = concat!("update thread set read_said = last_read.seq from (select coalesce(max(seq), 0) as seq from event
            where org_id = $1 and thread_id = $2 and kind = 'inbound_sms' and id <= $3) last_read
        where thread.org_id = $1 and thread.id = $2 and thread.read_said < last_read.seq and ", with_contact!());
    TAKE = concat!("update thread set taken_by = $1 where org_id = $2 and id = $3
            and (taken_by is null or taken_by <> $1) and ", with_contact!(), "
            and exists (select 1 from member where member.org_id = $2 and member.id = $1)");
    // What the agent has not begun to answer is the person's now.
    SET_ASIDE = "update event set quiet = 1, skipped = 'taken_over'
        where org_id = $1 and thread_id = $2 and turn_id is null and kind = 'inbound_sms' and skipped is null";
    REST = "update thread set state = 'idle' where org_id = $1 and id = $2 and state = 'queued'
            and not exists (select 1 from turn where turn.thread_id = thread.id and turn.state = 'open')
            and not exists (select 1 from event where event.thread_id = thread.id and event.turn_id is null
                and event.quiet = 0)";
    CANCEL = "update effect set state = 'cancelled', reason = $1, settled_at = $2
        where org_id = $3 and thread_id = $4 and agent_id is not null and state = 'pending' returning id as value";
    HAND_BACK = "update thread set taken_by = null, wake_at = $1 where org_id = $2 and id = $3 and taken_by is not null";
    // A text that was the person's to answer, after which nobody has written.
    UNANSWERED = "select id as value from event
        where org_id = $1 and thread_id = $2 and kind = 'inbound_sms' and skipped = 'taken_over'
            and id > coalesce((select max(effect.id) from effect where effect.org_id = $1 and effect.thread_id = $2
                and effect.state not in ('cancelled', 'failed', 'expired')), '')
        order by id desc limit 1";
    LAST_AGENT = "select agent_id as value from thread
        where org_id = $1 and scope = $2 and correlation_key = $2 and state <> 'archived'
        order by active_at desc, id desc limit 1";
    SOME_AGENT = "select id as value from agent where org_id = $1
        order by case when source = 'text_reply' then 0 else 1 end, id limit 1";
}

const UNANSWERED_WORDS: &str =
    "They wrote while a person had taken the conversation over, and nobody has answered since.";

impl OrgStore<'_> {
    /// Notes that the team has read a conversation up to a message. Tells whether there is such a message.
    pub async fn read_up_to(&self, thread: ThreadId, message: &str) -> Result<bool, StoreError> {
        let (org, now, message) = (self.org, self.store.now(), message.to_owned());
        self.db()
            .write(transaction!(|tx| {
                let place = params![org, thread, message.as_str()];
                let known: Option<Only<String>> = tx.fetch_optional(KNOWN, place).await?;
                if known.is_none() {
                    return Ok(false);
                }
                if tx.execute(READ, place).await? > 0 {
                    tx.tell(changed(org, thread, "read", now));
                }
                Ok(true)
            }))
            .await
    }

    /// Lets a member talk to the contact in the agent's place: from now on the agent is asked nothing, and nothing of what it
    /// wrote leaves. Tells whether that is new.
    pub async fn take_over(&self, thread: ThreadId, member: MemberId) -> Result<bool, StoreError> {
        let (store, org, now) = (self.store.clone(), self.org, self.store.now());
        let actor = format!("member:{member}");
        let taken = Entry::new(
            store.ids(),
            actor.as_str(),
            "thread.taken_over",
            thread,
            &[],
        );
        self.db()
            .write(transaction!(|tx| {
                if tx.execute(TAKE, params![member, org, thread]).await? == 0 {
                    return Ok(false);
                }
                tx.execute(SET_ASIDE, params![org, thread]).await?;
                tx.execute(REST, params![org, thread]).await?;
                let cancel = params![TAKEN_OVER, now, org, thread];
                let cancelled: Vec<Only<EffectId>> = tx.fetch_all(CANCEL, cancel).await?;
                for effect in cancelled {
                    let (actor, why) = (actor.as_str(), TAKEN_OVER.as_bytes());
                    let entry = Entry::new(store.ids(), actor, "effect.cancelled", effect.0, why);
                    audit::note(tx, org, &entry, now).await?;
                }
                tx.tell(changed(org, thread, "taken_over", now));
                audit::note(tx, org, &taken, now).await.map(|()| true)
            }))
            .await
    }

    /// Lets the agent answer what comes next. What the contact wrote meanwhile is not the agent's: whoever talked to them may have
    /// answered by telephone. So a person is told of what nobody seems to have answered. Tells whether somebody had taken over.
    pub async fn hand_back(&self, thread: ThreadId, member: MemberId) -> Result<bool, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let (ids, actor) = (self.store.ids(), format!("member:{member}"));
        let handed = Entry::new(ids, actor.as_str(), "thread.handed_back", thread, &[]);
        let left = NewNotice {
            kind: NoticeKind::Escalated,
            text: UNANSWERED_WORDS.to_owned(),
            dedupe_key: format!("{TEXT}:handed_back:{thread}:{}", now.as_micros()),
        };
        // Nobody is left to answer once the contact was forgotten.
        let left = match self.thread_key(thread).await? {
            Some(key) => Some(ReadyNotice::new(&self.store.inner.ids, &key, &actor, left)?),
            None => None,
        };
        self.db()
            .write(transaction!(|tx| {
                if tx.execute(HAND_BACK, params![now, org, thread]).await? == 0 {
                    return Ok(false);
                }
                let open: Option<Only<EventId>> =
                    tx.fetch_optional(UNANSWERED, params![org, thread]).await?;
                if let (Some(_), Some(left)) = (open, &left) {
                    notices::insert_notice(tx, org, (Some(thread), None), left, now).await?;
                }
                tx.tell(changed(org, thread, "handed_back", now));
                audit::note(tx, org, &handed, now).await.map(|()| true)
            }))
            .await
    }

    /// Who answered a contact last; nobody if there is no conversation with them.
    pub async fn answering(&self, contact: ContactId) -> Result<Option<AgentId>, StoreError> {
        let (org, scope) = (self.org, Scope::Contact(contact).to_string());
        let last: Option<Only<AgentId>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(LAST_AGENT, params![org, scope.as_str()])
                    .await
            }))
            .await?;
        Ok(last.map(|last| last.0))
    }

    /// On whose thread a text is kept that came to a line where no agent answers: the one that answered the contact last, else one
    /// that answers texts. Nobody if there is no agent at all.
    pub async fn keeper_of(&self, contact: ContactId) -> Result<Option<AgentId>, StoreError> {
        if let Some(last) = self.answering(contact).await? {
            return Ok(Some(last));
        }
        let org = self.org;
        let keeper: Option<Only<AgentId>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(SOME_AGENT, params![org]).await
            }))
            .await?;
        Ok(keeper.map(|keeper| keeper.0))
    }
}
