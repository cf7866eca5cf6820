//! Threads as people look at them, and tools as people choose them.

use serde_json::{Value, json};
use steward_model::{NoticeKind, ThreadId};
use steward_store::NewNotice;
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
        let id: ThreadId = ids.thread.parse().unwrap();
        assert!(org.hold_thread(id, "unreadable").await.unwrap());
        let notice = NewNotice {
            kind: NoticeKind::Held,
            text: "It is on hold.".into(),
            dedupe_key: format!("unreadable:{id}"),
        };
        assert!(org.raise_notice(None, notice).await.unwrap());
        let held = async || {
            let request = server.get("/api/notices?open=true");
            let open = request.bearer(&server.ours.token).send().await.expect(200);
            let open = open["items"].as_array().unwrap().clone();
            let held = open.into_iter().filter(|one| one["kind"] == "held");
            held.map(|one| one["thread_id"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(held().await, [json!(ids.thread)]);
        assert_eq!(read().await["thread"]["hold_reason"], "unreadable");
        let release = server.post(&format!("{path}/release"));
        let released = release.bearer(&server.ours.token).send().await.expect(200);
        assert_eq!(released["hold_reason"], Value::Null);
        assert_eq!(read().await["thread"], released);
        assert_eq!(held().await, [Value::Null; 0]);
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
