//! The tools of the accounts: asked and changed in sentences, never without a history.

mod ask_accounts;
mod create_account;
mod finding;
mod list_files;
mod lookup_account;
mod search_descriptions;
#[cfg(test)]
mod tests;
mod update_account;

pub(crate) use ask_accounts::AskAccounts;
pub(crate) use create_account::CreateAccount;
pub use finding::AccountsFinding;
pub(crate) use list_files::ListFiles;
pub(crate) use lookup_account::LookupAccount;
pub(crate) use search_descriptions::SearchDescriptions;
use steward_agent::Capability;
use steward_memory::accounts::{
    AccountState, Accounts, AccountsError, Asker, Conversation, Outcome, Proof,
};
use steward_model::{Author, Integrity};
pub(crate) use update_account::UpdateAccount;

use crate::ToolContext;
use crate::reading::unreadable;

/// The group of all of them.
const TOOLSET: &str = "accounts";

/// Accounts are the team's: a customer who writes learns nothing of them, not even of their own.
const LEAST_ORIGIN: Integrity = Integrity::User;

/// What it takes to change one. Apart from notes: an agent that keeps notes keeps no accounts by that.
const CHANGES: &[Capability] = &[Capability::ChangeAccounts];

/// As much of a call's key as tells it from any other.
const MARK_CHARS: usize = 12;

fn accounts(context: &ToolContext) -> &Accounts {
    context.memory.accounts()
}

/// Who asks: the agent, in this very call.
fn asker(context: &ToolContext) -> Asker {
    Asker {
        org: context.org_id,
        author: Author::Agent(context.agent_id),
        now: context.now,
        today: context.today,
        mark: Some(context.idem_key.chars().take(MARK_CHARS).collect()),
    }
}

async fn talked_of(context: &ToolContext, before: &[String]) -> Result<Conversation, String> {
    let talked_of = accounts(context).talked_of(context.org_id, context.today, before);
    let talked_of = talked_of.await;
    talked_of.map_err(|error| unreadable(&error))
}

/// What the model is told of a sentence that could not be dealt with.
fn refused(error: AccountsError) -> String {
    match error {
        AccountsError::Broken(problem) => format!(
            "Nothing was changed: {} was edited by hand and does not fit any more, at line {}: {}. A person must put it right.",
            problem.path, problem.line, problem.reason
        ),
        AccountsError::NotThere => "There is no such account.".to_owned(),
        AccountsError::Busy => {
            "Nothing was changed: others are changing this account. Try again.".to_owned()
        }
        AccountsError::Done => "This was done before, by this very call.".to_owned(),
        AccountsError::Named => "There is an account of this name by now.".to_owned(),
        AccountsError::Store(error) => unreadable(&error),
    }
}

/// What came of a change.
fn changed(outcome: Outcome) -> Result<String, String> {
    match outcome {
        Outcome::Changed(proof) => Ok(proved(&proof)),
        Outcome::Unchanged => Ok("Nothing changed: it says so already.".to_owned()),
        Outcome::Answered(..) => Err(
            "Nothing was changed: this reads as a question. Ask it with ask_accounts, or say what is so now."
                .to_owned(),
        ),
        Outcome::Confirm(name, alternatives) => {
            Err(finding::nobody(&name, &alternatives))
        }
        Outcome::Clarify(question, choices) => Err(finding::asked_back(&question, &choices)),
        Outcome::Refused(reason) => Err(reason),
    }
}

/// The proof of a change in words: every field before and after, and where it is written.
fn proved(proof: &Proof) -> String {
    let (name, id) = (&proof.account_name, &proof.account_id);
    format!("Updated {name} ({id}):\n{}", written(proof, |_| true))
}

/// The fields of a proof, one below the other, and where they are written.
fn written(proof: &Proof, shown: impl Fn(&str) -> bool) -> String {
    let changes = proof.changes.iter().filter(|change| shown(&change.field));
    let lines = changes.map(|change| {
        let [old, new] = [&change.old_value, &change.new_value].map(plain);
        format!("- {}: {old} → {new}", change.field)
    });
    let lines = lines.collect::<Vec<_>>().join("\n");
    let (state, entry) = (&proof.state_file_path, &proof.history_entry_id);
    format!("{lines}\n\nWritten to `{state}`, with entry {entry} of its history.")
}

fn plain(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Null => "nothing".to_owned(),
        serde_json::Value::String(text) if text.is_empty() => "nothing".to_owned(),
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Accounts one below the other.
fn listed(accounts: &[AccountState]) -> Vec<String> {
    let line = |account: &AccountState| format!("{}: {}", account.id, account.description());
    accounts.iter().map(line).collect()
}
