//! A thread's items as the machine reads them, and what the machine says as items.

use serde::{Deserialize, Serialize};
use steward_agent::{HistoryItem, Input};
use steward_memory::Utterance;
use steward_model::{ChatMessage, Integrity, ItemKind, MEMBER_AGAIN, ToolCall, ToolResult};
use steward_store::{Item, NewItem};

/// Who says what the runtime tells a turn.
const NOTE: &str = "note";

/// What somebody said, as it stands in an item.
#[derive(Debug, Serialize, Deserialize)]
struct Said {
    /// Who, as the model should call them; nobody for the agent itself.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    from: String,
    text: String,
}

/// What arrived, as items.
pub(crate) fn heard(inputs: &[Input]) -> Vec<NewItem> {
    let item = |input: &Input| {
        let said = Said {
            from: input.from.clone(),
            text: input.text.clone(),
        };
        new_item(ItemKind::User, &said, input.integrity)
    };
    inputs.iter().map(item).collect()
}

/// What a turn appends, as items. A call stands next to its result, so that no reader ever finds one without the other.
/// News that came in meanwhile stand after the note about them, as what they are: who said what.
pub(crate) fn appended(messages: &[ChatMessage], label: Integrity, news: &[Input]) -> Vec<NewItem> {
    let mut items = Vec::new();
    let mut calls: Vec<&ToolCall> = Vec::new();
    for message in messages {
        match message {
            ChatMessage::User { text } => {
                let said = Said {
                    from: NOTE.to_owned(),
                    text: without(text, news).to_owned(),
                };
                items.push(new_item(ItemKind::User, &said, label));
                items.extend(heard(news));
            }
            ChatMessage::Assistant { text, tool_calls } => {
                if !text.is_empty() {
                    let said = Said {
                        from: String::new(),
                        text: text.clone(),
                    };
                    items.push(new_item(ItemKind::Assistant, &said, label));
                }
                calls = tool_calls.iter().collect();
            }
            ChatMessage::ToolResults { results } => {
                for result in results {
                    let made = calls.iter().find(|call| call.id == result.call_id);
                    if let Some(call) = made {
                        items.push(new_item(ItemKind::ToolCall, call, label));
                        items.push(new_item(ItemKind::ToolOutput, result, label));
                    }
                }
            }
        }
    }
    items
}

/// A note without the news that follow it in the same message.
fn without<'t>(text: &'t str, news: &[Input]) -> &'t str {
    const END: &str = "</note>";
    match text.find(END) {
        Some(at) if !news.is_empty() => &text[..at + END.len()],
        _ => text,
    }
}

/// What an item says, to be remembered. Notes are ours, and what a tool brought in is found where it came from.
pub(crate) fn utterance(item: &Item) -> Option<Utterance> {
    let said: Said = match item.kind {
        ItemKind::User | ItemKind::Assistant => parse(item)?,
        ItemKind::ToolCall | ItemKind::ToolOutput | ItemKind::Reasoning => return None,
    };
    let speaker = match item.kind {
        ItemKind::Assistant => "you".to_owned(),
        _ => said.from,
    };
    // What is said once more was remembered before.
    (speaker != NOTE && speaker != MEMBER_AGAIN).then_some(Utterance {
        speaker,
        text: said.text,
    })
}

/// An item as people read it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Read {
    /// Who said it; nobody for the agent itself and its tools.
    pub from: Option<String>,
    /// What it says.
    pub text: String,
    /// The tool that was called.
    pub tool: Option<String>,
}

/// Reads an item for people. One that cannot be read says nothing.
pub fn read_item(item: &Item) -> Read {
    let read = match item.kind {
        ItemKind::User | ItemKind::Assistant => parse(item).map(|Said { from, text }| Read {
            from: Some(from).filter(|from| !from.is_empty()),
            text,
            tool: None,
        }),
        ItemKind::ToolCall => parse(item).map(|call: ToolCall| Read {
            from: None,
            text: call.arguments.to_string(),
            tool: Some(call.name),
        }),
        ItemKind::ToolOutput => parse(item).map(|result: ToolResult| Read {
            text: result.content,
            ..Read::default()
        }),
        ItemKind::Reasoning => parse(item).map(|Said { text, .. }| Read {
            text,
            ..Read::default()
        }),
    };
    read.unwrap_or_default()
}

/// A piece of history, and the place of its first item.
pub(crate) type Remembered = (i64, HistoryItem);

/// Items as the machine reads them, oldest first. One that nobody can read is left out with a warning: a thread must not
/// be lost to one item.
pub(crate) fn remembered(items: &[Item]) -> Vec<Remembered> {
    let mut history = Vec::with_capacity(items.len());
    let mut open_call: Option<(i64, ToolCall)> = None;
    for item in items {
        let (seq, integrity) = (item.seq, item.integrity);
        let read = match item.kind {
            ItemKind::User => parse(item).map(|Said { from, text }| {
                let heard = HistoryItem::Heard {
                    from,
                    text,
                    integrity,
                };
                (seq, heard)
            }),
            ItemKind::Assistant => {
                parse(item).map(|Said { text, .. }| (seq, HistoryItem::Said { text, integrity }))
            }
            ItemKind::ToolCall => {
                open_call = parse(item).map(|call| (seq, call));
                None
            }
            ItemKind::ToolOutput => parse(item).and_then(|result: ToolResult| {
                let (seq, call) = open_call.take()?;
                let used = HistoryItem::Used {
                    call,
                    result,
                    integrity,
                };
                Some((seq, used))
            }),
            ItemKind::Reasoning => None,
        };
        history.extend(read);
    }
    history
}

fn parse<T: for<'de> Deserialize<'de>>(item: &Item) -> Option<T> {
    serde_json::from_slice(&item.content)
        .inspect_err(|error| tracing::warn!(item = %item.id, %error, "an item cannot be read"))
        .ok()
}

fn new_item(kind: ItemKind, content: &impl Serialize, integrity: Integrity) -> NewItem {
    NewItem {
        kind,
        // Maps with string keys and strings: there is nothing here that JSON cannot hold.
        content: serde_json::to_vec(content).unwrap_or_default(),
        integrity,
    }
}

#[cfg(test)]
#[path = "history_tests.rs"]
mod tests;
