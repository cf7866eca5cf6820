//! One request to a carrier and its answer, with time-outs and without surprises.

use std::time::Duration;

use reqwest::header::RETRY_AFTER;
use reqwest::{Client, RequestBuilder, Response};
use serde::de::DeserializeOwned;
use url::{Host, Url};

use crate::SendResult;
use crate::resolver::Resolver;

/// A page of messages is the largest answer there is; anything beyond is not the carrier's.
const ANSWER_BYTES: usize = 4 * 1024 * 1024;

/// How long a call may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// Until there is a connection.
    pub connect: Duration,
    /// Until the answer is read to its end.
    pub total: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            total: Duration::from_secs(15),
        }
    }
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<Duration>,
    /// None if it broke off.
    pub(crate) body: Option<Vec<u8>>,
}

/// Why nothing came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AnswerError {
    #[error("no connection to the carrier")]
    NoConnection,
    #[error("the carrier did not answer in time")]
    TimedOut,
    #[error("the connection to the carrier broke")]
    Broken,
    #[error("the carrier's answer cannot be read")]
    Unreadable,
}

/// A client of a carrier that makes one attempt, follows no redirect and repeats nothing.
pub(crate) fn client(timeouts: Timeouts, carrier: &Url) -> Result<Client, String> {
    // A second call finds the provider installed, which is all that matters.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .connect_timeout(timeouts.connect)
        .timeout(timeouts.total)
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        // A connection is used once: on a kept one, a request that meets the server's hanging up would be sent again unasked.
        .pool_max_idle_per_host(0)
        .no_proxy()
        .dns_resolver(Resolver::of(carrier))
        .user_agent(concat!("steward/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|error| error.to_string())
}

pub(crate) async fn answer_to(request: RequestBuilder) -> Result<Answer, AnswerError> {
    let response = request.send().await.map_err(|error| broken(&error))?;
    Ok(Answer {
        status: response.status().as_u16(),
        retry_after: retry_after(&response),
        body: gather(response).await,
    })
}

/// Reads an answer to a question.
pub(crate) fn read<T: DeserializeOwned>(answer: &Answer) -> Result<T, AnswerError> {
    let body = answer.body.as_deref().ok_or(AnswerError::Broken)?;
    if answer.status != 200 {
        return Err(AnswerError::Unreadable);
    }
    serde_json::from_slice(body).map_err(|_| AnswerError::Unreadable)
}

/// Why a carrier does not send a message, by its own word.
pub(crate) struct Refusal {
    pub(crate) opted_out: bool,
    pub(crate) reason: String,
}

/// What came of a send that was answered. `name` reads what the carrier calls a message that it took, `refusal` why it did not:
/// whatever neither can read may have been sent.
pub(crate) fn judge_answer(
    answer: &Answer,
    name: impl FnOnce(&[u8]) -> Option<String>,
    refusal: impl FnOnce(&[u8]) -> Option<Refusal>,
) -> SendResult {
    let status = Some(answer.status);
    let unknown = |reason: &str| SendResult::Unknown {
        reason: reason.to_owned(),
        status,
    };
    let body = answer.body.as_deref().unwrap_or_default();
    match answer.status {
        200..=299 => match name(body) {
            Some(provider_ref) => SendResult::Sent { provider_ref },
            None => unknown("the carrier's answer cannot be read"),
        },
        429 => SendResult::NotSent {
            retry_after: answer.retry_after,
            reason: "the carrier asks to slow down".to_owned(),
            status,
        },
        // A refusal counts only in the carrier's own words: a proxy on the way may say 4xx after it passed the message on.
        400..=499 => match refusal(body) {
            Some(Refusal { opted_out, reason }) => SendResult::Refused {
                opted_out,
                reason,
                status,
            },
            None => unknown("the carrier refused without saying why"),
        },
        500..=599 => unknown("an error at the carrier"),
        _ => unknown("the carrier answered with something else"),
    }
}

/// What came of a send without an answer.
pub(crate) fn judge_error(error: AnswerError) -> SendResult {
    let reason = error.to_string();
    match error {
        AnswerError::NoConnection => SendResult::NotSent {
            retry_after: None,
            reason,
            status: None,
        },
        AnswerError::TimedOut | AnswerError::Broken | AnswerError::Unreadable => {
            SendResult::Unknown {
                reason,
                status: None,
            }
        }
    }
}

/// The address of an API. A secret leaves in every request, so only this machine is spoken to in the clear.
pub(crate) fn api_url(text: &str) -> Option<Url> {
    let url = bare_url(text)?;
    let loopback = match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    };
    (url.scheme() == "https" || loopback).then_some(url)
}

/// An address that a path can be added to.
pub(crate) fn bare_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let plain = matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    (plain && url.has_host()).then_some(url)
}

/// An address with a path added to its own.
pub(crate) fn below(base: &Url, path: &str) -> Url {
    let mut url = base.clone();
    let path = format!("{}{path}", url.path().trim_end_matches('/'));
    url.set_path(&path);
    url
}

/// Only the form with a number: a date would need a clock, and no carrier sends one.
fn retry_after(response: &Response) -> Option<Duration> {
    let text = response.headers().get(RETRY_AFTER)?.to_str().ok()?;
    text.trim().parse().ok().map(Duration::from_secs)
}

/// The whole body, or nothing where it breaks off or is endless.
async fn gather(mut response: Response) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.ok()? {
        body.extend_from_slice(&chunk);
        if body.len() > ANSWER_BYTES {
            return None;
        }
    }
    Some(body)
}

/// A connection that was never made carried nothing: this is told apart from everything later, where nobody can know.
pub(crate) fn broken(error: &reqwest::Error) -> AnswerError {
    if error.is_connect() || error.is_builder() {
        AnswerError::NoConnection
    } else if error.is_timeout() {
        AnswerError::TimedOut
    } else {
        AnswerError::Broken
    }
}
