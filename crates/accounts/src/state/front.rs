//! The part of YAML that front matter here needs, read strictly: `key: value`, lists with `- `, maps one step in. Values are
//! plain words, numbers, `null`, or text in double quotes as in JSON. What is outside of this is an error with its line.

use serde_json::{Map, Value};

use super::ParseError;
use crate::history::FORGOTTEN;

type Lines = Vec<(String, usize)>;

struct Line<'a> {
    number: usize,
    indent: usize,
    text: &'a str,
}

/// The front matter and the text after it.
pub(crate) fn split(file: &str) -> Result<(&str, &str), ParseError> {
    let rest = file
        .strip_prefix("---\n")
        .or_else(|| file.strip_prefix("---\r\n"))
        .ok_or_else(|| error(1, "the file does not start with a line `---`"))?;
    let mut offset = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return Ok((&rest[..offset], &rest[offset + line.len()..]));
        }
        offset += line.len();
    }
    Err(error(1, "the front matter has no closing line `---`"))
}

/// The values by key, and the line of each key.
pub(crate) fn parse(front: &str) -> Result<(Map<String, Value>, Lines), ParseError> {
    let lines = lines(front)?;
    let mut map = Map::new();
    let mut places = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = &lines[at];
        if line.indent != 0 {
            return Err(error(
                line.number,
                "the line is indented, but nothing before it opens a list or a map",
            ));
        }
        let (key, value) = key_value(line)?;
        let value = match value {
            "" => block(&lines, &mut at, 0)?,
            inline => {
                at += 1;
                scalar(inline, line.number)?
            }
        };
        if map.insert(key.to_owned(), value).is_some() {
            return Err(error(line.number, &format!("`{key}` is given twice")));
        }
        places.push((key.to_owned(), line.number));
    }
    Ok((map, places))
}

/// One field with its lists and maps. A field without a value is left out: absent and empty mean the same.
pub(crate) fn write_field(out: &mut String, key: &str, value: &Value) {
    match value {
        Value::Null => {}
        Value::Array(items) if items.is_empty() => {}
        Value::Array(items) => {
            out.push_str(&format!("{key}:\n"));
            for item in items {
                match item {
                    Value::Object(map) => write_map(out, map, "  - ", "    "),
                    other => out.push_str(&format!("  - {}\n", plain(other))),
                }
            }
        }
        Value::Object(map) => {
            out.push_str(&format!("{key}:\n"));
            write_map(out, map, "  ", "  ");
        }
        other => out.push_str(&format!("{key}: {}\n", plain(other))),
    }
}

fn write_map(out: &mut String, map: &Map<String, Value>, first: &str, rest: &str) {
    let order = list!("name" "role" "phone" "email" "city" "state");
    let entries = order.iter().filter_map(|key| Some((key, map.get(*key)?)));
    for (place, (key, value)) in entries.enumerate() {
        let indent = if place == 0 { first } else { rest };
        out.push_str(&format!("{indent}{key}: {}\n", plain(value)));
    }
}

/// A value as plain words where nobody could read it as something else, and as JSON otherwise.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) if reads_as_itself(text) => text.clone(),
        other => other.to_string(),
    }
}

fn reads_as_itself(text: &str) -> bool {
    let clean = text.trim() == text && !text.is_empty() && !text.chars().any(char::is_control);
    let opens = text.starts_with([
        '-', '"', '\'', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '%', '@', '`', '?', ':',
        ',',
    ]);
    let typed = text.parse::<f64>().is_ok()
        || matches!(
            text.to_ascii_lowercase().as_str(),
            "null" | "true" | "false" | "~" | "yes" | "no" | "on" | "off"
        );
    clean
        && !opens
        && !typed
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with(':')
}

fn lines(front: &str) -> Result<Vec<Line<'_>>, ParseError> {
    let mut found = Vec::new();
    for (place, raw) in front.lines().enumerate() {
        let number = place + 2;
        let text = raw.trim_end();
        let body = text.trim_start_matches(' ');
        if body.starts_with('\t') {
            return Err(error(number, "a tab cannot indent; use spaces"));
        }
        if !body.is_empty() && !body.starts_with('#') {
            found.push(Line {
                number,
                indent: text.len() - body.len(),
                text: body,
            });
        }
    }
    Ok(found)
}

/// What is indented below a key: a list or a map.
fn block(lines: &[Line<'_>], at: &mut usize, outer: usize) -> Result<Value, ParseError> {
    *at += 1;
    let Some(first) = lines.get(*at).filter(|line| line.indent > outer) else {
        return Ok(Value::Null);
    };
    let indent = first.indent;
    let is_list = first.text.starts_with("- ") || first.text == "-";
    let mut items = Vec::new();
    let mut map = Map::new();
    while let Some(line) = lines.get(*at).filter(|line| line.indent > outer) {
        if line.indent != indent {
            return Err(error(
                line.number,
                "the line is indented differently from the ones before it",
            ));
        }
        if is_list {
            items.push(item(lines, at, line)?);
        } else {
            let (key, value) = key_value(line)?;
            if map
                .insert(key.to_owned(), scalar(value, line.number)?)
                .is_some()
            {
                return Err(error(line.number, &format!("`{key}` is given twice")));
            }
            *at += 1;
        }
    }
    Ok(if is_list {
        Value::Array(items)
    } else {
        Value::Object(map)
    })
}

/// An item of a list: a value, or a map whose further keys stand below the first.
fn item(lines: &[Line<'_>], at: &mut usize, line: &Line<'_>) -> Result<Value, ParseError> {
    let body = line
        .text
        .strip_prefix("- ")
        .ok_or_else(|| error(line.number, "a list goes on with something that is no item"))?;
    *at += 1;
    let first = Line {
        number: line.number,
        indent: line.indent + 2,
        text: body,
    };
    let is_map = !body.starts_with('"') && key_value(&first).is_ok();
    if !is_map {
        return scalar(body, line.number);
    }
    let mut map = Map::new();
    let (key, value) = key_value(&first)?;
    map.insert(key.to_owned(), scalar(value, line.number)?);
    while let Some(next) = lines.get(*at).filter(|next| next.indent > line.indent) {
        let (key, value) = key_value(next)?;
        if map
            .insert(key.to_owned(), scalar(value, next.number)?)
            .is_some()
        {
            return Err(error(next.number, &format!("`{key}` is given twice")));
        }
        *at += 1;
    }
    Ok(Value::Object(map))
}

fn key_value<'a>(line: &Line<'a>) -> Result<(&'a str, &'a str), ParseError> {
    let split = line
        .text
        .split_once(": ")
        .or_else(|| line.text.strip_suffix(':').map(|key| (key, "")));
    let (key, value) = split.ok_or_else(|| error(line.number, "expected `key: value`"))?;
    let named = !key.is_empty()
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !named {
        return Err(error(
            line.number,
            "expected `key: value` with a key of letters and `_`",
        ));
    }
    Ok((key, value.trim()))
}

fn scalar(text: &str, line: usize) -> Result<Value, ParseError> {
    if text.starts_with('"') {
        return serde_json::from_str(text)
            .map_err(|problem| error(line, &format!("the text in quotes is broken: {problem}")));
    }
    match text {
        "" | "null" | "~" | "[]" => {
            return Ok(if text == "[]" {
                Value::Array(Vec::new())
            } else {
                Value::Null
            });
        }
        // It stands where a text began that needed no quotes.
        _ if text.starts_with(FORGOTTEN) => return Ok(Value::String(text.to_owned())),
        _ if text.starts_with(['[', '{', '&', '*', '!', '|', '>', '\'']) => {
            return Err(error(
                line,
                "this form of YAML is not read here; write one value per line",
            ));
        }
        _ => {}
    }
    let number = text
        .parse::<i64>()
        .map(Value::from)
        .or_else(|_| text.parse::<f64>().map(Value::from));
    Ok(number.unwrap_or_else(|_| Value::String(text.to_owned())))
}

fn error(line: usize, reason: &str) -> ParseError {
    ParseError {
        line,
        reason: reason.to_owned(),
    }
}
