//! Answers of models that nobody wants any more are not paid for to the end.

use std::time::Duration;

use http::HeaderName;
use serde_json::{Value, json};
use steward_server::config::HumanDuration;
use steward_testkit::TestDatabase;
use tokio::time::{sleep, timeout};

use super::openai::{get, post, scripted};
use crate::support::TestServer;
use crate::support::model::{Line, ScriptedModel};

const LONG: Duration = Duration::from_secs(30);

async fn silent() -> (TestServer, ScriptedModel, String) {
    scripted(TestDatabase::sqlite(), vec![Line::Silence("Well")]).await
}

/// The same with a server that would wait for longer than a test does.
async fn patient() -> (TestServer, ScriptedModel, String) {
    let (model, name) = ScriptedModel::start(vec![Line::Silence("Well")]).await;
    let server = TestServer::configured(TestDatabase::sqlite(), |config| {
        config.models.fallback = Some(name.clone());
        config.http.request_timeout = HumanDuration::from_secs(3_600);
    });
    (server.await, model, name)
}

async fn is_asked(model: &ScriptedModel) {
    let asked = async {
        while model.asked().is_empty() {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(LONG, asked).await.expect("the model is asked");
}

async fn is_left(model: &ScriptedModel) {
    let left = timeout(LONG, model.is_left());
    left.await.expect("the model is left alone");
}

/// Asks, and goes away when the model has begun.
async fn ask_and_leave(path: &str, mut body: Value) {
    let (server, model, name) = patient().await;
    body["model"] = json!(name);
    tokio::select! {
        answer = post(&server, path, &body) => panic!("{answer}"),
        () = is_asked(&model) => {}
    }
    is_left(&model).await;
}

#[tokio::test]
async fn a_model_is_left_alone_when_its_answer_is_cancelled() {
    let (server, model, name) = silent().await;
    let body = json!({"model": name, "input": "Hi", "background": true});
    let begun = post(&server, "/v1/responses", &body).await.expect(200);
    let path = format!("/v1/responses/{}", begun["id"].as_str().unwrap());
    is_asked(&model).await;
    post(&server, &format!("{path}/cancel"), &json!({}))
        .await
        .expect(200);
    is_left(&model).await;
    assert_eq!(get(&server, &path).await.expect(200)["status"], "cancelled");
}

#[tokio::test]
async fn a_model_is_left_alone_when_its_answer_is_deleted() {
    let (server, model, name) = silent().await;
    let body = json!({"model": name, "input": "Hi", "background": true});
    let begun = post(&server, "/v1/responses", &body).await.expect(200);
    let path = format!("/v1/responses/{}", begun["id"].as_str().unwrap());
    is_asked(&model).await;
    let delete = server.delete(&path).bearer(&server.ours.token);
    delete.send().await.expect(200);
    is_left(&model).await;
}

#[tokio::test]
async fn a_model_is_left_alone_when_the_program_is_gone_and_nothing_is_kept() {
    let said = json!([{"role": "user", "content": "Hi"}]);
    for stream in [true, false] {
        let unkept = json!({"input": "Hi", "stream": stream, "store": false});
        ask_and_leave("/v1/responses", unkept).await;
        let chat = json!({"messages": said, "stream": stream});
        ask_and_leave("/v1/chat/completions", chat).await;
    }
}

#[tokio::test]
async fn who_hangs_up_and_asks_again_with_the_same_key_is_given_the_first_answer() {
    let script = vec![Line::Paused(&["One ", "two"])];
    let (server, model, name) = scripted(TestDatabase::sqlite(), script).await;
    let body = json!({"model": name, "messages": [{"role": "user", "content": "Hi"}]});
    let ask = async || {
        let request = server
            .post("/v1/chat/completions")
            .bearer(&server.ours.token);
        let request = request
            .header(HeaderName::from_static("idempotency-key"), "once")
            .json(&body);
        request.send().await
    };
    tokio::select! {
        answer = ask() => panic!("{answer}"),
        () = is_asked(&model) => {}
    }
    assert_eq!(ask().await.status, 409);
    model.says_on(1);
    let again = async {
        loop {
            let answer = ask().await;
            if answer.status != 409 {
                return answer;
            }
            sleep(Duration::from_millis(5)).await;
        }
    };
    let answer = timeout(LONG, again).await.expect("it is done");
    let answer = answer.expect(200);
    assert_eq!(answer["choices"][0]["message"]["content"], "One two");
    assert_eq!(model.asked().len(), 1);
}
