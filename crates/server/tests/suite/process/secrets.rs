//! Nothing personal and nothing secret leaves by the log or lies in the files.

use std::fs;
use std::path::Path;

use http::Method;
use serde_json::{Value, json};

use crate::support::process::{Launch, TOKEN, client};

const NAME: &str = "Canarina Canaria";
const EMAIL: &str = "canarina.mail@canary.example";
const PHONE: &str = "+14155557731";
const PASSWORD: &str = "canary sings at midnight";
const BEARER: &str = "stw_canarywrongtoken0123456789";

#[tokio::test]
async fn the_log_at_its_loudest_and_the_files_hold_no_name_address_or_token() {
    let home = tempfile::tempdir().unwrap();
    let launch = Launch::in_folder(home.path()).with("STEWARD__LOG__LEVEL", "trace");
    let server = launch.start();
    let secrets = live(&server.url).await;
    let found_running = search(home.path(), &secrets);
    assert_eq!(found_running, Vec::<String>::new(), "while it runs");
    let log = tokio::task::spawn_blocking(|| server.stop()).await.unwrap();
    assert!(
        log.contains("request answered"),
        "nothing was logged: {log}"
    );
    for secret in &secrets {
        assert!(!log.contains(secret.as_str()), "the log tells {secret}");
    }
    assert_eq!(
        search(home.path(), &secrets),
        Vec::<String>::new(),
        "after the end"
    );
}

/// Uses the server with words that can be found again, in requests that go well and in some that do not.
async fn live(url: &str) -> Vec<String> {
    let mut secrets = [NAME, EMAIL, PHONE, PASSWORD, BEARER, TOKEN]
        .map(str::to_owned)
        .to_vec();
    let person = json!({"name": NAME, "email": EMAIL, "phone": PHONE});
    let member = json!({"name": NAME, "email": EMAIL, "phone": PHONE, "role": "member"});
    let key = json!({"name": "CI", "scopes": ["read"]});
    let line = json!({"kind": "phone", "address": PHONE, "label": "Main"});
    post(url, "/api/contacts", TOKEN, &person).await;
    post(url, "/api/lines", TOKEN, &line).await;
    let key = post(url, "/api/keys", TOKEN, &key).await;
    let member = post(url, "/api/members", TOKEN, &member).await;
    let link = format!("/api/members/{}/sign-in-link", word(&member["id"]));
    let link = post(url, &link, TOKEN, &Value::Null).await;
    let token = word(&link["url"])
        .split_once("token=")
        .unwrap()
        .1
        .to_owned();
    let me = post(url, "/auth/link", "", &json!({"token": token})).await;
    secrets.extend([word(&key["token"]), word(&me["csrf_token"]), token.clone()]);
    for (path, bearer) in [
        // A page of the UI is asked for with the token in its address.
        (format!("/sign-in?token={token}"), ""),
        (format!("/api/contacts?query={EMAIL}"), TOKEN),
        (
            format!("/api/contacts?query={}", PHONE.replace('+', "%2B")),
            TOKEN,
        ),
        (format!("/api/contacts/{EMAIL}"), TOKEN),
        ("/v1/me".to_owned(), BEARER),
    ] {
        ask(url, Method::GET, &path, bearer, &Value::Null).await;
    }
    let sign_in = json!({"email": EMAIL, "password": PASSWORD});
    post(url, "/auth/sign-in", "", &sign_in).await;
    // Refused, with the words in the complaint.
    post(url, "/api/contacts", TOKEN, &person).await;
    let wrong = json!({"kind": NAME, "address": EMAIL, "label": PHONE});
    post(url, "/api/lines", TOKEN, &wrong).await;
    post(url, "/api/contacts", TOKEN, &json!({NAME: EMAIL})).await;
    secrets
}

fn word(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

async fn post(url: &str, path: &str, token: &str, body: &Value) -> Value {
    ask(url, Method::POST, path, token, body).await
}

async fn ask(url: &str, method: Method, path: &str, token: &str, body: &Value) -> Value {
    let mut request = client().request(method, format!("{url}{path}"));
    if !token.is_empty() {
        request = request.bearer_auth(token);
    }
    if !body.is_null() {
        request = request.json(body);
    }
    let response = request.send().await.unwrap();
    assert!(
        !response.status().is_server_error(),
        "{path}: {}",
        response.status()
    );
    response.json().await.unwrap_or_default()
}

/// Which files hold which of the words.
fn search(folder: &Path, words: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(search(&path, words));
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        let holds = |word: &&String| {
            bytes
                .windows(word.len())
                .any(|part| part == word.as_bytes())
        };
        found.extend(
            words
                .iter()
                .filter(holds)
                .map(|word| format!("{word} in {}", path.display())),
        );
    }
    found
}
