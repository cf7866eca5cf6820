//! How a program wants an answer written.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::wrong;
use crate::error::ApiError;

/// `text` of `/v1/responses`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[expect(
    dead_code,
    reason = "some fields are read to refuse what they cannot be"
)]
pub(crate) struct TextWish {
    pub(super) format: Option<TextFormat>,
    verbosity: Option<String>,
}

/// The form of an answer, as `/v1/responses` spells it.
#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum TextFormat {
    #[default]
    Text,
    JsonObject,
    JsonSchema(NamedSchema),
}

/// The form of an answer, as `/v1/chat/completions` spells it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ResponseFormat {
    Text,
    JsonObject,
    JsonSchema { json_schema: NamedSchema },
}

/// A JSON Schema that an answer has to match.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
pub(crate) struct NamedSchema {
    /// Letters, digits, hyphens and underscores.
    #[schema(min_length = 1, max_length = 64)]
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[schema(value_type = Object)]
    schema: Map<String, Value>,
    strict: Option<bool>,
}

/// What the model is told of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Form {
    Object,
    Matching(Map<String, Value>),
}

impl TextFormat {
    pub(super) fn form(&self) -> Result<Option<Form>, ApiError> {
        match self {
            Self::Text => Ok(None),
            Self::JsonObject => Ok(Some(Form::Object)),
            Self::JsonSchema(named) => named.form("text.format").map(Some),
        }
    }
}

impl ResponseFormat {
    pub(super) fn form(&self) -> Result<Option<Form>, ApiError> {
        match self {
            Self::Text => Ok(None),
            Self::JsonObject => Ok(Some(Form::Object)),
            Self::JsonSchema { json_schema } => {
                json_schema.form("response_format.json_schema").map(Some)
            }
        }
    }
}

impl NamedSchema {
    fn form(&self, param: &str) -> Result<Form, ApiError> {
        check_name(&format!("{param}.name"), &self.name)?;
        Ok(Form::Matching(self.schema.clone()))
    }
}

/// Refuses what is no name of a function or a schema.
pub(super) fn check_name(param: &str, name: &str) -> Result<(), ApiError> {
    let plain = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'-' | b'_');
    match (1..=64).contains(&name.len()) && name.bytes().all(plain) {
        true => Ok(()),
        false => Err(wrong(
            param,
            "A name must have 1 to 64 letters, digits, hyphens or underscores.",
        )),
    }
}
