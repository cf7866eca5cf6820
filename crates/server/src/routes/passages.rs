//! Passages: texts that can be found again, until they are forgotten.

use http::StatusCode;
use steward_model::PassageId;

use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::Path;
use crate::openapi::Failures;
use crate::routes::memory::scope;

/// Forget a passage
///
/// It is not found any more from now on, nor is the message that it is a part of. A job takes it out of everything else: what
/// was said, recorded, quoted, sent and noted. The job stands among the jobs until it is done.
#[utoipa::path(
    post, path = "/v1/agent/memory/passages/{passage_id}/forget", tag = "memory",
    security(("bearer" = []), ("session" = [])),
    params(("passage_id" = String, Path, format = "uuid")),
    responses((status = 204, description = "Forgotten."), Failures)
)]
pub(crate) async fn forget_passage(
    caller: Caller,
    Path(id): Path<PassageId>,
) -> Result<StatusCode, ApiError> {
    let passage = caller.org().passage(id).await?;
    let passage = passage.ok_or_else(ApiError::not_found)?;
    // Whose it is is nobody's business but theirs and the admins'.
    if !scope::may_see(&caller, passage.scope).await? {
        return Err(ApiError::not_found());
    }
    match caller.org().forget_passage(id, &caller.actor()).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found()),
    }
}
