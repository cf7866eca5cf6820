use serde_json::json;
use steward_model::{ChatDelta, ModelFailure, StopReason};

use super::provider::{Answer, FakeProvider, KEY};
use super::request::question;

const TEXT: &str = include_str!("../wire/anthropic-text.sse");
const PAUSED: &str = include_str!("../wire/anthropic-paused.sse");
const RESUMED: &str = include_str!("../wire/anthropic-resumed.sse");

#[tokio::test]
async fn a_question_is_answered_piece_by_piece() {
    let provider = FakeProvider::start([Answer::events(TEXT)]).await;
    let mut heard = String::new();
    let request = question("anthropic:claude-sonnet-4-5");
    let answer = provider
        .anthropic()
        .chat(&request, &mut |delta| {
            if let ChatDelta::Text { text } = delta {
                heard += &text;
            }
        })
        .await
        .unwrap();
    assert_eq!(answer.text, "Grüß dich, 世界 😀");
    assert_eq!(heard, answer.text);

    let asked = &provider.asked()[0];
    assert!(asked.head.starts_with("post /v1/messages http/1.1\r\n"));
    assert!(asked.head.contains(&format!("x-api-key: {KEY}\r\n")));
    assert!(asked.head.contains("anthropic-version: 2023-06-01\r\n"));
    assert_eq!(asked.body["model"], "claude-sonnet-4-5");
    assert_eq!(asked.body["stream"], true);
}

#[tokio::test]
async fn a_paused_answer_is_taken_up_with_its_blocks_unchanged() {
    let provider = FakeProvider::start([Answer::events(PAUSED), Answer::events(RESUMED)]).await;
    let request = question("anthropic:claude-sonnet-4-5");
    let answer = provider.anthropic().chat(&request, &mut |_| {}).await;
    let answer = answer.unwrap();
    assert_eq!(answer.text, "I search. Rents rise.");
    assert_eq!(answer.stop, StopReason::End);
    assert_eq!(answer.usage.input_tokens, 2400 + 2500);
    assert_eq!(answer.usage.output_tokens, 40 + 10);

    let asked = provider.asked();
    let messages = asked[1].body["messages"].as_array().unwrap();
    assert_eq!(messages.len(), 2);
    assert_eq!(messages[1]["role"], "assistant");
    let content = &messages[1]["content"];
    assert_eq!(content[1]["input"], json!({ "query": "rents" }));
    assert_eq!(
        content[2]["content"][0]["encrypted_content"],
        "EqgfCioIARgBIiQ3"
    );
}

#[tokio::test]
async fn an_answer_that_pauses_for_ever_is_handed_over() {
    let provider = FakeProvider::start((0..5).map(|_| Answer::events(PAUSED))).await;
    let request = question("anthropic:claude-sonnet-4-5");
    let answer = provider.anthropic().chat(&request, &mut |_| {}).await;
    assert_eq!(answer.unwrap().stop, StopReason::Pause);
    assert_eq!(provider.asked().len(), 5);
}

#[tokio::test]
async fn an_answer_that_is_no_stream_is_a_failure() {
    let provider = FakeProvider::start([Answer::json(200, "", &json!({}))]).await;
    let request = question("anthropic:claude-sonnet-4-5");
    let answer = provider.anthropic().chat(&request, &mut |_| {}).await;
    let reason = "the provider did not answer with a stream".to_owned();
    assert_eq!(answer, Err(ModelFailure::Interrupted { reason }));
}
