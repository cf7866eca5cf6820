//! A model that says what a test wrote down.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use steward_model::{
    ChatAnswer, ChatDelta, ChatRequest, ModelFailure, StopReason, ToolCall, Usage,
};

use crate::{ChatModel, OnDelta};

/// Answers from a script, and remembers what it was asked.
#[derive(Debug, Default)]
pub struct Scripted {
    script: Mutex<VecDeque<Reply>>,
    requests: Mutex<Vec<ChatRequest>>,
}

/// One line of a script: what is told while it is written, how long that takes, and how it ends.
#[derive(Debug, Clone)]
pub struct Reply {
    deltas: Vec<ChatDelta>,
    delay: Duration,
    end: Result<ChatAnswer, ModelFailure>,
}

impl Scripted {
    /// Answers in this order. A call beyond the end of the script is refused.
    pub fn new(script: impl IntoIterator<Item = Reply>) -> Self {
        Self {
            script: Mutex::new(script.into_iter().collect()),
            requests: Mutex::default(),
        }
    }

    /// Adds to the script.
    pub fn push(&self, reply: Reply) {
        lock(&self.script).push_back(reply);
    }

    /// Every request received so far, oldest first.
    pub fn requests(&self) -> Vec<ChatRequest> {
        lock(&self.requests).clone()
    }

    /// How many replies are left.
    pub fn remaining(&self) -> usize {
        lock(&self.script).len()
    }
}

impl Reply {
    /// A whole answer.
    pub fn answer(answer: ChatAnswer) -> Self {
        Self {
            deltas: Vec::new(),
            delay: Duration::ZERO,
            end: Ok(answer),
        }
    }

    /// An answer that is only text.
    pub fn text(text: &str) -> Self {
        Self::answer(ChatAnswer {
            text: text.to_owned(),
            thinking: String::new(),
            tool_calls: Vec::new(),
            stop: StopReason::End,
            usage: Usage::default(),
        })
    }

    /// An answer that only calls tools.
    pub fn tool_calls(tool_calls: Vec<ToolCall>) -> Self {
        Self::answer(ChatAnswer {
            text: String::new(),
            thinking: String::new(),
            tool_calls,
            stop: StopReason::ToolUse,
            usage: Usage::default(),
        })
    }

    /// No answer.
    pub fn failure(failure: ModelFailure) -> Self {
        Self {
            deltas: Vec::new(),
            delay: Duration::ZERO,
            end: Err(failure),
        }
    }

    /// Tells these pieces of text first.
    #[must_use]
    pub fn streaming<'a>(mut self, pieces: impl IntoIterator<Item = &'a str>) -> Self {
        let pieces = pieces.into_iter().map(str::to_owned);
        self.deltas
            .extend(pieces.map(|text| ChatDelta::Text { text }));
        self
    }

    /// Waits before each piece and before the end.
    #[must_use]
    pub fn after(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    /// Costs this much; a failure costs nothing.
    #[must_use]
    pub fn costing(mut self, usage: Usage) -> Self {
        if let Ok(answer) = &mut self.end {
            answer.usage = usage;
        }
        self
    }
}

impl ChatModel for Scripted {
    fn chat<'a>(
        &'a self,
        request: &'a ChatRequest,
        on_delta: OnDelta<'a>,
    ) -> BoxFuture<'a, Result<ChatAnswer, ModelFailure>> {
        Box::pin(async move {
            lock(&self.requests).push(request.clone());
            let reply = lock(&self.script).pop_front();
            let Some(reply) = reply else {
                return Err(ModelFailure::Refused {
                    reason: "the script has no reply left".to_owned(),
                });
            };
            for delta in reply.deltas {
                tokio::time::sleep(reply.delay).await;
                on_delta(delta);
            }
            tokio::time::sleep(reply.delay).await;
            reply.end
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
