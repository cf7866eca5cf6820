//! What was said and called, as OpenAI's clients write it, and as a model or an agent reads it.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use steward_model::{ChatMessage, MEMBER, SystemText, ToolCall, ToolOutcome, ToolResult};

use super::{new_id, wrong};
use crate::error::ApiError;

/// Things that one request may bring along.
const MOST_ITEMS: usize = 1_000;
const LONGEST_CALL_ID: usize = 64;
const LONGEST_NAME: usize = 64;

/// What a model reads: its instructions, and the conversation.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Readable {
    pub(super) system: Vec<String>,
    pub(super) messages: Vec<ChatMessage>,
}

/// One message of the user.
pub(super) fn user(text: &str) -> Value {
    message("user", &[json!({"type": "input_text", "text": text})])
}

/// One message of whoever answers.
pub(super) fn assistant(id: &str, text: &str, status: &str) -> Value {
    json!({"id": id, "type": "message", "role": "assistant", "status": status, "content": [output_text(text)]})
}

/// A piece of an answer.
pub(super) fn output_text(text: &str) -> Value {
    json!({"type": "output_text", "text": text, "annotations": [], "logprobs": []})
}

/// A call that the client is to make.
pub(super) fn function_call(id: &str, call: &ToolCall, status: &str) -> Value {
    let arguments = match &call.arguments {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    json!({
        "id": id, "type": "function_call", "call_id": call.id, "name": call.name, "arguments": arguments,
        "status": status,
    })
}

/// Items as they are kept: whole, and with ids of ours.
pub(super) fn read(param: &str, items: &[Value]) -> Result<Vec<Value>, ApiError> {
    check_count(param, items.len())?;
    let read = items.iter().enumerate().map(|(index, item)| {
        let param = format!("{param}[{index}]");
        match item {
            Value::Object(item) => read_item(&param, item),
            _ => Err(wrong(param, "An item must be an object.")),
        }
    });
    read.filter_map(Result::transpose).collect()
}

/// Refuses more than one request may bring along.
pub(super) fn check_count(param: &str, count: usize) -> Result<(), ApiError> {
    match count <= MOST_ITEMS {
        true => Ok(()),
        false => Err(wrong(param, "This must have at most 1000 items.")),
    }
}

/// A message as it is kept, with what is said in it where the parameter tells.
pub(super) fn spoken_by(
    role: &str,
    param: &str,
    content: Option<&Value>,
) -> Result<Value, ApiError> {
    let kind = match role {
        "assistant" => "output_text",
        _ => "input_text",
    };
    let part = |text: &str| match kind {
        "output_text" => output_text(text),
        _ => json!({"type": kind, "text": text}),
    };
    let content = match content {
        Some(Value::String(text)) => vec![part(text)],
        Some(Value::Array(parts)) => {
            let texts = parts.iter().enumerate().map(|(index, one)| {
                let text = text_part(&format!("{param}[{index}]"), one);
                text.map(part)
            });
            texts.collect::<Result<Vec<_>, _>>()?
        }
        _ => return Err(wrong(param, "This must be a text or a list of texts.")),
    };
    Ok(message(role, &content))
}

/// A call that was made, as it is kept.
pub(super) fn called(call_id: &str, name: &str, arguments: &str) -> Value {
    json!({
        "id": new_id("fc"), "type": "function_call", "status": "completed",
        "call_id": call_id, "name": name, "arguments": arguments,
    })
}

/// What came of a call, as it is kept, with what is said of it where the parameter tells.
pub(super) fn came_of(
    call_id: &str,
    param: &str,
    output: Option<&Value>,
) -> Result<Value, ApiError> {
    let output = match output {
        Some(Value::String(text)) => json!(text),
        Some(Value::Array(parts)) => {
            let texts = parts.iter().enumerate().map(|(index, part)| {
                let text = text_part(&format!("{param}[{index}]"), part)?;
                Ok(json!({"type": "input_text", "text": text}))
            });
            texts.collect::<Result<Value, ApiError>>()?
        }
        _ => return Err(wrong(param, "This must be a text or a list of texts.")),
    };
    Ok(json!({
        "id": new_id("fco"), "type": "function_call_output", "status": "completed",
        "call_id": call_id, "output": output,
    }))
}

/// Refuses what is no id of a call.
pub(super) fn check_call_id(param: &str, id: &str) -> Result<(), ApiError> {
    check_length(param, id, LONGEST_CALL_ID)
}

/// Refuses what is no name of something that was called.
pub(super) fn check_called_name(param: &str, name: &str) -> Result<(), ApiError> {
    check_length(param, name, LONGEST_NAME)
}

/// The items as a model reads them, oldest first, each message for itself.
pub(super) fn readable(items: &[Value]) -> Result<Readable, ApiError> {
    let mut read = Readable::default();
    let (mut called, mut answered) = (BTreeSet::new(), BTreeSet::new());
    for item in items {
        let word = |name: &str| item[name].as_str().unwrap_or_default().to_owned();
        match item["type"].as_str() {
            Some("function_call") => {
                called.insert(word("call_id"));
                let arguments = word("arguments");
                read.call(ToolCall {
                    id: word("call_id"),
                    name: word("name"),
                    arguments: serde_json::from_str(&arguments).unwrap_or(Value::String(arguments)),
                });
            }
            Some("function_call_output") => {
                let call_id = word("call_id");
                if !called.contains(&call_id) {
                    let message = format!(
                        "No tool call found for function call output with call_id {call_id}."
                    );
                    return Err(wrong("input", message));
                }
                answered.insert(call_id.clone());
                read.result(call_id, text_of(&item["output"]));
            }
            _ => read.say(item["role"].as_str(), text_of(&item["content"])),
        }
    }
    if let Some(open) = called.difference(&answered).next() {
        let message = format!("No tool output found for function call {open}.");
        return Err(wrong("input", message));
    }
    Ok(read)
}

/// Leaves out results whose call is gone, as it is when the response that made it was deleted.
pub(super) fn drop_orphans(items: &mut Vec<Value>) {
    let is = |item: &Value, kind: &str| item["type"] == kind;
    let calls = items.iter().filter(|item| is(item, "function_call"));
    let called: Vec<Value> = calls.map(|call| call["call_id"].clone()).collect();
    items.retain(|item| !is(item, "function_call_output") || called.contains(&item["call_id"]));
}

/// What of an item is worth remembering: who said it, and what.
pub(super) fn said(item: &Value) -> Option<(&'static str, String)> {
    if item["type"] != "message" {
        return None;
    }
    let speaker = match item["role"].as_str()? {
        "user" => MEMBER,
        "assistant" => "you",
        _ => return None,
    };
    Some((speaker, text_of(&item["content"]))).filter(|(_, text)| !text.trim().is_empty())
}

/// The text of content, whether it is written as one or as parts.
pub(super) fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|part| part["text"].as_str());
            texts.collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

impl Readable {
    fn say(&mut self, role: Option<&str>, text: String) {
        match role {
            Some("assistant") => self.messages.push(ChatMessage::Assistant {
                text,
                tool_calls: Vec::new(),
            }),
            // Some providers refuse a text that says nothing.
            Some("system" | "developer") if text.trim().is_empty() => {}
            Some("system" | "developer") => self.system.push(text),
            _ => self.messages.push(ChatMessage::User { text }),
        }
    }

    fn call(&mut self, call: ToolCall) {
        match self.messages.last_mut() {
            Some(ChatMessage::Assistant { tool_calls, .. }) => tool_calls.push(call),
            _ => self.messages.push(ChatMessage::Assistant {
                text: String::new(),
                tool_calls: vec![call],
            }),
        }
    }

    fn result(&mut self, call_id: String, content: String) {
        let result = ToolResult {
            call_id,
            content,
            outcome: ToolOutcome::Done,
        };
        match self.messages.last_mut() {
            Some(ChatMessage::ToolResults { results }) => results.push(result),
            _ => self.messages.push(ChatMessage::ToolResults {
                results: vec![result],
            }),
        }
    }

    /// The instructions as the pieces of a prompt.
    pub(super) fn system_texts(&self) -> Vec<SystemText> {
        let texts = self.system.iter().map(|text| SystemText {
            text: text.clone(),
            cache: steward_model::CachePoint::None,
        });
        texts.collect()
    }
}

/// Joins what the user says in one go: some providers want the sides to take turns.
pub(super) fn take_turns(messages: &mut Vec<ChatMessage>) {
    messages.dedup_by(|next, before| match (next, before) {
        (ChatMessage::User { text: more }, ChatMessage::User { text: said }) => {
            said.push_str("\n\n");
            said.push_str(more);
            true
        }
        _ => false,
    });
}

/// One item; nothing for one that means something to other servers alone.
fn read_item(param: &str, item: &Map<String, Value>) -> Result<Option<Value>, ApiError> {
    let kind = item.get("type").and_then(Value::as_str);
    match kind {
        None | Some("message") if item.contains_key("role") => read_message(param, item).map(Some),
        Some("function_call") => {
            let (id, name) = (word(param, item, "call_id")?, word(param, item, "name")?);
            check_call_id(&format!("{param}.call_id"), id)?;
            check_called_name(&format!("{param}.name"), name)?;
            Ok(Some(called(id, name, word(param, item, "arguments")?)))
        }
        Some("function_call_output") => {
            let id = word(param, item, "call_id")?;
            check_call_id(&format!("{param}.call_id"), id)?;
            came_of(id, &format!("{param}.output"), item.get("output")).map(Some)
        }
        Some("reasoning") => Ok(None),
        Some("item_reference") => Err(wrong(
            param,
            "References to items are not supported: send the item itself.",
        )),
        _ => Err(wrong(
            param,
            "This must be a message, a function call or its output.",
        )),
    }
}

fn read_message(param: &str, item: &Map<String, Value>) -> Result<Value, ApiError> {
    let role = word(param, item, "role")?;
    if !["user", "assistant", "system", "developer"].contains(&role) {
        let message = "This must be `user`, `assistant`, `system` or `developer`.";
        return Err(wrong(format!("{param}.role"), message));
    }
    spoken_by(role, &format!("{param}.content"), item.get("content"))
}

fn message(role: &str, content: &[Value]) -> Value {
    json!({"id": new_id("msg"), "type": "message", "role": role, "status": "completed", "content": content})
}

fn text_part<'p>(param: &str, part: &'p Value) -> Result<&'p str, ApiError> {
    let text = |name: &str| {
        let text = part[name].as_str();
        text.ok_or_else(|| wrong(format!("{param}.{name}"), "This must be a text."))
    };
    let message = match part["type"].as_str() {
        Some("input_text" | "output_text" | "text") => return text("text"),
        Some("refusal") => return text("refusal"),
        Some("input_image" | "image_url") => {
            "Images are not supported here, only texts: describe it in words."
        }
        Some("input_file" | "file") => {
            "Files are not supported here, only texts: send what it says."
        }
        Some("input_audio") => "Sound is not supported here, only texts: send what is said.",
        _ => "Only texts are understood here.",
    };
    Err(wrong(param, message))
}

fn word<'i>(param: &str, item: &'i Map<String, Value>, name: &str) -> Result<&'i str, ApiError> {
    let word = item.get(name).and_then(Value::as_str);
    word.ok_or_else(|| wrong(format!("{param}.{name}"), "This must be a text."))
}

fn check_length(param: &str, word: &str, most: usize) -> Result<(), ApiError> {
    match (1..=most).contains(&word.len()) {
        true => Ok(()),
        false => Err(wrong(param, format!("This must have 1 to {most} letters."))),
    }
}

#[cfg(test)]
#[path = "items_tests.rs"]
mod tests;
