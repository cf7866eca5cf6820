//! Functions that a client lets a model call.

use serde::Deserialize;
use serde_json::{Map, Value, json};
use steward_model::ToolSpec;
use utoipa::ToSchema;

use super::format::check_name;
use super::wrong;
use crate::error::ApiError;

const MOST_TOOLS: usize = 128;

/// Whether the model has to call one, and which.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum ToolChoice {
    /// `auto`, `none` or `required`.
    Mode(String),
    /// One function, or several that are allowed.
    Tool(Map<String, Value>),
}

impl ToolChoice {
    /// The choice as an answer repeats it: what was read of it.
    pub(super) fn echo(&self) -> Value {
        let chosen = match self {
            Self::Mode(mode) => return json!(mode),
            Self::Tool(chosen) => Value::Object(chosen.clone()),
        };
        let named = |tool: &Value| json!({"type": "function", "name": name_of(tool)});
        match chosen["type"].as_str() {
            Some("allowed_tools") => {
                let allowed = chosen.get("allowed_tools").unwrap_or(&chosen);
                let tools = allowed["tools"].as_array().map_or(&[][..], Vec::as_slice);
                let tools: Vec<_> = tools.iter().map(named).collect();
                json!({"type": "allowed_tools", "mode": allowed["mode"], "tools": tools})
            }
            _ => named(&chosen),
        }
    }
}

/// The functions of a request, as far as they may be called.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Tools {
    pub(super) specs: Vec<ToolSpec>,
    /// Whether one of them must be called.
    pub(super) required: bool,
}

/// Reads functions, each of them flat or, as the older API has it, under `function`.
pub(super) fn read(tools: &[Value], choice: Option<&ToolChoice>) -> Result<Tools, ApiError> {
    if tools.len() > MOST_TOOLS {
        return Err(wrong("tools", "There may be at most 128 tools."));
    }
    let specs = tools
        .iter()
        .enumerate()
        .map(|(index, tool)| spec(index, tool));
    let mut specs = specs.collect::<Result<Vec<_>, _>>()?;
    let required = match choice {
        None => false,
        Some(ToolChoice::Mode(mode)) => match mode.as_str() {
            "auto" => false,
            "required" => true,
            "none" => {
                specs.clear();
                false
            }
            _ => {
                return Err(wrong(
                    "tool_choice",
                    "This must be `auto`, `none` or `required`.",
                ));
            }
        },
        Some(ToolChoice::Tool(chosen)) => narrow(&mut specs, chosen)?,
    };
    Ok(Tools { specs, required })
}

/// The functions as an answer repeats them.
pub(super) fn echo(tools: &[Value]) -> Vec<Value> {
    let shown = tools.iter().map(|tool| {
        json!({
            "type": "function", "name": tool["name"], "description": tool["description"],
            "parameters": tool["parameters"], "strict": tool["strict"],
        })
    });
    shown.collect()
}

fn spec(index: usize, tool: &Value) -> Result<ToolSpec, ApiError> {
    let param = |name: &str| format!("tools[{index}].{name}");
    if tool["type"] != "function" {
        let message = "Only functions can be called here: the type must be `function`.";
        return Err(wrong(param("type"), message));
    }
    let function = tool.get("function").unwrap_or(tool);
    let name = function["name"].as_str().unwrap_or_default();
    check_name(&param("name"), name)?;
    if !matches!(function["strict"], Value::Null | Value::Bool(_)) {
        return Err(wrong(param("strict"), "This must be true or false."));
    }
    let description = match &function["description"] {
        Value::Null => "",
        Value::String(text) => text,
        _ => return Err(wrong(param("description"), "This must be a text.")),
    };
    let input_schema = match &function["parameters"] {
        Value::Null => json!({"type": "object", "properties": {}}),
        schema @ Value::Object(_) => schema.clone(),
        _ => return Err(wrong(param("parameters"), "This must be a JSON Schema.")),
    };
    Ok(ToolSpec {
        name: name.to_owned(),
        description: description.to_owned(),
        input_schema,
    })
}

fn name_of(tool: &Value) -> Option<String> {
    let function = tool.get("function").unwrap_or(tool);
    function["name"].as_str().map(str::to_owned)
}

/// Leaves what was chosen. Tells whether it must be called.
fn narrow(specs: &mut Vec<ToolSpec>, chosen: &Map<String, Value>) -> Result<bool, ApiError> {
    let whole = Value::Object(chosen.clone());
    let (names, required): (Vec<String>, bool) = match whole["type"].as_str() {
        Some("function") => (name_of(&whole).into_iter().collect(), true),
        Some("allowed_tools") => {
            // The older API has them under a name of their own.
            let allowed = whole.get("allowed_tools").unwrap_or(&whole);
            let required = match allowed["mode"].as_str() {
                Some("required") => true,
                Some("auto") => false,
                _ => {
                    let message = "The mode must be `auto` or `required`.";
                    return Err(wrong("tool_choice", message));
                }
            };
            let tools = allowed["tools"].as_array().map_or(&[][..], Vec::as_slice);
            (tools.iter().filter_map(name_of).collect(), required)
        }
        _ => return Err(wrong("tool_choice", "Only functions can be chosen here.")),
    };
    let unknown = names
        .iter()
        .find(|name| specs.iter().all(|spec| spec.name != **name));
    if names.is_empty() || unknown.is_some() {
        return Err(wrong("tool_choice", "This must name functions of `tools`."));
    }
    specs.retain(|spec| names.contains(&spec.name));
    Ok(required)
}
