//! What is left out of a conversation that is too long.

use steward_llm::estimate_request;
use steward_model::{ChatMessage, ChatRequest};

use super::items::take_turns;
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

/// Makes a request fit, message for message: the last ones stay, as many as there is room for, and the first one if it leaves
/// room for the very last. Then the sides take turns.
pub(super) fn fit(
    request: &mut ChatRequest,
    limit: u64,
    truncation: Truncation,
) -> Result<(), ApiError> {
    let fits = |request: &ChatRequest| estimate_request(request).input_tokens <= limit;
    if !fits(request) {
        if truncation == Truncation::Disabled {
            return Err(too_long());
        }
        let all = std::mem::take(&mut request.messages);
        // Without the call before them, results answer nothing.
        let is_start = |start: &usize| !matches!(all[*start], ChatMessage::ToolResults { .. });
        let starts: Vec<usize> = (1..all.len()).filter(is_start).collect();
        let mut with = |first: &[ChatMessage], start: usize| {
            request.messages = shortened(first, &all[start..]);
            fits(request)
        };
        let first = match all.first() {
            Some(ChatMessage::User { .. }) => &all[..1],
            _ => &[],
        };
        let found = [first, &[]].iter().any(|first| {
            // The more is left out, the less there is: the first place from which on it fits.
            let place = starts.partition_point(|start| !with(first, *start));
            starts.get(place).is_some_and(|start| with(first, *start))
        });
        if !found {
            return Err(too_long());
        }
    }
    take_turns(&mut request.messages);
    Ok(())
}

/// That a conversation is longer than a model can read.
pub(super) fn too_long() -> ApiError {
    let message = "The input is longer than the model's context.";
    ApiError::bad_request("context_length_exceeded", message).blaming("input")
}

/// That a conversation began so far back that its beginning is not read.
pub(super) fn too_far_back() -> ApiError {
    let message = "More was said before this than is read at once. Ask with `truncation` as `auto` to leave the \
                   beginning out, or begin anew.";
    ApiError::bad_request("context_length_exceeded", message).blaming("truncation")
}

fn shortened(first: &[ChatMessage], rest: &[ChatMessage]) -> Vec<ChatMessage> {
    let marker = ChatMessage::User {
        text: MARKER.to_owned(),
    };
    [first, &[marker], rest].concat()
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
            stop: Vec::new(),
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
    fn of_many_messages_in_one_go_the_newest_stay() {
        let long = "x".repeat(300);
        let mut said: Vec<ChatMessage> = (0..20).map(|_| user(&long)).collect();
        said.extend([user("nearly"), user("last")]);
        for first in ["first", long.as_str()] {
            let mut all = vec![user(first)];
            all.extend(said.clone());
            let mut asked = request(all);
            fit(&mut asked, 60, Truncation::Auto).unwrap();
            let kept = match first {
                "first" => format!("first\n\n{MARKER}\n\nnearly\n\nlast"),
                _ => format!("{MARKER}\n\nnearly\n\nlast"),
            };
            assert_eq!(asked.messages, [user(&kept)]);
        }
    }

    #[test]
    fn results_do_not_stay_without_their_call() {
        let results = ChatMessage::ToolResults {
            results: Vec::new(),
        };
        let long = "x".repeat(300);
        let said = vec![user("first"), assistant(&long), results, user("last")];
        let mut asked = request(said);
        fit(&mut asked, 60, Truncation::Auto).unwrap();
        let kept = format!("first\n\n{MARKER}\n\nlast");
        assert_eq!(asked.messages, [user(&kept)]);
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
