//! Anthropic's Messages API.

mod events;
#[cfg(test)]
mod events_tests;
mod request;
#[cfg(test)]
mod request_tests;

use futures_util::future::BoxFuture;
use serde_json::Value;
use steward_model::{ChatAnswer, ChatDelta, ChatRequest, ModelFailure, StopReason};

pub(crate) use self::request::VERSION;

use self::events::Reader;
use crate::http::Endpoint;
use crate::limits::interrupted;
use crate::sse::read_events;
use crate::{ChatModel, OnDelta};

/// How often a paused answer is taken up again within one call.
const CONTINUATIONS: usize = 4;

/// A model of Anthropic's.
///
/// An answer that pauses in the middle of server tools is taken up here, because only here are the blocks known that
/// must go back unchanged. After a few times the pause is handed to the caller.
pub struct Anthropic {
    endpoint: Endpoint,
    model: String,
}

impl Anthropic {
    pub(crate) fn new(endpoint: Endpoint, model: String) -> Self {
        Self { endpoint, model }
    }

    async fn run(
        &self,
        request: &ChatRequest,
        on_delta: OnDelta<'_>,
    ) -> Result<ChatAnswer, ModelFailure> {
        let mut body = request::body(&self.model, request);
        let (mut answer, mut blocks) = self.exchange(&body, request, on_delta).await?;
        for _ in 0..CONTINUATIONS {
            if answer.stop != StopReason::Pause {
                break;
            }
            request::resume(&mut body, blocks);
            let (more, more_blocks) = self.exchange(&body, request, on_delta).await?;
            append(&mut answer, more);
            blocks = more_blocks;
        }
        Ok(answer)
    }

    async fn exchange(
        &self,
        body: &Value,
        request: &ChatRequest,
        on_delta: &mut (dyn FnMut(ChatDelta) + Send),
    ) -> Result<(ChatAnswer, Vec<Value>), ModelFailure> {
        let reply = self.endpoint.post(body).await?;
        if !reply.is_success() {
            return Err(reply.into_error().await.into_failure());
        }
        if !reply.is_event_stream() {
            return Err(interrupted("the provider did not answer with a stream"));
        }
        let mut reader = Reader::default();
        read_events(reply.bytes, |data| reader.read(data, on_delta)).await?;
        reader.finish(request)
    }
}

impl ChatModel for Anthropic {
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

fn append(answer: &mut ChatAnswer, more: ChatAnswer) {
    answer.text += &more.text;
    answer.thinking += &more.thinking;
    answer.tool_calls.extend(more.tool_calls);
    answer.stop = more.stop;
    answer.usage += more.usage;
}
