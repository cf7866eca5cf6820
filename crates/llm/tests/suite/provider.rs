//! A provider on loopback that sends the bytes it was given, in the pieces it was given.

use std::sync::{Arc, Mutex};

use serde_json::Value;
use steward_llm::{ApiKey, ChatModel, ProviderAccess, ProviderSettings, Providers, Timeouts};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

pub(crate) const KEY: &str = "sk-very-secret";

/// How a connection is left after the last bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Then {
    Close,
    KeepOpen,
}

/// What is sent to one request.
pub(crate) struct Answer {
    pieces: Vec<Vec<u8>>,
    then: Then,
}

impl Answer {
    pub(crate) fn raw(pieces: impl IntoIterator<Item = Vec<u8>>, then: Then) -> Self {
        Self {
            pieces: pieces.into_iter().collect(),
            then,
        }
    }

    /// A stream of events, whole.
    pub(crate) fn events(body: &str) -> Self {
        Self::body(
            200,
            "content-type: text/event-stream\r\nrequest-id: req_1\r\n",
            body,
        )
    }

    pub(crate) fn json(status: u16, headers: &str, body: &Value) -> Self {
        let headers = format!("content-type: application/json\r\n{headers}");
        Self::body(status, &headers, &body.to_string())
    }

    pub(crate) fn body(status: u16, headers: &str, body: &str) -> Self {
        let length = body.len();
        let head = format!(
            "HTTP/1.1 {status} X\r\nconnection: close\r\n{headers}content-length: {length}\r\n\r\n"
        );
        Self::raw([head.into_bytes(), body.as_bytes().to_vec()], Then::Close)
    }

    /// A stream of events that breaks off: more was promised than is sent.
    pub(crate) fn half(body: &str) -> Self {
        let head =
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 99999\r\n\r\n";
        Self::raw([format!("{head}{body}").into_bytes()], Then::Close)
    }
}

/// What it was asked.
#[derive(Clone)]
pub(crate) struct Asked {
    pub(crate) head: String,
    pub(crate) body: Value,
}

pub(crate) struct FakeProvider {
    url: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl FakeProvider {
    /// Gives these answers, one to a connection, and then takes no more connections.
    pub(crate) async fn start(answers: impl IntoIterator<Item = Answer>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let answers: Vec<Answer> = answers.into_iter().collect();
        let record = Arc::clone(&asked);
        tokio::spawn(async move {
            let mut open = Vec::new();
            for answer in answers {
                let (stream, _) = listener.accept().await.unwrap();
                let mut stream = BufReader::new(stream);
                let asked = receive(&mut stream).await;
                record.lock().unwrap().push(asked);
                for piece in &answer.pieces {
                    // The client may have heard enough.
                    let _ = stream.write_all(piece).await;
                    let _ = stream.flush().await;
                }
                if answer.then == Then::KeepOpen {
                    open.push(stream);
                }
            }
            // Kept for as long as the runtime lives.
            std::future::pending::<()>().await;
        });
        Self { url, asked }
    }

    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }

    pub(crate) fn providers(&self) -> Providers {
        self.providers_within(Timeouts::default())
    }

    pub(crate) fn providers_within(&self, timeouts: Timeouts) -> Providers {
        let access = |path: &str| ProviderAccess {
            api_key: Some(ApiKey::new(KEY)),
            base_url: Some(self.url(path)),
        };
        Providers::new(ProviderSettings {
            anthropic: access(""),
            openai: access("/v1"),
            openrouter: access("/api/v1"),
            timeouts,
            ..ProviderSettings::default()
        })
        .unwrap()
    }

    pub(crate) fn anthropic(&self) -> Arc<dyn ChatModel> {
        self.providers()
            .model("anthropic:claude-sonnet-4-5")
            .unwrap()
    }

    pub(crate) fn openai(&self) -> Arc<dyn ChatModel> {
        self.providers().model("openai:gpt-4o").unwrap()
    }
}

async fn receive(stream: &mut BufReader<TcpStream>) -> Asked {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        let read = stream.read_line(&mut head).await.unwrap();
        assert_ne!(read, 0, "the client left in mid-request");
    }
    let head = head.to_lowercase();
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length.unwrap().parse().unwrap()];
    stream.read_exact(&mut body).await.unwrap();
    Asked {
        head,
        body: serde_json::from_slice(&body).unwrap(),
    }
}
