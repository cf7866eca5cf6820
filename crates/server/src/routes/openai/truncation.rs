//! What is left out of a conversation that is too long.

use steward_llm::estimate_request;
use steward_model::{ChatMessage, ChatRequest};

use super::items::push_user;
use crate::error::ApiError;

/// What stands where something was left out.
pub(super) const MARKER: &str = "[Previous messages truncated due to context limits]";

/// What to do about a conversation that is too long.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Truncation {
    /// Leave out its middle.
    Auto,
    /// Refuse it.
    #[default]
    Disabled,
}

/// Makes a request fit: the first message stays and the last ones do, as many as there is room for.
pub(super) fn fit(
    request: &mut ChatRequest,
    limit: u64,
    truncation: Truncation,
) -> Result<(), ApiError> {
    if tokens(request) <= limit {
        return Ok(());
    }
    if truncation == Truncation::Disabled {
        return Err(too_long());
    }
    let all = std::mem::take(&mut request.messages);
    // The most of the end that fits: what fits with fewer left out is looked for from the front.
    for start in 1..all.len() {
        if matches!(all[start], ChatMessage::ToolResults { .. }) {
            // Without the call before them they answer nothing.
            continue;
        }
        request.messages = shortened(&all, start);
        if tokens(request) <= limit {
            return Ok(());
        }
    }
    Err(too_long())
}

/// That a conversation is longer than a model can read.
pub(super) fn too_long() -> ApiError {
    let message = "The input is longer than the model's context.";
    ApiError::bad_request("context_length_exceeded", message).blaming("input")
}

fn shortened(all: &[ChatMessage], start: usize) -> Vec<ChatMessage> {
    let mut messages: Vec<ChatMessage> = Vec::with_capacity(all.len() - start + 2);
    if let Some(first @ ChatMessage::User { .. }) = all.first() {
        messages.push(first.clone());
    }
    push_user(&mut messages, MARKER.to_owned());
    for message in &all[start..] {
        match message {
            ChatMessage::User { text } => push_user(&mut messages, text.clone()),
            other => messages.push(other.clone()),
        }
    }
    messages
}

fn tokens(request: &ChatRequest) -> u64 {
    estimate_request(request).input_tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(messages: Vec<ChatMessage>) -> ChatRequest {
        ChatRequest {
            model: "m".into(),
            system: Vec::new(),
            messages,
            tools: Vec::new(),
            server_tools: Vec::new(),
            temperature_milli: 0,
            max_tokens: 16,
        }
    }

    fn user(text: &str) -> ChatMessage {
        ChatMessage::User { text: text.into() }
    }

    fn assistant(text: &str) -> ChatMessage {
        ChatMessage::Assistant {
            text: text.into(),
            tool_calls: Vec::new(),
        }
    }

    #[test]
    fn the_middle_goes_and_the_ends_stay() {
        let long = "x".repeat(300);
        let mut asked = request(vec![
            user("first"),
            assistant(&long),
            user(&long),
            assistant("near the end"),
            user("last"),
        ]);
        fit(&mut asked, 60, Truncation::Auto).unwrap();
        let kept = vec![
            user(&format!("first\n\n{MARKER}")),
            assistant("near the end"),
            user("last"),
        ];
        assert_eq!(asked.messages, kept);
    }

    #[test]
    fn what_fits_is_left_alone() {
        let mut asked = request(vec![user("first"), assistant("a"), user("last")]);
        let before = asked.clone();
        fit(&mut asked, 60, Truncation::Auto).unwrap();
        assert_eq!(asked, before);
    }

    #[test]
    fn what_cannot_be_made_to_fit_is_refused() {
        let long = "x".repeat(300);
        for truncation in [Truncation::Auto, Truncation::Disabled] {
            let mut asked = request(vec![user("first"), user(&long)]);
            let refused = fit(&mut asked, 60, truncation).unwrap_err();
            assert_eq!(refused.code, "context_length_exceeded");
        }
    }
}
