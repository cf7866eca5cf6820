//! What a program sends to have a response, with everything it refers to.

use std::collections::BTreeMap;

use http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use steward_model::AgentId;
use steward_store::{ONCE, StoredResponse};
use utoipa::ToSchema;

use super::{THREAD, find};
use crate::app::Asking;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{AsObject, object};
use crate::routes::openai::answer::{Coming, ask_agent, ask_model};
use crate::routes::openai::documented::{
    Besides, CacheOptions, CacheRetention, ContextManagement, Moderation, Reasoning, ServiceTier,
    StreamOptions,
};
use crate::routes::openai::format::{TextFormat, TextWish};
use crate::routes::openai::models::{self, Answerer};
use crate::routes::openai::spoken::spoken;
use crate::routes::openai::tools::{self, FunctionTool, ToolChoice};
use crate::routes::openai::truncation::{MARKER, Truncation, too_far_back};
use crate::routes::openai::wish::Wish;
use crate::routes::openai::{conversations, instructions, items, new_id, references, wrong};

/// Responses that are read to learn what one goes on from.
const MOST_TURNS: usize = 500;

/// What is wanted. Fields that are not known are let pass; one that is documented has the type that is documented, heeded or not.
#[derive(Debug, Deserialize, ToSchema)]
#[expect(
    dead_code,
    reason = "some fields are read to refuse what they cannot be"
)]
pub(crate) struct CreateResponse {
    /// A model that is set up, or `steward:<agent>`.
    #[schema(min_length = 1, max_length = 200)]
    model: String,
    input: Option<ResponseInput>,
    /// What the model is to heed; not inherited from the response before. Without it a model heeds your default instruction.
    instructions: Option<String>,
    /// The response that this one goes on from.
    previous_response_id: Option<String>,
    /// The conversation that this is part of; instead of `previous_response_id`.
    conversation: Option<ConversationChoice>,
    /// Whether it can be asked for again and is remembered; so it is unless this is false.
    store: Option<bool>,
    stream: Option<bool>,
    background: Option<bool>,
    /// Functions that the caller runs. Not for agents, which have tools of their own.
    #[schema(value_type = Option<Vec<FunctionTool>>)]
    tools: Option<Vec<AsObject<FunctionTool>>>,
    tool_choice: Option<ToolChoice>,
    parallel_tool_calls: Option<bool>,
    #[schema(minimum = 16)]
    max_output_tokens: Option<u32>,
    #[schema(minimum = 0, maximum = 2)]
    temperature: Option<f64>,
    #[schema(minimum = 0, maximum = 1)]
    top_p: Option<f64>,
    truncation: Option<Truncation>,
    /// At most 16 words to find it by.
    metadata: Option<BTreeMap<String, String>>,
    #[serde(default, deserialize_with = "object")]
    text: Option<TextWish>,
    /// Instructions that are kept elsewhere; there are none here, and the request is refused.
    #[schema(value_type = Option<Object>)]
    prompt: Option<Map<String, Value>>,
    #[serde(default, deserialize_with = "object")]
    reasoning: Option<Reasoning>,
    #[serde(default, deserialize_with = "object")]
    stream_options: Option<StreamOptions>,
    #[schema(value_type = Option<Vec<ContextManagement>>)]
    context_management: Option<Vec<AsObject<ContextManagement>>>,
    #[serde(default, deserialize_with = "object")]
    moderation: Option<Moderation>,
    include: Option<Vec<Besides>>,
    #[schema(minimum = 1)]
    max_tool_calls: Option<u32>,
    #[schema(minimum = 0, maximum = 20)]
    top_logprobs: Option<u32>,
    service_tier: Option<ServiceTier>,
    user: Option<String>,
    safety_identifier: Option<String>,
    prompt_cache_key: Option<String>,
    prompt_cache_retention: Option<CacheRetention>,
    #[serde(default, deserialize_with = "object")]
    prompt_cache_options: Option<CacheOptions>,
}

/// One message of the user, or several items.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum ResponseInput {
    Text(String),
    #[schema(value_type = Vec<Object>)]
    Items(Vec<Value>),
}

/// A conversation, by its id.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum ConversationChoice {
    Id(String),
    Object { id: String },
}

/// A request that can be answered.
pub(super) struct Asked {
    pub(super) id: String,
    body: CreateResponse,
    answerer: Answerer,
    /// What is new.
    pub(super) input: Vec<Value>,
    /// What was said before it.
    earlier: Vec<Value>,
    /// Whether more was said before that than is read.
    has_more: bool,
    /// The thread of the response before, by its key and its agent, if nothing else was said on it since.
    thread: Option<(String, AgentId)>,
    /// Whether it goes on from what was said in private, or names it.
    from_private: bool,
    pub(super) conversation: Option<steward_store::Conversation>,
}

impl CreateResponse {
    pub(super) fn streams(&self) -> bool {
        self.stream == Some(true)
    }

    pub(super) fn in_background(&self) -> bool {
        self.background == Some(true)
    }

    fn check(&self) -> Result<(), ApiError> {
        if self.previous_response_id.is_some() && self.conversation.is_some() {
            let message = "Give `previous_response_id` or `conversation`, not both.";
            return Err(wrong("previous_response_id", message));
        }
        if self.in_background() && self.store == Some(false) {
            let message = "What is not stored cannot be asked for later.";
            return Err(wrong("background", message));
        }
        if self.max_output_tokens.is_some_and(|most| most < 16) {
            return Err(wrong("max_output_tokens", "This must be at least 16."));
        }
        if self.top_p.is_some_and(|top| !(0.0..=1.0).contains(&top)) {
            return Err(wrong("top_p", "This must be from 0 to 1."));
        }
        if self.prompt.is_some() {
            let message = "No prompts are kept here: give its text as `instructions`.";
            return Err(wrong("prompt", message));
        }
        if self.max_tool_calls == Some(0) {
            return Err(wrong("max_tool_calls", "This must be at least 1."));
        }
        if self.top_logprobs.is_some_and(|most| most > 20) {
            return Err(wrong("top_logprobs", "This must be from 0 to 20."));
        }
        metadata("metadata", self.metadata.as_ref())
    }

    fn new_items(&self) -> Result<Vec<Value>, ApiError> {
        match &self.input {
            None => Ok(Vec::new()),
            Some(ResponseInput::Text(text)) => Ok(vec![items::user(text)]),
            Some(ResponseInput::Items(all)) => items::read("input", all),
        }
    }

    fn format(&self) -> TextFormat {
        let text = self.text.as_ref();
        text.and_then(|text| text.format.clone())
            .unwrap_or_default()
    }

    fn tools(&self) -> &[AsObject<FunctionTool>] {
        self.tools.as_deref().unwrap_or_default()
    }
}

impl Asked {
    /// Reads a request and finds what it refers to.
    pub(super) async fn read(caller: &Caller, mut body: CreateResponse) -> Result<Self, ApiError> {
        body.check()?;
        let answerer = models::find(caller, &body.model).await?;
        if body.instructions.is_none() && matches!(answerer, Answerer::Model(_)) {
            body.instructions = instructions::usual(caller).await?;
        }
        let from_private = match &mut body.input {
            Some(ResponseInput::Items(items)) => references::resolve(caller, items).await?,
            _ => false,
        };
        let input = body.new_items()?;
        let mut asked = Self {
            id: new_id("resp"),
            answerer,
            input,
            earlier: Vec::new(),
            has_more: false,
            thread: None,
            from_private,
            conversation: None,
            body,
        };
        if let Some(id) = asked.body.previous_response_id.clone() {
            asked.go_on_from(caller, &id).await?;
        }
        if let Some(choice) = &asked.body.conversation {
            let (ConversationChoice::Id(id) | ConversationChoice::Object { id }) = choice;
            let conversation = conversations::find(caller, id).await?;
            if asked.from_private && !conversation.private {
                let message =
                    "What was said in private cannot be named in a conversation that is not.";
                return Err(wrong("input", message));
            }
            (asked.earlier, asked.has_more) =
                conversations::everything(caller, &conversation.id).await?;
            asked.conversation = Some(conversation);
        }
        Ok(asked)
    }

    /// Whether it can be asked for again.
    pub(super) fn is_kept(&self) -> bool {
        self.body.store != Some(false)
    }

    /// Whether nothing of it is remembered elsewhere.
    pub(super) fn is_private(&self) -> bool {
        let private = self.conversation.as_ref();
        !self.is_kept()
            || self.from_private
            || private.is_some_and(|conversation| conversation.private)
    }

    /// Has it answered.
    pub(super) async fn ask(&self, caller: &Caller) -> Result<Coming, ApiError> {
        let mut wish = self.wish()?;
        let asking = &caller.app().settings.asking;
        let agent = match &self.answerer {
            Answerer::Model(model) => {
                wish.items = self.whole()?;
                return Ok(ask_model(caller, wish.request(model, asking)?));
            }
            Answerer::Agent(agent) => *agent,
        };
        wish.temperature_milli(asking)?;
        if !self.body.tools().is_empty() {
            let message = "An agent has tools of its own: functions of the caller are for models.";
            return Err(wrong("tools", message));
        }
        let (key, is_known) = self.thread(caller, agent).await?;
        let told = match is_known {
            true => &self.input,
            false => &self.whole()?,
        };
        let said = spoken(told, self.body.instructions.as_deref(), wish.truncation)?;
        ask_agent(caller, (agent, &key), said, self.is_private()).await
    }

    /// The response before it is answered.
    pub(super) fn draft(&self, created_at: i64, asking: &Asking) -> Value {
        let body = &self.body;
        let usual = f64::from(asking.temperature_milli) / 1000.0;
        let mut draft = json!({
            "id": self.id, "object": "response", "created_at": created_at, "completed_at": null,
            "status": "in_progress", "incomplete_details": null, "error": null, "model": body.model,
            "output": [], "usage": null, "instructions": body.instructions,
            "previous_response_id": body.previous_response_id,
            "tools": tools::echo(body.tools()), "tool_choice": "auto",
            "parallel_tool_calls": body.parallel_tool_calls.unwrap_or(true),
            "truncation": match body.truncation.unwrap_or_default() {
                Truncation::Auto => "auto",
                Truncation::Disabled => "disabled",
            },
            "text": {"format": self.body.format()},
            "temperature": body.temperature.unwrap_or(usual), "top_p": body.top_p.unwrap_or(1.0),
            "presence_penalty": 0.0, "frequency_penalty": 0.0, "top_logprobs": 0,
            "reasoning": {"effort": null, "summary": null}, "max_output_tokens": body.max_output_tokens,
            "max_tool_calls": null, "store": self.is_kept(), "background": body.in_background(),
            "service_tier": "default", "metadata": body.metadata.clone().unwrap_or_default(),
            "safety_identifier": null, "prompt_cache_key": null,
        });
        if let Some(choice) = &body.tool_choice {
            draft["tool_choice"] = choice.echo();
        }
        if let Some(conversation) = &self.conversation {
            draft["conversation"] = json!({"id": conversation.id});
        }
        draft
    }

    fn wish(&self) -> Result<Wish, ApiError> {
        let body = &self.body;
        Ok(Wish {
            instructions: body.instructions.clone(),
            items: Vec::new(),
            stop: Vec::new(),
            tools: tools::read(body.tools(), body.tool_choice.as_ref())?,
            max_tokens: body.max_output_tokens,
            temperature: body.temperature,
            truncation: body.truncation.unwrap_or_default(),
            form: body.format().form()?,
        })
    }

    /// The whole conversation, oldest first. Where its beginning is too far back to be read, that is told: to the model if it may
    /// be left out, and to the program if not.
    fn whole(&self) -> Result<Vec<Value>, ApiError> {
        let left_out = match (self.has_more, self.body.truncation.unwrap_or_default()) {
            (false, _) => None,
            (true, Truncation::Auto) => Some(items::user(MARKER)),
            (true, Truncation::Disabled) => return Err(too_far_back()),
        };
        let all = left_out.iter().chain(&self.earlier).chain(&self.input);
        Ok(all.cloned().collect())
    }

    /// Where an agent answers, and whether it knows what was said before.
    async fn thread(&self, caller: &Caller, agent: AgentId) -> Result<(String, bool), ApiError> {
        if !self.is_kept() {
            return Ok((format!("{ONCE}{}", self.id), false));
        }
        if let Some(conversation) = &self.conversation {
            let key = format!("{THREAD}{}", conversation.id);
            let is_known = knows(caller, agent, &key).await?;
            return Ok((key, is_known));
        }
        match &self.thread {
            Some((key, same)) if *same == agent => Ok((key.clone(), true)),
            _ => Ok((format!("{THREAD}{}", self.id), false)),
        }
    }

    /// Takes up what was said before, the oldest first.
    async fn go_on_from(&mut self, caller: &Caller, previous: &str) -> Result<(), ApiError> {
        let mut turns = Vec::new();
        let mut next = Some(previous.to_owned());
        while let Some(id) = next.take() {
            if turns.len() == MOST_TURNS {
                self.has_more = true;
                break;
            }
            let (stored, kept) = match find(caller, &id).await {
                Ok(found) => found,
                Err(error) if error.status != StatusCode::NOT_FOUND => return Err(error),
                Err(_) if turns.is_empty() => return Err(unknown(previous)),
                // It was deleted; what came after it is still there.
                Err(_) => break,
            };
            // What it says last is not written yet, and cannot be gone on from.
            if stored.running {
                return Err(unfinished(&id));
            }
            let private = kept.is_private(caller).await?;
            // What is private now must not be said where it is remembered.
            if turns.is_empty() && (private || !self.from_private) {
                self.thread = newest_of_thread(caller, &stored).await?;
            }
            self.from_private |= private;
            next = kept.response["previous_response_id"]
                .as_str()
                .map(str::to_owned);
            turns.push(kept.items());
        }
        self.earlier = turns.into_iter().rev().flatten().collect();
        items::drop_orphans(&mut self.earlier);
        Ok(())
    }
}

/// The thread of a response, by its key and its agent, unless another response went on from it there: what was said since is
/// not part of what the next one goes on from.
async fn newest_of_thread(
    caller: &Caller,
    stored: &StoredResponse,
) -> Result<Option<(String, AgentId)>, ApiError> {
    let (org, Some(thread)) = (caller.org(), stored.thread_id) else {
        return Ok(None);
    };
    if org.newest_response_on(thread).await? != Some(stored.id.clone()) {
        return Ok(None);
    }
    let thread = org.thread(thread).await?;
    Ok(thread.map(|thread| (thread.correlation_key, thread.agent_id)))
}

/// Whether an agent has a thread of this key with the caller.
async fn knows(caller: &Caller, agent: AgentId, key: &str) -> Result<bool, ApiError> {
    let org = caller.org();
    for thread in org.members_threads(caller.member_id, key).await? {
        let thread = org.thread(thread).await?;
        if thread.is_some_and(|thread| thread.agent_id == agent) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Refuses what OpenAI would not note either.
pub(crate) fn metadata(
    param: &str,
    metadata: Option<&BTreeMap<String, String>>,
) -> Result<(), ApiError> {
    let Some(metadata) = metadata else {
        return Ok(());
    };
    let fits = |(key, value): (&String, &String)| key.len() <= 64 && value.chars().count() <= 512;
    match metadata.len() <= 16 && metadata.iter().all(fits) {
        true => Ok(()),
        false => Err(wrong(
            param,
            "This must have at most 16 words of at most 64 letters, each with at most 512.",
        )),
    }
}

fn unknown(previous: &str) -> ApiError {
    let message = format!("Previous response with id '{previous:.100}' not found.");
    ApiError::bad_request("previous_response_not_found", message).blaming("previous_response_id")
}

fn unfinished(previous: &str) -> ApiError {
    let message = format!(
        "Previous response with id '{previous:.100}' is still being written. Wait until it has ended, or cancel it."
    );
    ApiError::bad_request("previous_response_in_progress", message).blaming("previous_response_id")
}
