//! The blocks that everybody begins with.

use steward_model::{Author, Integrity};
use steward_store::NewBlock;

/// How many characters a block may have unless somebody says otherwise.
pub const BLOCK_CHARS: i64 = 5_000;

/// The block about whoever the agent talks to.
pub const HUMAN: &str = "human";

/// Who the agent is, in its own words.
const PERSONA: &str = "persona";

/// What a person's memory begins with.
pub fn default_blocks() -> Vec<NewBlock> {
    let persona = block(
        PERSONA,
        "Who you are and how you speak.",
        "I am a helpful AI assistant.",
    );
    vec![persona, human_block()]
}

/// The block about whoever the agent talks to, before anything is known of them.
pub fn human_block() -> NewBlock {
    block(HUMAN, "What is known about whoever you talk to.", "")
}

fn block(label: &str, description: &str, value: &str) -> NewBlock {
    NewBlock {
        label: label.to_owned(),
        description: description.to_owned(),
        value: value.to_owned(),
        char_limit: BLOCK_CHARS,
        read_only: false,
        author: Author::System,
        integrity: Integrity::System,
    }
}
