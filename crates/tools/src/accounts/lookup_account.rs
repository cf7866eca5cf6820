//! `lookup_account`: which account a name means.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, ToolRole};
use steward_memory::accounts::Named;
use steward_model::Integrity;

use super::{TOOLSET, accounts, finding, listed};
use crate::reading::unreadable;
use crate::{Reach, ToolContext, ToolOutput, Typed};

pub(crate) struct LookupAccount;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LookupAccountInput {
    /// The name as it was said; slips, initials, former names and missing legal forms are understood.
    name: String,
}

impl Typed for LookupAccount {
    type Input = LookupAccountInput;
    const NAME: &'static str = "lookup_account";
    const DESCRIPTION: &'static str = "Finds the account that a name means, with its id, stage, place, trade and cover. Tells the \
        candidates if several are meant or none is.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Reading;
    const LEAST_ORIGIN: Integrity = super::LEAST_ORIGIN;

    fn action(&self, _: &ToolContext, _: &LookupAccountInput) -> Result<Option<Action>, String> {
        Ok(None)
    }

    async fn call(&self, context: &ToolContext, input: LookupAccountInput) -> ToolOutput {
        let named = accounts(context).named(context.org_id, &input.name).await;
        let said = match named {
            Ok(Named::One(account, rule)) => {
                let found = listed(std::slice::from_ref(&account)).join("");
                format!(
                    "{found}\nFound by {rule}. Its files are in accounts/{}/.",
                    account.id
                )
            }
            Ok(Named::Near(accounts)) => finding::near(&input.name, &accounts),
            Ok(Named::Several(accounts)) => {
                finding::asked_back("Several accounts have that name.", &accounts)
            }
            Ok(Named::Nobody(nearest)) => finding::nobody(&input.name, &nearest),
            Err(error) => return ToolOutput::failed(unreadable(&error)),
        };
        ToolOutput::done(said).trusted(Integrity::User)
    }
}
