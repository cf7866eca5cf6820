//! Switches: who may use them, what they stop, and who is told.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use steward_memory::Meaning;
use steward_model::{Flag, Role};
use steward_server::config::Config;
use steward_testkit::{Backend, TestDatabase, on_both};

use crate::support::tenant::add_member;
use crate::support::{Answer, Document, Operation, TestServer, sqlite};

/// Operations that run a model. Whatever else changes things stays open; an operation that is added must be put into one of
/// the two lists.
const STOPPED: [&str; 10] = [
    "POST /api/chat",
    "POST /api/turns/debug",
    "POST /v1/agent/chat",
    "POST /v1/chat/completions",
    "POST /v1/embeddings",
    "POST /v1/responses",
    "POST /confirm",
    "POST /query",
    "POST /query/stream",
    "POST /search",
];
const OPEN: [&str; 78] = [
    "POST /api/accounts/{account_id}/proposals/{proposal_id}",
    // Reads files again.
    "POST /cache/clear",
    // What people decide and correct; what follows from it waits.
    "DELETE /api/agents/{agent_id}",
    "DELETE /api/contacts/{contact_id}",
    "DELETE /api/contacts/{contact_id}/identifiers/{identifier_id}",
    "DELETE /api/conversations/{conversation_id}",
    "DELETE /api/keys/{key_id}",
    "DELETE /api/lines/{line_id}",
    "DELETE /api/members/{member_id}",
    "DELETE /api/members/{member_id}/identifiers/{identifier_id}",
    "DELETE /api/schedules/{schedule_id}",
    "DELETE /api/workspace/delete",
    "DELETE /v1/agent/conversations/{conversation_id}",
    "DELETE /v1/agent/memory/archival/{passage_id}",
    "DELETE /v1/agent/memory/blocks/{label}",
    "DELETE /v1/conversations/{conversation_id}",
    "DELETE /v1/conversations/{conversation_id}/items/{item_id}",
    "DELETE /v1/instructions/{instruction_id}",
    "DELETE /v1/rag/documents/{document_id}",
    "DELETE /v1/responses/{response_id}",
    "PATCH /api/contacts/{contact_id}",
    "PATCH /api/conversations/{conversation_id}",
    "PATCH /api/lines/{line_id}",
    "PATCH /api/me",
    "PATCH /api/members/{member_id}",
    "PATCH /api/org",
    "POST /api/agents",
    "POST /api/agents/{agent_id}/reset",
    "POST /api/approvals/{approval_id}/decision",
    "POST /api/contacts",
    "POST /api/contacts/{contact_id}/consent",
    "POST /api/contacts/{contact_id}/forget",
    "POST /api/contacts/{contact_id}/identifiers",
    "POST /api/effects/{effect_id}/decision",
    "POST /api/inbox/{thread_id}/hand-back",
    "POST /api/inbox/{thread_id}/messages",
    "POST /api/inbox/{thread_id}/read",
    "POST /api/inbox/{thread_id}/take-over",
    "POST /api/jobs/{job_id}/retry",
    "POST /api/keys",
    "POST /api/lines",
    "POST /api/members",
    "POST /api/members/{member_id}/forget",
    "POST /api/members/{member_id}/identifiers",
    "POST /api/members/{member_id}/sign-in-link",
    "POST /api/notices/{notice_id}/resolve",
    "POST /api/phone/{line_id}/messages",
    "POST /api/schedules",
    "POST /api/suggestions/{suggestion_id}/dismiss",
    "POST /api/suggestions/{suggestion_id}/send",
    "POST /api/threads/{thread_id}/release",
    "POST /api/threads/{thread_id}/stop",
    "POST /api/turns/{turn_id}/replay",
    "POST /api/workspace/mkdir",
    "POST /api/workspace/restore",
    "POST /api/workspace/write",
    "POST /auth/sign-out",
    "POST /v1/agent/memory/archival",
    "POST /v1/agent/memory/blocks/{label}/undo",
    "POST /v1/agent/memory/passages/{passage_id}/forget",
    "POST /v1/agent/memory/search",
    "POST /v1/conversations",
    "POST /v1/conversations/batch-delete",
    "POST /v1/conversations/{conversation_id}",
    "POST /v1/conversations/{conversation_id}/items",
    "POST /v1/instructions",
    "POST /v1/instructions/{instruction_id}",
    "POST /v1/instructions/{instruction_id}/set-default",
    "POST /v1/rag/documents",
    "POST /v1/rag/search",
    "POST /v1/responses/{response_id}/cancel",
    "PUT /api/agents/{agent_id}",
    "PUT /api/flags/{name}",
    "PUT /api/me/password",
    "PUT /api/schedules/{schedule_id}",
    "PUT /api/skills/{name}/scripts",
    "PUT /v1/agent/config",
    "PUT /v1/agent/memory/blocks/{label}",
];

async fn put(server: &TestServer, name: &str, body: Value) -> Answer {
    let path = format!("/api/flags/{name}");
    let request = server.put(&path).bearer(&server.ours.token);
    request.json(&body).send().await
}

async fn list(server: &TestServer, token: &str) -> Vec<Value> {
    let answer = server.get("/api/flags").bearer(token).send().await;
    let items = answer.expect(200)["items"].as_array().cloned();
    items.unwrap()
}

async fn ask(server: &TestServer, token: &str) -> Answer {
    let request = server.post("/v1/embeddings").bearer(token);
    request.json(&question()).send().await
}

/// What the model answers that is in the program itself.
fn question() -> Value {
    let model = Meaning::built_in().unwrap();
    json!({"model": model.name(), "input": "Hello"})
}

#[tokio::test]
async fn every_operation_that_runs_a_model_is_stopped_and_no_other() {
    let server = sqlite().await;
    put(&server, "agents", json!({"enabled": false}))
        .await
        .expect(200);
    let mut operations = Document::fetch(&server).await.operations();
    operations.retain(|operation| !operation.is_public());
    operations.sort_by_key(|operation| operation.method == "DELETE");
    for (number, operation) in operations.iter().enumerate() {
        let name = operation.name();
        let (stopped, open) = (
            STOPPED.contains(&name.as_str()),
            operation.is_safe() || OPEN.contains(&name.as_str()),
        );
        assert!(stopped != open, "{name} must be in one of the two lists");
        let answer = call(&server, operation, number).await;
        let is_refused = answer.text().contains("switched_off");
        assert_eq!(is_refused, stopped, "{name}: {answer}");
        if stopped {
            assert_eq!(answer.status, 503, "{name}");
            assert_eq!(answer.code(), "switched_off", "{name}");
            assert!(answer.text().contains("An owner or an admin"), "{answer}");
        }
    }
}

async fn call(server: &TestServer, operation: &Operation, number: usize) -> Answer {
    let path = operation.path_of(&server.ours.ids);
    let request = operation.request(server, &path, number);
    request.bearer(&server.ours.token).send().await
}

#[test]
fn an_admin_switches_and_everybody_sees_who_did_it_and_why() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let member = "stw_plain_member_0123456789";
        add_member(&server.store, server.ours.org, Role::Member, member).await;
        let all = list(&server, member).await;
        let names: Vec<_> = all
            .iter()
            .map(|flag| flag["name"].as_str().unwrap())
            .collect();
        let known: Vec<_> = Flag::ALL.iter().map(|flag| flag.as_str()).collect();
        assert_eq!(names, known);
        for flag in &all {
            for on in ["enabled", "organisation", "installation", "configuration"] {
                assert_eq!(flag[on], true, "{flag}");
            }
            for nothing in ["changed_by", "changed_at", "reason"] {
                assert_eq!(flag[nothing], Value::Null, "{flag}");
            }
            assert!(flag["stops"].as_str().unwrap().ends_with('.'));
        }
        let body = json!({"enabled": false, "reason": "It texted the wrong person."});
        let off = put(&server, "tools", body).await.expect(200);
        assert_eq!(
            (&off["enabled"], &off["organisation"]),
            (&json!(false), &json!(false))
        );
        assert_eq!(off["reason"], "It texted the wrong person.");
        assert_eq!(off["changed_by"]["id"], server.ours.owner.to_string());
        assert!(off["changed_at"].is_string());
        let tools = list(&server, member).await.remove(2);
        assert_eq!(tools, off);
        // Nobody else's are.
        let theirs = list(&server, &server.theirs.token).await;
        assert!(theirs.iter().all(|flag| flag["enabled"] == true));
        let refused = server.put("/api/flags/tools").bearer(member);
        let refused = refused.json(&json!({"enabled": true})).send().await;
        assert_eq!(refused.code(), "forbidden");
        let on = put(&server, "tools", json!({"enabled": true}))
            .await
            .expect(200);
        assert_eq!(
            (&on["enabled"], &on["reason"]),
            (&json!(true), &Value::Null)
        );
        let record = "select count(*) from audit where action in ('flag.off', 'flag.on') and subject = 'tools'";
        let noted = server.database.data().value(record).await;
        assert_eq!(noted, steward_testkit::Cell::Int(2));
        let path = "/v1/agent/events?follow=false&last_event_id=0-0";
        let events = server.get(path).bearer(member).send().await.text();
        assert_eq!(events.matches("event: org.flag").count(), 2, "{events}");
        assert!(events.contains(r#""flag":"tools""#), "{events}");
    });
}

#[tokio::test]
async fn what_cannot_be_switched_is_said() {
    let server = sqlite().await;
    for name in ["nothing", "Agents", "%00", "agents%20"] {
        let answer = put(&server, name, json!({"enabled": false})).await;
        assert_eq!(answer.code(), "not_found", "{name}");
    }
    let long = json!({"enabled": false, "reason": "x".repeat(501)});
    let answer = put(&server, "agents", long).await;
    assert_eq!(
        (answer.code(), answer.field()),
        ("invalid_field".into(), Some("reason".into()))
    );
    assert!(list(&server, &server.ours.token).await[0]["enabled"] == true);
}

#[tokio::test]
async fn what_the_configuration_has_off_stays_off() {
    let off = |config: &mut Config| config.flags.tools = false;
    let server = TestServer::configured(TestDatabase::sqlite(), off).await;
    let answer = put(&server, "tools", json!({"enabled": true}))
        .await
        .expect(200);
    assert_eq!(answer["configuration"], false);
    assert_eq!(
        (&answer["enabled"], &answer["organisation"]),
        (&json!(false), &json!(true))
    );
    ask(&server, &server.ours.token).await.expect(200);
}

#[tokio::test]
async fn what_the_installation_has_off_is_off_for_everybody() {
    let server = sqlite().await;
    server
        .store
        .set_instance_flag(Flag::Agents, false)
        .await
        .unwrap();
    for token in [&server.ours.token, &server.theirs.token] {
        let answer = ask(&server, token).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code()),
            (503, "switched_off".into())
        );
        assert!(
            answer.text().contains("steward flags on agents"),
            "{answer}"
        );
        let agents = list(&server, token).await.remove(0);
        assert_eq!(agents["installation"], false);
        assert!(agents["installation_changed_at"].is_string());
        assert_eq!(
            (&agents["enabled"], &agents["organisation"]),
            (&json!(false), &json!(true))
        );
    }
    server
        .store
        .set_instance_flag(Flag::Agents, true)
        .await
        .unwrap();
    ask(&server, &server.ours.token).await.expect(200);
}

#[tokio::test]
async fn another_organisation_goes_on() {
    let server = sqlite().await;
    put(&server, "agents", json!({"enabled": false}))
        .await
        .expect(200);
    assert_eq!(
        ask(&server, &server.ours.token).await.code(),
        "switched_off"
    );
    ask(&server, &server.theirs.token).await.expect(200);
    put(&server, "agents", json!({"enabled": true}))
        .await
        .expect(200);
    ask(&server, &server.ours.token).await.expect(200);
}

#[test]
fn whoever_waits_for_an_answer_is_told_that_it_will_not_come() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let body = json!({"enabled": true});
        let on = server.put("/v1/agent/config").bearer(&server.ours.token);
        on.json(&body).send().await.expect(200);
        // Nobody works, and so the answer is still to come when agents are switched off.
        let request = server.post("/v1/agent/chat").bearer(&server.ours.token);
        let waiting = request.json(&json!({"input": "Hello"})).send();
        let switching = async {
            let said = "select count(*) from event where source = 'agent' and turn_id is null";
            let begun = Instant::now();
            while server.database.data().value(said).await == steward_testkit::Cell::Int(0) {
                assert!(
                    begun.elapsed() < Duration::from_secs(60),
                    "it was not taken in"
                );
                tokio::task::yield_now().await;
            }
            put(&server, "agents", json!({"enabled": false}))
                .await
                .expect(200);
        };
        let (answer, ()) = tokio::join!(waiting, switching);
        assert!(answer.text().contains("event: agent.error"), "{answer}");
        assert!(
            answer.text().contains("Agents were switched off."),
            "{answer}"
        );
    });
}

#[test]
fn two_servers_on_one_database_obey_the_same_switch() {
    on_both(|database| async {
        if database.backend() == Backend::Sqlite {
            // One server has the file to itself; the command line beside it is tested with the real program.
            return;
        }
        let server = TestServer::new(database).await;
        let other = server.beside().await;
        let _working = other.start_runtime().await.unwrap();
        let refuses = async || {
            let body = question().to_string();
            let request = http::Request::post("/v1/embeddings")
                .header("authorization", format!("Bearer {}", server.ours.token))
                .header("content-type", "application/json")
                .body(axum::body::Body::from(body));
            let answer = tower::ServiceExt::oneshot(other.router(), request.unwrap()).await;
            answer.unwrap().status() == 503
        };
        for enabled in [false, true] {
            put(&server, "agents", json!({"enabled": enabled}))
                .await
                .expect(200);
            let begun = Instant::now();
            while refuses().await == enabled {
                assert!(
                    begun.elapsed() < Duration::from_secs(30),
                    "it does not obey"
                );
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
    });
}
