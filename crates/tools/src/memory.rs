//! The tools of memory: blocks that stand in every prompt, and what is found again when it is asked for.

mod archival_insert;
mod block;
mod memory_append;
mod memory_insert;
mod memory_replace;
mod search;
mod search_conversations;
mod search_sms_history;
#[cfg(test)]
mod search_tests;
mod snippets;
#[cfg(test)]
mod tests;

pub(crate) use archival_insert::ArchivalInsert;
pub(crate) use memory_append::MemoryAppend;
pub(crate) use memory_insert::MemoryInsert;
pub(crate) use memory_replace::MemoryReplace;
pub(crate) use search::{
    ArchivalSearch, ConversationSearch, MemorySearch, found_in, own_scopes, query, show,
};
pub(crate) use search_conversations::SearchConversations;
pub(crate) use search_sms_history::SearchSmsHistory;
pub(crate) use snippets::snippet;

/// The group of all of them.
const TOOLSET: &str = "memory";

/// Tags as they are looked for. Some models write several into one text, with commas between them.
fn tags(given: &[String]) -> Vec<String> {
    let words = given.iter().flat_map(|tags| tags.split(','));
    let words = words.map(|word| word.trim().to_lowercase());
    words.filter(|word| !word.is_empty()).collect()
}
