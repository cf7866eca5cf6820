//! The extractor that authenticates.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts, MatchedPath};
use http::header::{AUTHORIZATION, HOST, ORIGIN};
use http::request::Parts;
use http::{HeaderMap, HeaderName};
use steward_model::{ApiKeyId, KeyScope, MemberId, OrgId, Role, SessionId, Timestamp};
use steward_store::{Holder, OrgStore};
use subtle::ConstantTimeEq as _;

use super::cookie::session_token;
use super::principal::{Credential, Principal};
use super::token::{csrf_token, hash_token};
use crate::app::App;
use crate::error::ApiError;
use crate::http::log_request::LoggedCaller;
use crate::http::rate_limit::Kind;
use crate::switched;

const CSRF: HeaderName = HeaderName::from_static("x-csrf-token");

/// An authenticated member, and the application on their behalf.
///
/// A handler has this or [`Anyone`] as its first argument; the router takes no other (see `router.rs`).
#[derive(Clone)]
pub(crate) struct Caller {
    app: App,
    pub(crate) org_id: OrgId,
    pub(crate) member_id: MemberId,
    pub(crate) role: Role,
    principal: Arc<Principal>,
    pub(crate) via: Via,
}

/// How the caller was authenticated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Via {
    Session { id: SessionId, csrf_token: String },
    ApiKey { id: ApiKeyId, scopes: Vec<KeyScope> },
    Oidc,
}

impl Caller {
    pub(crate) fn app(&self) -> &App {
        &self.app
    }

    /// What belongs to the caller's organisation: the only part of the store a handler can reach. What is a member's own is
    /// shown to them and to admins.
    pub(crate) fn org(&self) -> OrgStore<'_> {
        let org = self.app.store.org(self.org_id);
        match self.role < Role::Admin {
            true => org.seen_by(self.member_id),
            false => org,
        }
    }

    /// The caller as the record names them.
    pub(crate) fn actor(&self) -> String {
        format!("member:{}", self.member_id)
    }

    /// Whether whoever came in with these headers still could, as the same member: a key may be revoked, and a session end,
    /// while an answer is being read.
    pub(crate) async fn is_still_known(&self, headers: &HeaderMap) -> bool {
        let again = match bearer(headers) {
            Ok(Some(token)) => by_bearer(&self.app, token).await,
            Ok(None) => by_session(&self.app, headers).await,
            Err(error) => Err(error),
        };
        again.is_ok_and(|again| again.member_id == self.member_id && again.org_id == self.org_id)
    }

    /// What the credential itself allows; a person in a browser may do all their role may.
    pub(crate) fn scopes(&self) -> &[KeyScope] {
        match &self.via {
            Via::ApiKey { scopes, .. } => scopes,
            Via::Session { .. } | Via::Oidc => KeyScope::ALL,
        }
    }

    /// Whether the credential allows changes.
    pub(crate) fn may_write(&self) -> bool {
        self.scopes().iter().any(|scope| *scope >= KeyScope::Write)
    }

    /// When the calling key ends; a person in a browser can sign in again.
    pub(crate) fn key_expires_at(&self) -> Option<Timestamp> {
        match &self.via {
            Via::ApiKey { .. } => self.principal.expires_at,
            Via::Session { .. } | Via::Oidc => None,
        }
    }

    /// Refuses whoever does not run the organisation.
    pub(crate) fn require_admin(&self) -> Result<(), ApiError> {
        self.require_admin_role()?;
        self.require_scope(KeyScope::Admin)
    }

    /// The same for what only tells: a key that may read reads what its holder may.
    pub(crate) fn require_admin_role(&self) -> Result<(), ApiError> {
        match self.role < Role::Admin {
            true => Err(ApiError::forbidden(
                "Only an admin or an owner may do this.",
            )),
            false => Ok(()),
        }
    }

    /// Refuses whoever is not an owner.
    pub(crate) fn require_owner(&self) -> Result<(), ApiError> {
        self.require_admin()?;
        if self.role < Role::Owner {
            return Err(ApiError::forbidden("Only an owner may do this."));
        }
        Ok(())
    }

    fn require_scope(&self, needed: KeyScope) -> Result<(), ApiError> {
        if self.scopes().iter().any(|scope| *scope >= needed) {
            Ok(())
        } else {
            Err(ApiError::forbidden(format!(
                "This API key lacks the scope `{needed}`."
            )))
        }
    }

    /// The member and organisation as they were when the caller was authenticated.
    pub(crate) fn holder(&self) -> &Holder {
        &self.principal.holder
    }

    fn from_principal(app: &App, principal: Arc<Principal>, via: Via) -> Self {
        Self {
            app: app.clone(),
            org_id: principal.holder.org_id,
            member_id: principal.holder.member_id,
            role: principal.holder.role,
            principal,
            via,
        }
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        // A layer that had to know has asked already, and a request counts once.
        if let Some(caller) = parts.extensions.remove::<Self>() {
            return Ok(caller);
        }
        let caller = match bearer(&parts.headers)? {
            Some(token) => by_bearer(app, token).await?,
            None => by_cookie(app, parts).await?,
        };
        LoggedCaller::record(&parts.extensions, caller.member_id);
        let (kind, needed) = match only_reads(parts) {
            true => (Kind::Read, KeyScope::Read),
            false => (Kind::Write, KeyScope::Write),
        };
        app.limiter
            .check(caller.member_id.as_uuid().as_bytes(), kind)
            .map_err(ApiError::rate_limited)?;
        caller.require_scope(needed)?;
        switched::refuse(&app.store.switches(), caller.org_id, parts)?;
        Ok(caller)
    }
}

/// Routes that change nothing although they are posted to: what is looked for is told in a body.
const SEARCHES: &[&str] = &["/search", "/v1/rag/search", "/v1/agent/memory/search"];

fn only_reads(parts: &Parts) -> bool {
    let path = parts.extensions.get::<MatchedPath>();
    parts.method.is_safe() || path.is_some_and(|path| SEARCHES.contains(&path.as_str()))
}

/// Whoever calls, known or not; for the few routes that everybody may use.
pub(crate) struct Anyone {
    app: App,
    address: String,
}

impl Anyone {
    pub(crate) fn app(&self) -> &App {
        &self.app
    }

    /// Counts an attempt to sign in: from this address, and, more loosely, by this name where one is given.
    pub(crate) fn count_sign_in(&self, name: Option<&str>) -> Result<(), ApiError> {
        let limiter = &self.app.limiter;
        limiter
            .check(self.address.as_bytes(), Kind::SignIn)
            .map_err(ApiError::rate_limited)?;
        match name {
            Some(name) => limiter
                .check(name.as_bytes(), Kind::SignInByName)
                .map_err(ApiError::rate_limited),
            None => Ok(()),
        }
    }
}

impl FromRequestParts<App> for Anyone {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let address = peer.map_or_else(String::new, |ConnectInfo(peer)| {
            app.settings
                .trusted_proxies
                .client_address(peer.ip(), &parts.headers)
                .to_string()
        });
        Ok(Self {
            app: app.clone(),
            address,
        })
    }
}

/// The bearer token, if there is an `Authorization` header at all: one that cannot be read is refused rather than
/// passed over in favour of a cookie.
fn bearer(headers: &HeaderMap) -> Result<Option<&str>, ApiError> {
    let Some(value) = headers.get(AUTHORIZATION) else {
        return Ok(None);
    };
    let value = value.to_str().map_err(|_| ApiError::unauthorized())?;
    match value.split_once(' ') {
        Some((scheme, token))
            if scheme.eq_ignore_ascii_case("bearer") && !token.trim().is_empty() =>
        {
            Ok(Some(token.trim()))
        }
        _ => Err(ApiError::unauthorized()),
    }
}

async fn by_bearer(app: &App, token: &str) -> Result<Caller, ApiError> {
    let looks_like_jwt = token.split('.').count() == 3;
    if let (true, Some(oidc)) = (looks_like_jwt, &app.oidc) {
        let principal = oidc.authenticate(app, token).await?;
        return Ok(Caller::from_principal(app, Arc::new(principal), Via::Oidc));
    }
    let found = app
        .principals
        .by_api_key(hash_token(token), app.now())
        .await?;
    let principal = alive(app, found)?;
    let Credential::ApiKey { id, scopes } = &principal.credential else {
        return Err(ApiError::unauthorized());
    };
    let via = Via::ApiKey {
        id: *id,
        scopes: scopes.clone(),
    };
    Ok(Caller::from_principal(app, principal, via))
}

async fn by_cookie(app: &App, parts: &Parts) -> Result<Caller, ApiError> {
    let caller = by_session(app, &parts.headers).await?;
    if let Via::Session { csrf_token, .. } = &caller.via
        && !parts.method.is_safe()
    {
        refuse_foreign_page(app, &parts.headers, csrf_token)?;
    }
    Ok(caller)
}

async fn by_session(app: &App, headers: &HeaderMap) -> Result<Caller, ApiError> {
    let token = session_token(headers).ok_or_else(ApiError::unauthorized)?;
    let found = app.principals.by_session(hash_token(token)).await?;
    let principal = alive(app, found)?;
    let Credential::Session(id) = principal.credential else {
        return Err(ApiError::unauthorized());
    };
    let csrf_token = csrf_token(token)?;
    Ok(Caller::from_principal(
        app,
        principal,
        Via::Session { id, csrf_token },
    ))
}

fn alive(app: &App, found: Option<Arc<Principal>>) -> Result<Arc<Principal>, ApiError> {
    found
        .filter(|principal| principal.expires_at.is_none_or(|end| app.now() < end))
        .ok_or_else(ApiError::unauthorized)
}

/// A browser sends its cookie along with whatever a foreign page asks it to send; only our own pages know the token.
fn refuse_foreign_page(app: &App, headers: &HeaderMap, expected: &str) -> Result<(), ApiError> {
    let refused = || {
        ApiError::forbidden(
            "The request did not come from Steward's own pages: reload and try again.",
        )
    };
    if let Some(origin) = headers.get(ORIGIN) {
        let origin = origin.to_str().map_err(|_| refused())?;
        let host = headers
            .get(HOST)
            .and_then(|host| host.to_str().ok())
            .unwrap_or_default();
        let own = origin == app.settings.base_url
            || origin
                .split_once("://")
                .is_some_and(|(_, authority)| authority == host);
        if !own {
            return Err(refused());
        }
    }
    let given = headers.get(CSRF).map_or(&[][..], |value| value.as_bytes());
    if bool::from(given.ct_eq(expected.as_bytes())) {
        Ok(())
    } else {
        Err(refused())
    }
}
