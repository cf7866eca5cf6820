//! Conversations that programs written for OpenAI keep.

use std::time::Duration;

use serde_json::{Value, json};
use steward_model::Role;
use steward_testkit::{TestDatabase, on_both};

use super::openai::{get, post, scripted};
use crate::support::model::Line;
use crate::support::tenant::add_member;
use crate::support::{TestServer, sqlite};

async fn create(server: &TestServer, body: &Value) -> String {
    let made = post(server, "/v1/conversations", body).await.expect(200);
    assert_eq!(made["object"], "conversation", "{made}");
    made["id"].as_str().unwrap().to_owned()
}

async fn delete(server: &TestServer, path: &str) -> u16 {
    let request = server.delete(path).bearer(&server.ours.token);
    request.send().await.status.as_u16()
}

fn said(text: &str) -> Value {
    json!({"type": "message", "role": "user", "content": text})
}

/// `one`, `two` and `three`, from either end.
async fn assert_paged(server: &TestServer, items: &str) {
    let page = async |query: &str| {
        let path = format!("{items}?{query}");
        let page = get(server, &path).await.expect(200);
        let text = page["data"][0]["content"][0]["text"].clone();
        (text, page["has_more"].clone(), page["last_id"].clone())
    };
    let (text, more, last) = page("limit=2").await;
    assert_eq!((text, more), (json!("three"), json!(true)));
    let rest = format!("limit=2&after={}", last.as_str().unwrap());
    let (text, more, _) = page(&rest).await;
    assert_eq!((text, more), (json!("one"), json!(false)));
    assert_eq!(page("order=asc&limit=1").await.0, "one");
}

#[test]
fn a_conversation_is_kept_changed_paged_and_deleted() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let id = create(
            &server,
            &json!({"items": [said("one")], "metadata": {"a": "b"}}),
        )
        .await;
        let path = format!("/v1/conversations/{id}");
        assert_eq!(
            get(&server, &path).await.expect(200)["metadata"],
            json!({"a": "b"})
        );
        let changed = post(&server, &path, &json!({"metadata": {"c": "d"}}))
            .await
            .expect(200);
        assert_eq!(changed["metadata"], json!({"c": "d"}));
        let more = json!({"items": [said("two"), said("three")]});
        let added = post(&server, &format!("{path}/items"), &more)
            .await
            .expect(200);
        assert_eq!(added["data"].as_array().unwrap().len(), 2);
        assert_eq!(
            added["data"][0]["content"][0],
            json!({"type": "input_text", "text": "two"})
        );
        assert_paged(&server, &format!("{path}/items")).await;
        let item = format!("{path}/items/{}", added["first_id"].as_str().unwrap());
        assert_eq!(get(&server, &item).await.expect(200), added["data"][0]);
        assert_eq!(delete(&server, &item).await, 200);
        assert_eq!(get(&server, &item).await.status, 404);
        let list = get(&server, "/v1/conversations?limit=1").await.expect(200);
        assert_eq!(list["data"][0]["id"], id.as_str(), "{list}");
        assert_eq!(list["has_more"], true);
        assert_eq!(delete(&server, &path).await, 200);
        assert_eq!(get(&server, &path).await.status, 404);
        assert_eq!(get(&server, &format!("{path}/items")).await.status, 404);
    });
}

#[tokio::test]
async fn a_conversation_can_be_begun_without_a_word() {
    let server = sqlite().await;
    let begin = || server.post("/v1/conversations").bearer(&server.ours.token);
    for request in [begin(), begin().body("application/json", Vec::new())] {
        let made = request.send().await.expect(200);
        assert_eq!(made["metadata"], json!({}), "{made}");
        let items = format!("/v1/conversations/{}/items", made["id"].as_str().unwrap());
        assert_eq!(get(&server, &items).await.expect(200)["data"], json!([]));
    }
    // What is there must still be JSON, and said to be.
    let other = begin().body("text/plain", b"{}".to_vec()).send().await;
    assert_eq!(other.status, 415, "{other}");
    let broken = begin().body("application/json", b"{".to_vec()).send().await;
    assert_eq!(broken.status, 400, "{broken}");
}

#[tokio::test]
async fn what_is_noted_of_a_conversation_is_said_even_if_it_is_nothing() {
    let server = sqlite().await;
    let id = create(&server, &json!({"metadata": {"a": "b"}})).await;
    let path = format!("/v1/conversations/{id}");
    let refused = post(&server, &path, &json!({})).await.expect(400);
    assert_eq!(refused["error"]["param"], "metadata", "{refused}");
    let emptied = post(&server, &path, &json!({"metadata": null})).await;
    assert_eq!(emptied.expect(200)["metadata"], json!({}));
}

#[tokio::test]
async fn a_conversation_is_its_members_own() {
    const OTHER: &str = "stw_another_owner_0123456789";
    let server = sqlite().await;
    add_member(&server.store, server.ours.org, Role::Owner, OTHER).await;
    let (conversation, item) = (&server.ours.ids.conversation, &server.ours.ids.item);
    for path in [
        format!("/v1/conversations/{conversation}"),
        format!("/v1/conversations/{conversation}/items"),
        format!("/v1/conversations/{conversation}/items/{item}"),
        format!("/v1/responses/{}", server.ours.ids.response),
    ] {
        assert_eq!(get(&server, &path).await.status, 200, "{path}");
        let other = server.get(&path).bearer(OTHER).send().await.expect(404);
        assert_eq!(other["error"]["code"], "not_found", "{path}");
    }
    let list = server.get("/v1/conversations").bearer(OTHER).send().await;
    assert_eq!(list.expect(200)["data"], json!([]));
}

#[tokio::test]
async fn several_are_deleted_at_once_and_others_are_not_there() {
    let server = sqlite().await;
    let (one, theirs) = (
        create(&server, &json!({})).await,
        &server.theirs.ids.conversation,
    );
    let chat = &server.ours.ids.chat;
    let body = json!({"ids": [one, theirs, chat]});
    let told = post(&server, "/v1/conversations/batch-delete", &body)
        .await
        .expect(200);
    let deleted: Vec<bool> = told["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["deleted"].as_bool().unwrap())
        .collect();
    assert_eq!(deleted, [true, false, false]);
    assert_eq!(told["data"][1]["error"], "not_found");
    let theirs = format!("/v1/conversations/{theirs}");
    let there = server
        .get(&theirs)
        .bearer(&server.theirs.token)
        .send()
        .await;
    assert_eq!(there.status, 200);
}

#[tokio::test]
async fn chats_with_the_assistant_are_not_there_by_any_name() {
    let server = sqlite().await;
    let listed = get(&server, "/v1/conversations").await;
    let chat = get(
        &server,
        &format!("/api/conversations/{}", server.ours.ids.chat),
    )
    .await;
    let thread = chat.expect(200)["conversation"]["thread_id"]
        .as_str()
        .unwrap()
        .to_owned();
    for name in [&server.ours.ids.chat, &thread, &server.ours.ids.thread] {
        assert!(!listed.text().contains(name.as_str()));
        let path = format!("/v1/conversations/{name}");
        assert_eq!(get(&server, &path).await.status, 404);
        assert_eq!(get(&server, &format!("{path}/items")).await.status, 404);
        assert_eq!(
            post(&server, &path, &json!({"metadata": {}})).await.status,
            404
        );
        let items = json!({"items": [said("x")]});
        assert_eq!(
            post(&server, &format!("{path}/items"), &items).await.status,
            404
        );
        assert_eq!(delete(&server, &path).await, 404);
    }
    get(
        &server,
        &format!("/api/conversations/{}", server.ours.ids.chat),
    )
    .await
    .expect(200);
}

#[test]
fn a_response_is_part_of_its_conversation() {
    on_both(|database| async {
        let script = vec![Line::Text(&["Blue."]), Line::Text(&["Unheard."])];
        let (server, model, name) = scripted(database, script).await;
        let id = create(&server, &json!({"items": [said("My colour is blue.")]})).await;
        let body = json!({"model": name, "input": "Which?", "conversation": id});
        let made = post(&server, "/v1/responses", &body).await.expect(200);
        assert_eq!(made["conversation"]["id"], id.as_str());
        let asked = model.asked()[0]["messages"].to_string();
        assert!(asked.contains("My colour is blue."), "{asked}");
        let path = format!("/v1/conversations/{id}");
        let items = async || {
            let items = get(&server, &format!("{path}/items?order=asc"))
                .await
                .expect(200);
            items["data"].as_array().unwrap().len()
        };
        assert_eq!(items().await, 3);
        let body =
            json!({"model": name, "input": "And?", "conversation": {"id": id}, "store": false});
        post(&server, "/v1/responses", &body).await.expect(200);
        assert_eq!(items().await, 3, "what is not stored adds nothing");
        assert_eq!(delete(&server, &path).await, 200);
        let response = format!("/v1/responses/{}", made["id"].as_str().unwrap());
        assert_eq!(get(&server, &response).await.status, 404);
    });
}

#[tokio::test]
async fn a_private_conversation_is_not_remembered() {
    let (server, _, name) = scripted(TestDatabase::sqlite(), vec![Line::Text(&["Noted."])]).await;
    let id = create(
        &server,
        &json!({"private": true, "items": [said("My zeppelin is red.")]}),
    )
    .await;
    let body = json!({"model": name, "input": "My zeppelin is green.", "conversation": id});
    post(&server, "/v1/responses", &body).await.expect(200);
    let query = json!({"query": "zeppelin"});
    let found = post(&server, "/v1/agent/memory/search", &query).await;
    found.expect(200);
    assert!(!found.text().contains("zeppelin is"), "{found}");
}

#[tokio::test]
async fn an_agent_answers_in_a_conversation_and_its_thread_goes_with_it() {
    let (server, model, name) = scripted(TestDatabase::sqlite(), vec![Line::Agent("Blue.")]).await;
    let body = json!({"name": "Clerk", "model": name});
    let agent = post(&server, "/api/agents", &body).await.expect(201);
    let working = server.start_runtime().await;
    let id = create(&server, &json!({"items": [said("My colour is blue.")]})).await;
    let model_name = format!("steward:{}", agent["id"].as_str().unwrap());
    let body = json!({"model": model_name, "input": "Which?", "conversation": id});
    post(&server, "/v1/responses", &body).await.expect(200);
    assert!(model.asked()[0].to_string().contains("My colour is blue."));
    working.stop(Duration::from_secs(10)).await;
    let threads = "select count(*) from thread where correlation_key like 'api:%'";
    let data = server.database.data();
    assert_eq!(data.value(threads).await, steward_testkit::Cell::Int(1));
    assert_eq!(
        delete(&server, &format!("/v1/conversations/{id}")).await,
        200
    );
    assert_eq!(data.value(threads).await, steward_testkit::Cell::Int(0));
}
