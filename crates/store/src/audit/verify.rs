//! Proves that a record is what it was: every row under its seal, every seal under the next, none missing at the end. What
//! it tells of is looked at too (`coverage.rs`, `contents.rs`).

use std::collections::VecDeque;
use std::sync::Arc;

use steward_model::{OrgId, Scope, Timestamp};

use super::checkpoint::Checkpoint;
use super::leaf::{BEGINNING, Leaf, Seal, read_leaves};
use super::report::AuditReport;
use crate::crypto::DataKey;
use crate::db::{Db, transaction};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, StoreError};

/// How many rows and how many seals are held at a time.
const ROWS: i64 = 4096;
const SEALS: i64 = 128;

statements! {
    LAST = "select no as value from audit_seal where org_id = $1 order by no desc limit 1";
    SEALS_AFTER = "select no, rows, total, leaves, previous, hash, sealed_at from audit_seal
        where org_id = $1 and no > $2 and no <= $3 order by no limit $4";
    ROWS_AFTER = "select seal_no, id, at, actor, action, subject, detail_hash from audit
        where org_id = $1 and seal_no is not null and (seal_no, id) > ($2, $3) and seal_no <= $4
        order by seal_no, id limit $5";
    // One statement sees rows and seals of the same moment, while new ones are being made.
    ORPHANS = "select id, seal_no from audit where org_id = $1 and seal_no is not null and seal_no > $2
            and not exists (select 1 from audit_seal where audit_seal.org_id = $1 and audit_seal.no = audit.seal_no)
        order by seal_no, id limit $3";
    UNSEALED = "select count(*) as count, min(at) as oldest from audit where org_id = $1 and seal_no is null";
}

struct Orphan {
    id: String,
    seal_no: i64,
}
from_row!(Orphan { id, seal_no });

struct Unsealed {
    count: i64,
    oldest: Option<Timestamp>,
}
from_row!(Unsealed { count, oldest });

impl OrgStore<'_> {
    /// Reads the whole record and tells what does not fit, also while it grows. `external` is a checkpoint that was kept
    /// elsewhere. `progress` is told the rows so far, now and then.
    pub async fn verify_audit(
        &self,
        external: Option<&Checkpoint>,
        progress: &(dyn Fn(i64) + Sync),
    ) -> Result<AuditReport, StoreError> {
        let org = self.org;
        if external.is_some_and(|checkpoint| checkpoint.org_id != org) {
            return Err(StoreError::Refused(
                "the checkpoint is of another organisation",
            ));
        }
        let scope = Scope::Org(org).to_string();
        // Before the last seal is looked up, so that the record can only be further than what was noted.
        let noted = self.store.noted_checkpoint(org).await?;
        let last: Option<Only<i64>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(LAST, params![org]).await
            }))
            .await?;
        let mut walk = Walk {
            key: self.store.inner.keys.find(&scope).await?,
            noted: noted.into_iter().chain(external.cloned()).collect(),
            rows: Rows::new(self.db(), org, last.as_ref().map(|last| last.0)),
            next: 1,
            previous: Some(BEGINNING.to_vec()),
            report: AuditReport::new(org),
        };
        if let Some(Only(last)) = last {
            self.walk_seals(&mut walk, last, progress).await?;
        }
        walk.end();
        let mut report = walk.report;
        self.find_orphans(&mut report, last.map_or(i64::MIN, |last| last.0))
            .await?;
        self.count_unsealed(&mut report).await?;
        self.find_uncovered(&mut report).await?;
        self.compare_contents(&mut report).await?;
        Ok(report)
    }

    async fn walk_seals(
        &self,
        walk: &mut Walk<'_>,
        last: i64,
        progress: &(dyn Fn(i64) + Sync),
    ) -> Result<(), StoreError> {
        let (org, mut after) = (self.org, i64::MIN);
        loop {
            let seals: Vec<Seal> = self
                .db()
                .read(transaction!(|tx| {
                    tx.fetch_all(SEALS_AFTER, params![org, after, last, SEALS])
                        .await
                }))
                .await?;
            let Some(end) = seals.last() else {
                return Ok(());
            };
            after = end.no;
            for seal in &seals {
                if walk.seal(seal)? {
                    walk.rows_of(seal).await?;
                }
            }
            progress(walk.report.rows);
        }
    }

    async fn find_orphans(&self, report: &mut AuditReport, last: i64) -> Result<(), StoreError> {
        let org = self.org;
        let orphans: Vec<Orphan> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(ORPHANS, params![org, last, ROWS]).await
            }))
            .await?;
        for orphan in orphans {
            orphaned(report, &orphan.id, orphan.seal_no);
        }
        Ok(())
    }

    async fn count_unsealed(&self, report: &mut AuditReport) -> Result<(), StoreError> {
        let org = self.org;
        let unsealed: Option<Unsealed> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(UNSEALED, params![org]).await
            }))
            .await?;
        if let Some(unsealed) = unsealed {
            report.unsealed = unsealed.count;
            report.oldest_unsealed = unsealed.oldest;
        }
        Ok(())
    }
}

/// The way along the chain.
struct Walk<'s> {
    key: Option<Arc<DataKey>>,
    /// What the chain must hold.
    noted: Vec<Checkpoint>,
    rows: Rows<'s>,
    /// The number the next seal must have.
    next: i64,
    /// The hash of the seal before, if it is there.
    previous: Option<Vec<u8>>,
    report: AuditReport,
}

impl Walk<'_> {
    /// Looks at a seal alone and at how it follows the one before. Tells whether it is one of the chain.
    fn seal(&mut self, seal: &Seal) -> Result<bool, StoreError> {
        let (no, org) = (seal.no, self.report.org_id);
        let place = format!("seal {no}");
        if no < self.next {
            self.report
                .problem(Some(no), place, "was added: seals are counted from 1");
            return Ok(false);
        }
        self.report.seals += 1;
        if no > self.next {
            self.missing(self.next, no - 1);
        }
        if self
            .previous
            .as_ref()
            .is_some_and(|hash| *hash != seal.previous)
        {
            self.report
                .problem(Some(no), &place, "does not follow the seal before it");
        }
        let genuine = match &self.key {
            Some(key) => seal.keyed_hash(key, org).as_slice() == seal.hash,
            None => false,
        };
        if !genuine {
            let what = "was changed, or was made without the organisation's key";
            self.report.problem(Some(no), &place, what);
        }
        self.report.checkpoint = if genuine {
            Some(seal.checkpoint(org)?)
        } else {
            None
        };
        for noted in self.noted.iter().filter(|noted| noted.no == no) {
            if noted.hash.as_slice() != seal.hash || noted.rows != seal.total {
                let what = "is not the one that was noted: the record was written anew";
                self.report.problem(Some(no), &place, what);
            }
        }
        self.next = no.saturating_add(1);
        self.previous = Some(seal.hash.clone());
        Ok(true)
    }

    fn missing(&mut self, from: i64, to: i64) {
        let (place, what) = match from == to {
            true => (
                format!("seal {from}"),
                "is missing: nobody can vouch for the rows under it",
            ),
            false => (
                format!("seals {from} to {to}"),
                "are missing: nobody can vouch for the rows under them",
            ),
        };
        self.report.problem(Some(from), place, what);
        self.previous = None;
    }

    /// Compares the rows with what the seal says of them.
    async fn rows_of(&mut self, seal: &Seal) -> Result<(), StoreError> {
        // A seal whose leaves cannot be read is reported as changed; its rows cannot be told apart.
        let mut leaves = read_leaves(&seal.leaves);
        while let Some(row) = self.rows.up_to(seal.no).await? {
            self.report.rows += 1;
            let place = || format!("row {}", row.id);
            if row.seal_no < 1 {
                orphaned(&mut self.report, &row.id, row.seal_no);
            }
            // What lies before this seal is under one that was reported as missing.
            let (true, Some(leaves)) = (row.seal_no == seal.no, &mut leaves) else {
                continue;
            };
            match leaves.remove(row.id.as_str()) {
                Some(hash) if *hash == row.hash => {}
                Some(_) => {
                    self.report
                        .problem(Some(seal.no), place(), "was changed after it was sealed")
                }
                None => {
                    self.report
                        .problem(Some(seal.no), place(), "was added after the seal was made")
                }
            }
        }
        let mut gone: Vec<_> = leaves.unwrap_or_default().into_keys().collect();
        gone.sort_unstable();
        for id in gone {
            self.report
                .problem(Some(seal.no), format!("row {id}"), "was taken away");
        }
        Ok(())
    }

    /// What must be there and comes after the last seal was cut off.
    fn end(&mut self) {
        for noted in self.noted.iter().filter(|noted| noted.no >= self.next) {
            let what = format!(
                "was noted, with {} rows up to it, and is not there: the end of the record was cut off, or an older \
                 copy of the data was restored",
                noted.rows
            );
            self.report
                .problem(Some(noted.no), format!("seal {}", noted.no), what);
        }
    }
}

fn orphaned(report: &mut AuditReport, id: &str, seal_no: i64) {
    let what = "was added, or its seal was taken away";
    report.problem(Some(seal_no), format!("row {id}"), what);
}

/// The sealed rows in the order of the chain, a page at a time.
struct Rows<'s> {
    db: &'s Db,
    org: OrgId,
    last: i64,
    after: (i64, String),
    page: VecDeque<Leaf>,
    ended: bool,
}

impl<'s> Rows<'s> {
    fn new(db: &'s Db, org: OrgId, last: Option<i64>) -> Self {
        Self {
            db,
            org,
            last: last.unwrap_or(i64::MIN),
            after: (i64::MIN, String::new()),
            page: VecDeque::new(),
            ended: false,
        }
    }

    /// The next row, if its seal has at most this number.
    async fn up_to(&mut self, seal: i64) -> Result<Option<Leaf>, StoreError> {
        if self.page.is_empty() && !self.ended {
            self.read_page().await?;
        }
        match self.page.front() {
            Some(row) if row.seal_no <= seal => Ok(self.page.pop_front()),
            _ => Ok(None),
        }
    }

    async fn read_page(&mut self) -> Result<(), StoreError> {
        let (org, last, after) = (self.org, self.last, self.after.clone());
        let page: Vec<Leaf> = self
            .db
            .read(transaction!(|tx| {
                let from = params![org, after.0, after.1.as_str(), last, ROWS];
                tx.fetch_all(ROWS_AFTER, from).await
            }))
            .await?;
        match page.last() {
            Some(end) => self.after = (end.seal_no, end.id.clone()),
            None => self.ended = true,
        }
        self.page = page.into();
        Ok(())
    }
}
