//! From texts to vectors, by whatever the memory uses.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use steward_memory::Vector;
use utoipa::ToSchema;

use super::{models, unknown_model, wrong};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::Json;
use crate::openapi::OpenAiFailures;

/// Texts of one request, as OpenAI has it.
const MOST_TEXTS: usize = 2_048;
/// Bytes of one text: about 8,000 tokens.
const LONGEST_TEXT: usize = 32_000;

/// Texts to embed. Fields that are not known are let pass.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct EmbeddingsRequest {
    /// The model that embeds here, as `GET /v1/models` tells it.
    #[schema(min_length = 1, max_length = 200)]
    model: String,
    input: EmbeddingInput,
    encoding_format: Option<EncodingFormat>,
    /// The length of the vectors; only that of the model itself.
    #[schema(minimum = 1)]
    dimensions: Option<u32>,
    /// Changes nothing.
    #[expect(dead_code, reason = "read to refuse what it cannot be")]
    user: Option<String>,
}

/// One text or several.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum EmbeddingInput {
    One(String),
    Many(Vec<String>),
}

/// How numbers are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EncodingFormat {
    #[default]
    Float,
    /// The bytes of 32-bit numbers, the lowest first.
    Base64,
}

/// A vector for each text, in their order.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EmbeddingList {
    #[schema(pattern = "^list$")]
    object: &'static str,
    data: Vec<Embedding>,
    model: String,
    usage: EmbeddingUsage,
}

/// The vector of one text.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Embedding {
    #[schema(pattern = "^embedding$")]
    object: &'static str,
    index: usize,
    embedding: Numbers,
}

/// As they were asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Numbers {
    Float(Vec<f32>),
    Base64(String),
}

/// Tokens, roughly.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EmbeddingUsage {
    prompt_tokens: u64,
    total_tokens: u64,
}

/// Embed texts
///
/// By the model that the memory is searched with.
#[utoipa::path(
    post, path = "/v1/embeddings", tag = "openai", security(("bearer" = []), ("session" = [])),
    request_body = EmbeddingsRequest, responses((status = 200, body = EmbeddingList), OpenAiFailures)
)]
pub(crate) async fn create_embeddings(
    caller: Caller,
    Json(body): Json<EmbeddingsRequest>,
) -> Result<Json<EmbeddingList>, ApiError> {
    if body.model != models::embedder(&caller) {
        return Err(unknown_model(&body.model));
    }
    let texts = body.input.texts()?;
    let meaning = caller.app().runtime.memory().meaning();
    let vectors = meaning.embed(&texts).await.map_err(|error| {
        ApiError::unavailable("The embedding model does not answer.").with_detail(error)
    })?;
    let length = vectors.first().map_or(0, |vector| vector.as_slice().len());
    if body
        .dimensions
        .is_some_and(|asked| asked as usize != length)
    {
        let message = format!("This model has vectors of {length} numbers.");
        return Err(wrong("dimensions", message));
    }
    let format = body.encoding_format.unwrap_or_default();
    let tokens = texts.iter().map(|text| steward_llm::estimate_text(text));
    let tokens = tokens.sum();
    let data = vectors.iter().enumerate().map(|(index, vector)| Embedding {
        object: "embedding",
        index,
        embedding: numbers(vector, format),
    });
    Ok(Json(EmbeddingList {
        object: "list",
        data: data.collect(),
        model: body.model,
        usage: EmbeddingUsage {
            prompt_tokens: tokens,
            total_tokens: tokens,
        },
    }))
}

impl EmbeddingInput {
    fn texts(&self) -> Result<Vec<&str>, ApiError> {
        let texts: Vec<&str> = match self {
            Self::One(text) => vec![text],
            Self::Many(texts) => texts.iter().map(String::as_str).collect(),
        };
        if !(1..=MOST_TEXTS).contains(&texts.len()) {
            return Err(wrong("input", "This must have 1 to 2048 texts."));
        }
        let fits = |text: &&str| (1..=LONGEST_TEXT).contains(&text.len());
        if !texts.iter().all(fits) {
            return Err(wrong("input", "A text must have 1 to 32000 bytes."));
        }
        Ok(texts)
    }
}

fn numbers(vector: &Vector, format: EncodingFormat) -> Numbers {
    let numbers = vector.as_slice();
    match format {
        EncodingFormat::Float => Numbers::Float(numbers.to_vec()),
        EncodingFormat::Base64 => {
            let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
            Numbers::Base64(STANDARD.encode(bytes.collect::<Vec<u8>>()))
        }
    }
}
