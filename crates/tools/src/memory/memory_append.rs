//! `memory_append`: one more line in a block.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, Capability, ToolRole};
use steward_memory::edits;

use super::{TOOLSET, block};
use crate::{Reach, ToolContext, ToolOutput, Typed};

pub(crate) struct MemoryAppend;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MemoryAppendInput {
    /// The block, such as `human`.
    label: String,
    /// The line to add.
    text: String,
}

impl Typed for MemoryAppend {
    type Input = MemoryAppendInput;
    const NAME: &'static str = "memory_append";
    const DESCRIPTION: &'static str = "Adds a line to a block of your memory, which you see in every conversation. \
        For lasting facts about whoever you talk to, use the block `human`.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Remember;
    const REACH: Reach = Reach::Repeatable;
    const NEEDS: &'static [Capability] = &[Capability::WriteNotes];

    fn action(&self, _: &ToolContext, input: &MemoryAppendInput) -> Result<Option<Action>, String> {
        Ok(Some(block::action(&input.label)))
    }

    async fn call(&self, context: &ToolContext, input: MemoryAppendInput) -> ToolOutput {
        block::edit(context, &input.label, |value| {
            edits::append(value, &input.text)
        })
        .await
    }
}
