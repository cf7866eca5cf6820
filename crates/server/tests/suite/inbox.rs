//! The team's inbox, as a person at the API sees it.

use std::time::Duration;

use serde_json::{Value, json};
use steward_testkit::{TestDatabase, on_both};
use tokio::time::timeout;

use super::webhooks::{OURS, add_line, media_from, text_from, with_carrier, with_twilio};
use crate::support::{Answer, TestServer};

const ANA: &str = "+14155550177";

fn sid(number: u8) -> String {
    format!("SM{number:032}")
}

async fn get(server: &TestServer, path: &str) -> Value {
    let answer = server.get(path).bearer(&server.ours.token).send().await;
    answer.expect(200)
}

async fn post(server: &TestServer, path: &str, body: Option<Value>) -> Answer {
    let request = server.post(path).bearer(&server.ours.token);
    match body {
        Some(body) => request.json(&body).send().await,
        None => request.send().await,
    }
}

async fn say(server: &TestServer, number: u8, text: &str) {
    let answer = text_from(server, &sid(number), (ANA, OURS), text).await;
    assert_eq!(answer.status, 200, "{answer}");
}

/// Ana's conversation, which is where something happened last.
async fn conversation(server: &TestServer) -> Value {
    get(server, "/api/inbox?limit=1").await["items"][0].clone()
}

fn path(conversation: &Value, what: &str) -> String {
    let id = conversation["thread_id"].as_str().unwrap();
    format!("/api/inbox/{id}{what}")
}

#[test]
fn a_text_is_in_the_inbox_and_is_answered_from_its_line() {
    on_both(|database| async {
        let server = with_twilio(database).await;
        say(&server, 1, "Is it free?").await;
        let thread = conversation(&server).await;
        assert_eq!(thread["last"]["text_excerpt"], "Is it free?");
        assert_eq!(thread["last"]["by"], "contact");
        assert_eq!(thread["unread"], 1);
        assert_eq!(thread["line_label"], "Front");
        let detail = get(&server, &path(&thread, "")).await;
        assert_eq!(detail["reply_line"]["address"], OURS);
        assert_eq!(
            (&detail["can_send"], &detail["cannot_send_reason"]),
            (&json!(true), &json!(null))
        );

        let messages = path(&thread, "/messages");
        let body = json!({"text": "Yes, at 5.", "client_id": "one"});
        let sent = post(&server, &messages, Some(body.clone()))
            .await
            .expect(201);
        assert_eq!(
            (&sent["by"], &sent["segments"]),
            (&json!("member"), &json!(1))
        );
        assert_eq!(sent["member_id"], server.ours.owner.to_string());
        assert_eq!(sent["delivery"], "pending");
        let again = post(&server, &messages, Some(body)).await.expect(201);
        assert_eq!(again["id"], sent["id"]);
        let effect = format!("/api/effects/{}", sent["effect_id"].as_str().unwrap());
        let effect = get(&server, &effect).await;
        let expected = json!({"to": ANA, "from": OURS, "text": "Yes, at 5."});
        assert_eq!(effect["effect"]["message"], expected);

        let list = get(&server, &messages).await;
        let said: Vec<_> = list["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| &it["text"])
            .collect();
        assert_eq!(said, ["Yes, at 5.", "Is it free?"]);
        for (wrong, field) in [
            (json!({"text": " ", "client_id": "two"}), "text"),
            (json!({"text": "Hi", "client_id": ""}), "client_id"),
            (json!({"text": "Hi", "client_id": "a b"}), "client_id"),
        ] {
            let refused = post(&server, &messages, Some(wrong)).await;
            assert_eq!(refused.field().as_deref(), Some(field), "{refused}");
        }
        let read = json!({"up_to": list["items"][1]["id"]});
        let read = post(&server, &path(&thread, "/read"), Some(read)).await;
        assert_eq!(read.expect(200)["unread"], 0);
        let unknown = json!({"up_to": server.ours.ids.contact});
        let unknown = post(&server, &path(&thread, "/read"), Some(unknown)).await;
        assert_eq!(unknown.field().as_deref(), Some("up_to"));
    });
}

#[test]
fn the_agent_is_asked_nothing_while_a_person_talks() {
    on_both(|database| async {
        let server = with_twilio(database).await;
        say(&server, 1, "Is it free?").await;
        let thread = conversation(&server).await;
        let taken = post(&server, &path(&thread, "/take-over"), None)
            .await
            .expect(200);
        assert_eq!(taken["taken_over_by"]["name"], "Owner of ours");
        say(&server, 2, "Hello?").await;
        let list = get(&server, &path(&thread, "/messages")).await;
        for item in list["items"].as_array().unwrap() {
            assert_eq!(item["skipped"], "taken_over", "{item}");
        }
        let asked = "select count(*) from event where quiet = 0 and source = 'twilio'";
        let asked = server.database.data().value(asked).await;
        assert_eq!(asked, steward_testkit::Cell::Int(0));
        let back = post(&server, &path(&thread, "/hand-back"), None)
            .await
            .expect(200);
        assert_eq!(back["taken_over_by"], json!(null));
        assert_eq!(back["escalated"], true, "nobody has answered");
        say(&server, 3, "And now?").await;
        let list = get(&server, &path(&thread, "/messages?limit=1")).await;
        assert_eq!(list["items"][0]["skipped"], json!(null));
    });
}

#[test]
fn what_no_agent_is_asked_about_is_shown_with_its_reason() {
    on_both(|database| async {
        let server = with_twilio(database).await;
        media_from(&server, &sid(1), (ANA, OURS)).await;
        say(&server, 2, "STOP").await;
        say(&server, 3, "Why do you not answer?").await;
        let thread = conversation(&server).await;
        assert_eq!(thread["opted_out"], true);
        let list = get(&server, &path(&thread, "/messages")).await;
        let items = list["items"].as_array().unwrap();
        let why: Vec<_> = items.iter().map(|item| &item["skipped"]).collect();
        assert_eq!(why, ["opted_out", "keyword", "media_only"]);
        let body = json!({"text": "Sorry!", "client_id": "one"});
        let refused = post(&server, &path(&thread, "/messages"), Some(body)).await;
        assert_eq!(refused.code(), "conflict");
        assert!(
            refused.text().contains("does not want messages"),
            "{refused}"
        );
        let detail = get(&server, &path(&thread, "")).await;
        assert_eq!(detail["can_send"], false);
        say(&server, 4, "start").await;
        say(&server, 5, "Hello again").await;
        let thread = conversation(&server).await;
        assert_eq!(
            (&thread["opted_out"], &thread["unread"]),
            (&json!(false), &json!(5))
        );
    });
}

#[tokio::test]
async fn a_cursor_of_another_list_is_refused_and_ours_goes_on() {
    let server = with_twilio(TestDatabase::sqlite()).await;
    say(&server, 1, "Hi").await;
    let first = get(&server, "/api/inbox?limit=1").await;
    let cursor = first["next_cursor"].as_str().unwrap();
    let second = get(&server, &format!("/api/inbox?limit=1&cursor={cursor}")).await;
    assert_ne!(
        second["items"][0]["thread_id"],
        first["items"][0]["thread_id"]
    );
    for wrong in ["1", "01.x", server.ours.ids.thread.as_str()] {
        let path = format!("/api/inbox?cursor={wrong}");
        let refused = server.get(&path).bearer(&server.ours.token).send().await;
        assert_eq!(refused.field().as_deref(), Some("cursor"), "{wrong}");
    }
}

#[test]
fn what_was_written_to_a_person_waits_for_one_after_the_hand_back_unless_they_answered() {
    on_both(|database| async {
        let server = with_twilio(database).await;
        say(&server, 1, "Is it free?").await;
        let thread = conversation(&server).await;
        let hands = [path(&thread, "/take-over"), path(&thread, "/hand-back")];
        let told = async || {
            let notices = get(&server, "/api/notices?open=true&limit=100")
                .await
                .to_string();
            notices.matches("nobody has answered since").count()
        };
        post(&server, &hands[0], None).await.expect(200);
        let body = json!({"text": "Yes, at 5.", "client_id": "one"});
        let sent = post(&server, &path(&thread, "/messages"), Some(body)).await;
        sent.expect(201);
        let back = post(&server, &hands[1], None).await.expect(200);
        assert_eq!(back["escalated"], false, "a person has answered");
        assert_eq!(told().await, 0);

        post(&server, &hands[0], None).await.expect(200);
        say(&server, 2, "And at 6?").await;
        for _ in 0..2 {
            let back = post(&server, &hands[1], None).await.expect(200);
            assert_eq!(back["escalated"], true);
            assert_eq!(told().await, 1);
        }
        let needs = get(&server, "/api/inbox?filter=needs_you").await;
        let ids: Vec<_> = needs["items"].as_array().unwrap().iter().collect();
        assert!(
            ids.iter()
                .any(|one| one["thread_id"] == thread["thread_id"])
        );
    });
}

#[test]
fn the_list_says_who_of_the_team_wrote_last_or_that_nobody_did() {
    on_both(|database| async {
        let server = with_twilio(database).await;
        say(&server, 1, "Is it free?").await;
        let thread = conversation(&server).await;
        let body = json!({"text": "Yes, at 5.", "client_id": "one"});
        let sent = post(&server, &path(&thread, "/messages"), Some(body)).await;
        sent.expect(201);
        let last = conversation(&server).await["last"].clone();
        assert_eq!(last["by"], "member");
        assert_eq!(last["member_id"], server.ours.owner.to_string());
        // Nobody at the carrier answers this one, and so we do.
        say(&server, 2, "please don't text me again").await;
        let last = conversation(&server).await["last"].clone();
        let excerpt = last["text_excerpt"].as_str().unwrap();
        assert!(excerpt.contains("no more messages"), "{last}");
        assert_eq!(
            (&last["by"], &last["member_id"]),
            (&json!("automatic"), &json!(null))
        );
        let list = get(&server, &path(&thread, "/messages?limit=1")).await;
        assert_eq!(list["items"][0]["by"], "automatic");
    });
}

#[test]
fn a_message_that_failed_says_what_the_carrier_said() {
    on_both(|database| async {
        let (server, carrier) = with_carrier(database, |_| {}).await;
        add_line(&server).await;
        carrier.refuse(ANA, 21614);
        say(&server, 1, "Is it free?").await;
        let thread = conversation(&server).await;
        let body = json!({"text": "Yes, at 5.", "client_id": "one"});
        let sent = post(&server, &path(&thread, "/messages"), Some(body)).await;
        sent.expect(201);
        let working = server.start_runtime().await;
        let newest = path(&thread, "/messages?limit=1");
        let failed = async {
            loop {
                let newest = get(&server, &newest).await["items"][0].clone();
                if newest["delivery"] == "failed" {
                    return newest;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let failed = timeout(Duration::from_secs(30), failed).await.unwrap();
        let said = "the number to send to cannot receive texts (21614)";
        assert_eq!(failed["carrier_said"], said);
        drop(working);
    });
}
