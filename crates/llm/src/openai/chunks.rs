use std::ops::ControlFlow;

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use steward_model::{
    ChatAnswer, ChatDelta, ChatRequest, ModelFailure, StopReason, ToolCall, Usage,
};

use crate::calls::{CallIds, parse_arguments};
use crate::failure::WireError;
use crate::limits::{Meter, interrupted};
use crate::tokens;

/// Puts an answer together from the pieces of a stream.
#[derive(Default)]
pub(super) struct Reader {
    meter: Meter,
    text: String,
    thinking: String,
    calls: Vec<Call>,
    usage: Option<Usage>,
    stop: Option<StopReason>,
    refused: bool,
}

struct Call {
    index: Option<u64>,
    id: String,
    name: String,
    arguments: String,
}

#[derive(Deserialize)]
struct Chunk {
    #[serde(default, deserialize_with = "null_as_default")]
    choices: Vec<Choice>,
    usage: Option<UsageBody>,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    index: u64,
    /// The whole answer has the same shape as a piece.
    #[serde(default, alias = "message", deserialize_with = "null_as_default")]
    delta: Delta,
    finish_reason: Option<String>,
}

#[derive(Default, Deserialize)]
struct Delta {
    content: Option<String>,
    refusal: Option<String>,
    /// OpenRouter and Ollama call it so; vLLM, llama.cpp and DeepSeek have the other name, and some send both.
    reasoning: Option<String>,
    reasoning_content: Option<String>,
    #[serde(default, deserialize_with = "null_as_default")]
    tool_calls: Vec<CallDelta>,
}

#[derive(Deserialize)]
struct CallDelta {
    index: Option<u64>,
    id: Option<String>,
    #[serde(default, deserialize_with = "null_as_default")]
    function: FunctionDelta,
}

#[derive(Default, Deserialize)]
struct FunctionDelta {
    name: Option<String>,
    /// A string by the book; some servers send the object itself.
    arguments: Option<Value>,
}

#[derive(Deserialize)]
struct UsageBody {
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
    prompt_tokens_details: Option<PromptDetails>,
}

#[derive(Default, Deserialize)]
struct PromptDetails {
    cached_tokens: Option<u64>,
    cache_write_tokens: Option<u64>,
}

impl Reader {
    /// Takes in one piece; breaks off at `[DONE]`.
    pub(super) fn read(
        &mut self,
        data: &str,
        on_delta: &mut (dyn FnMut(ChatDelta) + Send),
    ) -> Result<ControlFlow<()>, ModelFailure> {
        if data.trim() == "[DONE]" {
            // The server says so itself, whatever it forgot to say before.
            self.stop.get_or_insert(StopReason::Other);
            return Ok(ControlFlow::Break(()));
        }
        let chunk: Chunk = serde_json::from_str(data)
            .map_err(|_| interrupted("an event of the stream is not what the API promises"))?;
        if let Some(error) = chunk.error {
            return Err(WireError::from_event(&error).into_failure());
        }
        self.usage = chunk.usage.map(usage).or(self.usage);
        for choice in chunk.choices.into_iter().filter(|choice| choice.index == 0) {
            self.extend(choice.delta, on_delta)?;
            if let Some(reason) = choice.finish_reason {
                self.stop = Some(stop(&reason)?);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The answer. It is whole once it is known why the model stopped.
    pub(super) fn finish(self, request: &ChatRequest) -> Result<ChatAnswer, ModelFailure> {
        let stop = match self.stop {
            None => return Err(interrupted("the stream ended in mid-answer")),
            // The refusal has a field of its own, and the reason is `stop` as usual.
            Some(_) if self.refused => StopReason::Refusal,
            // Several servers say `stop` after tool calls.
            Some(StopReason::End | StopReason::Other) if !self.calls.is_empty() => {
                StopReason::ToolUse
            }
            Some(stop) => stop,
        };
        let usage = self.usage.unwrap_or_else(|| self.estimate(request));
        let mut ids = CallIds::of(request);
        let calls = self.calls.into_iter().map(|call| ToolCall {
            id: ids.assign(&call.id),
            name: call.name,
            arguments: parse_arguments(&call.arguments),
        });
        Ok(ChatAnswer {
            tool_calls: calls.collect(),
            text: self.text,
            thinking: self.thinking,
            stop,
            usage,
        })
    }

    /// Not every server counts, but every call must weigh on the budget.
    fn estimate(&self, request: &ChatRequest) -> Usage {
        let calls = self.calls.iter();
        let calls = calls.map(|call| tokens::estimate_text(&call.arguments));
        Usage {
            input_tokens: tokens::estimate_input(request),
            output_tokens: tokens::estimate_text(&self.text)
                + tokens::estimate_text(&self.thinking)
                + calls.sum::<u64>(),
            ..Usage::default()
        }
    }

    fn extend(
        &mut self,
        delta: Delta,
        on_delta: &mut (dyn FnMut(ChatDelta) + Send),
    ) -> Result<(), ModelFailure> {
        let thinking = delta.reasoning_content.or(delta.reasoning);
        if let Some(text) = thinking.filter(|text| !text.is_empty()) {
            self.meter.add_bytes(text.len())?;
            self.thinking += &text;
            on_delta(ChatDelta::Thinking { text });
        }
        self.refused |= delta.refusal.as_ref().is_some_and(|text| !text.is_empty());
        let texts = [delta.content, delta.refusal].into_iter().flatten();
        for text in texts.filter(|text| !text.is_empty()) {
            self.meter.add_bytes(text.len())?;
            self.text += &text;
            on_delta(ChatDelta::Text { text });
        }
        delta
            .tool_calls
            .into_iter()
            .try_for_each(|call| self.extend_call(call))
    }

    fn extend_call(&mut self, delta: CallDelta) -> Result<(), ModelFailure> {
        let id = delta.id.unwrap_or_default();
        let name = delta.function.name.unwrap_or_default();
        let arguments = match delta.function.arguments {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text,
            Some(whole) => whole.to_string(),
        };
        self.meter
            .add_bytes(id.len() + name.len() + arguments.len())?;
        let call = match self.find_call(delta.index, &id, &name) {
            Some(place) => &mut self.calls[place],
            None => {
                self.meter.add_call()?;
                self.calls.push(Call {
                    index: delta.index,
                    id,
                    name: String::new(),
                    arguments: String::new(),
                });
                let last = self.calls.len() - 1;
                &mut self.calls[last]
            }
        };
        if call.name.is_empty() {
            call.name = name;
        }
        call.arguments += &arguments;
        Ok(())
    }

    /// The call that a piece belongs to; none if it starts another.
    ///
    /// By the book the index tells. Ollama gives every call the index 0 and each an id of its own; others leave the
    /// index out. A piece with a name and a new id therefore starts a call, whatever its index.
    fn find_call(&self, index: Option<u64>, id: &str, name: &str) -> Option<usize> {
        let place = match index {
            Some(index) => self.calls.iter().rposition(|c| c.index == Some(index)),
            None if id.is_empty() && name.is_empty() => self.calls.len().checked_sub(1),
            None if id.is_empty() => None,
            None => self.calls.iter().rposition(|c| c.id == id),
        }?;
        let starts_another = !name.is_empty() && !id.is_empty() && self.calls[place].id != id;
        (!starts_another).then_some(place)
    }
}

fn usage(body: UsageBody) -> Usage {
    let details = body.prompt_tokens_details.unwrap_or_default();
    let cached_tokens = details.cached_tokens.unwrap_or_default();
    let cache_write_tokens = details.cache_write_tokens.unwrap_or_default();
    Usage {
        input_tokens: body
            .prompt_tokens
            .unwrap_or_default()
            .saturating_sub(cached_tokens.saturating_add(cache_write_tokens)),
        cached_tokens,
        cache_write_tokens,
        output_tokens: body.completion_tokens.unwrap_or_default(),
    }
}

fn stop(reason: &str) -> Result<StopReason, ModelFailure> {
    Ok(match reason {
        "stop" => StopReason::End,
        "length" => StopReason::MaxTokens,
        "tool_calls" | "function_call" => StopReason::ToolUse,
        "content_filter" => StopReason::Refusal,
        "error" => return Err(interrupted("the provider broke off the answer")),
        _ => StopReason::Other,
    })
}

fn null_as_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}
