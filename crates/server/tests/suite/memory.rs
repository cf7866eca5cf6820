//! The API of what is remembered.

mod blocks;
mod documents;
mod files;
mod notes;
mod search;

use http::Method;
use serde_json::Value;

use crate::support::{Answer, TestServer};

/// A caller of the memory's API.
struct Memory<'s> {
    server: &'s TestServer,
    token: &'s str,
}

impl<'s> Memory<'s> {
    /// As the owner of ours.
    fn of(server: &'s TestServer) -> Self {
        Self {
            server,
            token: &server.ours.token,
        }
    }

    async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let request = self.server.request(method, path).bearer(self.token);
        match body {
            Some(body) => request.json(&body).send().await,
            None => request.send().await,
        }
    }

    async fn get(&self, path: &str) -> Answer {
        self.ask(Method::GET, path, None).await
    }

    async fn put(&self, path: &str, body: Value) -> Answer {
        self.ask(Method::PUT, path, Some(body)).await
    }

    async fn post(&self, path: &str, body: Value) -> Answer {
        self.ask(Method::POST, path, Some(body)).await
    }

    async fn delete(&self, path: &str) -> Answer {
        self.ask(Method::DELETE, path, None).await
    }
}
