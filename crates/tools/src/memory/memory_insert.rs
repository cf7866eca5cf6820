//! `memory_insert`: a line at a place in a block.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, Capability, ToolRole};
use steward_memory::edits;

use super::{TOOLSET, block};
use crate::{Reach, ToolContext, ToolOutput, Typed};

pub(crate) struct MemoryInsert;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MemoryInsertInput {
    /// The block, such as `human`.
    label: String,
    /// After how many lines: 0 is the beginning.
    line: u32,
    /// The text to insert.
    text: String,
}

impl Typed for MemoryInsert {
    type Input = MemoryInsertInput;
    const NAME: &'static str = "memory_insert";
    const DESCRIPTION: &'static str = "Inserts text into a block of your memory after a line.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Remember;
    const REACH: Reach = Reach::Repeatable;
    const NEEDS: &'static [Capability] = &[Capability::WriteNotes];

    fn action(&self, _: &ToolContext, input: &MemoryInsertInput) -> Result<Option<Action>, String> {
        Ok(Some(block::action(&input.label)))
    }

    async fn call(&self, context: &ToolContext, input: MemoryInsertInput) -> ToolOutput {
        let change = |value: &str| edits::insert(value, input.line as usize, &input.text);
        block::edit(context, &input.label, change).await
    }
}
