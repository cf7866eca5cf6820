//! Responses whose writer was killed.

use std::time::Duration;

use serde_json::{Value, json};
use steward_store::{NewResponse, StoredResponse};
use steward_testkit::{TestDatabase, on_both};

use super::openai::{events_from, get, post, scripted};
use super::openai_agents::agent;
use crate::support::TestServer;
use crate::support::model::Line;

/// Longer than any writer is silent.
const LONG: Duration = Duration::from_secs(60);
const LEFT: &str = "resp_left";

async fn stored(server: &TestServer, response: &Value) -> StoredResponse {
    let (org, member) = (server.store.org(server.ours.org), server.ours.owner);
    let id = response["id"].as_str().unwrap();
    org.response(member, id).await.unwrap().unwrap()
}

/// Puts down a response like this one as its writer would have left it.
async fn leave(server: &TestServer, like: &Value) {
    let like = stored(server, like).await;
    let mut body: Value = serde_json::from_slice(&like.body).unwrap();
    let response = &mut body["response"];
    response["id"] = json!(LEFT);
    response["status"] = json!("in_progress");
    response["output"] = json!([]);
    response["usage"] = Value::Null;
    let left = NewResponse {
        id: LEFT.into(),
        thread_id: like.thread_id,
        conversation_id: None,
        body: body.to_string().into_bytes(),
    };
    let org = server.store.org(server.ours.org);
    org.begin_response(server.ours.owner, left).await.unwrap();
}

async fn read(server: &TestServer) -> Value {
    let path = format!("/v1/responses/{LEFT}");
    get(server, &path).await.expect(200)
}

#[test]
fn what_an_agent_said_is_given_to_the_response_that_waits_for_it() {
    on_both(|database| async {
        let (server, _, name) = scripted(database, vec![Line::Agent("Hello, Ana.")]).await;
        let agent = agent(&server, &name).await;
        let working = server.start_runtime().await;
        let asked = json!({"model": agent, "input": "I am Ana."});
        let told = post(&server, "/v1/responses", &asked).await.expect(200);
        leave(&server, &told).await;
        assert_eq!(read(&server).await["status"], "in_progress");
        server.pass(LONG);
        let found = read(&server).await;
        assert_eq!(found["status"], "completed", "{found}");
        let text = |response: &Value| response["output"][0]["content"].clone();
        assert_eq!(text(&found), text(&told));
        assert_eq!(found["usage"], told["usage"]);
        assert_eq!(read(&server).await, found, "it is told once");
        assert_told_to_its_end(&server, 0, &["response.in_progress"]).await;
        // Whoever heard pieces of it gets it whole, however many they were.
        assert_told_to_its_end(&server, 4, &[]).await;
        assert_told_to_its_end(&server, 40, &[]).await;
        let path = format!("/v1/responses/{}/cancel", found["id"].as_str().unwrap());
        post(&server, &path, &json!({})).await.expect(400);
        working.stop(Duration::from_secs(10)).await;
    });
}

/// Reads on after an event: these come first, then how it ended, each with the next number.
async fn assert_told_to_its_end(server: &TestServer, after: u64, first: &[&str]) {
    let path = format!("/v1/responses/{LEFT}?stream=true&starting_after={after}");
    let told = events_from(&get(server, &path).await, after + 1);
    let kinds: Vec<_> = told.iter().map(|event| &event["type"]).collect();
    let ending = [
        "response.output_text.done",
        "response.content_part.done",
        "response.output_item.done",
        "response.completed",
    ];
    assert_eq!(kinds[..first.len()], *first, "{kinds:?}");
    assert_eq!(kinds[kinds.len() - ending.len()..], ending, "{kinds:?}");
}

#[tokio::test]
async fn an_agent_that_has_not_answered_yet_still_does() {
    let (server, _, name) = scripted(TestDatabase::sqlite(), vec![]).await;
    let agent = agent(&server, &name).await;
    let asked = json!({"model": agent, "input": "Hi", "background": true});
    let begun = post(&server, "/v1/responses", &asked).await.expect(200);
    leave(&server, &begun).await;
    server.pass(LONG);
    assert_eq!(read(&server).await["status"], "in_progress");
}

#[tokio::test]
async fn what_a_model_was_about_to_say_is_lost() {
    let script = vec![Line::Text(&["Hello."])];
    let (server, _, name) = scripted(TestDatabase::sqlite(), script).await;
    let asked = json!({"model": name, "input": "Hi"});
    let told = post(&server, "/v1/responses", &asked).await.expect(200);
    leave(&server, &told).await;
    assert_eq!(read(&server).await["status"], "in_progress");
    server.pass(LONG);
    let found = read(&server).await;
    assert_eq!(found["status"], "failed", "{found}");
    assert_eq!(found["error"]["code"], "server_error", "{found}");
}
