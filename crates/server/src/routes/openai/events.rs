//! An answer as the events of a response stream, and as the object they add up to.

mod replay;

use serde_json::{Value, json};
use steward_model::Usage;

pub(super) use self::replay::replay;
use super::answer::Answer;
use super::items;
use super::new_id;
use crate::error::ApiError;

/// Tells an answer piece by piece, and keeps what it adds up to.
#[derive(Debug)]
pub(super) struct Telling {
    /// The response as it was asked for; what changes is set when it is shown.
    asked: Value,
    sequence: u64,
    output: Vec<Value>,
    open: Option<Open>,
    /// How many letters each piece of the text had that was told.
    pieces: Vec<u32>,
    /// What was told is void, and nothing more is told until the answer is whole.
    void: bool,
}

/// A message that is being written.
#[derive(Debug)]
struct Open {
    id: String,
    told: String,
}

impl Telling {
    pub(super) fn new(asked: Value) -> Self {
        Self {
            asked,
            sequence: 0,
            output: Vec::new(),
            open: None,
            pieces: Vec::new(),
            void: false,
        }
    }

    /// The response as it stands.
    pub(super) fn object(&self) -> &Value {
        &self.asked
    }

    /// How many letters each piece of the text had that was told.
    pub(super) fn pieces(&self) -> &[u32] {
        &self.pieces
    }

    pub(super) fn begin(&mut self) -> Vec<Value> {
        let started = self.asked.clone();
        ["response.created", "response.in_progress"]
            .map(|kind| self.event(kind, json!({"response": started})))
            .into()
    }

    pub(super) fn text(&mut self, delta: &str) -> Vec<Value> {
        if self.void || delta.is_empty() {
            return Vec::new();
        }
        let mut events = Vec::new();
        if self.open.is_none() {
            events.extend(self.open_message(new_id("msg")));
        }
        events.extend(self.delta(delta));
        events
    }

    pub(super) fn restart(&mut self) {
        self.void = self.open.is_some();
    }

    /// The items of a whole answer, and the response they complete. Nothing is told yet of how it ended.
    pub(super) fn finish(&mut self, answer: &Answer, now: i64) -> Vec<Value> {
        let mut events = self.finish_text(&answer.text);
        for call in &answer.calls {
            let item = items::function_call(&new_id("fc"), call, "completed");
            events.extend(self.call(item));
        }
        let status = if answer.cut_off {
            "incomplete"
        } else {
            "completed"
        };
        self.asked["status"] = json!(status);
        if answer.cut_off {
            self.asked["incomplete_details"] = json!({"reason": "max_output_tokens"});
        } else {
            self.asked["completed_at"] = json!(now);
        }
        self.asked["usage"] = usage(answer.usage);
        self.asked["output"] = json!(self.output);
        events
    }

    /// The response without an answer, and with what was told of one.
    pub(super) fn fail(&mut self, error: &ApiError) {
        if let Some(Open { id, told }) = self.open.take().filter(|_| !self.void) {
            self.output.push(items::assistant(&id, &told, "incomplete"));
        }
        self.asked["status"] = json!("failed");
        self.asked["error"] = json!({"code": failure_code(error), "message": error.message});
        self.asked["output"] = json!(self.output);
    }

    /// The response as somebody else has ended it.
    pub(super) fn end_as(&mut self, response: Value) {
        self.asked = response;
    }

    /// The last event, by how it ended.
    pub(super) fn end(&mut self) -> Value {
        let kind = match self.asked["status"].as_str() {
            Some("completed") => "response.completed",
            // There is no event of its own for one that was cancelled, and it did not fail.
            Some("incomplete" | "cancelled") => "response.incomplete",
            _ => "response.failed",
        };
        let response = self.asked.clone();
        self.event(kind, json!({"response": response}))
    }

    fn finish_text(&mut self, text: &str) -> Vec<Value> {
        let mut events = Vec::new();
        if self.open.is_none() && !text.is_empty() {
            events.extend(self.open_message(new_id("msg")));
        }
        let told = self.open.as_ref().map_or("", |open| &open.told);
        if let Some(rest) = text.strip_prefix(told).filter(|rest| !rest.is_empty()) {
            let rest = rest.to_owned();
            events.extend(self.delta(&rest));
        }
        events.extend(self.close_message(text));
        events
    }

    fn close_message(&mut self, text: &str) -> Vec<Value> {
        let Some(Open { id, .. }) = self.open.take() else {
            return Vec::new();
        };
        // Whatever was told before, this is what was said.
        let (index, part) = (self.output.len(), items::output_text(text));
        let at = json!({"item_id": id, "output_index": index, "content_index": 0});
        let said = with(&at, json!({"text": text, "logprobs": []}));
        let done = with(&at, json!({"part": part}));
        let item = items::assistant(&id, text, "completed");
        vec![
            self.event("response.output_text.done", said),
            self.event("response.content_part.done", done),
            self.done(item),
        ]
    }

    fn open_message(&mut self, id: String) -> Vec<Value> {
        let index = self.output.len();
        let mut item = items::assistant(&id, "", "in_progress");
        item["content"] = json!([]);
        let at = json!({"item_id": id, "output_index": index, "content_index": 0});
        let part = with(&at, json!({"part": items::output_text("")}));
        self.open = Some(Open {
            id,
            told: String::new(),
        });
        vec![
            self.event(
                "response.output_item.added",
                json!({"output_index": index, "item": item}),
            ),
            self.event("response.content_part.added", part),
        ]
    }

    fn delta(&mut self, delta: &str) -> Option<Value> {
        let open = self.open.as_mut()?;
        open.told.push_str(delta);
        self.pieces.push(delta.chars().count() as u32);
        let body = json!({
            "item_id": open.id, "output_index": self.output.len(), "content_index": 0, "delta": delta,
            "logprobs": [],
        });
        Some(self.event("response.output_text.delta", body))
    }

    fn call(&mut self, whole: Value) -> Vec<Value> {
        let (id, index) = (&whole["id"], self.output.len());
        let begun = with(&whole, json!({"arguments": "", "status": "in_progress"}));
        let (arguments, name) = (&whole["arguments"], &whole["name"]);
        let at = json!({"item_id": id, "output_index": index});
        let delta = with(&at, json!({"delta": arguments}));
        let done = with(&at, json!({"arguments": arguments, "name": name}));
        vec![
            self.event(
                "response.output_item.added",
                json!({"output_index": index, "item": begun}),
            ),
            self.event("response.function_call_arguments.delta", delta),
            self.event("response.function_call_arguments.done", done),
            self.done(whole),
        ]
    }

    fn done(&mut self, item: Value) -> Value {
        let index = self.output.len();
        let body = json!({"output_index": index, "item": &item});
        self.output.push(item);
        self.event("response.output_item.done", body)
    }

    fn event(&mut self, kind: &str, body: Value) -> Value {
        let head = json!({"type": kind, "sequence_number": self.sequence});
        self.sequence += 1;
        with(&head, body)
    }
}

/// Tokens as OpenAI counts them: those from the cache are among those that were read.
fn usage(usage: Usage) -> Value {
    let input = usage.input_tokens + usage.cached_tokens + usage.cache_write_tokens;
    json!({
        "input_tokens": input,
        "input_tokens_details": {
            "cached_tokens": usage.cached_tokens, "cache_write_tokens": usage.cache_write_tokens,
        },
        "output_tokens": usage.output_tokens,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": input + usage.output_tokens,
    })
}

/// The few words that OpenAI has for why a response failed.
fn failure_code(error: &ApiError) -> &'static str {
    match error.code {
        "insufficient_quota" => "rate_limit_exceeded",
        "context_length_exceeded" => "invalid_prompt",
        _ => "server_error",
    }
}

fn with(one: &Value, more: Value) -> Value {
    let mut all = one.clone();
    if let (Value::Object(all), Value::Object(more)) = (&mut all, more) {
        all.extend(more);
    }
    all
}

#[cfg(test)]
#[path = "events_tests.rs"]
mod tests;
