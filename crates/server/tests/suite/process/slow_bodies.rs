//! Callers who send their bodies a byte at a time have their connections for as long as a request may take, and no longer.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::process::{LONG, Launch, TOKEN, client, create_contact};

const ATTACKERS: usize = 50;

#[tokio::test]
async fn fifty_slow_bodies_keep_nobody_out() {
    let home = tempfile::tempdir().unwrap();
    let server = Launch::in_folder(home.path())
        .with("STEWARD__HTTP__REQUEST_TIMEOUT", "1s")
        .with("STEWARD__HTTP__MAX_CONNECTIONS", &ATTACKERS.to_string())
        .start();
    let mut attackers = Vec::new();
    for _ in 0..ATTACKERS {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        let head = format!(
            "POST /api/contacts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {TOKEN}\r\n\
             content-type: application/json\r\ncontent-length: 100000\r\n\r\n{{"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        attackers.push(tokio::spawn(dawdle(stream)));
    }
    // They have every connection there is. Whoever comes now is served once the server gives them up.
    let made = create_contact(&client(), &server.url, "Patience").await;
    assert_eq!(made.unwrap().0, 201);
    for attacker in attackers {
        let answer = attacker.await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
        assert!(answer.contains("timeout"), "{answer}");
    }
    tokio::task::spawn_blocking(|| server.stop()).await.unwrap();
}

/// Sends a byte now and then for as long as the server takes it; what the server says to it.
async fn dawdle(stream: TcpStream) -> String {
    let (mut from, mut to) = stream.into_split();
    let trickle = tokio::spawn(async move {
        let mut pace = tokio::time::interval(Duration::from_millis(50));
        while to.write_all(b" ").await.is_ok() {
            pace.tick().await;
        }
    });
    let mut answer = Vec::new();
    // A server that hangs up on what it has not read may be felt as a reset, after its answer.
    let read = tokio::time::timeout(LONG, from.read_to_end(&mut answer)).await;
    assert!(read.is_ok(), "the server goes on waiting");
    trickle.abort();
    String::from_utf8(answer).unwrap()
}
