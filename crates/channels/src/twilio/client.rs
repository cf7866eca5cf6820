//! What Twilio is asked.

use reqwest::header::CONTENT_TYPE;
use reqwest::{RequestBuilder, Url};
use url::form_urlencoded;

use super::settings::{Credentials, SettingsError, TwilioSettings};
use crate::file;
use crate::http::{self, Answer, AnswerError};
use crate::{FileResult, Secret};

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
        let http = http::client(settings.timeouts, &base).map_err(SettingsError::Client)?;
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

    /// The files that came with a message.
    pub(super) async fn list_media(&self, message: &str) -> Result<Answer, AnswerError> {
        let messages = self.messages_path.trim_end_matches(".json");
        let url = http::below(&self.base, &format!("{messages}/{message}/Media.json"));
        self.answer_to(self.http.get(url)).await
    }

    /// Where something of Twilio's is, by its path.
    pub(super) fn address_of(&self, path: &str) -> String {
        http::below(&self.base, path).into()
    }

    pub(super) async fn fetch(&self, url: &str) -> FileResult {
        let sign =
            |request: RequestBuilder| request.basic_auth(&self.user, Some(self.password.expose()));
        file::fetch(&self.http, &self.base, url, sign).await
    }

    fn messages_url(&self) -> Url {
        http::below(&self.base, &self.messages_path)
    }

    async fn answer_to(&self, request: RequestBuilder) -> Result<Answer, AnswerError> {
        http::answer_to(request.basic_auth(&self.user, Some(self.password.expose()))).await
    }
}

fn encoded(fields: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .finish()
}
