//! Members of the organisation.

pub(crate) mod forget;
pub(crate) mod identifiers;
pub(crate) mod link;

use http::StatusCode;
use serde::{Deserialize, Serialize};
use steward_model::{IdentifierKind, MemberId, Role, Scope};
use steward_store::{KnownIdentifier, Member, MemberChange, NewMember};
use utoipa::ToSchema;

use super::page::{List, PageQuery};
use super::text;
use crate::assistant;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;

/// A member.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Member)]
pub(crate) struct MemberView {
    #[schema(format = "uuid")]
    id: String,
    name: String,
    role: RoleWord,
    identifiers: Vec<IdentifierView>,
    #[schema(format = DateTime)]
    created_at: String,
}

/// What a member may do.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Role)]
pub(crate) enum RoleWord {
    Owner,
    Admin,
    Member,
}

/// One way a person is known.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Identifier)]
pub(crate) struct IdentifierView {
    #[schema(format = "uuid")]
    id: String,
    kind: KindWord,
    value: String,
}

/// What kind of identifier.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = IdentifierKind)]
pub(crate) enum KindWord {
    Email,
    Phone,
    External,
}

/// A member to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewMember)]
pub(crate) struct NewMemberBody {
    #[schema(min_length = 1, max_length = 200)]
    name: String,
    role: RoleWord,
    #[schema(max_length = 254)]
    email: Option<String>,
    #[schema(max_length = 30)]
    phone: Option<String>,
}

/// What to change; what is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MemberChange)]
pub(crate) struct MemberChangeBody {
    #[schema(min_length = 1, max_length = 200)]
    name: Option<String>,
    role: Option<RoleWord>,
}

/// List the members
#[utoipa::path(
    get, path = "/api/members", tag = "members", security(("bearer" = []), ("session" = [])),
    params(PageQuery), responses((status = 200, body = List<MemberView>), Failures)
)]
pub(crate) async fn list_members(
    caller: Caller,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<MemberView>>, ApiError> {
    let page = query.page()?;
    let members = caller.org().members(&page).await?;
    Ok(Json(List::cut(
        members,
        &page,
        |member| member.id.to_string(),
        MemberView::from,
    )))
}

/// Add a member
#[utoipa::path(
    post, path = "/api/members", tag = "members", security(("bearer" = []), ("session" = [])),
    request_body = NewMemberBody, responses((status = 201, body = MemberView), Failures)
)]
pub(crate) async fn create_member(
    caller: Caller,
    Json(body): Json<NewMemberBody>,
) -> Result<(StatusCode, Json<MemberView>), ApiError> {
    caller.require_admin()?;
    let role = Role::from(body.role);
    if role == Role::Owner {
        caller.require_owner()?;
    }
    let new = NewMember {
        name: text::name("name", &body.name)?,
        role,
        identifiers: text::identifiers(body.email.as_deref(), body.phone.as_deref())?,
    };
    let member = caller.org().create_member(new).await?;
    assistant::welcome(&caller.org(), member.id).await;
    Ok((StatusCode::CREATED, Json(member.into())))
}

/// One member
#[utoipa::path(
    get, path = "/api/members/{member_id}", tag = "members", security(("bearer" = []), ("session" = [])),
    params(("member_id" = String, Path, format = "uuid")),
    responses((status = 200, body = MemberView), Failures)
)]
pub(crate) async fn get_member(
    caller: Caller,
    Path(id): Path<MemberId>,
) -> Result<Json<MemberView>, ApiError> {
    let member = caller
        .org()
        .member(id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    Ok(Json(member.into()))
}

/// Change a member's name or role
#[utoipa::path(
    patch, path = "/api/members/{member_id}", tag = "members", security(("bearer" = []), ("session" = [])),
    params(("member_id" = String, Path, format = "uuid")),
    request_body = MemberChangeBody, responses((status = 200, body = MemberView), Failures)
)]
pub(crate) async fn update_member(
    caller: Caller,
    Path(id): Path<MemberId>,
    Json(body): Json<MemberChangeBody>,
) -> Result<Json<MemberView>, ApiError> {
    caller.require_admin()?;
    let member = caller
        .org()
        .member(id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let role = body.role.map(Role::from);
    if member.role == Role::Owner || role == Some(Role::Owner) {
        caller.require_owner()?;
    }
    let name = body
        .name
        .as_deref()
        .map(|name| text::name("name", name))
        .transpose()?;
    let changed = caller
        .org()
        .update_member(
            id,
            MemberChange {
                name,
                role,
                mail_escalations: None,
                text_escalations: None,
            },
        )
        .await?;
    Ok(Json(changed.ok_or_else(ApiError::not_found)?.into()))
}

/// Delete a member
///
/// Deletes everything that is theirs: keys, sessions, their own memory. What they did for the organisation stays.
#[utoipa::path(
    delete, path = "/api/members/{member_id}", tag = "members", security(("bearer" = []), ("session" = [])),
    params(("member_id" = String, Path, format = "uuid")),
    responses((status = 204, description = "Deleted."), Failures)
)]
pub(crate) async fn delete_member(
    caller: Caller,
    Path(id): Path<MemberId>,
) -> Result<StatusCode, ApiError> {
    changeable(&caller, id).await?;
    if !caller.org().delete_member(id).await? {
        return Err(ApiError::not_found());
    }
    let scope = Scope::Member(id);
    caller.app().runtime.drop_scope(caller.org_id, scope);
    Ok(StatusCode::NO_CONTENT)
}

/// Whoever may change this member: an admin, an owner if it is one.
async fn changeable(caller: &Caller, id: MemberId) -> Result<Member, ApiError> {
    caller.require_admin()?;
    let member = caller
        .org()
        .member(id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    if member.role == Role::Owner {
        caller.require_owner()?;
    }
    Ok(member)
}

impl From<Member> for MemberView {
    fn from(member: Member) -> Self {
        Self {
            id: member.id.to_string(),
            name: member.name,
            role: member.role.into(),
            identifiers: member
                .identifiers
                .into_iter()
                .map(IdentifierView::from)
                .collect(),
            created_at: member.created_at.to_string(),
        }
    }
}

impl From<KnownIdentifier> for IdentifierView {
    fn from(known: KnownIdentifier) -> Self {
        let kind = match known.kind {
            IdentifierKind::Email => KindWord::Email,
            IdentifierKind::Phone => KindWord::Phone,
            IdentifierKind::External => KindWord::External,
        };
        Self {
            id: known.id.to_string(),
            kind,
            value: known.value,
        }
    }
}

impl From<KindWord> for IdentifierKind {
    fn from(kind: KindWord) -> Self {
        match kind {
            KindWord::Email => Self::Email,
            KindWord::Phone => Self::Phone,
            KindWord::External => Self::External,
        }
    }
}

impl From<Role> for RoleWord {
    fn from(role: Role) -> Self {
        match role {
            Role::Owner => Self::Owner,
            Role::Admin => Self::Admin,
            Role::Member => Self::Member,
        }
    }
}

impl From<RoleWord> for Role {
    fn from(role: RoleWord) -> Self {
        match role {
            RoleWord::Owner => Self::Owner,
            RoleWord::Admin => Self::Admin,
            RoleWord::Member => Self::Member,
        }
    }
}
