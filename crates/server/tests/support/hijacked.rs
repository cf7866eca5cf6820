//! A model behind an OpenAI-compatible API that was talked into anything: for each question it calls what the test says, in
//! whatever it was given or not, and rests once it has the results.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use http::header::CONTENT_TYPE;
use serde_json::{Value, json};

/// What it calls, by the last thing it was told.
type Mind = dyn Fn(&str) -> Vec<Value> + Send + Sync;

/// A model that obeys. It ends with the test.
#[derive(Clone)]
pub(crate) struct HijackedModel {
    mind: Arc<Mind>,
    calls: Arc<AtomicUsize>,
}

/// A call of a tool, in the words of agents.
pub(crate) fn call(name: &str, args: Value) -> Value {
    let mut call = json!({"name": name});
    call["args"] = args;
    call
}

impl HijackedModel {
    /// Begins to listen. Tells the name that the configuration gives it.
    pub(crate) async fn start(
        mind: impl Fn(&str) -> Vec<Value> + Send + Sync + 'static,
    ) -> (Self, String) {
        let model = Self {
            mind: Arc::new(mind),
            calls: Arc::default(),
        };
        let router = Router::new()
            .route("/v1/chat/completions", post(answer))
            .with_state(model.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        (model, format!("http://{address}/v1#hijacked"))
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
    let last = body["messages"].as_array().and_then(|said| said.last());
    let last = last
        .and_then(|last| last["content"].as_str())
        .unwrap_or_default();
    let calls = match last.starts_with("<tool_results>") {
        true => Vec::new(),
        false => (model.mind)(last),
    };
    model.calls.fetch_add(calls.len(), Ordering::SeqCst);
    let says = if calls.is_empty() {
        vec!["Done."]
    } else {
        vec![]
    };
    let words = json!({"messages": says, "tool_calls": calls}).to_string();
    let chunk = |delta: Value, reason: Option<&str>| {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": reason});
        let usage = json!({"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18});
        let chunk = json!({"id": "c", "object": "chat.completion.chunk", "choices": [choice], "usage": usage});
        format!("data: {chunk}\n\n")
    };
    let lines = chunk(json!({"content": words}), None) + &chunk(json!({}), Some("stop"));
    (
        [(CONTENT_TYPE, "text/event-stream")],
        lines + "data: [DONE]\n\n",
    )
}
