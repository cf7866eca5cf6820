//! What was made of a text goes with it, and what stands around it stays of use.

use std::time::Duration;

use serde_json::{Value, json};
use steward_testkit::on_both;

use super::accounts::{ask, create};
use super::forgetting::{carry_out, index_everything};
use super::openai::{get, post};
use crate::support::TestServer;

const SECRET: &str = "the locker word is kanarie4711.";

/// Forgets a passage, and waits until it is out of everything.
async fn forget(server: &TestServer, passage: &Value) {
    let id = passage["id"].as_str().unwrap();
    let path = format!("/v1/agent/memory/passages/{id}/forget");
    let asked = server.post(&path).bearer(&server.ours.token).send().await;
    assert_eq!(asked.status, 204, "{asked}");
    carry_out(server).await;
}

#[test]
fn an_account_with_a_forgotten_note_is_read_proved_and_changed_as_before() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let working = server.start_runtime().await;
        let name = "Juniper Street Bakery";
        create(
            &server,
            name,
            &format!("Mark {name} as Quoted, premium $2,600"),
        )
        .await;
        let told = ask(&server, &format!("Note for {name}: {SECRET}")).await;
        assert_eq!(told["type"], "success", "{told}");
        let note = json!({"text": SECRET, "scope": "org"});
        let note = post(&server, "/v1/agent/memory/archival", &note).await;
        forget(&server, &note.expect(201)["items"][0]).await;

        let accounts = get(&server, "/api/accounts").await.expect(200);
        let path = format!(
            "/api/accounts/{}",
            accounts["accounts"][0]["id"].as_str().unwrap()
        );
        let account = get(&server, &path).await.expect(200);
        assert!(!account.to_string().contains("kanarie"), "{account}");
        assert_eq!(account["verified"]["ok"], true, "{account}");
        assert_eq!(
            account["state"]["notes"],
            json!(["[forgotten]"]),
            "{account}"
        );
        let told = ask(
            &server,
            &format!("Note for {name}: prefers calls on Monday."),
        )
        .await;
        assert_eq!(told["type"], "success", "{told}");
        let account = get(&server, &path).await.expect(200);
        assert_eq!(account["verified"]["ok"], true, "{account}");
        assert_eq!(
            account["state"]["notes"][1], "prefers calls on Monday.",
            "{account}"
        );
        working.stop(Duration::from_secs(10)).await;
    });
}

#[test]
fn the_title_of_a_chat_is_forgotten_with_the_message_it_was_cut_from() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let working = server.start_runtime().await;
        let said = "My bank told me that the new secret number of the card is kanarie4711, and it is good until May.";
        let part = json!({"type": "text", "text": said});
        let body =
            json!({"id": "c-1", "messages": [{"id": "m1", "role": "user", "parts": [part]}]});
        let answer = post(&server, "/api/chat", &body).await;
        assert_eq!(answer.status, 200, "{answer}");
        let title = async || {
            let list = get(&server, "/api/conversations").await.expect(200);
            list["items"][0]["title"].clone()
        };
        let cut = title().await;
        assert!(
            said.starts_with(cut.as_str().unwrap()) && cut != said,
            "{cut}"
        );
        index_everything(&server).await;
        let search = json!({"query": "secret number of the card", "sources": ["message"]});
        let found = post(&server, "/v1/agent/memory/search", &search)
            .await
            .expect(200);
        assert_eq!(found["items"][0]["passage"]["text"], said, "{found}");
        forget(&server, &found["items"][0]["passage"]).await;
        assert_eq!(title().await, "[forgotten]");
        working.stop(Duration::from_secs(10)).await;
    });
}

#[test]
fn a_document_counts_the_parts_that_are_left_of_it() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let working = server.start_runtime().await;
        let body = json!({"title": "Locker", "text": SECRET});
        let made = post(&server, "/v1/rag/documents", &body).await.expect(201);
        assert_eq!(made["chunks"], 1, "{made}");
        let path = format!("/v1/rag/documents/{}", made["id"].as_str().unwrap());
        let parts = get(&server, &format!("{path}/passages")).await.expect(200);
        forget(&server, &parts["items"][0]).await;
        assert_eq!(get(&server, &path).await.expect(200)["chunks"], 0);
        let list = get(&server, "/v1/rag/documents").await.expect(200);
        assert_eq!(list["items"][0]["chunks"], 0, "{list}");
        working.stop(Duration::from_secs(10)).await;
    });
}
