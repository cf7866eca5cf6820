//! What a chat client sends: the AI SDK's messages, of which the last one says what is wanted.

use serde::Deserialize;
use serde_json::Value;
use steward_model::ApprovalId;
use utoipa::ToSchema;

use super::parts::Dialect;
use crate::error::ApiError;
use crate::routes::text;

const LONGEST_TEXT: usize = 20_000;
pub(super) const LONGEST_ID: usize = 128;

/// What a client of the AI SDK sends. Fields it adds of its own are let pass.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ChatRequest {
    /// The chat, by a name that the client makes up: letters, digits, `-` and `_`.
    #[schema(min_length = 1, max_length = 128, pattern = "^[A-Za-z0-9_-]+$")]
    pub(super) id: String,
    /// The messages so far; only the last one is read.
    #[serde(default)]
    messages: Vec<UiMessage>,
    /// The last message alone, in place of `messages`.
    message: Option<UiMessage>,
    /// `regenerate-message` asks for another answer to the last message. The one before it stays only if it called
    /// tools. An earlier message is asked once more at the end.
    trigger: Option<String>,
    /// Who is to answer in a new chat; the member's own assistant if left out.
    #[schema(format = "uuid")]
    pub(super) agent_id: Option<String>,
    /// The client's major version; one that says 5 is spared the parts it does not know.
    sdk: Option<u8>,
}

/// A message of the AI SDK.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct UiMessage {
    #[serde(default)]
    id: String,
    role: String,
    #[serde(default)]
    parts: Vec<Value>,
}

/// What is wanted.
#[derive(Debug, PartialEq)]
pub(super) enum Wanted {
    /// An answer to a message.
    Answer {
        /// How the client names it: the same name again is the same message again.
        name: String,
        text: String,
        /// Whether it was said before, and another answer is wanted.
        again: bool,
    },
    /// That calls go on, or not.
    Decisions(Vec<Decision>),
}

/// What a person decided about a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decision {
    pub(super) approval: ApprovalId,
    pub(super) approved: bool,
}

impl ChatRequest {
    pub(super) fn dialect(&self) -> Dialect {
        match self.sdk {
            Some(..=5) => Dialect::Five,
            _ => Dialect::Six,
        }
    }

    /// The name of the chat, if it can be one.
    pub(super) fn chat(&self) -> Result<&str, ApiError> {
        name("id", &self.id)
    }

    /// What the last message asks for. `fresh` names a message that is asked again.
    pub(super) fn wanted(&self, fresh: impl FnOnce() -> String) -> Result<Wanted, ApiError> {
        let last = self.message.as_ref().or(self.messages.last());
        let Some(last) = last else {
            let message = "This must have a message.";
            return Err(ApiError::invalid_field("messages", message));
        };
        if last.role == "assistant" {
            return decisions(&last.parts);
        }
        if last.role != "user" {
            let message = "The last message must be the user's, or carry decisions.";
            return Err(ApiError::invalid_field("messages", message));
        }
        let said = text::long("messages", &said(&last.parts), LONGEST_TEXT)?;
        if said.trim().is_empty() {
            let message = "The last message must have a text.";
            return Err(ApiError::invalid_field("messages", message));
        }
        let again = self.trigger.as_deref() == Some("regenerate-message");
        let message = match last.id.as_str() {
            id if again || id.is_empty() => fresh_of(id, fresh()),
            id => name("messages", id)?.to_owned(),
        };
        Ok(Wanted::Answer {
            name: message,
            text: said,
            again,
        })
    }
}

fn fresh_of(id: &str, fresh: String) -> String {
    match id {
        "" => fresh,
        _ => format!("again-{fresh}"),
    }
}

fn name<'n>(field: &str, name: &'n str) -> Result<&'n str, ApiError> {
    let plain = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'-' | b'_');
    if (1..=LONGEST_ID).contains(&name.len()) && name.bytes().all(plain) {
        Ok(name)
    } else {
        Err(ApiError::invalid_field(
            field,
            "An id must have 1 to 128 letters, digits, hyphens or underscores.",
        ))
    }
}

fn said(parts: &[Value]) -> String {
    let texts = parts.iter().filter(|part| part["type"] == "text");
    let texts: Vec<&str> = texts.filter_map(|part| part["text"].as_str()).collect();
    texts.join("\n")
}

/// The decisions in the parts of a message. What the client repeats of the calls is not read: they are on record.
fn decisions(parts: &[Value]) -> Result<Wanted, ApiError> {
    let responded = parts
        .iter()
        .filter(|part| part["state"] == "approval-responded");
    let mut decisions = Vec::new();
    for part in responded {
        let answer = &part["approval"];
        let (Some(id), Some(approved)) = (answer["id"].as_str(), answer["approved"].as_bool())
        else {
            let message = "A decision must have `id` and `approved`.";
            return Err(ApiError::invalid_field("messages", message));
        };
        decisions.push(Decision {
            approval: text::id("messages", id)?,
            approved,
        });
    }
    if decisions.is_empty() {
        let message = "The last message must be the user's, or carry decisions.";
        return Err(ApiError::invalid_field("messages", message));
    }
    Ok(Wanted::Decisions(decisions))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn wanted(body: Value) -> Result<Wanted, ApiError> {
        let request: ChatRequest = serde_json::from_value(body).unwrap();
        request.wanted(|| "fresh".into())
    }

    #[test]
    fn the_last_message_is_what_counts() {
        let user = |id: &str, text: &str| json!({"id": id, "role": "user", "parts": [{"type": "text", "text": text}]});
        let found = wanted(json!({"id": "c", "messages": [user("m1", "one"), user("m2", "two")]}));
        let expected = Wanted::Answer {
            name: "m2".into(),
            text: "two".into(),
            again: false,
        };
        assert_eq!(found.unwrap(), expected);
        let again =
            json!({"id": "c", "message": user("m2", "two"), "trigger": "regenerate-message"});
        assert!(
            matches!(wanted(again), Ok(Wanted::Answer { name, again: true, .. }) if name == "again-fresh")
        );
    }

    #[test]
    fn decisions_are_read_and_nothing_else_of_the_assistants_message() {
        let id = "01890a5d-ac96-774b-bcce-b302099a8057";
        let part = json!({"type": "dynamic-tool", "state": "approval-responded", "input": {"to": "somebody else"},
            "approval": {"id": id, "approved": false}});
        let found = wanted(
            json!({"id": "c", "messages": [{"id": "a", "role": "assistant", "parts": [part]}]}),
        );
        let expected = Decision {
            approval: id.parse().unwrap(),
            approved: false,
        };
        assert_eq!(found.unwrap(), Wanted::Decisions(vec![expected]));
    }

    #[test]
    fn what_asks_for_nothing_is_refused() {
        for body in [
            json!({"id": "c"}),
            json!({"id": "c", "messages": [{"role": "system", "parts": []}]}),
            json!({"id": "c", "messages": [{"role": "user", "parts": [{"type": "text", "text": "  "}]}]}),
            json!({"id": "c", "messages": [{"role": "assistant", "parts": []}]}),
            json!({"id": "c", "messages": [{"id": "a b", "role": "user", "parts": [{"type": "text", "text": "x"}]}]}),
        ] {
            assert!(wanted(body.clone()).is_err(), "{body}");
        }
    }
}
