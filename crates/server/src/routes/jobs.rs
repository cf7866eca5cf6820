//! Jobs: work for later.

use http::StatusCode;
use serde::{Deserialize, Serialize};
use steward_model::JobId;
use steward_store::Job;
use utoipa::{IntoParams, ToSchema};

use super::page::{self, List};
use super::words::JobStateWord;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;

/// Work for later.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Job)]
pub(crate) struct JobView {
    #[schema(format = "uuid")]
    id: String,
    kind: String,
    state: JobStateWord,
    /// How often it was begun.
    attempt: i64,
    /// Why it failed last.
    error: Option<String>,
    /// Not before this.
    #[schema(format = DateTime)]
    run_at: String,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    ended_at: Option<String>,
}

/// Which jobs.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct JobQuery {
    /// Those that stand here.
    #[param(inline)]
    state: Option<JobStateWord>,
    /// At most this many, 1 to 200.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
    /// The `next_cursor` of the page before.
    #[param(max_length = 64)]
    cursor: Option<String>,
}

/// List the jobs
#[utoipa::path(
    get, path = "/api/jobs", tag = "operations", security(("bearer" = []), ("session" = [])),
    params(JobQuery), responses((status = 200, body = List<JobView>), Failures)
)]
pub(crate) async fn list_jobs(
    caller: Caller,
    Query(query): Query<JobQuery>,
) -> Result<Json<List<JobView>>, ApiError> {
    caller.require_admin_role()?;
    let page = page::asked(query.limit, query.cursor)?;
    let state = query.state.map(Into::into);
    let jobs = caller.org().jobs(&page, state).await?;
    Ok(Json(List::cut(
        jobs,
        &page,
        |job| job.id.to_string(),
        JobView::from,
    )))
}

/// Try a job again that was given up
///
/// A job that was not given up is not found. The notice that it was given up is resolved.
#[utoipa::path(
    post, path = "/api/jobs/{job_id}/retry", tag = "operations", security(("bearer" = []), ("session" = [])),
    params(("job_id" = String, Path, format = "uuid")),
    responses((status = 204, description = "It runs again."), Failures)
)]
pub(crate) async fn retry_job(
    caller: Caller,
    Path(id): Path<JobId>,
) -> Result<StatusCode, ApiError> {
    caller.require_admin()?;
    match caller.org().retry_job(id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found()),
    }
}

impl From<Job> for JobView {
    fn from(job: Job) -> Self {
        Self {
            id: job.id.to_string(),
            kind: job.kind,
            state: job.state.into(),
            attempt: job.attempt,
            error: job.error,
            run_at: job.run_at.to_string(),
            created_at: job.created_at.to_string(),
            ended_at: job.ended_at.map(|at| at.to_string()),
        }
    }
}
