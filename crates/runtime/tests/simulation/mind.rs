//! A model that answers every message by its name, after some thinking.

use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;
use std::time::Duration;

use futures_util::future::BoxFuture;
use serde_json::json;
use steward_llm::{ChatModel, OnDelta};
use steward_model::{
    ChatAnswer, ChatMessage, ChatRequest, ModelFailure, StopReason, ToolCall, ToolOutcome, Usage,
};

use super::plan::STEP;
use super::stillness::{Hands, MOMENT};

const SECOND: Duration = Duration::from_secs(1);
const SHORTEST_THOUGHT: Duration = Duration::from_millis(100);

/// Remembers how often it was asked about whom.
pub(super) struct Mind {
    asked: Mutex<HashMap<u32, u32>>,
    hands: Hands,
}

/// A message's name.
pub(super) fn name(person: u32, message: u32) -> String {
    format!("message-{person}-{message}")
}

/// The names in a text.
pub(super) fn names(text: &str) -> Vec<String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let words = text.split(|c| !is_name(c));
    let names = words.filter(|word| word.starts_with("message-"));
    names.map(str::to_owned).collect()
}

impl Mind {
    pub(super) fn new(hands: &Hands) -> Self {
        Self {
            asked: Mutex::default(),
            hands: hands.clone(),
        }
    }

    /// How long to think. Every answer of a second comes at a moment of its own, and never when the network acts: what
    /// each of them sets off is then done before the next, whatever the threads do meanwhile.
    fn thought(&self, person: u32, now: Duration) -> Duration {
        let before = {
            let mut asked = self.asked.lock().unwrap();
            let asked = asked.entry(person).or_default();
            *asked += 1;
            *asked - 1
        };
        let own = u32::try_from(STEP.as_millis() / MOMENT.as_millis()).unwrap();
        let place = before * super::people::PEOPLE + person;
        let (round, within) = (place / (own - 1), place % (own - 1));
        let moment = (STEP * round + MOMENT * (within + 1)).as_millis() % SECOND.as_millis();
        let earliest = (now + SHORTEST_THOUGHT).as_millis();
        let wait =
            (moment + SECOND.as_millis() - earliest % SECOND.as_millis()) % SECOND.as_millis();
        SHORTEST_THOUGHT + Duration::from_millis(u64::try_from(wait).unwrap())
    }
}

impl ChatModel for Mind {
    fn chat<'a>(
        &'a self,
        request: &'a ChatRequest,
        _on_delta: OnDelta<'a>,
    ) -> BoxFuture<'a, Result<ChatAnswer, ModelFailure>> {
        Box::pin(async move {
            let open = unanswered(request);
            let person = open[0].split('-').nth(1).unwrap().parse().unwrap();
            let now = turmoil::sim_elapsed().unwrap();
            tokio::time::sleep(self.thought(person, now)).await;
            self.hands.stir();
            let call = |id: &str, name: &str, arguments| ToolCall {
                id: id.to_owned(),
                name: name.to_owned(),
                arguments,
            };
            Ok(ChatAnswer {
                text: String::new(),
                thinking: String::new(),
                tool_calls: vec![
                    call("1", "send_sms", json!({ "text": open.join(" ") })),
                    call("2", "done", json!({})),
                ],
                stop: StopReason::ToolUse,
                usage: Usage::default(),
            })
        })
    }
}

/// The messages that no text has answered yet, in order. One that was drafted but came too late is not an answer.
fn unanswered(request: &ChatRequest) -> Vec<String> {
    let (mut open, mut drafts) = (BTreeSet::new(), HashMap::new());
    for message in &request.messages {
        match message {
            ChatMessage::User { text } => open.extend(names(text)),
            ChatMessage::Assistant { tool_calls, .. } => {
                let draft = |call: &ToolCall| (call.id.clone(), names(&call.arguments.to_string()));
                drafts.extend(tool_calls.iter().map(draft));
            }
            ChatMessage::ToolResults { results } => {
                for result in results
                    .iter()
                    .filter(|one| one.outcome == ToolOutcome::Done)
                {
                    let answered = drafts.remove(&result.call_id).unwrap_or_default();
                    open.retain(|name| !answered.contains(name));
                }
            }
        }
    }
    open.into_iter().collect()
}
