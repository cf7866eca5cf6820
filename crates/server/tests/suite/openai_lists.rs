//! Lists that programs written for OpenAI read page by page, and what they may begin after.

use serde_json::{Value, json};
use steward_model::Role;
use steward_testkit::on_both;

use super::openai::{get, post, scripted};
use crate::support::TestServer;
use crate::support::model::Line;
use crate::support::tenant::add_member;

fn id(made: &Value) -> String {
    made["id"].as_str().unwrap().to_owned()
}

async fn conversation(server: &TestServer) -> String {
    let said = |text| json!({"type": "message", "role": "user", "content": text});
    let body = json!({"items": [said("one"), said("two"), said("three")]});
    id(&post(server, "/v1/conversations", &body).await.expect(200))
}

async fn instruction(server: &TestServer, token: &str) -> String {
    let body = json!({"name": "Brief", "prompt": "Be brief."});
    let request = server.post("/v1/instructions").bearer(token).json(&body);
    id(&request.send().await.expect(200))
}

async fn delete(server: &TestServer, path: &str) {
    let gone = server.delete(path).bearer(&server.ours.token).send().await;
    assert_eq!(gone.status, 200, "{gone}");
}

async fn ids(server: &TestServer, path: &str) -> Vec<String> {
    let list = get(server, path).await.expect(200);
    list["data"].as_array().unwrap().iter().map(id).collect()
}

/// Says of everything that is not in the list the same as of what never was.
async fn assert_refused(server: &TestServer, list: &str, others: &[&str]) {
    let refused = async |after: &str| {
        let answer = get(server, &format!("{list}?limit=1&after={after}")).await;
        let error = answer.expect(400)["error"].clone();
        assert_eq!(error["param"], "after", "{list} {after}: {error}");
        assert_eq!(error["type"], "invalid_request_error", "{error}");
        error
    };
    let unknown = refused("msg_unknown").await;
    for other in others {
        assert_eq!(refused(other).await, unknown, "{list} {other}");
    }
    refused("").await;
    refused(&"x".repeat(65)).await;
}

#[test]
fn conversations_and_their_items_begin_after_one_of_them() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let (first, second) = (conversation(&server).await, conversation(&server).await);
        let all = ids(&server, "/v1/conversations").await;
        let path = format!("/v1/conversations?after={second}");
        assert_eq!(ids(&server, &path).await, all[1..], "from the second on");
        let list = format!("/v1/conversations/{first}/items");
        let items = ids(&server, &list).await;
        let rest = ids(&server, &format!("{list}?after={}", items[0])).await;
        assert_eq!(rest, items[1..]);
        let end = ids(&server, &format!("{list}?after={}", items[2])).await;
        assert_eq!(end, Vec::<String>::new(), "after the last comes nothing");
        let other = ids(&server, &format!("/v1/conversations/{second}/items")).await;
        delete(&server, &format!("{list}/{}", items[1])).await;
        let theirs = &server.theirs.ids;
        let gone = [items[1].as_str(), &other[0], &theirs.item, &first];
        assert_refused(&server, &list, &gone).await;
        delete(&server, &format!("/v1/conversations/{second}")).await;
        let gone = [second.as_str(), &theirs.conversation, &items[0]];
        assert_refused(&server, "/v1/conversations", &gone).await;
    });
}

#[test]
fn instructions_begin_after_one_of_the_members_own() {
    const OTHER: &str = "stw_another_owner_0123456789";
    on_both(|database| async {
        let server = TestServer::new(database).await;
        add_member(&server.store, server.ours.org, Role::Owner, OTHER).await;
        let token = &server.ours.token;
        let (first, second) = (
            instruction(&server, token).await,
            instruction(&server, token).await,
        );
        let colleagues = instruction(&server, OTHER).await;
        let theirs = instruction(&server, &server.theirs.token).await;
        let rest = ids(&server, &format!("/v1/instructions?after={second}")).await;
        assert_eq!(rest[0], first);
        delete(&server, &format!("/v1/instructions/{second}")).await;
        let gone = [second.as_str(), &colleagues, &theirs];
        assert_refused(&server, "/v1/instructions", &gone).await;
    });
}

#[test]
fn what_a_response_answers_begins_after_one_of_it() {
    on_both(|database| async {
        let (server, _, name) = scripted(database, vec![Line::Text(&["Aye."])]).await;
        let said = |text| json!({"role": "user", "content": text});
        let body = json!({"model": name, "input": [said("one"), said("two"), said("three")]});
        let made = post(&server, "/v1/responses", &body).await.expect(200);
        let list = format!("/v1/responses/{}/input_items", id(&made));
        let items = ids(&server, &list).await;
        let rest = ids(&server, &format!("{list}?after={}", items[0])).await;
        assert_eq!(rest, items[1..]);
        let output = made["output"][0]["id"].as_str().unwrap();
        assert_refused(&server, &list, &[output, &server.ours.ids.item]).await;
    });
}
