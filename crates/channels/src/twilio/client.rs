//! One request to Twilio and its answer, with time-outs and without surprises.

use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};
use reqwest::{RequestBuilder, Response, Url};
use url::form_urlencoded;

use super::answer::{Answer, AnswerError};
use super::settings::{Credentials, SettingsError, TwilioSettings};
use crate::Secret;

/// A page of messages is the largest answer there is; anything beyond is not Twilio's.
const ANSWER_BYTES: usize = 4 * 1024 * 1024;

pub(super) struct Client {
    http: reqwest::Client,
    base: Url,
    messages_path: String,
    user: String,
    password: Secret,
}

impl Client {
    pub(super) fn new(settings: TwilioSettings) -> Result<Self, SettingsError> {
        let base = settings.base_url()?;
        let account = settings.account()?.to_owned();
        // A second call finds the provider installed, which is all that matters.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .connect_timeout(settings.timeouts.connect)
            .timeout(settings.timeouts.total)
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            // A connection is used once: on a kept one, a request that meets the server's hanging up would be sent again unasked.
            .pool_max_idle_per_host(0)
            .no_proxy()
            .user_agent(concat!("steward/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| SettingsError::Client(error.to_string()))?;
        let (user, password) = match settings.credentials {
            Credentials::AuthToken(token) => (account.clone(), token),
            Credentials::ApiKey { sid, secret } => (sid, secret),
        };
        Ok(Self {
            http,
            base,
            messages_path: format!("/2010-04-01/Accounts/{account}/Messages.json"),
            user,
            password,
        })
    }

    pub(super) async fn post_message(
        &self,
        fields: &[(&str, &str)],
    ) -> Result<Answer, AnswerError> {
        let request = self
            .http
            .post(self.messages_url())
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(encoded(fields));
        self.answer_to(request).await
    }

    pub(super) async fn list_messages(
        &self,
        filters: &[(&str, &str)],
    ) -> Result<Answer, AnswerError> {
        let mut url = self.messages_url();
        url.set_query(Some(&encoded(filters)));
        self.answer_to(self.http.get(url)).await
    }

    /// Follows the carrier's word for where a list goes on. Our password goes along, so only to where the list began.
    pub(super) async fn next_page(&self, uri: &str) -> Result<Answer, AnswerError> {
        let (path, query) = uri.split_once('?').unwrap_or((uri, ""));
        if path != self.messages_path {
            return Err(AnswerError::Unreadable);
        }
        let mut url = self.messages_url();
        url.set_query(Some(query));
        self.answer_to(self.http.get(url)).await
    }

    fn messages_url(&self) -> Url {
        let mut url = self.base.clone();
        let path = format!("{}{}", url.path().trim_end_matches('/'), self.messages_path);
        url.set_path(&path);
        url
    }

    async fn answer_to(&self, request: RequestBuilder) -> Result<Answer, AnswerError> {
        let request = request.basic_auth(&self.user, Some(self.password.expose()));
        let response = request.send().await.map_err(|error| broken(&error))?;
        Ok(Answer {
            status: response.status().as_u16(),
            retry_after: retry_after(&response),
            body: gather(response).await,
        })
    }
}

fn encoded(fields: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .finish()
}

/// Only the form with a number: a date would need a clock, and Twilio sends none.
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
fn broken(error: &reqwest::Error) -> AnswerError {
    if error.is_connect() || error.is_builder() {
        AnswerError::NoConnection
    } else if error.is_timeout() {
        AnswerError::TimedOut
    } else {
        AnswerError::Broken
    }
}
