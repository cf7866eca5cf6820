use serde_json::{Map, Number, Value};

use super::lenient::{self, Ending};

/// References followed in a row before a schema is taken for a circle.
const MAX_REFERENCES: usize = 8;

/// Nesting of arguments that is looked into.
const MAX_DEPTH: usize = 32;

/// Values looked at before giving up. A foreign tool's schema may be written to take forever.
const MAX_WORK: usize = 20_000;

/// What is wrong with a call's arguments, in words the model can act on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", problems.join(" "))]
pub struct BadArguments {
    /// One sentence for each.
    pub problems: Vec<String>,
}

/// Fits arguments to a tool's schema where there is one way to read them.
///
/// `"5"` is five where a number is asked for, a text of JSON is the object it spells. What could mean two things is an error, never a guess. Of the schema it knows
/// what derived schemas use: types, properties, required, enums, items, alternatives and local references.
pub fn coerce(args: &Value, schema: &Value) -> Result<Value, BadArguments> {
    let mut fitter = Fitter {
        root: schema,
        problems: Vec::new(),
        work_left: MAX_WORK,
    };
    let args = match args {
        Value::Null => &Value::Object(Map::new()),
        other => other,
    };
    let fitted = fitter.fit(args, schema, &Place::Root, 0);
    if fitter.problems.is_empty() {
        Ok(fitted)
    } else {
        Err(BadArguments {
            problems: fitter.problems,
        })
    }
}

struct Fitter<'schema> {
    root: &'schema Value,
    problems: Vec<String>,
    work_left: usize,
}

/// Where in the arguments we are, for the message only.
enum Place<'up> {
    Root,
    Key(&'up Place<'up>, &'up str),
    Index(&'up Place<'up>, usize),
}

impl std::fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Root => f.write_str("arguments"),
            Self::Key(Place::Root, key) => f.write_str(key),
            Self::Key(up, key) => write!(f, "{up}.{key}"),
            Self::Index(up, index) => write!(f, "{up}[{index}]"),
        }
    }
}

impl<'schema> Fitter<'schema> {
    fn fit(
        &mut self,
        value: &Value,
        schema: &'schema Value,
        place: &Place<'_>,
        depth: usize,
    ) -> Value {
        let schema = self.resolve(schema);
        self.work_left = self.work_left.saturating_sub(1);
        if depth > MAX_DEPTH || self.work_left == 0 {
            self.problems
                .push(format!("`{place}` is too large or too deeply nested."));
            return Value::Null;
        }
        if let Some(options) = alternatives(schema) {
            return self.fit_any(value, options, place, depth);
        }
        if let Some(choices) = choices(schema) {
            return self.choose(value, &choices, place);
        }
        let types = types(schema);
        if types.is_empty() {
            return value.clone();
        }
        let Some(value) = types
            .iter()
            .find_map(|name| as_type(value, name))
            .or_else(|| reshape(value, &types))
        else {
            self.problems.push(format!(
                "`{place}` must be {}, got {}.",
                types.join(" or "),
                short(value)
            ));
            return Value::Null;
        };
        match value {
            Value::Object(map) => self.fit_object(map, schema, place, depth),
            Value::Array(items) => self.fit_array(&items, schema, place, depth),
            scalar @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => scalar,
        }
    }

    fn resolve(&self, mut schema: &'schema Value) -> &'schema Value {
        for _ in 0..MAX_REFERENCES {
            let Some(target) = schema.get("$ref").and_then(Value::as_str) else {
                break;
            };
            let target = target
                .strip_prefix('#')
                .and_then(|pointer| self.root.pointer(pointer));
            let Some(target) = target else { break };
            schema = target;
        }
        schema
    }

    /// The first alternative that fits as it is written, else the first that fits at all.
    fn fit_any(
        &mut self,
        value: &Value,
        options: &'schema [Value],
        place: &Place<'_>,
        depth: usize,
    ) -> Value {
        let mut fitted: Option<Value> = None;
        for option in options {
            let mut attempt = Fitter {
                root: self.root,
                problems: Vec::new(),
                work_left: self.work_left,
            };
            let result = attempt.fit(value, option, place, depth + 1);
            self.work_left = attempt.work_left;
            if !attempt.problems.is_empty() {
                continue;
            }
            if result == *value {
                return result;
            }
            fitted = fitted.or(Some(result));
        }
        fitted.unwrap_or_else(|| {
            self.problems.push(format!(
                "`{place}` is none of the allowed forms, got {}.",
                short(value)
            ));
            Value::Null
        })
    }

    fn choose(&mut self, value: &Value, choices: &[&Value], place: &Place<'_>) -> Value {
        if choices.contains(&value) {
            return value.clone();
        }
        let same_word = |choice: &Value| match (choice.as_str(), value.as_str()) {
            (Some(choice), Some(written)) => choice.eq_ignore_ascii_case(written.trim()),
            _ => false,
        };
        let mut alike = choices.iter().filter(|choice| same_word(choice));
        if let (Some(choice), None) = (alike.next(), alike.next()) {
            return (*choice).clone();
        }
        let list: Vec<String> = choices.iter().map(ToString::to_string).collect();
        self.problems.push(format!(
            "`{place}` must be one of {}, got {}.",
            list.join(", "),
            short(value)
        ));
        Value::Null
    }

    fn fit_object(
        &mut self,
        map: Map<String, Value>,
        schema: &'schema Value,
        place: &Place<'_>,
        depth: usize,
    ) -> Value {
        let properties = schema.get("properties").and_then(Value::as_object);
        let required: Vec<&str> = schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
        let mut fitted = Map::new();
        for (key, value) in map {
            match properties.and_then(|properties| properties.get(&key)) {
                // Models write `null` for what they leave out.
                Some(property)
                    if value.is_null()
                        && !required.contains(&key.as_str())
                        && !accepts_null(property) => {}
                Some(property) => {
                    let value = self.fit(&value, property, &Place::Key(place, &key), depth + 1);
                    fitted.insert(key, value);
                }
                None if closed => {
                    self.problems.push(format!(
                        "`{}` is not an argument of this tool.",
                        Place::Key(place, &key)
                    ));
                }
                None => {
                    fitted.insert(key, value);
                }
            }
        }
        for key in required {
            if !fitted.contains_key(key) {
                self.problems
                    .push(format!("`{}` is missing.", Place::Key(place, key)));
            }
        }
        Value::Object(fitted)
    }

    fn fit_array(
        &mut self,
        items: &[Value],
        schema: &'schema Value,
        place: &Place<'_>,
        depth: usize,
    ) -> Value {
        let Some(item_schema) = schema.get("items") else {
            return Value::Array(items.to_vec());
        };
        let fitted = items.iter().enumerate();
        Value::Array(
            fitted
                .map(|(index, item)| {
                    self.fit(item, item_schema, &Place::Index(place, index), depth + 1)
                })
                .collect(),
        )
    }
}

fn alternatives(schema: &Value) -> Option<&[Value]> {
    let options = schema.get("anyOf").or_else(|| schema.get("oneOf"))?;
    options.as_array().map(Vec::as_slice)
}

fn choices(schema: &Value) -> Option<Vec<&Value>> {
    if let Some(only) = schema.get("const") {
        return Some(vec![only]);
    }
    Some(schema.get("enum")?.as_array()?.iter().collect())
}

fn types(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn accepts_null(schema: &Value) -> bool {
    types(schema).contains(&"null")
        || alternatives(schema).is_some_and(|options| options.iter().any(accepts_null))
}

/// The value, if it is of the type already.
fn as_type(value: &Value, name: &str) -> Option<Value> {
    let fits = match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "integer" => return value.as_number().and_then(whole).map(Value::Number),
        _ => false,
    };
    fits.then(|| value.clone())
}

/// The value in another type, if exactly one type can be meant.
fn reshape(value: &Value, types: &[&str]) -> Option<Value> {
    let mut wanted = types.iter().filter(|name| **name != "null");
    let (Some(name), None) = (wanted.next(), wanted.next()) else {
        return None;
    };
    match (*name, value) {
        ("string", Value::Number(number)) => Some(Value::from(number.to_string())),
        ("string", Value::Bool(truth)) => Some(Value::from(truth.to_string())),
        ("boolean", Value::String(word)) => match word.trim().to_ascii_lowercase().as_str() {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            _ => None,
        },
        ("integer", Value::String(text)) => {
            number_in(text).as_ref().and_then(whole).map(Value::Number)
        }
        ("number", Value::String(text)) => number_in(text).map(Value::Number),
        ("object", Value::String(text)) => object_in(text),
        ("array", Value::String(text)) if text.trim_start().starts_with('[') => {
            serde_json::from_str(text).ok().filter(Value::is_array)
        }
        ("array", Value::String(_) | Value::Number(_) | Value::Object(_) | Value::Bool(_)) => {
            Some(Value::Array(vec![value.clone()]))
        }
        _ => None,
    }
}

fn number_in(text: &str) -> Option<Number> {
    serde_json::from_str(text.trim()).ok()
}

/// A number without a fraction, however it was written.
fn whole(number: &Number) -> Option<Number> {
    if number.is_i64() || number.is_u64() {
        return Some(number.clone());
    }
    let float = number.as_f64()?;
    let safe = float.fract() == 0.0 && float.abs() < 9_007_199_254_740_992.0;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "it has no fraction and fits, as was just checked"
    )]
    safe.then(|| Number::from(float as i64))
}

fn object_in(text: &str) -> Option<Value> {
    let text = text.trim();
    let found = text
        .starts_with('{')
        .then(|| lenient::object_at(text, 0).ok())
        .flatten()?;
    let whole = found.ending == Ending::Whole && found.end == text.len();
    whole.then_some(Value::Object(found.object))
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
