//! Drafted replies, as a person at the API sees to them.

use serde_json::json;
use steward_testkit::{TestDatabase, on_both};

use crate::support::TestServer;

#[test]
fn a_draft_is_sent_once_and_by_whoever_is_first() {
    on_both(|db| async move {
        let server = TestServer::new(db).await;
        let ids = &server.ours.ids;
        let path = format!("/api/suggestions/{}", ids.suggestion);
        let read = server.get(&path).bearer(&server.ours.token).send().await;
        let read = read.expect(200);
        assert_eq!(read["state"], "waiting");
        assert_eq!(read["contact_id"], ids.contact.as_str());
        assert_eq!(read["options"][0]["body"], "Canary of ours");

        let send = format!("{path}/send");
        let ask = |body: serde_json::Value| {
            let request = server.post(&send).bearer(&server.ours.token);
            request.json(&body).send()
        };
        for (wrong, field) in [
            (json!({"option": 2}), "option"),
            (json!({"option": 0, "text": "  "}), "text"),
            (json!({"option": 0, "text": "x".repeat(1_601)}), "text"),
        ] {
            let refused = ask(wrong).await;
            assert_eq!(refused.field().as_deref(), Some(field), "{refused}");
        }
        let sent = ask(json!({"option": 1, "text": "At noon."})).await;
        let sent = sent.expect(200);
        assert_eq!(
            (&sent["state"], &sent["picked"], &sent["edited"]),
            (&json!("sent"), &json!(1), &json!(true))
        );
        let effect = format!("/api/effects/{}", sent["effect_id"].as_str().unwrap());
        let effect = server.get(&effect).bearer(&server.ours.token).send().await;
        let effect = effect.expect(200);
        assert_eq!(effect["effect"]["message"]["text"], "At noon.", "{effect}");
        assert_eq!(effect["effect"]["agent_id"], json!(null), "{effect}");

        assert_eq!(ask(json!({"option": 0})).await.code(), "conflict");
        let dismiss = server.post(&format!("{path}/dismiss"));
        let late = dismiss.bearer(&server.ours.token).send().await;
        assert_eq!(late.code(), "conflict");
    });
}

#[tokio::test]
async fn drafts_that_were_put_aside_are_not_open_any_more() {
    let server = TestServer::new(TestDatabase::sqlite()).await;
    let id = &server.ours.ids.suggestion;
    let dismiss = server.post(&format!("/api/suggestions/{id}/dismiss"));
    let gone = dismiss.bearer(&server.ours.token).send().await;
    assert_eq!(gone.expect(200)["state"], "dismissed");
    let open = server.get("/api/suggestions?open=true");
    let open = open.bearer(&server.ours.token).send().await;
    assert!(!open.text().contains(id.as_str()), "{open}");
    let all = server.get("/api/suggestions");
    let all = all.bearer(&server.ours.token).send().await;
    assert!(all.text().contains(id.as_str()), "{all}");
}
