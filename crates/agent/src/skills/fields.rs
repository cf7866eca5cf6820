//! What the standard says of the keys in a head. Keys it does not name are nobody's problem: they stay in the file.

use super::front::{Entry, Value, Wrong};

const NAME_CHARS: usize = 64;
const DESCRIPTION_CHARS: usize = 1_024;
const COMPATIBILITY_CHARS: usize = 500;
const MOST_TOOLS: usize = 100;

/// What a head says.
#[derive(Debug)]
pub(super) struct Fields {
    pub(super) description: String,
    pub(super) compatibility: Option<String>,
    pub(super) allowed_tools: Vec<String>,
}

/// Reads the head of the skill in this folder, or tells everything that is wrong with it.
pub(super) fn read(folder: &str, entries: &[Entry]) -> Result<Fields, Vec<Wrong>> {
    let mut wrong = Vec::new();
    let mut kept = |result: Result<Option<String>, Wrong>| {
        result.unwrap_or_else(|problem| {
            wrong.push(problem);
            None
        })
    };
    kept(name(folder, entries));
    let description = kept(required(entries, "description", DESCRIPTION_CHARS));
    let compatibility = kept(text(entries, "compatibility", COMPATIBILITY_CHARS));
    let tools = tools(entries);
    match (description, tools) {
        (Some(description), Ok(allowed_tools)) if wrong.is_empty() => Ok(Fields {
            description,
            compatibility,
            allowed_tools,
        }),
        (_, tools) => {
            wrong.extend(tools.err());
            Err(wrong)
        }
    }
}

fn name(folder: &str, entries: &[Entry]) -> Result<Option<String>, Wrong> {
    let name = required(entries, "name", NAME_CHARS)?;
    let (Some(entry), Some(own)) = (find(entries, "name"), &name) else {
        return Ok(name);
    };
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let hyphens = own.starts_with('-') || own.ends_with('-') || own.contains("--");
    if !own.chars().all(plain) || hyphens {
        let reason = "`name` is made of a-z, 0-9 and single hyphens between them".to_owned();
        return Err((entry.line, reason));
    }
    if own != folder {
        return Err((
            entry.line,
            "`name` is not the name of its folder".to_owned(),
        ));
    }
    Ok(name)
}

fn required(entries: &[Entry], key: &str, most: usize) -> Result<Option<String>, Wrong> {
    match text(entries, key, most)? {
        None => {
            let line = find(entries, key).map_or(1, |entry| entry.line);
            Err((line, format!("`{key}` is missing")))
        }
        found => Ok(found),
    }
}

fn text(entries: &[Entry], key: &str, most: usize) -> Result<Option<String>, Wrong> {
    let Some(entry) = find(entries, key) else {
        return Ok(None);
    };
    let Value::Text(value) = &entry.value else {
        return Err((entry.line, format!("`{key}` is not a text")));
    };
    let value = value.as_deref().map(str::trim).filter(|v| !v.is_empty());
    if value.is_some_and(|value| value.chars().count() > most) {
        return Err((
            entry.line,
            format!("`{key}` is longer than {most} characters"),
        ));
    }
    Ok(value.map(str::to_owned))
}

/// The standard has them in one text with spaces between; people also write commas, or a list.
fn tools(entries: &[Entry]) -> Result<Vec<String>, Wrong> {
    let Some(entry) = find(entries, "allowed-tools") else {
        return Ok(Vec::new());
    };
    let tools = match &entry.value {
        Value::Text(text) => words(text.as_deref().unwrap_or_default()),
        Value::List(items) => items.clone(),
        Value::Other => {
            let reason = "`allowed-tools` is neither a text nor a list of texts";
            return Err((entry.line, reason.to_owned()));
        }
    };
    if tools.len() > MOST_TOOLS {
        let reason = format!("`allowed-tools` names more than {MOST_TOOLS} tools");
        return Err((entry.line, reason));
    }
    Ok(tools)
}

/// The words of a text, where what stands in brackets is not torn apart: `Bash(git add:*) Read` is two.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut open = 0_usize;
    for c in text.chars() {
        match c {
            '(' => open += 1,
            ')' => open = open.saturating_sub(1),
            _ => {}
        }
        match words.last_mut() {
            Some(word) if open > 0 || !(c.is_whitespace() || c == ',') => word.push(c),
            _ => words.push(String::new()),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn find<'e>(entries: &'e [Entry], key: &str) -> Option<&'e Entry> {
    entries.iter().find(|entry| entry.key == key)
}
