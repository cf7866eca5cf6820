//! Tags as callers write them.

use serde::Deserialize;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::error::ApiError;
use crate::routes::text;

const MOST: usize = 20;
const LONGEST: usize = 100;

/// A list, or one text with commas between them.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum Tags {
    Text(String),
    List(Vec<String>),
}

impl PartialSchema for Tags {
    /// One schema of two types, since that is what most readers of the description can use.
    fn schema() -> RefOr<Schema> {
        let types = SchemaType::from_iter([Type::Array, Type::String, Type::Null]);
        let word = ObjectBuilder::new().schema_type(Type::String).build();
        let schema = ArrayBuilder::new().schema_type(types).items(word).build();
        RefOr::T(Schema::Array(schema))
    }
}

impl ToSchema for Tags {}

impl Tags {
    fn words(&self) -> Vec<&str> {
        match self {
            Self::Text(text) => text.split(',').collect(),
            Self::List(tags) => tags.iter().map(String::as_str).collect(),
        }
    }
}

/// Tags as they are kept: trimmed, in lower case.
pub(crate) fn read<'t>(
    field: &str,
    tags: impl IntoIterator<Item = &'t Tags>,
) -> Result<Vec<String>, ApiError> {
    let words = tags.into_iter().flat_map(Tags::words);
    let mut read = Vec::new();
    for tag in words.map(str::trim).filter(|tag| !tag.is_empty()) {
        let tag = text::name(field, tag)?.to_lowercase();
        if tag.chars().count() > LONGEST {
            let message = format!("A tag must have at most {LONGEST} characters.");
            return Err(ApiError::invalid_field(field, message));
        }
        read.push(tag);
    }
    if read.len() > MOST {
        let message = format!("There can be at most {MOST} tags.");
        return Err(ApiError::invalid_field(field, message));
    }
    Ok(read)
}
