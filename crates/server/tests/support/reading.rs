//! An answer that is read while it is written.

use std::time::Duration;

use axum::body::Body;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http_body_util::BodyExt as _;
use serde_json::Value;

use super::server::TestServer;

/// Longer than anything here may take; only a stream that hangs meets it.
const LONG: Duration = Duration::from_secs(30);

/// A stream of JSON that is being read.
pub(crate) struct Reading {
    body: Body,
    /// All that was told.
    text: String,
    /// How much of it was given out.
    read: usize,
}

impl Reading {
    pub(crate) async fn get(server: &TestServer, path: &str) -> Self {
        Self::of(server, http::Request::get(path), Body::empty()).await
    }

    pub(crate) async fn post(server: &TestServer, path: &str, body: &Value) -> Self {
        let request = http::Request::post(path).header(CONTENT_TYPE, "application/json");
        Self::of(server, request, Body::from(body.to_string())).await
    }

    async fn of(server: &TestServer, request: http::request::Builder, body: Body) -> Self {
        let token = format!("Bearer {}", server.ours.token);
        let request = request.header(AUTHORIZATION, token).body(body).unwrap();
        let answer = server.call(request).await;
        assert_eq!(answer.status(), 200);
        Self {
            body: answer.into_body(),
            text: String::new(),
            read: 0,
        }
    }

    /// Reads until this was told.
    pub(crate) async fn until(&mut self, word: &str) {
        while !self.text.contains(word) {
            assert!(self.hear().await, "no {word}: {}", self.text);
        }
    }

    /// The next event; nothing at the end.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((block, _)) = self.text[self.read..].split_once("\n\n") {
                self.read += block.len() + 2;
                let data = block.lines().find_map(|line| line.strip_prefix("data: "));
                match data.filter(|data| *data != "[DONE]") {
                    Some(data) => return Some(serde_json::from_str(data).unwrap()),
                    None => continue,
                }
            }
            if !self.hear().await {
                return None;
            }
        }
    }

    /// All that was told so far.
    pub(crate) fn told(&self) -> &str {
        &self.text
    }

    /// Every event that is left.
    pub(crate) async fn rest(mut self) -> Vec<Value> {
        let mut events = Vec::new();
        while let Some(event) = self.next().await {
            events.push(event);
        }
        events
    }

    /// Hears more of it, unless it has ended.
    async fn hear(&mut self) -> bool {
        let frame = tokio::time::timeout(LONG, self.body.frame()).await;
        let Some(frame) = frame.expect("the stream hangs") else {
            return false;
        };
        let data = frame.unwrap().into_data().unwrap();
        self.text.push_str(std::str::from_utf8(&data).unwrap());
        true
    }
}
