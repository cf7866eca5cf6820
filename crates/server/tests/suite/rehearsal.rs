//! Agents that rehearse: what they would do is seen, and nothing of it is done.

use http::header::ACCEPT;
use serde_json::{Value, json};
use steward_testkit::on_both;

use crate::support::{TestServer, sqlite};

/// Everything that a turn can leave behind.
const TRACES: [&str; 10] = [
    "/api/approvals",
    "/api/effects",
    "/api/inbox",
    "/api/inbox?filter=needs_you",
    "/api/inbox?filter=unread",
    "/api/notices",
    "/api/schedules",
    "/api/suggestions",
    "/api/workspace/ls?path=",
    "/v1/agent/memory/blocks",
];

async fn traces(server: &TestServer) -> Vec<Value> {
    let mut traces = Vec::new();
    for path in TRACES {
        let read = server.get(path).bearer(&server.ours.token);
        traces.push(read.send().await.expect(200));
    }
    traces
}

async fn agent(server: &TestServer, send_mode: &str, tools: &[&str]) -> Value {
    let token = &server.ours.token;
    let body = json!({"name": "Front desk", "tools": tools});
    let made = server.post("/api/agents").bearer(token).json(&body);
    let made = made.send().await.expect(201);
    let path = format!("/api/agents/{}", made["id"].as_str().unwrap());
    let body = json!({"revision": 1, "name": "Front desk", "send_mode": send_mode, "tools": tools});
    let set = server.put(&path).bearer(token).json(&body);
    set.send().await.expect(200)["id"].clone()
}

async fn rehearse(server: &TestServer, body: &Value) -> Value {
    let run = server.post("/api/turns/debug").bearer(&server.ours.token);
    let run = run.header(ACCEPT, "application/json").json(body);
    run.send().await.expect(200)
}

fn calls(calls: &[(&str, Value)]) -> String {
    let calls = calls
        .iter()
        .map(|(name, args)| json!({"name": name, "args": args}));
    json!({"messages": [], "tool_calls": calls.collect::<Vec<_>>()}).to_string()
}

#[test]
fn a_rehearsed_text_is_answered_and_nothing_is_sent_written_or_remembered() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let working = server.start_runtime().await;
        let tools = [
            "send_sms",
            "memory_append",
            "schedule_task",
            "write_file",
            "read_history",
        ];
        let autonomous = agent(&server, "autonomous", &tools).await;
        let drafting = agent(&server, "suggest", &["propose_sms_replies"]).await;
        let before = traces(&server).await;
        let acts = calls(&[
            ("send_sms", json!({"text": "We open at nine."})),
            ("escalate_to_user", json!({"reason": "They are angry."})),
            (
                "memory_append",
                json!({"label": "human", "text": "Likes mornings."}),
            ),
            (
                "schedule_task",
                json!({"what": "Call them.", "when": "tomorrow at 9"}),
            ),
            ("write_file", json!({"path": "notes/a.md", "content": "x"})),
            ("read_history", json!({})),
        ]);
        let drafts = calls(&[(
            "propose_sms_replies",
            json!({"options": [
                {"text": "We open at nine.", "confidence": 0.9},
                {"text": "At nine.", "confidence": 0.5},
            ]}),
        )]);
        let mut seen = String::new();
        for (agent, acts) in [(&autonomous, &acts), (&drafting, &drafts)] {
            let body = json!({
                "agent_id": agent, "text": "When do you open?", "from": "contact", "rehearse": true,
                "script": [acts, r#"{"messages": ["That is all."], "tool_calls": []}"#],
            });
            let turn = rehearse(&server, &body).await;
            assert_eq!(turn["turn"]["outcome"], "completed", "{turn}");
            seen.push_str(&turn.to_string());
        }
        // What would have been done is there to be read, and what changes nothing was done.
        assert!(
            seen.contains("We open at nine.") && seen.contains("This is a rehearsal"),
            "{seen}"
        );
        assert!(seen.contains("#1 user: "), "{seen}");
        assert_eq!(traces(&server).await, before);
        working.stop(std::time::Duration::from_secs(10)).await;
    });
}

#[tokio::test]
async fn what_a_person_would_be_asked_about_is_not_asked() {
    let server = sqlite().await;
    let _working = server.start_runtime().await;
    let agent = agent(&server, "autonomous", &["text_contact"]).await;
    let before = traces(&server).await;
    let contact = server.ours.ids.contact.to_string();
    let ask = calls(&[(
        "text_contact",
        json!({"contact_id": contact, "text": "Hello."}),
    )]);
    let body = json!({
        "agent_id": agent, "text": "Text them.", "rehearse": true,
        "script": [ask, r#"{"messages": ["Done."], "tool_calls": []}"#],
    });
    let turn = rehearse(&server, &body).await;
    assert!(turn.to_string().contains("This is a rehearsal"), "{turn}");
    assert_eq!(traces(&server).await, before);
    // For real, a person is.
    let mut body = body;
    body["rehearse"] = json!(false);
    rehearse(&server, &body).await;
    assert_ne!(
        traces(&server).await,
        before,
        "the traces would not show it"
    );
}

#[tokio::test]
async fn a_text_of_nobody_is_never_answered_for_real() {
    let server = sqlite().await;
    let body = json!({"agent_id": server.ours.ids.agent, "text": "Hi", "from": "contact"});
    let run = server.post("/api/turns/debug").bearer(&server.ours.token);
    let refused = run.json(&body).send().await;
    assert_eq!(refused.field().as_deref(), Some("rehearse"), "{refused}");
}
