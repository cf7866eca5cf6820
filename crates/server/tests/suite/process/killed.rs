//! kill -9: the next start needs no repair, and what was acknowledged is there.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crate::support::process::{LONG, Launch, TOKEN, client, create_contact};
use crate::support::rounds;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_contact_that_was_acknowledged_survives() {
    let home = tempfile::tempdir().unwrap();
    let launch = Launch::in_folder(home.path());
    let mut acknowledged = Vec::new();
    for round in 0..rounds(10, 200) {
        let server = launch.start();
        let count = Arc::new(AtomicUsize::new(0));
        let callers: Vec<_> = (0..4)
            .map(|_| tokio::spawn(write_until_dead(server.url.clone(), Arc::clone(&count))))
            .collect();
        let begun = Instant::now();
        // Another moment of the group commit every round.
        while count.load(Ordering::SeqCst) < 5 + round % 20 {
            assert!(begun.elapsed() < LONG, "round {round}: nothing is answered");
            tokio::task::yield_now().await;
        }
        tokio::task::spawn_blocking(|| server.kill()).await.unwrap();
        for caller in callers {
            acknowledged.extend(caller.await.unwrap());
        }
    }
    let server = launch.start();
    assert_all_there(&server.url, &acknowledged).await;
    let doctor = launch.run(&["doctor"]);
    assert!(
        doctor.output.contains("The database is whole"),
        "{doctor:?}"
    );
    tokio::task::spawn_blocking(|| server.stop()).await.unwrap();
}

async fn write_until_dead(url: String, count: Arc<AtomicUsize>) -> Vec<String> {
    let client = client();
    let mut made = Vec::new();
    while let Ok((201, body)) = create_contact(&client, &url, "Somebody").await {
        made.push(body["id"].as_str().unwrap().to_owned());
        count.fetch_add(1, Ordering::SeqCst);
    }
    made
}

pub(super) async fn assert_all_there(url: &str, ids: &[String]) {
    assert!(!ids.is_empty());
    let client = client();
    for id in ids {
        let request = client
            .get(format!("{url}/api/contacts/{id}"))
            .bearer_auth(TOKEN);
        let status = request.send().await.unwrap().status().as_u16();
        assert_eq!(status, 200, "{id} was acknowledged and is lost");
    }
}
