//! Members: the people of an organisation.

mod passwords;

use std::sync::Arc;

use steward_model::{Identifier, IdentifierId, MemberId, OrgId, Role, Scope, Timestamp};

use crate::agents::agents_of_member;
use crate::credentials;
use crate::crypto::{DataKey, Place};
use crate::db::{Tx, transaction};
use crate::identifiers::{self, KnownIdentifier, Owner, PreparedIdentifier, SealedIdentifier};
use crate::memory_scopes;
use crate::row::{Only, from_row};
use crate::sql::{Sql, params, statements};
use crate::{OrgStore, Page, Store, StoreError};

/// Members sign in by their identifiers before anyone knows their organisation, so these are blinded by one key for
/// the whole instance.
const INSTANCE: &str = "instance";

statements! {
    INSERT = "insert into member (id, org_id, role, name_enc, created_at) values ($1, $2, $3, $4, $5)";
    FIND = "select id, role, name_enc, mail_escalations, text_escalations, created_at from member where org_id = $1 and id = $2";
    LIST = "select id, role, name_enc, mail_escalations, text_escalations, created_at from member
        where org_id = $1 and id > $2 order by id limit $3";
    // What is not changed is left to the database: a name set meanwhile must not bring an old role back.
    UPDATE = "update member set role = coalesce($1, role), name_enc = coalesce($2, name_enc),
            mail_escalations = coalesce($3, mail_escalations), text_escalations = coalesce($4, text_escalations)
        where org_id = $5 and id = $6";
    DELETE = "delete from member where org_id = $1 and id = $2";
    ANYWHERE = "select count(*) as value from member where id = $1";
    // Locks the owners, so that two of them cannot step down at once.
    OTHER_OWNERS = "update member set role = role where org_id = $1 and role = 'owner' and id <> $2";
    CANDIDATES = "select i.org_id, i.member_id, m.password_hash
        from member_identifier i join member m on m.id = i.member_id and m.org_id = i.org_id
        where i.value_blind = $1 order by i.org_id";
}

pub(crate) const ALL_STATEMENTS: [&[Sql]; 2] = [STATEMENTS, passwords::STATEMENTS];

/// A person in an organisation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Their id.
    pub id: MemberId,
    /// What they may do.
    pub role: Role,
    /// Their name.
    pub name: String,
    /// How they are known.
    pub identifiers: Vec<KnownIdentifier>,
    /// Whether they get an email when a person must look.
    pub mail_escalations: bool,
    /// Whether they get a text when a person must look.
    pub text_escalations: bool,
    /// When they joined.
    pub created_at: Timestamp,
}

/// A member to be made.
#[derive(Debug, Clone)]
pub struct NewMember {
    /// Their name.
    pub name: String,
    /// What they may do.
    pub role: Role,
    /// How they are known; none may be another member's.
    pub identifiers: Vec<Identifier>,
}

/// What to change; `None` leaves it as it is.
#[derive(Debug, Clone, Default)]
pub struct MemberChange {
    /// A new name.
    pub name: Option<String>,
    /// A new role.
    pub role: Option<Role>,
    /// Whether they get an email when a person must look.
    pub mail_escalations: Option<bool>,
    /// Whether they get a text when a person must look.
    pub text_escalations: Option<bool>,
}

/// A member somebody may be, who knows one of their identifiers.
#[derive(Debug, Clone)]
pub struct SignInCandidate {
    /// Their organisation.
    pub org_id: OrgId,
    /// The member.
    pub member_id: MemberId,
    /// What a password must match; `None` if they have none.
    pub password_hash: Option<String>,
}
from_row!(SignInCandidate {
    org_id,
    member_id,
    password_hash
});

struct SealedMember {
    id: MemberId,
    role: Role,
    name_enc: Vec<u8>,
    mail_escalations: bool,
    text_escalations: bool,
    created_at: Timestamp,
}
from_row!(SealedMember {
    id,
    role,
    name_enc,
    mail_escalations,
    text_escalations,
    created_at
});

/// A member with all keys made and all text sealed: the transaction has nothing left to wait for.
pub(crate) struct PreparedMember {
    org: OrgId,
    member: Member,
    name_enc: Vec<u8>,
    identifiers: Vec<PreparedIdentifier>,
}

impl PreparedMember {
    pub(crate) async fn insert(mut self, tx: &mut Tx<'_>) -> Result<Member, StoreError> {
        let member = &self.member;
        let row = params![
            member.id,
            self.org,
            member.role,
            &self.name_enc,
            member.created_at
        ];
        tx.execute(INSERT, row).await?;
        let person = member.id.to_string();
        for identifier in self.identifiers {
            let known = identifier
                .insert(tx, self.org, &person, self.member.created_at)
                .await?;
            self.member.identifiers.push(known);
        }
        Ok(self.member)
    }
}

impl Store {
    /// The members who are known by this identifier, in any organisation.
    pub async fn sign_in_candidates(
        &self,
        identifier: &Identifier,
    ) -> Result<Vec<SignInCandidate>, StoreError> {
        let blind = identifiers::blind(self.inner.keys.key(INSTANCE).await?.as_ref(), identifier);
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_all(CANDIDATES, params![&blind]).await
            }))
            .await
    }
}

impl OrgStore<'_> {
    /// Makes a member.
    pub async fn create_member(&self, new: NewMember) -> Result<Member, StoreError> {
        let prepared = self.prepare_member(new).await?;
        let member = self
            .db()
            .write(transaction!(|tx| { prepared.insert(tx).await }))
            .await?;
        self.store.identity_changed();
        Ok(member)
    }

    pub(crate) async fn prepare_member(
        &self,
        new: NewMember,
    ) -> Result<PreparedMember, StoreError> {
        let store = self.store;
        let id = MemberId::generate(store.ids());
        let keys = &store.inner.keys;
        let key = keys.key(&Scope::Member(id).to_string()).await?;
        let blind_key = keys.key(INSTANCE).await?;
        let row = id.to_string();
        let identifiers = new
            .identifiers
            .iter()
            .map(|identifier| {
                let id = IdentifierId::generate(store.ids());
                PreparedIdentifier::new(Owner::Member, id, identifier, &key, &blind_key)
            })
            .collect::<Result<_, _>>()?;
        let name_enc = key.seal(place(&row), new.name.as_bytes())?;
        let member = Member {
            id,
            role: new.role,
            name: new.name,
            identifiers: Vec::new(),
            mail_escalations: false,
            text_escalations: false,
            created_at: store.now(),
        };
        Ok(PreparedMember {
            org: self.org,
            member,
            name_enc,
            identifiers,
        })
    }

    /// One member.
    pub async fn member(&self, id: MemberId) -> Result<Option<Member>, StoreError> {
        let org = self.org;
        let found = self
            .db()
            .read(transaction!(|tx| {
                let Some(member) = tx
                    .fetch_optional::<SealedMember>(FIND, params![org, id])
                    .await?
                else {
                    return Ok(None);
                };
                let identifiers =
                    identifiers::list(tx, Owner::Member, org, &id.to_string()).await?;
                Ok(Some((member, identifiers)))
            }))
            .await?;
        match found {
            Some((member, identifiers)) => self.open(member, identifiers).await.map(Some),
            None => Ok(None),
        }
    }

    /// Members in the order they joined.
    pub async fn members(&self, page: &Page) -> Result<Vec<Member>, StoreError> {
        let (org, page) = (self.org, page.clone());
        let rows = self
            .db()
            .read(transaction!(|tx| {
                let after = page.after.as_deref().unwrap_or("");
                let rows: Vec<SealedMember> = tx
                    .fetch_all(LIST, params![org, after, i64::from(page.limit)])
                    .await?;
                let mut members = Vec::with_capacity(rows.len());
                for member in rows {
                    let known =
                        identifiers::list(tx, Owner::Member, org, &member.id.to_string()).await?;
                    members.push((member, known));
                }
                Ok(members)
            }))
            .await?;
        let mut members = Vec::with_capacity(rows.len());
        for (member, identifiers) in rows {
            match self.open(member, identifiers).await {
                // Somebody who was deleted, and whom an old backup brought back.
                Err(StoreError::Forgotten) => {}
                opened => members.push(opened?),
            }
        }
        Ok(members)
    }

    /// Changes a member. The last owner stays one. Whoever becomes an owner starts afresh: a credential that an admin could
    /// have planted before must not work as an owner's.
    pub async fn update_member(
        &self,
        id: MemberId,
        change: MemberChange,
    ) -> Result<Option<Member>, StoreError> {
        if self.member(id).await?.is_none() {
            return Ok(None);
        }
        let (org, at) = (self.org, self.store.now());
        let key = self.member_key(id).await?;
        let row = id.to_string();
        let name_enc = change
            .name
            .map(|name| key.seal(place(&row), name.as_bytes()))
            .transpose()?;
        self.db()
            .write(transaction!(|tx| {
                let Some(now) = tx
                    .fetch_optional::<SealedMember>(FIND, params![org, id])
                    .await?
                else {
                    return Ok(());
                };
                if now.role == Role::Owner && change.role.is_some_and(|role| role != Role::Owner) {
                    refuse_without_other_owner(tx, org, id).await?;
                }
                if now.role != Role::Owner && change.role == Some(Role::Owner) {
                    credentials::end_all(tx, org, id, at).await?;
                }
                let role = change.role.map(Role::as_str);
                let mail = change.mail_escalations.map(i64::from);
                let text = change.text_escalations.map(i64::from);
                let changed = params![role, name_enc.as_ref(), mail, text, org, id];
                tx.execute(UPDATE, changed).await.map(|_| ())
            }))
            .await?;
        self.store.identity_changed();
        self.member(id).await
    }

    /// Deletes a member with everything that is theirs, and forgets their scope. Tells whether there was one.
    pub async fn delete_member(&self, id: MemberId) -> Result<bool, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let (deleted, anywhere, agents) = self
            .db()
            .write(transaction!(|tx| {
                let Some(member) = tx
                    .fetch_optional::<SealedMember>(FIND, params![org, id])
                    .await?
                else {
                    let count: Option<Only<i64>> = tx.fetch_optional(ANYWHERE, params![id]).await?;
                    return Ok((false, count.is_some_and(|count| count.0 > 0), Vec::new()));
                };
                if member.role == Role::Owner {
                    refuse_without_other_owner(tx, org, id).await?;
                }
                let agents = agents_of_member(tx, org, id).await?;
                memory_scopes::end(tx, org, Scope::Member(id), now).await?;
                for agent in &agents {
                    memory_scopes::end(tx, org, Scope::Agent(*agent), now).await?;
                }
                let rows = tx.execute(DELETE, params![org, id]).await?;
                Ok((rows > 0, false, agents))
            }))
            .await?;
        if deleted {
            self.store.identity_changed();
            for agent in agents {
                self.store.forget_scope(Scope::Agent(agent)).await?;
            }
            self.store.forget_scope(Scope::Member(id)).await?;
            self.db().scrub().await?;
        } else if !anywhere {
            self.forget_leftover(id).await?;
        }
        Ok(deleted)
    }

    /// Deletes a member as [`Self::delete_member`] does, and takes what they said out of everything else as well, wherever
    /// it was quoted. `by` is who asked, as the record names them. Tells whether there was one.
    pub async fn forget_member(&self, id: MemberId, by: &str) -> Result<bool, StoreError> {
        if !self.ask_for_member(id, by).await? {
            return Ok(false);
        }
        self.delete_member(id).await?;
        Ok(true)
    }

    /// A deletion that died after the row was gone left the key; the next one ends it.
    async fn forget_leftover(&self, id: MemberId) -> Result<(), StoreError> {
        let scope = Scope::Member(id);
        match self.store.inner.keys.find(&scope.to_string()).await {
            Ok(Some(_)) => self.store.forget_scope(scope).await,
            Ok(None) | Err(StoreError::Forgotten) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Adds a way a member is known. `None` if there is no such member.
    pub async fn add_member_identifier(
        &self,
        id: MemberId,
        identifier: &Identifier,
    ) -> Result<Option<KnownIdentifier>, StoreError> {
        if self.member(id).await?.is_none() {
            return Ok(None);
        }
        let (org, now) = (self.org, self.store.now());
        let key = self.member_key(id).await?;
        let blind_key = self.store.inner.keys.key(INSTANCE).await?;
        let new = IdentifierId::generate(self.store.ids());
        let prepared = PreparedIdentifier::new(Owner::Member, new, identifier, &key, &blind_key)?;
        let known = self
            .db()
            .write(transaction!(|tx| {
                prepared.insert(tx, org, &id.to_string(), now).await
            }))
            .await?;
        self.store.identity_changed();
        Ok(Some(known))
    }

    /// Takes a way a member is known away. Tells whether it was there.
    pub async fn remove_member_identifier(
        &self,
        id: MemberId,
        identifier: IdentifierId,
    ) -> Result<bool, StoreError> {
        let org = self.org;
        let removed = self
            .db()
            .write(transaction!(|tx| {
                identifiers::delete(tx, Owner::Member, org, &id.to_string(), identifier).await
            }))
            .await?;
        self.store.identity_changed();
        Ok(removed)
    }

    async fn member_key(&self, id: MemberId) -> Result<Arc<DataKey>, StoreError> {
        self.store
            .inner
            .keys
            .existing(&Scope::Member(id).to_string())
            .await
    }

    async fn open(
        &self,
        sealed: SealedMember,
        known: Vec<SealedIdentifier>,
    ) -> Result<Member, StoreError> {
        let key = self.member_key(sealed.id).await?;
        let name = open_name(&key, sealed.id, &sealed.name_enc)?;
        let identifiers = identifiers::open_all(known, Owner::Member, &key)?;
        Ok(Member {
            id: sealed.id,
            role: sealed.role,
            name,
            identifiers,
            mail_escalations: sealed.mail_escalations,
            text_escalations: sealed.text_escalations,
            created_at: sealed.created_at,
        })
    }
}

/// The name of a member, as other files' joins read it.
pub(crate) fn open_name(
    key: &DataKey,
    id: MemberId,
    name_enc: &[u8],
) -> Result<String, StoreError> {
    key.open_text(place(&id.to_string()), name_enc)
}

/// Refuses what would be given to somebody who is not a member here.
pub(crate) async fn require(tx: &mut Tx<'_>, org: OrgId, id: MemberId) -> Result<(), StoreError> {
    let found: Option<SealedMember> = tx.fetch_optional(FIND, params![org, id]).await?;
    found
        .map(|_| ())
        .ok_or(StoreError::Refused("there is no such member"))
}

/// Refuses to take away the last owner.
pub(crate) async fn refuse_last_owner(
    tx: &mut Tx<'_>,
    org: OrgId,
    id: MemberId,
) -> Result<(), StoreError> {
    let found: Option<SealedMember> = tx.fetch_optional(FIND, params![org, id]).await?;
    match found {
        Some(member) if member.role == Role::Owner => refuse_without_other_owner(tx, org, id).await,
        _ => Ok(()),
    }
}

async fn refuse_without_other_owner(
    tx: &mut Tx<'_>,
    org: OrgId,
    id: MemberId,
) -> Result<(), StoreError> {
    match tx.execute(OTHER_OWNERS, params![org, id]).await? {
        0 => Err(StoreError::Refused(
            "an organisation needs an owner: make somebody else one first",
        )),
        _ => Ok(()),
    }
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "member",
        column: "name_enc",
        row,
    }
}
