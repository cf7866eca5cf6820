//! Answers that end before they are complete, and those that a model writes with blanks around them.

use serde_json::{Value, json};
use steward_testkit::TestDatabase;

use super::openai::{events, post, scripted};
use super::openai_agents::agent;
use crate::support::TestServer;
use crate::support::model::{Line, ScriptedModel};
use crate::support::reading::Reading;

const BLANKS: &[&str] = &["\n ", "Hello", " there. ", "\n"];

/// A server with an agent whose text is told as it is written.
pub(super) async fn native(script: Vec<Line>) -> (TestServer, String) {
    let (_, name) = ScriptedModel::start(script).await;
    let server = TestServer::configured(TestDatabase::sqlite(), |config| {
        config.models.fallback = Some(name.clone());
        config.models.native_tools = vec![name.clone()];
    });
    let server = server.await;
    let agent = agent(&server, &name).await;
    (server, agent)
}

pub(super) fn says(agent: &str, text: &str) -> Value {
    let message = json!({"id": "m1", "role": "user", "parts": [{"type": "text", "text": text}]});
    let agent = agent.strip_prefix("steward:").unwrap();
    json!({"id": "c-1", "agent_id": agent, "messages": [message]})
}

async fn switch_off(server: &TestServer) {
    let off = server.put("/api/flags/agents").bearer(&server.ours.token);
    let off = off.json(&json!({"enabled": false, "reason": "a test"}));
    off.send().await.expect(200);
}

#[tokio::test]
async fn an_agents_answer_is_told_as_it_is_kept_without_blanks_around_it() {
    let said = Line::Text(BLANKS);
    let (server, agent) = native(vec![said.clone(), said.clone(), said]).await;
    let _working = server.start_runtime().await;
    let body = json!({
        "model": agent, "stream": true, "messages": [{"role": "user", "content": "Hi"}],
    });
    let chat = Reading::post(&server, "/v1/chat/completions", &body).await;
    let chat = chat.rest().await;
    let told: String = chat
        .iter()
        .filter_map(|chunk| chunk["choices"][0]["delta"]["content"].as_str())
        .collect();
    assert_eq!(told, "Hello there.");
    assert_eq!(chat.last().unwrap()["choices"][0]["finish_reason"], "stop");

    let body = json!({"model": agent, "input": "Hi", "stream": true});
    let response = events(&post(&server, "/v1/responses", &body).await);
    let of = |kind: &str, field: &str| -> String {
        let events = response.iter().filter(|event| event["type"] == kind);
        events.filter_map(|event| event[field].as_str()).collect()
    };
    let told = of("response.output_text.delta", "delta");
    assert_eq!(told, of("response.output_text.done", "text"));
    assert_eq!(told, "Hello there.");

    let chat = Reading::post(&server, "/api/chat", &says(&agent, "Hi")).await;
    let chat = chat.rest().await;
    let finish = chat.last().unwrap();
    assert_eq!(finish["type"], "finish", "{chat:?}");
    assert_eq!(finish["messageMetadata"]["text"], Value::Null, "{chat:?}");
}

#[tokio::test]
async fn an_agent_that_is_switched_off_in_mid_answer_has_failed() {
    let (server, agent) = native(vec![Line::Silence("Well")]).await;
    let _working = server.start_runtime().await;
    let body = json!({"model": agent, "input": "Hi", "stream": true});
    let mut response = Reading::post(&server, "/v1/responses", &body).await;
    response.until("Well").await;
    switch_off(&server).await;
    let told = response.rest().await;
    let last = told.last().unwrap();
    assert_eq!(last["type"], "response.failed", "{last}");
    let output = &last["response"]["output"][0];
    assert_eq!(output["status"], "incomplete", "{last}");
    assert_eq!(output["content"][0]["text"], "Well", "{last}");
}

#[tokio::test]
async fn a_chat_tells_that_agents_were_switched_off_in_mid_answer() {
    let (server, agent) = native(vec![Line::Silence("Well")]).await;
    let _working = server.start_runtime().await;
    let mut chat = Reading::post(&server, "/api/chat", &says(&agent, "Hi")).await;
    chat.until("Well").await;
    switch_off(&server).await;
    let told = chat.rest().await;
    assert_eq!(told.last().unwrap()["type"], "error", "{told:?}");
}

#[tokio::test]
async fn a_chat_that_was_stopped_is_told_so() {
    let (server, agent) = native(vec![Line::Silence("Well")]).await;
    let _working = server.start_runtime().await;
    let mut chat = Reading::post(&server, "/api/chat", &says(&agent, "Hi")).await;
    chat.until("Well").await;
    let org = server.store.org(server.ours.org);
    let thread = org.chat(server.ours.owner, "c-1").await.unwrap().unwrap();
    let path = format!("/api/threads/{}/stop", thread.id);
    post(&server, &path, &json!({})).await.expect(200);
    let told = chat.rest().await;
    let kinds: Vec<&Value> = told.iter().map(|part| &part["type"]).collect();
    assert!(kinds.contains(&&json!("abort")), "{told:?}");
    assert_eq!(told.last().unwrap()["finishReason"], "other", "{told:?}");
}

#[tokio::test]
async fn what_a_provider_says_about_its_refusal_is_not_told_to_programs() {
    let (server, agent) = native(vec![]).await;
    let _working = server.start_runtime().await;
    let body = json!({"model": agent, "input": "Hi"});
    let refused = post(&server, "/v1/responses", &body).await;
    assert_eq!(refused.expect(502)["error"]["code"], "model_refused");
    assert!(!refused.text().contains("no line left"), "{refused}");
    let chat = Reading::post(&server, "/api/chat", &says(&agent, "Hi")).await;
    let told = chat.rest().await;
    let error = told.last().unwrap();
    assert_eq!(error["type"], "error", "{told:?}");
    assert!(!error.to_string().contains("no line left"), "{error}");
}

#[tokio::test]
async fn a_stream_that_was_cancelled_has_not_failed() {
    let script = vec![Line::Silence("Well")];
    let (server, _, name) = scripted(TestDatabase::sqlite(), script).await;
    let body = json!({"model": name, "input": "Hi", "stream": true});
    let mut response = Reading::post(&server, "/v1/responses", &body).await;
    response.until("Well").await;
    let (id, _) = response.told().split_once("resp_").unwrap().1.split_at(32);
    let path = format!("/v1/responses/resp_{id}/cancel");
    post(&server, &path, &json!({})).await.expect(200);
    let told = response.rest().await;
    let last = told.last().unwrap();
    assert_eq!(last["type"], "response.incomplete", "{last}");
    assert_eq!(last["response"]["status"], "cancelled", "{last}");
    assert_eq!(last["sequence_number"], told.len() - 1, "{last}");
}
