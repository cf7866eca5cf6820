//! How many text messages are taken in: signed as Twilio signs them, checked, and on the disk before they are answered.
//!
//! The model is somebody who takes every question and never says a word: what is measured is the door alone, with turns that wait.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use steward_channels::Secret;
use steward_channels::twilio::{Form, WebhookKeys};
use tokio::net::TcpListener;

use super::Failure;
use super::child::{Server, TOKEN};
use super::load::{self, Figures, Requests};

/// Numbers of the form +1415xxxxxxx.
pub(super) const MOST_CONTACTS: usize = 1_000_000;

const ACCOUNT: &str = "AC00000000000000000000000000000000";
const AUTH_TOKEN: &str = "a-token-of-the-bench";
const PATH: &str = "/webhooks/twilio/sms";
const OFFICE: &str = "+14155550100";

pub(super) struct Plan {
    pub(super) connections: usize,
    pub(super) contacts: usize,
    pub(super) length: Duration,
}

pub(super) async fn measure(plan: Plan) -> Result<Figures, Failure> {
    let folder = tempfile::tempdir().map_err(Failure::other)?;
    // Nobody takes the calls that come in here, which is all that is asked of this model and this carrier.
    let nobody = TcpListener::bind("127.0.0.1:0").await;
    let nobody = nobody.map_err(Failure::other)?;
    let address = nobody.local_addr().map_err(Failure::other)?;
    let server = Server::start_with(
        folder.path(),
        &[
            ("STEWARD_MODEL", &format!("http://{address}/v1#bench")),
            ("TWILIO_ACCOUNT_SID", ACCOUNT),
            ("TWILIO_AUTH_TOKEN", AUTH_TOKEN),
            ("STEWARD__TWILIO__BASE_URL", &format!("http://{address}")),
        ],
    )?;
    open_line(&server).await?;
    let texts = texts(&server, plan.contacts)?;
    load::measure_at(&server, plan.connections, plan.length, texts).await
}

/// A number that an agent answers.
async fn open_line(server: &Server) -> Result<(), Failure> {
    let agent = json!({"name": "Front desk", "tools": ["messaging"]});
    let agent = post(server, "/api/agents", agent).await?;
    let line =
        json!({"kind": "phone", "address": OFFICE, "label": "Office", "agent_id": agent["id"]});
    post(server, "/api/lines", line).await?;
    Ok(())
}

async fn post(server: &Server, path: &str, body: Value) -> Result<Value, Failure> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = reqwest::Client::builder().no_proxy().build();
    let url = format!("http://{}{path}", server.address);
    let asked = http.map_err(Failure::other)?.post(url).bearer_auth(TOKEN);
    let answer = asked.json(&body).send().await.map_err(Failure::other)?;
    let answer = answer.error_for_status().map_err(Failure::other)?;
    answer.json().await.map_err(Failure::other)
}

/// One text after the other, each from the next of these people.
fn texts(server: &Server, contacts: usize) -> Result<Requests, Failure> {
    let secret = Secret::new(AUTH_TOKEN).map_err(Failure::other)?;
    let keys = WebhookKeys::new(ACCOUNT, secret);
    let url = format!("http://{}{PATH}", server.address);
    let next = AtomicUsize::new(0);
    Ok(Arc::new(move || {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let contact = 2_000_000 + number % contacts;
        let body = format!(
            "MessageSid=SM{number:032x}&AccountSid={ACCOUNT}&From=%2B1415{contact}&To=%2B{}\
             &Body=Is+the+boiler+mended%3F&NumMedia=0",
            &OFFICE[1..],
        );
        let signature = keys.sign(&url, &Form::parse(body.as_bytes()));
        let mut request = format!("POST {PATH} HTTP/1.1\r\nhost: bench\r\n");
        let _ = write!(
            request,
            "content-type: application/x-www-form-urlencoded\r\nx-twilio-signature: {signature}\r\ncontent-length: {}\r\n\r\n{body}",
            body.len(),
        );
        request.into_bytes()
    }))
}
