//! Making one-time links, for the API and the command line.

use steward_model::{MemberId, OrgId, Timestamp};
use steward_store::Store;

use crate::auth::Token;
use crate::error::ApiError;

/// A link that signs `member` in once, until `expires_at`.
pub(crate) async fn create(
    store: &Store,
    org: OrgId,
    member: MemberId,
    base_url: &str,
    expires_at: Timestamp,
) -> Result<String, ApiError> {
    let token = Token::generate()?;
    store
        .org(org)
        .create_sign_in_link(member, &token.hash(), expires_at)
        .await?;
    Ok(format!("{base_url}/sign-in?token={}", token.as_str()))
}
