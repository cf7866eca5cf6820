//! Requests that may come twice: the first is done, and the others are given its answer.

use std::sync::Arc;
use std::time::Duration;

use steward_model::{Scope, Timestamp};

use crate::crypto::{DataKey, Place};
use crate::db::transaction;
use crate::row::from_row;
use crate::sql::{params, statements};
use crate::{OrgStore, Store, StoreError};

/// A request that has run for longer than this has died with its process.
const LONGEST_RUN: Duration = Duration::from_secs(10 * 60);

statements! {
    DROP_EXPIRED = "delete from idempotency
        where org_id = $1 and caller = $2 and route = $3 and key = $4 and expires_at <= $5";
    BEGIN = "insert into idempotency (org_id, caller, route, key, request_hash, created_at, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7) on conflict (org_id, caller, route, key) do nothing";
    FIND = "select request_hash, status, answer_enc, created_at from idempotency
        where org_id = $1 and caller = $2 and route = $3 and key = $4";
    FINISH = "update idempotency set status = $1, answer_enc = $2
        where org_id = $3 and caller = $4 and route = $5 and key = $6 and status is null";
    ABANDON = "delete from idempotency
        where org_id = $1 and caller = $2 and route = $3 and key = $4 and status is null";
    PRUNE = "delete from idempotency where expires_at <= $1";
}

/// What names a request. Of the key only a fingerprint is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestKey {
    /// Who asked: a member or an API key, by id.
    pub caller: String,
    /// What was asked for: the method and the path.
    pub route: String,
    /// What the caller calls this request.
    pub key: String,
}

/// Whether a request is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BegunRequest {
    /// It is new: do it, then say how it ended.
    Fresh,
    /// The first one is still being done.
    Running,
    /// The first one was cut off, and nobody knows how far it came.
    Interrupted,
    /// It was done.
    Done {
        /// The status that was answered.
        status: i64,
        /// The answer; `None` if it was too large to keep.
        answer: Option<Vec<u8>>,
    },
    /// The key was used for something else.
    Mismatch,
}

struct Known {
    request_hash: Vec<u8>,
    status: Option<i64>,
    answer_enc: Option<Vec<u8>>,
    created_at: Timestamp,
}
from_row!(Known {
    request_hash,
    status,
    answer_enc,
    created_at
});

/// A [`RequestKey`] as it is stored.
#[derive(Clone)]
struct Row {
    caller: String,
    route: String,
    key: String,
}

impl OrgStore<'_> {
    /// Begins a request, or tells what became of the one before it. `request_hash` is the hash of all that was asked;
    /// the answer is kept for as long as `ttl`.
    pub async fn begin_request(
        &self,
        request: &RequestKey,
        request_hash: [u8; 32],
        ttl: Duration,
    ) -> Result<BegunRequest, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let (data_key, row) = self.request_row(request).await?;
        // The bare hash of a short request can be guessed.
        let hash = data_key.blind("request", &hex::encode(request_hash));
        let (new, new_hash) = (row.clone(), hash.clone());
        let known: Option<Known> = self
            .db()
            .write(transaction!(|tx| {
                let Row { caller, route, key } = &new;
                let (caller, route, key) = (caller.as_str(), route.as_str(), key.as_str());
                tx.execute(DROP_EXPIRED, params![org, caller, route, key, now])
                    .await?;
                let begin = params![org, caller, route, key, &new_hash, now, now.plus(ttl)];
                if tx.execute(BEGIN, begin).await? > 0 {
                    return Ok(None);
                }
                let name = params![org, caller, route, key];
                let known = tx.fetch_optional(FIND, name).await?;
                // Given up between the two statements: the next try is fresh.
                known.ok_or(StoreError::Busy).map(Some)
            }))
            .await?;
        match known {
            None => Ok(BegunRequest::Fresh),
            Some(known) if known.request_hash != hash => Ok(BegunRequest::Mismatch),
            Some(known) => known.outcome(&data_key, &row, now),
        }
    }

    /// Keeps what was answered; without an answer only that it was done. Tells whether it was waited for.
    pub async fn finish_request(
        &self,
        request: &RequestKey,
        status: i64,
        answer: Option<&[u8]>,
    ) -> Result<bool, StoreError> {
        let org = self.org;
        let (data_key, row) = self.request_row(request).await?;
        let place = row.place();
        let answer_enc = answer
            .map(|answer| data_key.seal(place_of(&place), answer))
            .transpose()?;
        let finished = self
            .db()
            .write(transaction!(|tx| {
                let end = params![
                    status,
                    answer_enc.as_ref(),
                    org,
                    row.caller.as_str(),
                    row.route.as_str(),
                    row.key.as_str(),
                ];
                tx.execute(FINISH, end).await
            }))
            .await?;
        Ok(finished > 0)
    }

    /// Gives the key back: what was asked was not done.
    pub async fn abandon_request(&self, request: &RequestKey) -> Result<(), StoreError> {
        let org = self.org;
        let (_, row) = self.request_row(request).await?;
        self.db()
            .write(transaction!(|tx| {
                let Row { caller, route, key } = &row;
                let name = params![org, caller.as_str(), route.as_str(), key.as_str()];
                tx.execute(ABANDON, name).await.map(|_| ())
            }))
            .await
    }

    async fn request_row(&self, request: &RequestKey) -> Result<(Arc<DataKey>, Row), StoreError> {
        let scope = Scope::Org(self.org).to_string();
        let data_key = self.store.inner.keys.key(&scope).await?;
        let key = hex::encode(data_key.blind("idempotency key", &request.key));
        let row = Row {
            caller: request.caller.clone(),
            route: request.route.clone(),
            key,
        };
        Ok((data_key, row))
    }
}

impl Store {
    /// Deletes what was answered long enough ago. Tells how many.
    pub async fn prune_requests(&self) -> Result<u64, StoreError> {
        let now = self.now();
        self.db()
            .write(transaction!(|tx| { tx.execute(PRUNE, params![now]).await }))
            .await
    }
}

impl Known {
    fn outcome(self, key: &DataKey, row: &Row, now: Timestamp) -> Result<BegunRequest, StoreError> {
        let Some(status) = self.status else {
            return Ok(match now < self.created_at.plus(LONGEST_RUN) {
                true => BegunRequest::Running,
                false => BegunRequest::Interrupted,
            });
        };
        let place = row.place();
        let answer = self
            .answer_enc
            .map(|sealed| key.open(place_of(&place), &sealed))
            .transpose()?;
        Ok(BegunRequest::Done { status, answer })
    }
}

impl Row {
    /// The caller and the key are ids and hexadecimal, so that no part can run into the next.
    fn place(&self) -> String {
        format!("{}|{}|{}", self.caller, self.route, self.key)
    }
}

fn place_of(row: &str) -> Place<'_> {
    Place {
        table: "idempotency",
        column: "answer_enc",
        row,
    }
}
