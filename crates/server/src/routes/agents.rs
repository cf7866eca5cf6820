//! Agents: identities that answer.

pub(crate) mod drafts;

use http::StatusCode;
use serde::{Deserialize, Serialize};
use steward_llm::ModelName;
use steward_model::{AgentId, Role, SendMode};
use steward_store::{Agent, AgentProfile, NewAgent, Page, Preferences};
use utoipa::ToSchema;

use super::openai::models::may_use;
use super::page::{List, PageQuery};
use super::text;
use super::words::{MemoryModeWord, SendModeWord};
use crate::assistant;
use crate::auth::Caller;
use crate::config::OFFLINE;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;

/// The longest of persona, goals and instructions.
const LONGEST: usize = 20_000;
const MOST_TOOLS: usize = 100;

/// An agent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Agent)]
pub(crate) struct AgentView {
    #[schema(format = "uuid")]
    id: String,
    /// Whose it is; null for the organisation's own.
    #[schema(format = "uuid")]
    member_id: Option<String>,
    name: String,
    /// The system agent it was cloned from.
    source: Option<String>,
    persona: String,
    goals: String,
    instructions: String,
    /// What an optimiser made of the instructions; null if none did.
    optimised_instructions: Option<String>,
    /// Null for the configured one.
    model: Option<String>,
    tools: Vec<String>,
    send_mode: SendModeWord,
    memory_mode: MemoryModeWord,
    /// In millionths of a dollar; null for the configured limit.
    daily_micros: Option<i64>,
    daily_tokens: Option<i64>,
    /// Grows with every change.
    revision: i64,
    #[schema(format = DateTime)]
    created_at: String,
}

/// An agent to be made. It drafts; change it to let it send.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewAgent)]
pub(crate) struct NewAgentBody {
    #[schema(min_length = 1, max_length = 200)]
    name: String,
    /// How it speaks.
    #[schema(max_length = 20000)]
    persona: Option<String>,
    /// What it is for.
    #[schema(max_length = 20000)]
    goals: Option<String>,
    /// What it must do and must not do.
    #[schema(max_length = 20000)]
    instructions: Option<String>,
    /// The same as an optimiser wrote it, which is used instead while prompt optimisation is on.
    #[schema(max_length = 20000)]
    optimised_instructions: Option<String>,
    /// `provider:model`; without it the configured one.
    #[schema(max_length = 200)]
    model: Option<String>,
    /// The tools it may have.
    #[schema(max_items = 100)]
    tools: Option<Vec<String>>,
    memory_mode: Option<MemoryModeWord>,
    /// What it may spend in a day, in millionths of a dollar.
    #[schema(minimum = 0)]
    daily_micros: Option<i64>,
    /// The same in tokens.
    #[schema(minimum = 0)]
    daily_tokens: Option<i64>,
}

/// Everything that can be set of an agent, as it is to be from now on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AgentChange {
    /// The revision that was read. If it is not the newest, somebody was faster, and nothing is changed.
    revision: i64,
    /// Whether it drafts or sends. That it sends is put on the record, with who decided it.
    send_mode: SendModeWord,
    #[schema(min_length = 1, max_length = 200)]
    name: String,
    /// How it speaks.
    #[schema(max_length = 20000)]
    persona: Option<String>,
    /// What it is for.
    #[schema(max_length = 20000)]
    goals: Option<String>,
    /// What it must do and must not do.
    #[schema(max_length = 20000)]
    instructions: Option<String>,
    /// The same as an optimiser wrote it, which is used instead while prompt optimisation is on.
    #[schema(max_length = 20000)]
    optimised_instructions: Option<String>,
    /// `provider:model`; without it the configured one.
    #[schema(max_length = 200)]
    model: Option<String>,
    /// The tools it may have.
    #[schema(max_items = 100)]
    tools: Option<Vec<String>>,
    memory_mode: Option<MemoryModeWord>,
    /// What it may spend in a day, in millionths of a dollar.
    #[schema(minimum = 0)]
    daily_micros: Option<i64>,
    /// The same in tokens.
    #[schema(minimum = 0)]
    daily_tokens: Option<i64>,
}

/// Which state of the agent is to be given up.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AgentReset {
    /// The revision that was read. If it is not the newest, somebody was faster, and nothing is changed.
    revision: i64,
}

/// List the agents
#[utoipa::path(
    get, path = "/api/agents", tag = "agents", security(("bearer" = []), ("session" = [])),
    params(PageQuery), responses((status = 200, body = List<AgentView>), Failures)
)]
pub(crate) async fn list_agents(
    caller: Caller,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<AgentView>>, ApiError> {
    let page = query.page()?;
    let agents = caller.org().agents(&page).await?;
    let list = List::cut(
        agents,
        &page,
        |agent| agent.id.to_string(),
        |agent| may_see(&caller, &agent).then(|| AgentView::from(agent)),
    );
    Ok(Json(list.flatten()))
}

/// Make an agent
#[utoipa::path(
    post, path = "/api/agents", tag = "agents", security(("bearer" = []), ("session" = [])),
    request_body = NewAgentBody, responses((status = 201, body = AgentView), Failures)
)]
pub(crate) async fn create_agent(
    caller: Caller,
    Json(body): Json<NewAgentBody>,
) -> Result<(StatusCode, Json<AgentView>), ApiError> {
    caller.require_admin()?;
    let settings = body.settings()?;
    has_room(&caller, &settings).await?;
    let agent = caller.org().create_agent(settings).await?;
    Ok((StatusCode::CREATED, Json(agent.into())))
}

/// One agent
#[utoipa::path(
    get, path = "/api/agents/{agent_id}", tag = "agents", security(("bearer" = []), ("session" = [])),
    params(("agent_id" = String, Path, format = "uuid")),
    responses((status = 200, body = AgentView), Failures)
)]
pub(crate) async fn get_agent(
    caller: Caller,
    Path(id): Path<AgentId>,
) -> Result<Json<AgentView>, ApiError> {
    let agent = caller.org().agent(id).await?;
    let agent = agent.filter(|agent| may_see(&caller, agent));
    Ok(Json(agent.ok_or_else(ApiError::not_found)?.into()))
}

/// Replace what is set of an agent
#[utoipa::path(
    put, path = "/api/agents/{agent_id}", tag = "agents", security(("bearer" = []), ("session" = [])),
    params(("agent_id" = String, Path, format = "uuid")),
    request_body = AgentChange, responses((status = 200, body = AgentView), Failures)
)]
pub(crate) async fn replace_agent(
    caller: Caller,
    Path(id): Path<AgentId>,
    Json(body): Json<AgentChange>,
) -> Result<Json<AgentView>, ApiError> {
    caller.require_admin()?;
    let (revision, mut new) = body.settings()?;
    let org = caller.org();
    let agent = org.agent(id).await?.ok_or_else(ApiError::not_found)?;
    // They are its member's, and set elsewhere.
    new.profile.preferences = agent.settings.profile.preferences;
    replaced(&caller, id, revision, new).await
}

/// Replaces what somebody has read, and shows what became of it.
async fn replaced(
    caller: &Caller,
    id: AgentId,
    revision: i64,
    new: NewAgent,
) -> Result<Json<AgentView>, ApiError> {
    has_room(caller, &new).await?;
    let org = caller.org();
    let by = Some(caller.member_id);
    if !org.replace_agent(id, revision, new, by).await? {
        return Err(ApiError::changed_meanwhile());
    }
    let agent = org.agent(id).await?;
    Ok(Json(agent.ok_or_else(ApiError::not_found)?.into()))
}

/// A prompt that its instructions and tools fill has no room for what is said.
async fn has_room(caller: &Caller, agent: &NewAgent) -> Result<(), ApiError> {
    let runtime = &caller.app().runtime;
    let standing = runtime.standing(caller.holder().org_id, agent).await;
    match standing.leaves_room() {
        true => Ok(()),
        false => Err(ApiError::invalid_field(
            "tools",
            format!(
                "With the instructions these take {} tokens of the {} that a prompt may hold, which leaves no room for \
                 a conversation. Give fewer tools or shorter instructions.",
                standing.instructions + standing.tools,
                standing.budget
            ),
        )),
    }
}

/// Set an agent back to what it was cloned from
///
/// Everything that can be set is again as the system's agent has it; what its member likes stays. For agents that have a `source`.
#[utoipa::path(
    post, path = "/api/agents/{agent_id}/reset", tag = "agents", security(("bearer" = []), ("session" = [])),
    params(("agent_id" = String, Path, format = "uuid")),
    request_body = AgentReset, responses((status = 200, body = AgentView), Failures)
)]
pub(crate) async fn reset_agent(
    caller: Caller,
    Path(id): Path<AgentId>,
    Json(body): Json<AgentReset>,
) -> Result<Json<AgentView>, ApiError> {
    caller.require_admin()?;
    let agent = caller.org().agent(id).await?;
    let settings = agent.ok_or_else(ApiError::not_found)?.settings;
    let Some(mut original) = assistant::original(settings.source.as_deref()) else {
        return Err(ApiError::conflict(
            "This agent was not cloned from one of the system's.",
        ));
    };
    original.profile.preferences = settings.profile.preferences;
    replaced(&caller, id, body.revision, original).await
}

/// Delete an agent
///
/// One that has conversations stays: they are the record of what came in and what was sent.
#[utoipa::path(
    delete, path = "/api/agents/{agent_id}", tag = "agents", security(("bearer" = []), ("session" = [])),
    params(("agent_id" = String, Path, format = "uuid")),
    responses((status = 204, description = "Deleted."), Failures)
)]
pub(crate) async fn delete_agent(
    caller: Caller,
    Path(id): Path<AgentId>,
) -> Result<StatusCode, ApiError> {
    caller.require_admin()?;
    let one = Page {
        after: None,
        limit: 1,
    };
    if !caller.org().threads(&one, Some(id)).await?.is_empty() {
        return Err(ApiError::conflict(
            "This agent has conversations, which are kept as a record. Take its lines and tools away instead.",
        ));
    }
    match caller.org().delete_agent(id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found()),
    }
}

/// A member's own agent, with what it is told to do, is there for them and for admins.
pub(super) fn may_see(caller: &Caller, agent: &Agent) -> bool {
    caller.role >= Role::Admin || may_use(caller, agent)
}

impl NewAgentBody {
    fn settings(self) -> Result<NewAgent, ApiError> {
        let words = |field, text: Option<String>| {
            text::long(field, text.unwrap_or_default().as_str(), LONGEST)
        };
        for (field, limit) in [
            ("daily_micros", self.daily_micros),
            ("daily_tokens", self.daily_tokens),
        ] {
            if limit.is_some_and(|limit| limit < 0) {
                return Err(ApiError::invalid_field(field, "This must not be negative."));
            }
        }
        Ok(NewAgent {
            member_id: None,
            name: text::name("name", &self.name)?,
            source: None,
            profile: AgentProfile {
                persona: words("persona", self.persona)?,
                goals: words("goals", self.goals)?,
                instructions: words("instructions", self.instructions)?,
                optimised: self
                    .optimised_instructions
                    .map(|text| text::long("optimised_instructions", &text, LONGEST))
                    .transpose()?,
                preferences: Preferences::default(),
            },
            model: self.model.map(model).transpose()?,
            tools: tools(&self.tools.unwrap_or_default())?,
            send_mode: SendMode::Suggest,
            memory_mode: self.memory_mode.unwrap_or(MemoryModeWord::Shared).into(),
            daily_micros: self.daily_micros,
            daily_tokens: self.daily_tokens,
        })
    }
}

impl AgentChange {
    fn settings(self) -> Result<(i64, NewAgent), ApiError> {
        let (revision, send_mode) = (self.revision, self.send_mode.into());
        let rest = NewAgentBody {
            name: self.name,
            persona: self.persona,
            goals: self.goals,
            instructions: self.instructions,
            optimised_instructions: self.optimised_instructions,
            model: self.model,
            tools: self.tools,
            memory_mode: self.memory_mode,
            daily_micros: self.daily_micros,
            daily_tokens: self.daily_tokens,
        };
        let settings = NewAgent {
            send_mode,
            ..rest.settings()?
        };
        Ok((revision, settings))
    }
}

fn model(name: String) -> Result<String, ApiError> {
    if name == OFFLINE {
        return Ok(name);
    }
    match name.parse::<ModelName>() {
        Ok(_) => Ok(name),
        Err(error) => Err(ApiError::invalid_field(
            "model",
            format!("This names no model: {error}."),
        )),
    }
}

fn tools(names: &[String]) -> Result<Vec<String>, ApiError> {
    if names.len() > MOST_TOOLS {
        return Err(ApiError::invalid_field(
            "tools",
            "This must have at most 100 names.",
        ));
    }
    names.iter().map(|name| text::name("tools", name)).collect()
}

impl From<Agent> for AgentView {
    fn from(agent: Agent) -> Self {
        let settings = agent.settings;
        Self {
            id: agent.id.to_string(),
            member_id: settings.member_id.map(|id| id.to_string()),
            name: settings.name,
            source: settings.source,
            persona: settings.profile.persona,
            goals: settings.profile.goals,
            instructions: settings.profile.instructions,
            optimised_instructions: settings.profile.optimised,
            model: settings.model,
            tools: settings.tools,
            send_mode: settings.send_mode.into(),
            memory_mode: settings.memory_mode.into(),
            daily_micros: settings.daily_micros,
            daily_tokens: settings.daily_tokens,
            revision: agent.revision,
            created_at: agent.created_at.to_string(),
        }
    }
}
