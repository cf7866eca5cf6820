//! Changing files. A change names what was read, or it is refused.

use axum::response::{IntoResponse, Response};
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use steward_model::{Author, WORKSPACE_FILE_BYTES, WorkspacePath};
use steward_store::{DroppedFolder, Expect, FileHead, FileWrite};
use utoipa::{IntoParams, ToSchema};

use super::condition::expected;
use super::{HeadView, etag, file, folder, present};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Query};
use crate::openapi::Failures;
use crate::routes::authors::Authors;
use crate::routes::memory::passage::WRITTEN_BY_A_MEMBER;

/// A file to be written.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WorkspaceWrite)]
pub(crate) struct WriteBody {
    /// Like `areas/leases/renewals.md`; files end with `.md`, `.txt` or `.json`, scripts of skills as they do.
    #[schema(max_length = 800)]
    path: String,
    #[schema(max_length = 1000000)]
    content: String,
}

/// A folder to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WorkspaceNewFolder)]
pub(crate) struct FolderBody {
    #[schema(max_length = 800)]
    path: String,
}

/// A folder that is there.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WorkspaceMadeFolder)]
pub(crate) struct MadeFolder {
    path: String,
}

/// A revision to be brought back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WorkspaceRestore)]
pub(crate) struct RestoreBody {
    #[schema(max_length = 800)]
    path: String,
    #[schema(minimum = 1)]
    revision: i64,
}

/// Which file or folder.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct PathQuery {
    #[param(max_length = 800)]
    pub(super) path: String,
}

/// Write a file
///
/// `If-Match` with the ETag that was read changes a file, `If-None-Match: *` makes a new one. Without either nothing is
/// written (428), nor if somebody else was faster (412).
#[utoipa::path(
    post, path = "/api/workspace/write", tag = "workspace", security(("bearer" = []), ("session" = [])),
    params(
        ("If-Match" = Option<String>, Header, description = "The ETag of the file that was read"),
        ("If-None-Match" = Option<String>, Header, description = "`*` for a new file"),
    ),
    request_body = WriteBody,
    responses((status = 200, body = HeadView), (status = 201, body = HeadView), Failures)
)]
pub(crate) async fn write_file(
    caller: Caller,
    headers: HeaderMap,
    Json(body): Json<WriteBody>,
) -> Result<Response, ApiError> {
    let path = file(&body.path)?;
    if body.content.len() > WORKSPACE_FILE_BYTES {
        let message = "This must have at most one million bytes.";
        return Err(ApiError::invalid_field("content", message));
    }
    let write = FileWrite {
        path,
        expect: expected(&headers)?,
        content: Some(body.content),
        trust: WRITTEN_BY_A_MEMBER,
        restored_from: None,
        conflict_of: None,
    };
    written(&caller, write).await
}

/// Make a folder
///
/// It stays when nothing lies in it. A folder with a file beneath it is there without being made.
#[utoipa::path(
    post, path = "/api/workspace/mkdir", tag = "workspace", security(("bearer" = []), ("session" = [])),
    request_body = FolderBody,
    responses((status = 200, body = MadeFolder), (status = 201, body = MadeFolder), Failures)
)]
pub(crate) async fn make_folder(
    caller: Caller,
    Json(body): Json<FolderBody>,
) -> Result<(StatusCode, Json<MadeFolder>), ApiError> {
    let path = folder(&body.path)?;
    let author = Author::Member(caller.member_id);
    let status = match caller.org().make_folder(author, &path).await? {
        true => StatusCode::CREATED,
        false => StatusCode::OK,
    };
    let path = path.as_str().to_owned();
    Ok((status, Json(MadeFolder { path })))
}

/// Delete a file or an empty folder
///
/// A file needs `If-Match` with the ETag that was read. Its history stays, and it can be brought back.
#[utoipa::path(
    delete, path = "/api/workspace/delete", tag = "workspace", security(("bearer" = []), ("session" = [])),
    params(
        PathQuery,
        ("If-Match" = Option<String>, Header, description = "The ETag of the file that was read"),
    ),
    responses((status = 204), Failures)
)]
pub(crate) async fn delete_path(
    caller: Caller,
    headers: HeaderMap,
    Query(query): Query<PathQuery>,
) -> Result<StatusCode, ApiError> {
    let path = folder(&query.path)?;
    if let Ok(path) = WorkspacePath::file(&query.path)
        && present(caller.org().file(&path).await?).is_some()
    {
        return delete_file(&caller, &headers, path).await;
    }
    let author = Author::Member(caller.member_id);
    match caller.org().drop_folder(author, &path).await? {
        DroppedFolder::Dropped => Ok(StatusCode::NO_CONTENT),
        DroppedFolder::NotEmpty => Err(ApiError::conflict(
            "Something lies in this folder. Delete that first.",
        )),
        DroppedFolder::Missing => Err(ApiError::not_found()),
    }
}

async fn delete_file(
    caller: &Caller,
    headers: &HeaderMap,
    path: WorkspacePath,
) -> Result<StatusCode, ApiError> {
    let expect = expected(headers)?;
    let write = FileWrite {
        path,
        expect,
        content: None,
        trust: WRITTEN_BY_A_MEMBER,
        restored_from: None,
        conflict_of: None,
    };
    commit(caller, write).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Bring a revision back
///
/// It becomes a new revision, so that this can be undone too. `If-Match` names the content that is there now,
/// `If-None-Match: *` says that the file is deleted.
#[utoipa::path(
    post, path = "/api/workspace/restore", tag = "workspace", security(("bearer" = []), ("session" = [])),
    params(
        ("If-Match" = Option<String>, Header, description = "The ETag of the file that was read"),
        ("If-None-Match" = Option<String>, Header, description = "`*` for a file that is deleted"),
    ),
    request_body = RestoreBody,
    responses((status = 200, body = HeadView), (status = 201, body = HeadView), Failures)
)]
pub(crate) async fn restore_file(
    caller: Caller,
    headers: HeaderMap,
    Json(body): Json<RestoreBody>,
) -> Result<Response, ApiError> {
    let path = file(&body.path)?;
    let expect = expected(&headers)?;
    let found = caller.org().file_revision(&path, body.revision).await?;
    let found = found.ok_or_else(ApiError::not_found)?;
    let Some(content) = found.content else {
        let message = "This revision deleted the file. Choose one before it.";
        return Err(ApiError::invalid_field("revision", message));
    };
    let write = FileWrite {
        path,
        expect,
        content: Some(content),
        // Whoever goes back to a text does not vouch for it.
        trust: found.head.trust,
        restored_from: Some(body.revision),
        conflict_of: None,
    };
    written(&caller, write).await
}

async fn written(caller: &Caller, write: FileWrite) -> Result<Response, ApiError> {
    let status = match write.expect {
        Expect::Absent => StatusCode::CREATED,
        Expect::Sha256(_) => StatusCode::OK,
    };
    let head = commit(caller, write).await?;
    let authors = Authors::of(caller, [head.updated_by].into()).await?;
    let tag = etag(head.sha256.as_ref())?;
    Ok((status, tag, Json(HeadView::new(head, &authors))).into_response())
}

async fn commit(caller: &Caller, write: FileWrite) -> Result<FileHead, ApiError> {
    let author = Author::Member(caller.member_id);
    let written = caller.org().write_files(author, vec![write]).await?;
    let head = written.into_iter().next();
    head.ok_or_else(|| ApiError::internal("a write without a result"))
}
