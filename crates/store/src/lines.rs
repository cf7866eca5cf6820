//! Lines: the addresses an organisation is reached at.

mod asking;

use steward_model::{AgentId, Identifier, LineId, LineKind, LineProvider, Scope, Timestamp};

use crate::crypto::{DataKey, Place};
use crate::db::transaction;
use crate::row::from_row;
use crate::sql::{Sql, params, statements};
use crate::{OrgStore, Page, StoreError, identifiers};

pub(crate) use self::asking::ask_from_now;

/// Every statement of lines.
pub(crate) const ALL_STATEMENTS: [&[Sql]; 2] = [STATEMENTS, asking::STATEMENTS];

statements! {
    INSERT = "insert into line (id, org_id, kind, address_enc, address_blind, label, created_at, agent_id, provider)
        select $1, $2, $3, $4, $5, $6, $7, $8, $9
        where $8 is null or exists (select 1 from agent where org_id = $2 and id = $8)
        on conflict (org_id, address_blind) do nothing";
    FIND = "select id, kind, address_enc, label, agent_id, provider, created_at from line where org_id = $1 and id = $2";
    FIND_BY_ADDRESS = "select id, kind, address_enc, label, agent_id, provider, created_at from line
        where org_id = $1 and address_blind = $2";
    LIST = "select id, kind, address_enc, label, agent_id, provider, created_at from line
        where org_id = $1 and id > $2 order by id limit $3";
    RELABEL = "update line set label = $1 where org_id = $2 and id = $3";
    ASSIGN = "update line set agent_id = $1 where org_id = $2 and id = $3
        and ($1 is null or exists (select 1 from agent where org_id = $2 and id = $1))";
    // What left from it would go with it, and with that who got what, and whether they did.
    DELETE = "delete from line where org_id = $1 and id = $2
        and not exists (select 1 from effect where effect.org_id = $1 and effect.line_id = $2)";
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
    /// Who answers on it.
    pub agent_id: Option<AgentId>,
    /// Who carries its messages; nobody where it is a mailbox.
    pub provider: Option<LineProvider>,
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
    /// Who answers on it.
    pub agent_id: Option<AgentId>,
    /// Who carries its messages, if it is a phone number. It stays so: what was sent through one carrier cannot be asked about at another.
    pub provider: LineProvider,
}

/// What to change of a line; what is nothing stays.
#[derive(Debug, Clone, Default)]
pub struct LineChange {
    /// What people call it.
    pub label: Option<String>,
    /// Who answers on it, or nobody.
    pub agent_id: Option<Option<AgentId>>,
}

struct SealedLine {
    id: LineId,
    kind: LineKind,
    address_enc: Vec<u8>,
    label: String,
    agent_id: Option<AgentId>,
    provider: Option<LineProvider>,
    created_at: Timestamp,
}
from_row!(SealedLine {
    id,
    kind,
    address_enc,
    label,
    agent_id,
    provider,
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
            agent_id: self.agent_id,
            provider: self.provider,
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
        let blind = identifiers::blind(&key, &new.address);
        let line = Line {
            id,
            kind,
            address,
            label: new.label,
            agent_id: new.agent_id,
            provider: (kind == LineKind::Phone).then_some(new.provider),
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
                    now,
                    line.agent_id,
                    line.provider,
                ];
                if tx.execute(INSERT, row).await? > 0 {
                    return Ok(line);
                }
                let name = params![org, &blind];
                match tx
                    .fetch_optional::<SealedLine>(FIND_BY_ADDRESS, name)
                    .await?
                {
                    Some(_) => Err(StoreError::Conflict("line")),
                    None => Err(StoreError::Refused("there is no such agent")),
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
        let blind = identifiers::blind(&key, address);
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

    /// Changes a line. `None` if there is no such line, or no such agent.
    pub async fn change_line(
        &self,
        id: LineId,
        change: LineChange,
    ) -> Result<Option<Line>, StoreError> {
        let org = self.org;
        let changed = self
            .db()
            .write(transaction!(|tx| {
                if let Some(label) = &change.label {
                    let row = params![label.as_str(), org, id];
                    if tx.execute(RELABEL, row).await? == 0 {
                        return Ok(false);
                    }
                }
                if let Some(agent) = change.agent_id
                    && tx.execute(ASSIGN, params![agent, org, id]).await? == 0
                {
                    return Err(StoreError::Refused("there is no such line or agent"));
                }
                Ok(true)
            }))
            .await;
        match changed {
            Ok(true) => self.line(id).await,
            Ok(false) | Err(StoreError::Refused(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Changes what a line is called. `None` if there is no such line.
    pub async fn relabel_line(&self, id: LineId, label: &str) -> Result<Option<Line>, StoreError> {
        let change = LineChange {
            label: Some(label.to_owned()),
            agent_id: None,
        };
        self.change_line(id, change).await
    }

    /// Removes a line. Tells whether there was one. A conflict if messages left from it, which are kept with it.
    pub async fn delete_line(&self, id: LineId) -> Result<bool, StoreError> {
        let org = self.org;
        self.db()
            .write(transaction!(|tx| {
                if tx.execute(DELETE, params![org, id]).await? > 0 {
                    return Ok(true);
                }
                match tx
                    .fetch_optional::<SealedLine>(FIND, params![org, id])
                    .await?
                {
                    Some(_) => Err(StoreError::Conflict("line")),
                    None => Ok(false),
                }
            }))
            .await
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
