//! Every way a provider can fail, on both wires.

use serde_json::{Value, json};
use steward_llm::{ProviderSettings, Providers};
use steward_model::ModelFailure;

use super::provider::{Answer, FakeProvider, KEY, Then};
use super::request::question;

const ANTHROPIC: &str = include_str!("../wire/anthropic-text.sse");
const OPENAI: &str = include_str!("../wire/openai-text.sse");

/// What a model of each wire makes of the same answer.
async fn failures(answer: impl Fn() -> Answer) -> [ModelFailure; 2] {
    let provider = FakeProvider::start([answer(), answer()]).await;
    let request = question("any");
    let anthropic = provider.anthropic();
    let openai = provider.openai();
    [
        anthropic.chat(&request, &mut |_| {}).await.unwrap_err(),
        openai.chat(&request, &mut |_| {}).await.unwrap_err(),
    ]
}

async fn failure(answer: impl Fn() -> Answer) -> ModelFailure {
    let [anthropic, openai] = failures(answer).await;
    assert_eq!(anthropic, openai);
    anthropic
}

/// An error in Anthropic's words, which are OpenAI's with a frame.
fn error(kind: &str, message: &str) -> Value {
    json!({ "type": "error", "error": { "type": kind, "message": message }, "request_id": "r" })
}

fn overloaded(retry_after_ms: Option<u64>) -> ModelFailure {
    ModelFailure::Overloaded { retry_after_ms }
}

#[tokio::test]
async fn too_many_requests_say_how_long_to_wait() {
    let limited = error("rate_limit_error", "slow down");
    for (status, headers, expected) in [
        (429, "", None),
        (429, "retry-after: 3\r\n", Some(3000)),
        (429, "retry-after-ms: 250\r\nretry-after: 1\r\n", Some(250)),
        (429, "retry-after: 0.5\r\n", Some(500)),
        (
            429,
            "date: Wed, 21 Oct 2026 07:27:48 GMT\r\nretry-after: Wed, 21 Oct 2026 07:28:00 GMT\r\n",
            Some(12_000),
        ),
        (
            429,
            "date: Wed, 21 Oct 2026 07:28:00 GMT\r\nretry-after: Wed, 21 Oct 2026 07:27:48 GMT\r\n",
            Some(0),
        ),
        (
            429,
            "retry-after: Wed, 21 Oct 1998 07:28:00 GMT\r\n",
            Some(0),
        ),
        (429, "retry-after: tomorrow\r\n", None),
        (429, "retry-after: -1\r\n", None),
        (429, "retry-after: 1e300\r\n", None),
        (503, "retry-after: 1\r\n", Some(1000)),
        (529, "", None),
    ] {
        let heard = failure(|| Answer::json(status, headers, &limited)).await;
        assert_eq!(heard, overloaded(expected), "{status} {headers}");
    }
}

#[tokio::test]
async fn an_error_of_the_servers_may_pass() {
    for status in [500, 502, 504, 408] {
        let heard = failure(|| Answer::json(status, "", &error("api_error", "oops"))).await;
        let reason = format!("an error at the provider ({status}): oops");
        assert_eq!(heard, ModelFailure::Interrupted { reason });
    }
}

#[tokio::test]
async fn a_wrong_key_is_refused_and_never_repeated() {
    let quoting = error("authentication_error", &format!("Incorrect API key: {KEY}"));
    let heard = failure(|| Answer::json(401, "", &quoting)).await;
    let reason = "the API key is not accepted; set a valid one".to_owned();
    assert_eq!(heard, ModelFailure::Refused { reason });
    // In other errors the provider's words are kept, and the key is taken out of them.
    let heard = failure(|| Answer::json(403, "", &quoting)).await;
    let reason = "the API key does not allow this (403): Incorrect API key: ***".to_owned();
    assert_eq!(heard, ModelFailure::Refused { reason });
}

#[tokio::test]
async fn an_unknown_model_an_empty_account_and_a_redirect_are_refused() {
    let not_found = error("not_found_error", "model: claude-9");
    for (status, headers, beginning) in [
        (
            404,
            "",
            "no such model, or the base URL is wrong (404): model: claude-9",
        ),
        (402, "", "the account has no credit"),
        (400, "", "the request is not valid"),
        (
            307,
            "location: http://127.0.0.1:1/\r\n",
            "the provider redirects",
        ),
    ] {
        let heard = failure(|| Answer::json(status, headers, &not_found)).await;
        assert!(
            matches!(&heard, ModelFailure::Refused { reason } if reason.starts_with(beginning)),
            "{heard:?}"
        );
    }
    let quota = json!({ "error": { "type": "insufficient_quota", "code": "insufficient_quota" } });
    let heard = failure(|| Answer::json(429, "", &quota)).await;
    assert!(matches!(heard, ModelFailure::Refused { .. }));
}

#[tokio::test]
async fn a_conversation_that_does_not_fit_is_too_long() {
    let openai = json!({ "error": { "code": "context_length_exceeded", "message": "" } });
    let llama = json!({ "error": {
        "code": 400,
        "type": "exceed_context_size_error",
        "message": "the request exceeds the available context size",
    } });
    let vllm = json!({ "error": "This model's maximum context length is 4096 tokens." });
    let anthropic = error(
        "invalid_request_error",
        "prompt is too long: 9 tokens > 8 maximum",
    );
    for body in [openai, llama, vllm, anthropic] {
        let heard = failure(|| Answer::json(400, "", &body)).await;
        assert_eq!(heard, ModelFailure::TooLong);
    }
    let heard = failure(|| Answer::json(413, "", &json!({}))).await;
    assert_eq!(heard, ModelFailure::TooLong);
}

#[tokio::test]
async fn an_error_without_a_readable_body_is_told_by_its_status() {
    for body in [
        "",
        "<html>",
        "{\"error\": [",
        "null",
        "{\"error\":{\"message\":7}}",
    ] {
        let heard = failure(|| Answer::body(500, "content-type: text/html\r\n", body)).await;
        let reason = "an error at the provider (500)".to_owned();
        assert_eq!(heard, ModelFailure::Interrupted { reason });
    }
}

#[tokio::test]
async fn a_long_error_is_cut_and_has_one_line() {
    let long = error("api_error", &"x\n\u{7}".repeat(5000));
    let heard = failure(|| Answer::json(500, "", &long)).await.to_string();
    assert!(heard.chars().count() < 400);
    assert!(!heard.contains(char::is_control));
}

#[tokio::test]
async fn a_connection_that_breaks_in_mid_answer_is_an_interruption() {
    let half = |stream: &'static str| move || Answer::half(&stream[..stream.len() / 2]);
    let [anthropic, _] = failures(half(ANTHROPIC)).await;
    let [_, openai] = failures(half(OPENAI)).await;
    let reason = "the connection broke in mid-answer".to_owned();
    assert_eq!(anthropic, ModelFailure::Interrupted { reason });
    assert_eq!(openai, anthropic);
}

#[tokio::test]
async fn a_connection_that_breaks_before_the_answer_is_an_interruption() {
    let heard = failure(|| Answer::raw([], Then::Close)).await;
    assert!(matches!(heard, ModelFailure::Interrupted { .. }));
}

#[tokio::test]
async fn a_provider_that_is_not_there_is_an_interruption() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let name = format!("http://{}/v1#m", closed.local_addr().unwrap());
    drop(closed);
    let providers = Providers::new(ProviderSettings::default()).unwrap();
    let model = providers.model(&name).unwrap();
    let heard = model.chat(&question(&name), &mut |_| {}).await;
    let reason = "no connection to the provider".to_owned();
    assert_eq!(heard, Err(ModelFailure::Interrupted { reason }));
}

#[tokio::test]
async fn ten_megabytes_are_a_failure_whatever_they_are() {
    let line = format!("data: {}", "x".repeat(10 << 20));
    let heard = failure(|| Answer::events(&line)).await;
    let reason = "a line of the stream is longer than 1 MB".to_owned();
    assert_eq!(heard, ModelFailure::Interrupted { reason });

    let words = "x".repeat(10 << 20);
    let [_, openai] = failures(|| Answer::json(200, "", &json!(words))).await;
    let reason = "the answer is larger than 1 MB".to_owned();
    assert_eq!(openai, ModelFailure::Interrupted { reason });

    let heard = failure(|| Answer::json(500, "", &json!({ "error": words }))).await;
    let reason = "an error at the provider (500)".to_owned();
    assert_eq!(heard, ModelFailure::Interrupted { reason });
}

#[tokio::test]
async fn garbage_instead_of_events_is_a_failure() {
    let heard = failure(|| Answer::events("data: {]\n\n")).await;
    assert!(matches!(heard, ModelFailure::Interrupted { .. }));
    let heard = failure(|| Answer::events("<html></html>")).await;
    assert!(matches!(heard, ModelFailure::Interrupted { .. }));
    let [_, openai] = failures(|| Answer::json(200, "", &json!({ "ok": true }))).await;
    assert!(matches!(openai, ModelFailure::Interrupted { .. }));
}
