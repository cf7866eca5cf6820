//! `list_files`: the files of an account.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, ToolRole};
use steward_memory::accounts::Folder;
use steward_model::Integrity;

use super::{TOOLSET, accounts};
use crate::reading::unreadable;
use crate::{Reach, ToolContext, ToolOutput, Typed};

pub(crate) struct ListFiles;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListFilesInput {
    /// The account's id, as lookup_account tells it.
    account_id: String,
}

impl Typed for ListFiles {
    type Input = ListFilesInput;
    const NAME: &'static str = "list_files";
    const DESCRIPTION: &'static str = "Lists the files of an account: its state, its history, and every email, call and text \
        message with its day and summary. read_file reads them.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Reading;
    const LEAST_ORIGIN: Integrity = super::LEAST_ORIGIN;

    fn action(&self, _: &ToolContext, _: &ListFilesInput) -> Result<Option<Action>, String> {
        Ok(None)
    }

    async fn call(&self, context: &ToolContext, input: ListFilesInput) -> ToolOutput {
        let accounts = accounts(context);
        match accounts.account(context.org_id, &input.account_id).await {
            // The summaries were made of what customers wrote.
            Ok(Some(folder)) => ToolOutput {
                content: Ok(lines(&folder)),
                ..ToolOutput::done("")
            }
            .trusted(Integrity::Untrusted),
            Ok(None) => ToolOutput::failed(format!(
                "There is no account `{}`. lookup_account tells the id of a name.",
                input.account_id
            )),
            Err(error) => ToolOutput::failed(unreadable(&error)),
        }
    }
}

fn lines(folder: &Folder) -> Vec<String> {
    let sources = folder.sources().map(|(path, file)| {
        let source = &file.source;
        let summary = source.summary.lines().next().unwrap_or_default();
        (path, format!("{path} ({}): {summary}", source.date()))
    });
    let sources: std::collections::BTreeMap<&str, String> = sources.collect();
    let line = |path: String| sources.get(path.as_str()).cloned().unwrap_or(path);
    folder.paths().map(line).collect()
}
