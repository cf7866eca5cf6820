//! Forgetting a contact.

use http::StatusCode;
use steward_model::{ContactId, Scope};

use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::Path;
use crate::openapi::Failures;

/// Forget a contact
///
/// Destroys the key of everything known of them: nobody can read it again, from a backup either. A job takes what they said
/// out of everything else, wherever it was quoted; it stands among the jobs until it is done.
#[utoipa::path(
    post, path = "/api/contacts/{contact_id}/forget", tag = "contacts",
    security(("bearer" = []), ("session" = [])),
    params(("contact_id" = String, Path, format = "uuid")),
    responses((status = 204, description = "Forgotten."), Failures)
)]
pub(crate) async fn forget_contact(
    caller: Caller,
    Path(id): Path<ContactId>,
) -> Result<StatusCode, ApiError> {
    caller.require_admin()?;
    if caller.org().contact(id).await?.is_none() {
        return Err(ApiError::not_found());
    }
    let scope = Scope::Contact(id);
    caller.org().forget_contact(id, &caller.actor()).await?;
    caller.app().runtime.drop_scope(caller.org_id, scope);
    Ok(StatusCode::NO_CONTENT)
}
