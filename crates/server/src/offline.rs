//! What stands in for a model until one is set up.

use futures_util::future::BoxFuture;
use serde_json::json;
use steward_agent::{DONE, ESCALATE};
use steward_llm::{ChatModel, OnDelta};
use steward_model::{ChatAnswer, ChatMessage, ChatRequest, ModelFailure, StopReason, Usage};

const REASON: &str = "No language model is set up, so nobody has answered this. Set STEWARD_MODEL to one, \
    such as `anthropic:claude-sonnet-4-5`, with its key, and restart.";

/// Hands everything to a person and says why. It makes nothing up.
pub(crate) struct Offline;

impl ChatModel for Offline {
    fn chat<'a>(
        &'a self,
        request: &'a ChatRequest,
        _: OnDelta<'a>,
    ) -> BoxFuture<'a, Result<ChatAnswer, ModelFailure>> {
        let call = match is_answered(&request.messages) {
            false => json!({"name": ESCALATE, "args": {"reason": REASON}}),
            true => json!({"name": DONE, "args": {}}),
        };
        let text = json!({"messages": [], "tool_calls": [call]}).to_string();
        Box::pin(std::future::ready(Ok(ChatAnswer {
            text,
            thinking: String::new(),
            tool_calls: Vec::new(),
            stop: StopReason::End,
            usage: Usage::default(),
        })))
    }
}

/// Whether the last thing said is the result of a call of ours.
fn is_answered(messages: &[ChatMessage]) -> bool {
    match messages {
        [
            ..,
            ChatMessage::Assistant { .. },
            ChatMessage::User { text },
        ] => text.starts_with("<tool_results>"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(messages: Vec<ChatMessage>) -> ChatRequest {
        ChatRequest {
            model: "offline".to_owned(),
            system: Vec::new(),
            messages,
            tools: Vec::new(),
            server_tools: Vec::new(),
            temperature_milli: 700,
            max_tokens: 100,
        }
    }

    async fn called(messages: Vec<ChatMessage>) -> String {
        let request = request(messages);
        let answer = Offline.chat(&request, &mut |_| ()).await.unwrap();
        let answer: serde_json::Value = serde_json::from_str(&answer.text).unwrap();
        assert_eq!(answer["messages"], json!([]), "it says something");
        answer["tool_calls"][0]["name"].as_str().unwrap().to_owned()
    }

    #[tokio::test]
    async fn it_asks_for_a_person_once_and_is_then_done() {
        let user = |text: &str| ChatMessage::User {
            text: text.to_owned(),
        };
        let said = ChatMessage::Assistant {
            text: "{}".to_owned(),
            tool_calls: Vec::new(),
        };
        assert_eq!(called(vec![user("Hi")]).await, ESCALATE);
        let again = vec![said.clone(), user("<input>Hi</input>")];
        assert_eq!(called(again).await, ESCALATE);
        let results = vec![user("Hi"), said, user("<tool_results>\n</tool_results>")];
        assert_eq!(called(results).await, DONE);
    }
}
