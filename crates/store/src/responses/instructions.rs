//! What models are to heed when a member's programs say nothing else.

use steward_model::{MemberId, Timestamp};

use crate::crypto::{DataKey, Place};
use crate::db::{Tx, transaction};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, Page, StoreError};

statements! {
    // Held until the commit: a member has one default and no more than so many.
    HOLD = "update member set role = role where org_id = $1 and id = $2";
    COUNT = "select count(*) as value from instruction where org_id = $1 and member_id = $2";
    CREATE = "insert into instruction (id, org_id, member_id, body_enc, is_default, created_at, updated_at)
        values ($1, $2, $3, $4, 0, $5, $5)";
    ONE = "select id, body_enc, is_default, created_at, updated_at from instruction
        where org_id = $1 and member_id = $2 and id = $3";
    LIST = "select id, body_enc, is_default, created_at, updated_at from instruction
        where org_id = $1 and member_id = $2 and ($3 is null or id < $3) order by id desc limit $4";
    DEFAULT = "select id, body_enc, is_default, created_at, updated_at from instruction
        where org_id = $1 and member_id = $2 and is_default = 1";
    CHANGE = "update instruction set body_enc = $1, updated_at = $2 where org_id = $3 and member_id = $4 and id = $5";
    NO_DEFAULT = "update instruction set is_default = 0
        where org_id = $1 and member_id = $2 and is_default = 1 and ($3 is null or id = $3)";
    MAKE_DEFAULT = "update instruction set is_default = 1 where org_id = $1 and member_id = $2 and id = $3";
    DELETE = "delete from instruction where org_id = $1 and member_id = $2 and id = $3";
}

/// How many a member may keep.
const MOST: i64 = 100;

/// Something that models are to heed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction {
    /// What programs call it.
    pub id: String,
    /// Its name and text, as whoever serves it wrote them.
    pub body: Vec<u8>,
    /// Whether it counts when a program says nothing else.
    pub is_default: bool,
    /// When it was made.
    pub created_at: Timestamp,
    /// When its text changed last.
    pub updated_at: Timestamp,
}

/// What is to become of an instruction; what is nothing stays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InstructionChange {
    /// Its name and text.
    pub body: Option<Vec<u8>>,
    /// Whether it is the default. One that becomes it takes the place of another.
    pub is_default: Option<bool>,
}

struct Sealed {
    id: String,
    body_enc: Vec<u8>,
    is_default: bool,
    created_at: Timestamp,
    updated_at: Timestamp,
}
from_row!(Sealed {
    id,
    body_enc,
    is_default,
    created_at,
    updated_at
});

impl OrgStore<'_> {
    /// Keeps an instruction under a new id.
    pub async fn create_instruction(
        &self,
        member: MemberId,
        id: &str,
        new: InstructionChange,
    ) -> Result<(), StoreError> {
        let (org, now, id) = (self.org, self.store.now(), id.to_owned());
        let key = self.members_key(member).await?;
        let body = key.seal(place(&id), &new.body.unwrap_or_default())?;
        self.db()
            .write(transaction!(|tx| {
                tx.execute(HOLD, params![org, member]).await?;
                let kept: Option<Only<i64>> =
                    tx.fetch_optional(COUNT, params![org, member]).await?;
                if kept.is_some_and(|kept| kept.0 >= MOST) {
                    return Err(StoreError::Refused(
                        "a member keeps at most 100 instructions",
                    ));
                }
                let row = params![id.as_str(), org, member, &body, now];
                tx.execute(CREATE, row).await?;
                set_default(tx, (org, member), &id, new.is_default).await
            }))
            .await
    }

    /// An instruction of a member's.
    pub async fn instruction(
        &self,
        member: MemberId,
        id: &str,
    ) -> Result<Option<Instruction>, StoreError> {
        let (org, id) = (self.org, id.to_owned());
        let rows = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(ONE, params![org, member, id.as_str()]).await
            }))
            .await?;
        Ok(self.open_instructions(member, rows).await?.pop())
    }

    /// A member's instructions, the newest first.
    pub async fn instructions(
        &self,
        member: MemberId,
        page: &Page,
    ) -> Result<Vec<Instruction>, StoreError> {
        let (org, page) = (self.org, page.clone());
        let rows = self
            .db()
            .read(transaction!(|tx| {
                let (after, limit) = (page.after.as_deref(), i64::from(page.limit));
                tx.fetch_all(LIST, params![org, member, after, limit]).await
            }))
            .await?;
        self.open_instructions(member, rows).await
    }

    /// The one that counts when a program says nothing else.
    pub async fn default_instruction(
        &self,
        member: MemberId,
    ) -> Result<Option<Instruction>, StoreError> {
        let org = self.org;
        let rows: Vec<Sealed> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(DEFAULT, params![org, member]).await
            }))
            .await?;
        match rows.is_empty() {
            true => Ok(None),
            false => Ok(self.open_instructions(member, rows).await?.pop()),
        }
    }

    /// Changes an instruction. Tells whether it is there.
    pub async fn change_instruction(
        &self,
        member: MemberId,
        id: &str,
        change: InstructionChange,
    ) -> Result<bool, StoreError> {
        let (org, now, id) = (self.org, self.store.now(), id.to_owned());
        let key = self.members_key(member).await?;
        let body = change.body.map(|body| key.seal(place(&id), &body));
        let body = body.transpose()?;
        self.db()
            .write(transaction!(|tx| {
                tx.execute(HOLD, params![org, member]).await?;
                let known: Option<Sealed> = tx
                    .fetch_optional(ONE, params![org, member, id.as_str()])
                    .await?;
                if known.is_none() {
                    return Ok(false);
                }
                if let Some(body) = &body {
                    let row = params![body, now, org, member, id.as_str()];
                    tx.execute(CHANGE, row).await?;
                }
                set_default(tx, (org, member), &id, change.is_default).await?;
                Ok(true)
            }))
            .await
    }

    /// Deletes an instruction. Tells whether it was there.
    pub async fn delete_instruction(&self, member: MemberId, id: &str) -> Result<bool, StoreError> {
        let (org, id) = (self.org, id.to_owned());
        let deleted = self
            .db()
            .write(transaction!(|tx| {
                tx.execute(DELETE, params![org, member, id.as_str()]).await
            }))
            .await?;
        self.scrub_if(deleted > 0).await?;
        Ok(deleted > 0)
    }

    async fn open_instructions(
        &self,
        member: MemberId,
        rows: Vec<Sealed>,
    ) -> Result<Vec<Instruction>, StoreError> {
        let key = self.members_key(member).await?;
        rows.into_iter().map(|row| row.open(&key)).collect()
    }
}

/// Makes an instruction the default, or none.
async fn set_default(
    tx: &mut Tx<'_>,
    (org, member): (steward_model::OrgId, MemberId),
    id: &str,
    wanted: Option<bool>,
) -> Result<(), StoreError> {
    match wanted {
        None => Ok(()),
        Some(false) => tx
            .execute(NO_DEFAULT, params![org, member, Some(id)])
            .await
            .map(|_| ()),
        Some(true) => {
            let any: Option<&str> = None;
            tx.execute(NO_DEFAULT, params![org, member, any]).await?;
            tx.execute(MAKE_DEFAULT, params![org, member, id])
                .await
                .map(|_| ())
        }
    }
}

fn place(id: &str) -> Place<'_> {
    Place {
        table: "instruction",
        column: "body_enc",
        row: id,
    }
}

impl Sealed {
    fn open(self, key: &DataKey) -> Result<Instruction, StoreError> {
        Ok(Instruction {
            body: key.open(place(&self.id), &self.body_enc)?,
            id: self.id,
            is_default: self.is_default,
            created_at: self.created_at,
            updated_at: self.updated_at,
        })
    }
}
