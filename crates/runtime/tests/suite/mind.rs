//! A model that answers as a test says, remembers what it was asked, and refuses what no provider would take.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use serde_json::Value;
use steward_llm::{ChatModel, OnDelta};
use steward_model::{
    ChatAnswer, ChatDelta, ChatMessage, ChatRequest, ModelFailure, StopReason, ToolCall, Usage,
};
use tokio::sync::Semaphore;

/// What a call costs.
pub(super) const USAGE: Usage = Usage {
    input_tokens: 10,
    cached_tokens: 0,
    cache_write_tokens: 0,
    output_tokens: 5,
};

/// One question, and which one it is, from 1.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) n: usize,
    pub(super) request: &'a ChatRequest,
}

type Script = dyn Fn(Asked<'_>) -> Answer + Send + Sync;

/// A model that answers as a test says.
pub(super) struct Mind {
    script: Mutex<Arc<Script>>,
    requests: Mutex<Vec<ChatRequest>>,
    malformed: Mutex<Vec<String>>,
    inside: AtomicUsize,
}

/// Counts whoever is within for as long as it exists: also those that are cut short.
pub(super) struct Inside<'a>(&'a AtomicUsize);

impl<'a> Inside<'a> {
    pub(super) fn enter(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(count)
    }
}

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// What it answers, and when.
pub(super) struct Answer {
    pieces: Vec<String>,
    gate: Option<Arc<Semaphore>>,
    end: Result<ChatAnswer, ModelFailure>,
}

impl Mind {
    pub(super) fn new(script: impl Fn(Asked<'_>) -> Answer + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self {
            script: Mutex::new(Arc::new(script)),
            requests: Mutex::default(),
            malformed: Mutex::default(),
            inside: AtomicUsize::new(0),
        })
    }

    /// Answers otherwise from now on.
    pub(super) fn change(&self, script: impl Fn(Asked<'_>) -> Answer + Send + Sync + 'static) {
        *self.script.lock().unwrap() = Arc::new(script);
    }

    pub(super) fn requests(&self) -> Vec<ChatRequest> {
        self.requests.lock().unwrap().clone()
    }

    pub(super) fn calls(&self) -> usize {
        self.requests.lock().unwrap().len()
    }

    /// Whether nobody waits for an answer.
    pub(super) fn is_alone(&self) -> bool {
        self.inside.load(Ordering::SeqCst) == 0
    }

    /// What was wrong with requests, if anything was.
    pub(super) fn malformed(&self) -> Vec<String> {
        self.malformed.lock().unwrap().clone()
    }
}

impl Answer {
    fn ending(end: Result<ChatAnswer, ModelFailure>) -> Self {
        Self {
            pieces: Vec::new(),
            gate: None,
            end,
        }
    }

    /// With these pieces told first.
    pub(super) fn telling(mut self, pieces: &[&str]) -> Self {
        self.pieces = pieces.iter().map(|piece| (*piece).to_owned()).collect();
        self
    }

    /// When the gate lets one more through; the pieces are told before.
    pub(super) fn behind(mut self, gate: &Arc<Semaphore>) -> Self {
        self.gate = Some(Arc::clone(gate));
        self
    }

    /// Costing this many tokens, read and written.
    pub(super) fn costing(mut self, input_tokens: u64, output_tokens: u64) -> Self {
        if let Ok(answer) = &mut self.end {
            answer.usage = Usage {
                input_tokens,
                output_tokens,
                ..Usage::default()
            };
        }
        self
    }
}

/// Only text.
pub(super) fn says(text: &str) -> Answer {
    answer(text, Vec::new(), StopReason::End)
}

/// Only calls.
pub(super) fn calls<'a>(calls: impl IntoIterator<Item = (&'a str, Value)>) -> Answer {
    answer("", calls.into_iter().collect(), StopReason::ToolUse)
}

pub(super) fn answer(text: &str, calls: Vec<(&str, Value)>, stop: StopReason) -> Answer {
    let call = |(place, (name, arguments)): (usize, (&str, Value))| ToolCall {
        id: format!("call_{place}"),
        name: name.to_owned(),
        arguments,
    };
    Answer::ending(Ok(ChatAnswer {
        text: text.to_owned(),
        thinking: String::new(),
        tool_calls: calls.into_iter().enumerate().map(call).collect(),
        stop,
        usage: USAGE,
    }))
}

pub(super) fn fails(failure: ModelFailure) -> Answer {
    Answer::ending(Err(failure))
}

/// Answers the person by a text that says this, and ends.
pub(super) fn texts(text: &str) -> Answer {
    let text = serde_json::json!({ "text": text });
    calls([("send_sms", text), ("done", serde_json::json!({}))])
}

/// What people said last, all of it since the model spoke.
pub(super) fn last_said(request: &ChatRequest) -> String {
    let said = request
        .messages
        .iter()
        .rev()
        .map_while(|message| match message {
            ChatMessage::User { text } => Some(text.as_str()),
            ChatMessage::Assistant { .. } | ChatMessage::ToolResults { .. } => None,
        });
    let mut said: Vec<_> = said.collect();
    said.reverse();
    said.join("\n")
}

/// Everything in a request, as one text.
pub(super) fn whole(request: &ChatRequest) -> String {
    serde_json::to_string(request).unwrap()
}

/// Whether the request comes right after results of tools.
pub(super) fn after_results(request: &ChatRequest) -> bool {
    matches!(
        request.messages.last(),
        Some(ChatMessage::ToolResults { .. })
    )
}

impl ChatModel for Mind {
    fn chat<'a>(
        &'a self,
        request: &'a ChatRequest,
        on_delta: OnDelta<'a>,
    ) -> BoxFuture<'a, Result<ChatAnswer, ModelFailure>> {
        Box::pin(async move {
            let _inside = Inside::enter(&self.inside);
            let (n, script) = {
                let mut requests = self.requests.lock().unwrap();
                requests.push(request.clone());
                (requests.len(), Arc::clone(&self.script.lock().unwrap()))
            };
            if let Err(reason) = check(request) {
                self.malformed.lock().unwrap().push(reason.clone());
                return Err(ModelFailure::Refused { reason });
            }
            let answer = script(Asked { n, request });
            for text in answer.pieces {
                on_delta(ChatDelta::Text { text });
            }
            if let Some(gate) = answer.gate {
                gate.acquire().await.unwrap().forget();
            }
            answer.end
        })
    }
}

/// What providers insist on: every call has its result right after it, none has two, and no id comes twice.
pub(super) fn check(request: &ChatRequest) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<&str> = Vec::new();
    for (place, message) in request.messages.iter().enumerate() {
        let fault = |what: String| Err(format!("message {place}: {what}"));
        match message {
            ChatMessage::ToolResults { results } => {
                let mut given: Vec<_> = results.iter().map(|one| one.call_id.as_str()).collect();
                let mut wanted = std::mem::take(&mut open);
                given.sort_unstable();
                wanted.sort_unstable();
                if given != wanted {
                    return fault(format!("results {given:?} for calls {wanted:?}"));
                }
            }
            ChatMessage::User { .. } | ChatMessage::Assistant { .. } if !open.is_empty() => {
                return fault(format!("calls {open:?} have no results"));
            }
            ChatMessage::User { .. } => {}
            ChatMessage::Assistant { tool_calls, .. } => {
                for call in tool_calls {
                    if !seen.insert(call.id.as_str()) || !call.arguments.is_object() {
                        return fault(format!("call {} is a copy or no object", call.id));
                    }
                    open.push(&call.id);
                }
            }
        }
    }
    match open.as_slice() {
        [] => Ok(()),
        open => Err(format!("calls {open:?} have no results")),
    }
}

mod tests {
    use steward_model::{ToolOutcome, ToolResult};

    use super::*;

    fn request(messages: Vec<ChatMessage>) -> ChatRequest {
        ChatRequest {
            model: "test:model".into(),
            system: vec![],
            messages,
            tools: vec![],
            server_tools: vec![],
            temperature_milli: 0,
            max_tokens: 1,
            stop: Vec::new(),
        }
    }

    fn call(ids: &[&str]) -> ChatMessage {
        let call = |id: &&str| ToolCall {
            id: (*id).into(),
            name: "x".into(),
            arguments: serde_json::json!({}),
        };
        ChatMessage::Assistant {
            text: String::new(),
            tool_calls: ids.iter().map(call).collect(),
        }
    }

    fn results(ids: &[&str]) -> ChatMessage {
        let result = |id: &&str| ToolResult {
            call_id: (*id).into(),
            content: String::new(),
            outcome: ToolOutcome::Done,
        };
        ChatMessage::ToolResults {
            results: ids.iter().map(result).collect(),
        }
    }

    #[test]
    fn an_orphan_a_copy_and_a_result_from_nowhere_are_refused() {
        let good = vec![
            call(&["a", "b"]),
            results(&["b", "a"]),
            call(&["c"]),
            results(&["c"]),
        ];
        assert_eq!(check(&request(good)), Ok(()));
        let said = ChatMessage::User { text: "?".into() };
        for bad in [
            vec![call(&["a"])],
            vec![call(&["a"]), said],
            vec![results(&["a"])],
            vec![call(&["a"]), results(&["a", "a"])],
            vec![call(&["a"]), results(&["b"])],
            vec![call(&["a"]), results(&["a"]), call(&["a"]), results(&["a"])],
        ] {
            assert!(check(&request(bad.clone())).is_err(), "{bad:?}");
        }
    }
}
