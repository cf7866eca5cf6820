//! Editing a block so that no edit is lost and none is made twice.

use steward_agent::{Action, Setting};
use steward_memory::edits::EditError;
use steward_memory::{HUMAN, human_block};
use steward_model::{Author, MemoryMode, Scope};
use steward_store::{Block, BlockEdit, Edited, Rewrite, StoreError};

use crate::reading::unreadable;
use crate::{ToolContext, ToolOutput};

/// Times that somebody else may be faster before the model is told to try again. Of all who edit a block at once one is
/// always the fastest, so that this many can.
const TRIES: usize = 50;

/// What the gate judges an edit by: who the agent is, is not the agent's to change.
pub(super) fn action(label: &str) -> Action {
    if label == "persona" {
        Action::Change {
            setting: Setting::Persona,
        }
    } else {
        Action::WriteFile {
            path: "blocks".to_owned(),
        }
    }
}

/// Makes an edit of the block with this label.
pub(super) async fn edit(
    context: &ToolContext,
    label: &str,
    change: impl Fn(&str) -> Result<String, EditError>,
) -> ToolOutput {
    let made = try_edit(context, label, change).await;
    match made {
        Ok(text) => ToolOutput::done(text),
        Err(Refusal::Words(reason)) => ToolOutput::failed(reason),
        Err(Refusal::Store(error)) => ToolOutput::failed(unreadable(&error)),
    }
}

enum Refusal {
    Words(String),
    Store(StoreError),
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

async fn try_edit(
    context: &ToolContext,
    label: &str,
    change: impl Fn(&str) -> Result<String, EditError>,
) -> Result<String, Refusal> {
    let org = context.store().org(context.org_id);
    let mut block = find(context, label).await?;
    for _ in 0..TRIES {
        // Refused only after it is known that it was not made before: what it looks for is gone once it is made.
        let value = change(&block.value);
        let edit = BlockEdit {
            value: value.clone().unwrap_or_else(|_| block.value.clone()),
            rewrite: Rewrite::Part,
            author: Author::Agent(context.agent_id),
            integrity: context.label,
        };
        let version = match &value {
            Ok(_) => block.version,
            // No block has this version: only an edit that was made already is answered as one.
            Err(_) => 0,
        };
        let key = &context.idem_key;
        let edited = org.edit_block_once(block.id, version, edit, key).await?;
        match (edited, value) {
            (Some(Edited::Edited(block)), _) => return Ok(done(&block)),
            (_, Err(reason)) => {
                return Err(Refusal::Words(format!("Nothing was changed: {reason}.")));
            }
            (Some(Edited::Stale(current)), _) => block = current,
            (Some(Edited::Full(block)), Ok(value)) => return Err(full(&block, &value)),
            (Some(Edited::ReadOnly(_)), _) => {
                return Err(Refusal::Words(format!(
                    "Nothing was changed: only a person may edit `{label}`."
                )));
            }
            (None, _) => {
                return Err(Refusal::Words(format!(
                    "Nothing was changed: `{label}` is gone."
                )));
            }
        }
    }
    Err(Refusal::Words(
        "Nothing was changed: others edit this block right now. Try again.".to_owned(),
    ))
}

fn done(block: &Block) -> String {
    let free = block.char_limit - block.value.chars().count() as i64;
    format!(
        "`{}` was changed; {free} characters are left in it.",
        block.label
    )
}

fn full(block: &Block, value: &str) -> Refusal {
    Refusal::Words(format!(
        "Nothing was changed: `{}` holds {} characters and would have {}. Shorten it first with memory_replace.",
        block.label,
        block.char_limit,
        value.chars().count(),
    ))
}

/// The block the agent means: of whoever it talks to, or of the whole organisation.
async fn find(context: &ToolContext, label: &str) -> Result<Block, Refusal> {
    let org = context.store().org(context.org_id);
    let owner = context.memory_mode.keeps_own().then_some(context.agent_id);
    let mut known = Vec::new();
    for scope in [context.scope, Scope::Org(context.org_id)] {
        let blocks = org.blocks(scope, Some(context.agent_id)).await?;
        let mine =
            |block: &Block| block.agent_id == owner || context.memory_mode == MemoryMode::Shared;
        if let Some(block) = blocks
            .iter()
            .find(|block| block.label == label && mine(block))
        {
            return Ok(block.clone());
        }
        known.extend(blocks.into_iter().filter(mine).map(|block| block.label));
    }
    if label != HUMAN {
        known.push(HUMAN.to_owned());
        known.sort();
        known.dedup();
        let known = known.join(", ");
        return Err(Refusal::Words(format!(
            "There is no block `{label}`. There are: {known}."
        )));
    }
    // It is made when something is first written there.
    let blocks = org
        .ensure_blocks(context.scope, owner, vec![human_block()])
        .await?;
    let made = blocks.into_iter().find(|block| block.label == HUMAN);
    made.ok_or_else(|| Refusal::Words("The block could not be made. Try again.".to_owned()))
}
