//! What can stand as `model` in a request.

use serde::Serialize;
use steward_model::AgentId;
use steward_store::{Agent, Page};
use utoipa::ToSchema;

use crate::assistant;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path};
use crate::openapi::OpenAiFailures;

/// What the name of an agent begins with where a model is expected.
const AGENT: &str = "steward:";
/// The caller's own assistant, by the same name for everybody.
const ASSISTANT: &str = "assistant";
/// Agents that are read at once.
const MANY: u32 = 200;

/// Something that answers.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Model {
    /// What a request calls it.
    id: String,
    #[schema(pattern = "^model$")]
    object: &'static str,
    /// When it was made, in seconds since 1970; 0 where nobody knows.
    #[schema(minimum = 0)]
    created: i64,
    owned_by: &'static str,
    /// What people call it.
    name: String,
}

/// Everything that answers.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ModelList {
    #[schema(pattern = "^list$")]
    object: &'static str,
    data: Vec<Model>,
}

/// Who is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answerer {
    /// A model, by its name.
    Model(String),
    /// An agent, with its memory and its tools.
    Agent(AgentId),
}

/// List what can be asked
///
/// The models that are set up, the one that embeds, and every agent the caller may use as `steward:<id>`; the caller's own
/// is `steward:assistant`.
#[utoipa::path(
    get, path = "/v1/models", tag = "openai", security(("bearer" = []), ("session" = [])),
    responses((status = 200, body = ModelList), OpenAiFailures)
)]
pub(crate) async fn list_models(caller: Caller) -> Result<Json<ModelList>, ApiError> {
    Ok(Json(ModelList {
        object: "list",
        data: all(&caller).await?,
    }))
}

/// One thing that can be asked
#[utoipa::path(
    get, path = "/v1/models/{model}", tag = "openai", security(("bearer" = []), ("session" = [])),
    params(("model" = String, Path, max_length = 200)),
    responses((status = 200, body = Model), OpenAiFailures)
)]
pub(crate) async fn get_model(
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Model>, ApiError> {
    let models = all(&caller).await?;
    let model = models.into_iter().find(|model| model.id == id);
    model.map(Json).ok_or_else(ApiError::not_found)
}

/// Who answers to a name, if the caller may ask them.
pub(super) async fn find(caller: &Caller, model: &str) -> Result<Answerer, ApiError> {
    let unknown = || super::unknown_model(model);
    match model.strip_prefix(AGENT) {
        Some(ASSISTANT) => {
            let agent = assistant::of(&caller.org(), caller.member_id).await?;
            Ok(Answerer::Agent(agent))
        }
        Some(id) => {
            let id: AgentId = id.parse().map_err(|_| unknown())?;
            let agent = caller.org().agent(id).await?;
            let agent = agent.filter(|agent| may_use(caller, agent));
            agent
                .map(|agent| Answerer::Agent(agent.id))
                .ok_or_else(unknown)
        }
        None => {
            let mut known = caller.app().settings.asking.models.iter();
            let known = known.find(|name| *name == model).cloned();
            known.map(Answerer::Model).ok_or_else(unknown)
        }
    }
}

/// What embeds.
pub(super) fn embedder(caller: &Caller) -> &str {
    caller.app().runtime.memory().meaning().name()
}

async fn all(caller: &Caller) -> Result<Vec<Model>, ApiError> {
    let named = caller.app().settings.asking.models.iter();
    let named = named.map(String::as_str).chain([embedder(caller)]);
    let mut models: Vec<Model> = named.map(|name| model(name.to_owned(), name, 0)).collect();
    models.push(model(format!("{AGENT}{ASSISTANT}"), "Assistant", 0));
    let mut page = Page {
        after: None,
        limit: MANY,
    };
    loop {
        let agents = caller.org().agents(&page).await?;
        let usable = agents.iter().filter(|agent| may_use(caller, agent));
        models.extend(usable.map(|agent| {
            let since = agent.created_at.as_micros() / 1_000_000;
            model(format!("{AGENT}{}", agent.id), &agent.settings.name, since)
        }));
        match agents.last() {
            Some(last) if agents.len() == MANY as usize => page.after = Some(last.id.to_string()),
            _ => return Ok(models),
        }
    }
}

fn model(id: String, name: &str, created: i64) -> Model {
    Model {
        id,
        object: "model",
        created,
        owned_by: "steward",
        name: name.to_owned(),
    }
}

/// An agent that is a member's own is nobody else's.
pub(in crate::routes) fn may_use(caller: &Caller, agent: &Agent) -> bool {
    let owner = agent.settings.member_id;
    owner.is_none_or(|member| member == caller.member_id)
}
