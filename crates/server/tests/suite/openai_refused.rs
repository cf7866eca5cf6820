//! Requests of programs written for OpenAI that get no answer, or half of one, and how they are told.

use serde_json::{Value, json};
use steward_testkit::TestDatabase;

use super::openai::{events, get, post, scripted, weather};
use crate::support::model::Line;
use crate::support::sqlite;

#[tokio::test]
async fn an_answer_that_is_cut_off_says_so() {
    let (server, _, name) =
        scripted(TestDatabase::sqlite(), vec![Line::CutOff(&["Once upon"])]).await;
    let body = json!({"model": name, "input": "A tale", "stream": true});
    let told = events(&post(&server, "/v1/responses", &body).await);
    let last = told.last().unwrap();
    assert_eq!(last["type"], "response.incomplete");
    assert_eq!(
        last["response"]["incomplete_details"]["reason"],
        "max_output_tokens"
    );
}

#[tokio::test]
async fn a_model_that_refuses_is_an_error_in_the_clients_words() {
    let script = vec![Line::Refusal, Line::Refusal, Line::Refusal];
    let (server, _, name) = scripted(TestDatabase::sqlite(), script).await;
    let body = json!({"model": name, "input": "Hi"});
    let answer = post(&server, "/v1/responses", &body).await;
    assert_eq!(answer.headers["x-should-retry"], "false");
    let refused = answer.expect(502);
    assert_eq!(refused["error"]["type"], "server_error");
    assert!(!refused.to_string().contains("script"), "{refused}");
    let body = json!({"model": name, "input": "Hi", "stream": true});
    let told = events(&post(&server, "/v1/responses", &body).await);
    assert_eq!(told.last().unwrap()["type"], "response.failed");
    assert_eq!(
        told.last().unwrap()["response"]["error"]["code"],
        "server_error"
    );
    let id = told[0]["response"]["id"].as_str().unwrap();
    let kept = get(&server, &format!("/v1/responses/{id}"))
        .await
        .expect(200);
    assert_eq!(kept["status"], "failed");
    let chat = json!({"model": name, "messages": [{"role": "user", "content": "Hi"}]});
    post(&server, "/v1/chat/completions", &chat)
        .await
        .expect(502);
}

#[tokio::test]
async fn a_field_of_no_known_form_is_told_without_the_words_of_the_source() {
    let (server, _, name) = scripted(TestDatabase::sqlite(), vec![]).await;
    let body = json!({"model": name, "input": 5});
    let refused = post(&server, "/v1/responses", &body).await.expect(400);
    assert_eq!(refused["error"]["param"], "input");
    assert!(!refused.to_string().contains("untagged"), "{refused}");
}

#[tokio::test]
async fn a_request_that_cannot_be_answered_names_what_is_wrong() {
    let (server, _, name) = scripted(TestDatabase::sqlite(), vec![]).await;
    let conversation = server.ours.ids.conversation.as_str();
    for (more, status, param) in [
        (json!({"model": "gpt-none"}), 404, "model"),
        (json!({"input": []}), 400, "input"),
        (
            json!({"input": [{"role": "nobody", "content": "x"}]}),
            400,
            "input[0].role",
        ),
        (
            json!({"input": [{"type": "item_reference", "id": "msg_1"}]}),
            404,
            "input",
        ),
        (
            json!({"input": [{"type": "function_call_output", "call_id": "c", "output": "x"}]}),
            400,
            "input",
        ),
        (
            json!({"tools": [{"type": "web_search"}]}),
            400,
            "tools[0].type",
        ),
        (
            json!({"tools": [weather()], "tool_choice": {"type": "function", "name": "other"}}),
            400,
            "tool_choice",
        ),
        (json!({"temperature": 3.0}), 400, "temperature"),
        (json!({"max_output_tokens": 1}), 400, "max_output_tokens"),
        (json!({"metadata": {"a": "x".repeat(513)}}), 400, "metadata"),
        (json!({"prompt": {"id": "p"}}), 400, "prompt"),
        (json!({"top_logprobs": 50}), 400, "top_logprobs"),
        (json!({"reasoning": "high"}), 400, "reasoning"),
        (json!({"service_tier": 4}), 400, "service_tier"),
        (json!({"include": "everything"}), 400, "include"),
        (
            json!({"background": true, "store": false}),
            400,
            "background",
        ),
        (
            json!({"previous_response_id": "resp_1", "conversation": conversation}),
            400,
            "previous_response_id",
        ),
    ] {
        let mut body = json!({"model": name, "input": "Hi"});
        let fields = more.as_object().unwrap().clone();
        body.as_object_mut().unwrap().extend(fields);
        let refused = post(&server, "/v1/responses", &body).await.expect(status);
        assert_eq!(refused["error"]["param"], param, "{more}: {refused}");
    }
    let theirs = &server.theirs.ids.conversation;
    let body = json!({"model": name, "input": "Hi", "conversation": theirs});
    assert_eq!(post(&server, "/v1/responses", &body).await.status, 404);
}

/// Requests with something in them that is of the wrong type, and where.
fn wrongly_typed() -> Vec<(Value, &'static str)> {
    vec![
        (
            json!({"tools": [with(weather(), "strict", json!("yes"))]}),
            "tools[0].strict",
        ),
        (
            json!({"tools": [with(weather(), "description", json!(5))]}),
            "tools[0].description",
        ),
        (json!({"text": {"format": 5}}), "text.format"),
        (
            json!({"text": {"format": {"type": "json_schema", "name": "a", "schema": "x"}}}),
            "text.format.schema",
        ),
        (
            json!({"text": {"format": {"type": "json_schema", "name": "a b", "schema": {}}}}),
            "text.format.name",
        ),
        (json!({"text": {"verbosity": 1}}), "text.verbosity"),
    ]
}

#[tokio::test]
async fn what_is_of_the_wrong_type_within_is_named() {
    let (server, _, name) = scripted(TestDatabase::sqlite(), vec![]).await;
    for (more, param) in wrongly_typed() {
        let mut body = json!({"model": name, "input": "Hi"});
        let fields = more.as_object().unwrap().clone();
        body.as_object_mut().unwrap().extend(fields);
        let refused = post(&server, "/v1/responses", &body).await.expect(400);
        assert_eq!(refused["error"]["param"], param, "{more}: {refused}");
    }
}

fn with(mut tool: Value, name: &str, value: Value) -> Value {
    tool[name] = value;
    tool
}

#[tokio::test]
async fn an_answer_repeats_only_what_was_read_of_the_request() {
    let (server, _, name) = scripted(TestDatabase::sqlite(), vec![Line::Text(&["{}"])]).await;
    let schema = json!({"type": "object", "properties": {}});
    let format = json!({"type": "json_schema", "name": "empty", "schema": schema, "strict": true});
    let choice = json!({"type": "function", "name": weather()["name"]});
    let body = json!({
        "model": name, "input": "Hi", "tools": [with(weather(), "more", json!(1))],
        "tool_choice": with(choice.clone(), "more", json!(1)),
        "text": {"format": with(format.clone(), "more", json!(1))},
    });
    let answer = post(&server, "/v1/responses", &body).await.expect(200);
    assert_eq!(answer["text"]["format"], format);
    assert_eq!(answer["tool_choice"], choice);
    assert_eq!(answer["tools"][0]["more"], Value::Null);
}

#[tokio::test]
async fn only_what_is_being_written_can_be_cancelled() {
    let server = sqlite().await;
    let path = format!("/v1/responses/{}", server.ours.ids.response);
    // There is nothing to say besides, so no body is asked for.
    let cancel = server
        .post(&format!("{path}/cancel"))
        .bearer(&server.ours.token);
    let cancelled = cancel.send().await.expect(200);
    assert_eq!(cancelled["status"], "cancelled");
    assert_eq!(get(&server, &path).await.expect(200)["status"], "cancelled");
    let again = post(&server, &format!("{path}/cancel"), &json!({})).await;
    assert_eq!(
        again.expect(200),
        cancelled,
        "a second time changes nothing"
    );
}

#[tokio::test]
async fn a_response_whose_writer_died_has_failed() {
    let server = sqlite().await;
    let path = format!("/v1/responses/{}", server.ours.ids.response);
    assert_eq!(
        get(&server, &path).await.expect(200)["status"],
        "in_progress"
    );
    server.pass(std::time::Duration::from_secs(2 * 60 * 60));
    assert_eq!(get(&server, &path).await.expect(200)["status"], "failed");
}
