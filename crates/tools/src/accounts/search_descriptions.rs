//! `search_descriptions`: accounts by what they are.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, ToolRole};
use steward_model::Integrity;

use super::{TOOLSET, accounts, listed};
use crate::reading::unreadable;
use crate::{Reach, ToolContext, ToolOutput, Typed};

/// The most accounts that are told.
const MOST: usize = 20;

pub(crate) struct SearchDescriptions;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchDescriptionsInput {
    /// Words of a stage, place, trade or cover, such as `restaurant Austin quoted`.
    query: String,
}

impl Typed for SearchDescriptions {
    type Input = SearchDescriptionsInput;
    const NAME: &'static str = "search_descriptions";
    const DESCRIPTION: &'static str = "Finds accounts by stage, place, trade or cover, those that fit best first, up to 20. To \
        count or add up, ask_accounts is exact.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Reading;
    const LEAST_ORIGIN: Integrity = super::LEAST_ORIGIN;

    fn action(
        &self,
        _: &ToolContext,
        _: &SearchDescriptionsInput,
    ) -> Result<Option<Action>, String> {
        Ok(None)
    }

    async fn call(&self, context: &ToolContext, input: SearchDescriptionsInput) -> ToolOutput {
        let accounts = accounts(context);
        let found = accounts.described(context.org_id, &input.query, MOST).await;
        let said = match found {
            Ok(found) if found.is_empty() => vec!["No account has any of these words.".to_owned()],
            Ok(found) => listed(&found),
            Err(error) => return ToolOutput::failed(unreadable(&error)),
        };
        ToolOutput {
            content: Ok(said),
            ..ToolOutput::done("")
        }
        .trusted(Integrity::User)
    }
}
