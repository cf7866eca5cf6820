//! How a member wants their agent.

use serde::{Deserialize, Serialize};
use steward_store::{Agent, AgentConfig, NewAgent, Preferences};
use utoipa::ToSchema;

use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, given, object};
use crate::openapi::Failures;
use crate::routes::text;

const LONGEST_PROMPT: usize = 20_000;
const LONGEST_WORDS: usize = 500;
const CONTEXT: std::ops::RangeInclusive<u32> = 4_000..=2_000_000;
const THRESHOLD: std::ops::RangeInclusive<f64> = 0.3..=0.95;

/// How your agent is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AgentConfig)]
pub(crate) struct AgentConfigView {
    /// Whether the routes of your agent answer.
    enabled: bool,
    #[schema(format = "uuid")]
    agent_id: Option<String>,
    /// Your one conversation; null before it began.
    #[schema(format = "uuid")]
    conversation_id: Option<String>,
    /// `provider:model`; null for the configured one.
    model: Option<String>,
    /// Null for the built-in one.
    system_prompt: Option<String>,
    preferences: PreferencesBody,
    /// What a prompt may hold, in tokens; null for what is configured.
    max_context_tokens: Option<u32>,
    /// How full a prompt may get before the older half is summarised, from 0.3 to 0.95; null for what is configured.
    compaction_threshold: Option<f64>,
    /// Grows with every change; null before there is an agent.
    revision: Option<i64>,
}

/// What you like; null is no preference.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PreferencesBody {
    /// Where you are, like `Europe/Vienna`.
    time_zone: Option<String>,
    /// How you want to be answered.
    style: Option<String>,
    /// In which language.
    language: Option<String>,
}

/// What is to change; what is left out stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AgentConfigChange {
    /// The revision that was read. If it is not the newest, somebody was faster, and nothing is changed.
    revision: Option<i64>,
    enabled: Option<bool>,
    /// One of the models that were set up, as `GET /v1/models` names them; empty or null for the configured one.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>, max_length = 200)]
    model: Option<Option<String>>,
    /// Empty or null for the built-in one.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>, max_length = 20000)]
    system_prompt: Option<Option<String>>,
    #[serde(default, deserialize_with = "object")]
    preferences: Option<PreferencesChange>,
    /// Null for what is configured.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<u32>, minimum = 4000, maximum = 2000000)]
    max_context_tokens: Option<Option<u32>>,
    /// Null for what is configured.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<f64>, minimum = 0.3, maximum = 0.95)]
    compaction_threshold: Option<Option<f64>>,
    /// Let pass and not heeded, so that what was read can be sent back.
    #[expect(dead_code, reason = "it is read to be let pass")]
    agent_id: Option<String>,
    /// The same.
    #[expect(dead_code, reason = "it is read to be let pass")]
    conversation_id: Option<String>,
}

/// What you like from now on; what is left out stays, an empty text or null is no preference.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PreferencesChange {
    /// Where you are, like `Europe/Vienna`.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>, max_length = 64)]
    time_zone: Option<Option<String>>,
    /// How you want to be answered.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>, max_length = 500)]
    style: Option<Option<String>>,
    /// In which language.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>, max_length = 500)]
    language: Option<Option<String>>,
}

/// How your agent is
#[utoipa::path(
    get, path = "/v1/agent/config", tag = "agent", security(("bearer" = []), ("session" = [])),
    responses((status = 200, body = AgentConfigView), Failures)
)]
pub(crate) async fn get_agent_config(caller: Caller) -> Result<Json<AgentConfigView>, ApiError> {
    let org = caller.org();
    let Some(config) = org.agent_config(caller.member_id).await? else {
        return Ok(Json(AgentConfigView::of(None, None)));
    };
    let agent = org.agent(config.agent_id).await?;
    Ok(Json(AgentConfigView::of(Some(config), agent)))
}

/// Change how your agent is
///
/// The first time it is made, with the memory that everybody begins with and a conversation.
#[utoipa::path(
    put, path = "/v1/agent/config", tag = "agent", security(("bearer" = []), ("session" = [])),
    request_body = AgentConfigChange, responses((status = 200, body = AgentConfigView), Failures)
)]
pub(crate) async fn put_agent_config(
    caller: Caller,
    Json(body): Json<AgentConfigChange>,
) -> Result<Json<AgentConfigView>, ApiError> {
    body.check()?;
    let config = super::set_up(&caller).await?;
    let org = caller.org();
    let agent = org.agent(config.agent_id).await?;
    let agent = agent.ok_or_else(ApiError::not_found)?;
    let revision = body.revision.unwrap_or(agent.revision);
    let settings = body.applied_to(&agent.settings);
    if settings.model != agent.settings.model {
        offered(&caller, settings.model.as_deref())?;
    }
    if settings != agent.settings {
        has_room(&caller, &settings).await?;
    }
    let replaced = match settings == agent.settings {
        true => revision == agent.revision,
        false => {
            let by = Some(caller.member_id);
            org.replace_agent(agent.id, revision, settings, by).await?
        }
    };
    if !replaced {
        return Err(ApiError::changed_meanwhile());
    }
    if let Some(enabled) = body.enabled {
        org.enable_agent(caller.member_id, enabled).await?;
    }
    get_agent_config(caller).await
}

impl AgentConfigChange {
    fn check(&self) -> Result<(), ApiError> {
        if let Some(Some(model)) = &self.model {
            text::long("model", model, 200)?;
        }
        if let Some(Some(prompt)) = &self.system_prompt {
            text::long("system_prompt", prompt, LONGEST_PROMPT)?;
        }
        if let Some(liked) = &self.preferences {
            liked.check()?;
        }
        let tokens = self.max_context_tokens.flatten();
        if tokens.is_some_and(|it| !CONTEXT.contains(&it)) {
            let message = "This must be from 4000 to 2000000.";
            return Err(ApiError::invalid_field("max_context_tokens", message));
        }
        let threshold = self.compaction_threshold.flatten();
        if threshold.is_some_and(|it| !THRESHOLD.contains(&it)) {
            let message = "This must be from 0.3 to 0.95.";
            return Err(ApiError::invalid_field("compaction_threshold", message));
        }
        Ok(())
    }

    /// The agent as it is to be. What cannot be set here stays.
    fn applied_to(&self, agent: &NewAgent) -> NewAgent {
        let mut agent = agent.clone();
        if let Some(model) = &self.model {
            agent.model = model.as_deref().and_then(said);
        }
        let profile = &mut agent.profile;
        if let Some(prompt) = &self.system_prompt {
            profile.instructions = prompt.as_deref().and_then(said).unwrap_or_default();
        }
        let liked = &mut profile.preferences;
        if let Some(new) = &self.preferences {
            for (old, new) in [
                (&mut liked.zone, &new.time_zone),
                (&mut liked.style, &new.style),
                (&mut liked.language, &new.language),
            ] {
                if let Some(new) = new {
                    *old = new.as_deref().and_then(said);
                }
            }
        }
        if let Some(tokens) = self.max_context_tokens {
            liked.context_tokens = tokens;
        }
        if let Some(threshold) = self.compaction_threshold {
            liked.compaction_percent = threshold.map(|it| (it * 100.0).round() as u32);
        }
        agent
    }
}

impl PreferencesChange {
    fn check(&self) -> Result<(), ApiError> {
        for (field, text) in [
            ("preferences.style", &self.style),
            ("preferences.language", &self.language),
        ] {
            let text = text.as_ref().and_then(Option::as_deref);
            text::long(field, text.unwrap_or_default(), LONGEST_WORDS)?;
        }
        match self.time_zone.as_ref().and_then(Option::as_deref) {
            None | Some("") => Ok(()),
            Some(zone) if jiff::tz::TimeZone::get(zone).is_ok() => Ok(()),
            Some(_) => Err(ApiError::invalid_field(
                "preferences.time_zone",
                "This must be the name of a time zone, like `Europe/Vienna`.",
            )),
        }
    }
}

impl AgentConfigView {
    fn of(config: Option<AgentConfig>, agent: Option<Agent>) -> Self {
        let revision = agent.as_ref().map(|agent| agent.revision);
        let settings = agent.map(|agent| agent.settings);
        let model = settings
            .as_ref()
            .and_then(|settings| settings.model.clone());
        let profile = settings
            .map(|settings| settings.profile)
            .unwrap_or_default();
        let Preferences {
            zone,
            style,
            language,
            context_tokens,
            compaction_percent,
        } = profile.preferences;
        Self {
            enabled: config.is_some_and(|config| config.enabled),
            agent_id: config.map(|config| config.agent_id.to_string()),
            conversation_id: config
                .and_then(|config| config.thread_id)
                .map(|id| id.to_string()),
            model,
            system_prompt: said(&profile.instructions),
            preferences: PreferencesBody {
                time_zone: zone,
                style,
                language,
            },
            max_context_tokens: context_tokens,
            compaction_threshold: compaction_percent.map(|percent| f64::from(percent) / 100.0),
            revision,
        }
    }
}

/// A name of a model can hold an address, and whoever chose freely could make the server call any. Members choose among those
/// that were set up.
fn offered(caller: &Caller, model: Option<&str>) -> Result<(), ApiError> {
    let known = &caller.app().settings.asking.models;
    match model {
        Some(model) if !known.iter().any(|name| name == model) => {
            let message = match known.is_empty() {
                true => "No model is set up. Leave this empty.".to_owned(),
                false => format!("This must be empty or one of: {}.", known.join(", ")),
            };
            Err(ApiError::invalid_field("model", message))
        }
        _ => Ok(()),
    }
}

/// A prompt that its instructions and tools fill has no room for what is said.
async fn has_room(caller: &Caller, settings: &NewAgent) -> Result<(), ApiError> {
    let runtime = &caller.app().runtime;
    let standing = runtime.standing(caller.holder().org_id, settings).await;
    match standing.leaves_room() {
        true => Ok(()),
        false => Err(ApiError::invalid_field(
            "max_context_tokens",
            format!(
                "This must be at least {}: your agent's instructions and tools take most of it.",
                standing.least
            ),
        )),
    }
}

/// A text that says something.
fn said(text: &str) -> Option<String> {
    (!text.trim().is_empty()).then(|| text.to_owned())
}
