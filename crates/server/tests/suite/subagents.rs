//! What sub-agents do is seen under the call that started them, while they are at work and later.

use serde_json::{Value, json};
use steward_testkit::TestDatabase;

use super::openai::{get, post};
use crate::support::TestServer;
use crate::support::model::{Line, ScriptedModel};
use crate::support::reading::Reading;

fn calls(name: &str, args: &Value) -> Line {
    let call = json!({"name": name, "args": args});
    Line::Written(json!({"messages": [], "tool_calls": [call]}).to_string())
}

/// A server with an agent that hands a task on, whose taker looks something up.
async fn handing_on() -> (TestServer, String) {
    let (_, name) = ScriptedModel::start([
        calls(
            "task",
            &json!({"agent": "digger", "task": "Look for a zeppelin."}),
        ),
        calls("memory_search", &json!({"query": "zeppelin"})),
        Line::Agent("There is none."),
        Line::Agent("I found none."),
    ])
    .await;
    let server = TestServer::configured(TestDatabase::sqlite(), |config| {
        config.models.fallback = Some(name.clone());
        let digger = json!({
            "name": "digger", "description": "Looks things up.", "prompt": "Look it up.",
            "tools": ["memory_search"],
        });
        config.subagents = vec![serde_json::from_value(digger).unwrap()];
    });
    let server = server.await;
    let body = json!({"name": "Clerk", "model": name, "tools": ["task", "memory_search"]});
    let agent = post(&server, "/api/agents", &body).await.expect(201);
    (server, agent["id"].as_str().unwrap().to_owned())
}

/// What a sub-agent called, by name, with its depth and what came of it.
fn nested(parts: &[Value]) -> Vec<(String, i64, bool)> {
    let nested = parts
        .iter()
        .filter(|part| part["type"] == "data-subagent" && part["data"]["depth"] != 0);
    let mut called: Vec<_> = nested
        .map(|part| {
            let (data, id) = (&part["data"], part["id"].as_str().unwrap());
            let done = data["event"]["state"] == "done";
            (id.to_owned(), data["depth"].as_i64().unwrap(), done)
        })
        .collect();
    called.retain(|(_, _, done)| *done);
    called
}

#[tokio::test]
async fn what_a_sub_agent_called_is_seen_live_and_later() {
    let (server, agent) = handing_on().await;
    let _working = server.start_runtime().await;
    let message =
        json!({"id": "m1", "role": "user", "parts": [{"type": "text", "text": "Zeppelin?"}]});
    let body = json!({"id": "c-1", "agent_id": agent, "messages": [message]});
    let told = Reading::post(&server, "/api/chat", &body)
        .await
        .rest()
        .await;
    let live = nested(&told);
    assert_eq!(live.len(), 1, "{told:?}");
    let detail = get(&server, "/api/conversations/c-1").await.expect(200);
    let parts = detail["messages"][1]["parts"].as_array().unwrap();
    assert_eq!(nested(parts), live, "{detail}");
    let found = parts
        .iter()
        .find(|part| part["type"] == "data-subagent")
        .unwrap();
    assert_eq!(found["data"]["event"]["tool"], "memory_search", "{found}");
    assert_ne!(found["data"]["event"]["result"], "", "{found}");
    // How it came about tells the same.
    let turn = detail["messages"][1]["id"].as_str().unwrap();
    let turn = get(&server, &format!("/api/turns/{turn}"))
        .await
        .expect(200);
    let steps = turn["steps"].as_array().unwrap();
    let reports = steps
        .iter()
        .find_map(|step| step["result"]["reports"].as_array());
    let inner = &reports.unwrap()[0]["inner"][0];
    assert_eq!(inner["tool"], "memory_search", "{turn}");
    assert!(
        found["id"]
            .as_str()
            .unwrap()
            .ends_with(inner["call_id"].as_str().unwrap())
    );
}
