//! The caller.

use http::StatusCode;
use serde::{Deserialize, Serialize};
use steward_model::{Identifier, IdentifierKind, KeyScope, OrgId};
use steward_store::{Member, MemberChange, Org};
use utoipa::ToSchema;

use super::keys::ScopeWord;
use super::members::RoleWord;
use super::text;
use crate::app::App;
use crate::auth::{Caller, Via};
use crate::error::ApiError;
use crate::extract::Json;
use crate::http::rate_limit::Kind;
use crate::openapi::Failures;

/// Longer ones only cost time to check.
const LONGEST_PASSWORD: usize = 200;

/// Who is calling, and how.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Me {
    member: MeMember,
    org: MeOrg,
    /// How the caller was authenticated.
    via: ViaWord,
    /// What the credential allows.
    scopes: Vec<ScopeWord>,
    /// Send it as `x-csrf-token` with every change; null unless signed in with a browser.
    csrf_token: Option<String>,
    /// Whether a mail server is set up. Without one nobody gets emails.
    sends_mail: bool,
}

/// How a caller was authenticated.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Via)]
enum ViaWord {
    Session,
    ApiKey,
    Oidc,
}

/// The calling member.
#[derive(Debug, Serialize, ToSchema)]
struct MeMember {
    #[schema(format = "uuid")]
    id: String,
    name: String,
    role: RoleWord,
    /// The first email address they are known by.
    email: Option<String>,
    /// Whether they get an email when a person must look: at an emergency, a text for a person, an agent that asks for one.
    mail_escalations: bool,
    /// The first phone number they are known by.
    phone: Option<String>,
    /// Whether they get a text at it when a person must look.
    text_escalations: bool,
}

/// The caller's organisation.
#[derive(Debug, Serialize, ToSchema)]
struct MeOrg {
    #[schema(format = "uuid")]
    id: String,
    name: String,
}

impl Me {
    /// As seen right after signing in.
    pub(super) fn of_session(app: &App, (member, org): (Member, Org), csrf_token: String) -> Self {
        Self {
            member: MeMember::from(member),
            org: MeOrg {
                id: org.id.to_string(),
                name: org.name,
            },
            via: ViaWord::Session,
            scopes: scopes(KeyScope::ALL),
            csrf_token: Some(csrf_token),
            sends_mail: app.settings.sends_mail,
        }
    }

    fn of_caller(caller: &Caller) -> Self {
        let holder = caller.holder();
        let (via, csrf_token) = match &caller.via {
            Via::Session { csrf_token, .. } => (ViaWord::Session, Some(csrf_token.clone())),
            Via::ApiKey { .. } => (ViaWord::ApiKey, None),
            Via::Oidc => (ViaWord::Oidc, None),
        };
        Self {
            member: MeMember {
                id: holder.member_id.to_string(),
                name: holder.member_name.clone(),
                role: holder.role.into(),
                email: holder.member_email.clone(),
                mail_escalations: holder.mail_escalations,
                phone: holder.member_phone.clone(),
                text_escalations: holder.text_escalations,
            },
            org: MeOrg {
                id: holder.org_id.to_string(),
                name: holder.org_name.clone(),
            },
            via,
            scopes: scopes(caller.scopes()),
            csrf_token,
            sends_mail: caller.app().settings.sends_mail,
        }
    }
}

async fn texts_from(app: &App, org: OrgId) -> Result<Option<String>, ApiError> {
    let line = app.runtime.line_for_texts(org).await?;
    Ok(line.map(|line| line.address))
}

fn scopes(scopes: &[KeyScope]) -> Vec<ScopeWord> {
    scopes.iter().copied().map(ScopeWord::from).collect()
}

impl From<Member> for MeMember {
    fn from(member: Member) -> Self {
        let first = |kind| {
            let known = member.identifiers.iter().find(|known| known.kind == kind);
            known.map(|known| known.value.clone())
        };
        let (email, phone) = (first(IdentifierKind::Email), first(IdentifierKind::Phone));
        Self {
            id: member.id.to_string(),
            name: member.name,
            role: member.role.into(),
            email,
            mail_escalations: member.mail_escalations,
            phone,
            text_escalations: member.text_escalations,
        }
    }
}

/// By which ways one can be told that a person must look.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Alerts {
    /// The number that members are texted from; null where no line has one whose carrier is set up: then nobody is texted.
    texts_from: Option<String>,
}

/// What to change; what is left out stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MeChange {
    #[schema(min_length = 1, max_length = 200)]
    name: Option<String>,
    /// Whether to get an email when a person must look. It says nothing of the conversation, only where it is.
    mail_escalations: Option<bool>,
    /// Whether to get a text at one's own phone number when a person must look, at night only at an emergency. It says nothing of
    /// the conversation either. Refused without a number, where nobody can be texted, and to a number that has asked for silence.
    text_escalations: Option<bool>,
}

/// A new password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PasswordChange {
    /// The password so far; needed if there is one.
    #[schema(format = Password, max_length = 200)]
    current_password: Option<String>,
    /// At least 12 characters.
    #[schema(format = Password, min_length = 12, max_length = 200)]
    new_password: String,
}

/// Who is calling
#[utoipa::path(
    get, path = "/v1/me", tag = "me", security(("bearer" = []), ("session" = [])),
    responses((status = 200, body = Me), Failures)
)]
pub(crate) async fn get_me(caller: Caller) -> Result<Json<Me>, ApiError> {
    Ok(Json(Me::of_caller(&caller)))
}

/// By which ways one can be told that a person must look
#[utoipa::path(
    get, path = "/api/me/alerts", tag = "me", security(("bearer" = []), ("session" = [])),
    responses((status = 200, body = Alerts), Failures)
)]
pub(crate) async fn get_alerts(caller: Caller) -> Result<Json<Alerts>, ApiError> {
    let texts_from = texts_from(caller.app(), caller.org_id).await?;
    Ok(Json(Alerts { texts_from }))
}

/// Change one's own name, and whether one gets emails and texts
#[utoipa::path(
    patch, path = "/api/me", tag = "me", security(("bearer" = []), ("session" = [])),
    request_body = MeChange, responses((status = 200, body = Me), Failures)
)]
pub(crate) async fn update_me(
    caller: Caller,
    Json(body): Json<MeChange>,
) -> Result<Json<Me>, ApiError> {
    let name = body
        .name
        .map(|name| text::name("name", &name))
        .transpose()?;
    if body.text_escalations == Some(true) {
        require_textable(&caller).await?;
    }
    let change = MemberChange {
        name,
        mail_escalations: body.mail_escalations,
        text_escalations: body.text_escalations,
        role: None,
    };
    let changed = caller.org().update_member(caller.member_id, change).await?;
    let member = changed.ok_or_else(ApiError::not_found)?;
    Ok(Json(Me {
        member: member.into(),
        ..Me::of_caller(&caller)
    }))
}

/// Refuses to promise texts that would not come.
async fn require_textable(caller: &Caller) -> Result<(), ApiError> {
    let no = |why: &str| ApiError::invalid_field("text_escalations", why);
    let member = caller.org().member(caller.member_id).await?;
    let member = MeMember::from(member.ok_or_else(ApiError::not_found)?);
    let Some(phone) = member.phone else {
        return Err(no(
            "You have no phone number here. An admin can add one under Members.",
        ));
    };
    let Some(from) = texts_from(caller.app(), caller.org_id).await? else {
        return Err(no(
            "No line has a number whose carrier is set up. An admin can add one under Lines.",
        ));
    };
    let phone = Identifier::parse(IdentifierKind::Phone, &phone).map_err(ApiError::internal)?;
    let here = caller.org();
    if here.line_by_address(&phone).await?.is_some() {
        return Err(no(
            "Your phone number is a line of the organisation. An admin can give you another under Members.",
        ));
    }
    if here.wants_silence("sms", &phone).await? {
        let why =
            format!("Your number has asked for no more messages. Text START to {from} first.");
        return Err(no(&why));
    }
    Ok(())
}

/// Set one's own password
///
/// Signs out every other browser.
#[utoipa::path(
    put, path = "/api/me/password", tag = "me", security(("session" = [])),
    request_body = PasswordChange,
    responses((status = 204, description = "The password was set."), Failures)
)]
pub(crate) async fn set_password(
    caller: Caller,
    Json(body): Json<PasswordChange>,
) -> Result<StatusCode, ApiError> {
    let Via::Session { id, .. } = &caller.via else {
        return Err(ApiError::forbidden(
            "A password can be set only by somebody who is signed in with a browser.",
        ));
    };
    if !(12..=LONGEST_PASSWORD).contains(&body.new_password.chars().count()) {
        return Err(ApiError::invalid_field(
            "new_password",
            "A password must have 12 to 200 characters.",
        ));
    }
    let current = body.current_password.as_deref().unwrap_or_default();
    let wrong = || ApiError::invalid_field("current_password", "This is not the password so far.");
    if current.chars().count() > LONGEST_PASSWORD {
        return Err(wrong());
    }
    // A stolen session must not be a way to guess the password.
    let attempts = &caller.app().limiter;
    attempts
        .check(caller.member_id.as_uuid().as_bytes(), Kind::SignIn)
        .map_err(ApiError::rate_limited)?;
    let passwords = &caller.app().passwords;
    if let Some(hash) = caller.org().password_hash(caller.member_id).await?
        && !passwords.verify(current, Some(&hash)).await?
    {
        return Err(wrong());
    }
    let hash = passwords.hash(&body.new_password).await?;
    caller
        .org()
        .set_password_hash(caller.member_id, &hash)
        .await?;
    caller
        .org()
        .delete_other_sessions(caller.member_id, Some(*id))
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
