//! The ways a member or contact is known, sealed for reading and blinded for finding.
//!
//! Members and contacts keep them in tables of the same shape; each table has its statements.

use std::sync::Arc;

use steward_model::{Identifier, IdentifierId, IdentifierKind, OrgId, Timestamp};

use crate::StoreError;
use crate::crypto::{DataKey, Place};
use crate::db::Tx;
use crate::row::{Only, from_row};
use crate::sql::{Sql, params, statements};

statements! {
    INSERT_MEMBER = "insert into member_identifier (id, org_id, member_id, kind, value_enc, value_blind, created_at)
        select $1, $2, $3, $4, $5, $6, $7 where exists (select 1 from member where org_id = $2 and id = $3)
        on conflict (org_id, value_blind) do nothing";
    INSERT_CONTACT = "insert into contact_identifier (id, org_id, contact_id, kind, value_enc, value_blind, created_at)
        select $1, $2, $3, $4, $5, $6, $7
        where exists (select 1 from contact where org_id = $2 and id = $3 and forgotten_at is null)
        on conflict (org_id, value_blind) do nothing";
    LIST_MEMBER = "select id, kind, value_enc from member_identifier
        where org_id = $1 and member_id = $2 order by id";
    LIST_CONTACT = "select id, kind, value_enc from contact_identifier
        where org_id = $1 and contact_id = $2 order by id";
    DELETE_MEMBER = "delete from member_identifier where org_id = $1 and member_id = $2 and id = $3";
    DELETE_CONTACT = "delete from contact_identifier where org_id = $1 and contact_id = $2 and id = $3";
    DELETE_ALL_CONTACT = "delete from contact_identifier where org_id = $1 and contact_id = $2";
    OWNER_CONTACT = "select contact_id as value from contact_identifier where org_id = $1 and value_blind = $2";
}

/// Whose identifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    Member,
    Contact,
}

impl Owner {
    fn table(self) -> &'static str {
        match self {
            Self::Member => "member_identifier",
            Self::Contact => "contact_identifier",
        }
    }

    fn pick(self, member: Sql, contact: Sql) -> Sql {
        match self {
            Self::Member => member,
            Self::Contact => contact,
        }
    }
}

/// One way a person is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownIdentifier {
    /// Its id.
    pub id: IdentifierId,
    /// Its kind.
    pub kind: IdentifierKind,
    /// The normalised text.
    pub value: String,
}

/// An identifier as it stands in its row.
pub(crate) struct SealedIdentifier {
    id: IdentifierId,
    kind: IdentifierKind,
    value_enc: Vec<u8>,
}
from_row!(SealedIdentifier {
    id,
    kind,
    value_enc
});

impl SealedIdentifier {
    pub(crate) fn open(self, owner: Owner, key: &DataKey) -> Result<KnownIdentifier, StoreError> {
        let row = self.id.to_string();
        let value = key.open_text(place(owner, &row), &self.value_enc)?;
        Ok(KnownIdentifier {
            id: self.id,
            kind: self.kind,
            value,
        })
    }
}

/// An identifier that is ready to be inserted.
pub(crate) struct PreparedIdentifier {
    owner: Owner,
    known: KnownIdentifier,
    sealed: Vec<u8>,
    blind: Vec<u8>,
}

impl PreparedIdentifier {
    pub(crate) fn new(
        owner: Owner,
        id: IdentifierId,
        identifier: &Identifier,
        key: &DataKey,
        blind_key: &DataKey,
    ) -> Result<Self, StoreError> {
        let row = id.to_string();
        let known = KnownIdentifier {
            id,
            kind: identifier.kind(),
            value: identifier.as_str().to_owned(),
        };
        let sealed = key.seal(place(owner, &row), known.value.as_bytes())?;
        Ok(Self {
            owner,
            known,
            sealed,
            blind: blind(blind_key, identifier),
        })
    }

    /// Inserts it. `None` if the person is not there; a conflict if the identifier is taken.
    pub(crate) async fn insert(
        self,
        tx: &mut Tx<'_>,
        org: OrgId,
        person: &str,
        now: Timestamp,
    ) -> Result<KnownIdentifier, StoreError> {
        let insert = self.owner.pick(INSERT_MEMBER, INSERT_CONTACT);
        let row = params![
            self.known.id,
            org,
            person,
            self.known.kind,
            &self.sealed,
            &self.blind,
            now
        ];
        match tx.execute(insert, row).await? {
            0 => Err(StoreError::Conflict("identifier")),
            _ => Ok(self.known),
        }
    }
}

pub(crate) async fn list(
    tx: &mut Tx<'_>,
    owner: Owner,
    org: OrgId,
    person: &str,
) -> Result<Vec<SealedIdentifier>, StoreError> {
    tx.fetch_all(owner.pick(LIST_MEMBER, LIST_CONTACT), params![org, person])
        .await
}

/// Tells whether it was there.
pub(crate) async fn delete(
    tx: &mut Tx<'_>,
    owner: Owner,
    org: OrgId,
    person: &str,
    id: IdentifierId,
) -> Result<bool, StoreError> {
    let deleted = tx
        .execute(
            owner.pick(DELETE_MEMBER, DELETE_CONTACT),
            params![org, person, id],
        )
        .await?;
    Ok(deleted > 0)
}

pub(crate) async fn delete_all_of_contact(
    tx: &mut Tx<'_>,
    org: OrgId,
    contact: &str,
) -> Result<(), StoreError> {
    tx.execute(DELETE_ALL_CONTACT, params![org, contact])
        .await
        .map(|_| ())
}

/// The contact that has this identifier.
pub(crate) async fn contact_with(
    tx: &mut Tx<'_>,
    org: OrgId,
    blind: &Vec<u8>,
) -> Result<Option<steward_model::ContactId>, StoreError> {
    let found: Option<Only<_>> = tx
        .fetch_optional(OWNER_CONTACT, params![org, blind])
        .await?;
    Ok(found.map(|found| found.0))
}

/// The fingerprint an identifier is found by.
pub(crate) fn blind(key: &DataKey, identifier: &Identifier) -> Vec<u8> {
    key.blind(identifier.kind().as_str(), identifier.as_str())
}

/// Opens a list of identifiers.
pub(crate) fn open_all(
    sealed: Vec<SealedIdentifier>,
    owner: Owner,
    key: &Arc<DataKey>,
) -> Result<Vec<KnownIdentifier>, StoreError> {
    sealed
        .into_iter()
        .map(|identifier| identifier.open(owner, key))
        .collect()
}

fn place(owner: Owner, row: &str) -> Place<'_> {
    Place {
        table: owner.table(),
        column: "value_enc",
        row,
    }
}
