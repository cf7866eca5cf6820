//! Chats: the conversations a member has with agents, by the names the member's client gave them.

use steward_model::{
    AgentId, EventId, MemberId, OrgId, Scope, ThreadId, ThreadState, Timestamp, TurnId,
};

use crate::crypto::{DataKey, Place};
use crate::db::transaction;
use crate::passages::{self, Derived};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, Page, Store, StoreError, threads};

/// What the key of a chat's thread begins with.
pub const CHAT: &str = "chat:";

/// What the key of a thread begins with that is there for one answer, of which nothing is kept.
pub const ONCE: &str = "once:";

statements! {
    LIST = "select id, agent_id, correlation_key, title_enc, state, created_at, active_at from thread
        where org_id = $1 and scope = $2 and correlation_key like 'chat:%' and state <> 'archived'
            and ($3 is null or (active_at, id) < (select active_at, id from thread where org_id = $1 and id = $3))
        order by active_at desc, id desc limit $4";
    FIND = "select id, agent_id, correlation_key, title_enc, state, created_at, active_at from thread
        where org_id = $1 and scope = $2 and correlation_key = $3 and state <> 'archived'
        order by active_at desc limit 1";
    NAME = "update thread set title_enc = $1 where org_id = $2 and id = $3 and scope = $4";
    DELETE = "delete from thread where org_id = $1 and id = $2 and scope = $3";
    // Whoever was to take it away is gone.
    LEFT = "select id, org_id, scope from thread
        where private = 1 and correlation_key like 'once:%' and state <> 'running' and active_at < $1
        order by id limit $2";
    TURN_OF_EVENT = "select turn_id as value from event where org_id = $1 and id = $2";
}

/// A conversation of a member with an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chat {
    /// Its thread.
    pub id: ThreadId,
    /// Who answers.
    pub agent_id: AgentId,
    /// What the member's client calls it.
    pub name: String,
    /// What people call it.
    pub title: Option<String>,
    /// Where it stands.
    pub state: ThreadState,
    /// When it began.
    pub created_at: Timestamp,
    /// When something was said last.
    pub active_at: Timestamp,
}

struct SealedChat {
    id: ThreadId,
    agent_id: AgentId,
    correlation_key: String,
    title_enc: Option<Vec<u8>>,
    state: ThreadState,
    created_at: Timestamp,
    active_at: Timestamp,
}
from_row!(SealedChat {
    id,
    agent_id,
    correlation_key,
    title_enc,
    state,
    created_at,
    active_at
});

impl SealedChat {
    fn open(self, key: &DataKey) -> Result<Chat, StoreError> {
        let row = self.id.to_string();
        let title = self.title_enc.as_deref();
        let name = self.correlation_key.strip_prefix(CHAT);
        Ok(Chat {
            title: title
                .map(|sealed| key.open_text(title_place(&row), sealed))
                .transpose()?,
            name: name.unwrap_or(&self.correlation_key).to_owned(),
            id: self.id,
            agent_id: self.agent_id,
            state: self.state,
            created_at: self.created_at,
            active_at: self.active_at,
        })
    }
}

struct Left {
    id: ThreadId,
    org_id: OrgId,
    scope: Scope,
}
from_row!(Left { id, org_id, scope });

impl Store {
    /// Takes away the threads of single answers that nobody has used since this moment, at most so many; tells how many
    /// went. One is left behind where a process ended before its answer did.
    pub async fn drop_left_threads(
        &self,
        before: Timestamp,
        limit: u32,
    ) -> Result<usize, StoreError> {
        let left: Vec<Left> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(LEFT, params![before, i64::from(limit)]).await
            }))
            .await?;
        let mut gone = 0;
        for thread in left {
            if let Scope::Member(member) = thread.scope {
                let org = self.org(thread.org_id);
                gone += usize::from(org.delete_chat(member, thread.id).await?);
            }
        }
        Ok(gone)
    }
}

impl OrgStore<'_> {
    /// A member's chats, the one with the newest message first.
    pub async fn chats(&self, member: MemberId, page: &Page) -> Result<Vec<Chat>, StoreError> {
        let (org, scope, page) = (self.org, Scope::Member(member), page.clone());
        let rows = self
            .db()
            .read(transaction!(|tx| {
                let (after, limit) = (page.after.as_deref(), i64::from(page.limit));
                tx.fetch_all(LIST, params![org, scope, after, limit]).await
            }))
            .await?;
        self.open_chats(scope, rows).await
    }

    /// The chat that a member's client gave this name.
    pub async fn chat(&self, member: MemberId, name: &str) -> Result<Option<Chat>, StoreError> {
        let (org, scope) = (self.org, Scope::Member(member));
        let key = format!("{CHAT}{name}");
        let rows = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(FIND, params![org, scope, key.as_str()]).await
            }))
            .await?;
        Ok(self.open_chats(scope, rows).await?.pop())
    }

    /// Calls a chat something else. Tells whether it is there.
    pub async fn name_chat(
        &self,
        member: MemberId,
        chat: ThreadId,
        title: &str,
    ) -> Result<bool, StoreError> {
        let (org, scope, now) = (self.org, Scope::Member(member), self.store.now());
        let key = self.store.inner.keys.existing(&scope.to_string()).await?;
        let sealed = key.seal(title_place(&chat.to_string()), title.as_bytes())?;
        self.db()
            .write(transaction!(|tx| {
                let named = tx.execute(NAME, params![&sealed, org, chat, scope]).await?;
                if named > 0 {
                    tx.tell(threads::changed(org, chat, "renamed", now).of(scope));
                }
                Ok(named > 0)
            }))
            .await
    }

    /// Deletes a chat with everything that was said in it and remembered of it. Tells whether it was there.
    pub async fn delete_chat(&self, member: MemberId, chat: ThreadId) -> Result<bool, StoreError> {
        let (org, scope, now) = (self.org, Scope::Member(member), self.store.now());
        let deleted = self
            .db()
            .write(transaction!(|tx| {
                if tx.execute(DELETE, params![org, chat, scope]).await? == 0 {
                    return Ok(false);
                }
                passages::delete(tx, org, &Derived::Thread(chat), now).await?;
                tx.tell(threads::changed(org, chat, "deleted", now).of(scope));
                Ok(true)
            }))
            .await?;
        self.scrub_if(deleted).await?;
        Ok(deleted)
    }

    /// The turn that an event belongs to; nothing while it waits.
    pub async fn turn_of_event(&self, event: EventId) -> Result<Option<TurnId>, StoreError> {
        let org: OrgId = self.org;
        let turn: Option<Only<Option<TurnId>>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(TURN_OF_EVENT, params![org, event]).await
            }))
            .await?;
        Ok(turn.and_then(|turn| turn.0))
    }

    async fn open_chats(
        &self,
        scope: Scope,
        rows: Vec<SealedChat>,
    ) -> Result<Vec<Chat>, StoreError> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let key = self.store.inner.keys.existing(&scope.to_string()).await?;
        rows.into_iter().map(|row| row.open(&key)).collect()
    }
}

fn title_place(row: &str) -> Place<'_> {
    Place {
        table: "thread",
        column: "title_enc",
        row,
    }
}
