//! A model behind an OpenAI-compatible API, which answers from a script and remembers what it was asked.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use futures_util::{StreamExt as _, stream};
use http::StatusCode;
use http::header::CONTENT_TYPE;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

/// Longer than a watcher waits before it asks the database.
const LATE: Duration = Duration::from_millis(1_500);

/// What it says next.
#[derive(Debug, Clone)]
pub(crate) enum Line {
    /// These pieces.
    Text(&'static [&'static str]),
    /// The same, cut off.
    CutOff(&'static [&'static str]),
    /// A call, by its id, its name and its arguments.
    Call(&'static str, &'static str, Value),
    /// What an agent says, in the words of agents.
    Agent(&'static str),
    /// The same, after so long a silence that whoever watches looks elsewhere for it.
    Late(&'static str),
    /// This text, whatever it is.
    Written(String),
    /// This piece, and then nothing for as long as somebody listens.
    Silence(&'static str),
    /// This piece, and then the connection is gone.
    Broken(&'static str),
    /// These pieces, each but the first when the test says so.
    Paused(&'static [&'static str]),
    /// Nothing.
    Refusal,
}

/// A model that answers from a script. It ends with the test.
#[derive(Clone)]
pub(crate) struct ScriptedModel {
    script: Arc<Mutex<VecDeque<Line>>>,
    asked: Arc<Mutex<Vec<Value>>>,
    /// Silences that nobody listens to any more.
    left: Arc<Semaphore>,
    /// Pieces that may be said.
    due: Arc<Semaphore>,
}

/// Somebody who listens to a silence.
struct Listening(Arc<Semaphore>);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.add_permits(1);
    }
}

impl ScriptedModel {
    /// Begins to listen. Tells the name that the configuration gives it.
    pub(crate) async fn start(script: impl IntoIterator<Item = Line>) -> (Self, String) {
        let model = Self {
            script: Arc::default(),
            asked: Arc::default(),
            left: Arc::new(Semaphore::new(0)),
            due: Arc::new(Semaphore::new(0)),
        };
        model.script.lock().unwrap().extend(script);
        let router = Router::new()
            .route("/v1/chat/completions", post(answer))
            .with_state(model.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        (model, format!("http://{address}/v1#scripted"))
    }

    /// Adds lines to the end of its script.
    pub(crate) fn goes_on(&self, lines: impl IntoIterator<Item = Line>) {
        self.script.lock().unwrap().extend(lines);
    }

    /// Everything it was asked, oldest first.
    pub(crate) fn asked(&self) -> Vec<Value> {
        self.asked.lock().unwrap().clone()
    }

    /// Has it say this many more pieces of what it paused in.
    pub(crate) fn says_on(&self, pieces: usize) {
        self.due.add_permits(pieces);
    }

    /// Waits until somebody who listened to a silence has gone.
    pub(crate) async fn is_left(&self) {
        self.left.acquire().await.unwrap().forget();
    }
}

async fn answer(State(model): State<ScriptedModel>, Json(body): Json<Value>) -> Response {
    model.asked.lock().unwrap().push(body);
    let line = model.script.lock().unwrap().pop_front();
    let (deltas, reason) = match line {
        Some(Line::Text(pieces)) => (texts(pieces), "stop"),
        Some(Line::CutOff(pieces)) => (texts(pieces), "length"),
        Some(Line::Call(id, name, arguments)) => {
            let function = json!({"name": name, "arguments": arguments.to_string()});
            let call = json!({"index": 0, "id": id, "type": "function", "function": function});
            (vec![json!({"tool_calls": [call]})], "tool_calls")
        }
        Some(Line::Agent(text)) => agents_words(text),
        Some(Line::Late(text)) => {
            tokio::time::sleep(LATE).await;
            agents_words(text)
        }
        Some(Line::Written(text)) => (vec![json!({"content": text})], "stop"),
        Some(Line::Silence(piece)) => return silence(piece, Listening(model.left)),
        Some(Line::Broken(piece)) => return broken(piece),
        Some(Line::Paused(pieces)) => return paused(pieces, model.due),
        Some(Line::Refusal) | None => {
            let error = json!({"error": {"message": "the script has no line left", "type": "x"}});
            return (StatusCode::BAD_REQUEST, Json(error)).into_response();
        }
    };
    let mut lines: String = deltas
        .iter()
        .map(|delta| chunk(delta, None, &Value::Null))
        .collect();
    lines.push_str(&ending(reason));
    lines.push_str("data: [DONE]\n\n");
    ([(CONTENT_TYPE, "text/event-stream")], lines).into_response()
}

fn agents_words(text: &str) -> (Vec<Value>, &'static str) {
    let said = json!({"messages": [text], "tool_calls": []}).to_string();
    (vec![json!({"content": said})], "stop")
}

fn chunk(delta: &Value, reason: Option<&str>, usage: &Value) -> String {
    let choice = json!({"index": 0, "delta": delta, "finish_reason": reason});
    let chunk =
        json!({"id": "c", "object": "chat.completion.chunk", "choices": [choice], "usage": usage});
    format!("data: {chunk}\n\n")
}

fn ending(reason: &str) -> String {
    let usage = json!({"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18});
    chunk(&json!({}), Some(reason), &usage)
}

fn silence(piece: &str, listening: Listening) -> Response {
    let first = chunk(&json!({"content": piece}), None, &Value::Null);
    let first = stream::once(async move { Ok::<_, Infallible>(first) });
    let rest = stream::pending().inspect(move |_| {
        let _ = &listening;
    });
    let body = Body::from_stream(first.chain(rest));
    ([(CONTENT_TYPE, "text/event-stream")], body).into_response()
}

fn broken(piece: &str) -> Response {
    let first = chunk(&json!({"content": piece}), None, &Value::Null);
    let gone = async {
        // What was sent before is to arrive.
        tokio::time::sleep(Duration::from_millis(100)).await;
        Err(std::io::Error::other("gone"))
    };
    let body = Body::from_stream(stream::once(async { Ok(first) }).chain(stream::once(gone)));
    ([(CONTENT_TYPE, "text/event-stream")], body).into_response()
}

fn paused(pieces: &'static [&'static str], due: Arc<Semaphore>) -> Response {
    let said = stream::iter(pieces.iter().enumerate()).then(move |(number, piece)| {
        let due = Arc::clone(&due);
        async move {
            if number > 0 {
                due.acquire().await.unwrap().forget();
            }
            Ok::<_, Infallible>(chunk(&json!({"content": piece}), None, &Value::Null))
        }
    });
    let end = stream::once(async { Ok(format!("{}data: [DONE]\n\n", ending("stop"))) });
    let body = Body::from_stream(said.chain(end));
    ([(CONTENT_TYPE, "text/event-stream")], body).into_response()
}

fn texts(pieces: &[&str]) -> Vec<Value> {
    let deltas = pieces.iter().map(|piece| json!({"content": piece}));
    deltas.collect()
}
