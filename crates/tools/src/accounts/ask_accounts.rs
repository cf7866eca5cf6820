//! `ask_accounts`: a question about accounts, answered from their files.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, ToolRole};
use steward_model::Integrity;

use super::{TOOLSET, accounts, asker, finding, refused, talked_of};
use crate::{Reach, ToolContext, ToolOutput, Typed};

pub(crate) struct AskAccounts;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskAccountsInput {
    /// One question, with the name of the account, or about all of them: `How many are quoted in Texas?`
    question: String,
    /// What was said before it, oldest first. Only where the question says "it" or "they".
    #[serde(default)]
    before: Vec<String>,
}

impl Typed for AskAccounts {
    type Input = AskAccountsInput;
    const NAME: &'static str = "ask_accounts";
    const DESCRIPTION: &'static str = "Answers a question about the team's accounts from their files, with the lines it rests \
        on: about one account, or filters, counts, sums and rankings over all of them, which are computed. Changes nothing.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Reading;
    const LEAST_ORIGIN: Integrity = super::LEAST_ORIGIN;

    fn action(&self, _: &ToolContext, _: &AskAccountsInput) -> Result<Option<Action>, String> {
        Ok(None)
    }

    async fn call(&self, context: &ToolContext, input: AskAccountsInput) -> ToolOutput {
        let conversation = match talked_of(context, &input.before).await {
            Ok(conversation) => conversation,
            Err(reason) => return ToolOutput::failed(reason),
        };
        let asker = asker(context);
        let told = accounts(context).ask(&asker, &input.question, &conversation, true);
        match told.await {
            Ok(told) => finding::of(told),
            Err(error) => ToolOutput::failed(refused(error)),
        }
    }
}
