//! What a program sends to have a chat completion.

use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::routes::openai::tools::{self, ToolChoice};
use crate::routes::openai::wish::{self, Wish};
use crate::routes::openai::{items, wrong};

/// What is wanted. Fields that are not known are let pass.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CreateCompletion {
    /// A model that is set up, or `steward:<agent>`.
    #[schema(min_length = 1, max_length = 200)]
    pub(super) model: String,
    /// The conversation, oldest first.
    #[schema(value_type = Vec<Object>)]
    messages: Vec<Map<String, Value>>,
    stream: Option<bool>,
    #[schema(value_type = Option<Object>)]
    stream_options: Option<Map<String, Value>>,
    /// Functions that the caller runs. Not for agents, which have tools of their own.
    #[schema(value_type = Option<Vec<Object>>)]
    tools: Option<Vec<Map<String, Value>>>,
    tool_choice: Option<ToolChoice>,
    #[schema(minimum = 1)]
    max_tokens: Option<u32>,
    #[schema(minimum = 1)]
    max_completion_tokens: Option<u32>,
    #[schema(minimum = 0, maximum = 2)]
    temperature: Option<f64>,
    /// How many answers; only one.
    #[schema(minimum = 1, maximum = 1)]
    n: Option<u32>,
    #[schema(value_type = Option<Object>)]
    response_format: Option<Map<String, Value>>,
}

impl CreateCompletion {
    pub(super) fn streams(&self) -> bool {
        self.stream == Some(true)
    }

    pub(super) fn wants_usage(&self) -> bool {
        let options = self.stream_options.as_ref();
        options.is_some_and(|options| options.get("include_usage") == Some(&Value::Bool(true)))
    }

    pub(super) fn has_tools(&self) -> bool {
        self.tools.as_ref().is_some_and(|tools| !tools.is_empty())
    }

    /// The same, as every other way to ask says it.
    pub(super) fn wish(&self) -> Result<Wish, ApiError> {
        if self.n.is_some_and(|count| count != 1) {
            return Err(wrong("n", "There is one answer: this must be 1."));
        }
        let most = self.max_completion_tokens.or(self.max_tokens);
        if most == Some(0) {
            return Err(wrong("max_tokens", "This must be at least 1."));
        }
        let tools = self.tools.iter().flatten().cloned();
        let tools: Vec<Value> = tools.map(Value::Object).collect();
        Ok(Wish {
            instructions: None,
            items: self.items()?,
            tools: tools::read(&tools, self.tool_choice.as_ref())?,
            max_tokens: most,
            temperature: self.temperature,
            format: wish::format("response_format", self.response_format.as_ref())?,
            ..Wish::default()
        })
    }

    fn items(&self) -> Result<Vec<Value>, ApiError> {
        let mut written = Vec::new();
        for message in &self.messages {
            let role = message.get("role").and_then(Value::as_str);
            let content = message.get("content").cloned().unwrap_or_default();
            match role {
                Some("tool") => written.push(json!({
                    "type": "function_call_output", "call_id": message.get("tool_call_id"), "output": content,
                })),
                Some("assistant") => {
                    if !content.is_null() {
                        written.push(json!({"role": role, "content": content}));
                    }
                    let calls = message.get("tool_calls").and_then(Value::as_array);
                    written.extend(calls.into_iter().flatten().map(|call| {
                        let function = &call["function"];
                        json!({
                            "type": "function_call", "call_id": call["id"], "name": function["name"],
                            "arguments": function["arguments"],
                        })
                    }));
                }
                _ => written.push(json!({"role": role, "content": content})),
            }
        }
        items::read("messages", &written)
    }
}
