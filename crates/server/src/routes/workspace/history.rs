//! What a file said before.

use serde::{Deserialize, Serialize};
use steward_store::FileHead;
use utoipa::{IntoParams, ToSchema};

use super::file;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Query};
use crate::openapi::Failures;
use crate::routes::authors::{AuthorView, Authors};
use crate::routes::page;
use crate::routes::words::IntegrityWord;

/// The revisions of a file.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WorkspaceHistory)]
pub(crate) struct HistoryView {
    path: String,
    /// Newest first.
    revisions: Vec<RevisionView>,
    /// Ask again with this as `before` for more; null at the end.
    next: Option<i64>,
}

/// One revision of a file.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WorkspaceRevision)]
pub(crate) struct RevisionView {
    revision: i64,
    /// Null if this revision deleted the file.
    sha256: Option<String>,
    size: i64,
    #[schema(format = DateTime)]
    at: String,
    by: AuthorView,
    trust: IntegrityWord,
    deleted: bool,
    /// The revision that this one brought back.
    restored_from: Option<i64>,
}

/// Which revisions of which file.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct HistoryQuery {
    #[param(max_length = 800)]
    path: String,
    /// The `next` of the page before.
    #[param(minimum = 1)]
    before: Option<i64>,
    /// At most this many, 1 to 200.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
}

/// List what a file said, newest first
///
/// Also of a file that was deleted.
#[utoipa::path(
    get, path = "/api/workspace/history", tag = "workspace", security(("bearer" = []), ("session" = [])),
    params(HistoryQuery), responses((status = 200, body = HistoryView), Failures)
)]
pub(crate) async fn list_revisions(
    caller: Caller,
    Query(query): Query<HistoryQuery>,
) -> Result<Json<HistoryView>, ApiError> {
    let (path, limit) = (file(&query.path)?, page::limit(query.limit)?);
    let mut found = caller
        .org()
        .file_history(&path, query.before, limit + 1)
        .await?;
    if found.is_empty() && query.before.is_none() {
        return Err(ApiError::not_found());
    }
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next = found.last().filter(|_| more).map(|last| last.revision);
    let authors = found.iter().map(|head| head.updated_by).collect();
    let authors = Authors::of(&caller, authors).await?;
    let revisions = found.into_iter().map(|head| view(&head, &authors));
    Ok(Json(HistoryView {
        path: path.as_str().to_owned(),
        revisions: revisions.collect(),
        next,
    }))
}

fn view(head: &FileHead, authors: &Authors) -> RevisionView {
    RevisionView {
        revision: head.revision,
        sha256: head.sha256.map(|sha| sha.to_string()),
        size: head.size,
        at: head.updated_at.to_string(),
        by: authors.view(head.updated_by),
        trust: head.trust.into(),
        deleted: head.is_deleted(),
        restored_from: head.restored_from,
    }
}
