//! What is known of an account now, and the file that says so.

pub(crate) mod front;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::money::Money;

/// A problem in a file that people may edit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct ParseError {
    pub line: usize,
    pub reason: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Location {
    #[serde(default)]
    pub city: String,
    #[serde(default)]
    pub state: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

/// The typed part of `state.md`. Every field but the id is what `history.md` folds to.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountState {
    pub id: String,
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub former_names: Vec<String>,
    #[serde(default)]
    pub aliases: Vec<String>,
    #[serde(default)]
    pub stage: Option<String>,
    #[serde(default)]
    pub industry: Option<String>,
    #[serde(default)]
    pub location: Option<Location>,
    #[serde(default)]
    pub contacts: Vec<Contact>,
    #[serde(default)]
    pub coverage_types: Vec<String>,
    #[serde(default, deserialize_with = "paid")]
    pub premium: Option<Money>,
    #[serde(default)]
    pub carrier: Option<String>,
    #[serde(default)]
    pub effective_date: Option<Date>,
    #[serde(default)]
    pub follow_up_date: Option<Date>,
    #[serde(default)]
    pub renewal_date: Option<Date>,
    #[serde(default)]
    pub notes: Vec<String>,
    #[serde(default)]
    pub created: Option<Timestamp>,
}

/// `state.md`: the typed part between two lines `---`, then free text that is kept as it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StateFile {
    pub state: AccountState,
    pub text: String,
    /// Where each field stands in the file that was read.
    lines: Vec<(&'static str, usize)>,
}

impl AccountState {
    pub fn new(id: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            ..Self::default()
        }
    }

    /// Every name that the account goes or went by, the present one first; a note may have one too.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.name)
            .chain(&self.aliases)
            .chain(&self.former_names)
            .map(String::as_str)
            .chain(self.notes.iter().filter_map(|note| noted_name(note)))
    }

    pub fn contact(&self, name: &str) -> Option<&Contact> {
        self.contacts
            .iter()
            .find(|contact| contact.name.eq_ignore_ascii_case(name))
    }

    /// One line for a search index: name, stage, place, trade, cover.
    pub fn description(&self) -> String {
        let mut parts = vec![self.name.clone()];
        parts.extend(self.stage.as_ref().map(|stage| format!("Stage: {stage}")));
        parts.extend(
            self.location
                .as_ref()
                .map(|place| format!("{}, {}", place.city, place.state)),
        );
        parts.extend(self.industry.clone());
        if !self.coverage_types.is_empty() {
            parts.push(format!("Insurance: {}", self.coverage_types.join(", ")));
        }
        parts.extend(
            self.carrier
                .as_ref()
                .map(|carrier| format!("Carrier: {carrier}")),
        );
        parts.extend(self.premium.map(|premium| format!("Premium: {premium}")));
        parts.join(" | ")
    }

    /// The fields as JSON, in the order of the file.
    pub(crate) fn fields(&self) -> Vec<(String, Value)> {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => FIELDS
                .iter()
                .filter_map(|name| Some(((*name).to_owned(), map.get(*name)?.clone())))
                .collect(),
            _ => Vec::new(),
        }
    }
}

/// No less than nothing is paid for a year.
fn paid<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Money>, D::Error> {
    let sum = Option::<Money>::deserialize(deserializer)?;
    match sum {
        Some(sum) if sum.cents() < 0 => Err(serde::de::Error::custom(
            "a premium is not less than nothing",
        )),
        sum => Ok(sum),
    }
}

/// The fields of an account in the order of its file; the id comes before them.
pub(crate) const FIELDS: &[&str] = list!(
    "name" "former_names" "aliases" "stage" "industry" "location" "contacts" "coverage_types" "premium" "carrier"
    "effective_date" "follow_up_date" "renewal_date" "notes" "created"
);

impl StateFile {
    /// A file that is to be written.
    pub fn new(state: AccountState, text: String) -> Self {
        Self {
            state,
            text,
            lines: Vec::new(),
        }
    }

    /// The line of a field in the file that was read; that of the id for one that is left out.
    pub fn line_of(&self, field: &str) -> usize {
        let found = self.lines.iter().find(|(name, _)| *name == field);
        found.map_or(2, |(_, line)| *line)
    }

    /// Reads a file; the error names the line.
    pub fn parse(file: &str) -> Result<Self, ParseError> {
        let (front, text) = front::split(file)?;
        let (fields, lines) = front::parse(front)?;
        let state: AccountState = serde_json::from_value(Value::Object(fields.clone()))
            .map_err(|error| locate(&fields, &lines, &error))?;
        if state.id.trim().is_empty() {
            return Err(ParseError {
                line: 2,
                reason: "the account has no id".to_owned(),
            });
        }
        let named = |name: &'static str| Some((name, lines.iter().find(|(key, _)| key == name)?.1));
        Ok(Self {
            state,
            text: text.to_owned(),
            lines: FIELDS.iter().filter_map(|name| named(name)).collect(),
        })
    }

    pub fn render(&self) -> String {
        let mut file = String::from("---\n");
        front::write_field(&mut file, "id", &Value::String(self.state.id.clone()));
        for (name, value) in self.state.fields() {
            front::write_field(&mut file, &name, &value);
        }
        file.push_str("---\n");
        file.push_str(&self.text);
        file
    }
}

/// A wrong value: each field is tried alone, so that the line is the one of the field.
fn locate(
    fields: &Map<String, Value>,
    lines: &[(String, usize)],
    whole: &serde_json::Error,
) -> ParseError {
    for (key, line) in lines {
        let line = *line;
        let mut alone = Map::new();
        alone.insert("id".to_owned(), Value::String("x".to_owned()));
        alone.insert(key.clone(), fields.get(key).cloned().unwrap_or(Value::Null));
        if let Err(error) = serde_json::from_value::<AccountState>(Value::Object(alone)) {
            return ParseError {
                line,
                reason: format!("{key}: {error}"),
            };
        }
    }
    ParseError {
        line: 2,
        reason: whole.to_string(),
    }
}

/// "Formerly Maple Hall.", "Used to be called Maple Hall": the name that a note says the account had, or has too.
fn noted_name(note: &str) -> Option<&str> {
    const LEADS: &[&str] = list!(
        "formerly known as " "formerly called " "formerly " "previously known as " "previously called " "used to be called "
        "used to be known as " "renamed from " "also known as " "doing business as " "f/k/a " "fka " "a/k/a " "aka " "d/b/a "
        "dba " "was called " "old name " "former name "
    );
    let lower = note.to_ascii_lowercase();
    let start = LEADS
        .iter()
        .find_map(|lead| lower.find(lead).map(|at| at + lead.len()))?;
    let rest = note.get(start..)?;
    let mut end = 0;
    for word in rest.split_inclusive(' ') {
        let named = word.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit())
            || matches!(word.trim(), "&" | "and" | "of");
        if !named {
            break;
        }
        end += word.len();
        if word.trim_end().ends_with(['.', ',', ';', ')']) {
            break;
        }
    }
    Some(rest[..end].trim_end_matches([' ', '.', ',', ';', ')']))
        .filter(|name| name.len() > 2 && name.starts_with(char::is_uppercase))
}
