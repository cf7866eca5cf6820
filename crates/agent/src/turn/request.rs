//! What the model is sent.

use steward_model::{CachePoint, ChatMessage, ChatRequest, SystemText};

use super::Turn;
use crate::protocol::Protocol;
use crate::response::CORRECTION_INSTRUCTION;

const LAST_STEP: &str = "This is the last step of the turn. Tools you call still run, but you will not see what came of them. Answer now.";

impl Turn {
    pub(super) fn step_request(&self, note: Option<&str>) -> ChatRequest {
        let setup = &self.setup;
        let mut messages = setup.protocol.write(&setup.prompt.messages);
        messages.extend(setup.protocol.write(&self.transcript));
        // Notes are for this call only. They stand at the end, so that what came before stays the prefix of the next.
        let last = self.stats.steps == setup.limits.max_steps && self.stats.steps > 1;
        let notes = last.then_some(LAST_STEP).into_iter().chain(note);
        messages.extend(notes.map(|note| ChatMessage::User {
            text: format!("<note>{note}</note>"),
        }));
        if !self.paused.is_empty() {
            messages.push(ChatMessage::Assistant {
                text: self.paused.clone(),
                tool_calls: Vec::new(),
            });
        }
        let tools = match setup.protocol {
            Protocol::Native => {
                let specs = setup.tools.iter().map(|offer| &*offer.spec);
                specs.cloned().collect()
            }
            Protocol::Structured => Vec::new(),
        };
        ChatRequest {
            model: setup.model.clone(),
            system: setup.prompt.system.clone(),
            messages,
            tools,
            server_tools: setup.server_tools.clone(),
            temperature_milli: setup.temperature_milli,
            max_tokens: setup.max_tokens,
            stop: Vec::new(),
        }
    }

    /// The text alone, without tools and at temperature nought: there is nothing to decide.
    pub(super) fn correction_request(&self, original: &str) -> ChatRequest {
        ChatRequest {
            model: self.setup.model.clone(),
            system: vec![SystemText {
                text: CORRECTION_INSTRUCTION.to_owned(),
                cache: CachePoint::None,
            }],
            messages: vec![ChatMessage::User {
                text: original.to_owned(),
            }],
            tools: Vec::new(),
            server_tools: Vec::new(),
            temperature_milli: 0,
            max_tokens: self.setup.max_tokens,
            stop: Vec::new(),
        }
    }
}
