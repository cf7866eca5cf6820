//! The log of consent: what carriers and members tell of who wants to be written to.

use std::slice::from_ref;

use futures_util::future::join_all;
use serde_json::{Value, json};
use steward_model::Role;
use steward_testkit::on_both;

use super::webhooks::{ANA, OURS, sid, text, with_twilio};
use crate::support::TestServer;
use crate::support::tenant::add_member;

const MEMBER: &str = "stw_plain_member_0123456789";

async fn ana(server: &TestServer) -> String {
    let found = server.get(&format!("/api/contacts?query=%2B{}", &ANA[1..]));
    let found = found.bearer(&server.ours.token).send().await.expect(200);
    found["items"][0]["id"].as_str().unwrap().to_owned()
}

/// The log of a contact, the newest first: what changed, how, and what was said.
async fn log(server: &TestServer, contact: &str) -> Vec<[Value; 3]> {
    let path = format!("/api/contacts/{contact}/consent");
    let log = server.get(&path).bearer(&server.ours.token);
    let log = log.send().await.expect(200);
    let items = log["items"].as_array().unwrap();
    let change = |one: &Value| ["change", "how", "words"].map(|name| one[name].clone());
    items.iter().map(change).collect()
}

async fn say(server: &TestServer, number: u8, words: &str) {
    let answer = text(server, &sid(number), OURS, words).await;
    assert_eq!(answer.status, 200, "{answer}");
}

#[test]
fn a_stop_that_is_delivered_many_times_is_one_change() {
    on_both(|database| async {
        let server = with_twilio(database).await;
        // Their first words: the contact is made at the same moment.
        join_all((0..8).map(|_| say(&server, 1, "Stop"))).await;
        say(&server, 1, "Stop").await;
        let contact = ana(&server).await;
        let stopped = ["opted_out", "keyword", "Stop"].map(Value::from);
        assert_eq!(log(&server, &contact).await, *from_ref(&stopped));
        say(&server, 2, "START").await;
        say(&server, 3, "please do not text me any more").await;
        let plain = ["opted_out", "plain_words", "please do not text me any more"];
        let again = ["opted_in", "keyword", "START"];
        let expected = [plain.map(Value::from), again.map(Value::from), stopped];
        assert_eq!(log(&server, &contact).await, expected);
        let path = format!("/api/contacts/{contact}/consent?limit=2");
        let page = server.get(&path).bearer(&server.ours.token);
        let page = page.send().await.expect(200);
        assert_eq!(page["items"][0]["message"], sid(3));
        assert_eq!(page["items"][0]["source"], "twilio");
        let path = format!("{path}&cursor={}", page["next_cursor"].as_str().unwrap());
        let rest = server.get(&path).bearer(&server.ours.token);
        let rest = rest.send().await.expect(200);
        assert_eq!(rest["items"].as_array().unwrap().len(), 1);
        assert_eq!(rest["next_cursor"], Value::Null);
    });
}

#[test]
fn what_a_member_was_told_is_written_down_and_counts() {
    on_both(|database| async {
        let server = with_twilio(database).await;
        let org = server.ours.org;
        let member = add_member(&server.store, org, Role::Member, MEMBER).await;
        say(&server, 1, "Is it free?").await;
        let contact = ana(&server).await;
        let path = format!("/api/contacts/{contact}/consent");
        let note = |token: &'static str, channel: &'static str, change: &'static str| {
            let body = json!({ "channel": channel, "change": change });
            server.post(&path).bearer(token).json(&body).send()
        };
        let noted = note(MEMBER, "sms", "opted_out").await;
        assert_eq!(noted.status, 204, "{noted}");
        assert_eq!(note(MEMBER, "sms", "opted_in").await.code(), "forbidden");
        assert_eq!(note(MEMBER, "email", "opted_out").await.code(), "conflict");
        let by_hand = [json!("opted_out"), json!("member"), Value::Null];
        assert_eq!(log(&server, &contact).await, [by_hand]);
        let whole = server.get(&path).bearer(MEMBER).send().await.expect(200);
        assert_eq!(whole["items"][0]["member_id"], member.to_string());
        // A text of theirs goes to no agent from now on, and nobody writes to them.
        let inbox = server.get("/api/inbox").bearer(MEMBER);
        let inbox = inbox.send().await.expect(200);
        let threads = inbox["items"].as_array().unwrap();
        let theirs = threads.iter().find(|one| one["contact_id"] == *contact);
        assert_eq!(theirs.unwrap()["opted_out"], true);
    });
}

#[test]
fn forgetting_somebody_keeps_that_they_opted_out() {
    on_both(|database| async {
        let server = with_twilio(database).await;
        say(&server, 1, "STOP").await;
        let contact = ana(&server).await;
        let path = format!("/api/contacts/{contact}/forget");
        let forget = server.post(&path).bearer(&server.ours.token);
        assert_eq!(forget.send().await.status, 204);
        assert!(log(&server, &contact).await.is_empty());
        say(&server, 2, "Hello again").await;
        let next = ana(&server).await;
        assert_ne!(next, contact);
        let known = [json!("opted_out"), json!("keyword"), Value::Null];
        assert_eq!(log(&server, &next).await, [known]);
    });
}
