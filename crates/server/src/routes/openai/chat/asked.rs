//! What a program sends to have a chat completion.

use std::collections::BTreeMap;

use serde::Deserialize;
use utoipa::ToSchema;

use super::messages::{self, ChatMessageBody};
use crate::error::ApiError;
use crate::extract::{AsObject, object};
use crate::routes::openai::documented::{
    Audio, CacheOptions, CacheRetention, Effort, Moderation, OldFunction, OldFunctionChoice,
    Prediction, ServiceTier, Verbosity, WebSearch,
};
use crate::routes::openai::format::ResponseFormat;
use crate::routes::openai::responses::metadata;
use crate::routes::openai::tools::{self, ChatTool, ToolChoice};
use crate::routes::openai::wish::Wish;
use crate::routes::openai::wrong;

/// Words at which an answer ends.
const MOST_STOPS: usize = 4;

/// What is wanted. Fields that are not known are let pass; one that is documented has the type that is documented, heeded or not.
#[derive(Debug, Deserialize, ToSchema)]
#[expect(
    dead_code,
    reason = "some fields are read to refuse what they cannot be"
)]
pub(crate) struct CreateCompletion {
    /// A model that is set up, or `steward:<agent>`.
    #[schema(min_length = 1, max_length = 200)]
    pub(super) model: String,
    /// The conversation, oldest first.
    #[schema(value_type = Vec<ChatMessageBody>)]
    messages: Vec<AsObject<ChatMessageBody>>,
    stream: Option<bool>,
    #[serde(default, deserialize_with = "object")]
    stream_options: Option<ChatStreamOptions>,
    /// Functions that the caller runs. Not for agents, which have tools of their own.
    #[schema(value_type = Option<Vec<ChatTool>>)]
    tools: Option<Vec<AsObject<ChatTool>>>,
    tool_choice: Option<ToolChoice>,
    parallel_tool_calls: Option<bool>,
    #[schema(minimum = 1)]
    max_tokens: Option<u32>,
    #[schema(minimum = 1)]
    max_completion_tokens: Option<u32>,
    #[schema(minimum = 0, maximum = 2)]
    temperature: Option<f64>,
    #[schema(minimum = 0, maximum = 1)]
    top_p: Option<f64>,
    #[schema(minimum = -2, maximum = 2)]
    frequency_penalty: Option<f64>,
    #[schema(minimum = -2, maximum = 2)]
    presence_penalty: Option<f64>,
    /// At most four words at which the answer ends, before them.
    stop: Option<StopChoice>,
    /// How many answers; only one.
    #[schema(minimum = 1, maximum = 1)]
    n: Option<u32>,
    #[serde(default, deserialize_with = "object")]
    response_format: Option<ResponseFormat>,
    /// At most 16 words, which are not kept.
    metadata: Option<BTreeMap<String, String>>,
    /// Only `text`.
    modalities: Option<Vec<String>>,
    logprobs: Option<bool>,
    #[schema(minimum = 0, maximum = 20)]
    top_logprobs: Option<u32>,
    logit_bias: Option<BTreeMap<String, i32>>,
    seed: Option<i64>,
    /// Nothing is kept, whatever this says.
    store: Option<bool>,
    user: Option<String>,
    safety_identifier: Option<String>,
    prompt_cache_key: Option<String>,
    prompt_cache_retention: Option<CacheRetention>,
    #[serde(default, deserialize_with = "object")]
    prompt_cache_options: Option<CacheOptions>,
    reasoning_effort: Option<Effort>,
    verbosity: Option<Verbosity>,
    service_tier: Option<ServiceTier>,
    #[serde(default, deserialize_with = "object")]
    moderation: Option<Moderation>,
    #[serde(default, deserialize_with = "object")]
    web_search_options: Option<WebSearch>,
    #[serde(default, deserialize_with = "object")]
    prediction: Option<Prediction>,
    #[serde(default, deserialize_with = "object")]
    audio: Option<Audio>,
    #[schema(value_type = Option<Vec<OldFunction>>)]
    functions: Option<Vec<AsObject<OldFunction>>>,
    function_call: Option<OldFunctionChoice>,
}

/// What the stream of a completion has besides.
#[derive(Debug, Deserialize, ToSchema)]
#[expect(
    dead_code,
    reason = "some fields are read to refuse what they cannot be"
)]
pub(crate) struct ChatStreamOptions {
    /// A last chunk that tells the tokens.
    include_usage: Option<bool>,
    include_obfuscation: Option<bool>,
}

/// One word, or several.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum StopChoice {
    One(String),
    Several(Vec<String>),
}

impl CreateCompletion {
    pub(super) fn streams(&self) -> bool {
        self.stream == Some(true)
    }

    pub(super) fn wants_usage(&self) -> bool {
        let options = self.stream_options.as_ref();
        options.is_some_and(|options| options.include_usage == Some(true))
    }

    pub(super) fn has_tools(&self) -> bool {
        self.tools.as_ref().is_some_and(|tools| !tools.is_empty())
    }

    /// Where the answer ends.
    pub(super) fn stops(&self) -> Result<Vec<String>, ApiError> {
        let stops = match &self.stop {
            None => Vec::new(),
            Some(StopChoice::One(word)) => vec![word.clone()],
            Some(StopChoice::Several(words)) => words.clone(),
        };
        match stops.len() <= MOST_STOPS && stops.iter().all(|word| !word.is_empty()) {
            true => Ok(stops),
            false => Err(wrong(
                "stop",
                "This must be at most four texts, none of them empty.",
            )),
        }
    }

    fn check(&self) -> Result<(), ApiError> {
        for (param, value, range) in [
            ("top_p", self.top_p, 0.0..=1.0),
            ("frequency_penalty", self.frequency_penalty, -2.0..=2.0),
            ("presence_penalty", self.presence_penalty, -2.0..=2.0),
        ] {
            if value.is_some_and(|value| !range.contains(&value)) {
                let (least, most) = range.into_inner();
                return Err(wrong(
                    param,
                    format!("This must be from {least} to {most}."),
                ));
            }
        }
        if self.top_logprobs.is_some_and(|most| most > 20) {
            return Err(wrong("top_logprobs", "This must be from 0 to 20."));
        }
        if self.top_logprobs.is_some() && self.logprobs != Some(true) {
            return Err(wrong("top_logprobs", "This needs `logprobs` to be true."));
        }
        let mut biases = self.logit_bias.iter().flatten();
        if biases.any(|(_, bias)| !(-100..=100).contains(bias)) {
            return Err(wrong("logit_bias", "Each must be from -100 to 100."));
        }
        let other = |modality: &String| modality != "text";
        if self.modalities.iter().flatten().any(other) {
            return Err(wrong(
                "modalities",
                "Answers are texts here: this must be `text`.",
            ));
        }
        metadata("metadata", self.metadata.as_ref())
    }

    /// The same, as every other way to ask says it.
    pub(super) fn wish(&self) -> Result<Wish, ApiError> {
        self.check()?;
        if self.n.is_some_and(|count| count != 1) {
            return Err(wrong("n", "There is one answer: this must be 1."));
        }
        for (param, most) in [
            ("max_completion_tokens", self.max_completion_tokens),
            ("max_tokens", self.max_tokens),
        ] {
            if most == Some(0) {
                return Err(wrong(param, "This must be at least 1."));
            }
        }
        let form = self.response_format.as_ref();
        let form = form.map(ResponseFormat::form).transpose()?;
        let tools = self.tools.as_deref().unwrap_or_default();
        Ok(Wish {
            instructions: None,
            items: messages::read(&self.messages)?,
            tools: tools::read_chat(tools, self.tool_choice.as_ref())?,
            max_tokens: self.max_completion_tokens.or(self.max_tokens),
            temperature: self.temperature,
            stop: self.stops()?,
            form: form.flatten(),
            ..Wish::default()
        })
    }
}
