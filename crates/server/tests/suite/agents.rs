//! Agents: what can be set of them, and what is put on the record.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use steward_model::KeyScope;
use steward_testkit::{Cell, on_both};

use crate::support::tenant::add_key;
use crate::support::{TestServer, sqlite};

#[test]
fn an_agent_drafts_until_somebody_lets_it_send_and_that_is_on_the_record() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let token = &server.ours.token;
        let body = json!({"name": "Front desk", "instructions": "Be kind.", "tools": ["send_sms"]});
        let made = server.post("/api/agents").bearer(token).json(&body);
        let made = made.send().await.expect(201);
        assert_eq!(made["send_mode"], "suggest");
        assert_eq!(made["memory_mode"], "shared");
        assert_eq!(made["revision"], 1);
        let id = made["id"].as_str().unwrap();
        let path = format!("/api/agents/{id}");
        let change = json!({
            "revision": 1, "name": "Front desk", "send_mode": "autonomous", "tools": ["send_sms"]
        });
        let put = async |change| server.put(&path).bearer(token).json(change).send().await;
        let changed = put(&change).await.expect(200);
        assert_eq!(changed["send_mode"], "autonomous");
        assert_eq!(changed["instructions"], "");
        assert_eq!(changed["revision"], 2);
        assert_eq!(put(&change).await.code(), "changed_meanwhile");
        let sql = format!(
            "select actor from audit where subject = '{id}' and action = 'agent.made_autonomous'"
        );
        let actor = server.database.data().value(&sql).await;
        assert_eq!(actor, Cell::Text(format!("member:{}", server.ours.owner)));
    });
}

#[tokio::test]
async fn a_model_that_nobody_can_name_is_refused() {
    let server = sqlite().await;
    for (model, status) in [
        ("gpt", 422),
        ("nobody:x", 422),
        ("ollama:llama3", 201),
        ("offline", 201),
    ] {
        let body = json!({"name": "A", "model": model});
        let made = server.post("/api/agents").bearer(&server.ours.token);
        let made = made.json(&body).send().await;
        assert_eq!(made.status, status, "{model}: {made}");
        if status == 422 {
            assert_eq!(made.field().as_deref(), Some("model"));
        }
    }
}

#[tokio::test]
async fn a_line_has_an_agent_until_the_agent_is_gone() {
    let server = sqlite().await;
    let (token, ids) = (&server.ours.token, &server.ours.ids);
    let path = format!("/api/lines/{}", ids.line);
    let line = async || server.get(&path).bearer(token).send().await.expect(200);
    assert_eq!(line().await["agent_id"], ids.agent.as_str());
    let patch = async |body| server.patch(&path).bearer(token).json(&body).send().await;
    patch(json!({"agent_id": ""})).await.expect(200);
    assert_eq!(line().await["agent_id"], json!(null));
    let foreign = patch(json!({"agent_id": server.theirs.ids.agent})).await;
    assert_eq!(foreign.field().as_deref(), Some("agent_id"), "{foreign}");
    let fresh = json!({"name": "Fresh"});
    let fresh = server.post("/api/agents").bearer(token).json(&fresh);
    let fresh = fresh.send().await.expect(201);
    let set = patch(json!({"agent_id": fresh["id"], "label": "Desk"})).await;
    assert_eq!(set.expect(200)["label"], "Desk");
    let agent = format!("/api/agents/{}", fresh["id"].as_str().unwrap());
    server.delete(&agent).bearer(token).send().await.expect(204);
    assert_eq!(line().await["agent_id"], json!(null));
}

#[tokio::test]
async fn a_schedule_is_checked_when_it_is_made() {
    let server = sqlite().await;
    let agent = &server.ours.ids.agent;
    for (change, field) in [
        (json!({"cron": "0 25 * * *"}), "cron"),
        (json!({"cron": "0 9 * * *", "zone": "Mars/Base"}), "zone"),
        (json!({"at": "2020-01-01T00:00:00Z"}), "at"),
        (
            json!({"at": "2100-01-01T00:00:00Z", "zone": "Mars/Base"}),
            "zone",
        ),
        (json!({"at": "tomorrow"}), "at"),
        (json!({}), "cron"),
    ] {
        let mut body = json!({"agent_id": agent, "name": "Report", "text": "Write it."});
        for (name, value) in change.as_object().unwrap() {
            body[name] = value.clone();
        }
        let post = server.post("/api/schedules").bearer(&server.ours.token);
        let made = post.json(&body).send().await;
        assert_eq!(made.field().as_deref(), Some(field), "{change}: {made}");
    }
    let body = json!({
        "agent_id": agent, "name": "Report", "text": "Write it.", "cron": "0 9 * * *", "zone": "Europe/Berlin"
    });
    let post = server.post("/api/schedules").bearer(&server.ours.token);
    let made = post.json(&body).send().await.expect(201);
    // The tests begin at midnight UTC on the first of January.
    assert_eq!(made["next_at"], "2026-01-01T08:00:00Z");
    let runs = made["next_runs"].as_array().unwrap();
    assert_eq!(runs.len(), 3);
    assert_eq!(runs[0]["at"], made["next_at"]);
    assert_eq!(runs[2]["local"], "2026-01-03T09:00:00+01:00");
}

/// The agents of a member, by where they come from.
async fn clones(server: &TestServer, member: &str) -> BTreeMap<String, Value> {
    let list = server
        .get("/api/agents?limit=200")
        .bearer(&server.ours.token);
    let list = list.send().await.expect(200);
    let agents = list["items"].as_array().unwrap().iter();
    let own = agents.filter(|agent| agent["member_id"] == member);
    own.map(|agent| (agent["source"].as_str().unwrap().to_owned(), agent.clone()))
        .collect()
}

const KEY: &str = "stw_of_who_joined_0123456789";
const EVERYBODYS: [&str; 3] = ["assistant", "follow_up_drafter", "text_reply"];

#[test]
fn who_joins_has_the_agents_that_everybody_has_and_what_is_deleted_stays_deleted() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let token = &server.ours.token;
        let new = server.post("/api/members").bearer(token);
        let new = new.json(&json!({"name": "Ana", "role": "member"}));
        let member = new.send().await.expect(201)["id"].clone();
        let member = member.as_str().unwrap();
        let given = clones(&server, member).await;
        assert!(given.keys().eq(EVERYBODYS), "{given:?}");
        assert!(given.values().all(|agent| agent["send_mode"] == "suggest"));
        let id = given["text_reply"]["id"].as_str().unwrap();
        let path = format!("/api/agents/{id}");
        server.delete(&path).bearer(token).send().await.expect(204);
        let (store, org) = (&server.store, server.ours.org);
        add_key(
            store,
            org,
            member.parse().unwrap(),
            KEY,
            KeyScope::ALL,
            None,
        )
        .await;
        let put = server.put("/v1/agent/config").bearer(KEY);
        put.json(&json!({"enabled": true})).send().await.expect(200);
        let left = clones(&server, member).await;
        assert!(left.keys().eq(&EVERYBODYS[..2]), "{left:?}");
    });
}

#[tokio::test]
async fn a_clone_can_be_changed_and_set_back() {
    let server = sqlite().await;
    let token = &server.ours.token;
    let new = server.post("/api/members").bearer(token);
    let new = new.json(&json!({"name": "Ana", "role": "member"}));
    let member = new.send().await.expect(201)["id"].clone();
    let member = member.as_str().unwrap();
    let original = clones(&server, member).await["text_reply"].clone();
    let path = format!("/api/agents/{}", original["id"].as_str().unwrap());
    let change =
        json!({"revision": 1, "name": "Mine", "send_mode": "autonomous", "daily_tokens": 5});
    let changed = server.put(&path).bearer(token).json(&change).send().await;
    assert_eq!(changed.expect(200)["tools"], json!([]));
    let reset = async |path: &str, revision: i64| {
        let reset = server.post(&format!("{path}/reset")).bearer(token);
        reset.json(&json!({"revision": revision})).send().await
    };
    assert_eq!(reset(&path, 1).await.code(), "changed_meanwhile");
    let mut back = reset(&path, 2).await.expect(200);
    assert_eq!(back["revision"], 3);
    back["revision"] = json!(1);
    assert_eq!(back, original);
    let ours = format!("/api/agents/{}", server.ours.ids.agent);
    assert_eq!(reset(&ours, 1).await.code(), "conflict");
}
