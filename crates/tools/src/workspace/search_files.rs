//! `search_files`: the files of the workspace that speak of something.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, ToolRole};
use steward_memory::{Found, Query};
use steward_model::Integrity;
use steward_store::WORKSPACE;

use super::TOOLSET;
use super::list_directory::folder;
use crate::memory::{found_in, own_scopes, query, show, snippet};
use crate::{Reach, ToolContext, ToolOutput, Typed};

/// How many are shown, unless the model says otherwise, and at most.
const USUAL: u32 = 8;
const MOST: u32 = 20;
/// How many are looked at for those that lie in a folder.
const LOOKED_AT: usize = 400;

pub(crate) struct SearchFiles;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchFilesInput {
    /// The words that would stand there.
    query: String,
    /// Only in this folder, such as `accounts/29003/sources`. Without it, in the whole workspace.
    #[serde(default)]
    path: String,
    /// How many at most, up to 20. Without it, 8.
    #[schemars(range(min = 1, max = 20))]
    limit: Option<u32>,
}

impl Typed for SearchFiles {
    type Input = SearchFilesInput;
    const NAME: &'static str = "search_files";
    const DESCRIPTION: &'static str = "Searches the files of the team's workspace, accounts with their emails, calls and texts \
        among them: tells the file and what stands there. read_file reads it.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Reading;
    /// Accounts are the team's: a customer who writes learns nothing of them.
    const LEAST_ORIGIN: Integrity = Integrity::User;

    fn action(&self, _: &ToolContext, input: &SearchFilesInput) -> Result<Option<Action>, String> {
        folder(&input.path).map(|_| None)
    }

    async fn call(&self, context: &ToolContext, input: SearchFilesInput) -> ToolOutput {
        let path = match folder(&input.path) {
            Ok(path) => path,
            Err(reason) => return ToolOutput::failed(reason),
        };
        let shown = input.limit.unwrap_or(USUAL).clamp(1, MOST) as usize;
        let wanted = Query {
            sources: vec![WORKSPACE.to_owned()],
            limit: if path.is_root() { shown } else { LOOKED_AT },
            ..query(context, input.query, None)
        };
        let mut searched = match found_in(context, &own_scopes(context), &wanted).await {
            Ok(searched) => searched,
            Err(refused) => return refused,
        };
        let beneath = format!("{}/", path.as_str());
        let found = &mut searched.found;
        found.retain(|one| path.is_root() || path_of(one).starts_with(&beneath));
        found.truncate(shown);
        let line = |one: &Found| {
            format!(
                "{}: {}",
                path_of(one),
                snippet(&wanted.text, &one.passage.text)
            )
        };
        show(&searched, None, line)
    }
}

fn path_of(found: &Found) -> &str {
    found.passage.meta.title.as_deref().unwrap_or_default()
}
