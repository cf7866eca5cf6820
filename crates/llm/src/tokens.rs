//! How many tokens a text has, roughly, where nobody has counted.

use steward_model::{ChatMessage, ChatRequest, Usage};

/// English has about four bytes to a token and most other languages fewer: three errs on the dear side.
const BYTES_PER_TOKEN: u64 = 3;

/// An estimate for one text.
pub fn estimate_text(text: &str) -> u64 {
    estimate_bytes(text.len())
}

/// What a call costs at most, as far as can be told before: everything is read, nothing is cached, and the model writes
/// all it may.
pub fn estimate_request(request: &ChatRequest) -> Usage {
    Usage {
        input_tokens: estimate_input(request),
        output_tokens: u64::from(request.max_tokens),
        ..Usage::default()
    }
}

pub(crate) fn estimate_input(request: &ChatRequest) -> u64 {
    let system = request.system.iter().map(|piece| piece.text.len());
    let messages = request.messages.iter().map(message_bytes);
    let tools = request
        .tools
        .iter()
        .map(|tool| tool.name.len() + tool.description.len() + tool.input_schema.to_string().len());
    estimate_bytes(system.chain(messages).chain(tools).sum())
}

fn message_bytes(message: &ChatMessage) -> usize {
    match message {
        ChatMessage::User { text } => text.len(),
        ChatMessage::Assistant { text, tool_calls } => {
            let calls = tool_calls.iter();
            let calls = calls.map(|call| call.name.len() + call.arguments.to_string().len());
            text.len() + calls.sum::<usize>()
        }
        ChatMessage::ToolResults { results } => {
            results.iter().map(|result| result.content.len()).sum()
        }
    }
}

pub(crate) fn estimate_bytes(bytes: usize) -> u64 {
    (bytes as u64).div_ceil(BYTES_PER_TOKEN)
}
