use serde::{Deserialize, Serialize};
use steward_model::{ChatMessage, Integrity, ToolCall, ToolResult};

use super::fragment::attribute;
use super::guard::{neutral, untrusted};
use crate::tokens::count_tokens;

/// The most items of a conversation that a prompt holds.
pub const HISTORY_ITEMS: usize = 100;

/// Of an item longer than this, its beginning and its end are shown; a tool can read it in full.
const ITEM_CHARS: usize = 20_000;

/// What a message takes beside its text: its role, its marks, the ids of calls.
const MESSAGE_TOKENS: usize = 12;

/// No excerpt is shorter than this.
const LEAST_EXCERPT: usize = 400;

/// Something that happened in the conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum HistoryItem {
    /// Somebody wrote.
    Heard {
        /// Who, as the model should call them.
        from: String,
        /// What.
        text: String,
        /// How far it can be trusted.
        integrity: Integrity,
    },
    /// The agent said something.
    Said {
        /// What.
        text: String,
        /// How far the turn that said it could be trusted.
        integrity: Integrity,
    },
    /// The agent used a tool.
    Used {
        /// The call.
        call: ToolCall,
        /// What came of it, as the turn appended it.
        result: ToolResult,
        /// How far it can be trusted.
        integrity: Integrity,
    },
}

impl HistoryItem {
    pub(super) fn integrity(&self) -> Integrity {
        match self {
            Self::Heard { integrity, .. }
            | Self::Said { integrity, .. }
            | Self::Used { integrity, .. } => *integrity,
        }
    }

    /// How much of a prompt it takes.
    pub fn tokens(&self) -> usize {
        let text = match self {
            Self::Heard {
                from,
                text,
                integrity,
            } => count_tokens(&heard(from, text, *integrity)),
            Self::Said { text, .. } => count_tokens(&shown(text)),
            Self::Used { call, result, .. } => {
                count_tokens(&call.name)
                    + count_tokens(&call.arguments.to_string())
                    + count_tokens(&shown(&result.content))
            }
        };
        text + MESSAGE_TOKENS
    }

    /// Its length in bytes, about: no less than the tokens it takes.
    pub fn bytes(&self) -> usize {
        let text = match self {
            Self::Heard { from, text, .. } => from.len() + text.len(),
            Self::Said { text, .. } => text.len(),
            Self::Used { call, result, .. } => {
                call.name.len() + call.arguments.to_string().len() + result.content.len()
            }
        };
        text + 8 * MESSAGE_TOKENS
    }

    /// The same with so many characters of its text.
    #[must_use]
    pub fn excerpted(&self, chars: usize) -> Self {
        let mut item = self.clone();
        match &mut item {
            Self::Heard { text, .. } | Self::Said { text, .. } => {
                *text = excerpt(text, chars).into_owned();
            }
            Self::Used { call, result, .. } => {
                result.content = excerpt(&result.content, chars / 2).into_owned();
                let arguments = call.arguments.to_string();
                if arguments.chars().count() > chars / 2 {
                    let short = excerpt(&arguments, chars / 2).into_owned();
                    call.arguments = serde_json::json!({ "excerpt": short });
                }
            }
        }
        item
    }
}

/// The items of a conversation that a prompt shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Packed {
    /// How many of the oldest are left out.
    pub skipped: usize,
    /// Those of which an excerpt is shown, each with how many characters.
    pub excerpts: Vec<(usize, usize)>,
}

/// Packs the newest items into so many tokens: whole ones, and an excerpt of a large one that has no room left
/// as a whole.
///
/// It opens with something heard: providers refuse a conversation that opens with an answer, and an answer
/// without its question misleads. `tokens` tells what an item takes; it is asked as seldom as can be.
pub fn pack<'i>(
    items: impl DoubleEndedIterator<Item = &'i HistoryItem> + ExactSizeIterator,
    tokens: impl Fn(usize) -> usize,
    room: usize,
) -> Packed {
    let count = items.len();
    let (mut left, mut first, mut opens) = (room, count, count);
    let mut excerpts = Vec::new();
    for (back, item) in items.rev().take(HISTORY_ITEMS).enumerate() {
        let at = count - 1 - back;
        let mut takes = tokens(at);
        if takes > left {
            let large = takes > room / 4;
            let fitting = large.then(|| excerpt_of(item, left)).flatten();
            let Some((chars, shorter)) = fitting else {
                break;
            };
            excerpts.push((at, chars));
            takes = shorter;
        }
        left -= takes;
        first = at;
        if matches!(item, HistoryItem::Heard { .. }) {
            opens = at;
        }
    }
    let skipped = opens.max(first);
    excerpts.retain(|(at, _)| *at >= skipped);
    excerpts.reverse();
    Packed { skipped, excerpts }
}

/// How many characters of an item fit into so many tokens, and how many tokens those take.
fn excerpt_of(item: &HistoryItem, room: usize) -> Option<(usize, usize)> {
    let mut chars = room.saturating_mul(3).min(ITEM_CHARS);
    while chars >= LEAST_EXCERPT {
        let tokens = item.excerpted(chars).tokens();
        if tokens <= room {
            return Some((chars, tokens));
        }
        chars = chars * 2 / 3;
    }
    None
}

/// The beginning and the end of a text, so many characters in all, and a note between them of what is left out.
pub fn excerpt(text: &str, chars: usize) -> std::borrow::Cow<'_, str> {
    // A character is a byte at least: most texts need no counting.
    if text.len() <= chars {
        return text.into();
    }
    let length = text.chars().count();
    if length <= chars {
        return text.into();
    }
    let (head, tail) = (chars * 3 / 4, chars / 4);
    let place = |count: usize| {
        text.char_indices()
            .nth(count)
            .map_or(text.len(), |(at, _)| at)
    };
    let left_out = length - head - tail;
    format!(
        "{}\n[… {left_out} characters are left out here …]\n{}",
        &text[..place(head)],
        &text[place(length - tail)..]
    )
    .into()
}

/// The items as messages; tools used one after the other become one message with its results.
pub(super) fn messages(items: &[HistoryItem]) -> Vec<ChatMessage> {
    let mut messages: Vec<ChatMessage> = Vec::new();
    for item in items {
        match item {
            HistoryItem::Heard {
                from,
                text,
                integrity,
            } => messages.push(ChatMessage::User {
                text: heard(from, text, *integrity),
            }),
            HistoryItem::Said { text, .. } => messages.push(ChatMessage::Assistant {
                text: shown(text).into_owned(),
                tool_calls: Vec::new(),
            }),
            HistoryItem::Used { call, result, .. } => used(&mut messages, call, result),
        }
    }
    messages
}

fn heard(from: &str, text: &str, integrity: Integrity) -> String {
    let text = shown(text);
    let body = match integrity {
        Integrity::Untrusted => untrusted(&text),
        Integrity::User | Integrity::Operator | Integrity::System => neutral(&text),
    };
    format!("<message{}>\n{body}\n</message>", attribute(from))
}

fn used(messages: &mut Vec<ChatMessage>, call: &ToolCall, result: &ToolResult) {
    let mut result = result.clone();
    result.content = shown(&result.content).into_owned();
    if let [
        ..,
        ChatMessage::Assistant { tool_calls, .. },
        ChatMessage::ToolResults { results },
    ] = messages.as_mut_slice()
    {
        tool_calls.push(call.clone());
        results.push(result);
        return;
    }
    messages.push(ChatMessage::Assistant {
        text: String::new(),
        tool_calls: vec![call.clone()],
    });
    messages.push(ChatMessage::ToolResults {
        results: vec![result],
    });
}

fn shown(text: &str) -> std::borrow::Cow<'_, str> {
    excerpt(text, ITEM_CHARS)
}
