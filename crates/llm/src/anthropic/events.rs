use std::collections::BTreeMap;
use std::ops::ControlFlow;

use serde::Deserialize;
use serde_json::{Map, Value};
use steward_model::{
    ChatAnswer, ChatDelta, ChatRequest, ModelFailure, StopReason, ToolCall, Usage,
};

use crate::calls::{CallIds, parse_arguments};
use crate::failure::WireError;
use crate::limits::{Meter, interrupted};

/// Puts an answer together from the events of a stream.
#[derive(Default)]
pub(super) struct Reader {
    meter: Meter,
    blocks: BTreeMap<u64, Block>,
    usage: Usage,
    stop: Option<StopReason>,
}

/// A block of the answer: how it started and what was added since.
#[derive(Default)]
struct Block {
    start: Map<String, Value>,
    text: String,
    thinking: String,
    signature: String,
    input: String,
    citations: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Event {
    MessageStart {
        message: MessageStart,
    },
    ContentBlockStart {
        index: u64,
        content_block: Map<String, Value>,
    },
    ContentBlockDelta {
        index: u64,
        delta: Delta,
    },
    MessageDelta {
        delta: MessageDelta,
        #[serde(default)]
        usage: UsageBody,
    },
    MessageStop,
    Error {
        error: Value,
    },
    /// A ping, the end of a block, or something newer than this version.
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct MessageStart {
    #[serde(default)]
    usage: UsageBody,
}

#[derive(Deserialize)]
struct MessageDelta {
    stop_reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(tag = "type")]
enum Delta {
    #[serde(rename = "text_delta")]
    Text { text: String },
    #[serde(rename = "thinking_delta")]
    Thinking { thinking: String },
    #[serde(rename = "signature_delta")]
    Signature { signature: String },
    #[serde(rename = "input_json_delta")]
    Input { partial_json: String },
    #[serde(rename = "citations_delta")]
    Citation { citation: Value },
    #[serde(other)]
    Other,
}

#[derive(Default, Deserialize)]
struct UsageBody {
    input_tokens: Option<u64>,
    cache_read_input_tokens: Option<u64>,
    cache_creation_input_tokens: Option<u64>,
    output_tokens: Option<u64>,
}

impl Reader {
    /// Takes in the data of one event; breaks off after the last.
    pub(super) fn read(
        &mut self,
        data: &str,
        on_delta: &mut (dyn FnMut(ChatDelta) + Send),
    ) -> Result<ControlFlow<()>, ModelFailure> {
        let event = serde_json::from_str(data)
            .map_err(|_| interrupted("an event of the stream is not what the API promises"))?;
        match event {
            Event::MessageStart { message } => self.count(&message.usage),
            Event::ContentBlockStart {
                index,
                content_block,
            } => {
                self.meter.add_bytes(data.len())?;
                self.start_block(index, content_block, on_delta)?;
            }
            Event::ContentBlockDelta { index, delta } => self.extend(index, delta, on_delta)?,
            Event::MessageDelta { delta, usage } => {
                self.count(&usage);
                self.stop = delta.stop_reason.as_deref().map(stop).or(self.stop);
            }
            Event::MessageStop => return Ok(ControlFlow::Break(())),
            Event::Error { error } => return Err(WireError::from_event(&error).into_failure()),
            Event::Other => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The answer, and its blocks as they would go back. It is whole once it is known why the model stopped.
    pub(super) fn finish(
        self,
        request: &ChatRequest,
    ) -> Result<(ChatAnswer, Vec<Value>), ModelFailure> {
        let stop = self
            .stop
            .ok_or_else(|| interrupted("the stream ended in mid-answer"))?;
        let mut ids = CallIds::of(request);
        let calls = self.blocks.values().filter(|block| block.is("tool_use"));
        let tool_calls = calls
            .map(|block| ToolCall {
                id: ids.assign(block.word("id")),
                name: block.word("name").to_owned(),
                arguments: block.arguments(),
            })
            .collect();
        let answer = ChatAnswer {
            text: self.blocks.values().map(|b| b.text.as_str()).collect(),
            thinking: self.blocks.values().map(|b| b.thinking.as_str()).collect(),
            tool_calls,
            stop,
            usage: self.usage,
        };
        Ok((
            answer,
            self.blocks.into_values().map(Block::sent_back).collect(),
        ))
    }

    fn start_block(
        &mut self,
        index: u64,
        start: Map<String, Value>,
        on_delta: &mut (dyn FnMut(ChatDelta) + Send),
    ) -> Result<(), ModelFailure> {
        let mut block = Block {
            start,
            ..Block::default()
        };
        block.text = block.word("text").to_owned();
        block.thinking = block.word("thinking").to_owned();
        if block.is("tool_use") {
            self.meter.add_call()?;
        }
        if !block.text.is_empty() {
            let text = block.text.clone();
            on_delta(ChatDelta::Text { text });
        }
        self.blocks.insert(index, block);
        Ok(())
    }

    /// Adds to a block; what belongs to none is passed over.
    fn extend(
        &mut self,
        index: u64,
        delta: Delta,
        on_delta: &mut (dyn FnMut(ChatDelta) + Send),
    ) -> Result<(), ModelFailure> {
        let Some(block) = self.blocks.get_mut(&index) else {
            return Ok(());
        };
        match delta {
            Delta::Text { text } => {
                self.meter.add_bytes(text.len())?;
                block.text += &text;
                on_delta(ChatDelta::Text { text });
            }
            Delta::Thinking { thinking } => {
                self.meter.add_bytes(thinking.len())?;
                block.thinking += &thinking;
                on_delta(ChatDelta::Thinking { text: thinking });
            }
            Delta::Signature { signature } => {
                self.meter.add_bytes(signature.len())?;
                block.signature += &signature;
            }
            Delta::Input { partial_json } => {
                self.meter.add_bytes(partial_json.len())?;
                block.input += &partial_json;
            }
            Delta::Citation { citation } => {
                self.meter.add_bytes(citation.to_string().len())?;
                block.citations.push(citation);
            }
            Delta::Other => {}
        }
        Ok(())
    }

    /// Counts are cumulative: a later one replaces an earlier.
    fn count(&mut self, usage: &UsageBody) {
        let counts = [
            (&mut self.usage.input_tokens, usage.input_tokens),
            (&mut self.usage.cached_tokens, usage.cache_read_input_tokens),
            (
                &mut self.usage.cache_write_tokens,
                usage.cache_creation_input_tokens,
            ),
            (&mut self.usage.output_tokens, usage.output_tokens),
        ];
        for (count, told) in counts {
            *count = told.unwrap_or(*count);
        }
    }
}

impl Block {
    fn is(&self, kind: &str) -> bool {
        self.word("type") == kind
    }

    fn word(&self, name: &str) -> &str {
        self.start
            .get(name)
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    /// Streamed in pieces as a rule; whole from the start where the stream was made from a finished answer.
    fn arguments(&self) -> Value {
        match self.start.get("input") {
            Some(input) if self.input.is_empty() => input.clone(),
            _ => parse_arguments(&self.input),
        }
    }

    fn sent_back(self) -> Value {
        let added = match self.word("type") {
            "text" if self.citations.is_empty() => vec![("text", Value::String(self.text))],
            "text" => vec![
                ("text", Value::String(self.text)),
                ("citations", Value::Array(self.citations)),
            ],
            "thinking" => vec![
                ("thinking", Value::String(self.thinking)),
                ("signature", Value::String(self.signature)),
            ],
            "tool_use" | "server_tool_use" => vec![("input", self.arguments())],
            _ => Vec::new(),
        };
        let mut block = self.start;
        block.extend(
            added
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value)),
        );
        Value::Object(block)
    }
}

fn stop(reason: &str) -> StopReason {
    match reason {
        "end_turn" | "stop_sequence" => StopReason::End,
        "tool_use" => StopReason::ToolUse,
        "max_tokens" | "model_context_window_exceeded" => StopReason::MaxTokens,
        "refusal" => StopReason::Refusal,
        "pause_turn" => StopReason::Pause,
        _ => StopReason::Other,
    }
}
