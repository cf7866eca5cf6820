//! What programs written for OpenAI ask of models.

use http::header::CONTENT_TYPE;
use serde_json::{Value, json};
use steward_testkit::{TestDatabase, on_both};

use crate::support::model::{Line, ScriptedModel};
use crate::support::{Answer, TestServer, sqlite};

/// A server whose one model answers from a script.
pub(super) async fn scripted(
    database: TestDatabase,
    script: Vec<Line>,
) -> (TestServer, ScriptedModel, String) {
    let (model, name) = ScriptedModel::start(script).await;
    // Turns of the seeds would use up the script: an agent is given the model when a test wants it.
    let server = TestServer::configured(database, |config| {
        config.models.fallback = Some(name.clone());
    });
    (server.await, model, name)
}

pub(super) async fn post(server: &TestServer, path: &str, body: &Value) -> Answer {
    let request = server.post(path).bearer(&server.ours.token).json(body);
    request.send().await
}

pub(super) async fn get(server: &TestServer, path: &str) -> Answer {
    server.get(path).bearer(&server.ours.token).send().await
}

/// The events of a stream, which are numbered and end with a word of their own.
pub(super) fn events(answer: &Answer) -> Vec<Value> {
    events_from(answer, 0)
}

/// The same of a stream that is read on from this number.
pub(super) fn events_from(answer: &Answer, first: u64) -> Vec<Value> {
    assert_eq!(answer.status, 200, "{answer}");
    assert_eq!(answer.headers[CONTENT_TYPE], "text/event-stream");
    let text = answer.text();
    let mut blocks: Vec<&str> = text
        .split("\n\n")
        .filter(|block| !block.is_empty())
        .collect();
    assert_eq!(blocks.pop(), Some("data: [DONE]"), "{text}");
    let events: Vec<Value> = blocks
        .iter()
        .map(|block| {
            let (kind, data) = block.split_once('\n').unwrap();
            let event: Value = serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap();
            assert_eq!(kind, format!("event: {}", event["type"].as_str().unwrap()));
            event
        })
        .collect();
    for (number, event) in (first..).zip(&events) {
        assert_eq!(event["sequence_number"], number, "{event}");
    }
    events
}

fn kinds(events: &[Value]) -> Vec<&str> {
    events
        .iter()
        .map(|event| event["type"].as_str().unwrap())
        .collect()
}

pub(super) fn weather() -> Value {
    json!({"type": "function", "name": "get_weather", "parameters": {
        "type": "object", "properties": {"city": {"type": "string"}}
    }})
}

#[tokio::test]
async fn what_can_be_asked_is_listed_and_found() {
    let (server, _, name) = scripted(TestDatabase::sqlite(), vec![]).await;
    let list = get(&server, "/v1/models").await.expect(200);
    let listed: Vec<&str> = list["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["id"].as_str().unwrap())
        .collect();
    let agent = server.ours.ids.model.as_str();
    for id in [name.as_str(), "steward:assistant", agent] {
        assert!(listed.contains(&id), "{id}: {list}");
    }
    let one = get(&server, &format!("/v1/models/{agent}"))
        .await
        .expect(200);
    assert_eq!(
        (&one["id"], &one["object"]),
        (&json!(agent), &json!("model"))
    );
    let encoded: String = name
        .replace(':', "%3A")
        .replace('/', "%2F")
        .replace('#', "%23");
    get(&server, &format!("/v1/models/{encoded}"))
        .await
        .expect(200);
    let foreign = format!("/v1/models/{}", server.theirs.ids.model);
    assert_eq!(
        get(&server, &foreign).await.expect(404)["error"]["code"],
        "not_found"
    );
}

#[tokio::test]
async fn texts_are_embedded_as_numbers_or_as_their_bytes() {
    use base64::Engine as _;
    let server = sqlite().await;
    let meaning = steward_memory::Meaning::built_in().unwrap();
    let ask = async |body: Value| {
        let mut body = body;
        body["model"] = json!(meaning.name());
        post(&server, "/v1/embeddings", &body).await
    };
    let plain = ask(json!({"input": ["a cat", "a dog"]})).await.expect(200);
    let numbers = plain["data"][0]["embedding"].as_array().unwrap();
    assert_eq!(numbers.len(), meaning.dimensions().unwrap());
    assert_eq!(plain["data"][1]["index"], 1);
    let packed = ask(json!({"input": "a cat", "encoding_format": "base64"}))
        .await
        .expect(200);
    let bytes = packed["data"][0]["embedding"].as_str().unwrap();
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(bytes)
        .unwrap();
    let first = f32::from_le_bytes(bytes[..4].try_into().unwrap());
    let number: f32 = serde_json::from_value(numbers[0].clone()).unwrap();
    assert_eq!(first.to_bits(), number.to_bits());
    for (body, param) in [
        (json!({"input": []}), "input"),
        (json!({"input": ""}), "input"),
        (json!({"input": ["x".repeat(32_001)]}), "input"),
        (json!({"input": [1, 2]}), "input"),
        (json!({"input": "x", "dimensions": 3}), "dimensions"),
        (
            json!({"input": "x", "encoding_format": "hex"}),
            "encoding_format",
        ),
    ] {
        let refused = ask(body.clone()).await.expect(400);
        assert_eq!(refused["error"]["param"], param, "{body}: {refused}");
    }
    let body = json!({"model": "text-embedding-none", "input": "x"});
    let unknown = post(&server, "/v1/embeddings", &body).await.expect(404);
    assert_eq!(unknown["error"]["code"], "model_not_found");
}

#[test]
fn a_response_is_answered_kept_and_deleted() {
    on_both(|database| async {
        let script = vec![Line::Text(&["Hel", "lo."]), Line::Text(&["Four."])];
        let (server, model, name) = scripted(database, script).await;
        let body = json!({"model": name, "input": "Hi", "instructions": "Be brief.", "temperature": 0.5,
            "metadata": {"a": "b"}, "max_output_tokens": 50, "unknown_field": 1});
        let made = post(&server, "/v1/responses", &body).await.expect(200);
        assert_eq!(made["status"], "completed", "{made}");
        assert_eq!(made["output"][0]["content"][0]["text"], "Hello.");
        assert_eq!(made["usage"]["total_tokens"], 18);
        assert_eq!(made["metadata"], json!({"a": "b"}));
        let path = format!("/v1/responses/{}", made["id"].as_str().unwrap());
        assert_eq!(get(&server, &path).await.expect(200), made);
        let input = get(&server, &format!("{path}/input_items"))
            .await
            .expect(200);
        assert_eq!(input["data"][0]["content"][0]["text"], "Hi", "{input}");

        let next = json!({"model": name, "input": "2+2?", "previous_response_id": made["id"]});
        post(&server, "/v1/responses", &next).await.expect(200);
        let asked = &model.asked()[1]["messages"];
        let said: Vec<&str> = asked
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["content"].as_str().unwrap())
            .collect();
        assert_eq!(
            said,
            ["Hi", "Hello.", "2+2?"],
            "instructions are not inherited"
        );
        assert_eq!(model.asked()[0]["temperature"], 0.5);
        assert_eq!(model.asked()[0]["messages"][0]["content"], "Be brief.");

        let delete = server
            .delete(&path)
            .bearer(&server.ours.token)
            .send()
            .await
            .expect(200);
        assert_eq!(delete["deleted"], true);
        assert_eq!(get(&server, &path).await.status, 404);
        let refused = post(&server, "/v1/responses", &next).await.expect(400);
        assert_eq!(refused["error"]["code"], "previous_response_not_found");
        assert_eq!(refused["error"]["param"], "previous_response_id");
    });
}

#[tokio::test]
async fn a_stream_tells_every_step_of_an_answer() {
    let (server, _, name) =
        scripted(TestDatabase::sqlite(), vec![Line::Text(&["Hel", "lo."])]).await;
    let body = json!({"model": name, "input": "Hi", "stream": true});
    let told = events(&post(&server, "/v1/responses", &body).await);
    let expected = [
        "response.created",
        "response.in_progress",
        "response.output_item.added",
        "response.content_part.added",
        "response.output_text.delta",
        "response.output_text.delta",
        "response.output_text.done",
        "response.content_part.done",
        "response.output_item.done",
        "response.completed",
    ];
    assert_eq!(kinds(&told), expected);
    assert_eq!(told[0]["response"]["status"], "in_progress");
    assert_eq!(told[6]["text"], "Hello.");
    let last = &told[9]["response"];
    assert_eq!(last["output"][0], told[8]["item"]);
    let path = format!("/v1/responses/{}", last["id"].as_str().unwrap());
    assert_eq!(get(&server, &path).await.expect(200), *last);
}

#[tokio::test]
async fn a_function_is_the_callers_to_run() {
    let call = Line::Call("call_1", "get_weather", json!({"city": "Rome"}));
    let script = vec![call.clone(), Line::Text(&["Sunny."]), call];
    let (server, model, name) = scripted(TestDatabase::sqlite(), script).await;
    let body = json!({"model": name, "input": "Weather?", "tools": [weather()], "tool_choice": "required"});
    let made = post(&server, "/v1/responses", &body).await.expect(200);
    let called = &made["output"][0];
    assert_eq!(
        (&called["type"], &called["name"]),
        (&json!("function_call"), &json!("get_weather"))
    );
    assert_eq!(called["arguments"], r#"{"city":"Rome"}"#);
    let output =
        json!([{"type": "function_call_output", "call_id": called["call_id"], "output": "25"}]);
    let next = json!({"model": name, "input": output, "previous_response_id": made["id"], "tools": [weather()]});
    let made = post(&server, "/v1/responses", &next).await.expect(200);
    assert_eq!(made["output"][0]["content"][0]["text"], "Sunny.");
    let asked = model.asked()[1]["messages"].clone();
    assert_eq!(asked[1]["tool_calls"][0]["id"], "call_1", "{asked}");
    assert_eq!(
        asked[2],
        json!({"role": "tool", "tool_call_id": "call_1", "content": "25"})
    );

    let mut body = body;
    body["stream"] = json!(true);
    let told = events(&post(&server, "/v1/responses", &body).await);
    let expected = [
        "response.created",
        "response.in_progress",
        "response.output_item.added",
        "response.function_call_arguments.delta",
        "response.function_call_arguments.done",
        "response.output_item.done",
        "response.completed",
    ];
    assert_eq!(kinds(&told), expected);
}

#[tokio::test]
async fn what_is_not_stored_is_nowhere() {
    let (server, _, name) =
        scripted(TestDatabase::sqlite(), vec![Line::Text(&["A secret."])]).await;
    let before = server.database.data().dump().await;
    let body = json!({"model": name, "input": "Tell me", "store": false});
    let made = post(&server, "/v1/responses", &body).await.expect(200);
    let path = format!("/v1/responses/{}", made["id"].as_str().unwrap());
    assert_eq!(get(&server, &path).await.status, 404);
    let next = json!({"model": name, "input": "More", "previous_response_id": made["id"]});
    assert_eq!(post(&server, "/v1/responses", &next).await.status, 400);
    let after = server.database.data().dump().await;
    for table in ["response", "conversation_item", "passage", "item", "event"] {
        assert_eq!(after[table], before[table], "{table}");
    }
}

#[test]
fn what_is_stored_is_remembered_and_goes_when_it_is_deleted() {
    on_both(|database| async {
        let (server, _, name) = scripted(database, vec![Line::Text(&["Noted."])]).await;
        let body = json!({"model": name, "input": "My zeppelin is green."});
        let made = post(&server, "/v1/responses", &body).await.expect(200);
        let found = async || {
            let query = json!({"query": "zeppelin"});
            let found = post(&server, "/v1/agent/memory/search", &query).await;
            found.expect(200);
            found.text().contains("zeppelin is green")
        };
        assert!(found().await);
        let path = format!("/v1/responses/{}", made["id"].as_str().unwrap());
        server
            .delete(&path)
            .bearer(&server.ours.token)
            .send()
            .await
            .expect(200);
        assert!(!found().await);
    });
}

#[tokio::test]
async fn what_is_too_long_is_refused_or_loses_its_middle() {
    let (server, model, name) = scripted(TestDatabase::sqlite(), vec![Line::Text(&["Yes."])]).await;
    let long = "x".repeat(400_000);
    let input = json!([
        {"role": "user", "content": "first"}, {"role": "assistant", "content": long},
        {"role": "user", "content": "last"},
    ]);
    let mut body = json!({"model": name, "input": input});
    let refused = post(&server, "/v1/responses", &body).await.expect(400);
    assert_eq!(refused["error"]["code"], "context_length_exceeded");
    body["truncation"] = json!("auto");
    let made = post(&server, "/v1/responses", &body).await.expect(200);
    assert_eq!(made["truncation"], "auto");
    let asked = &model.asked()[0]["messages"];
    let marker = "[Previous messages truncated due to context limits]";
    assert_eq!(
        asked[0]["content"],
        format!("first\n\n{marker}\n\nlast"),
        "{asked}"
    );
}

#[test]
fn a_chat_completion_is_answered_whole_or_in_chunks() {
    on_both(|database| async {
        let script = vec![
            Line::Text(&["Hel", "lo."]),
            Line::Text(&["Hel", "lo."]),
            Line::Call("call_1", "get_weather", json!({})),
        ];
        let (server, _, name) = scripted(database, script).await;
        let mut body = json!({"model": name, "messages": [
            {"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}
        ]});
        let whole = post(&server, "/v1/chat/completions", &body)
            .await
            .expect(200);
        assert_eq!(whole["choices"][0]["message"]["content"], "Hello.");
        assert_eq!(whole["choices"][0]["finish_reason"], "stop");
        assert_eq!(whole["usage"]["total_tokens"], 18);
        body["stream"] = json!(true);
        body["stream_options"] = json!({"include_usage": true});
        let answer = post(&server, "/v1/chat/completions", &body).await;
        let text = answer.text();
        let mut lines: Vec<&str> = text
            .split("\n\n")
            .filter_map(|line| line.strip_prefix("data: "))
            .collect();
        assert_eq!(lines.pop(), Some("[DONE]"), "{text}");
        let chunks: Vec<Value> = lines
            .iter()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(chunks[0]["choices"][0]["delta"]["role"], "assistant");
        let said: String = chunks
            .iter()
            .filter_map(|chunk| chunk["choices"][0]["delta"]["content"].as_str())
            .collect();
        assert_eq!(said, "Hello.");
        let last = chunks.last().unwrap();
        assert_eq!(
            (&last["choices"], &last["usage"]["total_tokens"]),
            (&json!([]), &json!(18))
        );
        let function = json!({"type": "function", "function": {"name": "get_weather"}});
        let body = json!({"model": name, "messages": [{"role": "user", "content": "Hi"}], "tools": [function]});
        let called = post(&server, "/v1/chat/completions", &body)
            .await
            .expect(200);
        let choice = &called["choices"][0];
        assert_eq!(choice["finish_reason"], "tool_calls");
        assert_eq!(
            choice["message"]["tool_calls"][0]["function"]["name"],
            "get_weather"
        );
    });
}
