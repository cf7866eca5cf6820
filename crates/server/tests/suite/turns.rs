//! Turns as people start and read them.

use http::header::{ACCEPT, CONTENT_TYPE};
use serde_json::{Value, json};
use steward_model::Role;
use steward_testkit::on_both;

use crate::support::tenant::add_member;
use crate::support::{Answer, TestServer, sqlite};

/// The events of a stream.
fn events(answer: &Answer) -> Vec<Value> {
    assert_eq!(answer.status, 200, "{answer}");
    assert_eq!(answer.headers[CONTENT_TYPE], "text/event-stream");
    let text = answer.text();
    let lines = text.split("\n\n").filter(|line| !line.is_empty());
    lines
        .map(|line| serde_json::from_str(line.strip_prefix("data: ").unwrap()).unwrap())
        .collect()
}

#[test]
fn a_scripted_turn_runs_is_streamed_kept_and_replayed() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let working = server.start_runtime().await;
        let token = &server.ours.token;
        let body = json!({
            "agent_id": server.ours.ids.agent,
            "text": "Is anybody there?",
            "script": [
                r#"{"messages": ["One moment."], "tool_calls": [{"name": "escalate_to_user", "args": {"reason": "Asked for."}}]}"#,
                r#"{"messages": ["Somebody comes."], "tool_calls": []}"#,
            ],
        });
        let post = server.post("/api/turns/debug").bearer(token).json(&body);
        let told = events(&post.send().await);
        let kinds: Vec<_> = told
            .iter()
            .map(|event| event["type"].as_str().unwrap())
            .collect();
        assert_eq!(kinds.last(), Some(&"complete"), "{told:?}");
        for kind in ["text_delta", "tool_call_start", "tool_call_complete"] {
            assert!(kinds.contains(&kind), "no {kind} in {kinds:?}");
        }
        let last = told.last().unwrap();
        assert!(
            last["finalText"]
                .as_str()
                .unwrap()
                .contains("Somebody comes.")
        );

        let id = last["turn"].as_str().unwrap();
        let path = format!("/api/turns/{id}");
        let turn = server.get(&path).bearer(token).send().await.expect(200);
        assert_eq!(turn["turn"]["outcome"], "completed", "{turn}");
        assert_eq!(turn["stats"]["model_calls"], 2);
        assert_eq!(turn["stats"]["tool_calls"], 1);
        let artifacts = turn["artifacts"].as_array().unwrap();
        let of = |key: &str| artifacts.iter().filter(|a| a["key"] == key).count();
        assert_eq!(
            (of("setup"), of("outcome"), of("tool_call")),
            (1, 1, 1),
            "{turn}"
        );

        let replay = server.post(&format!("{path}/replay")).bearer(token);
        let replay = replay.send().await.expect(200);
        assert_eq!(replay["faithful"], true, "{replay}");
        assert_eq!(replay["questions"], 2);
        working.stop(std::time::Duration::from_secs(10)).await;
    });
}

#[tokio::test]
async fn whoever_asks_for_json_gets_the_turn_once_it_is_over() {
    let server = sqlite().await;
    let _working = server.start_runtime().await;
    let body = json!({"agent_id": server.ours.ids.agent, "text": "Who won the cup last year?"});
    let post = server.post("/api/turns/debug").bearer(&server.ours.token);
    let post = post.header(ACCEPT, "application/json").json(&body);
    let turn = post.send().await.expect(200);
    // No model is set up, and the turn says so to a person instead of making something up.
    assert_eq!(turn["turn"]["model"], "offline");
    assert_eq!(turn["turn"]["state"], "done");
    let notices = server
        .get("/api/notices?open=true")
        .bearer(&server.ours.token);
    let notices = notices.send().await.expect(200);
    let is_ours = |notice: &&Value| notice["turn_id"] == turn["turn"]["id"];
    let notice = notices["items"].as_array().unwrap().iter().find(is_ours);
    let text = notice.unwrap()["text"].as_str().unwrap();
    assert!(text.contains("STEWARD_MODEL"), "{text}");
}

#[tokio::test]
async fn a_members_own_turn_is_for_them_and_for_admins() {
    let server = sqlite().await;
    let _working = server.start_runtime().await;
    let [mine, other] = ["stw_a_member_0123456789", "stw_b_member_0123456789"];
    for token in [mine, other] {
        add_member(&server.store, server.ours.org, Role::Member, token).await;
    }
    let body = json!({"agent_id": server.ours.ids.agent, "text": "A secret"});
    let post = server.post("/api/turns/debug").bearer(mine);
    let told = events(&post.json(&body).send().await);
    let id = told.last().unwrap()["turn"].as_str().unwrap().to_owned();
    let path = format!("/api/turns/{id}");
    for (token, status) in [(mine, 200), (other, 404), (&server.ours.token, 200)] {
        let turn = server.get(&path).bearer(token).send().await;
        assert_eq!(turn.status, status, "{turn}");
        let list = server.get("/api/turns").bearer(token).send().await;
        assert_eq!(list.text().contains(&id), status == 200);
    }
    let turn = server.get(&path).bearer(mine).send().await.expect(200);
    let artifacts = turn["artifacts"].as_array().unwrap();
    let internal = artifacts.iter().any(|a| a["visibility"] == "internal");
    assert!(!internal, "a member was shown what the model was told");
    // An agent that is somebody's own is run by them alone.
    let own = server.put("/v1/agent/config").bearer(mine);
    own.json(&json!({"enabled": true})).send().await.expect(200);
    let agents = server
        .get("/api/agents")
        .bearer(mine)
        .send()
        .await
        .expect(200);
    let is_own = |agent: &&Value| !agent["member_id"].is_null();
    let own = agents["items"].as_array().unwrap().iter().find(is_own);
    for rehearse in [false, true] {
        let body = json!({"agent_id": own.unwrap()["id"], "text": "Hi", "rehearse": rehearse});
        let run = server.post("/api/turns/debug").bearer(other).json(&body);
        assert_eq!(run.send().await.field().as_deref(), Some("agent_id"));
    }
    // So is what it remembers.
    let scope = format!("agent:{}", own.unwrap()["id"].as_str().unwrap());
    for path in ["/v1/agent/memory/blocks", "/v1/agent/memory/archival"] {
        let path = format!("{path}?scope={scope}");
        for (token, status) in [(mine, 200), (other, 404), (&server.ours.token, 200)] {
            let read = server.get(&path).bearer(token).send().await;
            assert_eq!(read.status, status, "{path}: {read}");
        }
    }
    let scripted = json!({"agent_id": server.ours.ids.agent, "text": "Hi", "script": ["x"]});
    let refused = server.post("/api/turns/debug").bearer(mine).json(&scripted);
    assert_eq!(refused.send().await.code(), "forbidden");
}

#[tokio::test]
async fn arguments_that_make_no_call_are_refused_and_the_question_stays() {
    let server = sqlite().await;
    let (token, ids) = (&server.ours.token, &server.ours.ids);
    let approval = format!("/api/approvals/{}", ids.approval);
    let asked = server.get(&approval).bearer(token).send().await.expect(200);
    let body =
        json!({"decision": "approve", "arguments": {"contact_id": 5, "text": ["x"], "sum": {}}});
    let path = format!("{approval}/decision");
    let refused = server.post(&path).bearer(token).json(&body).send().await;
    assert_eq!(refused.field().as_deref(), Some("arguments"), "{refused}");
    let left = server.get(&approval).bearer(token).send().await.expect(200);
    assert_eq!(left, asked);
}

#[tokio::test]
async fn an_agent_with_conversations_stays() {
    let server = sqlite().await;
    let agent = format!("/api/agents/{}", server.ours.ids.agent);
    let token = &server.ours.token;
    let refused = server.delete(&agent).bearer(token).send().await;
    assert_eq!(refused.code(), "conflict", "{refused}");
    server.get(&agent).bearer(token).send().await.expect(200);
}

#[tokio::test]
async fn a_decision_is_taken_once_and_wakes_the_agent() {
    let server = sqlite().await;
    let _working = server.start_runtime().await;
    let (token, ids) = (&server.ours.token, &server.ours.ids);
    let path = format!("/api/approvals/{}/decision", ids.approval);
    let decide = async |decision: &str| {
        let body = json!({ "decision": decision });
        server.post(&path).bearer(token).json(&body).send().await
    };
    let denied = decide("deny").await.expect(200);
    assert_eq!(denied["decision"], "denied");
    assert_eq!(decide("approve").await.code(), "conflict");
    // The decision is an event on the thread, which somebody answers.
    let turns = format!("/api/turns?thread={}", ids.thread);
    let answered = async {
        loop {
            let turns = server.get(&turns).bearer(token).send().await.expect(200);
            let turns = turns["items"].as_array().unwrap().clone();
            if turns.len() == 2 && turns.iter().all(|turn| turn["state"] == "done") {
                break;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(10), answered)
        .await
        .expect("the agent was never told");
}
