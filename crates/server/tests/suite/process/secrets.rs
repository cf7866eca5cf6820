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
    assert!(log.contains("request answered") && log.contains("TRACE"), "nothing was logged: {log}");
    for secret in &secrets {
        assert!(!log.contains(secret.as_str()), "the log tells {secret}");
    }
    assert_eq!(search(home.path(), &secrets), Vec::<String>::new(), "after the end");
}

/// Uses the server with words that can be found again, in requests that go well and in some that do not.
async fn live(url: &str) -> Vec<String> {
    let mut secrets = [NAME, EMAIL, PHONE, PASSWORD, BEARER, TOKEN, "Canarina", "7731"].map(str::to_owned).to_vec();
    let person = json!({"name": NAME, "email": EMAIL, "phone": PHONE});
    ask(url, Method::POST, "/api/contacts", TOKEN, &person).await;
    let mut member = person.clone();
    member["role"] = "member".into();
    let member = ask(url, Method::POST, "/api/members", TOKEN, &member).await;
    let line = json!({"kind": "phone", "address": PHONE, "label": "Main"});
    ask(url, Method::POST, "/api/lines", TOKEN, &line).await;
    let key = ask(url, Method::POST, "/api/keys", TOKEN, &json!({"name": "CI", "scopes": ["read"]})).await;
    secrets.push(key["token"].as_str().unwrap().to_owned());
    let link = format!("/api/members/{}/sign-in-link", member["id"].as_str().unwrap());
    let link = ask(url, Method::POST, &link, TOKEN, &Value::Null).await;
    let token = link["url"].as_str().unwrap().split_once("token=").unwrap().1.to_owned();
    let me = ask(url, Method::POST, "/auth/link", "", &json!({"token": token})).await;
    secrets.push(me["csrf_token"].as_str().unwrap().to_owned());
    // A page of the UI is asked for with the token in its address.
    ask(url, Method::GET, &format!("/sign-in?token={token}"), "", &Value::Null).await;
    secrets.push(token);
    for query in [EMAIL, "Canarina", "%2B14155557731"] {
        ask(url, Method::GET, &format!("/api/contacts?query={query}"), TOKEN, &Value::Null).await;
    }
    ask(url, Method::GET, &format!("/api/contacts/{EMAIL}"), TOKEN, &Value::Null).await;
    ask(url, Method::GET, "/v1/me", BEARER, &Value::Null).await;
    let sign_in = json!({"email": EMAIL, "password": PASSWORD});
    ask(url, Method::POST, "/auth/sign-in", "", &sign_in).await;
    // Refused, with the words in the complaint.
    ask(url, Method::POST, "/api/contacts", TOKEN, &person).await;
    ask(url, Method::POST, "/api/lines", TOKEN, &json!({"kind": NAME, "address": EMAIL, "label": PHONE})).await;
    ask(url, Method::POST, "/api/contacts", TOKEN, &json!({NAME: EMAIL})).await;
    secrets
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
    assert!(!response.status().is_server_error(), "{path}: {}", response.status());
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
        let holds = |word: &&String| bytes.windows(word.len()).any(|part| part == word.as_bytes());
        found.extend(words.iter().filter(holds).map(|word| format!("{word} in {}", path.display())));
    }
    found
}
