use steward_model::{ChatMessage, ChatRequest};

/// One short question to a model.
pub(crate) fn question(model: &str) -> ChatRequest {
    ChatRequest {
        model: model.to_owned(),
        system: Vec::new(),
        messages: vec![ChatMessage::User {
            text: "Hello?".to_owned(),
        }],
        tools: Vec::new(),
        server_tools: Vec::new(),
        temperature_milli: 700,
        max_tokens: 100,
        stop: Vec::new(),
    }
}
