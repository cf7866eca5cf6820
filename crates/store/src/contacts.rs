//! Contacts: the people outside.

mod answering;

use std::sync::Arc;

use steward_model::{AgentId, Answering, ContactId, Identifier, IdentifierId, Scope, Timestamp};

use crate::consent;
use crate::crypto::{DataKey, Place};
use crate::db::transaction;
use crate::identifiers::{self, KnownIdentifier, Owner, PreparedIdentifier, SealedIdentifier};
use crate::lines;
use crate::memory_scopes;
use crate::row::from_row;
use crate::sql::{Sql, params, statements};
use crate::suggestions;
use crate::{OrgStore, Page, StoreError};

/// Every statement of contacts.
pub(crate) const ALL_STATEMENTS: [&[Sql]; 2] = [STATEMENTS, answering::STATEMENTS];

statements! {
    INSERT = "insert into contact (id, org_id, name_enc, created_at) values ($1, $2, $3, $4)";
    FIND = "select id, name_enc, forgotten_at, created_at, answering, answering_agent from contact
        where org_id = $1 and id = $2";
    LIST = "select id, name_enc, forgotten_at, created_at, answering, answering_agent from contact
        where org_id = $1 and id > $2 order by id limit $3";
    RENAME = "update contact set name_enc = $1 where org_id = $2 and id = $3 and forgotten_at is null";
    FORGET = "update contact set name_enc = null, forgotten_at = $1, answering = 'usual', answering_agent = null
        where org_id = $2 and id = $3 and forgotten_at is null";
    UNADDRESS = "update effect set to_blind = null where org_id = $1 and contact_id = $2";
    DELETE = "delete from contact where org_id = $1 and id = $2";
}

/// A person outside. A forgotten one keeps its id and nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact {
    /// Their id.
    pub id: ContactId,
    /// Their name, if it is known.
    pub name: Option<String>,
    /// How they are reached.
    pub identifiers: Vec<KnownIdentifier>,
    /// Whether what was known of them was destroyed.
    pub forgotten: bool,
    /// Who answers them.
    pub answering: Answering,
    /// The agent that answers them in place of their line's.
    pub answering_agent: Option<AgentId>,
    /// When they were first heard of.
    pub created_at: Timestamp,
}

/// A contact to be made.
#[derive(Debug, Clone, Default)]
pub struct NewContact {
    /// Their name, if it is known.
    pub name: Option<String>,
    /// How they are reached; none may be another contact's.
    pub identifiers: Vec<Identifier>,
}

struct SealedContact {
    id: ContactId,
    name_enc: Option<Vec<u8>>,
    forgotten_at: Option<Timestamp>,
    created_at: Timestamp,
    answering: Answering,
    answering_agent: Option<AgentId>,
}
from_row!(SealedContact {
    id,
    name_enc,
    forgotten_at,
    created_at,
    answering,
    answering_agent
});

impl OrgStore<'_> {
    /// Makes a contact.
    pub async fn create_contact(&self, new: NewContact) -> Result<Contact, StoreError> {
        let store = self.store;
        let (org, now) = (self.org, store.now());
        let id = ContactId::generate(store.ids());
        let key = self.contact_key(id).await?;
        let blind_key = self.blind_key().await?;
        let row = id.to_string();
        let name_enc = new
            .name
            .as_ref()
            .map(|name| key.seal(place(&row), name.as_bytes()))
            .transpose()?;
        let prepared = new
            .identifiers
            .iter()
            .map(|identifier| {
                let id = IdentifierId::generate(store.ids());
                PreparedIdentifier::new(Owner::Contact, id, identifier, &key, &blind_key)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let identifiers = store
            .db()
            .write(transaction!(|tx| {
                tx.execute(INSERT, params![id, org, name_enc.as_ref(), now])
                    .await?;
                let mut identifiers = Vec::with_capacity(prepared.len());
                for identifier in prepared {
                    identifiers.push(identifier.insert(tx, org, &row, now).await?);
                }
                Ok(identifiers)
            }))
            .await?;
        Ok(Contact {
            id,
            name: new.name,
            identifiers,
            forgotten: false,
            answering: Answering::Usual,
            answering_agent: None,
            created_at: now,
        })
    }

    /// The contact who is known by this identifier.
    pub async fn contact_by_identifier(
        &self,
        identifier: &Identifier,
    ) -> Result<Option<Contact>, StoreError> {
        let org = self.org;
        let blind = identifiers::blind(self.blind_key().await?.as_ref(), identifier);
        match self
            .db()
            .read(transaction!(|tx| {
                identifiers::contact_with(tx, org, &blind).await
            }))
            .await?
        {
            Some(id) => self.contact(id).await,
            None => Ok(None),
        }
    }

    /// The contact who is known by this identifier, made if there is none. Of two callers at once, both get the one.
    pub async fn resolve_contact(&self, identifier: &Identifier) -> Result<Contact, StoreError> {
        if let Some(contact) = self.contact_by_identifier(identifier).await? {
            return Ok(contact);
        }
        let new = NewContact {
            name: None,
            identifiers: vec![identifier.clone()],
        };
        match self.create_contact(new).await {
            Err(StoreError::Conflict(_)) => self
                .contact_by_identifier(identifier)
                .await?
                .ok_or(StoreError::Busy),
            other => other,
        }
    }

    /// One contact.
    pub async fn contact(&self, id: ContactId) -> Result<Option<Contact>, StoreError> {
        let org = self.org;
        let found = self
            .db()
            .read(transaction!(|tx| {
                let Some(contact) = tx
                    .fetch_optional::<SealedContact>(FIND, params![org, id])
                    .await?
                else {
                    return Ok(None);
                };
                let known = identifiers::list(tx, Owner::Contact, org, &id.to_string()).await?;
                Ok(Some((contact, known)))
            }))
            .await?;
        match found {
            Some(found) => Ok(self.open_contacts(vec![found]).await?.pop()),
            None => Ok(None),
        }
    }

    /// Contacts in the order they were first heard of.
    pub async fn contacts(&self, page: &Page) -> Result<Vec<Contact>, StoreError> {
        let (org, page) = (self.org, page.clone());
        let rows = self
            .db()
            .read(transaction!(|tx| {
                let after = page.after.as_deref().unwrap_or("");
                let rows: Vec<SealedContact> = tx
                    .fetch_all(LIST, params![org, after, i64::from(page.limit)])
                    .await?;
                let mut contacts = Vec::with_capacity(rows.len());
                for contact in rows {
                    let known =
                        identifiers::list(tx, Owner::Contact, org, &contact.id.to_string()).await?;
                    contacts.push((contact, known));
                }
                Ok(contacts)
            }))
            .await?;
        self.open_contacts(rows).await
    }

    /// Changes a contact's name. `None` if there is no such contact; an error if it was forgotten.
    pub async fn rename_contact(
        &self,
        id: ContactId,
        name: &str,
    ) -> Result<Option<Contact>, StoreError> {
        match self.contact(id).await? {
            None => return Ok(None),
            Some(contact) if contact.forgotten => return Err(StoreError::Forgotten),
            Some(_) => {}
        }
        let org = self.org;
        let key = self.contact_key(id).await?;
        let name_enc = key.seal(place(&id.to_string()), name.as_bytes())?;
        self.db()
            .write(transaction!(|tx| {
                tx.execute(RENAME, params![&name_enc, org, id]).await
            }))
            .await?;
        self.contact(id).await
    }

    /// Adds a way a contact is reached. `None` if there is no such contact.
    pub async fn add_contact_identifier(
        &self,
        id: ContactId,
        identifier: &Identifier,
    ) -> Result<Option<KnownIdentifier>, StoreError> {
        match self.contact(id).await? {
            None => return Ok(None),
            Some(contact) if contact.forgotten => return Err(StoreError::Forgotten),
            Some(_) => {}
        }
        let (org, now) = (self.org, self.store.now());
        let key = self.contact_key(id).await?;
        let blind_key = self.blind_key().await?;
        let new = IdentifierId::generate(self.store.ids());
        let prepared = PreparedIdentifier::new(Owner::Contact, new, identifier, &key, &blind_key)?;
        self.db()
            .write(transaction!(|tx| {
                prepared.insert(tx, org, &id.to_string(), now).await
            }))
            .await
            .map(Some)
    }

    /// Takes a way a contact is reached away. Tells whether it was there.
    pub async fn remove_contact_identifier(
        &self,
        id: ContactId,
        identifier: IdentifierId,
    ) -> Result<bool, StoreError> {
        let org = self.org;
        self.db()
            .write(transaction!(|tx| {
                identifiers::delete(tx, Owner::Contact, org, &id.to_string(), identifier).await
            }))
            .await
    }

    /// Destroys what is known of a contact and keeps the bare row; a job takes what they said out of everything else,
    /// wherever it was quoted. `by` is who asked, as the record names them. Tells whether there was anything to forget.
    pub async fn forget_contact(&self, id: ContactId, by: &str) -> Result<bool, StoreError> {
        let known = self.contact(id).await?.is_some_and(|it| !it.forgotten);
        self.ask_for_contact(id, by).await?;
        // Work in the background goes on with what was asked for, and may be done with it before we are.
        Ok(self.end_contact(id).await? || known)
    }

    /// What is left of forgetting a contact once it is written down. May be done again.
    pub(crate) async fn end_contact(&self, id: ContactId) -> Result<bool, StoreError> {
        if self.contact(id).await?.is_none() {
            return Ok(false);
        }
        let (org, now, scope) = (self.org, self.store.now(), Scope::Contact(id));
        self.close_memory(scope).await?;
        // The key goes before the row: should we die here, the contact reads as forgotten all the same.
        self.store.forget_scope(scope).await?;
        let (forgotten, remembered) = self
            .db()
            .write(transaction!(|tx| {
                // First, as whoever deletes or writes to the contact does: it locks their row, and two that locked it and what
                // hangs on it the other way round would wait for each other.
                let remembered = memory_scopes::end(tx, org, scope, now).await?;
                identifiers::delete_all_of_contact(tx, org, &id.to_string()).await?;
                tx.execute(UNADDRESS, params![org, id]).await?;
                lines::ask_from_now(tx, org, now).await?;
                consent::forget(tx, org, id).await?;
                suggestions::forget(tx, org, id).await?;
                let forgotten = tx.execute(FORGET, params![now, org, id]).await?;
                Ok((forgotten, remembered))
            }))
            .await?;
        self.scrub_if(remembered).await?;
        Ok(forgotten > 0)
    }

    /// Deletes a contact, and forgets them as [`Self::forget_contact`] does. Tells whether there was one.
    pub async fn delete_contact(&self, id: ContactId, by: &str) -> Result<bool, StoreError> {
        if self.contact(id).await?.is_none() {
            return Ok(false);
        }
        self.ask_for_contact(id, by).await?;
        let (org, now, scope) = (self.org, self.store.now(), Scope::Contact(id));
        self.close_memory(scope).await?;
        // As above: should we die here, there is a forgotten contact left to delete.
        self.store.forget_scope(scope).await?;
        let (deleted, remembered) = self
            .db()
            .write(transaction!(|tx| {
                let remembered = memory_scopes::end(tx, org, scope, now).await?;
                lines::ask_from_now(tx, org, now).await?;
                consent::forget(tx, org, id).await?;
                Ok((tx.execute(DELETE, params![org, id]).await?, remembered))
            }))
            .await?;
        self.scrub_if(remembered).await?;
        Ok(deleted > 0)
    }

    async fn contact_key(&self, id: ContactId) -> Result<Arc<DataKey>, StoreError> {
        self.store
            .inner
            .keys
            .key(&Scope::Contact(id).to_string())
            .await
    }

    /// The key that blinds what this organisation looks for.
    pub(crate) async fn blind_key(&self) -> Result<Arc<DataKey>, StoreError> {
        self.store
            .inner
            .keys
            .key(&Scope::Org(self.org).to_string())
            .await
    }

    async fn open_contacts(
        &self,
        rows: Vec<(SealedContact, Vec<SealedIdentifier>)>,
    ) -> Result<Vec<Contact>, StoreError> {
        let scopes: Vec<_> = rows
            .iter()
            .map(|(row, _)| Scope::Contact(row.id).to_string())
            .collect();
        let keys = self.store.inner.keys.find_many(&scopes).await?;
        rows.into_iter()
            .zip(&scopes)
            .map(|((row, known), scope)| open(row, known, keys.get(scope).and_then(Option::as_ref)))
            .collect()
    }
}

/// The name of a contact, as other files' joins read it.
pub(crate) fn open_name(
    key: &DataKey,
    id: ContactId,
    name_enc: &[u8],
) -> Result<String, StoreError> {
    key.open_text(place(&id.to_string()), name_enc)
}

/// Without a key, whatever is left in the row is forgotten.
fn open(
    row: SealedContact,
    known: Vec<SealedIdentifier>,
    key: Option<&Arc<DataKey>>,
) -> Result<Contact, StoreError> {
    let SealedContact {
        id,
        name_enc,
        forgotten_at,
        created_at,
        answering,
        answering_agent,
    } = row;
    let Some(key) = key else {
        return Ok(Contact {
            id,
            name: None,
            identifiers: vec![],
            forgotten: true,
            answering,
            answering_agent,
            created_at,
        });
    };
    let name = name_enc
        .map(|sealed| open_name(key, id, &sealed))
        .transpose()?;
    Ok(Contact {
        id,
        name,
        identifiers: identifiers::open_all(known, Owner::Contact, key)?,
        forgotten: forgotten_at.is_some(),
        answering,
        answering_agent,
        created_at,
    })
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "contact",
        column: "name_enc",
        row,
    }
}
