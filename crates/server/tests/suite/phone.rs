//! The phone on the screen: what is written on it comes in by the one door, and what is sent through it arrives there once.

use http::StatusCode;
use serde_json::{Value, json};
use steward_model::Role;
use steward_testkit::{Cell, TestDatabase, on_both};

use crate::support::tenant::add_member;
use crate::support::{Answer, TestServer};

const DANA: &str = "+14155550142";
const SEEN: &str = "number=%2B14155550142";

async fn write(server: &TestServer, id: &str, said: &str) -> Answer {
    let path = format!("/api/phone/{}/messages", server.ours.ids.phone);
    let body = json!({"number": DANA, "text": said, "client_id": id});
    let request = server.post(&path).bearer(&server.ours.token);
    request.json(&body).send().await
}

/// What the phone shows, the oldest first: which way it went, and what it says.
async fn shown(server: &TestServer) -> Vec<(String, String)> {
    let path = format!("/api/phone/{}/messages?{SEEN}", server.ours.ids.phone);
    let list = server.get(&path).bearer(&server.ours.token).send().await;
    let list = list.expect(200);
    let items = list["items"].as_array().unwrap().iter().rev();
    let word = |item: &Value, name: &str| item[name].as_str().unwrap().to_owned();
    items
        .map(|item| (word(item, "direction"), word(item, "text")))
        .collect()
}

async fn count(server: &TestServer, what: &str) -> i64 {
    let sql = format!("select count(*) from {what}");
    match server.database.data().value(&sql).await {
        Cell::Int(count) => count,
        other => panic!("{other:?}"),
    }
}

/// Runs the runtime until this many messages have arrived on the phone.
async fn until_arrived(server: &TestServer, many: i64) {
    let working = server.start_runtime().await;
    while count(server, "effect where state = 'delivered'").await < many {
        tokio::task::yield_now().await;
    }
    working.stop(std::time::Duration::from_secs(10)).await;
}

fn shows(direction: &str, text: &str) -> (String, String) {
    (direction.to_owned(), text.to_owned())
}

#[test]
fn what_is_written_on_the_phone_comes_in_once_and_the_answer_arrives_once() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        for _ in 0..2 {
            let answer = write(&server, "one", "Is it free?").await;
            assert_eq!(answer.status, StatusCode::NO_CONTENT, "{answer}");
        }
        assert_eq!(shown(&server).await, [shows("in", "Is it free?")]);
        let inbox = server.get("/api/inbox").bearer(&server.ours.token);
        let inbox = inbox.send().await.expect(200);
        let threads = inbox["items"].as_array().unwrap();
        let ours = |thread: &&Value| thread["last"]["text_excerpt"] == "Is it free?";
        let thread = threads.iter().find(ours).unwrap();
        let path = format!(
            "/api/inbox/{}/messages",
            thread["thread_id"].as_str().unwrap()
        );
        for _ in 0..2 {
            let body = json!({"text": "Yes, it is.", "client_id": "answer"});
            let said = server.post(&path).bearer(&server.ours.token);
            said.json(&body).send().await.expect(201);
        }
        // It has not left yet.
        assert_eq!(shown(&server).await.len(), 1);
        let before = count(&server, "effect where state = 'delivered'").await;
        until_arrived(&server, before + 1).await;
        let seen = [shows("in", "Is it free?"), shows("out", "Yes, it is.")];
        assert_eq!(shown(&server).await, seen);
    });
}

#[test]
fn a_sender_that_dies_before_it_has_noted_anything_neither_loses_nor_doubles_the_message() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        write(&server, "stop", "STOP").await.expect(204);
        let raw = server.database.data();
        let mine = "where rule = 'confirms_silence'";
        // Handed over, and then nothing more was heard of the sender: it is asked about, which delivers it.
        raw.execute(&format!(
            "update effect set state = 'unknown', attempt = 1, not_before = 0 {mine}"
        ))
        .await;
        let before = count(&server, "effect where state = 'delivered'").await;
        until_arrived(&server, before + 1).await;
        let confirmed = shown(&server).await;
        assert_eq!(confirmed.len(), 2, "{confirmed:?}");
        assert!(confirmed[1].1.contains("no more messages"), "{confirmed:?}");
        // Delivered, and not noted by the sender: the same again changes nothing.
        until_arrived(&server, before + 1).await;
        assert_eq!(shown(&server).await, confirmed);
    });
}

#[test]
fn words_to_the_carrier_count_and_are_answered() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        for (id, said, silent) in [("1", "Stop", 1), ("2", "Hello?", 1), ("3", "START", 0)] {
            write(&server, id, said).await.expect(204);
            let silenced = count(&server, "opt_out where channel = 'sms'").await;
            assert_eq!(silenced, silent, "{said}");
        }
        assert_eq!(count(&server, "event where skipped = 'keyword'").await, 2);
        assert_eq!(count(&server, "event where skipped = 'opted_out'").await, 1);
        assert_eq!(
            count(&server, "effect where rule = 'answers_keyword'").await,
            1
        );
    });
}

#[tokio::test]
async fn only_admins_write_on_it_and_only_to_a_line_that_it_carries() {
    let server = TestServer::new(TestDatabase::sqlite()).await;
    let token = "stw_plain_member_0123456789";
    add_member(&server.store, server.ours.org, Role::Member, token).await;
    let body = json!({"number": DANA, "text": "Hi", "client_id": "a"});
    let ids = (&server.ours.ids, &server.theirs.ids);
    for (line, token, code) in [
        (&ids.0.phone, token, "forbidden"),
        (&ids.0.line, server.ours.token.as_str(), "not_found"),
        (&ids.1.phone, server.ours.token.as_str(), "not_found"),
    ] {
        let path = format!("/api/phone/{line}/messages");
        let answer = server.post(&path).bearer(token).json(&body).send().await;
        assert_eq!(answer.code(), code, "{answer}");
        let path = format!("{path}?{SEEN}");
        let answer = server.get(&path).bearer(token).send().await;
        assert_eq!(answer.code(), code, "{answer}");
    }
    let own = json!({"number": "+14155550191", "text": "Hi", "client_id": "a"});
    let path = format!("/api/phone/{}/messages", ids.0.phone);
    let answer = server.post(&path).bearer(&server.ours.token).json(&own);
    assert_eq!(answer.send().await.code(), "invalid_field");
}

#[tokio::test]
async fn where_it_is_off_there_is_none() {
    let configure = |config: &mut steward_server::config::Config| {
        config.sending.phone_on_screen = false;
    };
    let server = TestServer::configured(TestDatabase::sqlite(), configure).await;
    let token = &server.ours.token;
    let told = server.get("/api/phone").bearer(token).send().await;
    assert_eq!(told.expect(200)["is_on"], false);
    let answer = write(&server, "one", "Hi").await;
    assert_eq!(answer.code(), "not_found");
    let line =
        json!({"kind": "phone", "address": "+14155550150", "label": "L", "provider": "loopback"});
    let made = server.post("/api/lines").bearer(token).json(&line);
    assert_eq!(made.send().await.code(), "invalid_field");
}
