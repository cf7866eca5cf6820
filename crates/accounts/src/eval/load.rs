use std::path::Path;

use jiff::civil::Date;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::EvalError;
use super::score::Expectation;
use super::texts::{self, Line, TextRow};
use crate::book::Source;
use crate::intent::Intent;
use crate::state::AccountState;

#[derive(Debug, Deserialize)]
pub(super) struct IntentRow {
    pub(super) query: String,
    pub(super) intent: Intent,
    #[serde(default)]
    pub(super) resolves_to: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct QuestionRow {
    pub(super) level: String,
    pub(super) query: String,
    pub(super) answer_must_contain: Vec<Vec<String>>,
    #[serde(default)]
    pub(super) answer_must_not_contain: Vec<String>,
    #[serde(default)]
    pub(super) cite_must_include: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct UpdateRow {
    pub(super) query: String,
    #[serde(default)]
    pub(super) account_id: Option<String>,
    pub(super) outcome: String,
    #[serde(flatten)]
    pub(super) expectation: Expectation,
}

#[derive(Debug, Deserialize)]
struct Meta {
    as_of: Date,
    #[serde(default)]
    staff: Vec<Person>,
}

#[derive(Debug, Deserialize)]
struct Person {
    name: String,
}

/// A folder of the evaluation; files that are absent count as empty.
pub(super) struct Set {
    pub(super) today: Date,
    pub(super) staff: Vec<String>,
    pub(super) accounts: Vec<AccountState>,
    pub(super) sources: Vec<Source>,
    pub(super) intents: Vec<IntentRow>,
    pub(super) questions: Vec<QuestionRow>,
    pub(super) updates: Vec<UpdateRow>,
    pub(super) texts: Vec<TextRow>,
}

impl Set {
    pub(super) fn load(folder: &Path) -> Result<Self, EvalError> {
        let path = folder.join("meta.json");
        let file = path.display().to_string();
        let text = std::fs::read_to_string(&path).map_err(|source| EvalError::Io {
            file: file.clone(),
            source,
        })?;
        let meta: Meta = serde_json::from_str(&text).map_err(|source| EvalError::Row {
            file,
            line: source.line(),
            source,
        })?;
        Ok(Self {
            today: meta.as_of,
            staff: meta.staff.into_iter().map(|person| person.name).collect(),
            accounts: rows(folder, "accounts.jsonl")?,
            sources: rows(folder, "sources.jsonl")?,
            intents: rows(folder, "intents.jsonl")?,
            questions: rows(folder, "questions.jsonl")?,
            updates: rows(folder, "updates.jsonl")?,
            texts: texts::with_lines(rows(folder, "sms.jsonl")?, &lines(folder)?),
        })
    }
}

/// What the businesses behind the texted lines know.
fn lines(folder: &Path) -> Result<Vec<Line>, EvalError> {
    let path = folder.join("sms_lines.json");
    let file = path.display().to_string();
    match std::fs::read_to_string(&path) {
        Err(source) if source.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(source) => Err(EvalError::Io { file, source }),
        Ok(text) => serde_json::from_str(&text).map_err(|source| EvalError::Row {
            file,
            line: source.line(),
            source,
        }),
    }
}

fn rows<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<Vec<T>, EvalError> {
    let path = folder.join(name);
    let file = path.display().to_string();
    let text = match std::fs::read_to_string(&path) {
        Err(source) if source.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other.map_err(|source| EvalError::Io {
            file: file.clone(),
            source,
        })?,
    };
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(place, line)| {
            serde_json::from_str(line).map_err(|source| EvalError::Row {
                file: file.clone(),
                line: place + 1,
                source,
            })
        })
        .collect()
}
