//! The agent's own API: one agent and one conversation per member, for those who want it.

pub(crate) mod chat;
pub(crate) mod config;
pub(crate) mod conversations;

use http::StatusCode;
use steward_store::AgentConfig;

use crate::assistant;
use crate::auth::Caller;
use crate::error::ApiError;

/// How the caller uses it; refuses those who have not turned it on.
async fn enabled(caller: &Caller) -> Result<AgentConfig, ApiError> {
    match caller.org().agent_config(caller.member_id).await? {
        Some(config) if config.enabled => Ok(config),
        _ => Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "agent_disabled",
            "Your agent is turned off. Turn it on with `PUT /v1/agent/config` and `{\"enabled\": true}`.",
        )),
    }
}

/// The same for whoever sets it up: what is missing is made.
async fn set_up(caller: &Caller) -> Result<AgentConfig, ApiError> {
    let org = caller.org();
    match org.agent_config(caller.member_id).await? {
        Some(config) => Ok(config),
        None => Ok(assistant::initialise(&org, caller.member_id).await?),
    }
}
