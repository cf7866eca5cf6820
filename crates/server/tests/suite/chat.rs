//! Chats as a web page has them.

use std::time::Duration;

use http::header::CONTENT_TYPE;
use serde_json::{Value, json};
use steward_model::{ApprovalId, ApproverRole, Clock as _, Role, SystemIds, TurnId};
use steward_store::{Chat, NewApproval, Origin, Outgoing};
use steward_testkit::on_both;

use crate::support::tenant::add_member;
use crate::support::{Answer, TestServer, sqlite};

/// The parts of a stream, without the word that ends it.
fn parts(answer: &Answer) -> Vec<Value> {
    assert_eq!(answer.status, 200, "{answer}");
    assert_eq!(answer.headers[CONTENT_TYPE], "text/event-stream");
    assert_eq!(answer.headers["x-vercel-ai-ui-message-stream"], "v1");
    let text = answer.text();
    let lines = text.split("\n\n").filter(|line| !line.is_empty());
    let mut data: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("data: "))
        .collect();
    assert_eq!(data.pop(), Some("[DONE]"), "{text}");
    let parts = data.iter().map(|line| serde_json::from_str(line).unwrap());
    parts.collect()
}

fn says(chat: &str, message: &str, text: &str) -> Value {
    let part = json!({"type": "text", "text": text});
    json!({"id": chat, "messages": [{"id": message, "role": "user", "parts": [part]}]})
}

async fn say(server: &TestServer, token: &str, body: &Value) -> Vec<Value> {
    let answer = server.post("/api/chat").bearer(token).json(body).send();
    parts(&answer.await)
}

async fn conversation(server: &TestServer, token: &str, chat: &str) -> Value {
    let path = format!("/api/conversations/{chat}");
    server.get(&path).bearer(token).send().await.expect(200)
}

#[test]
fn a_chat_is_answered_kept_renamed_and_deleted() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let working = server.start_runtime().await;
        let token = &server.ours.token;
        let told = say(&server, token, &says("c-1", "m1", "Is  anybody\nthere?")).await;
        let kinds: Vec<&str> = told
            .iter()
            .filter_map(|part| part["type"].as_str())
            .collect();
        assert_eq!(kinds[..2], ["start", "start-step"], "{told:?}");
        assert_eq!(kinds.last(), Some(&"finish"), "{told:?}");
        let mut calls = told
            .iter()
            .filter(|part| part["type"] == "tool-input-available");
        assert!(
            calls.any(|call| call["toolName"] == "escalate_to_user"),
            "{told:?}"
        );

        let list = server.get("/api/conversations").bearer(token).send();
        let list = list.await.expect(200);
        assert_eq!(list["items"][0]["title"], "Is anybody there?", "{list}");
        let whole = conversation(&server, token, "c-1").await;
        let messages = whole["messages"].as_array().unwrap();
        assert_eq!(messages[0]["role"], "user", "{whole}");
        assert_eq!(messages[0]["parts"][0]["text"], "Is  anybody\nthere?");
        assert_eq!(messages[1]["id"], told[0]["messageId"], "{whole}");
        assert_eq!(messages[1]["parts"][0]["state"], "output-available");

        let rename = server.patch("/api/conversations/c-1").bearer(token);
        let named = rename
            .json(&json!({"title": "A test"}))
            .send()
            .await
            .expect(200);
        assert_eq!(named["title"], "A test");
        let delete = server.delete("/api/conversations/c-1").bearer(token);
        assert_eq!(delete.send().await.status, 204);
        let gone = server
            .get("/api/conversations/c-1")
            .bearer(token)
            .send()
            .await;
        assert_eq!(gone.status, 404, "{gone}");
        working.stop(Duration::from_secs(10)).await;
    });
}

#[tokio::test]
async fn the_same_message_again_is_not_a_second_one() {
    let server = sqlite().await;
    let _working = server.start_runtime().await;
    let token = &server.ours.token;
    let first = say(&server, token, &says("c-1", "m1", "Hello")).await;
    let again = say(&server, token, &says("c-1", "m1", "Hello")).await;
    assert_eq!(first[0]["messageId"], again[0]["messageId"]);
    let whole = conversation(&server, token, "c-1").await;
    assert_eq!(whole["messages"].as_array().unwrap().len(), 2, "{whole}");
    // Asked for anew, it is another message.
    let mut anew = says("c-1", "m1", "Hello");
    anew["trigger"] = json!("regenerate-message");
    let anew = say(&server, token, &anew).await;
    assert_ne!(first[0]["messageId"], anew[0]["messageId"]);
    // It was said once, whoever looks. The first answer looked something up, which stays to be seen.
    let whole = conversation(&server, token, "c-1").await;
    let shown = whole["messages"].as_array().unwrap();
    let roles: Vec<_> = shown.iter().map(|message| &message["role"]).collect();
    assert_eq!(roles, ["user", "assistant", "assistant"], "{whole}");
    assert_eq!(shown[2]["id"], anew[0]["messageId"]);
}

#[tokio::test]
async fn nothing_is_left_to_resume_once_it_is_answered() {
    let server = sqlite().await;
    let _working = server.start_runtime().await;
    let token = &server.ours.token;
    say(&server, token, &says("c-1", "m1", "Hello")).await;
    let resume = server.get("/api/chat/c-1/stream").bearer(token);
    assert_eq!(resume.send().await.status, 204);
    let unknown = server.get("/api/chat/c-2/stream").bearer(token);
    assert_eq!(unknown.send().await.status, 204);
}

#[tokio::test]
async fn an_answer_that_is_being_written_is_read_on_by_whoever_comes_back() {
    let server = sqlite().await;
    let token = &server.ours.token;
    let body = says("c-1", "m1", "Hello");
    let post = server.post("/api/chat").bearer(token).json(&body).send();
    let resumed = async {
        // Nobody works yet: the message waits, and so does whoever comes to read.
        while server
            .get("/api/conversations/c-1")
            .bearer(token)
            .send()
            .await
            .status
            != 200
        {
            tokio::task::yield_now().await;
        }
        let request = http::Request::get("/api/chat/c-1/stream")
            .header(http::header::AUTHORIZATION, format!("Bearer {token}"))
            .body(axum::body::Body::empty());
        let response = server.call(request.unwrap()).await;
        assert_eq!(response.status(), 200);
        let _working = server.start_runtime().await;
        axum::body::to_bytes(response.into_body(), usize::MAX)
            .await
            .unwrap()
    };
    let (posted, resumed) = tokio::join!(post, resumed);
    let posted = parts(&posted);
    let resumed = String::from_utf8(resumed.to_vec()).unwrap();
    let id = posted[0]["messageId"].as_str().unwrap();
    assert!(
        resumed.contains(id) && resumed.ends_with("data: [DONE]\n\n"),
        "{resumed}"
    );
}

#[tokio::test]
async fn a_chat_is_its_members_own() {
    let server = sqlite().await;
    let _working = server.start_runtime().await;
    say(&server, &server.ours.token, &says("c-1", "m1", "Hello")).await;
    const OTHER: &str = "stw_another_owner_0123456789";
    add_member(&server.store, server.ours.org, Role::Owner, OTHER).await;
    for (path, status) in [
        ("/api/conversations/c-1", 404),
        ("/api/chat/c-1/stream", 204),
    ] {
        let answer = server.get(path).bearer(OTHER).send().await;
        assert_eq!(answer.status, status, "{path}: {answer}");
    }
    let told = say(&server, OTHER, &says("c-1", "m1", "Mine")).await;
    let own = conversation(&server, OTHER, "c-1").await;
    assert_eq!(own["messages"].as_array().unwrap().len(), 2, "{own}");
    assert_eq!(own["messages"][1]["id"], told[0]["messageId"]);
    let list = server.get("/api/conversations").bearer(OTHER).send();
    assert_eq!(list.await.expect(200)["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn what_cannot_be_a_chat_is_refused_with_its_field() {
    let server = sqlite().await;
    let token = &server.ours.token;
    for (body, field) in [
        (says("not an id", "m1", "x"), "id"),
        (says("c-1", "m 1", "x"), "messages"),
        (says("c-1", "m1", "  "), "messages"),
        (json!({"id": "c-1", "messages": []}), "messages"),
    ] {
        let answer = server.post("/api/chat").bearer(token).json(&body).send();
        let answer = answer.await.expect(422);
        assert_eq!(answer["error"]["field"], field, "{answer}");
    }
    let mut strange = says("c-1", "m1", "x");
    strange["agent_id"] = json!(server.theirs.ids.agent);
    let answer = server.post("/api/chat").bearer(token).json(&strange).send();
    assert_eq!(answer.await.expect(422)["error"]["field"], "agent_id");
}

#[tokio::test]
async fn another_members_own_assistant_is_not_there() {
    let server = sqlite().await;
    let begin = server.put("/v1/agent/config").bearer(&server.ours.token);
    let begin = begin.json(&json!({"enabled": true}));
    begin.send().await.expect(200);
    const OTHER: &str = "stw_a_plain_member_0123456789";
    add_member(&server.store, server.ours.org, Role::Member, OTHER).await;
    let list = async |token: &str| {
        let list = server.get("/api/agents").bearer(token).send().await;
        list.expect(200)["items"].as_array().unwrap().clone()
    };
    let owner = json!(server.ours.owner.to_string());
    let all = list(&server.ours.token).await;
    let own = all.iter().find(|agent| agent["member_id"] == owner);
    let own = own.expect("the owner sees it")["id"].as_str().unwrap();
    let seen = list(OTHER).await;
    assert!(!seen.is_empty() && seen.iter().all(|agent| agent["id"] != own));
    let path = format!("/api/agents/{own}");
    let refused = server.get(&path).bearer(OTHER).send().await;
    assert_eq!(refused.status, 404, "{refused}");
    let mut body = says("c-1", "m1", "What are you told?");
    body["agent_id"] = json!(own);
    let refused = server.post("/api/chat").bearer(OTHER).json(&body).send();
    assert_eq!(refused.await.expect(422)["error"]["field"], "agent_id");
}

/// Lets an agent ask for something in a chat.
async fn ask(server: &TestServer, chat: &Chat, turn: TurnId) -> String {
    let id = ApprovalId::generate(&SystemIds);
    let origin = Origin {
        org: server.ours.org,
        thread: chat.id,
        turn: Some(turn),
        agent: Some(chat.agent_id),
    };
    let approval = NewApproval {
        id,
        call_id: id.to_string(),
        tool: "text_contact".into(),
        arguments: b"{}".to_vec(),
        agent_revision: 1,
        approver: ApproverRole::Member,
        rule: "R4".into(),
        expires_at: server
            .database
            .clock()
            .now()
            .plus(Duration::from_secs(3600)),
    };
    let outgoing = Outgoing {
        effects: Vec::new(),
        approvals: vec![approval],
        ..Outgoing::default()
    };
    server.store.put_out(origin, outgoing).await.unwrap();
    id.to_string()
}

#[tokio::test]
async fn what_was_decided_before_does_not_keep_the_rest_from_being_decided() {
    let server = sqlite().await;
    let _working = server.start_runtime().await;
    let token = &server.ours.token;
    let told = say(&server, token, &says("c-1", "m1", "Hello")).await;
    let turn: TurnId = told[0]["messageId"].as_str().unwrap().parse().unwrap();
    let org = server.store.org(server.ours.org);
    let chat = org.chat(server.ours.owner, "c-1").await.unwrap().unwrap();
    let asked = [
        ask(&server, &chat, turn).await,
        ask(&server, &chat, turn).await,
    ];
    let decide = async |approved: bool, asked: &[String]| {
        let parts = asked.iter().map(|id| {
            let approval = json!({"id": id, "approved": approved});
            json!({"type": "dynamic-tool", "state": "approval-responded", "approval": approval})
        });
        let message = json!({"id": "a1", "role": "assistant", "parts": parts.collect::<Vec<_>>()});
        let body = json!({"id": "c-1", "messages": [message]});
        let answer = server.post("/api/chat").bearer(token).json(&body);
        answer.send().await
    };
    let told = parts(&decide(false, &asked[..1]).await);
    // The message that asked goes on, and its call has come to its end.
    assert_eq!(told[0]["messageId"], turn.to_string(), "{told:?}");
    assert_eq!(told[1]["type"], "tool-output-denied", "{told:?}");
    parts(&decide(false, &asked).await);
    let path = format!("/api/approvals/{}", asked[1]);
    let second = server.get(&path).bearer(token).send().await.expect(200);
    assert_eq!(second["decision"], "denied");
    // Another mind is another decision, and comes too late; the same one has nothing left to tell.
    for approved in [true, false] {
        let late = decide(approved, &asked).await;
        assert_eq!(late.status, 409, "{late}");
    }
}
