use serde_json::{Value, json};
use steward_llm::{ApiKey, ProviderSettings, Providers};
use steward_model::{ModelFailure, StopReason};

use super::provider::{Answer, FakeProvider, KEY};
use super::request::question;

const TEXT: &str = include_str!("../wire/openai-text.sse");
const THINKING: &str = include_str!("../wire/openrouter-thinking.sse");

#[tokio::test]
async fn a_question_is_answered() {
    let provider = FakeProvider::start([Answer::events(TEXT)]).await;
    let answer = provider
        .openai()
        .chat(&question("openai:gpt-4o"), &mut |_| {})
        .await;
    assert_eq!(answer.unwrap().text, "Grüß dich, 世界 😀");

    let asked = &provider.asked()[0];
    assert!(
        asked
            .head
            .starts_with("post /v1/chat/completions http/1.1\r\n")
    );
    assert!(
        asked
            .head
            .contains(&format!("authorization: bearer {KEY}\r\n"))
    );
    assert_eq!(asked.body["model"], "gpt-4o");
    assert_eq!(asked.body["max_completion_tokens"], 100);
}

#[tokio::test]
async fn openrouter_is_asked_at_its_own_path() {
    let provider = FakeProvider::start([Answer::events(THINKING)]).await;
    let model = provider
        .providers()
        .model("openrouter:anthropic/claude-sonnet-4.5");
    let request = question("openrouter:anthropic/claude-sonnet-4.5");
    let answer = model.unwrap().chat(&request, &mut |_| {}).await.unwrap();
    assert_eq!(
        (answer.text.as_str(), answer.thinking.as_str()),
        ("Yes.", "Let me see.")
    );
    let asked = &provider.asked()[0];
    assert!(asked.head.starts_with("post /api/v1/chat/completions "));
    assert_eq!(asked.body["model"], "anthropic/claude-sonnet-4.5");
    assert_eq!(asked.body["max_tokens"], 100);
}

#[tokio::test]
async fn a_server_named_by_its_url_gets_its_own_key_and_no_other() {
    let provider = FakeProvider::start([Answer::events(TEXT), Answer::events(TEXT)]).await;
    let url = provider.url("/v1");
    for (keyed, expected) in [
        (url.clone() + "/", true),
        ("http://other/v1".to_owned(), false),
    ] {
        let providers = Providers::new(ProviderSettings {
            keys: [(keyed, ApiKey::new(KEY))].into(),
            ..ProviderSettings::default()
        });
        let name = format!("{url}#llama");
        let model = providers.unwrap().model(&name).unwrap();
        model.chat(&question(&name), &mut |_| {}).await.unwrap();
        let asked = provider.asked().pop().unwrap();
        assert_eq!(asked.body["model"], "llama");
        assert_eq!(asked.head.contains("authorization"), expected);
    }
}

#[tokio::test]
async fn an_answer_that_is_not_streamed_is_read_as_well() {
    let whole = json!({
        "object": "chat.completion",
        "choices": [{
            "index": 0,
            "message": { "role": "assistant", "content": null, "tool_calls": [{
                "id": "call_1",
                "type": "function",
                "function": { "name": "now", "arguments": "{}" },
            }] },
            "finish_reason": "tool_calls",
        }],
        "usage": { "prompt_tokens": 5, "completion_tokens": 6 },
    });
    let provider = FakeProvider::start([Answer::json(200, "", &whole)]).await;
    let answer = provider
        .openai()
        .chat(&question("openai:gpt-4o"), &mut |_| {})
        .await;
    let answer = answer.unwrap();
    assert_eq!(answer.stop, StopReason::ToolUse);
    assert_eq!(answer.tool_calls[0].name, "now");
    assert_eq!(answer.usage.output_tokens, 6);
}

#[tokio::test]
async fn a_model_that_takes_no_temperature_is_asked_without_from_then_on() {
    let refusal = json!({ "error": {
        "message": "Unsupported value: 'temperature' does not support 0.7 with this model.",
        "type": "invalid_request_error",
        "param": "temperature",
        "code": "unsupported_value",
    } });
    let answers = [
        Answer::json(400, "", &refusal),
        Answer::events(TEXT),
        Answer::events(TEXT),
    ];
    let provider = FakeProvider::start(answers).await;
    let providers = provider.providers();
    for _ in 0..2 {
        let model = providers.model("openai:o3").unwrap();
        let answer = model.chat(&question("openai:o3"), &mut |_| {}).await;
        assert!(answer.is_ok());
    }
    let temperatures: Vec<Value> = provider
        .asked()
        .iter()
        .map(|asked| asked.body["temperature"].clone())
        .collect();
    assert_eq!(temperatures, [json!(0.7), Value::Null, Value::Null]);
}

#[tokio::test]
async fn a_temperature_that_is_still_refused_is_not_sent_for_ever() {
    let refusal = json!({ "error": { "message": "no", "param": "temperature" } });
    let answers = (0..2).map(|_| Answer::json(400, "", &refusal));
    let provider = FakeProvider::start(answers).await;
    let answer = provider
        .openai()
        .chat(&question("openai:gpt-4o"), &mut |_| {})
        .await;
    assert!(matches!(answer, Err(ModelFailure::Refused { .. })));
    assert_eq!(provider.asked().len(), 2);
}
