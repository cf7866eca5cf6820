//! Forgetting a member.

use http::StatusCode;
use steward_model::{MemberId, Scope};

use super::changeable;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::Path;
use crate::openapi::Failures;

/// Forget a member
///
/// Deletes them with everything that is theirs and destroys its key: nobody can read it again, from a backup either. A job
/// takes what they said out of everything else, wherever it was quoted; it stands among the jobs until it is done. The last
/// owner cannot be forgotten.
#[utoipa::path(
    post, path = "/api/members/{member_id}/forget", tag = "members",
    security(("bearer" = []), ("session" = [])),
    params(("member_id" = String, Path, format = "uuid")),
    responses((status = 204, description = "Forgotten."), Failures)
)]
pub(crate) async fn forget_member(
    caller: Caller,
    Path(id): Path<MemberId>,
) -> Result<StatusCode, ApiError> {
    changeable(&caller, id).await?;
    if !caller.org().forget_member(id, &caller.actor()).await? {
        return Err(ApiError::not_found());
    }
    let scope = Scope::Member(id);
    caller.app().runtime.drop_scope(caller.org_id, scope);
    Ok(StatusCode::NO_CONTENT)
}
