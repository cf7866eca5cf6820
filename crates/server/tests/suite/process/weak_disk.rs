//! A disk that fills up or fails while the server runs: tests 21 and 22.

use std::fs;

use serde_json::Value;

use super::killed::assert_all_there;
use super::refusals::mounting;
use crate::support::process::{Launch, TOKEN, client, create_contact};
use crate::support::rounds;

#[tokio::test]
async fn on_a_full_disk_reading_goes_on_and_writing_resumes_when_there_is_room() {
    let home = tempfile::tempdir().unwrap();
    let mount = mounting(home.path(), "size=48m");
    let mount: Vec<_> = mount.iter().map(String::as_str).collect();
    let server = Launch::in_folder(home.path()).under(&mount).start();
    let client = client();
    let (_, first) = create_contact(&client, &server.url, "First").await.unwrap();
    // The file system is the server's alone; this is the way to it from outside.
    let inside = format!("/proc/{}/root{}", server.pid(), home.path().display());
    let ballast = format!("{inside}/ballast");
    fs::write(&ballast, vec![7; 64 << 20]).expect_err("the disk is larger than it should be");

    let mut made = vec![id(&first)];
    let refusal = loop {
        match create_contact(&client, &server.url, &"x".repeat(200))
            .await
            .unwrap()
        {
            (201, body) => made.push(id(&body)),
            refusal => break refusal,
        }
        assert!(made.len() < 100_000, "the disk is never full");
    };
    assert_eq!(refusal.0, 507, "{refusal:?}");
    assert_eq!(refusal.1["error"]["code"], "insufficient_storage");
    assert_all_there(&server.url, &made).await;
    // What is left is less than a contact takes, and may be more than a row does.
    for n in 0.. {
        if fs::write(format!("{inside}/rest{n}"), [7; 4096]).is_err() {
            break;
        }
    }
    let (status, body) = ready_says(&server.url, 503).await;
    assert_eq!(status, 503, "{body}");
    let message = "Nothing can be written: the disk is full.";
    assert_eq!(body["error"]["message"], message, "{body}");

    fs::remove_file(&ballast).unwrap();
    let (status, body) = ready_says(&server.url, 200).await;
    assert_eq!((status, &body["status"]), (200, &Value::from("ready")));
    let (status, again) = create_contact(&client, &server.url, "Again").await.unwrap();
    assert_eq!(status, 201, "{again}");
    made.push(id(&again));
    assert_all_there(&server.url, &made).await;
    tokio::task::spawn_blocking(|| server.stop()).await.unwrap();
}

/// What `/ready` answers: once it is this status, or after as many tries as it may remember another for.
async fn ready_says(url: &str, wanted: u16) -> (u16, Value) {
    let client = client();
    let mut tries = 0;
    loop {
        let answer = client.get(format!("{url}/ready")).send().await.unwrap();
        let status = answer.status().as_u16();
        let body = answer.json().await.unwrap();
        tries += 1;
        if status == wanted || tries == 100 {
            return (status, body);
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// Fails the n-th flush and all later ones, for a few n in every run and for all of them in long ones.
#[tokio::test]
async fn when_a_flush_fails_nothing_is_acknowledged_any_more_until_a_restart() {
    let (count, step) = (rounds(4, 200), rounds(24, 1));
    for n in (1..).step_by(step).take(count) {
        let home = tempfile::tempdir().unwrap();
        let plain = Launch::in_folder(home.path());
        plain.start().stop();
        let fault = format!("inject=fsync,fdatasync:error=EIO:when={n}+");
        // The tracer stands aside, so that the process we start, and kill, is the server.
        let tracer = "strace -D --seccomp-bpf -f -qq -o /dev/null -e trace=fsync,fdatasync -e";
        let tracer: Vec<_> = tracer.split(' ').chain([fault.as_str()]).collect();
        let traced = Launch::in_folder(home.path()).under(&tracer);
        let made = write_until_it_fails(&traced, n).await;
        let server = plain.start();
        if !made.is_empty() {
            assert_all_there(&server.url, &made).await;
        }
        tokio::task::spawn_blocking(|| server.stop()).await.unwrap();
    }
}

/// The contacts that were acknowledged; after the first refusal there must be none.
async fn write_until_it_fails(launch: &Launch, n: usize) -> Vec<String> {
    let Ok(server) = std::panic::catch_unwind(|| launch.start()) else {
        // The fault struck before anything was served, which is a refusal too.
        return Vec::new();
    };
    let client = client();
    let mut made = Vec::new();
    loop {
        match create_contact(&client, &server.url, "Somebody")
            .await
            .unwrap()
        {
            (201, body) => made.push(id(&body)),
            (503, _) => break,
            other => panic!("fault {n}: {other:?}"),
        }
    }
    for _ in 0..3 {
        let (status, body) = create_contact(&client, &server.url, "Somebody")
            .await
            .unwrap();
        assert_eq!(status, 503, "fault {n}: {body}");
    }
    let read = client
        .get(format!("{}/v1/me", server.url))
        .bearer_auth(TOKEN);
    assert_eq!(
        read.send().await.unwrap().status(),
        200,
        "fault {n}: reading goes on"
    );
    tokio::task::spawn_blocking(|| server.kill()).await.unwrap();
    made
}

fn id(contact: &Value) -> String {
    contact["id"].as_str().unwrap().to_owned()
}
