//! API keys.

use http::StatusCode;
use serde::{Deserialize, Serialize};
use steward_model::{ApiKeyId, KeyScope, Role, Timestamp};
use steward_store::{ApiKey, NewApiKey};
use utoipa::ToSchema;

use super::page::{List, PageQuery};
use super::text;
use crate::auth::{Caller, Token};
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;

/// An API key, without its token.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ApiKey)]
pub(crate) struct KeyView {
    #[schema(format = "uuid")]
    id: String,
    /// Whose it is.
    #[schema(format = "uuid")]
    member_id: String,
    name: String,
    /// The token's first characters.
    prefix: String,
    scopes: Vec<ScopeWord>,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    #[schema(format = DateTime)]
    revoked_at: Option<String>,
    /// To the minute.
    #[schema(format = DateTime)]
    last_used_at: Option<String>,
}

/// What a key may do; a later one may do all an earlier one may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = KeyScope)]
pub(crate) enum ScopeWord {
    Read,
    Write,
    Admin,
}

/// A key to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewKey {
    #[schema(min_length = 1, max_length = 200)]
    name: String,
    #[schema(min_items = 1, max_items = 3)]
    scopes: Vec<ScopeWord>,
    /// When it ends by itself; never without it.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
}

/// A key that was just made.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CreatedKey {
    key: KeyView,
    /// Shown this once.
    token: String,
}

/// List the API keys
#[utoipa::path(
    get, path = "/api/keys", tag = "API keys", security(("bearer" = []), ("session" = [])),
    params(PageQuery), responses((status = 200, body = List<KeyView>), Failures)
)]
pub(crate) async fn list_keys(
    caller: Caller,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<KeyView>>, ApiError> {
    let page = query.page()?;
    let keys = caller.org().api_keys(&page).await?;
    Ok(Json(List::cut(
        keys,
        &page,
        |key| key.id.to_string(),
        KeyView::from,
    )))
}

/// Make an API key
///
/// It acts for the caller, can do no more than the caller may, and does not outlive the key that makes it.
#[utoipa::path(
    post, path = "/api/keys", tag = "API keys", security(("bearer" = []), ("session" = [])),
    request_body = NewKey, responses((status = 201, body = CreatedKey), Failures)
)]
pub(crate) async fn create_key(
    caller: Caller,
    Json(body): Json<NewKey>,
) -> Result<(StatusCode, Json<CreatedKey>), ApiError> {
    let name = text::name("name", &body.name)?;
    let scopes = scopes(&caller, &body.scopes)?;
    let expires_at = body
        .expires_at
        .as_deref()
        .map(|text| expiry(&caller, text))
        .transpose()?;
    refuse_longer_life(&caller, expires_at)?;
    let token = Token::generate_api_key()?;
    let new = NewApiKey {
        member_id: caller.member_id,
        name,
        prefix: token.prefix(),
        token_hash: token.hash().to_vec(),
        scopes,
        expires_at,
    };
    let key = caller.org().create_api_key(new).await?;
    let created = CreatedKey {
        key: key.into(),
        token: token.as_str().to_owned(),
    };
    Ok((StatusCode::CREATED, Json(created)))
}

/// One API key
#[utoipa::path(
    get, path = "/api/keys/{key_id}", tag = "API keys", security(("bearer" = []), ("session" = [])),
    params(("key_id" = String, Path, format = "uuid")),
    responses((status = 200, body = KeyView), Failures)
)]
pub(crate) async fn get_key(
    caller: Caller,
    Path(id): Path<ApiKeyId>,
) -> Result<Json<KeyView>, ApiError> {
    let key = caller
        .org()
        .api_key(id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    Ok(Json(key.into()))
}

/// Revoke an API key
///
/// It is refused from this moment on. One's own; anybody's for an owner; anybody's but an owner's for an admin.
#[utoipa::path(
    delete, path = "/api/keys/{key_id}", tag = "API keys", security(("bearer" = []), ("session" = [])),
    params(("key_id" = String, Path, format = "uuid")),
    responses((status = 204, description = "Revoked."), Failures)
)]
pub(crate) async fn revoke_key(
    caller: Caller,
    Path(id): Path<ApiKeyId>,
) -> Result<StatusCode, ApiError> {
    let key = caller
        .org()
        .api_key(id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    if key.member_id != caller.member_id {
        caller.require_admin()?;
        let holder = caller.org().member(key.member_id).await?;
        if holder.is_some_and(|holder| holder.role == Role::Owner) {
            caller.require_owner()?;
        }
    }
    match caller.org().revoke_api_key(id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::conflict("This key was revoked already.")),
    }
}

/// What the new key may do: never more than whoever makes it.
fn scopes(caller: &Caller, asked: &[ScopeWord]) -> Result<Vec<KeyScope>, ApiError> {
    let mut asked = asked.to_vec();
    asked.sort_unstable();
    asked.dedup();
    let Some(most) = asked.last().copied().map(KeyScope::from) else {
        return Err(ApiError::invalid_field(
            "scopes",
            "Name at least one of `read`, `write` and `admin`.",
        ));
    };
    if most == KeyScope::Admin && caller.role < Role::Admin {
        return Err(ApiError::forbidden(
            "Only an admin or an owner may make a key with the scope `admin`.",
        ));
    }
    if caller.scopes().iter().all(|own| *own < most) {
        return Err(ApiError::forbidden(
            "A key cannot make another that may do more than itself.",
        ));
    }
    Ok(asked.into_iter().map(KeyScope::from).collect())
}

/// A key that was meant for a while, and leaked, must not make one that is meant for ever.
fn refuse_longer_life(caller: &Caller, asked: Option<Timestamp>) -> Result<(), ApiError> {
    match caller.key_expires_at() {
        Some(own) if asked.is_none_or(|asked| asked > own) => Err(ApiError::forbidden(format!(
            "A key cannot make another that outlives it: set `expires_at` to {own} or earlier."
        ))),
        _ => Ok(()),
    }
}

fn expiry(caller: &Caller, text: &str) -> Result<Timestamp, ApiError> {
    let invalid = |message| ApiError::invalid_field("expires_at", message);
    let time = Timestamp::parse_rfc3339(text)
        .ok_or_else(|| invalid("Write the time as RFC 3339, like 2027-01-31T12:00:00Z."))?;
    if time <= caller.app().now() {
        return Err(invalid("This time is past."));
    }
    Ok(time)
}

impl From<ApiKey> for KeyView {
    fn from(key: ApiKey) -> Self {
        Self {
            id: key.id.to_string(),
            member_id: key.member_id.to_string(),
            name: key.name,
            prefix: key.prefix,
            scopes: key.scopes.into_iter().map(ScopeWord::from).collect(),
            created_at: key.created_at.to_string(),
            expires_at: key.expires_at.map(|time| time.to_string()),
            revoked_at: key.revoked_at.map(|time| time.to_string()),
            last_used_at: key.last_used_at.map(|time| time.to_string()),
        }
    }
}

impl From<KeyScope> for ScopeWord {
    fn from(scope: KeyScope) -> Self {
        match scope {
            KeyScope::Read => Self::Read,
            KeyScope::Write => Self::Write,
            KeyScope::Admin => Self::Admin,
        }
    }
}

impl From<ScopeWord> for KeyScope {
    fn from(scope: ScopeWord) -> Self {
        match scope {
            ScopeWord::Read => Self::Read,
            ScopeWord::Write => Self::Write,
            ScopeWord::Admin => Self::Admin,
        }
    }
}
