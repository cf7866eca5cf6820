//! `STEWARD_ADMIN_TOKEN` opens the door for as long as it is configured.

use crate::support::process::{Launch, client};

const FIRST: &str = "a-first-token-of-24-chars";
const SECOND: &str = "a-second-token-of-24-chars";

#[tokio::test]
async fn the_configured_token_is_the_owners_and_a_changed_one_takes_its_place() {
    let home = tempfile::tempdir().unwrap();
    let with = |token: &str| Launch::in_folder(home.path()).with("STEWARD_ADMIN_TOKEN", token);
    for (configured, opens, refused) in [
        (FIRST, FIRST, SECOND),
        (FIRST, FIRST, SECOND),
        (SECOND, SECOND, FIRST),
    ] {
        let server = with(configured).start();
        assert_eq!(status(&server.url, opens).await, 200);
        assert_eq!(status(&server.url, refused).await, 401);
        tokio::task::spawn_blocking(|| server.stop()).await.unwrap();
    }
    let again = with(FIRST).run(&["serve"]);
    assert_eq!(again.code, Some(1), "{again:?}");
    assert!(again.errors.contains("revoked before"), "{again:?}");
    for file in ["steward.db", "keys.db"] {
        let bytes = std::fs::read(home.path().join(file)).unwrap();
        let held = bytes
            .windows(SECOND.len())
            .any(|part| part == SECOND.as_bytes());
        assert!(!held, "{file} holds the token itself");
    }
}

#[tokio::test]
async fn a_token_that_is_configured_no_more_opens_nothing_any_more() {
    let home = tempfile::tempdir().unwrap();
    let with = |token: &str| Launch::in_folder(home.path()).with("STEWARD_ADMIN_TOKEN", token);
    for (configured, expected) in [(FIRST, 200), ("", 401)] {
        let server = with(configured).start();
        assert_eq!(status(&server.url, FIRST).await, expected);
        tokio::task::spawn_blocking(|| server.stop()).await.unwrap();
    }
}

#[tokio::test]
async fn without_one_a_key_is_made_and_shown_once() {
    let home = tempfile::tempdir().unwrap();
    let launch = Launch::in_folder(home.path()).with("STEWARD_ADMIN_TOKEN", "");
    let output = launch.first_words();
    let line = output
        .lines()
        .find(|line| line.contains("shown this once"))
        .unwrap();
    let token = line.rsplit(' ').next().unwrap();
    assert!(output.contains("/sign-in?token="), "{output}");
    let server = launch.start();
    assert_eq!(status(&server.url, token).await, 200);
    tokio::task::spawn_blocking(|| server.stop()).await.unwrap();
    let later = launch.first_words();
    assert!(
        !later.contains("shown this once") && !later.contains("/sign-in?token="),
        "{later}"
    );
}

async fn status(url: &str, token: &str) -> u16 {
    let request = client().get(format!("{url}/v1/me")).bearer_auth(token);
    request.send().await.unwrap().status().as_u16()
}
