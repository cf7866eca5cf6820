//! The channel of what happens outside a request.

use std::time::Duration;

use http::header::{COOKIE, IF_NONE_MATCH};
use serde_json::{Value, json};
use steward_model::{NoticeKind, OrgId, Role};
use steward_store::{NewNotice, Store};
use steward_testkit::on_both;

use crate::support::sse::{Event, Events};
use crate::support::tenant::add_member;
use crate::support::{TestServer, sqlite};

const COLLEAGUE: &str = "stw_a_colleague_0123456789";
const DAY: Duration = Duration::from_secs(24 * 3600);

async fn raise(store: &Store, org: OrgId, name: impl Into<String>) {
    let notice = NewNotice {
        kind: NoticeKind::Escalated,
        text: "Please look.".into(),
        dedupe_key: name.into(),
    };
    assert!(store.org(org).raise_notice(None, notice).await.unwrap());
}

async fn say(server: &TestServer, token: &str, message: &str, text: &str) {
    let part = json!({"type": "text", "text": text});
    let body = json!({"id": "c-1", "messages": [{"id": message, "role": "user", "parts": [part]}]});
    let answer = server.post("/api/chat").bearer(token).json(&body).send();
    assert_eq!(answer.await.status, 200);
}

fn kinds(events: &[Event]) -> Vec<&str> {
    events.iter().map(|event| event.kind.as_str()).collect()
}

#[test]
fn a_turn_is_told_to_every_client_of_its_member_and_to_nobody_else() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let working = server.start_runtime().await;
        add_member(&server.store, server.ours.org, Role::Admin, COLLEAGUE).await;
        let ours = &server.ours.token;
        let mut clients = [
            Events::follow(&server, ours, None).await,
            Events::follow(&server, ours, None).await,
        ];
        let mut colleague = Events::follow(&server, COLLEAGUE, None).await;
        let mut stranger = Events::follow(&server, &server.theirs.token, None).await;
        for client in clients.iter_mut().chain([&mut colleague, &mut stranger]) {
            assert_eq!(client.next().await.unwrap().kind, "agent.ready");
        }
        say(&server, ours, "m1", "Hello").await;
        let mut told = Vec::new();
        for client in &mut clients {
            told.push(client.until("agent.done").await);
        }
        assert_eq!(told[0], told[1]);
        let (events, last) = (&told[0], told[0].last().unwrap());
        assert!(kinds(events).contains(&"agent.typing"), "{events:?}");
        assert_eq!(events[0].data["state"], "user_message", "{events:?}");
        assert!(
            events
                .iter()
                .all(|e| e.data["thread_id"] == last.data["thread_id"])
        );
        let ids: std::collections::BTreeSet<_> = events.iter().map(|e| &e.id).collect();
        assert_eq!(ids.len(), events.len(), "an id twice: {events:?}");
        // What comes next for the others is what concerns them.
        raise(&server.store, server.ours.org, "ours").await;
        raise(&server.store, server.theirs.org, "theirs").await;
        for other in [&mut colleague, &mut stranger] {
            let event = other.next().await.unwrap();
            assert_eq!(event.kind, "agent.notice", "{event:?}");
            assert_eq!(event.data["state"], "open");
            assert_eq!(event.data.get("thread_id"), None, "{event:?}");
        }
        working.stop(Duration::from_secs(10)).await;
    });
}

#[test]
fn a_change_of_the_workspace_is_told_to_the_team_and_to_nobody_else() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        add_member(&server.store, server.ours.org, Role::Member, COLLEAGUE).await;
        let mut colleague = Events::follow(&server, COLLEAGUE, None).await;
        let mut stranger = Events::follow(&server, &server.theirs.token, None).await;
        for client in [&mut colleague, &mut stranger] {
            assert_eq!(client.next().await.unwrap().kind, "agent.ready");
        }
        let ours = &server.ours.token;
        let body = json!({"path": "areas/secret-plan.md", "content": "Read me."});
        let write = server.post("/api/workspace/write").bearer(ours);
        let written = write.header(IF_NONE_MATCH, "*").json(&body).send();
        assert_eq!(written.await.status, 201);
        let event = colleague.next().await.unwrap();
        assert_eq!(event.kind, "workspace.changed", "{event:?}");
        assert!(event.data["change"].is_u64(), "{event:?}");
        assert!(!event.data.to_string().contains("secret"), "{event:?}");
        // An account is files of the workspace.
        let asked = json!({"query": "Mark Juniper Street Bakery as Quoted"});
        let asked = server.post("/query").bearer(ours).json(&asked).send();
        let asked = asked.await.expect(200);
        let agreed = json!({"session_id": asked["session_id"], "confirmed": true});
        let made = server.post("/confirm").bearer(ours).json(&agreed).send();
        made.await.expect(200);
        assert_eq!(colleague.next().await.unwrap().kind, "workspace.changed");
        raise(&server.store, server.theirs.org, "theirs").await;
        assert_eq!(stranger.next().await.unwrap().kind, "agent.notice");
    });
}

#[test]
fn whoever_comes_back_misses_nothing_and_reads_nothing_twice() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let (org, token) = (server.ours.org, &server.ours.token);
        let mut first = Events::follow(&server, token, None).await;
        let begin = first.next().await.unwrap();
        let (mut last, mut seen) = (begin.clone(), Vec::new());
        for n in 0..20 {
            raise(&server.store, org, n.to_string()).await;
            if n % 3 == 0 {
                // The connection is cut, and more happens while nobody reads.
                drop(first);
                raise(&server.store, org, format!("{n} unseen")).await;
                first = Events::follow(&server, token, Some(&last.id)).await;
                assert_eq!(first.next().await.unwrap().kind, "agent.ready");
                seen.push(first.next().await.unwrap());
            }
            last = first.next().await.unwrap();
            seen.push(last.clone());
        }
        let since = format!("?follow=false&last_event_id={}", begin.id);
        let all = query(&server, token, &since).await;
        assert_eq!(all[0].kind, "agent.ready");
        assert_eq!(seen, all[1..]);
        let rest = format!("?follow=false&last_event_id={}", last.id);
        assert_eq!(kinds(&query(&server, token, &rest).await), ["agent.ready"]);
    });
}

async fn query(server: &TestServer, token: &str, query: &str) -> Vec<Event> {
    let request = http::Request::get(format!("/v1/agent/events{query}"))
        .header(http::header::AUTHORIZATION, format!("Bearer {token}"))
        .body(axum::body::Body::empty());
    let answer = server.call(request.unwrap()).await;
    Events::of(answer).rest().await
}

#[test]
fn who_was_away_for_two_days_is_told_so_and_goes_on_from_now() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let (org, token) = (server.ours.org, &server.ours.token);
        let mut before = Events::follow(&server, token, None).await;
        let last = before.next().await.unwrap().id;
        drop(before);
        raise(&server.store, org, "missed").await;
        server.pass(DAY);
        raise(&server.store, org, "kept").await;
        server.pass(DAY / 2);
        let kept = server.database.clock().clone();
        let before = steward_model::Clock::now(&kept).minus(DAY);
        assert!(server.store.trim_member_events(before, 1000).await.unwrap() > 0);
        let furthest = format!("{0}-{0}", i64::MAX);
        for last in [last.as_str(), "no-id", "99999-99999", &furthest] {
            let mut after = Events::follow(&server, token, Some(last)).await;
            let missed = after.next().await.unwrap();
            assert_eq!(missed.kind, "agent.missed", "{last}");
            assert!(missed.data["message"].is_string());
            raise(&server.store, org, format!("new to {last}")).await;
            let next = after.next().await.unwrap();
            assert_eq!(next.kind, "agent.notice", "{last}");
            // And who goes on from there is not told so again.
            drop(after);
            let mut again = Events::follow(&server, token, Some(&missed.id)).await;
            assert_eq!(again.next().await.unwrap().kind, "agent.ready");
            assert_eq!(again.next().await.unwrap(), next);
        }
    });
}

#[test]
fn a_reader_that_takes_nothing_holds_nobody_up_and_still_gets_everything() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let (org, token) = (server.ours.org, &server.ours.token);
        let mut slow = Events::follow(&server, token, None).await;
        let mut quick = Events::follow(&server, token, None).await;
        for client in [&mut slow, &mut quick] {
            client.next().await.unwrap();
        }
        // Far more than is held for anybody.
        let mut told = Vec::new();
        for n in 0..300 {
            raise(&server.store, org, n.to_string()).await;
            told.push(quick.next().await.unwrap());
        }
        for (n, expected) in told.iter().enumerate() {
            assert_eq!(slow.next().await.as_ref(), Some(expected), "event {n}");
        }
    });
}

#[tokio::test]
async fn what_the_agent_said_comes_along_in_a_conversation_of_ones_own() {
    let server = sqlite().await;
    let _working = server.start_runtime().await;
    let token = &server.ours.token;
    let agent =
        json!({"agent_id": server.ours.ids.agent, "text": "Hi", "script": ["Good morning."]});
    let mut events = Events::follow(&server, token, None).await;
    let asked = server.post("/api/turns/debug").bearer(token).json(&agent);
    asked.send().await;
    let told = events.until("agent.done").await;
    let message = told.iter().find(|event| event.kind == "agent.message");
    let message = message.unwrap_or_else(|| panic!("{told:?}")).clone();
    assert_eq!(
        message.data["messages"],
        json!(["Good morning."]),
        "{told:?}"
    );
    // The log does not hold it: what is deleted is not told again.
    let thread = message.data["thread_id"].as_str().unwrap().parse().unwrap();
    let org = server.store.org(server.ours.org);
    assert!(org.delete_chat(server.ours.owner, thread).await.unwrap());
    let again = query(
        &server,
        token,
        &format!("?follow=false&last_event_id={}", told[0].id),
    )
    .await;
    let again = again.into_iter().find(|event| event.id == message.id);
    assert_eq!(again.unwrap().data["messages"], json!([]));
}

#[tokio::test]
async fn a_browser_follows_with_its_cookie_until_it_signs_out() {
    let server = sqlite().await;
    let browser = server.browser(&server.ours.ids.member).await;
    let request = http::Request::get("/v1/agent/events")
        .header(COOKIE, browser.cookie.clone())
        .body(axum::body::Body::empty());
    let mut events = Events::of(server.call(request.unwrap()).await);
    assert_eq!(events.next().await.unwrap().kind, "agent.ready");
    let nobody = server.get("/v1/agent/events").send().await;
    assert_eq!(nobody.status, 401, "{nobody}");
    // The end of the channel is the end of the stream, so that a server can stop.
    server.store.end_news();
    assert_eq!(events.next().await, None);
}

#[tokio::test]
async fn silence_is_broken_and_a_revoked_key_ends_the_stream() {
    use http_body_util::BodyExt as _;

    let server = sqlite().await;
    let made = server.post("/api/keys").bearer(&server.ours.token);
    let made = made.json(&json!({"name": "reader", "scopes": ["read"]}));
    let made: Value = made.send().await.expect(201);
    let token = made["token"].as_str().unwrap();
    let request = http::Request::get("/v1/agent/events")
        .header(http::header::AUTHORIZATION, format!("Bearer {token}"))
        .body(axum::body::Body::empty());
    let mut body = server.call(request.unwrap()).await.into_body();
    let mut text = String::new();
    // Nothing else waits: the clock goes on to the next heartbeat.
    tokio::time::pause();
    while !text.ends_with(": ping\n\n") {
        let frame = body.frame().await.unwrap().unwrap();
        text.push_str(std::str::from_utf8(&frame.into_data().unwrap()).unwrap());
    }
    assert!(
        text.starts_with("retry: 3000\nevent: agent.ready\n"),
        "{text}"
    );
    tokio::time::resume();
    let key = made["key"]["id"].as_str().unwrap();
    let revoke = server.delete(&format!("/api/keys/{key}"));
    let revoked = revoke.bearer(&server.ours.token).send().await;
    assert!(revoked.status.is_success(), "{revoked}");
    tokio::time::pause();
    assert!(body.frame().await.is_none(), "a revoked key reads on");
}

#[tokio::test]
async fn a_revoked_key_is_not_told_what_happens_next() {
    let server = sqlite().await;
    let made = server.post("/api/keys").bearer(&server.ours.token);
    let made = made.json(&json!({"name": "reader", "scopes": ["read"]}));
    let made: Value = made.send().await.expect(201);
    let token = made["token"].as_str().unwrap();
    let mut events = Events::follow(&server, token, None).await;
    assert_eq!(events.next().await.unwrap().kind, "agent.ready");
    raise(&server.store, server.ours.org, "before").await;
    assert_eq!(events.next().await.unwrap().kind, "agent.notice");
    let key = made["key"]["id"].as_str().unwrap();
    let revoke = server.delete(&format!("/api/keys/{key}"));
    let revoked = revoke.bearer(&server.ours.token).send().await;
    assert!(revoked.status.is_success(), "{revoked}");
    server.pass(Duration::from_secs(2));
    raise(&server.store, server.ours.org, "after").await;
    assert_eq!(events.next().await, None);
}
