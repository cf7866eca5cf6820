//! What Quo is asked.

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{RequestBuilder, Url};
use serde_json::Value;

use super::settings::{QuoSettings, SettingsError};
use crate::FileResult;
use crate::file;
use crate::http::{self, Answer, AnswerError};

const MESSAGES: &str = "/v1/messages";
const CONVERSATIONS: &str = "/v1/conversations";
const NUMBERS: &str = "/v1/phone-numbers";

pub(super) struct Client {
    http: reqwest::Client,
    base: Url,
    authorization: HeaderValue,
}

impl Client {
    pub(super) fn new(settings: &QuoSettings) -> Result<Self, SettingsError> {
        let base = settings.base_url()?;
        Ok(Self {
            authorization: settings.authorization()?,
            http: http::client(settings.timeouts, &base).map_err(SettingsError::Client)?,
            base,
        })
    }

    pub(super) async fn post_message(&self, message: &Value) -> Result<Answer, AnswerError> {
        let request = self
            .http
            .post(http::below(&self.base, MESSAGES))
            .header(CONTENT_TYPE, "application/json")
            .body(message.to_string());
        self.answer_to(request).await
    }

    pub(super) async fn list_messages(
        &self,
        filters: &[(&str, &str)],
    ) -> Result<Answer, AnswerError> {
        let mut url = http::below(&self.base, MESSAGES);
        url.query_pairs_mut().extend_pairs(filters);
        self.answer_to(self.http.get(url)).await
    }

    pub(super) async fn list_conversations(
        &self,
        filters: &[(&str, &str)],
    ) -> Result<Answer, AnswerError> {
        let mut url = http::below(&self.base, CONVERSATIONS);
        url.query_pairs_mut().extend_pairs(filters);
        self.answer_to(self.http.get(url)).await
    }

    /// The numbers of the account.
    pub(super) async fn list_numbers(&self) -> Result<Answer, AnswerError> {
        let url = http::below(&self.base, NUMBERS);
        self.answer_to(self.http.get(url)).await
    }

    pub(super) async fn fetch(&self, url: &str) -> FileResult {
        let sign =
            |request: RequestBuilder| request.header(AUTHORIZATION, self.authorization.clone());
        file::fetch(&self.http, &self.base, url, sign).await
    }

    async fn answer_to(&self, request: RequestBuilder) -> Result<Answer, AnswerError> {
        http::answer_to(request.header(AUTHORIZATION, self.authorization.clone())).await
    }
}
