//! Answers that are read on by who comes back while they are written, or after it.

use std::time::Duration;

use serde_json::{Value, json};
use steward_testkit::{TestDatabase, on_both};

use super::openai::{events, get, post};
use super::openai_agents::agent;
use crate::support::TestServer;
use crate::support::model::{Line, ScriptedModel};
use crate::support::reading::Reading;

const PIECES: &[&str] = &["The Danube ", "flows through ", "Ulm."];
const WHOLE: &str = "The Danube flows through Ulm.";

/// A server whose one model writes its words as they come, and calls by its provider's own protocol.
async fn native(database: TestDatabase, script: Vec<Line>) -> (TestServer, ScriptedModel, String) {
    let (model, name) = ScriptedModel::start(script).await;
    let server = TestServer::configured(database, |config| {
        config.models.fallback = Some(name.clone());
        config.models.native_tools = vec![name.clone()];
    });
    (server.await, model, name)
}

/// Events up to and with the one after which this much of the text was told.
async fn until_said(reading: &mut Reading, text: &str) -> Vec<Value> {
    let mut events = Vec::new();
    while said(&events) != text {
        let next = reading.next().await;
        events.push(next.unwrap_or_else(|| panic!("not said: {events:?}")));
    }
    events
}

fn said(events: &[Value]) -> String {
    let pieces = events.iter().filter(|event| {
        ["text-delta", "response.output_text.delta"].contains(&event["type"].as_str().unwrap())
    });
    pieces.filter_map(|event| event["delta"].as_str()).collect()
}

fn says(agent: &str) -> Value {
    let message =
        json!({"id": "m1", "role": "user", "parts": [{"type": "text", "text": "Where?"}]});
    let agent = agent.trim_start_matches("steward:");
    json!({"id": "c-1", "agent_id": agent, "messages": [message]})
}

#[test]
fn who_comes_back_to_a_chat_reads_what_was_said_and_then_the_rest() {
    on_both(|database| async {
        let (server, model, name) = native(database, vec![Line::Paused(PIECES)]).await;
        let agent = agent(&server, &name).await;
        let working = server.start_runtime().await;
        let mut first = Reading::post(&server, "/api/chat", &says(&agent)).await;
        until_said(&mut first, "The Danube").await;

        let mut back = Reading::get(&server, "/api/chat/c-1/stream").await;
        let mut told = until_said(&mut back, "The Danube").await;
        let kinds: Vec<&Value> = told.iter().map(|part| &part["type"]).collect();
        assert_eq!(kinds, ["start", "start-step", "text-start", "text-delta"]);
        model.says_on(2);
        told.extend(back.rest().await);
        assert_eq!(said(&told), WHOLE, "{told:?}");
        let finish = told.last().unwrap();
        assert_eq!(finish["type"], "finish", "{told:?}");
        assert_eq!(finish["messageMetadata"]["text"], Value::Null, "{finish}");
        assert_eq!(first.rest().await.last(), Some(finish));
        let left = get(&server, "/api/chat/c-1/stream").await;
        assert_eq!(left.status, 204, "{left}");
        working.stop(Duration::from_secs(10)).await;
    });
}

#[test]
fn a_chat_is_read_on_across_a_call() {
    on_both(|database| async {
        let lookup = Line::Call("call_1", "conversation_search", json!({"query": "Ulm"}));
        let script = vec![lookup, Line::Paused(PIECES)];
        let (server, model, name) = native(database, script).await;
        let agent = agent(&server, &name).await;
        let working = server.start_runtime().await;
        let mut first = Reading::post(&server, "/api/chat", &says(&agent)).await;
        let heard = until_said(&mut first, "The Danube").await;
        let mut back = Reading::get(&server, "/api/chat/c-1/stream").await;
        let told = until_said(&mut back, "The Danube").await;
        assert_eq!(told, heard, "who comes back reads what the others read");
        let calls = told.iter().filter(|part| part["toolCallId"].is_string());
        assert_eq!(calls.count(), 2, "the call and what came of it: {told:?}");
        model.says_on(2);
        assert_eq!(said(&back.rest().await), " flows through Ulm.");
        working.stop(Duration::from_secs(10)).await;
    });
}

#[test]
fn a_response_is_read_on_from_any_of_its_events() {
    on_both(|database| async {
        let (server, model, name) = native(database, vec![Line::Paused(PIECES)]).await;
        let asked = json!({"model": name, "input": "Where?", "stream": true, "background": true});
        let mut first = Reading::post(&server, "/v1/responses", &asked).await;
        let mut told = until_said(&mut first, "The Danube ").await;
        let id = told[0]["response"]["id"].as_str().unwrap().to_owned();
        let path = format!("/v1/responses/{id}?stream=true");
        // The connection is lost: what is kept is written all the same.
        drop(first);
        let after = format!("{path}&starting_after=2");
        let mut back = Reading::get(&server, &after).await;
        let heard = until_said(&mut back, "The Danube ").await;
        assert_eq!(heard, told[3..]);
        // What is not written yet cannot be gone on from.
        let next = json!({"model": name, "input": "And then?", "previous_response_id": id});
        let refused = post(&server, "/v1/responses", &next).await.expect(400);
        assert_eq!(refused["error"]["code"], "previous_response_in_progress");
        assert_never_told(&server, &path, 99).await;
        model.says_on(1);
        told.extend(until_said(&mut back, "flows through ").await);
        model.says_on(1);
        told.extend(back.rest().await);
        assert_eq!(said(&told), WHOLE);
        let numbers: Vec<u64> = told
            .iter()
            .filter_map(|event| event["sequence_number"].as_u64())
            .collect();
        assert_eq!(numbers, (0..told.len() as u64).collect::<Vec<_>>());

        // Whoever comes when it has ended reads the same.
        let again = events(&get(&server, &path).await);
        assert_eq!(again, told);
        let last = told.last().unwrap();
        assert_eq!(last["type"], "response.completed");
        let rest = Reading::get(&server, &format!("{path}&starting_after=4")).await;
        assert_eq!(rest.rest().await, told[5..]);
        let end = format!("{path}&starting_after={}", told.len() - 1);
        let end = Reading::get(&server, &end).await.rest().await;
        assert_eq!(end, Vec::<Value>::new());
        for beyond in [told.len(), 99] {
            assert_never_told(&server, &path, beyond).await;
        }
    });
}

/// Whoever begins after an event that there is not is told so, and not another end.
async fn assert_never_told(server: &TestServer, path: &str, number: usize) {
    let refused = get(server, &format!("{path}&starting_after={number}")).await;
    let error = &refused.expect(400)["error"];
    assert_eq!(error["param"], "starting_after", "{error}");
    assert_eq!(error["type"], "invalid_request_error", "{error}");
}

#[tokio::test]
async fn a_response_that_ended_badly_is_told_as_it_ended() {
    let script = vec![Line::Silence("Well, ")];
    let (server, _, name) = native(TestDatabase::sqlite(), script).await;
    let asked = json!({"model": name, "input": "Where?", "stream": true});
    let mut first = Reading::post(&server, "/v1/responses", &asked).await;
    let told = until_said(&mut first, "Well, ").await;
    let id = told[0]["response"]["id"].as_str().unwrap();
    let path = format!("/v1/responses/{id}");
    let back = Reading::get(&server, &format!("{path}?stream=true&starting_after=0")).await;
    let cancelled = post(&server, &format!("{path}/cancel"), &json!({})).await;
    assert_eq!(cancelled.expect(200)["status"], "cancelled");
    for reading in [first, back] {
        let rest = reading.rest().await;
        let last = rest.last().unwrap();
        assert_eq!(last["type"], "response.incomplete", "{last}");
        assert_eq!(last["response"]["status"], "cancelled", "{last}");
    }
    // Nobody knows how much was told of it: who heard this much is told how it ended.
    let heard = format!("{path}?stream=true&starting_after={}", told.len() - 1);
    let rest = Reading::get(&server, &heard).await.rest().await;
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!(rest[0]["response"]["status"], "cancelled", "{rest:?}");
    assert_eq!(rest[0]["sequence_number"], told.len(), "{rest:?}");
    let foreign = server
        .get(&format!("{path}?stream=true"))
        .bearer(&server.theirs.token);
    assert_eq!(foreign.send().await.status, 404);
    let strange = get(&server, &format!("{path}?stream=maybe")).await;
    assert_eq!(strange.expect(400)["error"]["param"], "stream");
}
