//! What is said in private stays so, however a program comes back to it.

use std::time::Duration;

use serde_json::{Value, json};
use steward_testkit::{Cell, TestDatabase, on_both};

use super::openai::{get, post, scripted};
use super::openai_agents::agent;
use crate::support::TestServer;
use crate::support::model::Line;

const SAID: &str = "My zeppelin is green.";

/// A private conversation with something in it; tells its id and that of the item.
async fn private(server: &TestServer) -> (Value, Value) {
    let said = json!({"type": "message", "role": "user", "content": SAID});
    let new = json!({"private": true, "items": [said]});
    let made = post(server, "/v1/conversations", &new).await.expect(200);
    let path = format!("/v1/conversations/{}/items", made["id"].as_str().unwrap());
    let items = get(server, &path).await.expect(200);
    (made["id"].clone(), items["data"][0]["id"].clone())
}

async fn is_remembered(server: &TestServer) -> bool {
    let query = json!({"query": "zeppelin"});
    let found = post(server, "/v1/agent/memory/search", &query).await;
    found.expect(200);
    found.text().contains("zeppelin is green")
}

#[test]
fn what_goes_on_from_a_private_conversation_is_not_remembered() {
    on_both(|database| async {
        let again = Line::Text(&["Your zeppelin is green."]);
        let script = vec![again.clone(), again.clone(), again, Line::Agent("Green.")];
        let (server, _, name) = scripted(database, script).await;
        let agent = agent(&server, &name).await;
        let working = server.start_runtime().await;
        let (conversation, _) = private(&server).await;
        let first = json!({"model": name, "input": "Colour?", "conversation": conversation});
        let mut last = post(&server, "/v1/responses", &first).await.expect(200);
        for model in [&name, &name, &agent] {
            let next = json!({"model": model, "input": "And?", "previous_response_id": last["id"]});
            last = post(&server, "/v1/responses", &next).await.expect(200);
        }
        working.stop(Duration::from_secs(10)).await;
        assert!(!is_remembered(&server).await);
        let open = "select count(*) from thread where correlation_key like 'api:%' and private = 0";
        assert_eq!(server.database.data().value(open).await, Cell::Int(0));
    });
}

#[test]
fn what_was_said_in_private_is_not_remembered_where_it_is_named() {
    on_both(|database| async {
        let again = Line::Text(&["Your zeppelin is green."]);
        let script = vec![again.clone(), again];
        let (server, _, name) = scripted(database, script).await;
        let (_, item) = private(&server).await;
        let named = json!({"type": "item_reference", "id": item});
        let input = json!([named, {"role": "user", "content": "Colour?"}]);
        let first = json!({"model": name, "input": input});
        let first = post(&server, "/v1/responses", &first).await.expect(200);
        // What it says of it is named in turn.
        let named = json!({"type": "item_reference", "id": first["output"][0]["id"]});
        let input = json!([named, {"role": "user", "content": "Really?"}]);
        let second = json!({"model": name, "input": input});
        post(&server, "/v1/responses", &second).await.expect(200);
        assert!(!is_remembered(&server).await);
    });
}

#[tokio::test]
async fn in_private_an_agent_has_nothing_to_write_down_with() {
    let script = vec![Line::Agent("Yes."); 3];
    let (server, model, name) = scripted(TestDatabase::sqlite(), script).await;
    let tools = [
        "archival_insert",
        "memory_append",
        "write_file",
        "memory_search",
    ];
    let body = json!({"name": "Clerk", "model": name, "tools": tools});
    let agent = post(&server, "/api/agents", &body).await.expect(201);
    let agent = format!("steward:{}", agent["id"].as_str().unwrap());
    let _working = server.start_runtime().await;
    let (conversation, _) = private(&server).await;
    for more in [
        json!({}),
        json!({"store": false}),
        json!({"conversation": conversation}),
    ] {
        let mut body = json!({"model": agent, "input": "Remember my zeppelin."});
        let fields = more.as_object().unwrap().clone();
        let is_open = fields.is_empty();
        body.as_object_mut().unwrap().extend(fields);
        post(&server, "/v1/responses", &body).await.expect(200);
        let asked = model.asked().last().unwrap().to_string();
        for (tool, offered) in tools.into_iter().zip([is_open, is_open, is_open, true]) {
            assert_eq!(asked.contains(tool), offered, "{tool} with {more}");
        }
    }
}

#[tokio::test]
async fn what_was_said_in_private_is_not_taken_into_a_conversation_that_is_not() {
    let (server, _, name) = scripted(TestDatabase::sqlite(), vec![]).await;
    let (_, item) = private(&server).await;
    let open = post(&server, "/v1/conversations", &json!({})).await;
    let input = json!([{"type": "item_reference", "id": item}]);
    let asked = json!({"model": name, "input": input, "conversation": open.expect(200)["id"]});
    let refused = post(&server, "/v1/responses", &asked).await.expect(400);
    assert_eq!(refused["error"]["param"], "input", "{refused}");
}

#[tokio::test]
async fn a_conversation_does_not_become_private_later() {
    let (server, _, _) = scripted(TestDatabase::sqlite(), vec![]).await;
    let made = post(&server, "/v1/conversations", &json!({})).await;
    let path = format!(
        "/v1/conversations/{}",
        made.expect(200)["id"].as_str().unwrap()
    );
    let body = json!({"metadata": {}, "private": true});
    let refused = post(&server, &path, &body).await.expect(400);
    assert_eq!(refused["error"]["param"], "private", "{refused}");
}
