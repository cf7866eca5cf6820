//! Whoever holds a key or a session.

use steward_model::{IdentifierKind, MemberId, OrgId, Role, Scope};

use crate::db::Tx;
use crate::identifiers::{self, Owner, SealedIdentifier};
use crate::members::open_name;
use crate::row::{FromRow, Row, from_row};
use crate::{Store, StoreError};

/// The member a credential belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// Their organisation.
    pub org_id: OrgId,
    /// Its name.
    pub org_name: String,
    /// The member.
    pub member_id: MemberId,
    /// Their name.
    pub member_name: String,
    /// The first email address they are known by.
    pub member_email: Option<String>,
    /// What they may do.
    pub role: Role,
    /// Whether they get an email when a person must look.
    pub mail_escalations: bool,
    /// The first phone number they are known by.
    pub member_phone: Option<String>,
    /// Whether they get a text when a person must look.
    pub text_escalations: bool,
}

/// The columns a credential's query joins in.
pub(crate) struct HolderRow {
    org_id: OrgId,
    org_name: String,
    member_id: MemberId,
    role: Role,
    name_enc: Vec<u8>,
    mail_escalations: bool,
    text_escalations: bool,
}
from_row!(HolderRow {
    org_id,
    org_name,
    member_id,
    role,
    name_enc,
    mail_escalations,
    text_escalations
});

/// A credential's row, with its holder still sealed.
pub(crate) struct Held<T> {
    pub(crate) credential: T,
    holder: HolderRow,
    identifiers: Vec<SealedIdentifier>,
}

struct Joined<T>(T, HolderRow);

impl<T: FromRow> FromRow for Joined<T> {
    fn from_row(row: &Row<'_>) -> Result<Self, StoreError> {
        Ok(Self(T::from_row(row)?, HolderRow::from_row(row)?))
    }
}

/// The credential with this token, and who holds it.
pub(crate) async fn find<T: FromRow>(
    tx: &mut Tx<'_>,
    sql: crate::Sql,
    token_hash: &[u8],
) -> Result<Option<Held<T>>, StoreError> {
    let found: Option<Joined<T>> = tx
        .fetch_optional(sql, crate::sql::params![token_hash])
        .await?;
    let Some(Joined(credential, holder)) = found else {
        return Ok(None);
    };
    let person = holder.member_id.to_string();
    let identifiers = identifiers::list(tx, Owner::Member, holder.org_id, &person).await?;
    Ok(Some(Held {
        credential,
        holder,
        identifiers,
    }))
}

impl Store {
    pub(crate) async fn open_holder<T>(&self, held: Held<T>) -> Result<(T, Holder), StoreError> {
        let row = held.holder;
        let key = self
            .inner
            .keys
            .existing(&Scope::Member(row.member_id).to_string())
            .await?;
        let known = identifiers::open_all(held.identifiers, Owner::Member, &key)?;
        let first = |kind| {
            let found = known.iter().find(|known| known.kind == kind);
            found.map(|known| known.value.clone())
        };
        let holder = Holder {
            org_id: row.org_id,
            org_name: row.org_name,
            member_name: open_name(&key, row.member_id, &row.name_enc)?,
            member_id: row.member_id,
            member_email: first(IdentifierKind::Email),
            member_phone: first(IdentifierKind::Phone),
            role: row.role,
            mail_escalations: row.mail_escalations,
            text_escalations: row.text_escalations,
        };
        Ok((held.credential, holder))
    }
}
