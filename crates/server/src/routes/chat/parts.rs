//! A turn as the parts of an AI SDK message stream: what `useChat` reads.

use serde_json::{Value, json};
use steward_agent::{TurnEvent, waiting_approval};
use steward_model::{ToolOutcome, TurnId};

use crate::watch::Shown;

/// What a person reads when a model broke off, or something came in before its answer was out: what it had written cannot be taken back
/// from every client.
const RESTARTED: &str = "The answer begins anew.";

/// Which parts a client understands: one that meets a part it does not know drops the whole message.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Version 5, which knows nothing of approvals.
    Five,
    /// Version 6 and later.
    #[default]
    Six,
}

/// Turns what happens into parts.
#[derive(Debug, Default)]
pub(super) struct Parts {
    dialect: Dialect,
    /// What a person decided, in the message that asked for it: that message goes on.
    decided: Option<Decided>,
    /// Whether an answer must come, and nothing of it has.
    is_awaited: bool,
    started: bool,
    open: Option<Open>,
    blocks: u32,
    /// What was told of the answer.
    said: String,
    /// How much of it was told before the last call.
    settled: usize,
    /// Whether a call came after it.
    apart: bool,
}

/// Decisions about the calls of a message.
#[derive(Debug)]
pub(super) struct Decided {
    /// The turn that asked, by which the message is called.
    pub(super) message: TurnId,
    /// Each call, and whether it goes on.
    pub(super) calls: Vec<(String, bool)>,
}

/// A text that is being told piece by piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Text,
    Reasoning,
}

impl Open {
    fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Reasoning => "reasoning",
        }
    }
}

impl Parts {
    pub(super) fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            ..Self::default()
        }
    }

    /// The same for an answer to what was just said, or for a message that goes on after a person's decisions.
    pub(super) fn going_on(dialect: Dialect, decided: Option<Decided>) -> Self {
        Self {
            is_awaited: decided.is_none(),
            decided,
            ..Self::new(dialect)
        }
    }

    /// Whether there is something to wait for that did not come: a message that was begun and not finished, or an answer.
    pub(super) fn is_open(&self) -> bool {
        self.started || self.is_awaited
    }

    /// The parts that an event becomes.
    pub(super) fn of(&mut self, shown: &Shown) -> Vec<Value> {
        let mut parts = Vec::new();
        if !self.started {
            (self.started, self.is_awaited) = (true, false);
            match self.decided.take() {
                Some(decided) => parts.extend(decided.parts()),
                None => parts.extend(beginning(shown.turn)),
            }
        }
        if shown.depth > 0 {
            parts.extend(nested(shown));
        } else {
            self.write(shown, &mut parts);
        }
        parts
    }

    /// The parts that the end of a turn becomes which somebody stopped.
    pub(super) fn stopped(&mut self, shown: &Shown) -> Vec<Value> {
        let mut parts = self.of(shown);
        if let Some(mut finish) = parts.pop() {
            finish["finishReason"] = json!("other");
            // What was told was not begun anew: it is all there is.
            finish["messageMetadata"]["text"] = Value::Null;
            parts.extend([json!({"type": "abort"}), finish]);
        }
        parts
    }

    fn write(&mut self, shown: &Shown, parts: &mut Vec<Value>) {
        match &shown.event {
            TurnEvent::Thinking { content } => {
                self.tell(Open::Reasoning, content, parts);
            }
            TurnEvent::TextDelta { delta } => self.say(delta, parts),
            TurnEvent::TextRestarted { text } => {
                self.close(parts);
                let data = json!({"text": RESTARTED, "restarted": true});
                parts.push(json!({"type": "data-notice", "data": data}));
                self.said.truncate(self.settled);
                self.apart = true;
                if !text.is_empty() {
                    self.say(text, parts);
                }
            }
            TurnEvent::ToolCallStart {
                tool,
                input,
                call_id,
            } => {
                self.close(parts);
                (self.apart, self.settled) = (true, self.said.len());
                parts.push(json!({
                    "type": "tool-input-available", "toolCallId": call_id, "toolName": tool, "input": input,
                    "dynamic": true,
                }));
            }
            TurnEvent::ToolCallComplete {
                result,
                outcome,
                call_id,
                ..
            } => {
                self.close(parts);
                parts.push(self.outcome(call_id, result, *outcome));
            }
            TurnEvent::SubagentStart { .. } | TurnEvent::SubagentComplete { .. } => {
                parts.extend(nested(shown));
            }
            TurnEvent::Error { error, recoverable } => {
                self.close(parts);
                parts.push(match recoverable {
                    true => json!({"type": "data-notice", "data": {"text": error}}),
                    false => json!({"type": "error", "errorText": error}),
                });
            }
            TurnEvent::Complete { final_text, stats } => {
                let told_otherwise = self.finish_text(final_text, parts);
                let metadata = json!({
                    "turnId": shown.turn.to_string(), "steps": stats.steps, "toolCalls": stats.tool_calls,
                    "inputTokens": stats.usage.input_tokens, "outputTokens": stats.usage.output_tokens,
                    "text": told_otherwise,
                });
                self.end(&metadata, parts);
            }
        }
    }

    /// Ends the message.
    fn end(&mut self, metadata: &Value, parts: &mut Vec<Value>) {
        parts.push(json!({"type": "finish-step"}));
        parts.push(json!({"type": "finish", "finishReason": "stop", "messageMetadata": metadata}));
        (self.started, self.apart, self.settled) = (false, false, 0);
        self.said.clear();
    }

    /// Tells what is left of the answer. Gives it back whole if something else was told of it before: it was begun anew.
    fn finish_text(&mut self, final_text: &str, parts: &mut Vec<Value>) -> Option<String> {
        let rest = final_text.strip_prefix(self.said.as_str());
        if let Some(rest) = rest.filter(|rest| !rest.is_empty()) {
            let rest = if self.apart { rest.trim_start() } else { rest };
            self.tell(Open::Text, rest, parts);
        }
        self.close(parts);
        rest.is_none().then(|| final_text.to_owned())
    }

    fn outcome(&self, call: &str, result: &str, outcome: ToolOutcome) -> Value {
        match (waiting_approval(result), outcome, self.dialect) {
            (Some(approval), ToolOutcome::Done, Dialect::Six) => {
                json!({"type": "tool-approval-request", "approvalId": approval, "toolCallId": call})
            }
            (Some(approval), ToolOutcome::Done, Dialect::Five) => {
                json!({"type": "data-approval", "id": call, "data": {"approvalId": approval, "toolCallId": call}})
            }
            (_, ToolOutcome::Done, _) => {
                json!({"type": "tool-output-available", "toolCallId": call, "output": result, "dynamic": true})
            }
            (_, ToolOutcome::Failed, _) => {
                json!({"type": "tool-output-error", "toolCallId": call, "errorText": result, "dynamic": true})
            }
        }
    }

    fn say(&mut self, text: &str, parts: &mut Vec<Value>) {
        // Between what is said before and after a call stands what stands there in the whole answer.
        if std::mem::take(&mut self.apart) && !self.said.is_empty() {
            self.said.push_str("\n\n");
        }
        self.said.push_str(text);
        self.tell(Open::Text, text, parts);
    }

    fn tell(&mut self, what: Open, delta: &str, parts: &mut Vec<Value>) {
        if self.open != Some(what) {
            self.close(parts);
            self.blocks += 1;
            self.open = Some(what);
            parts.push(
                json!({"type": format!("{}-start", what.word()), "id": self.blocks.to_string()}),
            );
        }
        parts.push(json!({
            "type": format!("{}-delta", what.word()), "id": self.blocks.to_string(), "delta": delta,
        }));
    }

    fn close(&mut self, parts: &mut Vec<Value>) {
        if let Some(open) = self.open.take() {
            parts.push(
                json!({"type": format!("{}-end", open.word()), "id": self.blocks.to_string()}),
            );
        }
    }
}

impl Decided {
    /// The message goes on under its own name, and each call that waited in it has come to its end.
    fn parts(self) -> Vec<Value> {
        let mut parts = vec![json!({"type": "start", "messageId": self.message.to_string()})];
        parts.extend(self.calls.iter().map(|(call, approved)| match approved {
            true => json!({
                "type": "tool-output-available", "toolCallId": call, "output": "Approved.", "dynamic": true,
            }),
            false => json!({"type": "tool-output-denied", "toolCallId": call}),
        }));
        parts.push(json!({"type": "start-step"}));
        parts
    }
}

fn beginning(turn: TurnId) -> [Value; 2] {
    [
        json!({"type": "start", "messageId": turn.to_string()}),
        json!({"type": "start-step"}),
    ]
}

/// What a sub-agent does, as data beside the message: its calls are not the message's own.
fn nested(shown: &Shown) -> Option<Value> {
    let (id, data) = match &shown.event {
        TurnEvent::SubagentStart {
            agent,
            task,
            call_id,
        } => (
            call_id.clone(),
            json!({"agent": agent, "task": task, "state": "running"}),
        ),
        TurnEvent::SubagentComplete {
            agent,
            result,
            call_id,
        } => (
            call_id.clone(),
            json!({"agent": agent, "result": result, "state": "done"}),
        ),
        TurnEvent::ToolCallStart {
            tool,
            input,
            call_id,
        } => (
            format!("{}:{call_id}", shown.depth),
            json!({"tool": tool, "input": input, "state": "running"}),
        ),
        TurnEvent::ToolCallComplete {
            tool,
            result,
            call_id,
            ..
        } => (
            format!("{}:{call_id}", shown.depth),
            json!({"tool": tool, "result": result, "state": "done"}),
        ),
        TurnEvent::Thinking { .. }
        | TurnEvent::TextDelta { .. }
        | TurnEvent::TextRestarted { .. }
        | TurnEvent::Error { .. }
        | TurnEvent::Complete { .. } => return None,
    };
    Some(json!({"type": "data-subagent", "id": id, "data": {"depth": shown.depth, "event": data}}))
}

#[cfg(test)]
#[path = "parts_tests.rs"]
mod tests;
