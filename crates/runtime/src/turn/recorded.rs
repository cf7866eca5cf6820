//! What a turn starts from, as it is kept: everything but the conversation so far, which stands on the thread already
//! and changes only when something of it is forgotten.

use serde::{Deserialize, Serialize};
use steward_agent::{
    Audience, ContextInputs, HistoryItem, Limits, Protocol, Setup, ToolOffer, assemble,
};
use steward_model::{MemoryMode, SendMode, ServerTool, Timestamp};
use steward_tools::Reply;

use super::Signal;
use crate::history::Remembered;

/// What a turn starts from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Recorded {
    pub(crate) call_prefix: String,
    pub(crate) model: String,
    pub(crate) protocol: Protocol,
    /// Without the conversation and the tools, which stand below.
    pub(crate) context: ContextInputs,
    /// The places of the thread's items that the model sees: after the first, up to and with the second.
    pub(crate) history: (i64, i64),
    /// Of these places an excerpt of so many characters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) excerpts: Vec<(i64, usize)>,
    pub(crate) tools: Vec<ToolOffer>,
    pub(crate) server_tools: Vec<ServerTool>,
    pub(crate) temperature_milli: u32,
    pub(crate) max_tokens: u32,
    pub(crate) limits: Limits,
    /// The agent as it is when it asks a person.
    pub(crate) agent_revision: i64,
    pub(crate) send_mode: SendMode,
    pub(crate) memory_mode: MemoryMode,
    /// Whom the turn may answer; fixed by the message that came in.
    pub(crate) reply: Option<Reply>,
    /// What members and operators wrote: addresses in it may be passed on.
    pub(crate) trusted_text: Vec<String>,
    pub(crate) began_at: Timestamp,
}

impl Recorded {
    /// What the turn hears when agents are switched off. Whoever waits at a screen is told that it was stopped; a contact waits for
    /// an answer, and gets it when agents are on again.
    pub(crate) fn when_off(&self) -> Signal {
        match self.reply {
            Some(_) => Signal::Yield,
            None => Signal::Stop,
        }
    }

    /// What the machine starts from, with the conversation that [`Self::history`] names. What is not in it is left out.
    pub(crate) fn setup(&self, pieces: Vec<Remembered>) -> Setup {
        let pieces = pieces.into_iter().filter(|(seq, _)| *seq > self.history.0);
        let history = pieces.map(|(seq, item)| self.excerpt(seq, item)).collect();
        let specs = self.tools.iter().map(|offer| offer.spec.clone());
        let inputs = ContextInputs {
            recent_conversation: history,
            available_tools: specs.collect(),
            ..self.context.clone()
        };
        Setup {
            call_prefix: self.call_prefix.clone(),
            model: self.model.clone(),
            protocol: self.protocol,
            prompt: assemble(&inputs),
            tools: self.tools.clone(),
            server_tools: self.server_tools.clone(),
            temperature_milli: self.temperature_milli,
            max_tokens: self.max_tokens,
            limits: self.limits,
            audience: Audience::Person,
        }
    }

    fn excerpt(&self, place: i64, item: HistoryItem) -> HistoryItem {
        match self.excerpts.iter().find(|(seq, _)| *seq == place) {
            Some((_, chars)) => item.excerpted(*chars),
            None => item,
        }
    }
}
