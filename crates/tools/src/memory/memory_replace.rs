//! `memory_replace`: other words in a block.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, Capability, ToolRole};
use steward_memory::edits;

use super::{TOOLSET, block};
use crate::{Reach, ToolContext, ToolOutput, Typed};

pub(crate) struct MemoryReplace;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MemoryReplaceInput {
    /// The block, such as `human`.
    label: String,
    /// The text to replace, exactly as it stands in the block, and there once.
    old: String,
    /// What stands there from now on; empty to take the old text out.
    new: String,
}

impl Typed for MemoryReplace {
    type Input = MemoryReplaceInput;
    const NAME: &'static str = "memory_replace";
    const DESCRIPTION: &'static str = "Replaces text in a block of your memory: to correct what changed, or to take out \
        what is no longer true.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Remember;
    const REACH: Reach = Reach::Repeatable;
    const NEEDS: &'static [Capability] = &[Capability::WriteNotes];

    fn action(
        &self,
        _: &ToolContext,
        input: &MemoryReplaceInput,
    ) -> Result<Option<Action>, String> {
        Ok(Some(block::action(&input.label)))
    }

    async fn call(&self, context: &ToolContext, input: MemoryReplaceInput) -> ToolOutput {
        let change = |value: &str| edits::replace(value, &input.old, &input.new);
        block::edit(context, &input.label, change).await
    }
}
