//! Whether what is on the record still says what it said then: the content of every row that is kept as it was noted is
//! opened and hashed again.
//!
//! Forgetting takes words out of rows and notes each as it then stands, sealed: of a forgotten text not even a hash is new.

use std::collections::BTreeSet;

use sha2::{Digest as _, Sha256};

use super::report::AuditReport;
use crate::crypto::{DataKey, Place};
use crate::db::transaction;
use crate::row::{FromRow, Only, from_row};
use crate::sql::{Sql, params, statements};
use crate::{OrgStore, StoreError};

/// How much is looked at in one read.
const PAGE: i64 = 512;

/// What is said of a row that was written anew by somebody who has its key.
const OTHER: &str = "does not say what is on the record";

/// The hash that an action noted of a row, for the first time or the last.
macro_rules! noted {
    ($action:literal $(or $other:literal)? of $subject:literal, $order:literal) => {
        concat!(
            "(select a.detail_hash from audit a where a.org_id = $1 and a.subject = ",
            $subject,
            " and a.action in ('",
            $action,
            $("', '", $other,)?
            "') order by a.id ",
            $order,
            " limit 1)"
        )
    };
}

/// A page of rows whose text was noted when they were made, with what was hashed before the text. The first note of a row is
/// the one of its making, since an effect may become pending again; the last of its scrubbing counts, and of what was added.
macro_rules! page {
    ($column:literal of $table:literal, by $id:literal, $no:literal, named $subject:literal, in $scope:expr,
        noted $action:literal, $scrubbed:literal $(or $added:literal)?, after $asked:expr, where $which:literal) => {
        concat!(
            "select ", $id, " as id, ", $no, " as no, ", $subject, " as place, ", $scope, " as scope, ", $column,
            " as sealed, ", $asked, " as asked, ", noted!($action of $subject, "asc"), " as noted, ",
            noted!($scrubbed $(or $added)? of $subject, "desc"), " as scrubbed from ", $table, " where org_id = $1 and ", $which,
            " order by 1, 2 limit $4"
        )
    };
    // Nothing was hashed before it: as bytes on both databases.
    ($column:literal of $table:literal, named $subject:literal, in $scope:expr, noted $action:literal,
        $scrubbed:literal $(or $added:literal)?, where $which:literal) => {
        page!($column of $table, by "id", "0", named $subject, in $scope, noted $action, $scrubbed $(or $added)?,
            after concat!("substr(", $column, ", 1, 0)"), where $which)
    };
}

macro_rules! of_thread {
    ($thread:literal) => {
        concat!("(select scope from thread where thread.id = ", $thread, ")")
    };
}

statements! {
    EVENTS = page!("payload_enc" of "event", named "event.id", in of_thread!("event.thread_id"), noted "event.accepted", "event.scrubbed",
        where "id > $2 and $3 >= 0");
    STEPS = page!("event_enc" of "step", by "turn_id", "no", named "step.turn_id || '/' || step.no",
        in "(select scope from thread join turn on turn.thread_id = thread.id where turn.id = step.turn_id)",
        noted "step.learned", "step.scrubbed", after "request_hash",
        where "(turn_id, no) > ($2, $3) and event_enc is not null");
    EFFECTS = page!("payload_enc" of "effect", named "effect.id", in of_thread!("effect.thread_id"), noted "effect.pending",
        "effect.scrubbed", where "id > $2 and $3 >= 0");
    // What a person edited is another text than what was asked.
    APPROVALS = page!("arguments_enc" of "approval", named "approval.id", in of_thread!("approval.thread_id"), noted "approval.asked",
        "approval.scrubbed", where "id > $2 and $3 >= 0 and edited = 0");
    SUGGESTIONS = page!("draft_enc" of "suggestion", named "suggestion.id", in of_thread!("suggestion.thread_id"), noted "suggestion.drafted",
        "suggestion.scrubbed", where "id > $2 and $3 >= 0");
    NOTICES = page!("text_enc" of "notice", named "notice.id",
        in "coalesce((select scope from thread where thread.id = notice.thread_id), 'org:' || org_id)",
        noted "notice.raised", "notice.scrubbed" or "notice.added", where "id > $2 and $3 >= 0");
    FILES = "select entry_id as id, no, content_enc as sealed from workspace_revision
        where org_id = $1 and (entry_id, no) > ($2, $3) and content_enc is not null order by entry_id, no limit $4";
    BLOCKS = "select id, 0 as no, value_enc as sealed from block
        where org_id = $1 and id > $2 and $3 >= 0 order by id limit $4";
    CONSENTS = "select id, 0 as no, words_enc as sealed from consent
        where org_id = $1 and id > $2 and $3 >= 0 and words_enc is not null order by id limit $4";
    NOTED_OF_CONSENT = "select detail_hash as value from audit where org_id = $1 and subject = $2
        and action in ('consent.opted_out', 'consent.opted_in', 'consent.scrubbed')";
    NOTED_OF_FILE = "select detail_hash as value from audit where org_id = $1 and subject = $2
        and action in ('file.written', 'file.restored', 'file.scrubbed')";
    NOTED_OF_BLOCK = "select detail_hash as value from audit where org_id = $1 and subject = $2
        and action in ('block.created', 'block.edited', 'block.scrubbed')";
}

/// A kind of row whose text was noted.
struct Kind {
    page: Sql,
    table: &'static str,
    column: &'static str,
}

const KINDS: [Kind; 6] = [
    kind(EVENTS, "event", "payload_enc"),
    kind(STEPS, "step", "event_enc"),
    kind(EFFECTS, "effect", "payload_enc"),
    kind(APPROVALS, "approval", "arguments_enc"),
    kind(SUGGESTIONS, "suggestion", "draft_enc"),
    kind(NOTICES, "notice", "text_enc"),
];

/// Those of which the sealed text was noted, which need not be opened, with all that was noted of one.
const SEALED: [(Sql, Sql, &str); 3] = [
    (CONSENTS, NOTED_OF_CONSENT, "consent"),
    (FILES, NOTED_OF_FILE, "file"),
    (BLOCKS, NOTED_OF_BLOCK, "block"),
];

const fn kind(page: Sql, table: &'static str, column: &'static str) -> Kind {
    Kind {
        page,
        table,
        column,
    }
}

struct Held {
    id: String,
    no: i64,
    place: String,
    scope: Option<String>,
    sealed: Vec<u8>,
    /// What was hashed before the text.
    asked: Vec<u8>,
    noted: Option<Vec<u8>>,
    scrubbed: Option<Vec<u8>>,
}
from_row!(Held {
    id,
    no,
    place,
    scope,
    sealed,
    asked,
    noted,
    scrubbed
});

struct HeldSealed {
    id: String,
    no: i64,
    sealed: Vec<u8>,
}
from_row!(HeldSealed { id, no, sealed });

impl Held {
    /// What is wrong with it, if anything is.
    fn problem(&self, kind: &Kind, key: &DataKey) -> Option<&'static str> {
        let place = Place {
            table: kind.table,
            column: kind.column,
            row: &self.place,
        };
        let Ok(text) = key.open(place, &self.sealed) else {
            return Some("cannot be opened: it was changed, or stood elsewhere");
        };
        let (noted, hash) = match (&self.scrubbed, &self.noted) {
            (Some(scrubbed), _) => (scrubbed, Sha256::digest(&self.sealed)),
            (None, Some(noted)) => (noted, Sha256::digest([&self.asked[..], &text].concat())),
            (None, None) => return None,
        };
        (noted.as_slice() != hash.as_slice()).then_some(OTHER)
    }
}

impl OrgStore<'_> {
    /// Compares what is held with what was noted of it. What was forgotten with its key cannot be compared, and what is not
    /// on the record at all is another's to find.
    pub(super) async fn compare_contents(
        &self,
        report: &mut AuditReport,
    ) -> Result<(), StoreError> {
        for kind in &KINDS {
            let (mut id, mut no) = (String::new(), 0);
            loop {
                let page: Vec<Held> = self.held(kind.page, &id, no).await?;
                let Some(last) = page.last() else { break };
                (id, no) = (last.id.clone(), last.no);
                self.compare_page(kind, page, report).await?;
            }
        }
        for (page, noted, name) in SEALED {
            self.compare_sealed(page, noted, name, report).await?;
        }
        Ok(())
    }

    async fn compare_page(
        &self,
        kind: &Kind,
        page: Vec<Held>,
        report: &mut AuditReport,
    ) -> Result<(), StoreError> {
        let scopes: BTreeSet<String> = page.iter().filter_map(|it| it.scope.clone()).collect();
        let scopes: Vec<String> = scopes.into_iter().collect();
        let keys = self.store.inner.keys.find_many(&scopes).await?;
        for held in page {
            let key = held.scope.as_ref().and_then(|scope| keys.get(scope));
            let Some(Some(key)) = key else { continue };
            report.contents += 1;
            if let Some(what) = held.problem(kind, key) {
                report.problem(None, format!("{} {}", kind.table, held.place), what);
            }
        }
        Ok(())
    }

    async fn compare_sealed(
        &self,
        page: Sql,
        noted_of: Sql,
        name: &str,
        report: &mut AuditReport,
    ) -> Result<(), StoreError> {
        let (mut after, mut known) = ((String::new(), 0), None);
        loop {
            let page: Vec<HeldSealed> = self.held(page, &after.0, after.1).await?;
            let Some(last) = page.last() else {
                return Ok(());
            };
            after = (last.id.clone(), last.no);
            for held in &page {
                // The versions of one come one after the other.
                let noted = match known.take() {
                    Some((id, noted)) if id == held.id => noted,
                    _ => self.noted(noted_of, &held.id).await?,
                };
                report.contents += 1;
                if !noted.contains(Sha256::digest(&held.sealed).as_slice()) {
                    report.problem(None, format!("{name} {}", held.id), OTHER);
                }
                known = Some((held.id.clone(), noted));
            }
        }
    }

    async fn held<T: FromRow + Send + 'static>(
        &self,
        sql: Sql,
        after: &str,
        no: i64,
    ) -> Result<Vec<T>, StoreError> {
        let (org, after) = (self.org, after.to_owned());
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_all(sql, params![org, after.as_str(), no, PAGE])
                    .await
            }))
            .await
    }

    async fn noted(&self, sql: Sql, subject: &str) -> Result<BTreeSet<Vec<u8>>, StoreError> {
        let (org, subject) = (self.org, subject.to_owned());
        let noted: Vec<Only<Vec<u8>>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(sql, params![org, subject.as_str()]).await
            }))
            .await?;
        Ok(noted.into_iter().map(|hash| hash.0).collect())
    }
}
