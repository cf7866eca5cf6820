//! What a model's answer is worth.

use steward_model::{ChatAnswer, StopReason};

use super::outcome::TurnFailure;
use crate::protocol::Protocol;
use crate::response::{AgentResponse, Reading, WrittenCall, adds_nothing, plain_text, read};

/// What to do with an answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Answer {
    /// Go on with this.
    Response(AgentResponse),
    /// It tries to be a response; have it brought into shape.
    Correct { original: String },
    /// Ask the same again, saying what was wrong.
    Again {
        failure: TurnFailure,
        note: &'static str,
    },
    /// Send it back so that the provider goes on.
    GoOn { text: String },
    /// Asking again changes nothing.
    Fatal(TurnFailure),
}

/// Where in the turn the answer stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Situation<'a> {
    pub(super) protocol: Protocol,
    /// What the provider said before it paused.
    pub(super) paused: &'a str,
    pub(super) max_chars: usize,
    /// Whether tool results came before: silence is then an end.
    pub(super) may_be_silent: bool,
}

const TOO_LONG: &str =
    "Your last answer was cut off because it was too long. Answer again, much shorter.";
const NOTHING: &str = "Your last answer was empty. Answer again.";
pub(super) const UNREADABLE: &str =
    "Your last answer could not be read. Answer again, with one JSON object and nothing else.";

pub(super) fn judge(answer: ChatAnswer, situation: Situation<'_>) -> Answer {
    let text = format!("{}{}", situation.paused, answer.text);
    let calls: Vec<WrittenCall> = answer
        .tool_calls
        .into_iter()
        .map(|call| WrittenCall {
            name: call.name,
            args: call.arguments,
        })
        .collect();
    if is_longer(&text, &calls, situation.max_chars) {
        return again(TurnFailure::Oversized, TOO_LONG);
    }
    match answer.stop {
        StopReason::Refusal => return Answer::Fatal(TurnFailure::Declined),
        StopReason::Pause => return Answer::GoOn { text },
        StopReason::MaxTokens => return again(TurnFailure::CutOff, TOO_LONG),
        StopReason::End | StopReason::ToolUse | StopReason::Other => {}
    }
    if text.trim().is_empty() && calls.is_empty() {
        if situation.may_be_silent && answer.stop == StopReason::End {
            return Answer::Response(AgentResponse::default());
        }
        return again(TurnFailure::Empty, NOTHING);
    }
    match situation.protocol {
        Protocol::Native => Answer::Response(plain(&text, calls)),
        Protocol::Structured => structured(text, calls, answer.stop),
    }
}

/// What becomes of an answer when its correction came back, or did not.
pub(super) fn corrected(original: &str, correction: Option<&ChatAnswer>) -> Answer {
    let reading = correction.map(|answer| read(&answer.text));
    if let Some(Reading::Understood(response)) = reading
        && !response.is_empty()
        && adds_nothing(original, &response)
    {
        return Answer::Response(response);
    }
    match plain_text(original) {
        Some(text) => Answer::Response(plain(&text, Vec::new())),
        None => again(TurnFailure::Garbage, UNREADABLE),
    }
}

/// What a person may keep of an answer that was stopped half-way.
pub(super) fn partial(protocol: Protocol, text: &str, max_chars: usize) -> Option<String> {
    let text: String = text.chars().take(max_chars).collect();
    let kept = match (protocol, read(&text)) {
        (Protocol::Structured, Reading::Understood(response) | Reading::Cut(response)) => {
            response.messages.join("\n\n")
        }
        (Protocol::Structured, Reading::Unreadable | Reading::Prose) => {
            plain_text(&text).unwrap_or_default()
        }
        (Protocol::Native, _) => text,
    };
    let kept = kept.trim();
    (!kept.is_empty()).then(|| kept.to_owned())
}

fn again(failure: TurnFailure, note: &'static str) -> Answer {
    Answer::Again { failure, note }
}

fn plain(text: &str, tool_calls: Vec<WrittenCall>) -> AgentResponse {
    let text = text.trim();
    AgentResponse {
        messages: Some(text.to_owned())
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect(),
        tool_calls,
    }
}

/// Some providers answer with their own tool calls although nobody offered any; they count like written ones.
fn structured(text: String, calls: Vec<WrittenCall>, stop: StopReason) -> Answer {
    match read(&text) {
        Reading::Understood(mut response) => {
            response.tool_calls.extend(calls);
            Answer::Response(response)
        }
        Reading::Prose => Answer::Response(plain(&text, calls)),
        // Nobody says that the model was finished, and the text says that it was not.
        Reading::Cut(_) if stop == StopReason::Other => again(TurnFailure::CutOff, TOO_LONG),
        Reading::Cut(_) | Reading::Unreadable => Answer::Correct { original: text },
    }
}

fn is_longer(text: &str, calls: &[WrittenCall], max_chars: usize) -> bool {
    let arguments: usize = calls
        .iter()
        .map(|call| call.name.len() + call.args.to_string().len())
        .sum();
    // Bytes first: no text has more characters than bytes, and most need no counting.
    text.len() + arguments > max_chars && text.chars().count() + arguments > max_chars
}
