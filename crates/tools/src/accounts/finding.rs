//! What `ask_accounts` finds, as a model reads it, and as the offline model reads it back.

use steward_memory::accounts::{
    AccountState, Answer, Cited, Intent, Outcome, Reply, Resolution, Told,
};
use steward_model::Integrity;

use crate::ToolOutput;

/// The most lines that an answer shows.
const LINES: usize = 6;

const CHANGE: &str = "This asks for a change of an account, and nothing was changed. \
    Call update_account with the same words.";
const UNRELATED: &str = "This names no account and asks nothing about the accounts.";
/// How an answer begins that is none.
const NOT_KNOWN: &str = "Not known";
const NOBODY: &str = "There is no account for ";
const HOW_TO_CREATE: &str = ". Call create_account if one should be made.";

/// What there is to know for whoever goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountsFinding<'t> {
    /// It is no question: something is to be changed.
    Change,
    /// An account of this name would have to be made first.
    Nobody(&'t str),
    /// It is about something else.
    Unrelated,
    /// It is about an account, and its files do not say it.
    NotKnown(&'t str),
    /// An answer, or a question back.
    Said(&'t str),
}

impl<'t> AccountsFinding<'t> {
    /// Reads what `ask_accounts` said.
    pub fn read(said: &'t str) -> Self {
        let name = said.strip_prefix(NOBODY);
        let name = name.and_then(|rest| rest.split_once(HOW_TO_CREATE));
        match (said, name) {
            (CHANGE, _) => Self::Change,
            (UNRELATED, _) => Self::Unrelated,
            (_, Some((name, _))) => Self::Nobody(name),
            _ if said.starts_with(NOT_KNOWN) => Self::NotKnown(said),
            _ => Self::Said(said),
        }
    }
}

pub(super) fn of(told: Told) -> ToolOutput {
    let response = &told.response;
    let changes = matches!(response.reply, Reply::Update { .. });
    let unclear =
        response.reading.intent == Intent::Unclear && response.found.resolution == Resolution::None;
    match told.outcome {
        _ if changes => ToolOutput::done(CHANGE),
        Outcome::Answered(answer, cited) => answered(&answer, &cited),
        Outcome::Clarify(..) if unclear => ToolOutput::done(UNRELATED),
        Outcome::Clarify(question, choices) => ToolOutput::done(asked_back(&question, &choices)),
        Outcome::Confirm(name, nearest) if response.found.is_near() => {
            ToolOutput::done(near(&name, &nearest))
        }
        Outcome::Confirm(name, alternatives) => ToolOutput::done(nobody(&name, &alternatives)),
        Outcome::Refused(reason) => ToolOutput::done(reason),
        Outcome::Changed(_) | Outcome::Unchanged => ToolOutput::done(CHANGE),
    }
}

pub(super) fn nobody(name: &str, alternatives: &[AccountState]) -> String {
    let said = format!("{NOBODY}{name}{HOW_TO_CREATE}");
    with_choices(said, "Or one of these is meant:", alternatives)
}

/// A name that no account quite has: an agent must not guess which is meant, and no account is made of a slip.
pub(super) fn near(name: &str, nearest: &[AccountState]) -> String {
    let said = format!(
        "No account is called {name}, and nothing was changed. Which one is meant? If it is a new customer, say so."
    );
    with_choices(said, "These come nearest:", nearest)
}

pub(super) fn asked_back(question: &str, choices: &[AccountState]) -> String {
    with_choices(question.to_owned(), "These may be meant:", choices)
}

fn with_choices(said: String, lead: &str, accounts: &[AccountState]) -> String {
    if accounts.is_empty() {
        return said;
    }
    let accounts = super::listed(accounts);
    format!("{said}\n{lead}\n- {}", accounts.join("\n- "))
}

/// An answer with the lines it rests on. What customers wrote can be trusted less than what the team keeps.
fn answered(answer: &Answer, cited: &[Cited]) -> ToolOutput {
    let from_outside = cited.iter().any(|line| line.path.contains("/sources/"));
    let integrity = match from_outside {
        true => Integrity::Untrusted,
        false => Integrity::User,
    };
    let lines = cited.iter().take(LINES);
    let lines = lines.map(|line| format!("- `{}` line {}: {}", line.path, line.line, line.quote));
    let mut said = answer.text.clone();
    if !cited.is_empty() {
        said.push_str("\n\nFound in:\n");
        said.push_str(&lines.collect::<Vec<_>>().join("\n"));
    }
    if let Some(more) = cited.len().checked_sub(LINES + 1) {
        said.push_str(&format!("\n- and {} more", more + 1));
    }
    ToolOutput::done(said).trusted(integrity)
}
