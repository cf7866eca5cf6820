//! `update_account`: what changed, said in a sentence; written to the state and the history together.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, Capability, ToolRole};
use steward_memory::accounts::{Named, Outcome};
use steward_model::Integrity;

use super::{CHANGES, TOOLSET, accounts, asker, changed, finding, refused, talked_of};
use crate::reading::unreadable;
use crate::{Reach, ToolContext, ToolOutput, Typed};

pub(crate) struct UpdateAccount;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateAccountInput {
    /// What is so now, in plain sentences: `Maple Bakery is quoted at $2,600 with Pacific Mutual.` In the member's own words.
    request: String,
    /// The account's id or name, if the request does not say it.
    account: Option<String>,
    /// What was said before it, oldest first. Only where the request says "it" or "they".
    #[serde(default)]
    before: Vec<String>,
}

impl Typed for UpdateAccount {
    type Input = UpdateAccountInput;
    const NAME: &'static str = "update_account";
    const DESCRIPTION: &'static str = "Changes an account as a sentence says: stage, premium, carrier, coverage, contacts, dates, \
        notes. Only what is said is changed, with an entry in its history as proof. What is not certain is asked back.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Repeatable;
    const NEEDS: &'static [Capability] = CHANGES;
    const LEAST_ORIGIN: Integrity = super::LEAST_ORIGIN;

    fn action(&self, _: &ToolContext, _: &UpdateAccountInput) -> Result<Option<Action>, String> {
        Ok(Some(Action::ChangeAccount))
    }

    async fn call(&self, context: &ToolContext, input: UpdateAccountInput) -> ToolOutput {
        match try_update(context, &input).await {
            Ok(said) => ToolOutput::done(said).trusted(Integrity::User),
            Err(reason) => ToolOutput::failed(reason),
        }
    }
}

async fn try_update(context: &ToolContext, input: &UpdateAccountInput) -> Result<String, String> {
    let (accounts, asker) = (accounts(context), asker(context));
    let outcome = match &input.account {
        None => {
            let conversation = talked_of(context, &input.before).await?;
            let told = accounts.ask(&asker, &input.request, &conversation, false);
            let told = told.await.map_err(refused)?;
            match told.outcome {
                Outcome::Confirm(name, nearest) if told.response.found.is_near() => {
                    return Err(finding::near(&name, &nearest));
                }
                outcome => Ok(outcome),
            }
        }
        Some(account) => {
            let named = accounts.named(context.org_id, account).await;
            match named.map_err(|error| unreadable(&error))? {
                Named::One(account, _) => accounts.tell(&asker, &account.id, &input.request).await,
                Named::Near(nearest) => return Err(finding::near(account, &nearest)),
                Named::Several(_) | Named::Nobody(_) => {
                    return Err(format!(
                        "Nothing was changed: `{account}` is not one account. lookup_account tells which there are."
                    ));
                }
            }
        }
    };
    changed(outcome.map_err(refused)?)
}
