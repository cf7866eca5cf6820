//! The conversation that a chat completion goes on from, as `/v1/chat/completions` spells it.

use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::extract::AsObject;
use crate::routes::openai::documented::OldCall;
use crate::routes::openai::tools::ToolKind;
use crate::routes::openai::{items, wrong};

/// One message; what it must have depends on whose it is.
#[derive(Debug, Deserialize, ToSchema)]
#[expect(
    dead_code,
    reason = "some fields are read to refuse what they cannot be"
)]
pub(crate) struct ChatMessageBody {
    role: Role,
    /// A text, or a list of texts. Only what calls functions may have none.
    content: Option<Value>,
    name: Option<String>,
    refusal: Option<String>,
    /// What whoever answers has called.
    #[schema(value_type = Option<Vec<ChatCall>>)]
    tool_calls: Option<Vec<AsObject<ChatCall>>>,
    /// Which of the calls this is the result of.
    tool_call_id: Option<String>,
    #[schema(value_type = Option<OldCall>)]
    function_call: Option<AsObject<OldCall>>,
}

/// Whose message it is.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ChatRole)]
pub(crate) enum Role {
    Developer,
    System,
    User,
    Assistant,
    Tool,
}

/// A call of a function.
#[derive(Debug, Deserialize, ToSchema)]
#[expect(
    dead_code,
    reason = "some fields are read to refuse what they cannot be"
)]
pub(crate) struct ChatCall {
    id: String,
    r#type: Option<ToolKind>,
    #[schema(value_type = CalledFunction)]
    function: AsObject<CalledFunction>,
}

/// Which function, and with what.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CalledFunction {
    name: String,
    /// JSON, as the model wrote it.
    arguments: String,
}

/// The messages as items, oldest first.
pub(super) fn read(messages: &[AsObject<ChatMessageBody>]) -> Result<Vec<Value>, ApiError> {
    let mut written = Vec::new();
    for (index, AsObject(message)) in messages.iter().enumerate() {
        message.read(&format!("messages[{index}]"), &mut written)?;
    }
    items::check_count("messages", written.len())?;
    Ok(written)
}

impl ChatMessageBody {
    fn read(&self, param: &str, written: &mut Vec<Value>) -> Result<(), ApiError> {
        let at = format!("{param}.content");
        let content = self.content.as_ref();
        let role = match self.role {
            Role::Tool => {
                let (id_at, id) = (format!("{param}.tool_call_id"), self.tool_call_id.as_ref());
                let id = id.ok_or_else(|| wrong(&id_at, "This must be the id of a call."))?;
                items::check_call_id(&id_at, id)?;
                written.push(items::came_of(id, &at, content)?);
                return Ok(());
            }
            Role::Assistant => {
                if content.is_some() {
                    written.push(items::spoken_by("assistant", &at, content)?);
                }
                return self.read_calls(param, written);
            }
            Role::Developer => "developer",
            Role::System => "system",
            Role::User => "user",
        };
        written.push(items::spoken_by(role, &at, content)?);
        Ok(())
    }

    fn read_calls(&self, param: &str, written: &mut Vec<Value>) -> Result<(), ApiError> {
        let calls = self.tool_calls.iter().flatten().enumerate();
        for (index, AsObject(call)) in calls {
            let param = format!("{param}.tool_calls[{index}]");
            let AsObject(function) = &call.function;
            items::check_call_id(&format!("{param}.id"), &call.id)?;
            items::check_called_name(&format!("{param}.function.name"), &function.name)?;
            written.push(items::called(&call.id, &function.name, &function.arguments));
        }
        Ok(())
    }
}
