//! Answers that a member's programs may ask for again, through the OpenAI-compatible API.

pub(crate) mod conversations;
pub(crate) mod instructions;

use std::sync::Arc;

use steward_model::{MemberId, Scope, ThreadId, Timestamp};

pub use self::conversations::{Conversation, ConversationItem, ItemOrder, ItemPage};
use self::conversations::{SealedBody, append};
pub use self::instructions::{Instruction, InstructionChange};
use crate::crypto::{DataKey, Place};
use crate::db::transaction;
use crate::passages::{self, Derived};
use crate::row::{Only, from_row};
use crate::sql::{Sql, params, statements};
use crate::{NewPassage, OrgStore, StoreError};

statements! {
    BEGIN = "insert into response (id, org_id, member_id, thread_id, conversation_id, state, body_enc, created_at)
        values ($1, $2, $3, $4, $5, 'running', $6, $7)";
    // Whoever ends it first has ended it: one that was cancelled stays so.
    FINISH = "update response set state = 'ended', body_enc = $1
        where org_id = $2 and member_id = $3 and id = $4 and state = 'running'";
    // One that has ended is not written to.
    NOTE = "update response set body_enc = $1
        where org_id = $2 and member_id = $3 and id = $4 and state = 'running'";
    FIND = "select id, thread_id, state, body_enc, created_at from response
        where org_id = $1 and member_id = $2 and id = $3";
    IS_RUNNING = "select id as value from response
        where org_id = $1 and member_id = $2 and id = $3 and state = 'running'";
    NEWEST = "select id, thread_id, state, body_enc, created_at from response
        where org_id = $1 and member_id = $2 order by id desc limit $3";
    DELETE = "delete from response where org_id = $1 and member_id = $2 and id = $3";
    NEWEST_ON = "select max(id) as value from response where org_id = $1 and thread_id = $2";
    ON_THREAD = "select count(*) as value from response where org_id = $1 and thread_id = $2";
}

/// The statements of this file and the files below it.
pub(crate) const ALL_STATEMENTS: [&[Sql]; 3] = [
    STATEMENTS,
    conversations::STATEMENTS,
    instructions::STATEMENTS,
];

/// An answer, with what it answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredResponse {
    /// What programs call it.
    pub id: String,
    /// Where an agent answered.
    pub thread_id: Option<ThreadId>,
    /// Whether it is still being written, as far as anybody has said.
    pub running: bool,
    /// Everything about it, as whoever serves it wrote it.
    pub body: Vec<u8>,
    /// When it was begun.
    pub created_at: Timestamp,
}

/// An answer that is about to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewResponse {
    /// What programs call it.
    pub id: String,
    /// Where an agent answers.
    pub thread_id: Option<ThreadId>,
    /// The conversation it belongs to: one of the same member.
    pub conversation_id: Option<String>,
    /// Everything about it, as whoever serves it wrote it.
    pub body: Vec<u8>,
}

/// What an answer adds to a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addition {
    /// Which one.
    pub conversation: String,
    /// In the order in which it was said.
    pub items: Vec<ConversationItem>,
}

struct SealedResponse {
    id: String,
    thread_id: Option<ThreadId>,
    state: String,
    body_enc: Vec<u8>,
    created_at: Timestamp,
}
from_row!(SealedResponse {
    id,
    thread_id,
    state,
    body_enc,
    created_at
});

impl OrgStore<'_> {
    /// Begins an answer of a member's.
    pub async fn begin_response(
        &self,
        member: MemberId,
        new: NewResponse,
    ) -> Result<(), StoreError> {
        let (org, now) = (self.org, self.store.now());
        let key = self.members_key(member).await?;
        let sealed = key.seal(place(&new.id), &new.body)?;
        self.db()
            .write(transaction!(|tx| {
                let (id, conversation) = (new.id.as_str(), new.conversation_id.as_deref());
                let row = params![id, org, member, new.thread_id, conversation, &sealed, now];
                tx.execute(BEGIN, row).await.map(|_| ())
            }))
            .await
    }

    /// Ends an answer, adds it to its conversation if it has one, and remembers what is given of it. Tells whether it had not
    /// ended before.
    pub async fn finish_response(
        &self,
        member: MemberId,
        id: &str,
        body: &[u8],
        addition: Option<Addition>,
        remembered: Vec<NewPassage>,
    ) -> Result<bool, StoreError> {
        let (org, id, now) = (self.org, id.to_owned(), self.store.now());
        let passages = self
            .seal_passages(Scope::Member(member), remembered)
            .await?;
        let key = self.members_key(member).await?;
        let sealed = key.seal(place(&id), body)?;
        let addition = addition.map(|addition| addition.seal(&key)).transpose()?;
        self.db()
            .write(transaction!(|tx| {
                let end = params![&sealed, org, member, id.as_str()];
                if tx.execute(FINISH, end).await? == 0 {
                    return Ok(false);
                }
                // A conversation that was deleted in the meantime takes nothing in, and nothing of it is remembered.
                if let Some((conversation, items)) = &addition
                    && !append(tx, (org, member), conversation, items).await?
                {
                    return Ok(true);
                }
                passages::insert(tx, org, &passages, now).await?;
                Ok(true)
            }))
            .await
    }

    /// Notes something else of an answer that is being written. Tells whether it still is.
    pub async fn note_response(
        &self,
        member: MemberId,
        id: &str,
        body: &[u8],
    ) -> Result<bool, StoreError> {
        let (org, id) = (self.org, id.to_owned());
        let key = self.members_key(member).await?;
        let sealed = key.seal(place(&id), body)?;
        let noted = self
            .db()
            .write(transaction!(|tx| {
                let note = params![&sealed, org, member, id.as_str()];
                tx.execute(NOTE, note).await
            }))
            .await?;
        Ok(noted > 0)
    }

    /// An answer of a member's.
    pub async fn response(
        &self,
        member: MemberId,
        id: &str,
    ) -> Result<Option<StoredResponse>, StoreError> {
        let (org, id) = (self.org, id.to_owned());
        let row: Option<SealedResponse> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(FIND, params![org, member, id.as_str()])
                    .await
            }))
            .await?;
        let Some(row) = row else { return Ok(None) };
        let key = self.members_key(member).await?;
        row.open(&key).map(Some)
    }

    /// Whether an answer of a member's is still being written.
    pub async fn response_is_running(
        &self,
        member: MemberId,
        id: &str,
    ) -> Result<bool, StoreError> {
        let (org, id) = (self.org, id.to_owned());
        let running: Option<Only<String>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(IS_RUNNING, params![org, member, id.as_str()])
                    .await
            }))
            .await?;
        Ok(running.is_some())
    }

    /// A member's answers, the newest first.
    pub async fn newest_responses(
        &self,
        member: MemberId,
        limit: u32,
    ) -> Result<Vec<StoredResponse>, StoreError> {
        let org = self.org;
        let rows: Vec<SealedResponse> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(NEWEST, params![org, member, i64::from(limit)])
                    .await
            }))
            .await?;
        let key = self.members_key(member).await?;
        rows.into_iter().map(|row| row.open(&key)).collect()
    }

    /// Deletes an answer with what is remembered of these items of it. Tells whether it was there.
    pub async fn delete_response(
        &self,
        member: MemberId,
        id: &str,
        items: Vec<String>,
    ) -> Result<bool, StoreError> {
        let (org, now, id) = (self.org, self.store.now(), id.to_owned());
        let deleted = self
            .db()
            .write(transaction!(|tx| {
                // Scopes are held first, as whoever forgets them does.
                for item in &items {
                    passages::delete(tx, org, &Derived::Source(item.clone()), now).await?;
                }
                tx.execute(DELETE, params![org, member, id.as_str()]).await
            }))
            .await?;
        self.scrub_if(deleted > 0).await?;
        Ok(deleted > 0)
    }

    /// The newest answer that was given, or is to be given, on a thread.
    pub async fn newest_response_on(&self, thread: ThreadId) -> Result<Option<String>, StoreError> {
        let org = self.org;
        let newest: Option<Only<Option<String>>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(NEWEST_ON, params![org, thread]).await
            }))
            .await?;
        Ok(newest.and_then(|newest| newest.0))
    }

    /// How many answers were given on a thread.
    pub async fn responses_on(&self, thread: ThreadId) -> Result<i64, StoreError> {
        let org = self.org;
        let count: Option<Only<i64>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(ON_THREAD, params![org, thread]).await
            }))
            .await?;
        Ok(count.map_or(0, |count| count.0))
    }

    pub(crate) async fn members_key(&self, member: MemberId) -> Result<Arc<DataKey>, StoreError> {
        let scope = Scope::Member(member).to_string();
        self.store.inner.keys.key(&scope).await
    }
}

impl SealedResponse {
    fn open(self, key: &DataKey) -> Result<StoredResponse, StoreError> {
        Ok(StoredResponse {
            body: key.open(place(&self.id), &self.body_enc)?,
            running: self.state == "running",
            thread_id: self.thread_id,
            created_at: self.created_at,
            id: self.id,
        })
    }
}

impl Addition {
    fn seal(self, key: &DataKey) -> Result<(String, Vec<SealedBody>), StoreError> {
        Ok((self.conversation, conversations::seal(key, &self.items)?))
    }
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "response",
        column: "body_enc",
        row,
    }
}
