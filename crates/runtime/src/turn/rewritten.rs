//! Other words for what is meant, if a model may be asked for them.

use std::time::Duration;

use steward_agent::{REWRITES, read_rewrites, rewrite_request};
use steward_memory::is_winding;
use steward_store::Agent;
use tokio::time::timeout;

use super::conversation::Conversation;
use super::funds::Funds;
use crate::Inner;
use crate::compaction::summariser;

/// A turn does not wait longer for it: what the message itself finds is good enough.
const PATIENCE: Duration = Duration::from_secs(5);

/// Asks for other words where one search would not do. Whatever goes wrong, there are none.
pub(super) async fn ask(
    runtime: &Inner,
    agent: &Agent,
    conversation: &Conversation,
    said: &[&str],
    funds: &Funds<'_>,
) -> Vec<String> {
    let model = summariser(runtime, agent);
    let before = conversation.last_said();
    if !runtime.settings.rewrite_queries || model.is_none() || !is_winding(said, before) {
        return Vec::new();
    }
    let request = rewrite_request(model.unwrap_or_default(), said, before);
    let mut unheard = |_| ();
    let call = runtime.pipeline.call(&request, funds, &mut unheard);
    let answer = match timeout(PATIENCE, call).await {
        Ok(call) => call.result.map_err(|failure| failure.to_string()),
        Err(_) => Err("it took too long".to_owned()),
    };
    match answer {
        Ok(answer) => read_rewrites(&answer.text, REWRITES),
        Err(error) => {
            tracing::warn!(error, "memory is searched by the message alone");
            Vec::new()
        }
    }
}
