//! Items that a program names instead of writing them out again.

use serde_json::json;
use steward_testkit::TestDatabase;

use super::openai::{get, post, scripted, weather};
use crate::support::model::Line;
use crate::support::tenant::add_member;

const OTHER: &str = "stw_another_owner_0123456789";

#[tokio::test]
async fn a_call_is_named_where_its_output_is_given() {
    let script = vec![
        Line::Call("call_1", "get_weather", json!({"city": "Rome"})),
        Line::Text(&["Sunny."]),
    ];
    let (server, model, name) = scripted(TestDatabase::sqlite(), script).await;
    let first = json!({"model": name, "input": "Weather?", "tools": [weather()]});
    let first = post(&server, "/v1/responses", &first).await.expect(200);
    let input = json!([
        {"role": "user", "content": "Weather?"},
        {"type": "item_reference", "id": first["output"][0]["id"]},
        {"type": "function_call_output", "call_id": "call_1", "output": "Sunny"},
    ]);
    let second = json!({"model": name, "input": input, "tools": [weather()]});
    let second = post(&server, "/v1/responses", &second).await.expect(200);
    assert_eq!(second["output"][0]["content"][0]["text"], "Sunny.");
    let asked = model.asked().pop().unwrap().to_string();
    assert!(asked.contains("Rome"), "{asked}");
}

#[tokio::test]
async fn what_was_said_in_a_conversation_is_named_without_a_type() {
    let script = vec![Line::Text(&["Blue."])];
    let (server, model, name) = scripted(TestDatabase::sqlite(), script).await;
    let said = json!({"type": "message", "role": "user", "content": "My boat is called Marmot."});
    let new = json!({"items": [said]});
    let made = post(&server, "/v1/conversations", &new).await.expect(200);
    let path = format!("/v1/conversations/{}/items", made["id"].as_str().unwrap());
    let items = get(&server, &path).await.expect(200);
    let input =
        json!([{"id": items["data"][0]["id"]}, {"role": "user", "content": "Which colour?"}]);
    let asked = json!({"model": name, "input": input});
    post(&server, "/v1/responses", &asked).await.expect(200);
    let asked = model.asked().pop().unwrap().to_string();
    assert!(asked.contains("Marmot"), "{asked}");
}

#[tokio::test]
async fn what_is_not_there_or_is_another_members_is_not_found() {
    let (server, _, name) = scripted(TestDatabase::sqlite(), vec![]).await;
    let role = steward_model::Role::Owner;
    add_member(&server.store, server.ours.org, role, OTHER).await;
    for id in [
        "msg_nowhere",
        &server.ours.ids.item,
        &server.theirs.ids.item,
    ] {
        let input = json!([{"type": "item_reference", "id": id}]);
        let body = json!({"model": name, "input": input});
        let asked = server.post("/v1/responses").bearer(OTHER).json(&body);
        let refused = asked.send().await.expect(404);
        assert_eq!(refused["error"]["code"], "item_not_found", "{id}");
        assert_eq!(refused["error"]["param"], "input", "{id}");
    }
}
