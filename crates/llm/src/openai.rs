//! The chat completions API, as OpenAI made it and many servers copy it.

mod chunks;
#[cfg(test)]
mod chunks_tests;
mod dialect;
mod embeddings;
mod request;
#[cfg(test)]
mod request_tests;

use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::BoxFuture;
use serde_json::Value;
use steward_model::{ChatAnswer, ChatRequest, ModelFailure};

pub use self::dialect::Dialect;
pub use self::embeddings::Embeddings;

use self::chunks::Reader;
use crate::http::{Endpoint, Reply};
use crate::sse::read_events;
use crate::{ChatModel, OnDelta};

/// A model behind the chat completions API: OpenAI, OpenRouter, vLLM, Ollama, llama.cpp and their like.
///
/// Server tools are not offered: this API has none that keep to a list of hosts.
pub struct OpenAiChat {
    endpoint: Endpoint,
    model: String,
    dialect: Dialect,
    /// Some models take no temperature but their own, which only their refusal tells.
    refuses_temperature: AtomicBool,
}

impl OpenAiChat {
    pub(crate) fn new(endpoint: Endpoint, model: String, dialect: Dialect) -> Self {
        Self {
            endpoint,
            model,
            dialect,
            refuses_temperature: AtomicBool::new(false),
        }
    }

    async fn run(
        &self,
        request: &ChatRequest,
        on_delta: OnDelta<'_>,
    ) -> Result<ChatAnswer, ModelFailure> {
        let reply = self.ask(request).await?;
        let mut reader = Reader::default();
        if reply.is_event_stream() {
            read_events(reply.bytes, |data| reader.read(data, on_delta)).await?;
        } else {
            // Some servers do not stream when tools are offered. A whole answer reads like one large piece.
            let _ = reader.read(&reply.into_text().await?, on_delta)?;
        }
        reader.finish(request)
    }

    async fn ask(&self, request: &ChatRequest) -> Result<Reply, ModelFailure> {
        let mut body = request::body(&self.model, request, self.dialect);
        if self.refuses_temperature.load(Ordering::Relaxed) {
            remove_temperature(&mut body);
        }
        let reply = self.endpoint.post(&body).await?;
        if reply.is_success() {
            return Ok(reply);
        }
        let error = reply.into_error().await;
        if error.parameter != "temperature" || !remove_temperature(&mut body) {
            return Err(error.into_failure());
        }
        self.refuses_temperature.store(true, Ordering::Relaxed);
        let reply = self.endpoint.post(&body).await?;
        if reply.is_success() {
            return Ok(reply);
        }
        Err(reply.into_error().await.into_failure())
    }
}

impl ChatModel for OpenAiChat {
    fn chat<'a>(
        &'a self,
        request: &'a ChatRequest,
        on_delta: OnDelta<'a>,
    ) -> BoxFuture<'a, Result<ChatAnswer, ModelFailure>> {
        Box::pin(async move {
            let answer = self.run(request, on_delta).await;
            answer.map_err(|failure| self.endpoint.presentable(failure))
        })
    }
}

/// Whether there was one.
fn remove_temperature(body: &mut Value) -> bool {
    let fields = body.as_object_mut();
    fields.is_some_and(|fields| fields.remove("temperature").is_some())
}
