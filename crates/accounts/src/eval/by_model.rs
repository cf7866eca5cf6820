//! A language model in the place of the engine: what it is shown, and how its answer is read.
//!
//! It is shown what the engine has: the names of all accounts, and the files of those that the sentence may be about. It has no
//! tools here, so that what is graded is the reading and not the searching.

use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::texts::{Handled, TextRow};
use crate::engine::{Awaited, Reply, Response, Scene};
use crate::intent::{Intent, Reading};
use crate::query::{Answer, Citation};
use crate::resolve::{Certainty, Conversation, Found, Resolution};
use crate::text::tokens;
use crate::update::{Change, Outcome, Plan};

const RULE: &str = "a language model";

/// How a sentence about the accounts has to be answered.
pub const INSTRUCTIONS: &str = "You read one sentence about the accounts of an insurance brokerage and answer with one JSON object \
and nothing else: {\"intent\": \"search\" | \"update\" | \"unclear\", \"account\": the id of the account that is named, or \
\"ambiguous\" if several have that name, or \"unknown\" if none has, or null if none is named, \"outcome\": \"answer\" | \"apply\" | \
\"clarify\" | \"refuse\" | \"confirm_create\", \"answer\": text, \"citations\": [ids of sources, or \"state:<account id>\"], \"changes\": \
{field: new value}, \"note\": text or null}. Answer questions only from what is shown; say \"not known\" if it is not there. Fields: \
stage (Application Received, Submitted, Quoted, Quote Pitched, Bound, Renewal Due, Lost), premium (a number), carrier, coverage_types \
(the whole list afterwards), contacts (the whole list afterwards), contacts[Name].phone, contacts[Name].email, contacts[Name].role, \
effective_date, follow_up_date, renewal_date. Change only what is said; put anything else that is told into the note. Clarify what is \
vague, contradictory or ambiguous. Refuse what would rewrite history, delete an account, or change all accounts at once. What names \
no account that is there and asks for a change is confirm_create.";

/// How a text message of a customer has to be answered.
pub const TEXT_INSTRUCTIONS: &str = "You answer text messages for the business below. Answer with one JSON object and nothing else: \
{\"reply\": text or null, \"escalate\": true or false}. Tell only what stands below. Escalate emergencies, requests for a person, \
complaints that need a decision, and what you cannot answer. Empty messages, pictures alone and spam get no reply.";

/// What a model is shown with a sentence.
pub fn shown(scene: &Scene<'_>, query: &str) -> String {
    let words = tokens(query);
    let book = scene.book;
    let found = book
        .directory()
        .resolve(query, &words, &Conversation::default());
    let about: Vec<&str> = match &found.resolution {
        Resolution::One(id) => vec![id],
        Resolution::Ambiguous(ids) | Resolution::Unknown(ids) => {
            ids.iter().map(String::as_str).collect()
        }
        Resolution::None => Vec::new(),
    };
    let mut text = format!("Today is {}.\n\nAll accounts:\n", scene.today);
    for account in &book.accounts {
        let premium = account.premium.map(|premium| premium.to_string());
        let _ = writeln!(
            text,
            "{}: {} | premium {} | carrier {}",
            account.id,
            account.description(),
            premium.as_deref().unwrap_or("none"),
            account.carrier.as_deref().unwrap_or("none")
        );
    }
    for id in about {
        let Some(account) = book.account(id) else {
            continue;
        };
        let state = serde_json::to_string(account).unwrap_or_default();
        let _ = write!(text, "\nAccount state:{id}\n{state}\n");
        for source in book.sources(id) {
            let _ = write!(
                text,
                "\nSource {} ({}, from {})\n{}\n",
                source.id,
                source.date(),
                source.from,
                source.raw
            );
        }
    }
    let _ = write!(text, "\nThe sentence: {query}");
    text
}

/// What a model is shown with a text message.
pub fn shown_text(row: &TextRow) -> String {
    let mut text = format!("{}\n\n", row.known);
    for earlier in &row.history {
        let who = if earlier.dir == "in" {
            "Customer"
        } else {
            "You"
        };
        let _ = writeln!(text, "{who}: {}", earlier.text);
    }
    let _ = write!(text, "Customer: {}", row.text);
    text
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Said {
    intent: String,
    account: Option<Value>,
    outcome: String,
    answer: Option<String>,
    citations: Vec<String>,
    changes: Map<String, Value>,
    note: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct SaidText {
    reply: Option<String>,
    escalate: bool,
}

/// Reads what a model answered. What is no answer at all is none: nothing of it is guessed.
pub fn read(scene: &Scene<'_>, answer: &str) -> Response {
    let said: Said = object(answer).unwrap_or_default();
    let intent = match said.intent.as_str() {
        "search" => Intent::Search,
        "update" => Intent::Update,
        _ => Intent::Unclear,
    };
    let account = match said.account.as_ref() {
        Some(Value::String(id)) => Some(id.clone()),
        Some(Value::Number(id)) => Some(id.to_string()),
        _ => None,
    };
    let resolution = match account.as_deref() {
        None | Some("") => Resolution::None,
        Some("ambiguous") => Resolution::Ambiguous(Vec::new()),
        Some(id) if scene.book.account(id).is_some() => Resolution::One(id.to_owned()),
        Some(_) => Resolution::Unknown(Vec::new()),
    };
    Response {
        reply: reply(said, &resolution),
        reading: Reading {
            intent,
            confidence: 1.0,
            rule: RULE,
        },
        found: Found {
            resolution,
            mention: None,
            rule: RULE,
            certainty: Certainty::Certain,
        },
        went_on: None,
    }
}

fn reply(said: Said, resolution: &Resolution) -> Reply {
    let text = said.answer.unwrap_or_default();
    match (said.outcome.as_str(), resolution) {
        ("answer", _) => Reply::Answer(Answer {
            known: !text.to_lowercase().contains("not known"),
            text,
            citations: said
                .citations
                .into_iter()
                .map(|id| Citation { id, line: None })
                .collect(),
            rule: RULE.to_owned(),
        }),
        ("apply", Resolution::One(id)) => Reply::Update {
            account_id: id.clone(),
            plan: Plan {
                outcome: Outcome::Apply,
                changes: said.changes.into_iter().map(change).collect(),
                note: said.note.filter(|note| !note.trim().is_empty()),
            },
        },
        ("refuse", _) => Reply::Refuse { reason: text },
        ("confirm_create", _) => Reply::ConfirmCreate {
            name: text,
            alternatives: Vec::new(),
        },
        _ => Reply::Clarify {
            question: text,
            choices: Vec::new(),
            awaits: Awaited::Words,
        },
    }
}

fn change((field, new): (String, Value)) -> Change {
    Change {
        field,
        old: Value::Null,
        new,
        rule: RULE,
        span: (0, 0),
    }
}

/// Reads what a model would do with a text message.
pub fn read_text(answer: &str, opted_out: bool) -> Handled {
    let said: SaidText = object(answer).unwrap_or_default();
    Handled {
        reply: said.reply.filter(|reply| !reply.trim().is_empty()),
        escalated: said.escalate,
        opted_out,
    }
}

/// The JSON object within an answer, also if it stands between other words.
fn object<T: for<'de> Deserialize<'de>>(answer: &str) -> Option<T> {
    let (start, end) = (answer.find('{')?, answer.rfind('}')?);
    serde_json::from_str(answer.get(start..=end)?).ok()
}
