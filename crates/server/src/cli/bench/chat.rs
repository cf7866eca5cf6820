//! What streaming costs: how much later than the model's first word a client reads it, and many chats at once.
//!
//! The model is a part of this process and notes when it says its first word; the server between the two is a process of
//! its own.

mod model;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use serde::Serialize;
use serde_json::{Value, json};

use self::model::{Model, WORDS, word};
use super::Failure;
use super::child::{Server, TOKEN};

/// What was measured. Added is what a client waits for a word beyond the moment at which the model said it.
#[derive(Debug, Serialize)]
pub(super) struct Figures {
    agent_added_ms_p50: f64,
    agent_added_ms_p99: f64,
    model_added_ms_p50: f64,
    model_added_ms_p99: f64,
    chats_at_once: usize,
    at_once_added_ms_p50: f64,
    at_once_added_ms_p99: f64,
    at_once_seconds: f64,
    words_said: usize,
    words_lost: usize,
    server_resident_mb_after: u64,
}

/// Where a question is asked.
#[derive(Clone, Copy)]
enum Way {
    /// The chat of the web UI, which an agent answers.
    Agent,
    /// `/v1/responses`, which a model answers.
    Model,
}

/// One answer as a client saw it.
struct Seen {
    added: Duration,
    lost: usize,
}

pub(super) async fn measure(chats: usize, rounds: usize) -> Result<Figures, Failure> {
    let folder = tempfile::tempdir().map_err(Failure::other)?;
    let model = Model::start().await?;
    let server = Server::start_with(
        folder.path(),
        &[
            ("STEWARD_MODEL", &model.name),
            ("STEWARD__MODELS__NATIVE_TOOLS", &model.name),
            ("STEWARD__HTTP__WRITES_PER_SECOND", "100000"),
        ],
    )?;
    let client = Client::new(server.address, &model)?;
    client.one_by_one(Way::Agent, 3).await?;
    let agent = client.one_by_one(Way::Agent, rounds).await?;
    let direct = client.one_by_one(Way::Model, rounds).await?;
    let began = Instant::now();
    let many = try_join_all((0..chats).map(|_| client.ask(Way::Agent))).await?;
    let took = began.elapsed();
    let lost = [&agent, &direct, &many].into_iter().flatten();
    Ok(Figures {
        agent_added_ms_p50: percentile(&agent, 50),
        agent_added_ms_p99: percentile(&agent, 99),
        model_added_ms_p50: percentile(&direct, 50),
        model_added_ms_p99: percentile(&direct, 99),
        chats_at_once: chats,
        at_once_added_ms_p50: percentile(&many, 50),
        at_once_added_ms_p99: percentile(&many, 99),
        at_once_seconds: (took.as_secs_f64() * 1e3).round() / 1e3,
        words_said: (2 * rounds + chats) * WORDS,
        words_lost: lost.map(|seen| seen.lost).sum(),
        server_resident_mb_after: server.resident_kb().unwrap_or_default() / 1024,
    })
}

struct Client<'m> {
    http: reqwest::Client,
    address: SocketAddr,
    model: &'m Model,
}

impl<'m> Client<'m> {
    fn new(address: SocketAddr, model: &'m Model) -> Result<Self, Failure> {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().no_proxy().build();
        Ok(Self {
            http: http.map_err(Failure::other)?,
            address,
            model,
        })
    }

    async fn one_by_one(&self, way: Way, rounds: usize) -> Result<Vec<Seen>, Failure> {
        let mut seen = Vec::with_capacity(rounds);
        for _ in 0..rounds {
            seen.push(self.ask(way).await?);
        }
        Ok(seen)
    }

    /// Asks once and reads the answer to its end.
    async fn ask(&self, way: Way) -> Result<Seen, Failure> {
        let mark = self.model.mark();
        let (path, body) = self.question(way, &mark);
        let url = format!("http://{}{path}", self.address);
        let asked = self.http.post(url).bearer_auth(TOKEN).json(&body).send();
        let answer = asked.await.map_err(Failure::other)?;
        let mut answer = answer.error_for_status().map_err(Failure::other)?;
        let (mut text, mut first) = (String::new(), None);
        let begins = word(0);
        while let Some(chunk) = answer.chunk().await.map_err(Failure::other)? {
            text.push_str(&String::from_utf8_lossy(&chunk));
            if first.is_none() && text.contains(&begins) {
                first = Some(Instant::now());
            }
        }
        let said = self.model.said(&mark);
        let (Some(first), Some(said)) = (first, said) else {
            return Err(Failure::other(format!("no answer came: {text:.300}")));
        };
        Ok(Seen {
            added: first.saturating_duration_since(said),
            lost: (0..WORDS).filter(|no| !text.contains(&word(*no))).count(),
        })
    }

    fn question(&self, way: Way, mark: &str) -> (&'static str, Value) {
        let text = format!("What is there to tell? {mark}");
        match way {
            Way::Agent => {
                let part = json!({"type": "text", "text": text});
                let message = json!({"id": mark, "role": "user", "parts": [part]});
                ("/api/chat", json!({"id": mark, "messages": [message]}))
            }
            Way::Model => (
                "/v1/responses",
                json!({"model": self.model.name, "input": text, "stream": true, "store": false}),
            ),
        }
    }
}

fn percentile(seen: &[Seen], percent: usize) -> f64 {
    let mut all: Vec<Duration> = seen.iter().map(|seen| seen.added).collect();
    all.sort_unstable();
    let place = (all.len() * percent / 100).min(all.len().saturating_sub(1));
    let at = all.get(place).copied().unwrap_or_default();
    (at.as_secs_f64() * 1e6).round() / 1e3
}
