//! A model that answers every question once: it reads which are open from the prompt, and remembers nothing.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::post;
use axum::{Json, Router};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// What a question and its answer are called: `ask17`, `ack17`.
pub(crate) const ASK: &str = "ask";
pub(crate) const ACK: &str = "ack";
/// In a question: whoever asks the model about it is killed.
pub(crate) const POISON: &str = "poison";

/// Long enough for a kill to find a call under way.
const THINKING: Duration = Duration::from_millis(10);

/// The model, on a port of its own.
#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) address: SocketAddr,
    books: Arc<Books>,
}

#[derive(Default)]
struct Books {
    requests: AtomicU64,
    poisoned: AtomicU64,
    victim: Mutex<Option<Pid>>,
}

impl Model {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let books = Arc::new(Books::default());
        let app = Router::new()
            .route("/v1/chat/completions", post(answer))
            .with_state(Arc::clone(&books));
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self { address, books }
    }

    /// How often it was asked.
    pub(crate) fn requests(&self) -> u64 {
        self.books.requests.load(Ordering::SeqCst)
    }

    /// How often it killed whoever asked.
    pub(crate) fn poisoned(&self) -> u64 {
        self.books.poisoned.load(Ordering::SeqCst)
    }

    /// Whom to kill over a poisoned question.
    pub(crate) fn aim_at(&self, victim: Pid) {
        *self.books.victim.lock().unwrap() = Some(victim);
    }
}

/// The numbers behind a word, wherever it stands in a text.
pub(crate) fn numbered(text: &str, word: &str) -> Vec<u32> {
    let is_whole = |at: usize| !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
    let found = text.match_indices(word).filter(|(at, _)| is_whole(*at));
    found
        .filter_map(|(at, _)| {
            let rest = &text[at + word.len()..];
            let end = rest.find(|c: char| !c.is_ascii_digit());
            rest[..end.unwrap_or(rest.len())].parse().ok()
        })
        .collect()
}

async fn answer(State(books): State<Arc<Books>>, Json(request): Json<Value>) -> impl IntoResponse {
    books.requests.fetch_add(1, Ordering::SeqCst);
    tokio::time::sleep(THINKING).await;
    let messages = request["messages"].as_array().unwrap();
    let (open, is_poisoned) = unanswered(messages);
    if is_poisoned {
        let victim = books.victim.lock().unwrap().take();
        if let Some(victim) = victim {
            books.poisoned.fetch_add(1, Ordering::SeqCst);
            kill_process(victim, Signal::KILL).unwrap();
        }
    }
    let call = if open.is_empty() {
        json!({ "name": "done", "args": {} })
    } else {
        let words: Vec<_> = open.iter().map(|number| format!("{ACK}{number}")).collect();
        json!({ "name": "send_sms", "args": { "text": words.join(" ") } })
    };
    let said = json!({ "messages": [], "tool_calls": [call] }).to_string();
    ([(CONTENT_TYPE, "text/event-stream")], streamed(&said))
}

/// The questions that no call answered which was carried out, and whether one of them is poisoned.
fn unanswered(messages: &[Value]) -> (BTreeSet<u32>, bool) {
    let (mut open, mut called) = (BTreeSet::new(), Vec::new());
    let mut is_poisoned = false;
    for message in messages {
        let text = message["content"].as_str().unwrap();
        match message["role"].as_str() {
            Some("assistant") => called = numbered(text, ACK),
            Some("user") => {
                // What the results of the calls say: one that failed answered nothing.
                let failed = text.contains(r#"outcome="failed""#);
                for number in called.drain(..).filter(|_| !failed) {
                    open.remove(&number);
                }
                open.extend(numbered(text, ASK));
                is_poisoned |= text.contains(POISON);
            }
            _ => {}
        }
    }
    is_poisoned &= !open.is_empty();
    (open, is_poisoned)
}

/// An answer as the chat completions API streams it.
fn streamed(text: &str) -> String {
    let chunk = |delta: Value, end: Value| json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": end }] });
    let usage = json!({ "prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110 });
    let events = [
        chunk(json!({ "role": "assistant", "content": text }), Value::Null),
        chunk(json!({}), json!("stop")),
        json!({ "choices": [], "usage": usage }),
    ];
    let lines = events.iter().map(|event| format!("data: {event}\n\n"));
    lines.chain(["data: [DONE]\n\n".to_owned()]).collect()
}
