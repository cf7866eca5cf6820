//! Signing a browser in, with a password or a one-time link.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::SET_COOKIE;
use serde::Deserialize;
use steward_model::{EmailAddress, Identifier, MemberId, OrgId, SessionId};
use steward_store::NewSession;
use utoipa::ToSchema;

use super::me::Me;
use crate::app::App;
use crate::auth::{Anyone, Token, csrf_token, hash_token, set_session};
use crate::error::ApiError;
use crate::extract::Json;
use crate::openapi::Failures;

/// A password to sign in with.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PasswordSignIn {
    /// The member's email address.
    #[schema(max_length = 254)]
    email: String,
    /// Their password.
    #[schema(format = Password, max_length = 200)]
    password: String,
}

/// A one-time link to sign in with.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LinkSignIn {
    /// The `token` of the link.
    #[schema(max_length = 200)]
    token: String,
}

fn invalid_credentials() -> ApiError {
    ApiError::new(
        StatusCode::UNAUTHORIZED,
        "invalid_credentials",
        "No member has this email address and password.",
    )
}

fn invalid_link() -> ApiError {
    ApiError::new(
        StatusCode::UNAUTHORIZED,
        "invalid_link",
        "This link was used already or has expired. Ask for a new one.",
    )
}

/// Sign in with a password
#[utoipa::path(
    post, path = "/auth/sign-in", tag = "sign in", request_body = PasswordSignIn,
    responses((status = 200, body = Me, description = "Signed in; the session is in a cookie."), Failures)
)]
pub(crate) async fn with_password(
    anyone: Anyone,
    Json(body): Json<PasswordSignIn>,
) -> Result<Response, ApiError> {
    let app = anyone.app();
    let email = body
        .email
        .parse::<EmailAddress>()
        .map_err(|_| invalid_credentials());
    anyone.count_sign_in(email.as_ref().ok().map(EmailAddress::as_str))?;
    let candidates = match email {
        Ok(email) => {
            app.store
                .sign_in_candidates(&Identifier::Email(email))
                .await?
        }
        Err(_) => Vec::new(),
    };
    if candidates.is_empty() {
        app.passwords.verify(&body.password, None).await?;
    }
    for candidate in candidates {
        let hash = candidate.password_hash.as_deref();
        if app.passwords.verify(&body.password, hash).await? {
            return sign_in(app, candidate.org_id, candidate.member_id).await;
        }
    }
    Err(invalid_credentials())
}

/// Sign in with a one-time link
#[utoipa::path(
    post, path = "/auth/link", tag = "sign in", request_body = LinkSignIn,
    responses((status = 200, body = Me, description = "Signed in; the session is in a cookie."), Failures)
)]
pub(crate) async fn with_link(
    anyone: Anyone,
    Json(body): Json<LinkSignIn>,
) -> Result<Response, ApiError> {
    let app = anyone.app();
    anyone.count_sign_in(None)?;
    let taken = app
        .store
        .take_sign_in_link(&hash_token(&body.token))
        .await?;
    let (org, member) = taken.ok_or_else(invalid_link)?;
    sign_in(app, org, member).await
}

async fn sign_in(app: &App, org_id: OrgId, member_id: MemberId) -> Result<Response, ApiError> {
    let token = Token::generate()?;
    let ttl = app.settings.session_ttl;
    let new = NewSession {
        member_id,
        token_hash: token.hash().to_vec(),
        expires_at: app.now().plus(ttl),
    };
    let org = app.store.org(org_id);
    let session: SessionId = org.create_session(new).await?;
    app.store.prune_expired_sign_ins().await?;
    let (Some(member), Some(details)) = (org.member(member_id).await?, org.get().await?) else {
        return Err(invalid_credentials());
    };
    tracing::info!(member.id = %member_id, session.id = %session, "Signed in.");
    let me = Me::of_session(app, (member, details), csrf_token(token.as_str())?);
    let cookie = set_session(&app.settings, token.as_str(), ttl)?;
    Ok(([(SET_COOKIE, cookie)], Json(me)).into_response())
}
