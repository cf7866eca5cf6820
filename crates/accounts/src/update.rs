//! From a sentence about an account to the changes it asks for, each with the rule and the words it came from. What is not
//! certain is asked, never guessed.

mod about;
mod asserted;
mod clear;
mod contacts;
mod correct;
mod coverage;
mod days;
mod deductible;
mod demand;
mod forbidden;
mod money;
mod newborn;
mod newcomers;
mod nostage;
mod offer;
mod outdated;
mod part;
mod pitch;
mod place;
mod price;
mod range;
mod rename;
mod request;
mod retract;
mod stage;
mod subject;
mod succession;
mod swap;
mod terms;
mod unreal;
mod valid;
mod wish;

use jiff::civil::Date;
use serde::Serialize;
use serde_json::Value;

pub(crate) use self::correct::correction;
pub(crate) use self::coverage::canonical as coverage_name;
pub use self::forbidden::refusal;
use self::request::Request;
use crate::dialogue::Caution;
use crate::history::{Delta, delta};
use crate::state::AccountState;
use crate::text::Token;

/// What is to happen with the sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    Apply,
    Clarify {
        question: String,
    },
    /// It can be read, and looks like a slip: a yes is enough.
    Agree {
        question: String,
    },
    Refuse {
        reason: String,
    },
    ConfirmCreate {
        name: String,
    },
}

/// One field, before and after.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    pub field: String,
    pub old: Value,
    pub new: Value,
    pub rule: &'static str,
    /// The words that say so, in bytes of the sentence.
    pub span: (usize, usize),
}

/// The changes that a sentence asks for. Only `Outcome::Apply` has any.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Plan {
    #[serde(flatten)]
    pub outcome: Outcome,
    pub changes: Vec<Change>,
    pub note: Option<String>,
}

/// What the sentence is read against.
#[derive(Debug, Clone, Copy)]
pub struct Desk<'a> {
    pub today: Date,
    pub carriers: &'a [String],
    pub caution: Caution,
}

/// The record of an applied update, for people and for the API.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Proof {
    pub account_id: String,
    pub account_name: String,
    pub changes: Vec<ProofChange>,
    pub files_modified: Vec<String>,
    pub new_description: String,
    pub state_file_path: String,
    pub history_file_path: String,
    pub history_entry_id: String,
    pub previous_history_entry: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProofChange {
    pub field: String,
    pub old_value: Value,
    pub new_value: Value,
}

/// Why reading stops: something has to be asked, or cannot be done at all.
enum Stop {
    Ask(String),
    Agree(String),
    Refuse(String),
}

impl From<String> for Stop {
    fn from(question: String) -> Self {
        Self::Ask(question)
    }
}

type Step = Result<(), Stop>;

/// Plans what a sentence asks of an account.
pub fn plan(
    text: &str,
    tokens: &[Token],
    mention: Option<(usize, usize)>,
    state: &AccountState,
    desk: &Desk<'_>,
) -> Plan {
    if let Some(reason) = refusal(tokens) {
        return Plan::without(Outcome::Refuse { reason });
    }
    let mut request = Request::new(text, tokens, mention, state, desk);
    if request.destroys_account() {
        let reason = "An account is not deleted or merged by a sentence; mark it lost, or ask an administrator.";
        return Plan::without(Outcome::Refuse {
            reason: reason.to_owned(),
        });
    }
    if let Some(plan) = clear::plan(&request) {
        return plan;
    }
    let steps: [fn(&mut Request<'_>) -> Step; 12] = [
        valid::read,
        rename::read,
        newborn::read,
        place::read,
        stage::read,
        terms::carrier,
        coverage::read,
        money::read,
        contacts::read,
        days::read,
        retract::read,
        asserted::read,
    ];
    for step in steps {
        match step(&mut request) {
            Ok(()) => {}
            Err(Stop::Ask(question)) => return Plan::without(Outcome::Clarify { question }),
            Err(Stop::Agree(question)) => return Plan::without(Outcome::Agree { question }),
            Err(Stop::Refuse(reason)) => return Plan::without(Outcome::Refuse { reason }),
        }
    }
    request.finish()
}

/// The account after a plan, with its note.
pub fn apply(state: &AccountState, plan: &Plan) -> AccountState {
    let mut after = state.clone();
    for change in &plan.changes {
        request::set(&mut after, &change.field, &change.new);
    }
    after.notes.extend(plan.note.clone());
    after
}

/// The deltas of a plan for the history.
pub fn deltas(state: &AccountState, plan: &Plan) -> Vec<Delta> {
    delta(state, &apply(state, plan))
}

/// One sentence for the history: what changed.
pub fn prose(state: &AccountState, plan: &Plan) -> String {
    let changed: Vec<String> = plan
        .changes
        .iter()
        .map(|change| {
            format!(
                "{} from {} to {}",
                change.field,
                shown(&change.old),
                shown(&change.new)
            )
        })
        .collect();
    match (changed.as_slice(), &plan.note) {
        ([], Some(_)) => format!("Note added to {}.", state.name),
        ([], None) => format!("Nothing changed for {}.", state.name),
        (changed, _) => format!("Changed {} for {}.", changed.join("; "), state.name),
    }
}

/// The proof of an update whose entry was appended to the history.
pub fn proof(after: &AccountState, deltas: &[Delta], entry: &crate::history::Entry) -> Proof {
    let state_file_path = format!("accounts/{}/state.md", after.id);
    let history_file_path = format!("accounts/{}/history.md", after.id);
    Proof {
        account_id: after.id.clone(),
        account_name: after.name.clone(),
        changes: deltas
            .iter()
            .map(|delta| ProofChange {
                field: delta.field.clone(),
                old_value: delta.old.clone(),
                new_value: delta.new.clone(),
            })
            .collect(),
        files_modified: vec![state_file_path.clone(), history_file_path.clone()],
        new_description: after.description(),
        state_file_path,
        history_file_path,
        history_entry_id: entry.id(),
        previous_history_entry: entry.previous.clone(),
    }
}

impl Plan {
    pub fn without(outcome: Outcome) -> Self {
        Self {
            outcome,
            changes: Vec::new(),
            note: None,
        }
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => format!("\"{text}\""),
        Value::Object(parts) => {
            let parts: Vec<&str> = parts.values().filter_map(Value::as_str).collect();
            format!("\"{}\"", parts.join(", "))
        }
        other => other.to_string(),
    }
}
