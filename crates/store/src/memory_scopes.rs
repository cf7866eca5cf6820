//! Scopes as places of memory: who may write there, in which order it is seen, and how all of it is forgotten.

use std::collections::BTreeSet;

use steward_model::{OrgId, Scope, Timestamp};

use crate::db::{Tx, transaction};
use crate::memory_index::drop_snapshots;
use crate::passages::{self, Derived};
use crate::row::{Only, from_row};
use crate::sql::{Value, params, statements};
use crate::{OrgStore, StoreError};

statements! {
    // The row stays locked until the commit: whoever reads up to a place has seen all before it.
    HOLD = "update memory_scope set last_seq = last_seq where org_id = $1 and scope = $2 and closed = 0
        returning last_seq as value";
    LAST = "select last_seq as value from memory_scope where org_id = $1 and scope = $2 and closed = 0";
    CLOSED = "select closed as value from memory_scope where org_id = $1 and scope = $2";
    PLACES = "select scope, last_seq from memory_scope
        where org_id = $1 and scope in ($2, $3, $4, $5) and closed = 0";
    ADVANCE = "update memory_scope set last_seq = last_seq + $1 where org_id = $2 and scope = $3";
    OPEN = "insert into memory_scope (org_id, scope, last_seq, closed) values ($1, $2, 0, 0)
        on conflict (org_id, scope) do nothing";
    CLOSE = "update memory_scope set closed = 1 where org_id = $1 and scope = $2";
    END = "delete from memory_scope where org_id = $1 and scope = $2";
    HOLD_MEMBER = "update member set role = role where org_id = $1 and id = $2";
    HOLD_AGENT = "update agent set revision = revision where org_id = $1 and id = $2";
    HOLD_CONTACT = "update contact set forgotten_at = forgotten_at
        where org_id = $1 and id = $2 and forgotten_at is null";
    BLOCKS = "delete from block where org_id = $1 and scope = $2";
    PASSAGES = "delete from passage where org_id = $1 and scope = $2";
    DOCUMENTS = "delete from document where org_id = $1 and scope = $2";
}

/// Scopes that one statement names: those of a turn are the organisation's, the member's, the agent's and the contact's.
const NAMED_AT_ONCE: usize = 4;

struct PlaceOf {
    scope: Scope,
    last_seq: i64,
}
from_row!(PlaceOf { scope, last_seq });

impl OrgStore<'_> {
    /// The last place given in each of these scopes; zero where nothing is remembered, or not any more.
    pub async fn memory_places(&self, scopes: &[Scope]) -> Result<Vec<i64>, StoreError> {
        let (org, scopes) = (self.org, scopes.to_vec());
        self.db()
            .glance(transaction!(|tx| {
                let mut places = vec![0; scopes.len()];
                for (some, places) in scopes
                    .chunks(NAMED_AT_ONCE)
                    .zip(places.chunks_mut(NAMED_AT_ONCE))
                {
                    // What is not needed of the statement names the last one again.
                    let named = some.iter().chain(some.last().into_iter().cycle());
                    let named = named.take(NAMED_AT_ONCE).map(|scope| Value::from(*scope));
                    let named: Vec<Value<'_>> =
                        [Value::from(org)].into_iter().chain(named).collect();
                    let found: Vec<PlaceOf> = tx.fetch_all(PLACES, &named).await?;
                    for (scope, place) in some.iter().zip(places) {
                        let row = found.iter().find(|row| row.scope == *scope);
                        *place = row.map_or(0, |row| row.last_seq);
                    }
                }
                Ok(places)
            }))
            .await
    }

    /// The first step of forgetting a scope: what is remembered in it and because of it goes, and nothing more is taken
    /// in. Before the key is destroyed, since from then on the owner reads as forgotten: nothing may be left elsewhere.
    pub(crate) async fn close_memory(&self, scope: Scope) -> Result<(), StoreError> {
        let (org, now) = (self.org, self.store.now());
        let closed = self
            .db()
            .write(transaction!(|tx| {
                hold_all_of(tx, org, scope).await?;
                if tx.execute(CLOSE, params![org, scope]).await? == 0 {
                    return Ok(false);
                }
                clear(tx, org, scope, now).await?;
                Ok(true)
            }))
            .await?;
        self.scrub_if(closed).await
    }

    /// Leaves no trace in the database's files of what was taken out of the rows.
    pub(crate) async fn scrub_if(&self, removed: bool) -> Result<(), StoreError> {
        if removed {
            self.db().scrub().await?;
        }
        Ok(())
    }
}

/// The last step of forgetting a scope, in the transaction that takes its owner away. Tells whether there was a memory.
pub(crate) async fn end(
    tx: &mut Tx<'_>,
    org: OrgId,
    scope: Scope,
    now: Timestamp,
) -> Result<bool, StoreError> {
    // Whoever is about to write the first memory of this owner has either done so or finds no owner any more.
    hold_owner(tx, org, scope).await?;
    hold_all_of(tx, org, scope).await?;
    if tx.execute(END, params![org, scope]).await? == 0 {
        return Ok(false);
    }
    clear(tx, org, scope, now).await?;
    Ok(true)
}

/// Holds a scope until the commit, and tells the last place given in it. Refuses where nothing may be remembered.
pub(crate) async fn hold(tx: &mut Tx<'_>, org: OrgId, scope: Scope) -> Result<i64, StoreError> {
    if let Some(last) = try_hold(tx, org, scope).await? {
        return Ok(last);
    }
    // Postgres keeps a row locked that was waited for, though it is closed by now: whoever forgets waits for it and has the owner
    // already, so the owner must not be asked for.
    let closed: Option<Only<i64>> = tx.fetch_optional(CLOSED, params![org, scope]).await?;
    if closed.is_some_and(|closed| closed.0 != 0) {
        return Err(StoreError::Forgotten);
    }
    if !hold_owner(tx, org, scope).await? {
        return Err(StoreError::Refused("there is nobody whose memory this is"));
    }
    tx.execute(OPEN, params![org, scope]).await?;
    try_hold(tx, org, scope).await?.ok_or(StoreError::Forgotten)
}

/// Gives places in a scope that is held.
pub(crate) async fn advance(
    tx: &mut Tx<'_>,
    org: OrgId,
    scope: Scope,
    places: i64,
) -> Result<(), StoreError> {
    tx.execute(ADVANCE, params![places, org, scope])
        .await
        .map(|_| ())
}

/// The last place given in a scope; zero if nothing is remembered there, or not any more.
pub(crate) async fn last_place(
    tx: &mut Tx<'_>,
    org: OrgId,
    scope: Scope,
) -> Result<i64, StoreError> {
    let last: Option<Only<i64>> = tx.fetch_optional(LAST, params![org, scope]).await?;
    Ok(last.map_or(0, |last| last.0))
}

async fn try_hold(tx: &mut Tx<'_>, org: OrgId, scope: Scope) -> Result<Option<i64>, StoreError> {
    let last: Option<Only<i64>> = tx.fetch_optional(HOLD, params![org, scope]).await?;
    Ok(last.map(|last| last.0))
}

/// Locks the row of whoever the scope belongs to. Tells whether there is one here: another tenant's is not.
async fn hold_owner(tx: &mut Tx<'_>, org: OrgId, scope: Scope) -> Result<bool, StoreError> {
    let held = match scope {
        Scope::Org(id) => u64::from(id == org),
        Scope::Member(id) => tx.execute(HOLD_MEMBER, params![org, id]).await?,
        Scope::Agent(id) => tx.execute(HOLD_AGENT, params![org, id]).await?,
        Scope::Contact(id) => tx.execute(HOLD_CONTACT, params![org, id]).await?,
    };
    Ok(held > 0)
}

/// Holds a scope and those that remember something because of its owner, in the order in which whoever inserts holds
/// them: otherwise each would wait for the other.
async fn hold_all_of(tx: &mut Tx<'_>, org: OrgId, scope: Scope) -> Result<(), StoreError> {
    let mut scopes = match derived(scope) {
        Some(derived) => passages::scopes_of(tx, org, &derived).await?,
        None => BTreeSet::new(),
    };
    scopes.insert(scope);
    for scope in scopes {
        try_hold(tx, org, scope).await?;
    }
    Ok(())
}

/// Takes everything out of a scope, and out of other scopes what came from its owner.
async fn clear(
    tx: &mut Tx<'_>,
    org: OrgId,
    scope: Scope,
    now: Timestamp,
) -> Result<(), StoreError> {
    drop_snapshots(tx, org, scope).await?;
    tx.execute(PASSAGES, params![org, scope]).await?;
    tx.execute(BLOCKS, params![org, scope]).await?;
    tx.execute(DOCUMENTS, params![org, scope]).await?;
    match derived(scope) {
        Some(derived) => passages::delete(tx, org, &derived, now).await.map(|_| ()),
        None => Ok(()),
    }
}

/// What comes from a scope's owner. An organisation's is in its own scope.
fn derived(scope: Scope) -> Option<Derived> {
    match scope {
        Scope::Org(_) => None,
        Scope::Member(id) => Some(Derived::Member(id)),
        Scope::Agent(id) => Some(Derived::Agent(id)),
        Scope::Contact(id) => Some(Derived::Contact(id)),
    }
}
