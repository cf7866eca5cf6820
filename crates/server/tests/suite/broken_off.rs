//! Answers that a provider breaks off, that are deleted while they are written, and that are asked for once more.

use http::StatusCode;
use serde_json::{Value, json};
use steward_testkit::TestDatabase;

use super::openai::{events, post};
use super::openai_agents::agent;
use super::openai_cut_short::{native, says};
use crate::support::TestServer;
use crate::support::model::{Line, ScriptedModel};
use crate::support::reading::Reading;

const HALF: &str = "The Danube";
const WHOLE: &[&str] = &["The Danube", " flows through Ulm."];
const OTHER: &[&str] = &["It is the", " Danube."];

/// Asks an agent whose provider breaks off once.
async fn asked(path: &str, then: &'static [&'static str]) -> Vec<Value> {
    let (server, agent) = native(vec![Line::Broken(HALF), Line::Text(then)]).await;
    let _working = server.start_runtime().await;
    let body = match path {
        "/api/chat" => says(&agent, "Which river?"),
        "/v1/responses" => {
            let body = json!({"model": agent, "stream": true, "input": "Which river?"});
            return events(&post(&server, path, &body).await);
        }
        _ => {
            let message = json!({"role": "user", "content": "Which river?"});
            json!({"model": agent, "stream": true, "messages": [message]})
        }
    };
    Reading::post(&server, path, &body).await.rest().await
}

fn deltas(events: &[Value]) -> Vec<&str> {
    let text = |event: &'static str| move |value: &&Value| value["type"] == event;
    let responses = events.iter().filter(text("response.output_text.delta"));
    let chats = events.iter().filter(text("text-delta"));
    let told = responses.chain(chats).map(|event| &event["delta"]);
    let chunks = events.iter();
    let chunks = chunks.map(|chunk| &chunk["choices"][0]["delta"]["content"]);
    let told = told.chain(chunks).filter_map(Value::as_str);
    told.filter(|text| !text.is_empty()).collect()
}

#[tokio::test]
async fn what_is_written_again_is_told_once() {
    for path in ["/v1/chat/completions", "/v1/responses", "/api/chat"] {
        let told = asked(path, WHOLE).await;
        assert_eq!(deltas(&told).concat(), WHOLE.concat(), "{path}: {told:?}");
    }
}

#[tokio::test]
async fn a_completion_that_would_be_another_fails() {
    let told = asked("/v1/chat/completions", OTHER).await;
    assert_eq!(deltas(&told), [HALF]);
    let last = told.last().unwrap();
    assert_eq!(last["error"]["type"], "server_error", "{told:?}");
}

#[tokio::test]
async fn a_response_that_became_another_is_told_whole() {
    let told = asked("/v1/responses", OTHER).await;
    assert_eq!(deltas(&told), [HALF]);
    let done = told
        .iter()
        .find(|event| event["type"] == "response.output_text.done");
    assert_eq!(done.unwrap()["text"], OTHER.concat());
    assert_eq!(told.last().unwrap()["type"], "response.completed");
}

#[tokio::test]
async fn a_chat_says_that_an_answer_begins_anew() {
    let told = asked("/api/chat", OTHER).await;
    let notice = told
        .iter()
        .position(|part| part["data"]["restarted"] == true);
    let (before, after) = told.split_at(notice.unwrap());
    assert_eq!(deltas(before), [HALF]);
    assert_eq!(deltas(after).concat(), OTHER.concat());
    let finish = told.last().unwrap();
    assert_eq!(finish["messageMetadata"]["text"], Value::Null, "{told:?}");
}

#[tokio::test]
async fn an_answer_that_is_shorter_the_second_time_is_told_as_it_is() {
    let told = asked("/api/chat", &["The"]).await;
    let notice = told
        .iter()
        .position(|part| part["data"]["restarted"] == true);
    let (before, after) = told.split_at(notice.unwrap());
    assert_eq!(
        (deltas(before), deltas(after)),
        (vec![HALF], vec!["The"]),
        "{told:?}"
    );
}

#[tokio::test]
async fn what_an_agent_says_in_json_is_told_as_it_is_written() {
    let json = &[
        "{\"messages\": [\"The Da",
        "nube flows.\", \" It is",
        " wide.\"], \"tool_calls\": []}",
    ];
    let (model, name) = ScriptedModel::start([Line::Paused(json)]).await;
    let server = TestServer::configured(TestDatabase::sqlite(), |config| {
        config.models.fallback = Some(name.clone());
    });
    let server = server.await;
    let agent = agent(&server, &name).await;
    let _working = server.start_runtime().await;
    let mut reading = Reading::post(&server, "/api/chat", &says(&agent, "Which river?")).await;
    reading.until("The Da").await;
    model.says_on(2);
    let told = reading.rest().await;
    assert_eq!(deltas(&told).concat(), "The Danube flows.\n\nIt is wide.");
    assert!(
        told.iter().all(|part| part["type"] != "data-notice"),
        "{told:?}"
    );
}

#[tokio::test]
async fn a_chat_that_is_deleted_in_mid_answer_ends_for_whoever_reads_it() {
    let (server, agent) = native(vec![Line::Silence("Well")]).await;
    let _working = server.start_runtime().await;
    let mut saying = Reading::post(&server, "/api/chat", &says(&agent, "Hi")).await;
    saying.until("Well").await;
    let mut reading = Reading::get(&server, "/api/chat/c-1/stream").await;
    reading.until("Well").await;
    let gone = server
        .delete("/api/conversations/c-1")
        .bearer(&server.ours.token);
    assert_eq!(gone.send().await.status, StatusCode::NO_CONTENT);
    for stream in [saying, reading] {
        let told = stream.rest().await;
        let last = told.last().unwrap();
        let ended = ["error", "finish"].iter().any(|kind| last["type"] == *kind);
        assert!(ended, "{told:?}");
    }
}

#[tokio::test]
async fn another_answer_takes_the_place_of_one_that_only_said_something() {
    let script = [WHOLE, OTHER, WHOLE].map(Line::Text);
    let (server, agent) = native(script.into()).await;
    let _working = server.start_runtime().await;
    let mut body = says(&agent, "Which river?");
    Reading::post(&server, "/api/chat", &body)
        .await
        .rest()
        .await;
    body["trigger"] = json!("regenerate-message");
    Reading::post(&server, "/api/chat", &body)
        .await
        .rest()
        .await;
    assert_eq!(shown(&server).await, ["Which river?", "It is the Danube."]);
    // What was said by hand a second time was said twice.
    let mut body = says(&agent, "Which river?");
    body["messages"][0]["id"] = json!("m2");
    Reading::post(&server, "/api/chat", &body)
        .await
        .rest()
        .await;
    let whole = WHOLE.concat();
    let all = ["Which river?", "It is the Danube.", "Which river?", &whole];
    assert_eq!(shown(&server).await, all);
}

async fn shown(server: &TestServer) -> Vec<String> {
    let read = server
        .get("/api/conversations/c-1")
        .bearer(&server.ours.token);
    let read = read.send().await.expect(200);
    let messages = read["messages"].as_array().unwrap().iter();
    let texts = messages.map(|message| message["parts"][0]["text"].as_str().unwrap().to_owned());
    texts.collect()
}
