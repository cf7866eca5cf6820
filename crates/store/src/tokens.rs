//! Words that a client carries for us from one request to the next: sealed, so that nobody else can read, change or use them.

use steward_model::MemberId;

use crate::crypto::Place;
use crate::{OrgStore, StoreError};

impl OrgStore<'_> {
    /// Seals words that a member's client carries, for one purpose.
    pub async fn seal_token(
        &self,
        member: MemberId,
        purpose: &'static str,
        words: &[u8],
    ) -> Result<Vec<u8>, StoreError> {
        let key = self.members_key(member).await?;
        key.seal(place(purpose, &member.to_string()), words)
    }

    /// What a client brings back. Nothing if it was not sealed here, for this member and this purpose.
    pub async fn open_token(
        &self,
        member: MemberId,
        purpose: &'static str,
        sealed: &[u8],
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let key = self.members_key(member).await?;
        Ok(key.open(place(purpose, &member.to_string()), sealed).ok())
    }
}

fn place<'a>(purpose: &'static str, row: &'a str) -> Place<'a> {
    Place {
        table: "token",
        column: purpose,
        row,
    }
}
