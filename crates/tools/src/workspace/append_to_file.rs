//! `append_to_file`: something more at the end of a file.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, Capability, ToolRole};
use steward_model::Integrity;
use steward_store::{Expect, FileHead, StoreError};

use super::{TOOLSET, WRITES, file, read, refused, version, write, writing};
use crate::{Reach, ToolContext, ToolOutput, Typed};

/// Times that somebody else may be faster before the model is told to try again.
const TRIES: usize = 5;

pub(crate) struct AppendToFile;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AppendToFileInput {
    /// The file, such as `daily_notes/2026-11-16.md`. It is made if it is not there.
    path: String,
    /// What to add, on a line of its own.
    content: String,
}

impl Typed for AppendToFile {
    type Input = AppendToFileInput;
    const NAME: &'static str = "append_to_file";
    const DESCRIPTION: &'static str = "Adds text at the end of a file of the team's workspace, such as today's note. It \
        needs no reading first: what others write stays.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Remember;
    const REACH: Reach = Reach::Repeatable;
    const NEEDS: &'static [Capability] = WRITES;

    fn action(&self, _: &ToolContext, input: &AppendToFileInput) -> Result<Option<Action>, String> {
        writing(&input.path)
    }

    async fn call(&self, context: &ToolContext, input: AppendToFileInput) -> ToolOutput {
        match try_append(context, &input).await {
            Ok(head) => ToolOutput::done(format!(
                "It was added to `{}`; its version is {}.",
                head.path.as_str(),
                version(head.sha256)
            )),
            Err(reason) => ToolOutput::failed(reason),
        }
    }
}

async fn try_append(context: &ToolContext, input: &AppendToFileInput) -> Result<FileHead, String> {
    if input.content.trim().is_empty() {
        return Err("Nothing was written: there is nothing to add.".to_owned());
    }
    let path = file(&input.path)?;
    for _ in 0..TRIES {
        let (expect, new) = match read(context, &path).await? {
            Some((head, content)) => (
                head.sha256.map_or(Expect::Absent, Expect::Sha256),
                added(
                    &content,
                    &input.content,
                    head.trust.mixed_with(context.label),
                ),
            ),
            None => (Expect::Absent, added("", &input.content, context.label)),
        };
        match write(context, &path, expect, new).await {
            Ok(head) => return Ok(head),
            Err(StoreError::Stale { .. }) => {}
            Err(error) => return Err(refused(&error)),
        }
    }
    Err("Nothing was written: others write to this file right now. Try again.".to_owned())
}

/// The text with what is added on a line of its own, and how far both together can be trusted.
fn added(content: &str, more: &str, trust: Integrity) -> (String, Integrity) {
    let between = match content.is_empty() || content.ends_with('\n') {
        true => "",
        false => "\n",
    };
    (format!("{content}{between}{}\n", more.trim_end()), trust)
}
