//! Whose memory a caller asks for, and whether they may.

use steward_model::{AgentId, Role, Scope};

use crate::auth::Caller;
use crate::error::ApiError;
use crate::routes::{agents, text};

/// The scope that stands for the caller's own memory.
pub(crate) const OWN: &str = "member";
/// The scope that stands for the whole organisation's.
pub(crate) const TEAM: &str = "org";

/// The scope that a word of the caller's names. What they may not see is not there.
pub(crate) async fn named(caller: &Caller, field: &str, word: &str) -> Result<Scope, ApiError> {
    let scope = match word {
        TEAM => return Ok(Scope::Org(caller.org_id)),
        OWN => return Ok(Scope::Member(caller.member_id)),
        word => word.parse().ok(),
    };
    let org = caller.org();
    let is_there = match scope {
        Some(scope @ Scope::Member(id)) => {
            may_see(caller, scope).await? && org.member(id).await?.is_some()
        }
        Some(scope @ Scope::Agent(_)) => may_see(caller, scope).await?,
        Some(Scope::Contact(id)) => match org.contact(id).await? {
            Some(contact) if contact.forgotten => return Err(ApiError::forgotten()),
            contact => contact.is_some(),
        },
        Some(Scope::Org(_)) | None => {
            let message =
                "This must be `org`, `member`, or `member:`, `contact:` or `agent:` and an id.";
            return Err(ApiError::invalid_field(field, message));
        }
    };
    scope.filter(|_| is_there).ok_or_else(ApiError::not_found)
}

/// Whether what is in a scope of this organisation is shown to the caller. A member's own agent's is as that member's.
pub(crate) async fn may_see(caller: &Caller, scope: Scope) -> Result<bool, ApiError> {
    Ok(match scope {
        Scope::Member(id) => id == caller.member_id || caller.role >= Role::Admin,
        Scope::Agent(id) => {
            let agent = caller.org().agent(id).await?;
            agent.is_some_and(|agent| agents::may_see(caller, &agent))
        }
        Scope::Org(_) | Scope::Contact(_) => true,
    })
}

/// A scope as callers name it.
pub(crate) fn word(scope: Scope) -> String {
    match scope {
        Scope::Org(_) => TEAM.to_owned(),
        Scope::Member(_) | Scope::Agent(_) | Scope::Contact(_) => scope.to_string(),
    }
}

/// An agent of the organisation that a caller names.
pub(crate) async fn agent(caller: &Caller, id: Option<&str>) -> Result<Option<AgentId>, ApiError> {
    let Some(id) = id else { return Ok(None) };
    let id = text::id("agent_id", id)?;
    match may_see(caller, Scope::Agent(id)).await? {
        true => Ok(Some(id)),
        false => Err(ApiError::not_found()),
    }
}
