//! Deleting passages: the text goes at once, the bare row stays for those who follow the scope.

use std::collections::BTreeSet;

use steward_model::{
    AgentId, Author, ContactId, MemberId, OrgId, PassageId, Scope, ThreadId, Timestamp,
};

use crate::audit::{self, Entry};
use crate::db::{Tx, transaction};
use crate::memory_index::drop_snapshots;
use crate::memory_scopes;
use crate::row::Only;
use crate::sql::{Sql, params, statements};
use crate::{OrgStore, StoreError};

/// The scopes that hold something of what a query finds.
macro_rules! scopes {
    ($($found:tt)+) => {
        concat!("select scope as value from passage where id in (", $($found)+, ") and deleted_at is null")
    };
}

/// Empties what a query finds, in one scope. Every deletion has a place of its own. Where it came from is emptied too,
/// but for its name: without that it could be written again. The scope is compared in a way that no index answers, since
/// a scope may be large and what is found is not.
macro_rules! empty {
    ($($found:tt)+) => {
        concat!("update passage set seq = $4 + gone.place, agent_id = null, thread_id = null, contact_id = null,
                text_enc = null, meta_enc = null, embedding_model = null, vector_enc = null, deleted_at = $5
            from (select id as passage_id, row_number() over (order by seq) as place from passage
                where id in (", $($found)+, ") and scope || '' = $3 and deleted_at is null) gone
            where passage.org_id = $1 and passage.id = gone.passage_id")
    };
}

macro_rules! of_member {
    () => {
        "select id from passage where org_id = $1 and thread_id in
            (select id from thread where org_id = $1 and scope = 'member:' || $2)"
    };
}

// Unions and not alternatives, so that each part has its index.
macro_rules! of_agent {
    () => {
        "select id from passage where org_id = $1 and agent_id = $2
        union select id from passage where org_id = $1 and thread_id in
            (select id from thread where org_id = $1 and agent_id = $2
            union select id from thread where org_id = $1 and scope = 'agent:' || $2)"
    };
}

macro_rules! of_contact {
    () => {
        "select id from passage where org_id = $1 and contact_id = $2
        union select id from passage where org_id = $1 and thread_id in
            (select id from thread where org_id = $1 and scope = 'contact:' || $2)"
    };
}

statements! {
    SCOPES_OF_PASSAGE = scopes!("select id from passage where org_id = $1 and id = $2");
    EMPTY_PASSAGE = empty!("select id from passage where org_id = $1 and id = $2");
    SCOPES_OF_SOURCE = scopes!("select id from passage where org_id = $1 and source_ref = $2");
    EMPTY_SOURCE = empty!("select id from passage where org_id = $1 and source_ref = $2");
    SCOPES_OF_THREAD = scopes!("select id from passage where org_id = $1 and thread_id = $2");
    EMPTY_THREAD = empty!("select id from passage where org_id = $1 and thread_id = $2");
    SCOPES_OF_MEMBER = scopes!(of_member!());
    EMPTY_MEMBER = empty!(of_member!());
    SCOPES_OF_AGENT = scopes!(of_agent!());
    EMPTY_AGENT = empty!(of_agent!());
    SCOPES_OF_CONTACT = scopes!(of_contact!());
    EMPTY_CONTACT = empty!(of_contact!());
    // In a scope that is held, nothing else stands after the place it had before.
    UNTAG = "delete from passage_tag where org_id = $1 and passage_id in
        (select id from passage where org_id = $1 and scope = $2 and seq > $3)";
}

/// Where passages came from.
pub(crate) enum Derived {
    Passage(PassageId),
    Source(String),
    Thread(ThreadId),
    Member(MemberId),
    Agent(AgentId),
    Contact(ContactId),
}

impl Derived {
    fn statements(&self) -> (Sql, Sql) {
        match self {
            Self::Passage(_) => (SCOPES_OF_PASSAGE, EMPTY_PASSAGE),
            Self::Source(_) => (SCOPES_OF_SOURCE, EMPTY_SOURCE),
            Self::Thread(_) => (SCOPES_OF_THREAD, EMPTY_THREAD),
            Self::Member(_) => (SCOPES_OF_MEMBER, EMPTY_MEMBER),
            Self::Agent(_) => (SCOPES_OF_AGENT, EMPTY_AGENT),
            Self::Contact(_) => (SCOPES_OF_CONTACT, EMPTY_CONTACT),
        }
    }

    fn name(&self) -> String {
        match self {
            Self::Passage(id) => id.to_string(),
            Self::Source(name) => name.clone(),
            Self::Thread(id) => id.to_string(),
            Self::Member(id) => id.to_string(),
            Self::Agent(id) => id.to_string(),
            Self::Contact(id) => id.to_string(),
        }
    }
}

impl OrgStore<'_> {
    /// Deletes a passage. Tells whether there was one.
    pub async fn delete_passage(&self, id: PassageId) -> Result<bool, StoreError> {
        let deleted = self.delete_derived(Derived::Passage(id)).await?;
        Ok(deleted > 0)
    }

    /// As [`Self::delete_passage`], because somebody asked for it: it is on the record.
    pub async fn discard_passage(&self, id: PassageId, by: Author) -> Result<bool, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let noted = Entry::new(self.store.ids(), by.to_string(), "passage.deleted", id, &[]);
        let deleted = self
            .db()
            .write(transaction!(|tx| {
                let deleted = delete(tx, org, &Derived::Passage(id), now).await?;
                if deleted > 0 {
                    audit::note(tx, org, &noted, now).await?;
                }
                Ok(deleted > 0)
            }))
            .await?;
        self.scrub_if(deleted).await?;
        Ok(deleted)
    }

    /// Deletes every passage of one source, like a document, in whatever scope. Tells how many there were.
    pub async fn delete_passages_of_source(&self, source_ref: &str) -> Result<u64, StoreError> {
        self.delete_derived(Derived::Source(source_ref.to_owned()))
            .await
    }

    /// Deletes every passage of a thread, in whatever scope. Tells how many there were.
    pub async fn delete_passages_of_thread(&self, thread: ThreadId) -> Result<u64, StoreError> {
        self.delete_derived(Derived::Thread(thread)).await
    }

    async fn delete_derived(&self, derived: Derived) -> Result<u64, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let deleted = self
            .db()
            .write(transaction!(|tx| { delete(tx, org, &derived, now).await }))
            .await?;
        self.scrub_if(deleted > 0).await?;
        Ok(deleted)
    }
}

/// Deletes what came from one place, in every scope, and what was saved of the indexes that knew it.
pub(crate) async fn delete(
    tx: &mut Tx<'_>,
    org: OrgId,
    derived: &Derived,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let mut deleted = 0;
    for scope in scopes_of(tx, org, derived).await? {
        let gone = take_out(tx, (org, scope), derived, now).await?;
        if gone > 0 {
            drop_snapshots(tx, org, scope).await?;
        }
        deleted += gone;
    }
    Ok(deleted)
}

/// Deletes what was made of a state of something that has another one by now. What was saved of an index stays, since the
/// earlier state is kept where it came from, and whoever loads the index learns of the deletion.
pub(crate) async fn replace(
    tx: &mut Tx<'_>,
    owner: (OrgId, Scope),
    source_ref: &str,
    now: Timestamp,
) -> Result<u64, StoreError> {
    take_out(tx, owner, &Derived::Source(source_ref.to_owned()), now).await
}

async fn take_out(
    tx: &mut Tx<'_>,
    (org, scope): (OrgId, Scope),
    derived: &Derived,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let ((_, empty), name) = (derived.statements(), derived.name());
    let last = memory_scopes::hold(tx, org, scope).await?;
    let rows = params![org, name.as_str(), scope, last, now];
    let gone = tx.execute(empty, rows).await?;
    if gone > 0 {
        memory_scopes::advance(tx, org, scope, gone as i64).await?;
        tx.execute(UNTAG, params![org, scope, last]).await?;
    }
    Ok(gone)
}

/// The scopes that hold something that came from one place, in the order in which whoever inserts holds them.
pub(crate) async fn scopes_of(
    tx: &mut Tx<'_>,
    org: OrgId,
    derived: &Derived,
) -> Result<BTreeSet<Scope>, StoreError> {
    let ((scopes, _), name) = (derived.statements(), derived.name());
    let scopes: Vec<Only<Scope>> = tx.fetch_all(scopes, params![org, name.as_str()]).await?;
    Ok(scopes.into_iter().map(|scope| scope.0).collect())
}
