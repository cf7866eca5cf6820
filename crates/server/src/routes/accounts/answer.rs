//! Answers about accounts as programs read them.

use serde::Serialize;
use serde_json::{Value, json};
use steward_accounts::intent::Intent;
use steward_accounts::query::Answer;
use steward_accounts::state::AccountState;
use steward_accounts::update::Proof;
use steward_memory::accounts::{Cited, Outcome, Told};
use steward_model::Timestamp;
use utoipa::ToSchema;

use crate::config::OFFLINE;

/// How an answer begins that is none.
const NOT_KNOWN: &str = "Not known";

/// What came of a sentence about the accounts.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct AccountAnswer {
    /// Which of the fields below are there.
    #[serde(rename = "type")]
    kind: AnswerKind,
    /// For a person to read.
    message: String,
    /// To be sent with the next sentence, or with `POST /confirm`.
    session_id: String,
    routed_to: Option<AgentName>,
    /// Who answered: `offline`, which needs no language model, or the model that was asked because that did not know.
    engine: String,
    pub(super) starter: Starter,
    /// What was looked at, in order.
    pub(super) steps: Vec<Step>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
    /// Whether the files say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<bool>,
    /// The lines it rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    citations: Option<Vec<LineCitation>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<Vec<String>>,
    /// Whether the account is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    account_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    account_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<Vec<FieldChange>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files_modified: Option<Vec<String>>,
    /// Whether the account is found by what it says now.
    #[serde(skip_serializing_if = "Option::is_none")]
    index_updated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new_description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state_file_path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    history_file_path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    history_entry_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous_history_entry: Option<String>,
    /// Accounts that may be meant instead of a new one.
    #[serde(skip_serializing_if = "Option::is_none")]
    alternatives: Option<Vec<AccountChoice>>,
    /// Until when an answer to the question is waited for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    /// What to say instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestions: Option<Vec<String>>,
    /// Accounts that may be meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<Vec<AccountChoice>>,
}

/// What an answer is.
#[derive(Debug, Default, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AccountAnswerKind)]
pub(crate) enum AnswerKind {
    #[default]
    Success,
    ConfirmationRequired,
    ClarificationNeeded,
    Error,
}

/// Who dealt with it.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AccountAgent)]
pub(crate) enum AgentName {
    SearchAgent,
    UpdaterAgent,
}

/// How a sentence was read.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = StarterCard)]
pub(crate) struct Starter {
    /// `search`, `update` or `unclear`.
    intent: &'static str,
    /// From 0 to 1.
    confidence: f64,
    /// What decided.
    rule: String,
    account_id: Option<String>,
    account_name: Option<String>,
    /// How the account was found.
    found_by: String,
    /// The skill that says how to go on.
    skill: &'static str,
}

/// Something that was looked at.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AccountStep)]
pub(crate) struct Step {
    tool: String,
    #[schema(value_type = Object)]
    args: Value,
    summary: String,
    files: Vec<String>,
}

/// A line of a file.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LineCitation {
    path: String,
    line: usize,
    end_line: usize,
    quote: String,
}

/// A field before and after.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AccountFieldChange)]
pub(crate) struct FieldChange {
    pub(super) field: String,
    pub(super) old_value: Value,
    pub(super) new_value: Value,
}

/// An account that may be meant.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AccountChoice {
    account_id: String,
    account_name: String,
    description: String,
}

impl AccountAnswer {
    pub(super) fn of(told: Told, expires_at: Option<Timestamp>, session_id: String) -> Self {
        let mut answer = Self::from_outcome(told.outcome);
        let (reading, found) = (&told.response.reading, &told.response.found);
        let (intent, skill) = match reading.intent {
            Intent::Search => ("search", "search"),
            Intent::Update => ("update", "update"),
            Intent::Unclear => ("unclear", "router"),
        };
        answer.starter = Starter {
            intent,
            confidence: reading.confidence,
            rule: reading.rule.to_owned(),
            account_id: found.account().map(str::to_owned),
            account_name: told.account_name,
            found_by: found.rule.to_owned(),
            skill,
        };
        if let Some(id) = found.account() {
            let looked_up = Step {
                tool: "lookup_account".to_owned(),
                args: json!({"name": answer.starter.account_name}),
                summary: format!("Account {id}, by {}", found.rule),
                files: vec![format!("accounts/{id}/state.md")],
            };
            answer.steps.insert(0, looked_up);
        }
        answer.expires_at = expires_at.map(|at| at.to_string());
        answer.session_id = session_id;
        answer
    }

    /// An account that was made because a person agreed.
    pub(super) fn created(outcome: Outcome, session_id: String) -> Self {
        let mut answer = Self::from_outcome(outcome);
        let name = answer.account_name.as_deref().unwrap_or_default();
        let id = answer.account_id.as_deref().unwrap_or_default();
        answer.message = format!("Created a new account: {name} ({id}).");
        answer.created = Some(true);
        answer.by_a_person(session_id)
    }

    /// What a person called off.
    pub(super) fn declined(message: &str, session_id: String) -> Self {
        Self::offline()
            .saying(AnswerKind::Success, message)
            .by_a_person(session_id)
    }

    fn by_a_person(mut self, session_id: String) -> Self {
        self.starter = Starter {
            intent: "update",
            confidence: 1.0,
            rule: "confirmed by a person".to_owned(),
            account_id: self.account_id.clone(),
            account_name: self.account_name.clone(),
            found_by: "confirmed by a person".to_owned(),
            skill: "update",
        };
        Self { session_id, ..self }
    }

    /// Puts what a language model found in the place of what the engine did not.
    pub(super) fn found_by_model(
        &mut self,
        (model, text): (&str, String),
        steps: Vec<Step>,
        citations: Vec<LineCitation>,
    ) {
        self.kind = AnswerKind::Success;
        model.clone_into(&mut self.engine);
        self.message.clone_from(&text);
        self.known = Some(!text.starts_with(NOT_KNOWN));
        self.answer = Some(text);
        self.routed_to = Some(AgentName::SearchAgent);
        self.steps.extend(steps);
        self.citations = Some(citations);
        self.notes = Some(vec!["read by a language model".to_owned()]);
        (self.suggestions, self.choices) = (None, None);
    }

    /// Adds what a person should know about the answer.
    pub(super) fn note(&mut self, note: &str) {
        self.notes.get_or_insert_default().push(note.to_owned());
    }

    fn offline() -> Self {
        Self {
            engine: OFFLINE.to_owned(),
            ..Self::default()
        }
    }

    fn from_outcome(outcome: Outcome) -> Self {
        let answer = Self::offline();
        match outcome {
            Outcome::Answered(found, cited) => answer.answered(found, &cited),
            Outcome::Changed(proof) => answer.changed(*proof),
            Outcome::Unchanged => Self {
                routed_to: Some(AgentName::UpdaterAgent),
                changes: Some(Vec::new()),
                ..answer.saying(AnswerKind::Success, "Nothing changed: it says so already.")
            },
            Outcome::Confirm(name, alternatives) => Self {
                alternatives: Some(alternatives.iter().map(AccountChoice::of).collect()),
                message: format!("There is no account for {name}. Create one?"),
                kind: AnswerKind::ConfirmationRequired,
                account_name: Some(name),
                ..answer
            },
            Outcome::Clarify(question, choices) => {
                let names = choices.iter().map(|account| account.name.clone());
                Self {
                    suggestions: Some(names.collect()),
                    choices: Some(choices.iter().map(AccountChoice::of).collect()),
                    ..answer.saying(AnswerKind::ClarificationNeeded, &question)
                }
            }
            Outcome::Refused(reason) => answer.saying(AnswerKind::Error, &reason),
        }
    }

    fn saying(self, kind: AnswerKind, message: &str) -> Self {
        Self {
            kind,
            message: message.to_owned(),
            ..self
        }
    }

    fn answered(self, found: Answer, cited: &[Cited]) -> Self {
        let mut files: Vec<String> = cited.iter().map(|line| line.path.clone()).collect();
        files.dedup();
        let read = |path: String| Step {
            tool: "read_file".to_owned(),
            args: json!({"path": path}),
            summary: "Read".to_owned(),
            files: vec![path],
        };
        Self {
            message: found.text.clone(),
            routed_to: Some(AgentName::SearchAgent),
            steps: files.into_iter().map(read).collect(),
            answer: Some(found.text),
            known: Some(found.known),
            citations: Some(cited.iter().map(LineCitation::of).collect()),
            notes: Some(vec![found.rule]),
            ..self
        }
    }

    fn changed(self, proof: Proof) -> Self {
        let fields = proof.changes.iter().map(|change| change.field.as_str());
        let fields = fields.collect::<Vec<_>>().join(", ");
        let files = proof.files_modified.clone();
        Self {
            message: format!("Updated {}: {fields}.", proof.account_name),
            routed_to: Some(AgentName::UpdaterAgent),
            steps: vec![Step {
                tool: "update_account".to_owned(),
                args: json!({"account_id": proof.account_id}),
                summary: match proof.changes.len() {
                    1 => "One field changed, in one step with the history".to_owned(),
                    several => format!("{several} fields changed, in one step with the history"),
                },
                files,
            }],
            account_id: Some(proof.account_id),
            account_name: Some(proof.account_name),
            changes: Some(proof.changes.into_iter().map(FieldChange::of).collect()),
            files_modified: Some(proof.files_modified),
            index_updated: Some(true),
            new_description: Some(proof.new_description),
            state_file_path: Some(proof.state_file_path),
            history_file_path: Some(proof.history_file_path),
            history_entry_id: Some(proof.history_entry_id),
            previous_history_entry: proof.previous_history_entry,
            ..self
        }
    }
}

impl Step {
    /// A call of an agent.
    pub(super) fn of_tool(tool: String, args: Value, done: bool) -> Self {
        let files = args["path"].as_str().map(str::to_owned);
        Self {
            tool,
            args,
            summary: if done { "Done" } else { "Failed" }.to_owned(),
            files: files.into_iter().collect(),
        }
    }
}

impl LineCitation {
    pub(super) fn at(path: &str, line: usize, quote: &str) -> Self {
        Self {
            path: path.to_owned(),
            line,
            end_line: line,
            quote: quote.to_owned(),
        }
    }

    fn of(cited: &Cited) -> Self {
        Self::at(&cited.path, cited.line, &cited.quote)
    }
}

impl FieldChange {
    pub(super) fn of(change: steward_accounts::update::ProofChange) -> Self {
        Self {
            field: change.field,
            old_value: change.old_value,
            new_value: change.new_value,
        }
    }
}

impl AccountChoice {
    fn of(account: &AccountState) -> Self {
        Self {
            account_id: account.id.clone(),
            account_name: account.name.clone(),
            description: account.description(),
        }
    }
}
