//! Threads as people look at them, and tools as people choose them.

use serde_json::{Value, json};
use steward_testkit::on_both;

use crate::support::{TestServer, sqlite};

#[test]
fn a_thread_tells_its_newest_turns_and_why_it_is_on_hold() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let ids = &server.ours.ids;
        let path = format!("/api/threads/{}", ids.thread);
        let read = async || {
            let request = server.get(&path).bearer(&server.ours.token);
            request.send().await.expect(200)
        };
        let thread = read().await;
        assert_eq!(thread["thread"]["id"], *ids.thread);
        assert_eq!(thread["thread"]["agent_id"], *ids.agent);
        assert_eq!(thread["thread"]["hold_reason"], Value::Null);
        assert_eq!(thread["recent_turns"].as_array().unwrap().len(), 1);
        assert_eq!(thread["recent_turns"][0]["id"], *ids.turn);

        let org = server.store.org(server.ours.org);
        let id = ids.thread.parse().unwrap();
        assert!(org.hold_thread(id, "unreadable").await.unwrap());
        assert_eq!(read().await["thread"]["hold_reason"], "unreadable");
        let release = server.post(&format!("{path}/release"));
        let released = release.bearer(&server.ours.token).send().await.expect(200);
        assert_eq!(released["hold_reason"], Value::Null);
        assert_eq!(read().await["thread"], released);
    });
}

#[tokio::test]
async fn the_tools_are_told_with_what_they_may_do() {
    let server = sqlite().await;
    let request = server.get("/api/tools").bearer(&server.ours.token);
    let tools = request.send().await.expect(200);
    let tools = tools["items"].as_array().unwrap();
    let sms = tools
        .iter()
        .find(|tool| tool["name"] == "send_sms")
        .unwrap();
    assert_eq!(sms["acts_outside"], true);
    assert_eq!(
        (&sms["suggest"], &sms["autonomous"]),
        (&Value::Null, &json!("by_rule"))
    );
    assert_eq!(sms["arguments"]["required"], json!(["text"]));
}
