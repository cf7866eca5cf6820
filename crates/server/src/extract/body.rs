//! Reads a JSON body and says, in the caller's terms, what is wrong with it.

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;
use serde_path_to_error::Path;

use crate::error::ApiError;

/// Postgres cannot store the character, so both databases refuse it.
pub(super) const NUL_REFUSED: &str = "The NUL character is not accepted in text.";

/// The longest message sent: serde quotes the value it refused, and that may be as long as the body.
const MESSAGE_LIMIT: usize = 300;

/// Parses a body, or says what is wrong with it: 400 if it is not JSON, 422 if it is the wrong JSON.
pub(super) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    if bytes.is_empty() {
        return Err(invalid_json("The body is empty; JSON is expected."));
    }
    // serde_json does not look inside values that it skips, so it would accept broken text there.
    let text = std::str::from_utf8(bytes)
        .map_err(|error| invalid_json(not_utf8(&bytes[..error.valid_up_to()])))?;
    let mut parser = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut parser).map_err(|error| {
        match error.inner().classify() {
            Category::Data => field_error(error.path(), &without_position(error.inner())),
            // serde_json takes a number for one of several words to be a mistake of syntax, which it is not.
            Category::Syntax if serde_json::from_str::<Value>(text).is_ok() => {
                field_error(error.path(), "invalid type: expected a string")
            }
            Category::Syntax | Category::Eof | Category::Io => syntax_error(error.inner()),
        }
    })?;
    parser.end().map_err(|error| syntax_error(&error))?;
    refuse_nul(text)?;
    // serde reads an array into a struct, field by field and without their names; no caller means that.
    if text.trim_start().starts_with('[') {
        let message = "body: invalid type: sequence, expected an object";
        return Err(ApiError::invalid_field("body", message));
    }
    Ok(value)
}

/// How serde says that a value is none of several things.
const NO_VARIANT: &str = "data did not match any variant";

/// Turns serde's complaint about a value into one that names the field.
pub(super) fn field_error(path: &Path, message: &str) -> ApiError {
    let parent = path.to_string();
    let field = match named_field(message) {
        Some(name) if parent == "." => name.to_owned(),
        Some(name) => format!("{parent}.{name}"),
        None if parent == "." => "body".to_owned(),
        None => parent,
    };
    // The name of a type in our source means nothing to the caller.
    let mut message = match message.split_once("expected struct ") {
        Some((complaint, _)) => format!("{field}: {complaint}expected an object"),
        None if message.starts_with(NO_VARIANT) => {
            format!("{field}: this has none of the forms that can stand here")
        }
        None => format!("{field}: {message}"),
    };
    if message.len() > MESSAGE_LIMIT {
        message.truncate(message.floor_char_boundary(MESSAGE_LIMIT));
        message.push('…');
    }
    ApiError::invalid_field(field, message)
}

/// A field that is missing has no place in the body, and one that is there twice has two: only serde's message names them.
fn named_field(message: &str) -> Option<&str> {
    let missing = message.strip_prefix("missing field `");
    let rest = missing.or_else(|| message.strip_prefix("duplicate field `"))?;
    rest.split('`').next()
}

fn invalid_json(message: impl Into<String>) -> ApiError {
    ApiError::bad_request("invalid_json", message)
}

fn syntax_error(error: &serde_json::Error) -> ApiError {
    invalid_json(format!("The body is not valid JSON: {error}."))
}

fn not_utf8(valid: &[u8]) -> String {
    let line = valid.iter().filter(|byte| **byte == b'\n').count() + 1;
    let column = valid
        .iter()
        .rev()
        .take_while(|byte| **byte != b'\n')
        .count()
        + 1;
    format!("The body is not valid UTF-8 at line {line} column {column}.")
}

/// The field is a better address than the line and column that serde_json appends.
fn without_position(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    match message.strip_suffix(&position) {
        Some(bare) => bare.to_owned(),
        None => message,
    }
}

fn refuse_nul(text: &str) -> Result<(), ApiError> {
    // A raw NUL is not JSON, so only the escape remains; `\\u0000` is text about it, hence the second look.
    if !text.contains("\\u0000") {
        return Ok(());
    }
    let value: Value = serde_json::from_str(text).map_err(|error| syntax_error(&error))?;
    match path_of_nul(&value) {
        None => Ok(()),
        Some(path) => {
            let field = path.trim_start_matches('.');
            let field = if field.is_empty() { "body" } else { field };
            Err(ApiError::invalid_field(field, NUL_REFUSED))
        }
    }
}

/// The recursion is as deep as the parser allowed, which is 128 levels.
fn path_of_nul(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => text.contains('\0').then(String::new),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, item)| Some(format!("[{index}]{}", path_of_nul(item)?))),
        Value::Object(fields) => fields.iter().find_map(|(name, item)| {
            if name.contains('\0') {
                return Some(format!(".{}", name.replace('\0', "")));
            }
            Some(format!(".{name}{}", path_of_nul(item)?))
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}
