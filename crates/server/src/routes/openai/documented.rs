//! What OpenAI documents and nothing here heeds: it is read to refuse what it cannot be.
#![expect(
    dead_code,
    reason = "the fields are read to refuse what they cannot be"
)]

use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::extract::AsObject;

/// How much a model is to think, and what it tells of it.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Reasoning {
    effort: Option<Effort>,
    summary: Option<ReasoningSummary>,
    generate_summary: Option<ReasoningSummary>,
    context: Option<ReasoningContext>,
    mode: Option<String>,
}

/// How much a model is to think.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Effort {
    None,
    Minimal,
    Low,
    Medium,
    High,
    Xhigh,
    Max,
}

/// What is told of what a model thought.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReasoningSummary {
    Auto,
    Concise,
    Detailed,
}

/// Of which turns a model reads again what it thought.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReasoningContext {
    Auto,
    CurrentTurn,
    AllTurns,
}

/// How many words an answer has.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verbosity {
    Low,
    Medium,
    High,
}

/// How fast an answer is wanted.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ServiceTier {
    Auto,
    Default,
    Flex,
    Scale,
    Priority,
    Fast,
    Ultrafast,
}

/// What the stream of a response has besides.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct StreamOptions {
    include_obfuscation: Option<bool>,
}

/// What becomes of a conversation that grows too long.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ContextManagement {
    r#type: String,
    compact_threshold: Option<u64>,
}

/// What is looked for that should not be said.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Moderation {
    model: String,
    #[schema(value_type = Option<ModerationPolicy>)]
    policy: Option<AsObject<ModerationPolicy>>,
}

/// What becomes of it.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ModerationPolicy {
    #[schema(value_type = Option<ModerationSide>)]
    input: Option<AsObject<ModerationSide>>,
    #[schema(value_type = Option<ModerationSide>)]
    output: Option<AsObject<ModerationSide>>,
}

/// What becomes of it in what is asked, or in what is answered.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ModerationSide {
    mode: ModerationMode,
}

/// Whether it is told or kept back.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ModerationMode {
    Score,
    Block,
}

/// What an answer has besides.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub(crate) enum Besides {
    #[serde(rename = "file_search_call.results")]
    FilesFound,
    #[serde(rename = "web_search_call.results")]
    PagesFound,
    #[serde(rename = "web_search_call.action.sources")]
    PagesAsked,
    #[serde(rename = "message.input_image.image_url")]
    InputImages,
    #[serde(rename = "computer_call_output.output.image_url")]
    ScreenImages,
    #[serde(rename = "code_interpreter_call.outputs")]
    CodeOutputs,
    #[serde(rename = "reasoning.encrypted_content")]
    Thoughts,
    #[serde(rename = "message.output_text.logprobs")]
    Likelihoods,
}

/// How the web is searched.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct WebSearch {
    search_context_size: Option<WebSearchSize>,
    #[schema(value_type = Option<WebSearcher>)]
    user_location: Option<AsObject<WebSearcher>>,
}

/// How much of what is found is read.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WebSearchSize {
    Low,
    Medium,
    High,
}

/// Where whoever searches is.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct WebSearcher {
    r#type: PlaceKind,
    #[schema(value_type = WebSearchPlace)]
    approximate: AsObject<WebSearchPlace>,
}

/// How exactly a place is told.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PlaceKind {
    Approximate,
}

/// A place, as far as it is told.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct WebSearchPlace {
    country: Option<String>,
    region: Option<String>,
    city: Option<String>,
    timezone: Option<String>,
}

/// How long a provider keeps the beginning of a prompt.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub(crate) enum CacheRetention {
    #[serde(rename = "in_memory")]
    InMemory,
    #[serde(rename = "24h")]
    Day,
}

/// Which parts of a prompt a provider keeps.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CacheOptions {
    mode: Option<CacheMode>,
    ttl: Option<String>,
}

/// Who says which parts.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CacheMode {
    Implicit,
    Explicit,
}

/// How an answer is spoken.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Audio {
    voice: Voice,
    format: AudioFormat,
}

/// A voice by its name, or by its id.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Voice {
    Name(String),
    #[schema(value_type = VoiceId)]
    Own(AsObject<VoiceId>),
}

/// A voice by its id.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct VoiceId {
    id: String,
}

/// How sound is written.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AudioFormat {
    Wav,
    Aac,
    Mp3,
    Flac,
    Opus,
    Pcm16,
}

/// What most of the answer will be.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Prediction {
    r#type: PredictionKind,
    content: PredictedText,
}

/// What a prediction is.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PredictionKind {
    Content,
}

/// One text, or its parts.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum PredictedText {
    Whole(String),
    #[schema(value_type = Vec<PredictedPart>)]
    Parts(Vec<AsObject<PredictedPart>>),
}

/// A part of a text.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PredictedPart {
    r#type: PredictedPartKind,
    text: String,
}

/// What a part of a text is.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PredictedPartKind {
    Text,
}

/// A function as it was written before there were tools.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct OldFunction {
    name: String,
    description: Option<String>,
    #[schema(value_type = Option<Object>)]
    parameters: Option<Map<String, Value>>,
}

/// Whether such a function is called, and which.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum OldFunctionChoice {
    Mode(OldFunctionMode),
    #[schema(value_type = OldFunctionName)]
    One(AsObject<OldFunctionName>),
}

/// Whether such a function is called.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OldFunctionMode {
    None,
    Auto,
}

/// Which such function is called.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct OldFunctionName {
    name: String,
}

/// A call of such a function.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct OldCall {
    name: String,
    arguments: String,
}
