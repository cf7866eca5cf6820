//! Texts whose webhook never came: they are fetched from the carrier, once, and a late webhook changes nothing.

use std::time::Duration;

use serde_json::Value;
use steward_testkit::{FakeCarrier, TestDatabase, on_both};

use super::webhooks::{ANA, OURS, add_line, text_from, with_carrier};
use crate::support::TestServer;

const MINUTE: Duration = Duration::from_secs(60);
const BO: &str = "+14155550178";

/// A server whose carrier is on this machine, with a line.
async fn with_line(database: TestDatabase) -> (TestServer, FakeCarrier) {
    let (server, carrier) = with_carrier(database, |_| {}).await;
    add_line(&server).await;
    (server, carrier)
}

/// What the inbox has of a person's texts, oldest first.
async fn texts_of(server: &TestServer, number: &str) -> Vec<String> {
    let token = &server.ours.token;
    let query = format!("/api/contacts?query={}", number.replace('+', "%2B"));
    let found = server.get(&query).bearer(token).send().await.expect(200);
    let Some(contact) = found["items"][0]["id"].as_str() else {
        return Vec::new();
    };
    let threads = server.get("/api/threads?limit=200").bearer(token);
    let threads = threads.send().await.expect(200);
    let key = format!("contact:{contact}");
    let threads = threads["items"].as_array().unwrap().clone();
    let Some(thread) = threads.iter().find(|thread| thread["key"] == key.as_str()) else {
        return Vec::new();
    };
    let path = format!(
        "/api/inbox/{}/messages?limit=200",
        thread["id"].as_str().unwrap()
    );
    let said = server.get(&path).bearer(token).send().await.expect(200);
    let mut texts: Vec<_> = said["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|message| message["by"] == "contact")
        .map(|message| message["text"].as_str().unwrap().to_owned())
        .collect();
    texts.sort();
    texts
}

#[test]
fn texts_whose_webhook_was_lost_come_in_by_asking_and_once_test_3() {
    on_both(|database| async {
        let (server, carrier) = with_line(database).await;
        let mut said = Vec::new();
        let mut late = Vec::new();
        for n in 0..40 {
            let text = format!("text {n:02}");
            let sid = carrier.receive(ANA, OURS, &text);
            // One in eight is lost, and every second of those comes when nobody expects it any more.
            match n % 8 {
                3 => late.push((sid, text.clone())),
                _ => {
                    text_from(&server, &sid, (ANA, OURS), &text).await;
                }
            }
            said.push(text);
        }
        assert_eq!(texts_of(&server, ANA).await.len(), 35);
        server.pass(MINUTE);
        server.catch_up().await;
        assert_eq!(texts_of(&server, ANA).await, said);
        for (sid, text) in late.iter().step_by(2) {
            assert_eq!(text_from(&server, sid, (ANA, OURS), text).await.status, 200);
        }
        for _ in 0..3 {
            server.pass(MINUTE * 11);
            server.catch_up().await;
        }
        assert_eq!(texts_of(&server, ANA).await, said);
    });
}

#[test]
fn a_carrier_that_cannot_be_asked_is_asked_again_for_the_same_time() {
    on_both(|database| async {
        let (server, carrier) = with_line(database).await;
        carrier.receive(ANA, OURS, "Anybody?");
        carrier.turn_lookup_off();
        for _ in 0..3 {
            server.pass(MINUTE * 20);
            server.catch_up().await;
        }
        assert_eq!(texts_of(&server, ANA).await, Vec::<String>::new());
        carrier.turn_lookup_on();
        server.catch_up().await;
        assert_eq!(texts_of(&server, ANA).await, ["Anybody?"]);
    });
}

#[test]
fn what_was_deleted_is_not_fetched_again_and_a_word_of_old_changes_nothing() {
    on_both(|database| async {
        let (server, carrier) = with_line(database).await;
        let stop = carrier.receive(BO, OURS, "STOP");
        text_from(&server, &stop, (BO, OURS), "STOP").await;
        let start = carrier.receive(BO, OURS, "START");
        text_from(&server, &start, (BO, OURS), "START").await;
        let sid = carrier.receive(ANA, OURS, "Forget me");
        text_from(&server, &sid, (ANA, OURS), "Forget me").await;
        let silent = "select count(*) from opt_out";
        let before = server.database.data().value(silent).await;
        server.pass(MINUTE);
        server.catch_up().await;
        assert_eq!(server.database.data().value(silent).await, before);
        let token = &server.ours.token;
        let query = format!("/api/contacts?query={}", ANA.replace('+', "%2B"));
        let found = server.get(&query).bearer(token).send().await.expect(200);
        let contact = found["items"][0]["id"].as_str().unwrap();
        let path = format!("/api/contacts/{contact}");
        let deleted = server.delete(&path).bearer(token).send().await;
        assert_eq!(deleted.status, 204, "{deleted}");
        server.pass(MINUTE);
        server.catch_up().await;
        let found = server.get(&query).bearer(token).send().await.expect(200);
        assert_eq!(found["items"], Value::Array(vec![]));
    });
}
