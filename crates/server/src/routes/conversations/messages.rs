//! The items of a thread as messages of the AI SDK.

use std::collections::{BTreeSet, HashMap};

use serde::Deserialize;
use serde_json::{Value, json};
use steward_agent::{InnerCall, waiting_approval};
use steward_model::{ItemKind, MEMBER, MEMBER_AGAIN, ToolCall, ToolOutcome, ToolResult, TurnId};
use steward_store::Item;
use steward_tools::TASK;

/// What somebody said, as it stands in an item.
#[derive(Debug, Deserialize)]
struct Said {
    #[serde(default)]
    from: String,
    text: String,
}

/// What was decided about calls, by the ids of the approvals.
pub(super) type Decided = HashMap<String, bool>;

/// What sub-agents called, by the ids of the calls that started them.
pub(super) type InnerCalls = HashMap<String, Vec<InnerCall>>;

/// What is known of calls beside the items themselves.
pub(super) struct Known {
    pub(super) decided: Decided,
    pub(super) inner: InnerCalls,
}

/// The turns in which a sub-agent was started, each once.
pub(super) fn turns_with_subagents(items: &[Item]) -> BTreeSet<TurnId> {
    let calls = items
        .iter()
        .filter(|item| item.kind == ItemKind::ToolCall)
        .filter_map(|item| Some((item.turn_id?, read::<ToolCall>(item)?)));
    let started = calls.filter(|(_, call)| call.name == TASK);
    started.map(|(turn, _)| turn).collect()
}

/// The approvals that calls among these items waited for.
pub(super) fn waited_for(items: &[Item]) -> Vec<String> {
    let results = items
        .iter()
        .filter(|item| item.kind == ItemKind::ToolOutput)
        .filter_map(read::<ToolResult>);
    results
        .filter_map(|result| waiting_approval(&result.content).map(str::to_owned))
        .collect()
}

/// The messages, oldest first: one for everything a member said, and one for all that a turn answered.
pub(super) fn of(items: &[Item], known: &Known) -> Vec<Value> {
    let mut messages: Vec<Message> = Vec::new();
    for item in items {
        match item.kind {
            ItemKind::User => take_said(&mut messages, item),
            ItemKind::Assistant => {
                if let Some(said) = read::<Said>(item) {
                    let part = json!({"type": "text", "text": said.text, "state": "done"});
                    answer(&mut messages, item).parts.push(part);
                }
            }
            ItemKind::ToolCall => {
                if let Some(call) = read::<ToolCall>(item) {
                    answer(&mut messages, item).parts.push(called(&call));
                }
            }
            ItemKind::ToolOutput => {
                if let Some(result) = read::<ToolResult>(item) {
                    let message = answer(&mut messages, item);
                    finish(message, &result, &known.decided);
                    let inner = known.inner.get(&result.call_id).into_iter().flatten();
                    let parts = inner.map(|call| nested(&result.call_id, call));
                    message.parts.extend(parts);
                }
            }
            ItemKind::Reasoning => {}
        }
    }
    messages.into_iter().map(Message::into_json).collect()
}

struct Message {
    id: String,
    role: &'static str,
    created_at: String,
    parts: Vec<Value>,
}

impl Message {
    fn into_json(self) -> Value {
        json!({
            "id": self.id, "role": self.role, "parts": self.parts, "metadata": {"createdAt": self.created_at},
        })
    }
}

fn take_said(messages: &mut Vec<Message>, item: &Item) {
    let Some(said) = read::<Said>(item) else {
        return;
    };
    if said.from == MEMBER_AGAIN && ask_again(messages, &said.text) {
        return;
    }
    if said.from == MEMBER || said.from == MEMBER_AGAIN {
        messages.push(Message {
            id: item.id.to_string(),
            role: "user",
            created_at: item.created_at.to_string(),
            parts: vec![json!({"type": "text", "text": said.text})],
        });
    } else {
        // Decisions, reminders and notes of the runtime belong to the answer they led to.
        let data = json!({"from": said.from, "text": said.text});
        let part = json!({"type": "data-note", "data": data});
        answer(messages, item).parts.push(part);
    }
}

/// Makes way for another answer to the last thing that was said, if it is this. The first answer goes unless it did something, which
/// must be seen. Tells whether it was this.
fn ask_again(messages: &mut Vec<Message>, text: &str) -> bool {
    let asked = messages.iter().rposition(|message| message.role == "user");
    let Some(asked) = asked.filter(|at| messages[*at].parts[0]["text"] == text) else {
        return false;
    };
    let called = |part: &Value| part["type"] == "dynamic-tool";
    let answers = messages[asked + 1..].iter();
    if !answers.flat_map(|answer| &answer.parts).any(called) {
        messages.truncate(asked + 1);
    }
    true
}

/// The answer of an item's turn, which is the last message or a new one.
fn answer<'m>(messages: &'m mut Vec<Message>, item: &Item) -> &'m mut Message {
    let id = item
        .turn_id
        .map_or_else(|| item.id.to_string(), |turn| turn.to_string());
    let known = messages
        .iter()
        .rposition(|message| message.role == "assistant" && message.id == id);
    let at = known.unwrap_or_else(|| {
        messages.push(Message {
            id,
            role: "assistant",
            created_at: item.created_at.to_string(),
            parts: Vec::new(),
        });
        messages.len() - 1
    });
    &mut messages[at]
}

fn called(call: &ToolCall) -> Value {
    json!({
        "type": "dynamic-tool", "toolName": call.name, "toolCallId": call.id, "input": call.arguments,
        "state": "input-available",
    })
}

/// What a sub-agent called, as it was told while it was at work.
fn nested(started_by: &str, call: &InnerCall) -> Value {
    let own = call.call_id.strip_prefix(started_by).unwrap_or_default();
    // Each sub-agent adds its step and the place of the call in it.
    let depth = own.matches('_').count() / 2;
    let data = json!({
        "agent": call.agent, "tool": call.tool, "result": call.result, "state": "done",
    });
    json!({
        "type": "data-subagent", "id": format!("{depth}:{}", call.call_id),
        "data": {"depth": depth, "event": data},
    })
}

fn finish(message: &mut Message, result: &ToolResult, decided: &Decided) {
    let of_call = |part: &&mut Value| part["toolCallId"] == result.call_id.as_str();
    let Some(part) = message.parts.iter_mut().find(of_call) else {
        return;
    };
    match (waiting_approval(&result.content), result.outcome) {
        (Some(approval), ToolOutcome::Done) => match decided.get(approval) {
            Some(approved) => {
                part["state"] = json!("approval-responded");
                part["approval"] = json!({"id": approval, "approved": approved});
            }
            None => {
                part["state"] = json!("approval-requested");
                part["approval"] = json!({"id": approval});
            }
        },
        (None, ToolOutcome::Done) => {
            part["state"] = json!("output-available");
            part["output"] = json!(result.content);
        }
        (_, ToolOutcome::Failed) => {
            part["state"] = json!("output-error");
            part["errorText"] = json!(result.content);
        }
    }
}

fn read<T: for<'de> Deserialize<'de>>(item: &Item) -> Option<T> {
    serde_json::from_slice(&item.content)
        .inspect_err(|error| tracing::warn!(item = %item.id, %error, "an item cannot be read"))
        .ok()
}
