//! `list_directory`: what lies in a folder of the workspace.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, ToolRole};
use steward_model::{Integrity, WorkspacePath};
use steward_store::{Changes, FolderEntry, Page};

use super::TOOLSET;
use crate::reading::unreadable;
use crate::{Reach, ToolContext, ToolOutput, Typed};

/// How much is listed at once.
const MOST: u32 = 200;

/// Folders that every workspace has. The names of others may be anybody's words.
const OURS: [&str; 4] = ["accounts", "areas", "daily_notes", "skills"];

pub(crate) struct ListDirectory;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListDirectoryInput {
    /// The folder, such as `areas/leases`. Without it, the whole workspace.
    #[serde(default)]
    path: String,
    /// Where to go on in a long list, as the list before said.
    after: Option<String>,
}

impl Typed for ListDirectory {
    type Input = ListDirectoryInput;
    const NAME: &'static str = "list_directory";
    const DESCRIPTION: &'static str = "Lists a folder of the team's workspace: folders first, then files with their size \
        and when they were changed.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Reading;

    fn action(
        &self,
        _: &ToolContext,
        input: &ListDirectoryInput,
    ) -> Result<Option<Action>, String> {
        folder(&input.path).map(|_| None)
    }

    async fn call(&self, context: &ToolContext, input: ListDirectoryInput) -> ToolOutput {
        let path = match folder(&input.path) {
            Ok(path) => path,
            Err(reason) => return ToolOutput::failed(reason),
        };
        let page = Page {
            after: input.after,
            limit: MOST,
        };
        let org = context.store().org(context.org_id);
        let found = match org.folder(&path, &page).await {
            Ok(Some(found)) => found,
            Ok(None) => {
                return ToolOutput::failed(format!("There is no folder `{}`.", input.path));
            }
            Err(error) => return ToolOutput::failed(unreadable(&error)),
        };
        if found.entries.is_empty() {
            return ToolOutput::done("There is nothing in this folder.");
        }
        let trust = found.entries.iter().map(trust).min();
        let mut lines: Vec<String> = found.entries.iter().map(line).collect();
        if let Some(next) = found.next {
            lines.push(format!("There is more: go on with after {next}"));
        }
        ToolOutput {
            content: Ok(lines),
            integrity: trust.unwrap_or(Integrity::Untrusted),
            changes: Changes::default(),
        }
    }
}

pub(super) fn folder(path: &str) -> Result<WorkspacePath, String> {
    WorkspacePath::folder(path).map_err(|error| format!("This path cannot be used: {error}."))
}

/// How far the name of an entry can be trusted: as far as what it holds.
fn trust(entry: &FolderEntry) -> Integrity {
    match entry {
        FolderEntry::Folder(path) if OURS.contains(&path.as_str()) => Integrity::System,
        FolderEntry::Folder(_) => Integrity::Untrusted,
        FolderEntry::File(head) => head.trust,
    }
}

fn line(entry: &FolderEntry) -> String {
    match entry {
        FolderEntry::Folder(path) => format!("{}/", path.as_str()),
        FolderEntry::File(head) => {
            let (path, size) = (head.path.as_str(), head.size);
            format!("{path} ({size} bytes, changed {})", head.updated_at)
        }
    }
}
