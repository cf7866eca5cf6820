//! Which part of a conversation a prompt shows, by the tokens it takes.

use std::sync::Arc;

use steward_agent::{
    HISTORY_ITEMS, Protocol, Setup, Tokens, ToolOffer, count_tokens, excerpt, pack,
};
use steward_model::ChatMessage;
use steward_store::Agent;

use super::arrived::Arrived;
use super::conversation::{Conversation, Piece};
use super::recorded::Recorded;
use crate::Inner;

/// What a tool's description takes, about, where the provider is told of it apart from the text.
const TOOL_BYTES: usize = 1_500;

/// How full a prompt is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fill {
    /// There is room for more.
    Easy,
    /// The older half of the conversation is to be summarised.
    TooFull,
}

/// What a prompt of this agent and model may hold.
pub(crate) fn budget(runtime: &Inner, agent: &Agent, model: &str) -> Tokens {
    let own = agent.settings.profile.preferences.context_tokens;
    let tokens = own.map_or(runtime.settings.context_tokens, |own| own as usize);
    Tokens::of_model(tokens, model)
}

/// How full its prompts may get, in hundredths.
pub(crate) fn fullest(runtime: &Inner, agent: &Agent) -> usize {
    let own = agent.settings.profile.preferences.compaction_percent;
    own.map_or(runtime.settings.compaction_percent, |own| own as usize)
}

/// What came in, each shortened to what a prompt has room for. On the thread it stands in full.
pub(crate) fn shortened(arrived: &Arrived, budget: Tokens) -> Vec<steward_agent::Input> {
    let room = budget.limit() / 2 / arrived.inputs.len().max(1);
    let mut inputs = arrived.inputs.clone();
    for input in &mut inputs {
        // A token is a byte at least, and about three characters.
        if input.text.len() > room && count_tokens(&input.text) > room {
            input.text = excerpt(&input.text, room.saturating_mul(2)).into_owned();
        }
    }
    inputs
}

/// Fits the conversation into the prompt. Most fit as they are, which needs no counting: a token is a byte at least.
pub(crate) fn fit(
    runtime: &Inner,
    agent: &Agent,
    recorded: &mut Recorded,
    setup: &mut Arc<Setup>,
    conversation: &Conversation,
) -> Fill {
    let percent = fullest(runtime, agent);
    let many = conversation.pieces.len() * 100 >= HISTORY_ITEMS * percent;
    let full = if many { Fill::TooFull } else { Fill::Easy };
    let budget = budget(runtime, agent, &recorded.model);
    if budget.share(percent).surely_hold(bytes(setup)) {
        return full;
    }
    let fixed = fixed_tokens(setup);
    let said: usize = conversation.pieces.iter().map(|piece| piece.tokens()).sum();
    let room = budget.limit().saturating_sub(fixed);
    if said > room {
        narrow(recorded, conversation, room);
        *setup = Arc::new(recorded.setup(shown(conversation)));
    }
    if fixed + said > budget.share(percent).limit() {
        Fill::TooFull
    } else {
        full
    }
}

/// Leaves the oldest pieces out, and shows excerpts of those that are too large.
fn narrow(recorded: &mut Recorded, conversation: &Conversation, room: usize) {
    let pieces = &conversation.pieces;
    let items = pieces.iter().map(|piece| &piece.item);
    let packed = pack(items, |at| pieces[at].tokens(), room);
    recorded.history = conversation.range_from(packed.skipped);
    let excerpts = packed.excerpts.into_iter();
    recorded.excerpts = excerpts
        .map(|(at, chars)| (pieces[at].seq, chars))
        .collect();
}

/// Every piece with its place.
pub(crate) fn shown(conversation: &Conversation) -> Vec<(i64, steward_agent::HistoryItem)> {
    let piece = |piece: &Arc<Piece>| (piece.seq, piece.item.clone());
    conversation.pieces.iter().map(piece).collect()
}

/// The place from which a conversation that fits whole is shown: it opens with something heard.
pub(crate) fn opening(conversation: &Conversation) -> usize {
    let items = conversation.pieces.iter().map(|piece| &piece.item);
    pack(items, |_| 0, usize::MAX).skipped
}

fn bytes(setup: &Setup) -> usize {
    let system: usize = setup.prompt.system.iter().map(|part| part.text.len()).sum();
    let messages: usize = setup.prompt.messages.iter().map(message_bytes).sum();
    system + messages + tools(setup).count() * TOOL_BYTES
}

fn message_bytes(message: &ChatMessage) -> usize {
    match message {
        ChatMessage::User { text } => text.len(),
        ChatMessage::Assistant { text, tool_calls } => {
            let calls = tool_calls
                .iter()
                .map(|call| call.arguments.to_string().len());
            text.len() + calls.sum::<usize>()
        }
        ChatMessage::ToolResults { results } => results.iter().map(|one| one.content.len()).sum(),
    }
}

/// What everything but the conversation takes.
fn fixed_tokens(setup: &Setup) -> usize {
    let system: usize = setup
        .prompt
        .system
        .iter()
        .map(|part| count_tokens(&part.text))
        .sum();
    let newest = setup
        .prompt
        .messages
        .last()
        .map_or(0, |message| match message {
            ChatMessage::User { text } => count_tokens(text),
            _ => 0,
        });
    system + newest + described(tools(setup))
}

/// What these tools take where the provider is told of them apart from the text.
pub(super) fn described<'t>(tools: impl Iterator<Item = &'t ToolOffer>) -> usize {
    tools
        .map(|offer| {
            let spec = serde_json::to_string(&offer.spec).unwrap_or_default();
            count_tokens(&spec)
        })
        .sum()
}

/// The tools that are not in the text already.
fn tools(setup: &Setup) -> impl Iterator<Item = &ToolOffer> {
    let native = setup.protocol == Protocol::Native;
    setup.tools.iter().filter(move |_| native)
}
