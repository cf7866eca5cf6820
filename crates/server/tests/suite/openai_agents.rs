//! Agents that answer programs written for OpenAI.

use std::time::Duration;

use serde_json::{Value, json};
use steward_testkit::{TestDatabase, on_both};

use super::openai::{events, get, post, scripted};
use crate::support::TestServer;
use crate::support::model::Line;

/// Makes an agent whose model answers from the script; tells what programs call it.
pub(super) async fn agent(server: &TestServer, model: &str) -> String {
    let body = json!({"name": "Clerk", "model": model});
    let made = post(server, "/api/agents", &body).await.expect(201);
    format!("steward:{}", made["id"].as_str().unwrap())
}

fn text(response: &Value) -> &str {
    response["output"][0]["content"][0]["text"]
        .as_str()
        .unwrap()
}

#[test]
fn an_agent_answers_and_knows_what_was_said_before() {
    on_both(|database| async {
        let script = vec![
            Line::Agent("Hello, Ana."),
            Line::Agent("You are Ana."),
            Line::Agent("Who are you?"),
        ];
        let (server, model, name) = scripted(database, script).await;
        let agent = agent(&server, &name).await;
        let working = server.start_runtime().await;
        let first = json!({"model": agent, "input": "I am Ana."});
        let first = post(&server, "/v1/responses", &first).await.expect(200);
        assert_eq!(
            (text(&first), &first["status"]),
            ("Hello, Ana.", &json!("completed"))
        );
        let next =
            json!({"model": agent, "input": "Who am I?", "previous_response_id": first["id"]});
        let next = post(&server, "/v1/responses", &next).await.expect(200);
        assert_eq!(text(&next), "You are Ana.");
        assert!(model.asked()[1].to_string().contains("I am Ana."));
        // Without a response before it, the history is clean.
        let other = json!({"model": agent, "input": "Who am I?"});
        post(&server, "/v1/responses", &other).await.expect(200);
        let messages = model.asked()[2]["messages"].clone();
        let said = messages
            .as_array()
            .unwrap()
            .iter()
            .filter(|one| one["role"] == "assistant");
        assert_eq!(said.count(), 0, "{messages}");
        for response in [&first, &next] {
            let path = format!("/v1/responses/{}", response["id"].as_str().unwrap());
            server
                .delete(&path)
                .bearer(&server.ours.token)
                .send()
                .await
                .expect(200);
        }
        let left = "select count(*) from thread where correlation_key like 'api:%'";
        let left = server.database.data().value(left).await;
        assert_eq!(
            left,
            steward_testkit::Cell::Int(1),
            "the thread goes with its last response"
        );
        working.stop(Duration::from_secs(10)).await;
    });
}

#[test]
fn two_that_go_on_from_the_same_response_do_not_see_each_other() {
    on_both(|database| async {
        let said = ["Hello, Ana.", "A zeppelin.", "Nothing else."];
        let (server, model, name) = scripted(database, said.map(Line::Agent).to_vec()).await;
        let agent = agent(&server, &name).await;
        let working = server.start_runtime().await;
        let first = json!({"model": agent, "input": "I am Ana."});
        let first = post(&server, "/v1/responses", &first).await.expect(200);
        for input in ["What flies?", "What else?"] {
            let next = json!({"model": agent, "input": input, "previous_response_id": first["id"]});
            post(&server, "/v1/responses", &next).await.expect(200);
        }
        let asked = model.asked()[2].to_string();
        assert!(asked.contains("I am Ana.") && asked.contains("Hello, Ana."));
        assert!(!asked.contains("What flies?"), "{asked}");
        let threads = "select count(*) from thread where correlation_key like 'api:resp_%'";
        let threads = server.database.data().value(threads).await;
        assert_eq!(threads, steward_testkit::Cell::Int(2));
        working.stop(Duration::from_secs(10)).await;
    });
}

#[tokio::test]
async fn an_agents_answer_is_told_as_it_comes() {
    let (server, _, name) = scripted(TestDatabase::sqlite(), vec![Line::Agent("Hello.")]).await;
    let agent = agent(&server, &name).await;
    let _working = server.start_runtime().await;
    let body = json!({"model": agent, "input": "Hi", "stream": true});
    let told = events(&post(&server, "/v1/responses", &body).await);
    assert_eq!(told[0]["type"], "response.created");
    let last = told.last().unwrap();
    assert_eq!(
        (&last["type"], text(&last["response"])),
        (&json!("response.completed"), "Hello.")
    );
    let deltas = told
        .iter()
        .filter(|event| event["type"] == "response.output_text.delta");
    let said: String = deltas
        .map(|event| event["delta"].as_str().unwrap())
        .collect();
    assert_eq!(said, "Hello.");
}

#[test]
fn what_an_agent_is_told_in_passing_leaves_nothing() {
    on_both(|database| async {
        let script = vec![Line::Agent("Hello."), Line::Agent("Hello again.")];
        let (server, _, name) = scripted(database, script).await;
        let agent = agent(&server, &name).await;
        let working = server.start_runtime().await;
        let body = json!({"model": agent, "input": "My zeppelin is green.", "store": false});
        let made = post(&server, "/v1/responses", &body).await.expect(200);
        assert_eq!(text(&made), "Hello.");
        let path = format!("/v1/responses/{}", made["id"].as_str().unwrap());
        assert_eq!(get(&server, &path).await.status, 404);
        let chat = json!({"model": agent, "messages": [
            {"role": "user", "content": "I am Ana."}, {"role": "assistant", "content": "Hello."},
            {"role": "user", "content": "My zeppelin is green."},
        ]});
        let chat = post(&server, "/v1/chat/completions", &chat)
            .await
            .expect(200);
        assert_eq!(chat["choices"][0]["message"]["content"], "Hello again.");
        working.stop(Duration::from_secs(10)).await;
        let left = "select count(*) from thread where correlation_key like 'once:%'";
        let left = server.database.data().value(left).await;
        assert_eq!(left, steward_testkit::Cell::Int(0));
        let query = json!({"query": "zeppelin"});
        let found = post(&server, "/v1/agent/memory/search", &query).await;
        found.expect(200);
        assert!(!found.text().contains("zeppelin is green"), "{found}");
    });
}

#[tokio::test]
async fn an_agent_does_not_take_functions_of_the_caller() {
    let (server, _, _) = scripted(TestDatabase::sqlite(), vec![]).await;
    let function = json!({"type": "function", "name": "f", "function": {"name": "f"}});
    for (path, body) in [
        ("/v1/responses", json!({"input": "Hi"})),
        (
            "/v1/chat/completions",
            json!({"messages": [{"role": "user", "content": "Hi"}]}),
        ),
    ] {
        let mut body = body;
        body["model"] = json!("steward:assistant");
        body["tools"] = json!([function]);
        let refused = post(&server, path, &body).await.expect(400);
        assert_eq!(refused["error"]["param"], "tools", "{refused}");
    }
    let foreign = json!({"model": server.theirs.ids.model, "input": "Hi"});
    let refused = post(&server, "/v1/responses", &foreign).await.expect(404);
    assert_eq!(refused["error"]["code"], "model_not_found");
}

#[tokio::test]
async fn an_agent_that_waits_for_a_person_says_so() {
    let (server, model, name) = scripted(TestDatabase::sqlite(), vec![]).await;
    let arguments = json!({"contact_id": server.ours.ids.contact, "text": "Hello"});
    let call = json!({"name": "text_contact", "args": arguments});
    let wanted = json!({"messages": [], "tool_calls": [call]});
    model.goes_on([Line::Written(wanted.to_string())]);
    let body = json!({"name": "Texter", "model": name, "tools": ["text_contact"]});
    let made = post(&server, "/api/agents", &body).await.expect(201);
    let id = made["id"].as_str().unwrap();
    let mut body = body;
    body["revision"] = made["revision"].clone();
    body["send_mode"] = json!("autonomous");
    let put = server.put(&format!("/api/agents/{id}"));
    put.bearer(&server.ours.token)
        .json(&body)
        .send()
        .await
        .expect(200);
    let _working = server.start_runtime().await;
    let body = json!({"model": format!("steward:{id}"), "input": "Tell them.", "stream": true});
    let told = events(&post(&server, "/v1/responses", &body).await);
    let done = &told.last().unwrap()["response"];
    assert_eq!(done["status"], "completed", "{done}");
    assert!(text(done).contains("approve it: text_contact"), "{done}");
}
