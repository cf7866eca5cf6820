//! Files that came with texts: a person hears of them, they are fetched in the background, and nobody's browser runs them.

use std::time::Duration;

use http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use serde_json::{Value, json};
use steward_testkit::{Cell, FakeCarrier, TestDatabase, on_both};
use tokio::time::timeout;

use super::webhooks::{ANA, OURS, add_line, files_from, sid, with_carrier};
use crate::support::{Answer, TestServer};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\nnot much of a picture";
const HTML: &[u8] = b"<!doctype html><script>alert(document.cookie)</script>";

/// Files that came by the carrier.
const FILES: &str = "text_file where event_id in (select id from event where source = 'twilio')";

async fn with_line(database: TestDatabase) -> (TestServer, FakeCarrier) {
    let (server, carrier) = with_carrier(database, |_| {}).await;
    add_line(&server).await;
    (server, carrier)
}

async fn get(server: &TestServer, path: &str) -> Value {
    let request = server.get(path).bearer(&server.ours.token);
    request.send().await.expect(200)
}

async fn newest(server: &TestServer) -> Value {
    get(server, "/api/inbox?limit=1").await["items"][0].clone()
}

/// The files of the newest text in a conversation.
async fn files(server: &TestServer, thread: &Value) -> Vec<Value> {
    let id = thread["thread_id"].as_str().unwrap();
    let list = get(server, &format!("/api/inbox/{id}/messages?limit=1")).await;
    list["items"][0]["files"].as_array().unwrap().clone()
}

async fn count(server: &TestServer, what: &str) -> Cell {
    let sql = format!("select count(*) from {what}");
    server.database.data().value(&sql).await
}

fn header(answer: &Answer, name: http::HeaderName) -> String {
    answer.headers[name].to_str().unwrap().to_owned()
}

#[test]
fn a_text_with_only_files_is_told_of_and_its_files_are_fetched_afterwards() {
    on_both(|database| async {
        let (server, carrier) = with_line(database).await;
        let sent = [
            (carrier.keep_file("image/png", PNG), "image/png"),
            (carrier.keep_file("image/png", HTML), "image/png"),
            (
                carrier.keep_file("application/pdf", b"%PDF-1.7"),
                "application/pdf",
            ),
            (format!("{}/Media/cdn/99", carrier.base_url()), "video/mp4"),
        ];
        for _ in 0..2 {
            files_from(&server, &sid(1), (ANA, OURS), ("", &sent)).await;
        }
        let thread = newest(&server).await;
        assert_eq!(thread["escalated"], true);
        assert_eq!(
            (&thread["last"]["text_excerpt"], &thread["last"]["files"]),
            (&json!(""), &json!(4))
        );
        let notices = get(&server, "/api/notices?open=true&limit=100")
            .await
            .to_string();
        assert_eq!(notices.matches("A text without words came in").count(), 1);
        // The webhook was answered, and nothing was fetched for it.
        for file in files(&server, &thread).await {
            assert_eq!(
                (&file["state"], &file["url"]),
                (&json!("waiting"), &json!(null))
            );
        }
        assert_eq!(count(&server, FILES).await, Cell::Int(0));

        let working = server.start_runtime().await;
        there_are(&server, 4, FILES).await;
        drop(working);
        let files = files(&server, &thread).await;
        assert_eq!(
            shown(&files),
            [
                json!(["file-1.png", "image/png", "kept", PNG.len()]),
                json!(["file-2.png", "image/png", "kept", HTML.len()]),
                json!(["file-3.pdf", "application/pdf", "kept", 8]),
                json!(["file-4.mp4", "video/mp4", "gone", null]),
            ]
        );
        served(&server, &files).await;
    });
}

/// Name, type, state and size of each.
fn shown(files: &[Value]) -> Vec<Value> {
    let one = |file: &Value| {
        json!([
            file["name"],
            file["content_type"],
            file["state"],
            file["size"]
        ])
    };
    files.iter().map(one).collect()
}

/// What a browser gets of the files, and who gets it.
async fn served(server: &TestServer, files: &[Value]) {
    for (file, content, kind, how) in [
        (
            &files[0],
            PNG,
            "image/png",
            "inline; filename=\"file-1.png\"",
        ),
        (
            &files[1],
            HTML,
            "application/octet-stream",
            "attachment; filename=\"file-2\"",
        ),
        (
            &files[2],
            b"%PDF-1.7",
            "application/octet-stream",
            "attachment; filename=\"file-3\"",
        ),
    ] {
        let url = file["url"].as_str().unwrap();
        let answer = server.get(url).bearer(&server.ours.token).send().await;
        assert_eq!(answer.status, 200, "{answer}");
        assert_eq!(answer.body, content);
        assert_eq!(header(&answer, CONTENT_TYPE), kind);
        assert_eq!(header(&answer, CONTENT_DISPOSITION), how);
        let policy = header(&answer, CONTENT_SECURITY_POLICY);
        assert_eq!(policy, "default-src 'none'; sandbox");
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
        assert_eq!(answer.headers["cache-control"], "no-store");
        assert_eq!(server.get(url).send().await.status, 401);
        let other = server.get(url).bearer(&server.theirs.token).send().await;
        assert_eq!(other.status, 404);
        let none = format!("{url}9");
        let none = server.get(&none).bearer(&server.ours.token).send().await;
        assert_eq!(none.status, 404);
    }
}

/// Waits until so many rows are there.
async fn there_are(server: &TestServer, number: i64, what: &str) {
    let there = async {
        while count(server, what).await != Cell::Int(number) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let there = timeout(Duration::from_secs(30), there).await;
    there.unwrap_or_else(|_| panic!("there are not {number} of {what}"));
}

#[test]
fn a_file_that_cannot_be_had_now_is_asked_for_again() {
    on_both(|database| async {
        let (server, carrier) = with_line(database).await;
        let picture = (carrier.keep_file("image/png", PNG), "image/png");
        files_from(&server, &sid(1), (ANA, OURS), ("Look", &[picture])).await;
        let thread = newest(&server).await;
        assert_eq!(thread["last"]["text_excerpt"], "Look");
        let (address, settings) = (carrier.address(), carrier.settings().clone());
        drop(carrier);
        let working = server.start_runtime().await;
        let tried = "job where kind = 'keep_files' and state = 'queued' and attempt = 1";
        there_are(&server, 1, tried).await;
        assert_eq!(files(&server, &thread).await[0]["state"], "waiting");
        let carrier = FakeCarrier::listen(address, settings).await;
        carrier.keep_file("image/png", PNG);
        server.pass(Duration::from_secs(120));
        there_are(&server, 1, FILES).await;
        assert_eq!(files(&server, &thread).await[0]["state"], "kept");
        there_are(
            &server,
            1,
            "job where kind = 'keep_files' and state = 'done'",
        )
        .await;
        drop(working);
    });
}

#[tokio::test]
async fn nothing_is_fetched_from_an_address_inside() {
    let (server, carrier) = with_line(TestDatabase::sqlite()).await;
    let inside = ("http://127.0.0.1:9/1".to_owned(), "image/png");
    let here = (carrier.keep_file("image/png", PNG), "image/png");
    files_from(&server, &sid(1), (ANA, OURS), ("Look", &[inside, here])).await;
    let thread = newest(&server).await;
    let working = server.start_runtime().await;
    there_are(&server, 2, FILES).await;
    drop(working);
    let files = files(&server, &thread).await;
    assert_eq!(
        (&files[0]["state"], &files[1]["state"]),
        (&json!("gone"), &json!("kept"))
    );
}
