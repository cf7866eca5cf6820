//! Answers that are long in coming: whoever waits hears theirs, and none of before.

use std::time::Duration;

use serde_json::{Value, json};
use steward_testkit::on_both;

use super::openai::{events, post, scripted};
use super::openai_agents::agent;
use crate::support::TestServer;
use crate::support::model::Line;

fn script() -> Vec<Line> {
    vec![Line::Agent("The first."), Line::Late("The second.")]
}

fn deltas(told: &[Value], kind: &str) -> String {
    let told = told.iter().filter(|event| event["type"] == kind);
    told.filter_map(|event| event["delta"].as_str()).collect()
}

#[test]
fn a_response_that_goes_on_from_another_is_only_its_own_answer() {
    on_both(|database| async {
        let (server, _, name) = scripted(database, script()).await;
        let agent = agent(&server, &name).await;
        let working = server.start_runtime().await;
        let first = json!({"model": agent, "input": "One"});
        let first = post(&server, "/v1/responses", &first).await.expect(200);
        let next = json!({
            "model": agent, "input": "Two", "previous_response_id": first["id"], "stream": true,
        });
        let told = events(&post(&server, "/v1/responses", &next).await);
        let done = told.last().unwrap();
        assert_eq!(done["type"], "response.completed", "{done}");
        let text = &done["response"]["output"][0]["content"][0]["text"];
        assert_eq!(text, "The second.", "{done}");
        assert_eq!(deltas(&told, "response.output_text.delta"), "The second.");
        working.stop(Duration::from_secs(10)).await;
    });
}

#[test]
fn an_answer_in_a_conversation_is_only_its_own() {
    on_both(|database| async {
        let (server, _, name) = scripted(database, script()).await;
        let agent = agent(&server, &name).await;
        let working = server.start_runtime().await;
        let made = post(&server, "/v1/conversations", &json!({})).await;
        let conversation = made.expect(200)["id"].clone();
        let mut texts = Vec::new();
        for input in ["One", "Two"] {
            let body = json!({"model": agent, "input": input, "conversation": conversation});
            let told = post(&server, "/v1/responses", &body).await.expect(200);
            texts.push(told["output"][0]["content"][0]["text"].clone());
        }
        assert_eq!(texts, ["The first.", "The second."]);
        working.stop(Duration::from_secs(10)).await;
    });
}

async fn say(server: &TestServer, agent: &str, message: &str, text: &str) -> Vec<Value> {
    let part = json!({"type": "text", "text": text});
    let message = json!({"id": message, "role": "user", "parts": [part]});
    let agent = agent.trim_start_matches("steward:");
    let body = json!({"id": "c-1", "agent_id": agent, "messages": [message]});
    let told = post(server, "/api/chat", &body).await;
    let text = told.text();
    let lines = text
        .split("\n\n")
        .filter_map(|line| line.strip_prefix("data: "));
    let parts = lines.filter(|line| *line != "[DONE]");
    parts
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_chat_tells_an_answer_once() {
    on_both(|database| async {
        let (server, _, name) = scripted(database, script()).await;
        let agent = agent(&server, &name).await;
        let working = server.start_runtime().await;
        let first = say(&server, &agent, "m1", "One").await;
        assert_eq!(deltas(&first, "text-delta"), "The first.", "{first:?}");
        let second = say(&server, &agent, "m2", "Two").await;
        assert_eq!(deltas(&second, "text-delta"), "The second.", "{second:?}");
        let begun = second.iter().filter(|part| part["type"] == "start");
        assert_eq!(begun.count(), 1, "{second:?}");
        working.stop(Duration::from_secs(10)).await;
    });
}

#[test]
fn a_message_that_was_edited_is_another_one() {
    on_both(|database| async {
        let (server, model, name) = scripted(database, script()).await;
        let agent = agent(&server, &name).await;
        let working = server.start_runtime().await;
        say(&server, &agent, "m1", "Rome or Oslo?").await;
        let edited = say(&server, &agent, "m1", "Rome or Lima?").await;
        assert_eq!(deltas(&edited, "text-delta"), "The second.", "{edited:?}");
        assert!(model.asked()[1].to_string().contains("Lima"));
        working.stop(Duration::from_secs(10)).await;
    });
}
