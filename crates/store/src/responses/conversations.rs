//! Conversations that a member's programs keep: what was said in them, in order.

use steward_model::{AgentId, MemberId, OrgId, Scope, ThreadId, Timestamp};

use crate::crypto::{DataKey, Place};
use crate::db::{Tx, transaction};
use crate::inbox;
use crate::passages::{self, Derived};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{NewPassage, OrgStore, Page, StoreError};

statements! {
    CREATE = "insert into conversation (id, org_id, member_id, meta_enc, private, last_item, created_at)
        values ($1, $2, $3, $4, $5, 0, $6)";
    ONE = "select id, meta_enc, private, created_at from conversation
        where org_id = $1 and member_id = $2 and id = $3";
    LIST = "select id, meta_enc, private, created_at from conversation
        where org_id = $1 and member_id = $2 and ($3 is null or id < $3) order by id desc limit $4";
    CHANGE = "update conversation set meta_enc = $1 where org_id = $2 and member_id = $3 and id = $4";
    DELETE = "delete from conversation where org_id = $1 and member_id = $2 and id = $3";
    // Holds the conversation until the commit, so that no two items have one place.
    TAKE = "update conversation set last_item = last_item + $1 where org_id = $2 and member_id = $3 and id = $4
        returning last_item as value";
    INSERT_ITEM = "insert into conversation_item (id, org_id, conversation_id, seq, body_enc) values ($1, $2, $3, $4, $5)";
    ITEM = "select id, body_enc from conversation_item where org_id = $1 and conversation_id = $2 and id = $3";
    MEMBERS_ITEM = "select i.id, i.body_enc, c.private from conversation_item i
        join conversation c on c.org_id = $1 and c.id = i.conversation_id
        where i.org_id = $1 and c.member_id = $2 and i.id = $3";
    ITEM_IDS = "select id as value from conversation_item where org_id = $1 and conversation_id = $2";
    ITEMS_UP = "select id, body_enc from conversation_item where org_id = $1 and conversation_id = $2
            and seq > coalesce((select seq from conversation_item where org_id = $1 and conversation_id = $2 and id = $3), 0)
        order by seq limit $4";
    ITEMS_DOWN = "select id, body_enc from conversation_item where org_id = $1 and conversation_id = $2
            and seq < coalesce((select seq from conversation_item where org_id = $1 and conversation_id = $2 and id = $3),
                9223372036854775807)
        order by seq desc limit $4";
    DELETE_ITEM = "delete from conversation_item where org_id = $1 and conversation_id = $2 and id = $3";
    THREADS = "select id as value from thread where org_id = $1 and scope = 'member:' || $2 and correlation_key = $3";
    KEEP_PRIVATE = "update thread set private = 1
        where org_id = $1 and scope = 'member:' || $2 and agent_id = $3 and correlation_key = $4 and state <> 'archived'";
}

/// A conversation that a member's programs keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversation {
    /// What programs call it.
    pub id: String,
    /// Whether nothing of it is remembered elsewhere.
    pub private: bool,
    /// What programs noted of it, as whoever serves it wrote it.
    pub meta: Vec<u8>,
    /// When it was made.
    pub created_at: Timestamp,
}

/// Something that was said in one, or called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConversationItem {
    /// What programs call it.
    pub id: String,
    /// As whoever serves it wrote it.
    pub body: Vec<u8>,
}

/// From which end items are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemOrder {
    /// What was said first comes first.
    OldestFirst,
    /// What was said last comes first.
    NewestFirst,
}

/// A part of the items of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemPage {
    /// Begin after this item; from the end that is asked for if there is none.
    pub after: Option<String>,
    /// From which end.
    pub order: ItemOrder,
    /// At most this many.
    pub limit: u32,
}

/// The id of an item, and its body as it is kept.
pub(super) type SealedBody = (String, Vec<u8>);

struct SealedConversation {
    id: String,
    meta_enc: Vec<u8>,
    private: i64,
    created_at: Timestamp,
}
from_row!(SealedConversation {
    id,
    meta_enc,
    private,
    created_at
});

struct SealedItem {
    id: String,
    body_enc: Vec<u8>,
}
from_row!(SealedItem { id, body_enc });

/// One with whether its conversation is private.
struct MembersItem {
    id: String,
    body_enc: Vec<u8>,
    private: i64,
}
from_row!(MembersItem {
    id,
    body_enc,
    private
});

impl OrgStore<'_> {
    /// Makes a conversation with its first items.
    pub async fn create_conversation(
        &self,
        member: MemberId,
        new: Conversation,
        items: &[ConversationItem],
        remembered: Vec<NewPassage>,
    ) -> Result<(), StoreError> {
        let (org, now) = (self.org, self.store.now());
        let passages = self
            .seal_passages(Scope::Member(member), remembered)
            .await?;
        let key = self.members_key(member).await?;
        let meta = key.seal(meta_place(&new.id), &new.meta)?;
        let items = seal(&key, items)?;
        self.db()
            .write(transaction!(|tx| {
                let (id, private) = (new.id.as_str(), i64::from(new.private));
                let row = params![id, org, member, &meta, private, new.created_at];
                tx.execute(CREATE, row).await?;
                append(tx, (org, member), id, &items).await?;
                passages::insert(tx, org, &passages, now).await.map(|_| ())
            }))
            .await
    }

    /// A conversation of a member's.
    pub async fn conversation(
        &self,
        member: MemberId,
        id: &str,
    ) -> Result<Option<Conversation>, StoreError> {
        let (org, id) = (self.org, id.to_owned());
        let rows = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(ONE, params![org, member, id.as_str()]).await
            }))
            .await?;
        Ok(self.open_conversations(member, rows).await?.pop())
    }

    /// A member's conversations, the newest first.
    pub async fn conversations(
        &self,
        member: MemberId,
        page: &Page,
    ) -> Result<Vec<Conversation>, StoreError> {
        let (org, page) = (self.org, page.clone());
        let rows = self
            .db()
            .read(transaction!(|tx| {
                let (after, limit) = (page.after.as_deref(), i64::from(page.limit));
                tx.fetch_all(LIST, params![org, member, after, limit]).await
            }))
            .await?;
        self.open_conversations(member, rows).await
    }

    /// Replaces what is noted of a conversation. Tells whether it is there.
    pub async fn change_conversation(
        &self,
        member: MemberId,
        id: &str,
        meta: &[u8],
    ) -> Result<bool, StoreError> {
        let (org, id) = (self.org, id.to_owned());
        let key = self.members_key(member).await?;
        let meta = key.seal(meta_place(&id), meta)?;
        let changed = self
            .db()
            .write(transaction!(|tx| {
                let change = params![&meta, org, member, id.as_str()];
                tx.execute(CHANGE, change).await
            }))
            .await?;
        Ok(changed > 0)
    }

    /// Deletes a conversation with everything said in it and remembered of it. Tells whether it was there.
    pub async fn delete_conversation(
        &self,
        member: MemberId,
        id: &str,
    ) -> Result<bool, StoreError> {
        let (org, now, id) = (self.org, self.store.now(), id.to_owned());
        let deleted = self
            .db()
            .write(transaction!(|tx| {
                let known: Option<SealedConversation> = tx
                    .fetch_optional(ONE, params![org, member, id.as_str()])
                    .await?;
                if known.is_none() {
                    return Ok(false);
                }
                let items: Vec<Only<String>> =
                    tx.fetch_all(ITEM_IDS, params![org, id.as_str()]).await?;
                for item in items {
                    passages::delete(tx, org, &Derived::Source(item.0), now).await?;
                }
                let gone = tx
                    .execute(DELETE, params![org, member, id.as_str()])
                    .await?;
                Ok(gone > 0)
            }))
            .await?;
        self.scrub_if(deleted).await?;
        Ok(deleted)
    }

    /// Adds to a conversation. Tells whether it is there.
    pub async fn add_conversation_items(
        &self,
        member: MemberId,
        conversation: &str,
        items: &[ConversationItem],
        remembered: Vec<NewPassage>,
    ) -> Result<bool, StoreError> {
        let (org, now, conversation) = (self.org, self.store.now(), conversation.to_owned());
        let passages = self
            .seal_passages(Scope::Member(member), remembered)
            .await?;
        let key = self.members_key(member).await?;
        let items = seal(&key, items)?;
        self.db()
            .write(transaction!(|tx| {
                let is_there = append(tx, (org, member), &conversation, &items).await?;
                if is_there {
                    passages::insert(tx, org, &passages, now).await?;
                }
                Ok(is_there)
            }))
            .await
    }

    /// A part of what was said in a conversation that is known to be the member's.
    pub async fn conversation_items(
        &self,
        member: MemberId,
        conversation: &str,
        page: &ItemPage,
    ) -> Result<Vec<ConversationItem>, StoreError> {
        let (org, conversation, page) = (self.org, conversation.to_owned(), page.clone());
        let rows: Vec<SealedItem> = self
            .db()
            .read(transaction!(|tx| {
                let statement = match page.order {
                    ItemOrder::OldestFirst => ITEMS_UP,
                    ItemOrder::NewestFirst => ITEMS_DOWN,
                };
                let (after, limit) = (page.after.as_deref(), i64::from(page.limit));
                let which = params![org, conversation.as_str(), after, limit];
                tx.fetch_all(statement, which).await
            }))
            .await?;
        let key = self.members_key(member).await?;
        rows.into_iter().map(|row| row.open(&key)).collect()
    }

    /// One thing that was said in a conversation that is known to be the member's.
    pub async fn conversation_item(
        &self,
        member: MemberId,
        conversation: &str,
        item: &str,
    ) -> Result<Option<ConversationItem>, StoreError> {
        let (org, conversation, item) = (self.org, conversation.to_owned(), item.to_owned());
        let row: Option<SealedItem> = self
            .db()
            .read(transaction!(|tx| {
                let which = params![org, conversation.as_str(), item.as_str()];
                tx.fetch_optional(ITEM, which).await
            }))
            .await?;
        let key = self.members_key(member).await?;
        row.map(|row| row.open(&key)).transpose()
    }

    /// Something that was said in whichever conversation of a member's, and whether that one is private.
    pub async fn members_item(
        &self,
        member: MemberId,
        item: &str,
    ) -> Result<Option<(ConversationItem, bool)>, StoreError> {
        let (org, item) = (self.org, item.to_owned());
        let row: Option<MembersItem> = self
            .db()
            .read(transaction!(|tx| {
                let which = params![org, member, item.as_str()];
                tx.fetch_optional(MEMBERS_ITEM, which).await
            }))
            .await?;
        let key = self.members_key(member).await?;
        let open = |row: MembersItem| {
            let (id, body_enc) = (row.id, row.body_enc);
            let item = SealedItem { id, body_enc }.open(&key)?;
            Ok((item, row.private != 0))
        };
        row.map(open).transpose()
    }

    /// Deletes it, with what is remembered of it. Tells whether it was there.
    pub async fn delete_conversation_item(
        &self,
        conversation: &str,
        item: &str,
    ) -> Result<bool, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let (conversation, item) = (conversation.to_owned(), item.to_owned());
        let deleted = self
            .db()
            .write(transaction!(|tx| {
                let which = params![org, conversation.as_str(), item.as_str()];
                let known: Option<SealedItem> = tx.fetch_optional(ITEM, which).await?;
                // What goes by another's name is not remembered of it.
                if known.is_none() {
                    return Ok(false);
                }
                passages::delete(tx, org, &Derived::Source(item.clone()), now).await?;
                let which = params![org, conversation.as_str(), item.as_str()];
                Ok(tx.execute(DELETE_ITEM, which).await? > 0)
            }))
            .await?;
        self.scrub_if(deleted).await?;
        Ok(deleted)
    }

    /// A member's threads of this key, with whichever agents.
    pub async fn members_threads(
        &self,
        member: MemberId,
        key: &str,
    ) -> Result<Vec<ThreadId>, StoreError> {
        let (org, key) = (self.org, key.to_owned());
        let threads: Vec<Only<ThreadId>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(THREADS, params![org, member, key.as_str()])
                    .await
            }))
            .await?;
        Ok(threads.into_iter().map(|thread| thread.0).collect())
    }

    /// A member's thread with an agent on which nothing that is said is remembered elsewhere, made before anything is. Tells
    /// whether it is there.
    pub async fn open_private_thread(
        &self,
        member: MemberId,
        agent: AgentId,
        key: &str,
    ) -> Result<bool, StoreError> {
        let (org, now, scope) = (self.org, self.store.now(), Scope::Member(member));
        let (id, key) = (ThreadId::generate(self.store.ids()), key.to_owned());
        let kept = self
            .db()
            .write(transaction!(|tx| {
                inbox::make_thread(tx, (org, agent, id), &key, scope, now).await?;
                let which = params![org, member, agent, key.as_str()];
                tx.execute(KEEP_PRIVATE, which).await
            }))
            .await?;
        Ok(kept > 0)
    }

    async fn open_conversations(
        &self,
        member: MemberId,
        rows: Vec<SealedConversation>,
    ) -> Result<Vec<Conversation>, StoreError> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let key = self.members_key(member).await?;
        rows.into_iter().map(|row| row.open(&key)).collect()
    }
}

impl SealedConversation {
    fn open(self, key: &DataKey) -> Result<Conversation, StoreError> {
        Ok(Conversation {
            meta: key.open(meta_place(&self.id), &self.meta_enc)?,
            private: self.private != 0,
            created_at: self.created_at,
            id: self.id,
        })
    }
}

impl SealedItem {
    fn open(self, key: &DataKey) -> Result<ConversationItem, StoreError> {
        Ok(ConversationItem {
            body: key.open(item_place(&self.id), &self.body_enc)?,
            id: self.id,
        })
    }
}

/// Items as they are stored, by their ids.
pub(super) fn seal(
    key: &DataKey,
    items: &[ConversationItem],
) -> Result<Vec<SealedBody>, StoreError> {
    let sealed = items.iter().map(|item| {
        let body = key.seal(item_place(&item.id), &item.body)?;
        Ok((item.id.clone(), body))
    });
    sealed.collect()
}

/// Puts items at the end of a conversation. Tells whether it is there.
pub(super) async fn append(
    tx: &mut Tx<'_>,
    (org, member): (OrgId, MemberId),
    conversation: &str,
    items: &[SealedBody],
) -> Result<bool, StoreError> {
    let count = items.len() as i64;
    let taken = params![count, org, member, conversation];
    let last: Option<Only<i64>> = tx.fetch_optional(TAKE, taken).await?;
    let Some(last) = last else { return Ok(false) };
    for (place, (id, body)) in (last.0 - count + 1..).zip(items) {
        let row = params![id.as_str(), org, conversation, place, body];
        tx.execute(INSERT_ITEM, row).await?;
    }
    Ok(true)
}

fn meta_place(row: &str) -> Place<'_> {
    Place {
        table: "conversation",
        column: "meta_enc",
        row,
    }
}

fn item_place(row: &str) -> Place<'_> {
    Place {
        table: "conversation_item",
        column: "body_enc",
        row,
    }
}
