//! The one error of the HTTP API.
//!
//! A handler returns an [`ApiError`] made by the constructor that names its case. The caller reads a status, a
//! stable `code` and a sentence; what went wrong inside is logged once, with the request id, and is never sent.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderName, HeaderValue, StatusCode};
use serde::Serialize;
use utoipa::ToSchema;

#[cfg(test)]
#[path = "error_tests.rs"]
mod tests;

const TIMEOUT: &str = "timeout";

/// A refused or failed request, as the caller will read it.
#[derive(Debug, Clone)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    /// Stable across versions, for programs.
    pub(crate) code: &'static str,
    /// A sentence, for people.
    pub(crate) message: String,
    /// The path of the offending field, such as `members[2].email`.
    pub(crate) field: Option<String>,
    pub(crate) retry_after: Option<Duration>,
    /// Shared because the error travels in response extensions, which must be cloneable.
    detail: Option<Arc<str>>,
}

/// The body of every error of the OpenAI-compatible routes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OpenAiErrorBody {
    error: OpenAiErrorDescription,
}

/// What went wrong, as clients of OpenAI read it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OpenAiErrorDescription {
    /// A sentence, for people.
    message: String,
    /// What kind of error it is.
    #[schema(example = "invalid_request_error")]
    r#type: String,
    /// The parameter to blame, where one is.
    #[schema(required)]
    param: Option<String>,
    /// For programs.
    #[schema(required)]
    code: Option<String>,
}

/// The body of every error outside the OpenAI-compatible routes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    pub(crate) error: ErrorDescription,
}

/// What went wrong.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ErrorDescription {
    /// Stable across versions, for programs.
    #[schema(example = "invalid_field")]
    pub(crate) code: String,
    /// A sentence, for people.
    pub(crate) message: String,
    /// The path of the offending field, where one field is to blame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) field: Option<String>,
}

/// Tells a client of OpenAI whether to ask again.
const SHOULD_RETRY: HeaderName = HeaderName::from_static("x-should-retry");

/// Failures that do not pass by themselves.
const FINAL: [&str; 2] = ["switched_off", "model_refused"];

/// An `Idempotency-Key` that was sent with another request before.
pub(crate) const KEY_REUSED: &str = "idempotency_key_reused";

/// Which JSON an error is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ErrorShape {
    Steward,
    OpenAi,
}

impl ApiError {
    /// An error with a code of its own; prefer the constructors below.
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            field: None,
            retry_after: None,
            detail: None,
        }
    }

    /// No credentials, or credentials that are wrong, expired or revoked; the caller is not told which.
    pub(crate) fn unauthorized() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "unauthorized",
            "Valid credentials are required.",
        )
    }

    /// There is no such thing, or it belongs to somebody else: the two must look the same.
    pub(crate) fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", "There is nothing here.")
    }

    /// The caller is known and may not do this.
    pub(crate) fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    /// The request cannot be understood.
    pub(crate) fn bad_request(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// The request is well-formed and one of its fields is not acceptable.
    pub(crate) fn invalid_field(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            field: Some(field.into()),
            ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid_field", message)
        }
    }

    /// The route exists, and not for this method.
    pub(crate) fn method_not_allowed() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            "This address does not answer that method.",
        )
    }

    /// The change contradicts what is stored.
    pub(crate) fn conflict(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "conflict", message)
    }

    /// Somebody else was faster, and the caller has read what is not there any more.
    pub(crate) fn changed_meanwhile() -> Self {
        let message = "Somebody else changed this meanwhile. Read it again.";
        Self::new(StatusCode::CONFLICT, "changed_meanwhile", message)
    }

    /// What is there is not what the caller has read.
    pub(crate) fn precondition_failed(message: impl Into<String>) -> Self {
        Self::new(
            StatusCode::PRECONDITION_FAILED,
            "precondition_failed",
            message,
        )
    }

    /// The caller must say what they have read.
    pub(crate) fn precondition_required(message: impl Into<String>) -> Self {
        Self::new(
            StatusCode::PRECONDITION_REQUIRED,
            "precondition_required",
            message,
        )
    }

    /// The body is larger than this route accepts.
    pub(crate) fn payload_too_large() -> Self {
        Self::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "payload_too_large",
            "The body is larger than this address accepts.",
        )
    }

    /// The body is not of a type this route reads.
    pub(crate) fn unsupported_media_type() -> Self {
        Self::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported_media_type",
            "Send the body as JSON, with the header `Content-Type: application/json`.",
        )
    }

    /// The caller must wait before asking again.
    pub(crate) fn rate_limited(retry_after: Duration) -> Self {
        Self {
            retry_after: Some(retry_after),
            ..Self::new(
                StatusCode::TOO_MANY_REQUESTS,
                "rate_limited",
                "Too many requests. Wait, then try again.",
            )
        }
    }

    /// The same request, under the same `Idempotency-Key`, is still being done.
    pub(crate) fn request_running(retry_after: Duration) -> Self {
        Self {
            retry_after: Some(retry_after),
            ..Self::new(
                StatusCode::CONFLICT,
                "request_running",
                "The same request is still being done. Wait, then ask again.",
            )
        }
    }

    /// The content existed and its key was destroyed.
    pub(crate) fn forgotten() -> Self {
        Self::new(
            StatusCode::GONE,
            "forgotten",
            "This content was forgotten and cannot be read again.",
        )
    }

    /// Something that the answer needs is not reachable now.
    pub(crate) fn unavailable(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message)
    }

    /// Somebody switched it off; the sentence says who can turn it on again.
    pub(crate) fn switched_off(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "switched_off", message)
    }

    /// The handler took longer than a request may take.
    pub(crate) fn timeout() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            TIMEOUT,
            "The answer took too long. Try again.",
        )
    }

    /// The disk has no room for the change; reading still works.
    pub(crate) fn insufficient_storage() -> Self {
        Self::new(
            StatusCode::INSUFFICIENT_STORAGE,
            "insufficient_storage",
            "The server has no room left to store this.",
        )
    }

    /// A fault of ours. `detail` goes to the log and never to the caller.
    pub(crate) fn internal(detail: impl fmt::Display) -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "Something went wrong on the server.",
        )
        .with_detail(detail)
    }

    /// Names the field to blame.
    pub(crate) fn blaming(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }

    /// Adds what the log should say and the caller should not read.
    pub(crate) fn with_detail(mut self, detail: impl fmt::Display) -> Self {
        self.detail = Some(detail.to_string().into());
        self
    }

    /// What the log should say, where there is more to say than the caller reads.
    pub(crate) fn detail(&self) -> Option<&str> {
        self.detail.as_deref()
    }

    fn body(&self, shape: ErrorShape) -> Body {
        let json = match shape {
            ErrorShape::Steward => serde_json::to_vec(&ErrorBody {
                error: ErrorDescription {
                    code: self.code.to_owned(),
                    message: self.message.clone(),
                    field: self.field.clone(),
                },
            }),
            ErrorShape::OpenAi => serde_json::to_vec(&OpenAiErrorBody {
                error: OpenAiErrorDescription {
                    message: self.message.clone(),
                    r#type: openai_type(self.status).to_owned(),
                    param: self.field.clone(),
                    code: Some(openai_code(self).to_owned()),
                },
            }),
        };
        // Strings alone always serialise, so the default is never sent.
        Body::from(json.unwrap_or_default())
    }
}

impl ErrorShape {
    /// The shape that clients of this path expect.
    pub(crate) fn of_path(path: &str) -> Self {
        let resource = path
            .strip_prefix("/v1/")
            .and_then(|rest| rest.split('/').next());
        match resource {
            Some(
                "responses" | "conversations" | "models" | "embeddings" | "chat" | "instructions",
            ) => Self::OpenAi,
            _ => Self::Steward,
        }
    }

    /// Rewrites the error that a response carries, if it carries one and its shape is not the usual.
    pub(crate) fn apply(self, response: &mut Response) {
        if self == Self::Steward {
            return;
        }
        if let Some(error) = response.extensions().get::<ApiError>() {
            let (body, is_final) = (error.body(self), FINAL.contains(&error.code));
            let is_reused_key = error.code == KEY_REUSED;
            *response.body_mut() = body;
            response.headers_mut().remove(CONTENT_LENGTH);
            if is_final {
                // Clients of OpenAI ask again after any 5xx, in vain here.
                let headers = response.headers_mut();
                headers.insert(SHOULD_RETRY, HeaderValue::from_static("false"));
            }
            if response.status() == StatusCode::UNPROCESSABLE_ENTITY && !is_reused_key {
                // Clients of OpenAI know one status for a request that is wrong. A key is our own matter.
                *response.status_mut() = StatusCode::BAD_REQUEST;
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = Response::new(self.body(ErrorShape::Steward));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if self.status == StatusCode::PAYLOAD_TOO_LARGE || self.code == TIMEOUT {
            // The rest of the body is not read, so the connection ends here; untold, a client would use it again.
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        if let Some(wait) = self.retry_after {
            // Rounded up: a caller that waits exactly this long must not be refused again.
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds.max(1)));
        }
        response.extensions_mut().insert(self);
        response
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for ApiError {}

/// The code that clients of OpenAI look for, where they look for one.
fn openai_code(error: &ApiError) -> &'static str {
    match error.status {
        StatusCode::UNAUTHORIZED => "invalid_api_key",
        StatusCode::TOO_MANY_REQUESTS if error.code == "rate_limited" => "rate_limit_exceeded",
        _ => error.code,
    }
}

fn openai_type(status: StatusCode) -> &'static str {
    match status {
        StatusCode::UNAUTHORIZED => "authentication_error",
        StatusCode::FORBIDDEN => "permission_error",
        StatusCode::TOO_MANY_REQUESTS => "rate_limit_error",
        status if status.is_server_error() => "server_error",
        _ => "invalid_request_error",
    }
}
