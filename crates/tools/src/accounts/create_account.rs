//! `create_account`: a new account, which a person always agrees to first.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, Capability, Consent, ToolRole};
use steward_memory::accounts::{AccountsError, NewAccount};
use steward_model::Integrity;

use super::{CHANGES, TOOLSET, accounts, asker, refused, written};
use crate::{Reach, ToolContext, ToolOutput, Typed};

/// The longest name.
const NAME_CHARS: usize = 200;

pub(crate) struct CreateAccount;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateAccountInput {
    /// The name of the customer, with its legal form if it is known.
    name: String,
    /// What was said about it, in the member's own words: that goes into the account.
    #[serde(default)]
    request: String,
}

impl Typed for CreateAccount {
    type Input = CreateAccountInput;
    const NAME: &'static str = "create_account";
    const DESCRIPTION: &'static str = "Makes a new account. Only when lookup_account found none that may be meant. A person is \
        asked first.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Repeatable;
    const NEEDS: &'static [Capability] = CHANGES;
    const CONSENT: Consent = Consent::Always;
    const LEAST_ORIGIN: Integrity = super::LEAST_ORIGIN;

    fn action(
        &self,
        _: &ToolContext,
        input: &CreateAccountInput,
    ) -> Result<Option<Action>, String> {
        let length = input.name.trim().chars().count();
        if !(1..=NAME_CHARS).contains(&length) {
            return Err(format!("A name has 1 to {NAME_CHARS} characters."));
        }
        Ok(Some(Action::ChangeAccount))
    }

    async fn call(&self, context: &ToolContext, input: CreateAccountInput) -> ToolOutput {
        let new = NewAccount {
            id: id_of(&context.idem_key),
            name: input.name.trim().to_owned(),
            request: input.request,
        };
        match accounts(context).create(&asker(context), &new).await {
            Ok(proof) => {
                let (name, id) = (&new.name, &new.id);
                // That it has its name and was made now goes without saying.
                let said = written(&proof, |field| !["name", "created"].contains(&field));
                let said = format!("Created the account {name} ({id}).\n{said}");
                ToolOutput::done(said).trusted(Integrity::User)
            }
            Err(AccountsError::Done) => {
                ToolOutput::done(format!("The account {} ({}) is there.", new.name, new.id))
            }
            Err(error) => ToolOutput::failed(refused(error)),
        }
    }
}

/// Eight digits, the same for the same call: made again, it makes no second account.
fn id_of(call: &str) -> String {
    let digits = call.bytes().fold(0_u64, |sum, byte| {
        sum.wrapping_mul(1_000_003).wrapping_add(u64::from(byte))
    });
    (digits % 90_000_000 + 10_000_000).to_string()
}
