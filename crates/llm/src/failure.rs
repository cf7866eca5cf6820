//! What a provider's error means, by what can be done about it.

use serde_json::Value;
use steward_model::ModelFailure;

use crate::limits::interrupted;

/// How providers say that a conversation does not fit, in codes and in prose.
const TOO_LONG: [&str; 8] = [
    "context_length_exceeded",
    "exceed_context_size",
    "request_too_large",
    "prompt is too long",
    "maximum context length",
    "exceeds the available context size",
    "exceed context window",
    "input length and `max_tokens` exceed context limit",
];

/// An error as a provider tells it: as the answer to a request, or in mid-stream under a status of 200.
#[derive(Debug)]
pub(crate) struct WireError {
    status: u16,
    retry_after_ms: Option<u64>,
    /// Type and code, lower-case.
    kind: String,
    message: String,
    /// The part of the request it is about, where the provider says.
    pub(crate) parameter: String,
}

impl WireError {
    /// Reads `{"error": {…}}`, `{"error": "…"}` or anything else.
    pub(crate) fn from_reply(status: u16, retry_after_ms: Option<u64>, body: &Value) -> Self {
        let error = body.get("error").unwrap_or(body);
        let word = |name: &str| error.get(name).and_then(Value::as_str).unwrap_or_default();
        let message = error.as_str().unwrap_or_else(|| word("message"));
        Self {
            status,
            retry_after_ms,
            kind: format!("{} {}", word("type"), word("code")).to_lowercase(),
            message: message.replace(char::is_control, " "),
            parameter: word("param").to_owned(),
        }
    }

    /// Reads an error that came in mid-stream, where its type or code stands for the status.
    pub(crate) fn from_event(error: &Value) -> Self {
        let mut read = Self::from_reply(0, None, error);
        let code = error.get("code").and_then(Value::as_u64);
        read.status = code
            .and_then(|code| u16::try_from(code).ok())
            .unwrap_or_else(|| status_of(&read.kind));
        read
    }

    pub(crate) fn into_failure(self) -> ModelFailure {
        let message = self.message.to_lowercase();
        let is_about = |word: &&str| self.kind.contains(*word) || message.contains(*word);
        // A message about a rate may speak of lengths too.
        let may_be_length = matches!(self.status, 400 | 422 | 500);
        if self.status == 413 || (may_be_length && TOO_LONG.iter().any(is_about)) {
            return ModelFailure::TooLong;
        }
        // OpenAI says 429 to an account without credit; waiting does not fill it.
        if self.status == 402 || self.kind.contains("insufficient_quota") {
            return self.refused("the account has no credit");
        }
        match self.status {
            // Its message may quote the key.
            401 => ModelFailure::Refused {
                reason: "the API key is not accepted; set a valid one".to_owned(),
            },
            403 => self.refused("the API key does not allow this"),
            404 => self.refused("no such model, or the base URL is wrong"),
            408 | 409 | 425 => self.interrupted(),
            429 | 503 | 529 => ModelFailure::Overloaded {
                retry_after_ms: self.retry_after_ms,
            },
            300..400 => self.refused("the provider redirects; set its final base URL"),
            400..500 => self.refused("the request is not valid"),
            _ => self.interrupted(),
        }
    }

    fn refused(&self, reason: &str) -> ModelFailure {
        ModelFailure::Refused {
            reason: self.with_details(reason),
        }
    }

    fn interrupted(&self) -> ModelFailure {
        interrupted(self.with_details("an error at the provider"))
    }

    fn with_details(&self, reason: &str) -> String {
        let status = self.status;
        match self.message.as_str() {
            "" => format!("{reason} ({status})"),
            message => format!("{reason} ({status}): {message}"),
        }
    }
}

fn status_of(kind: &str) -> u16 {
    let statuses = [
        ("overloaded", 529),
        ("rate_limit", 429),
        ("authentication", 401),
        ("permission", 403),
        ("not_found", 404),
        ("billing", 402),
        ("timeout", 504),
        ("invalid_request", 400),
    ];
    let known = statuses.iter().find(|(word, _)| kind.contains(word));
    known.map_or(500, |(_, status)| *status)
}
