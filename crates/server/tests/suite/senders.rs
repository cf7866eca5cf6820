//! Texts from senders that have no number: they are kept and shown, and nobody answers them.

use serde_json::{Value, json};
use steward_testkit::{Cell, TestDatabase, on_both};

use super::webhooks::{OURS, add_line, sid, text_from, with_carrier, with_twilio};
use crate::support::TestServer;

const SENDERS: [&str; 3] = ["32665", "ACME Bank", "whatsapp:+14155550177"];

async fn get(server: &TestServer, path: &str) -> Value {
    let request = server.get(path).bearer(&server.ours.token);
    request.send().await.expect(200)
}

/// The newest conversation.
async fn newest(server: &TestServer) -> Value {
    get(server, "/api/inbox?limit=1").await["items"][0].clone()
}

fn path(thread: &Value, what: &str) -> String {
    format!("/api/inbox/{}{what}", thread["thread_id"].as_str().unwrap())
}

async fn count(server: &TestServer, what: &str) -> Cell {
    let sql = format!("select count(*) from {what}");
    server.database.data().value(&sql).await
}

#[test]
fn a_text_from_a_sender_without_a_number_is_in_the_inbox_with_the_reason() {
    on_both(|database| async {
        let server = with_twilio(database).await;
        let asked = count(&server, "event where quiet = 0").await;
        for (number, sender) in (1..).zip(SENDERS) {
            let said = format!("Your code is {number}");
            for _ in 0..2 {
                let to = match sender.strip_suffix("+14155550177") {
                    Some(service) => format!("{service}{OURS}"),
                    None => OURS.to_owned(),
                };
                let answer = text_from(&server, &sid(number), (sender, &to), &said).await;
                assert_eq!(answer.status, 200, "{answer}");
            }
            let thread = newest(&server).await;
            assert_eq!(thread["last"]["text_excerpt"], *said, "{sender}");
            assert_eq!(thread["unread"], 1, "{sender}");
            assert_eq!(thread["escalated"], true, "{sender}");
            let list = get(&server, &path(&thread, "/messages")).await;
            assert_eq!(list["items"].as_array().unwrap().len(), 1, "{sender}");
            assert_eq!(list["items"][0]["skipped"], "unanswerable", "{sender}");
            let detail = get(&server, &path(&thread, "")).await;
            assert_eq!(detail["can_send"], false, "{sender}");
            let why = detail["cannot_send_reason"].as_str().unwrap();
            assert!(why.starts_with("They cannot be answered"), "{why}");
            let contact = format!("/api/contacts/{}", thread["contact_id"].as_str().unwrap());
            let known = get(&server, &contact).await["identifiers"][0]["value"].clone();
            assert!(known.as_str().unwrap().ends_with(sender), "{known}");
        }
        assert_eq!(count(&server, "event where quiet = 0").await, asked);
        let notices = get(&server, "/api/notices?open=true&limit=100").await;
        let told = notices.to_string();
        let told = told
            .matches("A text came in that nobody can answer")
            .count();
        assert_eq!(told, SENDERS.len());
    });
}

#[test]
fn nothing_goes_to_a_sender_without_a_number_whatever_it_says() {
    on_both(|database| async {
        let server = with_twilio(database).await;
        let left = count(&server, "effect").await;
        for (number, said) in (1..).zip(["STOP", "START", "HELP", "Is it free?", ""]) {
            let answer = text_from(&server, &sid(number), ("32665", OURS), said).await;
            assert_eq!(answer.status, 200, "{answer}");
        }
        let silent = count(&server, "opt_out where channel = 'sms'").await;
        assert_eq!(silent, Cell::Int(0));
        let kept = count(&server, "event where skipped = 'unanswerable'").await;
        assert_eq!(kept, Cell::Int(5));
        let thread = newest(&server).await;
        let say = server.post(&path(&thread, "/messages"));
        let say = say.bearer(&server.ours.token);
        let say = say.json(&json!({"text": "Hello?", "client_id": "one"}));
        let refused = say.send().await;
        assert_eq!(refused.code(), "conflict");
        assert!(refused.text().contains("short code"), "{refused}");
        // A person has it, and gives it back: it is still nobody's to answer.
        for act in ["/take-over", "/hand-back"] {
            let act = server.post(&path(&thread, act)).bearer(&server.ours.token);
            act.send().await.expect(200);
        }
        assert_eq!(count(&server, "effect").await, left);
        let waiting = server.store.waiting_threads(100).await.unwrap();
        let id = thread["thread_id"].as_str().unwrap();
        assert!(waiting.iter().all(|one| one.id.to_string() != id));
    });
}

#[tokio::test]
async fn a_lost_text_from_a_short_code_comes_in_by_asking() {
    let (server, carrier) = with_carrier(TestDatabase::sqlite(), |_| {}).await;
    add_line(&server).await;
    carrier.receive("32665", OURS, "Your code is 7");
    server.catch_up().await;
    let thread = newest(&server).await;
    assert_eq!(thread["last"]["text_excerpt"], "Your code is 7");
    let list = get(&server, &path(&thread, "/messages")).await;
    assert_eq!(list["items"][0]["skipped"], "unanswerable");
}
