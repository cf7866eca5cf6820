//! Lines: the addresses an organisation is reached at.

use steward_model::{Identifier, LineId, LineKind, Scope, Timestamp};

use crate::crypto::{DataKey, Place};
use crate::db::transaction;
use crate::row::from_row;
use crate::sql::{params, statements};
use crate::{OrgStore, Page, StoreError, identifiers};

statements! {
    INSERT = "insert into line (id, org_id, kind, address_enc, address_blind, label, created_at)
        values ($1, $2, $3, $4, $5, $6, $7) on conflict (org_id, address_blind) do nothing";
    FIND = "select id, kind, address_enc, label, created_at from line where org_id = $1 and id = $2";
    FIND_BY_ADDRESS = "select id, kind, address_enc, label, created_at from line
        where org_id = $1 and address_blind = $2";
    LIST = "select id, kind, address_enc, label, created_at from line
        where org_id = $1 and id > $2 order by id limit $3";
    RELABEL = "update line set label = $1 where org_id = $2 and id = $3";
    DELETE = "delete from line where org_id = $1 and id = $2";
}

/// An address the organisation owns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its id.
    pub id: LineId,
    /// A phone number or a mailbox.
    pub kind: LineKind,
    /// The normalised address.
    pub address: String,
    /// What people call it.
    pub label: String,
    /// When it was added.
    pub created_at: Timestamp,
}

/// A line to be added.
#[derive(Debug, Clone)]
pub struct NewLine {
    /// The address; its kind is the line's.
    pub address: Identifier,
    /// What people call it.
    pub label: String,
}

struct SealedLine {
    id: LineId,
    kind: LineKind,
    address_enc: Vec<u8>,
    label: String,
    created_at: Timestamp,
}
from_row!(SealedLine {
    id,
    kind,
    address_enc,
    label,
    created_at
});

impl SealedLine {
    fn open(self, key: &DataKey) -> Result<Line, StoreError> {
        let address = key.open_text(place(&self.id.to_string()), &self.address_enc)?;
        Ok(Line {
            id: self.id,
            kind: self.kind,
            address,
            label: self.label,
            created_at: self.created_at,
        })
    }
}

impl OrgStore<'_> {
    /// Adds a line. A conflict if the address is one already.
    pub async fn create_line(&self, new: NewLine) -> Result<Line, StoreError> {
        let kind = match &new.address {
            Identifier::Phone(_) => LineKind::Phone,
            Identifier::Email(_) => LineKind::Mailbox,
            Identifier::External(_) => {
                return Err(StoreError::Refused("a line is a phone number or a mailbox"));
            }
        };
        let (org, now) = (self.org, self.store.now());
        let id = LineId::generate(self.store.ids());
        let key = self.line_key().await?;
        let address = new.address.as_str().to_owned();
        let address_enc = key.seal(place(&id.to_string()), address.as_bytes())?;
        let blind = identifiers::blind(&key, &new.address)?;
        let line = Line {
            id,
            kind,
            address,
            label: new.label,
            created_at: now,
        };
        self.db()
            .write(transaction!(|tx| {
                let row = params![
                    line.id,
                    org,
                    line.kind,
                    &address_enc,
                    &blind,
                    line.label.as_str(),
                    now
                ];
                match tx.execute(INSERT, row).await? {
                    0 => Err(StoreError::Conflict("line")),
                    _ => Ok(line),
                }
            }))
            .await
    }

    /// One line.
    pub async fn line(&self, id: LineId) -> Result<Option<Line>, StoreError> {
        let org = self.org;
        let row: Option<SealedLine> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(FIND, params![org, id]).await
            }))
            .await?;
        let key = self.line_key().await?;
        row.map(|row| row.open(&key)).transpose()
    }

    /// The line with this address.
    pub async fn line_by_address(&self, address: &Identifier) -> Result<Option<Line>, StoreError> {
        let org = self.org;
        let key = self.line_key().await?;
        let blind = identifiers::blind(&key, address)?;
        let row: Option<SealedLine> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(FIND_BY_ADDRESS, params![org, &blind])
                    .await
            }))
            .await?;
        row.map(|row| row.open(&key)).transpose()
    }

    /// Lines in the order they were added.
    pub async fn lines(&self, page: &Page) -> Result<Vec<Line>, StoreError> {
        let (org, page) = (self.org, page.clone());
        let rows: Vec<SealedLine> = self
            .db()
            .read(transaction!(|tx| {
                let after = page.after.as_deref().unwrap_or("");
                tx.fetch_all(LIST, params![org, after, i64::from(page.limit)])
                    .await
            }))
            .await?;
        let key = self.line_key().await?;
        rows.into_iter().map(|row| row.open(&key)).collect()
    }

    /// Changes what a line is called. `None` if there is no such line.
    pub async fn relabel_line(&self, id: LineId, label: &str) -> Result<Option<Line>, StoreError> {
        let (org, label) = (self.org, label.to_owned());
        match self
            .db()
            .write(transaction!(|tx| {
                tx.execute(RELABEL, params![label.as_str(), org, id]).await
            }))
            .await?
        {
            0 => Ok(None),
            _ => self.line(id).await,
        }
    }

    /// Removes a line. Tells whether there was one.
    pub async fn delete_line(&self, id: LineId) -> Result<bool, StoreError> {
        let org = self.org;
        Ok(self
            .db()
            .write(transaction!(|tx| {
                tx.execute(DELETE, params![org, id]).await
            }))
            .await?
            > 0)
    }

    /// Lines are the organisation's own, and so is their key.
    async fn line_key(&self) -> Result<std::sync::Arc<DataKey>, StoreError> {
        self.store
            .inner
            .keys
            .key(&Scope::Org(self.org).to_string())
            .await
    }
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "line",
        column: "address_enc",
        row,
    }
}
