//! The files of the team: listed and read here, changed, compared and taken out in the files beside.

mod condition;
pub(crate) mod download;
pub(crate) mod history;
pub(crate) mod write;

use axum::response::{IntoResponse, Response};
use http::header::ETAG;
use http::{HeaderMap, HeaderValue};
use serde::{Deserialize, Serialize};
use steward_model::{WorkspacePath, WorkspacePathError};
use steward_store::{FileHead, FileRevision, FolderEntry, Page, Sha};
use utoipa::{IntoParams, ToSchema};

use super::authors::{AuthorView, Authors};
use super::page;
use super::words::IntegrityWord;
use crate::app::sentence;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Query};
use crate::openapi::Failures;

/// What lies in a folder.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WorkspaceFolder)]
pub(crate) struct FolderView {
    path: String,
    /// Folders first, then files, each in the order of their names.
    entries: Vec<EntryView>,
    /// Ask again with this as `after` for more; null at the end.
    next: Option<String>,
}

/// A file or folder in a folder.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WorkspaceEntry)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum EntryView {
    Folder {
        name: String,
        path: String,
    },
    File {
        name: String,
        path: String,
        /// In bytes.
        size: i64,
        /// Grows with every change.
        revision: i64,
        /// Of its content; its ETag is this between quotation marks.
        sha256: String,
        #[schema(format = DateTime)]
        updated_at: String,
        updated_by: AuthorView,
        /// How far the text can be trusted.
        trust: IntegrityWord,
        /// The file that this is a conflicting copy of.
        conflict_of: Option<String>,
    },
}

/// A file without what it says.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WorkspaceFileHead)]
pub(crate) struct HeadView {
    path: String,
    /// In bytes.
    size: i64,
    /// Grows with every change.
    revision: i64,
    /// Of its content; its ETag is this between quotation marks.
    sha256: String,
    #[schema(format = DateTime)]
    updated_at: String,
    updated_by: AuthorView,
    /// How far the text can be trusted.
    trust: IntegrityWord,
    /// The file that this is a conflicting copy of.
    conflict_of: Option<String>,
}

/// A file at one of its revisions.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WorkspaceFile)]
pub(crate) struct FileView {
    path: String,
    /// Null if this revision deleted it.
    content: Option<String>,
    size: i64,
    revision: i64,
    /// Null if this revision deleted it.
    sha256: Option<String>,
    #[schema(format = DateTime)]
    updated_at: String,
    updated_by: AuthorView,
    trust: IntegrityWord,
    /// Whether this revision deleted it.
    deleted: bool,
    latest_revision: i64,
}

/// The longest name of a place in a folder.
const LONGEST_CURSOR: usize = 256;

/// Which part of which folder.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct FolderQuery {
    /// The whole workspace without it.
    #[param(max_length = 800)]
    path: Option<String>,
    /// The `next` of the page before.
    #[param(max_length = 256)]
    after: Option<String>,
    /// At most this many, 1 to 200.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
}

/// Which file at which revision.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileQuery {
    #[param(max_length = 800)]
    path: String,
    /// The newest without it.
    #[param(minimum = 1)]
    revision: Option<i64>,
}

/// List a folder
///
/// The files are the whole team's: every member reads and writes them.
#[utoipa::path(
    get, path = "/api/workspace/ls", tag = "workspace", security(("bearer" = []), ("session" = [])),
    params(FolderQuery), responses((status = 200, body = FolderView), Failures)
)]
pub(crate) async fn list_folder(
    caller: Caller,
    Query(query): Query<FolderQuery>,
) -> Result<Json<FolderView>, ApiError> {
    let path = folder(query.path.as_deref().unwrap_or_default())?;
    let is_cursor = |after: &String| after.chars().count() <= LONGEST_CURSOR;
    if !query.after.as_ref().is_none_or(is_cursor) {
        return Err(ApiError::invalid_field(
            "after",
            "This is the `next` of no page.",
        ));
    }
    let page = Page {
        after: query.after,
        limit: page::limit(query.limit)?,
    };
    let found = caller.org().folder(&path, &page).await?;
    let found = found.ok_or_else(ApiError::not_found)?;
    let authors = found.entries.iter().filter_map(|entry| match entry {
        FolderEntry::Folder(_) => None,
        FolderEntry::File(head) => Some(head.updated_by),
    });
    let authors = Authors::of(&caller, authors.collect()).await?;
    let entries = found.entries.into_iter();
    Ok(Json(FolderView {
        path: path.as_str().to_owned(),
        entries: entries.map(|entry| entry_view(entry, &authors)).collect(),
        next: found.next,
    }))
}

/// Read a file
///
/// Its ETag is what a change must name in `If-Match`.
#[utoipa::path(
    get, path = "/api/workspace/read", tag = "workspace", security(("bearer" = []), ("session" = [])),
    params(FileQuery), responses((status = 200, body = FileView), Failures)
)]
pub(crate) async fn read_file(
    caller: Caller,
    Query(query): Query<FileQuery>,
) -> Result<Response, ApiError> {
    let path = file(&query.path)?;
    let org = caller.org();
    let found = match query.revision {
        Some(revision) => org.file_revision(&path, revision).await?,
        None => present(org.file(&path).await?),
    };
    let FileRevision { head, content } = found.ok_or_else(ApiError::not_found)?;
    let authors = Authors::of(&caller, [head.updated_by].into()).await?;
    let tag = etag(head.sha256.as_ref())?;
    let view = FileView {
        path: head.path.as_str().to_owned(),
        content,
        size: head.size,
        revision: head.revision,
        sha256: head.sha256.map(|sha| sha.to_string()),
        updated_at: head.updated_at.to_string(),
        updated_by: authors.view(head.updated_by),
        trust: head.trust.into(),
        deleted: head.is_deleted(),
        latest_revision: head.latest_revision,
    };
    Ok((tag, Json(view)).into_response())
}

/// A file that is there; one that was deleted is not.
fn present(found: Option<FileRevision>) -> Option<FileRevision> {
    found.filter(|found| !found.head.is_deleted())
}

fn entry_view(entry: FolderEntry, authors: &Authors) -> EntryView {
    match entry {
        FolderEntry::Folder(path) => EntryView::Folder {
            name: path.name().to_owned(),
            path: path.as_str().to_owned(),
        },
        FolderEntry::File(head) => {
            let name = head.path.name().to_owned();
            let view = HeadView::new(head, authors);
            EntryView::File {
                name,
                path: view.path,
                size: view.size,
                revision: view.revision,
                sha256: view.sha256,
                updated_at: view.updated_at,
                updated_by: view.updated_by,
                trust: view.trust,
                conflict_of: view.conflict_of,
            }
        }
    }
}

impl HeadView {
    fn new(head: FileHead, authors: &Authors) -> Self {
        Self {
            path: head.path.as_str().to_owned(),
            size: head.size,
            revision: head.revision,
            sha256: head.sha256.map(|sha| sha.to_string()).unwrap_or_default(),
            updated_at: head.updated_at.to_string(),
            updated_by: authors.view(head.updated_by),
            trust: head.trust.into(),
            conflict_of: head.conflict_of.map(|path| path.as_str().to_owned()),
        }
    }
}

/// The header by which a content is known.
fn etag(sha: Option<&Sha>) -> Result<HeaderMap, ApiError> {
    let mut headers = HeaderMap::new();
    if let Some(sha) = sha {
        let value = HeaderValue::try_from(format!("\"{sha}\"")).map_err(ApiError::internal)?;
        headers.insert(ETAG, value);
    }
    Ok(headers)
}

fn file(path: &str) -> Result<WorkspacePath, ApiError> {
    WorkspacePath::file(path).map_err(refused_path)
}

fn folder(path: &str) -> Result<WorkspacePath, ApiError> {
    WorkspacePath::folder(path).map_err(refused_path)
}

fn refused_path(error: WorkspacePathError) -> ApiError {
    ApiError::invalid_field("path", sentence(&error.to_string()))
}
