//! Snapshots: a scope's index as it was at a place, so that it need not be built from every passage.

use steward_model::{OrgId, Scope};

use crate::crypto::{DataKey, Place};
use crate::db::{Tx, transaction};
use crate::memory_scopes;
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, Store, StoreError};

/// An index may have hundreds of megabytes. Written in one go they would keep every other writer waiting.
const PART: usize = 1 << 20;

statements! {
    BEGIN = "insert into index_snapshot (id, org_id, scope, model, upto_seq, parts, whole, created_at)
        values ($1, $2, $3, $4, $5, $6, 0, $7)";
    // Nothing if it was dropped meanwhile: what it was made from has changed.
    INSERT_PART = "insert into index_snapshot_part (snapshot_id, no, org_id, body_enc)
        select $1, $2, $3, $4 where exists (select 1 from index_snapshot where org_id = $3 and id = $1)";
    // An index that was made before a deletion still holds what was deleted.
    FINISH = "update index_snapshot set whole = 1 where org_id = $1 and id = $2
        and not exists (select 1 from passage p
            where p.org_id = $1 and p.scope = $3 and p.seq > $4 and p.deleted_at is not null)";
    GIVE_UP = "delete from index_snapshot where org_id = $1 and id = $2";
    CLEAR_PART = "delete from index_snapshot_part where org_id = $1 and (snapshot_id, no) in
        (select p.snapshot_id, p.no from index_snapshot_part p join index_snapshot s on s.id = p.snapshot_id
            where s.org_id = $1 and s.scope = $2 and s.model = $3 and s.id < $4
            order by p.snapshot_id, p.no limit 1)";
    CLEAR = "delete from index_snapshot where org_id = $1 and scope = $2 and model = $3 and id < $4";
    NEWEST = "select id, upto_seq, parts from index_snapshot
        where org_id = $1 and scope = $2 and model = $3 and whole = 1 order by id desc limit 1";
    PARTS = "select body_enc as value from index_snapshot_part where org_id = $1 and snapshot_id = $2 order by no";
    DROP = "delete from index_snapshot where org_id = $1 and scope = $2";
    GROWN = "select m.org_id, m.scope, m.last_seq from memory_scope m
        where m.closed = 0 and m.last_seq >= $2 and m.last_seq - $2 >= coalesce((select max(s.upto_seq) from index_snapshot s
            where s.org_id = m.org_id and s.scope = m.scope and s.model = $1 and s.whole = 1), 0)
        order by m.last_seq desc, m.scope limit $3";
}

/// A scope's index as it was saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The place up to which it knows the scope.
    pub upto_seq: i64,
    /// The index.
    pub body: Vec<u8>,
}

/// A scope that has changed much since its index was saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrownScope {
    /// Whose.
    pub org_id: OrgId,
    /// Which.
    pub scope: Scope,
    /// Its last place.
    pub last_seq: i64,
}
from_row!(GrownScope {
    org_id,
    scope,
    last_seq
});

struct Header {
    id: String,
    upto_seq: i64,
    parts: i64,
}
from_row!(Header {
    id,
    upto_seq,
    parts
});

impl Header {
    /// What it says of itself is sealed with every part.
    fn row(&self, model: &str, no: i64) -> String {
        format!("{}/{}/{}/{no}/{model}", self.id, self.upto_seq, self.parts)
    }

    fn seal(
        &self,
        model: &str,
        body: &[u8],
        key: &DataKey,
    ) -> Result<Vec<(i64, Vec<u8>)>, StoreError> {
        let parts = (0..).zip(body.chunks(PART));
        parts
            .map(|(no, part)| Ok((no, key.seal(place(&self.row(model, no)), part)?)))
            .collect()
    }
}

impl Store {
    /// The largest scopes that have this many changes at least which no index saved with a model's vectors knows.
    pub async fn grown_scopes(
        &self,
        model: &str,
        least: i64,
        limit: u32,
    ) -> Result<Vec<GrownScope>, StoreError> {
        let model = model.to_owned();
        self.db()
            .read(transaction!(|tx| {
                let grown = params![model.as_str(), least, i64::from(limit)];
                tx.fetch_all(GROWN, grown).await
            }))
            .await
    }
}

impl OrgStore<'_> {
    /// Saves a scope's index, made with a model's vectors, and takes older ones away. Tells whether it was kept: one that
    /// still holds what was deleted meanwhile is not. Killed at any point, the one before it counts.
    pub async fn save_snapshot(
        &self,
        scope: Scope,
        model: &str,
        snapshot: Snapshot,
    ) -> Result<bool, StoreError> {
        let org = self.org;
        let key = self.store.inner.keys.key(&scope.to_string()).await?;
        let header = Header {
            id: self.store.ids().next().to_string(),
            upto_seq: snapshot.upto_seq,
            parts: snapshot.body.len().div_ceil(PART) as i64,
        };
        let parts = header.seal(model, &snapshot.body, &key)?;
        let (id, upto) = (header.id.clone(), header.upto_seq);
        self.begin_snapshot(scope, model, header).await?;
        for (no, body_enc) in parts {
            let id = id.clone();
            let kept = self
                .db()
                .write(transaction!(|tx| {
                    tx.execute(INSERT_PART, params![id.as_str(), no, org, &body_enc])
                        .await
                }))
                .await?;
            if kept == 0 {
                return Ok(false);
            }
        }
        let kept = self.finish_snapshot(scope, &id, upto).await?;
        if kept {
            self.clear_older(scope, model, &id).await?;
        }
        Ok(kept)
    }

    /// The newest index of a scope that was saved with a model's vectors.
    pub async fn load_snapshot(
        &self,
        scope: Scope,
        model: &str,
    ) -> Result<Option<Snapshot>, StoreError> {
        let (org, name) = (self.org, model.to_owned());
        let found: Option<(Header, Vec<Only<Vec<u8>>>)> = self
            .db()
            .read(transaction!(|tx| {
                let newest = params![org, scope, name.as_str()];
                let Some(header) = tx.fetch_optional::<Header>(NEWEST, newest).await? else {
                    return Ok(None);
                };
                let parts = params![org, header.id.as_str()];
                let parts = tx.fetch_all(PARTS, parts).await?;
                Ok(Some((header, parts)))
            }))
            .await?;
        let Some((header, parts)) = found else {
            return Ok(None);
        };
        if parts.len() as i64 != header.parts {
            // A newer one took its place while it was read.
            return Ok(None);
        }
        let key = self.store.inner.keys.existing(&scope.to_string()).await?;
        let mut body = Vec::with_capacity(parts.len() * PART);
        for (no, part) in (0..).zip(parts) {
            body.extend(key.open(place(&header.row(model, no)), &part.0)?);
        }
        Ok(Some(Snapshot {
            upto_seq: header.upto_seq,
            body,
        }))
    }

    /// Takes every saved index of a scope away, those of other models too.
    pub async fn drop_snapshots(&self, scope: Scope) -> Result<(), StoreError> {
        let org = self.org;
        self.db()
            .write(transaction!(|tx| { drop_snapshots(tx, org, scope).await }))
            .await
    }

    async fn begin_snapshot(
        &self,
        scope: Scope,
        model: &str,
        header: Header,
    ) -> Result<(), StoreError> {
        let (org, now, model) = (self.org, self.store.now(), model.to_owned());
        self.db()
            .write(transaction!(|tx| {
                memory_scopes::hold(tx, org, scope).await?;
                let (upto, parts) = (header.upto_seq, header.parts);
                let row = params![header.id, org, scope, model.as_str(), upto, parts, now];
                tx.execute(BEGIN, row).await.map(|_| ())
            }))
            .await
    }

    async fn finish_snapshot(&self, scope: Scope, id: &str, upto: i64) -> Result<bool, StoreError> {
        let (org, id) = (self.org, id.to_owned());
        self.db()
            .write(transaction!(|tx| {
                // Held, so that no deletion slips in between the look and the commit.
                memory_scopes::hold(tx, org, scope).await?;
                let finished = params![org, id.as_str(), scope, upto];
                if tx.execute(FINISH, finished).await? > 0 {
                    return Ok(true);
                }
                tx.execute(GIVE_UP, params![org, id.as_str()]).await?;
                Ok(false)
            }))
            .await
    }

    /// Part by part, for the same reason as they were written so.
    async fn clear_older(&self, scope: Scope, model: &str, id: &str) -> Result<(), StoreError> {
        loop {
            let (org, model, id) = (self.org, model.to_owned(), id.to_owned());
            let cleared = self
                .db()
                .write(transaction!(|tx| {
                    let older = params![org, scope, model.as_str(), id.as_str()];
                    let parts = tx.execute(CLEAR_PART, older).await?;
                    if parts == 0 {
                        tx.execute(CLEAR, older).await?;
                    }
                    Ok(parts)
                }))
                .await?;
            if cleared == 0 {
                return Ok(());
            }
        }
    }
}

/// Takes every saved index of a scope away, in a transaction that has more to do.
pub(crate) async fn drop_snapshots(
    tx: &mut Tx<'_>,
    org: OrgId,
    scope: Scope,
) -> Result<(), StoreError> {
    tx.execute(DROP, params![org, scope]).await.map(|_| ())
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "index_snapshot_part",
        column: "body_enc",
        row,
    }
}
