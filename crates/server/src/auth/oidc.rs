//! Bearer tokens of a foreign sign-in service.

mod claims;
mod jwks;

use steward_model::{EmailAddress, Identifier, IdentifierKind, MemberId, OrgId, Role};
use steward_store::{Holder, Member, NewMember, StoreError};

use self::claims::Claims;
use self::jwks::Jwks;
use super::principal::{Credential, Principal};
use crate::app::App;
use crate::assistant;
use crate::error::ApiError;
use crate::routes::text;

/// What the tokens of the service must say.
#[derive(Debug, Clone)]
pub(crate) struct OidcSettings {
    pub(crate) issuer: String,
    pub(crate) audience: String,
    pub(crate) jwks_url: Option<String>,
    pub(crate) allowed_email_domains: Vec<String>,
    /// Whether somebody from an allowed domain who is not a member becomes one.
    pub(crate) newcomers: Newcomers,
    /// The organisation tokens sign in to; the oldest one without it.
    pub(crate) org: Option<OrgId>,
}

/// What happens to somebody who is not a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Newcomers {
    Refused,
    BecomeMembers,
}

/// Checks the tokens of one service.
pub(crate) struct Oidc {
    settings: OidcSettings,
    keys: Jwks,
}

impl Oidc {
    pub(crate) fn new(settings: OidcSettings, client: reqwest::Client) -> Self {
        let keys = Jwks::new(&settings, client);
        Self { settings, keys }
    }

    /// Who the token is about. Whatever is wrong with it, the caller learns no more than that it is not accepted.
    pub(super) async fn authenticate(&self, app: &App, token: &str) -> Result<Principal, ApiError> {
        let claims = self.verify(app, token).await?;
        let email = claims.check(&self.settings, app.now()).map_err(|reason| {
            tracing::info!(reason, "An OIDC token was refused.");
            ApiError::unauthorized()
        })?;
        let org_id = match self.settings.org {
            Some(org) => org,
            None => app
                .store
                .first_org()
                .await?
                .ok_or_else(ApiError::unauthorized)?,
        };
        let org = app
            .store
            .org(org_id)
            .get()
            .await?
            .ok_or_else(ApiError::unauthorized)?;
        let member = self.member(app, org_id, &email, &claims).await?;
        let mut known = member.identifiers.into_iter();
        let phone = known.find(|known| known.kind == IdentifierKind::Phone);
        let holder = Holder {
            org_id,
            org_name: org.name,
            member_id: member.id,
            member_name: member.name,
            member_email: Some(email.as_str().to_owned()),
            role: member.role,
            mail_escalations: member.mail_escalations,
            member_phone: phone.map(|known| known.value),
            text_escalations: member.text_escalations,
        };
        Ok(Principal {
            holder,
            credential: Credential::Oidc,
            expires_at: None,
        })
    }

    async fn verify(&self, app: &App, token: &str) -> Result<Claims, ApiError> {
        let key = self
            .keys
            .key_for(token, app.now())
            .await
            .map_err(|error| match error {
                jwks::KeyError::Unacceptable(reason) => {
                    tracing::info!(reason, "An OIDC token was refused.");
                    ApiError::unauthorized()
                }
                jwks::KeyError::Unreachable => {
                    ApiError::unavailable("The sign-in service cannot be reached.")
                }
            })?;
        key.verify(token).ok_or_else(ApiError::unauthorized)
    }

    async fn member(
        &self,
        app: &App,
        org: OrgId,
        email: &EmailAddress,
        claims: &Claims,
    ) -> Result<Member, ApiError> {
        let identifier = Identifier::Email(email.clone());
        if let Some(id) = find(app, org, &identifier).await? {
            return app
                .store
                .org(org)
                .member(id)
                .await?
                .ok_or_else(ApiError::unauthorized);
        }
        if self.settings.newcomers == Newcomers::Refused {
            tracing::info!("An OIDC token was refused: its holder is not a member.");
            return Err(ApiError::unauthorized());
        }
        // Whoever runs the service may let people choose any name; it must do here what every other name does.
        let name = claims.name.as_deref();
        let name = name.and_then(|name| text::name("name", name).ok());
        let new = NewMember {
            name: name.unwrap_or_else(|| email.as_str().to_owned()),
            role: Role::Member,
            identifiers: vec![identifier.clone()],
        };
        match app.store.org(org).create_member(new).await {
            // Two first requests at once: the other one made the member.
            Err(StoreError::Conflict(_)) => {
                let id = find(app, org, &identifier)
                    .await?
                    .ok_or_else(ApiError::unauthorized)?;
                app.store
                    .org(org)
                    .member(id)
                    .await?
                    .ok_or_else(ApiError::unauthorized)
            }
            made => {
                let made = made?;
                assistant::welcome(&app.store.org(org), made.id).await;
                Ok(made)
            }
        }
    }
}

async fn find(
    app: &App,
    org: OrgId,
    identifier: &Identifier,
) -> Result<Option<MemberId>, StoreError> {
    let candidates = app.store.sign_in_candidates(identifier).await?;
    Ok(candidates
        .into_iter()
        .find(|candidate| candidate.org_id == org)
        .map(|found| found.member_id))
}
