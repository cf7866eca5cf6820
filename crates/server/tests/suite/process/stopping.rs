//! SIGTERM: what is in flight is answered, then the process ends.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::support::process::{LONG, Launch, Running, TOKEN, client, create_contact};
use crate::support::rounds;

#[test]
fn a_request_that_was_begun_is_answered_and_new_ones_are_turned_away() {
    let home = tempfile::tempdir().unwrap();
    let server = Launch::in_folder(home.path()).start();
    let body = r#"{"name":"Begun before the end"}"#;
    let mut change = connect(&server);
    write!(
        change,
        "POST /api/contacts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {TOKEN}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{}",
        body.len(),
        &body[..10]
    )
    .unwrap();
    let mut ready = connect(&server);
    write!(ready, "GET /ready HTTP/1.1\r\nhost: a\r\n").unwrap();
    // A whole answer on a later connection proves that the server has seen the earlier ones.
    let mut health = connect(&server);
    write!(
        health,
        "GET /health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"
    )
    .unwrap();
    assert!(read(&mut health).starts_with("HTTP/1.1 200"));

    let begun = Instant::now();
    server.signal(Signal::TERM);
    while TcpStream::connect(server.address()).is_ok() {
        assert!(begun.elapsed() < LONG, "it goes on listening");
    }
    write!(ready, "\r\n").unwrap();
    let answer = read(&mut ready);
    assert!(
        answer.starts_with("HTTP/1.1 503") && answer.contains("stopping"),
        "{answer}"
    );
    write!(change, "{}", &body[10..]).unwrap();
    let answer = read(&mut change);
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    let (status, log) = server.wait();
    assert!(status.success(), "{status}: {log}");
    assert!(
        begun.elapsed() < Duration::from_secs(5),
        "{:?}",
        begun.elapsed()
    );
}

#[test]
fn a_caller_who_never_finishes_cannot_keep_it_running() {
    let home = tempfile::tempdir().unwrap();
    let server = Launch::in_folder(home.path()).start();
    let mut slow = connect(&server);
    write!(slow, "POST /api/contacts HTTP/1.1\r\nhost: a\r\n").unwrap();
    let begun = Instant::now();
    server.stop();
    assert!(
        begun.elapsed() < Duration::from_secs(5),
        "{:?}",
        begun.elapsed()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn under_load_nothing_that_was_acknowledged_is_lost() {
    let home = tempfile::tempdir().unwrap();
    let launch = Launch::in_folder(home.path());
    let mut acknowledged = Vec::new();
    for round in 0..rounds(3, 100) {
        let server = launch.start();
        let answered = Arc::new(AtomicUsize::new(0));
        let callers: Vec<_> = (0..8)
            .map(|_| {
                tokio::spawn(write_until_refused(
                    server.url.clone(),
                    Arc::clone(&answered),
                ))
            })
            .collect();
        let begun = Instant::now();
        while answered.load(Ordering::SeqCst) < 40 {
            assert!(begun.elapsed() < LONG, "round {round}: nothing is answered");
            tokio::task::yield_now().await;
        }
        let asked = Instant::now();
        let log = tokio::task::spawn_blocking(|| server.stop()).await.unwrap();
        assert!(
            asked.elapsed() < Duration::from_secs(5),
            "{:?}",
            asked.elapsed()
        );
        assert!(!log.contains("panicked"), "{log}");
        for caller in callers {
            acknowledged.extend(caller.await.unwrap());
        }
    }
    let server = launch.start();
    super::killed::assert_all_there(&server.url, &acknowledged).await;
    tokio::task::spawn_blocking(|| server.stop()).await.unwrap();
}

/// Makes contacts until the server cannot be reached; every answer it gives must be a good one.
async fn write_until_refused(url: String, answered: Arc<AtomicUsize>) -> Vec<String> {
    let client = client();
    let mut made = Vec::new();
    while let Ok((status, body)) = create_contact(&client, &url, "Somebody").await {
        assert_eq!(status, 201, "{body}");
        made.push(body["id"].as_str().unwrap().to_owned());
        answered.fetch_add(1, Ordering::SeqCst);
    }
    made
}

fn connect(server: &Running) -> TcpStream {
    let stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    stream
}

fn read(stream: &mut TcpStream) -> String {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}
