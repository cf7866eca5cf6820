//! Whether everything that was done is on the record at all.

use super::report::AuditReport;
use crate::db::transaction;
use crate::row::from_row;
use crate::sql::{Sql, params, statements};
use crate::{OrgStore, StoreError};

/// How much is looked at in one read.
const PAGE: i64 = 4096;

// What is written in one transaction is seen in one statement: either both rows or neither.
statements! {
    EVENTS = "select id, case when exists (select 1 from audit a
            where a.org_id = $1 and a.subject = event.id and a.action = 'event.accepted') then 1 else 0 end as noted
        from event where org_id = $1 and id > $2 order by id limit $3";
    EFFECTS = "select id, case when exists (select 1 from audit a
            where a.org_id = $1 and a.subject = effect.id and a.action = 'effect.pending')
            and (state in ('pending', 'inflight', 'unknown') or exists (select 1 from audit a
                where a.org_id = $1 and a.subject = effect.id and a.action = 'effect.' || effect.state))
            then 1 else 0 end as noted
        from effect where org_id = $1 and id > $2 order by id limit $3";
    APPROVALS = "select id, case when exists (select 1 from audit a
            where a.org_id = $1 and a.subject = approval.id and a.action = 'approval.asked')
            and (decision is null or exists (select 1 from audit a
                where a.org_id = $1 and a.subject = approval.id
                    and a.action in ('approval.decided', 'approval.' || approval.decision)))
            then 1 else 0 end as noted
        from approval where org_id = $1 and id > $2 order by id limit $3";
    CONSENTS = "select id, case when exists (select 1 from audit a
            where a.org_id = $1 and a.subject = consent.id and a.action = 'consent.' || consent.change)
            then 1 else 0 end as noted
        from consent where org_id = $1 and id > $2 order by id limit $3";
    SUGGESTIONS = "select id, case when exists (select 1 from audit a
            where a.org_id = $1 and a.subject = suggestion.id and a.action = 'suggestion.drafted')
            and (state in ('waiting', 'outdated') or exists (select 1 from audit a
                where a.org_id = $1 and a.subject = suggestion.id and a.action = 'suggestion.' || suggestion.state))
            then 1 else 0 end as noted
        from suggestion where org_id = $1 and id > $2 order by id limit $3";
}

/// What must be on the record: where it is, what to call it, what happened to it.
const KINDS: [(Sql, &str, &str); 5] = [
    (EVENTS, "event", "was taken in"),
    (EFFECTS, "effect", "was decided or carried out"),
    (APPROVALS, "approval", "was asked for or decided"),
    (CONSENTS, "consent", "was given or withdrawn"),
    (SUGGESTIONS, "suggestion", "was drafted or seen to"),
];

struct Done {
    id: String,
    noted: i64,
}
from_row!(Done { id, noted });

impl OrgStore<'_> {
    pub(super) async fn find_uncovered(&self, report: &mut AuditReport) -> Result<(), StoreError> {
        for (sql, name, what) in KINDS {
            let (org, mut after) = (self.org, String::new());
            loop {
                let from = after.clone();
                let page: Vec<Done> = self
                    .db()
                    .read(transaction!(|tx| {
                        tx.fetch_all(sql, params![org, from.as_str(), PAGE]).await
                    }))
                    .await?;
                let Some(end) = page.last() else {
                    break;
                };
                after.clone_from(&end.id);
                for done in page.iter().filter(|done| done.noted == 0) {
                    let what = format!("{what} and is not on the record");
                    report.problem(None, format!("{name} {}", done.id), what);
                }
            }
        }
        Ok(())
    }
}
