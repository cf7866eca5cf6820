use serde_json::Value;

const PRICES: &str = "write a table such as `[models.prices]` with lines like `\"openai:gpt-5*\" = { input = 1.25, output = 10.0 }`";
const SUBAGENTS: &str =
    "write tables `[[subagents]]`, each with `name`, `description` and `prompt` as texts";

/// What a setting holds, as its schema says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Path,
    Secret,
    Duration,
    Size,
    Url,
    Address,
    Bool,
    Integer {
        minimum: i64,
        maximum: i64,
    },
    Number,
    Choice(Vec<String>),
    Networks,
    List,
    /// A table of tables, or a list of them, with what to write.
    Tables(&'static str),
}

impl Kind {
    pub(super) fn new(schema: &Value) -> Self {
        if let Some(choices) = schema["enum"].as_array() {
            let choices = choices.iter().filter_map(Value::as_str);
            return Self::Choice(choices.map(str::to_owned).collect());
        }
        match schema["format"].as_str() {
            Some("path") => return Self::Path,
            Some("secret") => return Self::Secret,
            Some("duration") => return Self::Duration,
            Some("byte-size") => return Self::Size,
            Some("url") => return Self::Url,
            Some("socket-address") => return Self::Address,
            Some("prices") => return Self::Tables(PRICES),
            Some("subagents") => return Self::Tables(SUBAGENTS),
            _ => {}
        }
        match type_name(schema) {
            Some("boolean") => Self::Bool,
            Some("integer") => Self::integer(schema),
            Some("number") => Self::Number,
            Some("array") if schema["items"]["format"] == "network" => Self::Networks,
            Some("array") => Self::List,
            _ => Self::Text,
        }
    }

    /// Reads the value of an environment variable or a flag.
    ///
    /// A text that does not fit is passed on as text, so that it is refused in the same words as in a file.
    pub(super) fn read(&self, text: &str) -> toml::Value {
        let value = match self {
            Self::Bool => text.trim().parse().ok().map(toml::Value::Boolean),
            Self::Integer { .. } => text.trim().parse().ok().map(toml::Value::Integer),
            Self::Number => text.trim().parse().ok().map(toml::Value::Float),
            Self::Networks | Self::List => read_list(text),
            Self::Tables(_) => text.trim().parse().ok(),
            Self::Text
            | Self::Path
            | Self::Secret
            | Self::Duration
            | Self::Size
            | Self::Url
            | Self::Address
            | Self::Choice(_) => None,
        };
        value.unwrap_or_else(|| toml::Value::String(text.to_owned()))
    }

    /// What to write, for somebody who wrote something else.
    pub(super) fn advice(&self) -> String {
        match self {
            Self::Text => "write a text in quotes".to_owned(),
            Self::Path => "write a path in quotes".to_owned(),
            Self::Secret => "write it as text in quotes".to_owned(),
            Self::Duration => {
                "write a duration such as `250ms`, `30s`, `5m`, `24h` or `30d`".to_owned()
            }
            Self::Size => "write a size such as `1MiB`, `2 MB` or a number of bytes".to_owned(),
            Self::Url => "write an address such as `https://example.com`".to_owned(),
            Self::Address => "write an IP address and a port such as `127.0.0.1:8787`".to_owned(),
            Self::Bool => "write `true` or `false`".to_owned(),
            Self::Integer { minimum, maximum } => {
                format!("write a whole number from {minimum} to {maximum}")
            }
            Self::Number => "write a number such as `0.5`".to_owned(),
            Self::Choice(choices) => format!("write one of `{}`", choices.join("`, `")),
            Self::Networks => "list addresses or ranges such as `[\"10.0.0.0/8\"]`".to_owned(),
            Self::List => "write a list of texts such as `[\"a\", \"b\"]`".to_owned(),
            Self::Tables(advice) => (*advice).to_owned(),
        }
    }

    /// The name of the kind, for the documentation.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Text => "text".to_owned(),
            Self::Path => "path".to_owned(),
            Self::Secret => "secret".to_owned(),
            Self::Duration => "duration".to_owned(),
            Self::Size => "size".to_owned(),
            Self::Url => "URL".to_owned(),
            Self::Address => "address and port".to_owned(),
            Self::Bool => "true or false".to_owned(),
            Self::Integer { .. } => "whole number".to_owned(),
            Self::Number => "number".to_owned(),
            Self::Choice(choices) => format!("`{}`", choices.join("`, `")),
            Self::Networks => "list of addresses or ranges".to_owned(),
            Self::List => "list of texts".to_owned(),
            Self::Tables(_) => "tables".to_owned(),
        }
    }

    /// The schema states the bounds of small types only; those of the others follow from their format.
    fn integer(schema: &Value) -> Self {
        let (lowest, highest) = match schema["format"].as_str() {
            Some("uint32") => (0, i64::from(u32::MAX)),
            Some("int32") => (i64::from(i32::MIN), i64::from(i32::MAX)),
            _ => (i64::MIN, i64::MAX),
        };
        Self::Integer {
            minimum: schema["minimum"].as_i64().unwrap_or(lowest),
            maximum: schema["maximum"].as_i64().unwrap_or(highest),
        }
    }
}

/// A TOML array, or texts separated by commas.
fn read_list(text: &str) -> Option<toml::Value> {
    let text = text.trim();
    if text.starts_with('[') {
        return text.parse().ok().filter(toml::Value::is_array);
    }
    let items = text
        .split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty());
    Some(toml::Value::Array(items.map(toml::Value::from).collect()))
}

/// The type of the value; one that may be left out is `["integer", "null"]` in the schema.
fn type_name(schema: &Value) -> Option<&str> {
    match &schema["type"] {
        Value::Array(names) => names
            .iter()
            .filter_map(Value::as_str)
            .find(|name| *name != "null"),
        name => name.as_str(),
    }
}

#[cfg(test)]
#[path = "kind_tests.rs"]
mod tests;
