//! How a program wants an answer written.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::documented::Verbosity;
use super::wrong;
use crate::error::ApiError;
use crate::extract::{AsObject, object};

/// `text` of `/v1/responses`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[expect(
    dead_code,
    reason = "some fields are read to refuse what they cannot be"
)]
pub(crate) struct TextWish {
    pub(super) format: Option<TextFormat>,
    verbosity: Option<Verbosity>,
}

/// The form of an answer, as `/v1/responses` spells it.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum TextFormat {
    #[default]
    Text,
    JsonObject,
    JsonSchema(NamedSchema),
}

/// The form of an answer, as `/v1/chat/completions` spells it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct ResponseFormat {
    r#type: FormatKind,
    /// For that type alone, which must have it.
    #[serde(default, deserialize_with = "object")]
    json_schema: Option<ChatSchema>,
}

/// The forms that there are.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FormatKind {
    Text,
    JsonObject,
    JsonSchema,
}

/// A JSON Schema that an answer has to match.
#[derive(Debug, Clone, Serialize, ToSchema)]
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

/// The same in a chat, where any JSON will do if there is no schema.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[expect(
    dead_code,
    reason = "some fields are read to refuse what they cannot be"
)]
pub(crate) struct ChatSchema {
    /// Letters, digits, hyphens and underscores.
    #[schema(min_length = 1, max_length = 64)]
    name: String,
    description: Option<String>,
    #[schema(value_type = Option<Object>)]
    schema: Option<Map<String, Value>>,
    strict: Option<bool>,
}

/// The fields of a form, whichever it is. serde loses where it is within an enum that has its tag inside, and a program is to
/// be told which field is wrong.
#[derive(Deserialize)]
struct FormatFields {
    r#type: FormatKind,
    name: Option<String>,
    description: Option<String>,
    schema: Option<Map<String, Value>>,
    strict: Option<bool>,
}

impl<'de> Deserialize<'de> for TextFormat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let AsObject(fields) = AsObject::<FormatFields>::deserialize(deserializer)?;
        let missing = D::Error::missing_field;
        Ok(match fields.r#type {
            FormatKind::Text => Self::Text,
            FormatKind::JsonObject => Self::JsonObject,
            FormatKind::JsonSchema => Self::JsonSchema(NamedSchema {
                name: fields.name.ok_or_else(|| missing("name"))?,
                description: fields.description,
                schema: fields.schema.ok_or_else(|| missing("schema"))?,
                strict: fields.strict,
            }),
        })
    }
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
            Self::JsonSchema(named) => {
                check_name("text.format.name", &named.name)?;
                Ok(Some(Form::Matching(named.schema.clone())))
            }
        }
    }
}

impl ResponseFormat {
    pub(super) fn form(&self) -> Result<Option<Form>, ApiError> {
        match (self.r#type, &self.json_schema) {
            (FormatKind::Text, _) => Ok(None),
            (FormatKind::JsonObject, _) => Ok(Some(Form::Object)),
            (FormatKind::JsonSchema, Some(named)) => {
                check_name("response_format.json_schema.name", &named.name)?;
                let schema = named.schema.clone();
                Ok(Some(schema.map_or(Form::Object, Form::Matching)))
            }
            (FormatKind::JsonSchema, None) => Err(wrong(
                "response_format.json_schema",
                "This must be a JSON Schema with a name.",
            )),
        }
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
