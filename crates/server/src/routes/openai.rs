//! What programs written for OpenAI call: the same addresses, bodies and errors, with our agents behind them.

mod answer;
pub(crate) mod chat;
pub(crate) mod conversations;
mod documented;
pub(crate) mod embeddings;
mod events;
mod format;
pub(crate) mod instructions;
mod items;
mod late;
mod list;
mod memory;
pub(crate) mod models;
mod references;
pub(crate) mod responses;
mod spoken;
mod stops;
mod tools;
mod truncation;
mod wish;

use http::StatusCode;
use steward_model::{IdGen as _, SystemIds};

pub(super) use self::answer::{drop_thread, refusal, tell_agent};
pub(super) use self::late::events as streamed;
use crate::error::ApiError;

/// A name that nothing else has, and that sorts by when it was made.
fn new_id(kind: &str) -> String {
    format!("{kind}_{}", SystemIds.next().simple())
}

/// A request that is wrong in one of its parameters.
fn wrong(param: impl Into<String>, message: impl Into<String>) -> ApiError {
    ApiError::invalid_field(param, message)
}

/// A model that nobody can ask here.
fn unknown_model(model: &str) -> ApiError {
    let message = format!("The model `{model:.200}` does not exist, or you may not use it.");
    ApiError::new(StatusCode::NOT_FOUND, "model_not_found", message).blaming("model")
}
