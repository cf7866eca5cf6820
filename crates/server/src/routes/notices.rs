//! Notices: what a person must know or decide.

use http::StatusCode;
use serde::Serialize;
use steward_model::NoticeId;
use steward_store::Notice;
use utoipa::ToSchema;

use super::approvals::OpenQuery;
use super::page::List;
use super::words::NoticeKindWord;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;

/// Something a person must know or decide.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Notice)]
pub(crate) struct NoticeView {
    #[schema(format = "uuid")]
    id: String,
    kind: NoticeKindWord,
    /// Null once what it is about was forgotten.
    text: Option<String>,
    #[schema(format = "uuid")]
    thread_id: Option<String>,
    #[schema(format = "uuid")]
    turn_id: Option<String>,
    #[schema(format = "uuid")]
    effect_id: Option<String>,
    #[schema(format = "uuid")]
    job_id: Option<String>,
    #[schema(format = "uuid")]
    schedule_id: Option<String>,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    resolved_at: Option<String>,
    /// Null if nobody said so: the trouble is over, the thread was let go on, the job runs again.
    #[schema(format = "uuid")]
    resolved_by: Option<String>,
}

/// List the notices
///
/// What is a member's own is shown to them and to admins.
#[utoipa::path(
    get, path = "/api/notices", tag = "notices", security(("bearer" = []), ("session" = [])),
    params(OpenQuery), responses((status = 200, body = List<NoticeView>), Failures)
)]
pub(crate) async fn list_notices(
    caller: Caller,
    Query(query): Query<OpenQuery>,
) -> Result<Json<List<NoticeView>>, ApiError> {
    let (page, open) = query.parts()?;
    let notices = caller.org().notices(&page, open).await?;
    Ok(Json(List::cut(
        notices,
        &page,
        |notice| notice.id.to_string(),
        NoticeView::from,
    )))
}

/// Note that somebody has seen to it
///
/// A notice that is resolved already is not found.
#[utoipa::path(
    post, path = "/api/notices/{notice_id}/resolve", tag = "notices", security(("bearer" = []), ("session" = [])),
    params(("notice_id" = String, Path, format = "uuid")),
    responses((status = 204, description = "Resolved."), Failures)
)]
pub(crate) async fn resolve_notice(
    caller: Caller,
    Path(id): Path<NoticeId>,
) -> Result<StatusCode, ApiError> {
    match caller.org().resolve_notice(id, caller.member_id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found()),
    }
}

impl From<Notice> for NoticeView {
    fn from(notice: Notice) -> Self {
        Self {
            id: notice.id.to_string(),
            kind: notice.kind.into(),
            text: notice.text,
            thread_id: notice.thread_id.map(|id| id.to_string()),
            turn_id: notice.turn_id.map(|id| id.to_string()),
            effect_id: notice.effect_id.map(|id| id.to_string()),
            job_id: notice.job_id.map(|id| id.to_string()),
            schedule_id: notice.schedule_id.map(|id| id.to_string()),
            created_at: notice.created_at.to_string(),
            resolved_at: notice.resolved_at.map(|at| at.to_string()),
            resolved_by: notice.resolved_by.map(|id| id.to_string()),
        }
    }
}
