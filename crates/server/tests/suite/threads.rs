//! Threads as people look at them, and tools as people choose them.

use serde_json::{Value, json};
use steward_model::{EventKind, Integrity, NoticeKind, Scope, ThreadId};
use steward_store::{Accepted, NewEvent, NewNotice, NewSummary};
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

#[test]
fn the_thread_that_began_last_is_listed_first() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let ids = &server.ours.ids;
        let org = server.store.org(server.ours.org);
        let mut newest = Vec::new();
        for number in 0..3 {
            let event = NewEvent {
                agent_id: ids.agent.parse().unwrap(),
                correlation_key: format!("later:{number}"),
                scope: Scope::Org(server.ours.org),
                source: "later".into(),
                dedupe_key: number.to_string(),
                kind: EventKind::UserMessage,
                payload: b"{}".to_vec(),
                integrity: Integrity::User,
            };
            let Accepted::Queued { thread_id, .. } = org.accept(event).await.unwrap() else {
                panic!("it is new")
            };
            newest.insert(0, thread_id.to_string());
        }
        let mut listed = Vec::new();
        let mut path = "/api/threads?limit=2".to_owned();
        loop {
            let request = server.get(&path).bearer(&server.ours.token);
            let page = request.send().await.expect(200);
            let items = page["items"].as_array().unwrap();
            listed.extend(items.iter().map(|it| it["id"].as_str().unwrap().to_owned()));
            match page["next_cursor"].as_str() {
                Some(cursor) => path = format!("/api/threads?limit=2&cursor={cursor}"),
                None => break,
            }
        }
        assert_eq!(listed[..3], newest);
        assert!(listed.contains(&ids.thread), "{listed:?}");
        assert!(listed.is_sorted_by(|one, other| one > other), "{listed:?}");
    });
}

/// Adds a summary of the first item.
async fn summarise(server: &TestServer) {
    let org = server.store.org(server.ours.org);
    let id: ThreadId = server.ours.ids.thread.parse().unwrap();
    let seen = org.thread_to_compact(id, 9).await.unwrap().unwrap();
    let fact =
        json!({"by": "contact", "day": "2026-11-15", "text": "The code is 4471.", "worth": 5});
    let content = json!({"facts": [fact], "narrative": "Brief."});
    let new = NewSummary {
        range: (1, 1),
        item_count: 1,
        content: content.to_string().into_bytes(),
        tokens: 12,
        fidelity: 875,
        model: String::new(),
        integrity: Integrity::Untrusted,
    };
    org.add_summary(&seen, new, vec![]).await.unwrap().unwrap();
}

#[test]
fn a_summary_unfolds_to_its_items_and_the_context_has_it() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let token = &server.ours.token;
        let path = format!("/api/threads/{}", server.ours.ids.thread);
        let get = async |rest: &str| {
            let path = format!("{path}/{rest}");
            let request = server.get(&path).bearer(token);
            request.send().await.expect(200)
        };
        assert_eq!(get("summaries").await["items"], json!([]));
        assert_eq!(get("context").await["summary"], Value::Null);
        let items = get("items").await["items"].as_array().unwrap().clone();
        let places: Vec<i64> = items
            .iter()
            .map(|item| item["seq"].as_i64().unwrap())
            .collect();
        assert_eq!(places, (1..=places.len() as i64).collect::<Vec<_>>());
        assert_eq!(
            (&items[0]["kind"], &items[0]["from"]),
            (&json!("user"), &json!("contact"))
        );
        assert!(
            items.iter().any(|item| item["tool"] == "escalate_to_user"),
            "{items:?}"
        );

        summarise(&server).await;
        let summary = get("summaries").await["items"][0].clone();
        assert_eq!(
            summary["facts"],
            json!(["2026-11-15 contact: The code is 4471."])
        );
        assert_eq!(
            (&summary["narrative"], &summary["fidelity"]),
            (&json!("Brief."), &json!(0.875))
        );
        assert_eq!(
            (&summary["from_seq"], &summary["to_seq"]),
            (&json!(1), &json!(1))
        );
        let unfolded = get("items?after_seq=0&before_seq=2").await;
        assert_eq!(unfolded["items"], json!([items[0]]));
        let page = get("items?limit=1").await;
        assert_eq!(page["next_cursor"], "1");
        let context = get("context").await;
        assert_eq!(context["summary"], summary);
        assert_eq!(context["tokens"]["summary"], 12);
        let tokens = |of: &str| context["tokens"][of].as_i64().unwrap();
        let (recent, budget) = (tokens("recent"), tokens("budget"));
        assert!(recent > 0 && budget > recent, "{context}");
        assert!(tokens("tools") > 0, "{context}");
        let wrong = server
            .get(&format!("{path}/items?after_seq=x"))
            .bearer(token);
        assert_eq!(wrong.send().await.status, 422);
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
