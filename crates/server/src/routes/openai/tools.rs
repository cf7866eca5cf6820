//! Functions that a client lets a model call.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use steward_model::ToolSpec;
use utoipa::ToSchema;

use super::format::check_name;
use super::wrong;
use crate::error::ApiError;
use crate::extract::AsObject;

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

/// A function that the caller runs, as `/v1/responses` spells it.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
pub(crate) struct FunctionTool {
    r#type: ToolKind,
    /// Letters, digits, hyphens and underscores.
    #[schema(min_length = 1, max_length = 64)]
    name: String,
    description: Option<String>,
    /// A JSON Schema of its arguments.
    #[schema(value_type = Option<Object>)]
    parameters: Option<Map<String, Value>>,
    strict: Option<bool>,
}

/// The same, as `/v1/chat/completions` spells it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[expect(
    dead_code,
    reason = "some fields are read to refuse what they cannot be"
)]
pub(crate) struct ChatTool {
    r#type: ToolKind,
    #[schema(value_type = ChatFunction)]
    function: AsObject<ChatFunction>,
}

/// A function that the caller runs.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[expect(
    dead_code,
    reason = "some fields are read to refuse what they cannot be"
)]
pub(crate) struct ChatFunction {
    /// Letters, digits, hyphens and underscores.
    #[schema(min_length = 1, max_length = 64)]
    name: String,
    description: Option<String>,
    /// A JSON Schema of its arguments.
    #[schema(value_type = Option<Object>)]
    parameters: Option<Map<String, Value>>,
    strict: Option<bool>,
}

/// Only functions can be called here.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ToolKind {
    Function,
}

/// The functions of a request, as far as they may be called.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Tools {
    pub(super) specs: Vec<ToolSpec>,
    /// Whether one of them must be called.
    pub(super) required: bool,
}

/// Reads the functions of `/v1/responses`.
pub(super) fn read(
    tools: &[AsObject<FunctionTool>],
    choice: Option<&ToolChoice>,
) -> Result<Tools, ApiError> {
    let specs = tools.iter().enumerate().map(|(index, AsObject(tool))| {
        check_name(&format!("tools[{index}].name"), &tool.name)?;
        Ok(spec(&tool.name, &tool.description, &tool.parameters))
    });
    let specs = specs.collect::<Result<_, ApiError>>()?;
    chosen(specs, choice, "tool_choice.name")
}

/// Reads the functions of `/v1/chat/completions`.
pub(super) fn read_chat(
    tools: &[AsObject<ChatTool>],
    choice: Option<&ToolChoice>,
) -> Result<Tools, ApiError> {
    let specs = tools.iter().enumerate().map(|(index, AsObject(tool))| {
        let AsObject(function) = &tool.function;
        check_name(&format!("tools[{index}].function.name"), &function.name)?;
        Ok(spec(
            &function.name,
            &function.description,
            &function.parameters,
        ))
    });
    let specs = specs.collect::<Result<_, ApiError>>()?;
    chosen(specs, choice, "tool_choice.function.name")
}

/// The functions as an answer repeats them.
pub(super) fn echo(tools: &[AsObject<FunctionTool>]) -> Vec<Value> {
    tools.iter().map(|AsObject(tool)| json!(tool)).collect()
}

/// Leaves what may be called. `named_at` is where a choice has the name of a function.
fn chosen(
    mut specs: Vec<ToolSpec>,
    choice: Option<&ToolChoice>,
    named_at: &str,
) -> Result<Tools, ApiError> {
    if specs.len() > MOST_TOOLS {
        return Err(wrong("tools", "There may be at most 128 tools."));
    }
    let required = match choice {
        Some(ToolChoice::Mode(mode)) if mode == "required" && specs.is_empty() => {
            return Err(wrong("tool_choice", "There are no `tools` to call."));
        }
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
        Some(ToolChoice::Tool(chosen)) => narrow(&mut specs, chosen, named_at)?,
    };
    Ok(Tools { specs, required })
}

fn spec(
    name: &str,
    description: &Option<String>,
    parameters: &Option<Map<String, Value>>,
) -> ToolSpec {
    let nothing = || json!({"type": "object", "properties": {}});
    ToolSpec {
        name: name.to_owned(),
        description: description.clone().unwrap_or_default(),
        input_schema: parameters.clone().map_or_else(nothing, Value::Object),
    }
}

fn name_of(tool: &Value) -> Option<String> {
    let function = tool.get("function").unwrap_or(tool);
    function["name"].as_str().map(str::to_owned)
}

/// Leaves what was chosen. Tells whether it must be called.
fn narrow(
    specs: &mut Vec<ToolSpec>,
    chosen: &Map<String, Value>,
    named_at: &str,
) -> Result<bool, ApiError> {
    let whole = Value::Object(chosen.clone());
    let (names, required): (Vec<String>, bool) = match whole["type"].as_str() {
        Some("function") => {
            let nameless = || wrong(named_at, "This must name a function of `tools`.");
            (vec![name_of(&whole).ok_or_else(nameless)?], true)
        }
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
