use jiff::Timestamp;
use serde_json::Value;

use super::{Delta, Entry, History};
use crate::state::ParseError;

const ARROW: &str = " \u{2192} ";

/// Reads `history.md`; the error names the line.
pub fn parse(file: &str) -> Result<History, ParseError> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut closed = true;
    for (place, line) in file.lines().enumerate() {
        let number = place + 1;
        if let Some(heading) = line.strip_prefix("## ") {
            if !closed {
                return Err(error(number, "the entry before this one has no hash"));
            }
            entries.push(heading_entry(heading.trim(), number)?);
            closed = false;
        } else if let Some(entry) = entries.last_mut().filter(|_| !closed) {
            closed = entry_line(entry, line, number)?;
        } else if !matches!(line.trim(), "" | "---" | "# History") {
            return Err(error(number, "a line that belongs to no entry"));
        }
    }
    if !closed {
        let line = entries.last().map_or(1, |entry| entry.line);
        return Err(error(line, "the entry has no hash"));
    }
    Ok(History { entries })
}

fn heading_entry(heading: &str, line: usize) -> Result<Entry, ParseError> {
    let at: Timestamp = heading
        .parse()
        .map_err(|_| error(line, "the heading of an entry is not a time"))?;
    Ok(Entry {
        at,
        prose: String::new(),
        deltas: Vec::new(),
        evidence: String::new(),
        previous: None,
        hash: String::new(),
        line,
    })
}

/// Takes one line into the entry; true if it was the last of it.
fn entry_line(entry: &mut Entry, line: &str, number: usize) -> Result<bool, ParseError> {
    let Some((name, value)) = line
        .strip_prefix("- **")
        .and_then(|rest| rest.split_once("**: "))
    else {
        match (line.trim(), entry.prose.is_empty()) {
            ("", _) => {}
            (prose, true) => prose.clone_into(&mut entry.prose),
            (_, false) => return Err(error(number, "expected `- **field**: old \u{2192} new`")),
        }
        return Ok(false);
    };
    match name {
        "Hash" => {
            value.trim().clone_into(&mut entry.hash);
            return Ok(true);
        }
        "Evidence" => {
            entry.evidence = serde_json::from_str(value)
                .map_err(|_| error(number, "the evidence is not text in quotes"))?
        }
        "Previous" => {
            let id = value
                .strip_prefix('[')
                .and_then(|rest| rest.split_once(']'))
                .map(|(id, _)| id);
            entry.previous = Some(
                id.ok_or_else(|| error(number, "the link to the previous entry is broken"))?
                    .to_owned(),
            );
        }
        field => entry.deltas.push(
            delta(field, value)
                .ok_or_else(|| error(number, "expected two values with an arrow between them"))?,
        ),
    }
    Ok(false)
}

/// `"Quoted" → "Bound"`: the first value is read as JSON, so that an arrow inside it does no harm.
fn delta(field: &str, text: &str) -> Option<Delta> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let old = values.next()?.ok()?;
    let rest = text.get(values.byte_offset()..)?.strip_prefix(ARROW)?;
    let new = serde_json::from_str(rest).ok()?;
    Some(Delta {
        field: field.to_owned(),
        old,
        new,
    })
}

fn error(line: usize, reason: &str) -> ParseError {
    ParseError {
        line,
        reason: reason.to_owned(),
    }
}
