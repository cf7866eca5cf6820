//! Switches: what is off, and who did it.

use serde::{Deserialize, Serialize};
use steward_model::{Flag, MemberId};
use steward_store::{InstanceFlag, OrgFlag, OrgStore, StoreError};
use utoipa::ToSchema;

use super::text;
use super::words::FlagWord;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path};
use crate::openapi::Failures;

/// The longest reason.
const LONGEST: usize = 500;

/// Everything that can be switched off.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SwitchList)]
pub(crate) struct FlagList {
    /// `agents`, which stops everything, is the first; never cut into pages.
    items: Vec<FlagView>,
}

/// Something that can be switched off.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Switch)]
pub(crate) struct FlagView {
    name: FlagWord,
    /// What stops while it is off.
    stops: &'static str,
    /// Whether it is on, everything counted: this organisation, the installation, the configuration, and `agents`.
    enabled: bool,
    /// Whether this organisation has it on.
    organisation: bool,
    /// Whether whoever runs the installation has it on for everybody.
    installation: bool,
    /// Whether the configuration allows it.
    configuration: bool,
    /// Who in the organisation changed it last; null if nobody did, or if they have left.
    changed_by: Option<ChangedBy>,
    /// When they did.
    #[schema(format = DateTime)]
    changed_at: Option<String>,
    /// Why.
    reason: Option<String>,
    /// When it was last changed for the whole installation.
    #[schema(format = DateTime)]
    installation_changed_at: Option<String>,
}

/// A member who changed something.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SwitchedBy)]
pub(crate) struct ChangedBy {
    #[schema(format = "uuid")]
    id: String,
    name: String,
}

/// What to do to a flag.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SwitchChange)]
pub(crate) struct FlagChange {
    enabled: bool,
    /// Why, for those who wonder.
    #[schema(max_length = 500)]
    reason: Option<String>,
}

/// List the switches
#[utoipa::path(
    get, path = "/api/flags", tag = "organisation", security(("bearer" = []), ("session" = [])),
    responses((status = 200, body = FlagList), Failures)
)]
pub(crate) async fn list_flags(caller: Caller) -> Result<Json<FlagList>, ApiError> {
    let items = views(&caller).await?;
    Ok(Json(FlagList { items }))
}

/// Switch something off, or on again
///
/// For this organisation, within a second and without a restart. What the configuration or the installation has off stays off.
#[utoipa::path(
    put, path = "/api/flags/{name}", tag = "organisation", security(("bearer" = []), ("session" = [])),
    params(("name" = FlagWord, Path)),
    request_body = FlagChange, responses((status = 200, body = FlagView), Failures)
)]
pub(crate) async fn put_flag(
    caller: Caller,
    Path(name): Path<FlagWord>,
    Json(body): Json<FlagChange>,
) -> Result<Json<FlagView>, ApiError> {
    caller.require_admin()?;
    let reason = body.reason.as_deref();
    let reason = reason.map(|reason| text::long("reason", reason, LONGEST));
    let reason = reason.transpose()?.filter(|reason| !reason.is_empty());
    let flag = Flag::from(name);
    let org = caller.org();
    org.set_flag(flag, body.enabled, reason.as_deref(), caller.member_id)
        .await?;
    let mut views = views(&caller).await?.into_iter();
    let view = views.find(|view| Flag::from(view.name) == flag);
    view.map(Json).ok_or_else(ApiError::not_found)
}

async fn views(caller: &Caller) -> Result<Vec<FlagView>, ApiError> {
    let org = caller.org();
    // Who was told of a switch on another node asks here, and must not read what was so before.
    caller.app().store.refresh_switches().await?;
    let own = org.flags().await?;
    let installation = caller.app().store.instance_flags().await?;
    let switches = caller.app().store.switches();
    let mut views = Vec::with_capacity(Flag::ALL.len());
    for flag in Flag::ALL.iter().copied() {
        let own: Option<&OrgFlag> = own.iter().find(|row| row.flag == flag);
        let everybodys: Option<&InstanceFlag> = installation.iter().find(|row| row.flag == flag);
        views.push(FlagView {
            name: flag.into(),
            stops: flag.stops(),
            enabled: switches.is_on(caller.org_id, flag),
            organisation: own.is_none_or(|row| row.enabled),
            installation: everybodys.is_none_or(|row| row.enabled),
            configuration: switches.is_allowed(flag),
            changed_by: changed_by(&org, own.and_then(|row| row.changed_by)).await?,
            changed_at: own.map(|row| row.changed_at.to_string()),
            reason: own.and_then(|row| row.reason.clone()),
            installation_changed_at: everybodys.map(|row| row.changed_at.to_string()),
        });
    }
    Ok(views)
}

async fn changed_by(
    org: &OrgStore<'_>,
    member: Option<MemberId>,
) -> Result<Option<ChangedBy>, StoreError> {
    let Some(member) = member else {
        return Ok(None);
    };
    let member = org.member(member).await?;
    Ok(member.map(|member| ChangedBy {
        id: member.id.to_string(),
        name: member.name,
    }))
}
