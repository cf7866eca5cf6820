//! A model that thinks for a moment, then says one word after the other, and notes when it said the first.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::response::sse::{Event, Sse};
use axum::routing::post;
use futures_util::stream::{Stream, unfold};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::super::Failure;

/// Words of an answer.
pub(super) const WORDS: usize = 40;
const THINKS: Duration = Duration::from_millis(50);
const BETWEEN_WORDS: Duration = Duration::from_millis(10);
/// What a question is told apart by.
const MARK: &str = "mark-";
const MARK_DIGITS: usize = 8;

/// What the answers have been so far.
type Said = Arc<Mutex<HashMap<String, Instant>>>;

/// A model of this process.
pub(super) struct Model {
    /// What the server calls it.
    pub(super) name: String,
    said: Said,
    next: AtomicUsize,
}

impl Model {
    pub(super) async fn start() -> Result<Self, Failure> {
        let said = Said::default();
        let router = Router::new()
            .route("/v1/chat/completions", post(answer))
            .with_state(Arc::clone(&said));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.map_err(Failure::other)?;
        let address = listener.local_addr().map_err(Failure::other)?;
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(Self {
            name: format!("http://{address}/v1#bench"),
            said,
            next: AtomicUsize::new(0),
        })
    }

    /// What a question is to hold so that its answer can be told from others.
    pub(super) fn mark(&self) -> String {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        format!("{MARK}{number:0MARK_DIGITS$}")
    }

    /// When the first word was said in answer to a question.
    pub(super) fn said(&self, mark: &str) -> Option<Instant> {
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        said.get(mark).copied()
    }
}

/// A word that occurs in no other place.
pub(super) fn word(number: usize) -> String {
    format!("word{number:03}")
}

async fn answer(
    State(said): State<Said>,
    body: String,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    // What comes to mind may hold the marks of other questions, and stands before the question itself.
    let mark = body.rfind(MARK).and_then(|at| {
        let end = at + MARK.len() + MARK_DIGITS;
        body.get(at..end).map(str::to_owned)
    });
    Sse::new(unfold(0, move |number| {
        let (said, mark) = (Arc::clone(&said), mark.clone());
        async move {
            let data = match number {
                0 => {
                    sleep(THINKS).await;
                    let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
                    said.entry(mark.unwrap_or_default())
                        .or_insert_with(Instant::now);
                    chunk(&word(0), &Value::Null)
                }
                1..WORDS => {
                    sleep(BETWEEN_WORDS).await;
                    chunk(&format!(" {}", word(number)), &Value::Null)
                }
                WORDS => chunk("", &json!("stop")),
                _ if number == WORDS + 1 => "[DONE]".to_owned(),
                _ => return None,
            };
            Some((Ok(Event::default().data(data)), number + 1))
        }
    }))
}

fn chunk(content: &str, finish_reason: &Value) -> String {
    let choice = json!({"index": 0, "delta": {"content": content}, "finish_reason": finish_reason});
    json!({"id": "chatcmpl-bench", "object": "chat.completion.chunk", "choices": [choice]})
        .to_string()
}
