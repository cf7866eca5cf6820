//! A model behind an OpenAI-compatible API that was talked into anything: for each question it calls what the test says, in
//! whatever it was given or not, and rests once it has the results.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use http::header::CONTENT_TYPE;
use serde_json::{Value, json};

/// What it calls, by all that it was told.
type Mind = dyn Fn(&[Value]) -> Vec<Value> + Send + Sync;

/// A model that obeys. It ends with the test.
#[derive(Clone)]
pub(crate) struct HijackedModel {
    mind: Arc<Mind>,
    calls: Arc<AtomicUsize>,
    /// What it reported to have cost, in tokens.
    spent: Arc<AtomicUsize>,
}

/// A call of a tool, in the words of agents.
pub(crate) fn call(name: &str, args: Value) -> Value {
    let mut call = json!({"name": name});
    call["args"] = args;
    call
}

/// What a message says.
pub(crate) fn content(message: &Value) -> &str {
    message["content"].as_str().unwrap_or_default()
}

impl HijackedModel {
    /// Begins to listen: it calls what the last thing asks of it, and nothing after results. Tells the name that the configuration
    /// gives it.
    pub(crate) async fn start(
        mind: impl Fn(&str) -> Vec<Value> + Send + Sync + 'static,
    ) -> (Self, String) {
        let by_the_last = move |said: &[Value]| match said.last() {
            Some(last) if !content(last).starts_with("<tool_results>") => mind(content(last)),
            _ => Vec::new(),
        };
        Self::reading(by_the_last).await
    }

    /// The same by everything that was said, results and all.
    pub(crate) async fn reading(
        mind: impl Fn(&[Value]) -> Vec<Value> + Send + Sync + 'static,
    ) -> (Self, String) {
        let model = Self {
            mind: Arc::new(mind),
            calls: Arc::default(),
            spent: Arc::default(),
        };
        let router = Router::new()
            .route("/v1/chat/completions", post(answer))
            .with_state(model.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        (model, format!("http://{address}/v1#hijacked"))
    }

    /// How many tokens it has cost, by its own count: one for every four bytes that it read, and seven to answer.
    pub(crate) fn spent(&self) -> usize {
        self.spent.load(Ordering::SeqCst)
    }

    /// How many calls it made.
    pub(crate) fn calls(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }
}

async fn answer(
    State(model): State<HijackedModel>,
    Json(body): Json<Value>,
) -> impl axum::response::IntoResponse {
    let said = body["messages"].as_array().map_or(&[][..], Vec::as_slice);
    let calls = (model.mind)(said);
    model.calls.fetch_add(calls.len(), Ordering::SeqCst);
    let says = if calls.is_empty() {
        vec!["Done."]
    } else {
        vec![]
    };
    let words = json!({"messages": says, "tool_calls": calls}).to_string();
    let read = body["messages"].to_string().len() / 4;
    model.spent.fetch_add(read + 7, Ordering::SeqCst);
    let chunk = |delta: Value, reason: Option<&str>| {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": reason});
        let usage =
            json!({"prompt_tokens": read, "completion_tokens": 7, "total_tokens": read + 7});
        let chunk = json!({"id": "c", "object": "chat.completion.chunk", "choices": [choice], "usage": usage});
        format!("data: {chunk}\n\n")
    };
    let lines = chunk(json!({"content": words}), None) + &chunk(json!({}), Some("stop"));
    (
        [(CONTENT_TYPE, "text/event-stream")],
        lines + "data: [DONE]\n\n",
    )
}
