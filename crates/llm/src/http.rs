//! One request to a provider and the bytes of its answer, with time-outs and without surprises.

use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream, Stream, StreamExt};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Response, Url};
use serde_json::Value;
use steward_model::{Clock as _, ModelFailure, SystemClock, Timestamp};
use tokio::time::{Instant, timeout_at};

use crate::ApiKey;
use crate::failure::WireError;
use crate::limits::{ERROR_BYTES, LINE_BYTES, interrupted};

/// Longest reason of a failure: most of it may be the provider's own words.
const REASON_CHARACTERS: usize = 300;

/// How long each part of a call may take. The call as a whole is limited by [`crate::PipelineSettings`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// Until there is a connection.
    pub connect: Duration,
    /// From sending the request to the first byte of the answer's body: a long prompt is read in this time.
    pub first_byte: Duration,
    /// Between two pieces of the body.
    pub idle: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            first_byte: Duration::from_secs(120),
            idle: Duration::from_secs(60),
        }
    }
}

/// A client that goes nowhere it was not sent: no redirects, and no proxy from the environment.
pub(crate) fn client(timeouts: &Timeouts) -> Result<Client, reqwest::Error> {
    // A second call finds the provider installed, which is all that matters.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .connect_timeout(timeouts.connect)
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .user_agent(concat!("steward/", env!("CARGO_PKG_VERSION")))
        .build()
}

/// Where the requests of one model go.
pub(crate) struct Endpoint {
    pub(crate) client: Client,
    pub(crate) url: Url,
    /// Holds the key as well, marked as sensitive.
    pub(crate) headers: HeaderMap,
    pub(crate) key: Option<ApiKey>,
    pub(crate) timeouts: Timeouts,
}

/// How a key is sent.
#[derive(Debug, Clone, Copy)]
pub(crate) enum KeyHeader {
    /// `authorization: Bearer …`
    Bearer,
    /// `x-api-key: …`
    ApiKey,
}

impl KeyHeader {
    /// The header, or nothing where the key cannot be part of one.
    pub(crate) fn with(self, key: &ApiKey) -> Option<(HeaderName, HeaderValue)> {
        let (name, text) = match self {
            Self::Bearer => ("authorization", format!("Bearer {}", key.expose())),
            Self::ApiKey => ("x-api-key", key.expose().to_owned()),
        };
        let mut value = HeaderValue::from_str(&text).ok()?;
        value.set_sensitive(true);
        Some((HeaderName::from_static(name), value))
    }
}

impl Endpoint {
    /// Sends a request; what comes back may be an error of the provider's.
    pub(crate) async fn post(&self, body: &Value) -> Result<Reply, ModelFailure> {
        let first_byte = Instant::now() + self.timeouts.first_byte;
        let request = self.client.post(self.url.clone());
        let request = request.headers(self.headers.clone()).json(body).send();
        let response = timeout_at(first_byte, request)
            .await
            .map_err(|_| ModelFailure::TimedOut)?
            .map_err(|error| broken(&error))?;
        let reply = Reply {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            bytes: timed(body_of(response), first_byte, self.timeouts.idle).boxed(),
        };
        let request_id = ["request-id", "x-request-id", "x-generation-id"]
            .iter()
            .find_map(|name| reply.header(name));
        tracing::debug!(status = reply.status, request_id, "model provider answered");
        Ok(reply)
    }

    /// The failure as it may be shown: without the key, which a provider may have quoted, and short.
    pub(crate) fn presentable(&self, failure: ModelFailure) -> ModelFailure {
        let shown = |reason: String| -> String {
            let reason = match &self.key {
                Some(key) => key.redact(&reason),
                None => reason,
            };
            reason.chars().take(REASON_CHARACTERS).collect()
        };
        match failure {
            ModelFailure::Interrupted { reason } => ModelFailure::Interrupted {
                reason: shown(reason),
            },
            ModelFailure::Refused { reason } => ModelFailure::Refused {
                reason: shown(reason),
            },
            ModelFailure::Overloaded { .. }
            | ModelFailure::TimedOut
            | ModelFailure::TooLong
            | ModelFailure::OverBudget
            | ModelFailure::SwitchedOff => failure,
        }
    }
}

/// What a provider sent back.
pub(crate) struct Reply {
    status: u16,
    headers: HeaderMap,
    pub(crate) bytes: BoxStream<'static, Result<Bytes, ModelFailure>>,
}

impl Reply {
    pub(crate) fn is_success(&self) -> bool {
        self.status == 200
    }

    pub(crate) fn is_event_stream(&self) -> bool {
        self.header(CONTENT_TYPE.as_str())
            .is_some_and(|kind| kind.starts_with("text/event-stream"))
    }

    /// The whole body, where it is not a stream of events.
    pub(crate) async fn into_text(self) -> Result<String, ModelFailure> {
        let body = gather(self.bytes, LINE_BYTES).await?;
        if body.len() > LINE_BYTES {
            return Err(interrupted("the answer is larger than 1 MB"));
        }
        String::from_utf8(body).map_err(|_| interrupted("the answer is not UTF-8"))
    }

    /// What went wrong, as the status and the beginning of the body tell.
    pub(crate) async fn into_error(self) -> WireError {
        let retry_after_ms = self.retry_after_ms();
        // A body that breaks off leaves the status, which says enough.
        let body = gather(self.bytes, ERROR_BYTES).await.unwrap_or_default();
        let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
        WireError::from_reply(self.status, retry_after_ms, &body)
    }

    /// As a number of milliseconds or seconds, or as a date. A date is held against the reply's own: what this machine
    /// takes the time to be does not matter then.
    fn retry_after_ms(&self) -> Option<u64> {
        let number = |name| self.header(name)?.trim().parse::<f64>().ok();
        let seconds = || number("retry-after").map(|seconds| seconds * 1000.0);
        if let Some(milliseconds) = number("retry-after-ms").or_else(seconds) {
            let sensible = (0.0..1e12).contains(&milliseconds);
            return sensible.then_some(milliseconds.ceil() as u64);
        }
        let date = |name| Timestamp::parse_http_date(self.header(name)?.trim());
        let now = || date("date").unwrap_or_else(|| SystemClock.now());
        let wait = date("retry-after")?.since(now());
        u64::try_from(wait.as_millis()).ok()
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

/// Ends a body that is too slow: its first piece is due at `first`, each later one `idle` after the one before.
pub(crate) fn timed(
    bytes: impl Stream<Item = Result<Bytes, ModelFailure>> + Send + Unpin,
    first: Instant,
    idle: Duration,
) -> impl Stream<Item = Result<Bytes, ModelFailure>> + Send {
    stream::unfold((bytes, first), move |(mut bytes, due)| async move {
        let next = match timeout_at(due, bytes.next()).await {
            Ok(next) => next?,
            Err(_) => Err(ModelFailure::TimedOut),
        };
        Some((next, (bytes, Instant::now() + idle)))
    })
}

fn body_of(
    response: Response,
) -> impl Stream<Item = Result<Bytes, ModelFailure>> + Send + Unpin + 'static {
    let next = |mut response: Response| async move {
        let chunk = response.chunk().await.map_err(|error| broken(&error));
        Some((chunk.transpose()?, response))
    };
    stream::unfold(response, next).boxed()
}

/// The first bytes of a body, until there are more than `enough`.
async fn gather(
    mut bytes: BoxStream<'static, Result<Bytes, ModelFailure>>,
    enough: usize,
) -> Result<Vec<u8>, ModelFailure> {
    let mut body = Vec::new();
    while body.len() <= enough
        && let Some(chunk) = bytes.next().await
    {
        body.extend_from_slice(&chunk?);
    }
    Ok(body)
}

fn broken(error: &reqwest::Error) -> ModelFailure {
    if error.is_timeout() {
        return ModelFailure::TimedOut;
    }
    interrupted(if error.is_connect() {
        "no connection to the provider"
    } else if error.is_body() || error.is_decode() {
        "the connection broke in mid-answer"
    } else {
        "the request could not be sent"
    })
}
