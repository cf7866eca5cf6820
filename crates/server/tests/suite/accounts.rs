//! Accounts: asked and changed in sentences, in files that people can read.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use steward_model::{Author, Integrity, KeyScope, Role, WorkspacePath};
use steward_store::{Expect, FileWrite};
use steward_testkit::{TestDatabase, on_both};

use super::openai::{get, post};
use crate::support::tenant::{add_key, add_member};
use crate::support::{TestServer, sqlite};

pub(super) async fn ask(server: &TestServer, query: &str) -> Value {
    let body = json!({"query": query});
    post(server, "/query", &body).await.expect(200)
}

/// Makes an account, and says what else is known of it.
pub(super) async fn create(server: &TestServer, name: &str, request: &str) -> Value {
    let asked = ask(server, request).await;
    assert_eq!(asked["type"], "confirmation_required", "{asked}");
    assert_eq!(asked["account_name"], name);
    let body = json!({"session_id": asked["session_id"], "confirmed": true});
    post(server, "/confirm", &body).await.expect(200)
}

/// Writes a file behind everybody's back.
pub(super) async fn edit(server: &TestServer, path: &str, change: impl Fn(String) -> String) {
    replace(server, path, |content| Some(change(content))).await;
}

/// The same; nothing deletes it.
pub(super) async fn replace(
    server: &TestServer,
    path: &str,
    change: impl Fn(String) -> Option<String>,
) {
    let org = server.store.org(server.ours.org);
    let path = WorkspacePath::file(path).unwrap();
    let file = org.file(&path).await.unwrap().unwrap();
    let write = FileWrite {
        expect: Expect::Sha256(file.head.sha256.unwrap()),
        content: change(file.content.unwrap()),
        path,
        trust: Integrity::User,
        restored_from: None,
        conflict_of: None,
    };
    org.write_files(Author::Mirror, vec![write]).await.unwrap();
}

#[test]
fn an_account_is_made_when_somebody_agrees_and_what_was_asked_goes_on_once() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let asked = ask(
            &server,
            "Mark Juniper Street Bakery as Quoted, premium $2,600",
        )
        .await;
        assert_eq!(asked["type"], "confirmation_required", "{asked}");
        let none = get(&server, "/api/accounts").await.expect(200);
        let listed = none["accounts"].as_array().unwrap().len();
        let body = json!({"session_id": asked["session_id"], "confirmed": true});
        let made = post(&server, "/confirm", &body).await.expect(200);
        assert_eq!(
            (&made["type"], &made["created"]),
            (&json!("success"), &json!(true))
        );
        assert_eq!(made["account_name"], "Juniper Street Bakery");
        let id = made["account_id"].as_str().unwrap();
        let account = get(&server, &format!("/api/accounts/{id}"))
            .await
            .expect(200);
        assert_eq!(account["state"]["stage"], "Quoted", "{account}");
        assert_eq!(account["verified"]["ok"], true, "{account}");
        assert_eq!(account["history"].as_array().unwrap().len(), 2, "{account}");
        assert_eq!(account["history"][1]["id"], made["history_entry_id"]);
        assert_eq!(
            account["history"][1]["previous"],
            made["previous_history_entry"]
        );
        // Whoever clicks twice makes one account.
        assert_eq!(post(&server, "/confirm", &body).await.status, 409);
        let all = get(&server, "/api/accounts").await.expect(200);
        assert_eq!(all["accounts"].as_array().unwrap().len(), listed + 1);
        assert_eq!(all["problems"], json!([]));
    });
}

#[tokio::test]
async fn a_change_shows_its_proof_and_an_answer_the_lines_it_rests_on() {
    let server = sqlite().await;
    let made = create(
        &server,
        "Juniper Street Bakery",
        "Mark Juniper Street Bakery as Submitted",
    )
    .await;
    let id = made["account_id"].as_str().unwrap();
    let body = json!({"query": "Move it to Quoted at $2,600", "session_id": made["session_id"]});
    let changed = post(&server, "/query", &body).await.expect(200);
    assert_eq!(changed["routed_to"], "updater_agent", "{changed}");
    assert_eq!(changed["account_id"], id);
    let fields: Vec<&str> = changed["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| change["field"].as_str().unwrap())
        .collect();
    assert!(
        fields.contains(&"stage") && fields.contains(&"premium"),
        "{changed}"
    );
    assert_eq!(changed["previous_history_entry"], made["history_entry_id"]);
    assert_eq!(
        changed["files_modified"],
        json!([
            format!("accounts/{id}/state.md"),
            format!("accounts/{id}/history.md"),
        ])
    );
    let answer = ask(&server, "What stage is Juniper Street Bakery in?").await;
    assert_eq!(
        (&answer["routed_to"], &answer["known"]),
        (&json!("search_agent"), &json!(true))
    );
    assert!(
        answer["answer"].as_str().unwrap().contains("Quoted"),
        "{answer}"
    );
    let cited = &answer["citations"][0];
    assert_eq!(cited["quote"], "stage: Quoted", "{answer}");
    let file = get(
        &server,
        &format!("/file?path={}", cited["path"].as_str().unwrap()),
    )
    .await
    .expect(200);
    let line = file["content"]
        .as_str()
        .unwrap()
        .lines()
        .nth(cited["line"].as_u64().unwrap() as usize - 1);
    assert_eq!(line, Some("stage: Quoted"));
}

#[tokio::test]
async fn what_is_so_already_is_not_changed_and_what_is_not_known_is_said_to_be() {
    let server = sqlite().await;
    create(
        &server,
        "Juniper Street Bakery",
        "Mark Juniper Street Bakery as Quoted",
    )
    .await;
    let again = ask(&server, "Mark Juniper Street Bakery as Quoted").await;
    assert_eq!(again["changes"], json!([]), "{again}");
    let count = ask(&server, "How many accounts are in stage Quoted?").await;
    assert!(count["answer"].as_str().unwrap().contains('1'), "{count}");
    let unknown = ask(&server, "What is the fax number of Juniper Street Bakery?").await;
    assert_eq!(unknown["known"], false, "{unknown}");
}

#[tokio::test]
async fn a_stream_tells_the_steps_and_then_the_whole_answer() {
    let server = sqlite().await;
    create(
        &server,
        "Juniper Street Bakery",
        "Mark Juniper Street Bakery as Quoted",
    )
    .await;
    let body = json!({"query": "What stage is Juniper Street Bakery in?"});
    let told = post(&server, "/query/stream", &body).await;
    let text = told.text();
    let names: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("event: "))
        .collect();
    assert_eq!(names.first(), Some(&"starter"), "{text}");
    assert_eq!(names.last(), Some(&"done"), "{text}");
    assert!(names.contains(&"step"), "{text}");
}

#[tokio::test]
async fn a_search_changes_nothing() {
    let server = sqlite().await;
    let made = create(
        &server,
        "Juniper Street Bakery",
        "Mark Juniper Street Bakery as Quoted",
    )
    .await;
    let body = json!({"query": "Mark Juniper Street Bakery as Bound"});
    let refused = post(&server, "/search", &body).await.expect(200);
    assert_eq!(refused["type"], "error", "{refused}");
    let path = format!("/api/accounts/{}", made["account_id"].as_str().unwrap());
    assert_eq!(
        get(&server, &path).await.expect(200)["state"]["stage"],
        "Quoted"
    );
}

#[test]
fn everybody_who_changes_an_account_at_once_lands_or_is_told() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let made = create(
            &server,
            "Juniper Street Bakery",
            "Mark Juniper Street Bakery as Quoted",
        )
        .await;
        let notes = [
            "oven replaced",
            "roof inspected",
            "lease renewed",
            "van sold",
        ];
        let asked = notes.iter().map(async |note| {
            let body = json!({"query": format!("Add a note to Juniper Street Bakery: {note}")});
            post(&server, "/query", &body).await
        });
        let answers = join_all(asked).await;
        let landed = answers.iter().filter(|answer| answer.status == 200).count();
        for answer in &answers {
            assert!([200, 503].contains(&answer.status.as_u16()), "{answer}");
        }
        assert!(landed > 0);
        let path = format!("/api/accounts/{}", made["account_id"].as_str().unwrap());
        let account = get(&server, &path).await.expect(200);
        assert_eq!(account["verified"]["ok"], true, "{account}");
        assert_eq!(
            account["state"]["notes"].as_array().unwrap().len(),
            landed,
            "{account}"
        );
    });
}

#[tokio::test]
async fn files_that_were_edited_by_hand_are_shown_and_never_overwritten() {
    let server = sqlite().await;
    let made = create(
        &server,
        "Juniper Street Bakery",
        "Mark Juniper Street Bakery as Quoted",
    )
    .await;
    let (state, history) = (&made["state_file_path"], &made["history_file_path"]);
    let (state, history) = (state.as_str().unwrap(), history.as_str().unwrap());
    for (path, from, to) in [
        (state, "stage: Quoted", "stage: Bound"),
        (history, "Quoted", "Bound"),
        (state, "---\n", "--\n"),
    ] {
        edit(&server, path, |text| text.replacen(from, to, 1)).await;
        let all = get(&server, "/api/accounts").await.expect(200);
        let problem = &all["problems"][0];
        assert_eq!(problem["path"], path, "{all}");
        assert!(problem["line"].as_u64().unwrap() > 0);
        let body = json!({"query": "Mark Juniper Street Bakery as Lost"});
        let asked = post(&server, "/query", &body).await;
        assert!(
            asked.status == 409 || !asked.text().contains("\"success\""),
            "{asked}"
        );
        edit(&server, path, |text| text.replacen(to, from, 1)).await;
    }
    let all = get(&server, "/api/accounts").await.expect(200);
    assert_eq!(all["problems"], json!([]));
}

#[tokio::test]
async fn entries_that_were_cut_off_a_history_are_missed_until_they_are_back() {
    let server = sqlite().await;
    let made = create(
        &server,
        "Juniper Street Bakery",
        "Mark Juniper Street Bakery as Quoted",
    )
    .await;
    let path = |name: &str| made[name].as_str().unwrap().to_owned();
    let (state, history) = (path("state_file_path"), path("history_file_path"));
    let read = async |path: &str| {
        let path = WorkspacePath::file(path).unwrap();
        let file = server.store.org(server.ours.org).file(&path).await;
        file.unwrap().unwrap().content.unwrap()
    };
    let earlier = [read(&state).await, read(&history).await];
    ask(&server, "Mark Juniper Street Bakery as Bound").await;
    let now = [read(&state).await, read(&history).await];
    let put = async |texts: &[String; 2]| {
        edit(&server, &state, |_| texts[0].clone()).await;
        edit(&server, &history, |_| texts[1].clone()).await;
    };
    put(&earlier).await;
    let all = get(&server, "/api/accounts").await.expect(200);
    let problem = &all["problems"][0];
    assert_eq!(problem["path"], history.as_str(), "{all}");
    let reason = problem["reason"].as_str().unwrap();
    assert!(reason.contains("version 2"), "{reason}");
    let body = json!({"query": "Mark Juniper Street Bakery as Lost"});
    assert_eq!(post(&server, "/query", &body).await.status, 409);
    put(&now).await;
    let all = get(&server, "/api/accounts").await.expect(200);
    assert_eq!(all["problems"], json!([]));
    post(&server, "/query", &body).await.expect(200);
}

#[tokio::test]
async fn a_session_is_its_members_own_and_does_not_wait_for_ever() {
    let server = sqlite().await;
    let asked = ask(&server, "Mark Juniper Street Bakery as Quoted").await;
    let body = json!({"session_id": asked["session_id"], "confirmed": true});
    let token = "stw_another";
    add_member(&server.store, server.ours.org, Role::Member, token).await;
    let theirs = server
        .post("/confirm")
        .bearer(token)
        .json(&body)
        .send()
        .await;
    assert_eq!(theirs.status, 422, "{theirs}");
    let foreign = server
        .post("/confirm")
        .bearer(&server.theirs.token)
        .json(&body);
    assert_eq!(foreign.send().await.status, 422);
    let declined = json!({"session_id": asked["session_id"], "confirmed": false});
    let declined = post(&server, "/confirm", &declined).await.expect(200);
    assert_eq!(declined["message"], "Nothing was created.");
    server.pass(Duration::from_secs(16 * 60));
    assert_eq!(post(&server, "/confirm", &body).await.status, 410);
    for token in ["", "x", "AAAA"] {
        let body = json!({"query": "Hi", "session_id": token});
        assert_eq!(post(&server, "/query", &body).await.status, 422, "{token}");
    }
}

#[tokio::test]
async fn a_request_goes_on_with_the_account_that_was_meant() {
    let server = sqlite().await;
    let made = create(
        &server,
        "Juniper Street Bakery",
        "Mark Juniper Street Bakery as Submitted",
    )
    .await;
    let asked = ask(&server, "Mark Orchard Lane Florist as Quoted").await;
    assert_eq!(asked["type"], "confirmation_required", "{asked}");
    for other in [&made["account_id"], &json!("no")] {
        let body =
            json!({"session_id": asked["session_id"], "confirmed": true, "account_id": other});
        let refused = post(&server, "/confirm", &body).await.expect(422);
        assert_eq!(refused["error"]["field"], "account_id", "{refused}");
    }
    let asked = ask(&server, "Mark Junipar Streat Bakery as Quoted").await;
    let body = json!({"session_id": asked["session_id"], "confirmed": true, "account_id": made["account_id"]});
    let changed = post(&server, "/confirm", &body).await.expect(200);
    assert_eq!(
        changed["account_name"], "Juniper Street Bakery",
        "{changed}"
    );
    assert_eq!(changed["changes"][0]["new_value"], "Quoted");
    assert_eq!(post(&server, "/confirm", &body).await.status, 409);
}

#[tokio::test]
async fn an_account_is_seen_as_it_stood_on_a_day() {
    let server = sqlite().await;
    let made = create(
        &server,
        "Juniper Street Bakery",
        "Mark Juniper Street Bakery as Submitted",
    )
    .await;
    let day = made["history_entry_id"].as_str().unwrap()[..10].to_owned();
    server.pass(Duration::from_secs(3 * 24 * 60 * 60));
    ask(&server, "Mark Juniper Street Bakery as Bound").await;
    let path = format!("/api/accounts/{}", made["account_id"].as_str().unwrap());
    let then = get(&server, &format!("{path}?as_of={day}"))
        .await
        .expect(200);
    assert_eq!(then["state"]["stage"], "Submitted", "{then}");
    assert_eq!(
        get(&server, &path).await.expect(200)["state"]["stage"],
        "Bound"
    );
    assert_eq!(then["history"].as_array().unwrap().len(), 2, "{then}");
    assert_eq!(
        get(&server, &format!("{path}?as_of=soon")).await.status,
        422
    );
    let before = get(&server, &format!("{path}?as_of=2001-01-01")).await;
    assert_eq!(before.status, 404, "{before}");
}

#[tokio::test]
async fn accounts_are_their_organisations_own() {
    let server = TestServer::new(TestDatabase::sqlite()).await;
    create(
        &server,
        "Juniper Street Bakery",
        "Mark Juniper Street Bakery as Quoted",
    )
    .await;
    let body = json!({"query": "What stage is Juniper Street Bakery in?"});
    let theirs = server
        .post("/query")
        .bearer(&server.theirs.token)
        .json(&body);
    let theirs = theirs.send().await.expect(200);
    assert!(!theirs.to_string().contains("Quoted"), "{theirs}");
}

#[tokio::test]
async fn a_key_that_only_reads_searches_and_changes_nothing() {
    let server = sqlite().await;
    let token = "stw_read_only_0123456789";
    let (org, owner) = (server.ours.org, server.ours.owner);
    add_key(&server.store, org, owner, token, &[KeyScope::Read], None).await;
    for path in ["/search", "/v1/rag/search", "/v1/agent/memory/search"] {
        let body = json!({"query": "Which accounts are bound?"});
        let asked = server.post(path).bearer(token).json(&body).send().await;
        assert_eq!(asked.status, 200, "{path}: {asked}");
    }
    let body = json!({"query": "Which accounts are bound?"});
    let asked = server.post("/query").bearer(token).json(&body).send().await;
    assert_eq!(asked.status, 403, "{asked}");
}
