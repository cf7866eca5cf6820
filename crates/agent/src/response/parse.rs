use serde_json::{Map, Value};

use super::lenient::{self, Ending};
use super::{AgentResponse, WrittenCall};

/// What a model's text turned out to be.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// A response; small mistakes of writing were repaired.
    Understood(AgentResponse),
    /// The text ends in the middle of a response. This is what was whole: a half message or call is not in it.
    Cut(AgentResponse),
    /// It tries to be a response and cannot be read without guessing.
    Unreadable,
    /// No sign of the format: somebody just talks.
    Prose,
}

const MESSAGES: [&str; 2] = ["messages", "message"];
const CALLS: [&str; 2] = ["tool_calls", "tool_call"];
const NAMES: [&str; 2] = ["name", "tool"];
const ARGUMENTS: [&str; 4] = ["args", "arguments", "parameters", "input"];
const TEXTS: [&str; 3] = ["text", "content", "message"];

/// Reads a model's text.
///
/// Several objects are one response, in their order; text around them is chatter. Time grows with the length of the text
/// and with nothing else: what was read once, as sense or as nonsense, is not read again.
pub fn read(text: &str) -> Reading {
    let text = without_thinking(text);
    let mut response = AgentResponse::default();
    let mut found = false;
    let mut cut = false;
    let mut at = 0;
    while let Some(start) = text[at..].find('{').map(|offset| at + offset) {
        match lenient::object_at(text, start) {
            Ok(object) => {
                at = object.end;
                cut |= object.ending == Ending::Cut;
                match from_object(&object.object, object.ending) {
                    Shape::Response(part) => {
                        found = true;
                        response.extend(part);
                    }
                    Shape::Wrong => return Reading::Unreadable,
                    Shape::Foreign => {}
                }
            }
            // Taking what stands behind a broken response would lose its messages silently.
            Err(broken) if broken.keys.iter().any(|key| is_ours(key)) => {
                return Reading::Unreadable;
            }
            Err(broken) => at = broken.at,
        }
    }
    match (found, cut) {
        (true, false) => Reading::Understood(response),
        (true, true) => Reading::Cut(response),
        (false, _) if structure_start(text).is_some() => Reading::Unreadable,
        (false, _) => Reading::Prose,
    }
}

/// What a person may be shown of a text that could not be read: the words before any structure. Nobody is ever sent
/// braces.
pub fn plain_text(text: &str) -> Option<String> {
    let text = without_thinking(text);
    let words = text[..structure_start(text).unwrap_or(text.len())].trim();
    (!words.is_empty()).then(|| words.to_owned())
}

/// What an object is to us.
enum Shape {
    Response(AgentResponse),
    /// Ours by its keys, but not by its values.
    Wrong,
    /// Some other JSON that the model mentioned.
    Foreign,
}

/// Some models think aloud in the answer itself.
fn without_thinking(text: &str) -> &str {
    if !text.trim_start().starts_with("<think>") {
        return text;
    }
    text.rsplit_once("</think>")
        .map_or(text, |(_, after)| after)
}

/// Where the text begins to look like an attempt at the format.
fn structure_start(text: &str) -> Option<usize> {
    let whole = text.trim_start();
    let starts_so = whole.starts_with('{')
        || whole.starts_with("```")
        || whole
            .strip_prefix('[')
            .is_some_and(|rest| rest.trim_start().starts_with(['{', '"', '\'', ']']));
    if starts_so {
        return Some(0);
    }
    let opens_list = |after: &str| {
        let after = after.trim_start_matches(['"', '\'', '”', ' ']);
        let value = after.strip_prefix([':', '=']).map(str::trim_start);
        value.is_some_and(|value| value.starts_with(['[', '{']))
    };
    let keys = ["messages", "tool_calls"];
    let starts = keys.iter().filter_map(|key| {
        let mut places = text.match_indices(key);
        places.find_map(|(at, _)| opens_list(&text[at + key.len()..]).then_some(at))
    });
    let before = &text[..starts.min()?];
    let before = before.trim_end_matches(|c: char| c.is_whitespace() || "\"'“{[".contains(c));
    let before = before.strip_suffix("```json").unwrap_or(before);
    Some(before.len())
}

fn is_ours(key: &str) -> bool {
    MESSAGES.contains(&key) || CALLS.contains(&key)
}

fn from_object(object: &Map<String, Value>, ending: Ending) -> Shape {
    let written_messages = first_of(object, &MESSAGES);
    let written_calls = first_of(object, &CALLS);
    if written_messages.is_none() && written_calls.is_none() {
        return bare_call(object, ending);
    }
    let messages = written_messages.map_or(Some(Vec::new()), messages);
    let tool_calls = written_calls.map_or(Some(Vec::new()), calls);
    match (messages, tool_calls) {
        (Some(messages), Some(tool_calls)) => Shape::Response(AgentResponse {
            messages,
            tool_calls,
        }),
        _ => Shape::Wrong,
    }
}

/// A call outside any list, as models of the native protocol write it. It needs both halves, so that a person's record
/// with a `name` is not taken for one.
fn bare_call(object: &Map<String, Value>, ending: Ending) -> Shape {
    let has_arguments = first_of(object, &ARGUMENTS).is_some_and(Value::is_object);
    match call(object) {
        Some(call) if has_arguments && ending == Ending::Whole => Shape::Response(AgentResponse {
            messages: Vec::new(),
            tool_calls: vec![call],
        }),
        _ => Shape::Foreign,
    }
}

fn first_of<'map>(object: &'map Map<String, Value>, keys: &[&str]) -> Option<&'map Value> {
    keys.iter().find_map(|key| object.get(*key))
}

fn messages(value: &Value) -> Option<Vec<String>> {
    let items = match value {
        Value::Null => return Some(Vec::new()),
        Value::Array(items) => items.as_slice(),
        Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
            std::slice::from_ref(value)
        }
    };
    let texts: Option<Vec<String>> = items.iter().map(message).collect();
    texts.map(|texts| texts.into_iter().filter(|text| !text.is_empty()).collect())
}

fn message(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Object(object) => first_of(object, &TEXTS)
            .and_then(Value::as_str)
            .map(|text| text.trim().to_owned()),
        Value::Null | Value::Bool(_) | Value::Array(_) => None,
    }
}

fn calls(value: &Value) -> Option<Vec<WrittenCall>> {
    match value {
        Value::Null => Some(Vec::new()),
        Value::Array(items) => items.iter().map(|item| call(item.as_object()?)).collect(),
        Value::Object(object) => Some(vec![call(object)?]),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

fn call(object: &Map<String, Value>) -> Option<WrittenCall> {
    if let Some(Value::Object(function)) = object.get("function") {
        return call(function);
    }
    let name = first_of(object, &NAMES).or_else(|| object.get("function"));
    let name = name?.as_str()?.trim();
    if name.is_empty() {
        return None;
    }
    let args = match first_of(object, &ARGUMENTS) {
        None | Some(Value::Null) => Value::Object(Map::new()),
        Some(args) => args.clone(),
    };
    Some(WrittenCall {
        name: name.to_owned(),
        args,
    })
}
