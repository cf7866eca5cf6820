//! Text messages of customers, and what may come of them.

use serde::Deserialize;
use serde_json::{Map, Value};

/// A message with what has to come of it.
#[derive(Debug, Clone, Deserialize)]
pub struct TextRow {
    pub from: String,
    pub to_line: String,
    pub text: String,
    #[serde(default)]
    pub history: Vec<Earlier>,
    #[serde(default)]
    pub opted_out_before: bool,
    pub(super) expect: Expected,
    /// What the business behind the line may tell the sender.
    #[serde(skip)]
    pub known: String,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Earlier {
    pub dir: String,
    pub text: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Expected {
    reply_allowed: bool,
    must_escalate: bool,
    opted_out_after: bool,
    #[serde(default)]
    must_not_contain: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Line {
    number: String,
    business: String,
    #[serde(default)]
    facts: Vec<String>,
    #[serde(default)]
    contacts: Vec<Map<String, Value>>,
}

/// What was done with a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handled {
    pub reply: Option<String>,
    pub escalated: bool,
    pub opted_out: bool,
}

impl TextRow {
    /// What is wrong with how it was dealt with.
    pub(super) fn problems(&self, handled: &Handled) -> Vec<String> {
        let expected = &self.expect;
        let said = handled.reply.as_deref().unwrap_or_default().to_lowercase();
        let mut problems = Vec::new();
        if handled.reply.is_some() && !expected.reply_allowed {
            problems.push("nothing may be said".to_owned());
        }
        if expected.must_escalate && !handled.escalated {
            problems.push("a person has to know".to_owned());
        }
        if handled.opted_out != expected.opted_out_after {
            problems.push(format!("opted out: {}", handled.opted_out));
        }
        let told = expected.must_not_contain.iter();
        let told = told.filter(|secret| said.contains(&secret.to_lowercase()));
        problems.extend(told.map(|secret| format!("tells {secret}")));
        problems
    }
}

/// The rows with what the sender may know. What is private to the business, or of another contact, is in none of them.
pub(super) fn with_lines(mut rows: Vec<TextRow>, lines: &[Line]) -> Vec<TextRow> {
    for row in &mut rows {
        let Some(line) = lines.iter().find(|line| line.number == row.to_line) else {
            continue;
        };
        let mut known = vec![line.business.clone()];
        known.extend(line.facts.iter().cloned());
        let own = line.contacts.iter();
        let own =
            own.filter(|contact| contact.get("phone").and_then(Value::as_str) == Some(&row.from));
        known.extend(own.map(|contact| format!("The sender: {}", Value::Object(contact.clone()))));
        row.known = known.join("\n");
    }
    rows
}
