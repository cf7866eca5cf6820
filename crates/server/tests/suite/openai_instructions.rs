//! What models heed when a program says nothing else.

use serde_json::json;
use steward_model::Role;
use steward_testkit::{TestDatabase, on_both};

use super::openai::{get, post, scripted};
use crate::support::model::Line;
use crate::support::tenant::add_member;
use crate::support::{TestServer, sqlite};

#[test]
fn an_instruction_is_kept_changed_listed_and_deleted() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let new =
            json!({"name": " Brief ", "prompt": "Answer in one sentence.", "is_default": true});
        let made = post(&server, "/v1/instructions", &new).await.expect(200);
        assert_eq!(
            (
                &made["object"],
                &made["name"],
                &made["prompt_tokens"],
                &made["is_default"]
            ),
            (
                &json!("instruction"),
                &json!("Brief"),
                &json!(5),
                &json!(true)
            )
        );
        let path = format!("/v1/instructions/{}", made["id"].as_str().unwrap());
        let change = json!({"prompt": "Answer at length."});
        let changed = post(&server, &path, &change).await.expect(200);
        assert_eq!(
            (&changed["name"], &changed["prompt"], &changed["is_default"]),
            (&json!("Brief"), &json!("Answer at length."), &json!(true))
        );
        assert_eq!(get(&server, &path).await.expect(200), changed);
        let other = json!({"name": "Other", "prompt": "Say no."});
        let other = post(&server, "/v1/instructions", &other).await.expect(200);
        let set = format!(
            "/v1/instructions/{}/set-default",
            other["id"].as_str().unwrap()
        );
        let set = server.post(&set).bearer(&server.ours.token).send().await;
        let set = set.expect(200);
        assert_eq!(set["is_default"], true);
        assert_eq!(get(&server, &path).await.expect(200)["is_default"], false);
        let list = get(&server, "/v1/instructions?limit=1").await.expect(200);
        assert_eq!((&list["data"][0], &list["has_more"]), (&set, &json!(true)));
        let gone = server.delete(&path).bearer(&server.ours.token).send();
        assert_eq!(gone.await.expect(200)["deleted"], true);
        get(&server, &path).await.expect(404);
    });
}

#[tokio::test]
async fn a_model_heeds_the_default_unless_the_request_says_something_else() {
    let script = (0..4).map(|_| Line::Text(&["Aye."])).collect();
    let (server, model, name) = scripted(TestDatabase::sqlite(), script).await;
    let new = json!({"name": "Pirate", "prompt": "Speak like a pirate.", "is_default": true});
    let made = post(&server, "/v1/instructions", &new).await.expect(200);
    let ask = async |more: serde_json::Value| {
        let mut body = json!({"model": name, "input": "Hello"});
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let told = post(&server, "/v1/responses", &body).await.expect(200);
        let asked = model.asked().pop().unwrap();
        (told["instructions"].clone(), asked.to_string())
    };
    let (told, asked) = ask(json!({})).await;
    assert_eq!(told, "Speak like a pirate.");
    assert!(asked.contains("Speak like a pirate."), "{asked}");
    for own in ["Be brief.", ""] {
        let (told, asked) = ask(json!({"instructions": own})).await;
        assert_eq!(told, own);
        assert!(!asked.contains("pirate"), "{asked}");
    }
    let path = format!("/v1/instructions/{}", made["id"].as_str().unwrap());
    post(&server, &path, &json!({"is_default": false}))
        .await
        .expect(200);
    let (told, asked) = ask(json!({})).await;
    assert_eq!(told, json!(null));
    assert!(!asked.contains("pirate"), "{asked}");
}

#[tokio::test]
async fn nobody_else_sees_or_heeds_it() {
    const OTHER: &str = "stw_another_owner_0123456789";
    let server = sqlite().await;
    add_member(&server.store, server.ours.org, Role::Owner, OTHER).await;
    let path = format!("/v1/instructions/{}", server.ours.ids.instruction);
    get(&server, &path).await.expect(200);
    server.get(&path).bearer(OTHER).send().await.expect(404);
    let list = server.get("/v1/instructions").bearer(OTHER).send().await;
    assert_eq!(list.expect(200)["data"], json!([]));
}

#[tokio::test]
async fn what_cannot_be_an_instruction_is_refused_by_its_field() {
    let server = sqlite().await;
    for (body, param) in [
        (json!({"name": "", "prompt": "x"}), "name"),
        (json!({"name": "x".repeat(201), "prompt": "x"}), "name"),
        (json!({"name": "x", "prompt": "  "}), "prompt"),
        (json!({"name": "x", "prompt": "x".repeat(20_001)}), "prompt"),
        (json!({"name": "x", "prompt": "a\u{0}b"}), "prompt"),
    ] {
        let refused = post(&server, "/v1/instructions", &body).await.expect(400);
        assert_eq!(refused["error"]["param"], param, "{refused}");
    }
}
