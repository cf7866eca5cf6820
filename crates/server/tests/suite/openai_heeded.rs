//! What programs written for OpenAI say about an answer, and whether it is heeded.

use serde_json::{Value, json};
use steward_store::NewResponse;
use steward_testkit::TestDatabase;

use super::openai::{events, get, post, scripted, weather};
use crate::support::TestServer;
use crate::support::model::Line;

const MARKER: &str = "[Previous messages truncated due to context limits]";

fn chat(name: &str, more: &Value) -> Value {
    let mut body = json!({"model": name, "messages": [{"role": "user", "content": "Count"}]});
    let fields = more.as_object().unwrap().clone();
    body.as_object_mut().unwrap().extend(fields);
    body
}

#[tokio::test]
async fn an_answer_ends_before_the_words_it_is_to_stop_at() {
    let pieces: &[&str] = &["one, t", "wo, EN", "D three"];
    let script = vec![Line::Text(pieces), Line::Text(pieces), Line::Text(&["one"])];
    let (server, model, name) = scripted(TestDatabase::sqlite(), script).await;
    let path = "/v1/chat/completions";
    let body = chat(&name, &json!({"stop": ["END", "four"]}));
    let made = post(&server, path, &body).await.expect(200);
    let choice = &made["choices"][0];
    assert_eq!(choice["message"]["content"], "one, two, ", "{made}");
    assert_eq!(choice["finish_reason"], "stop");
    assert_eq!(model.asked()[0]["stop"], json!(["END", "four"]));

    let body = chat(&name, &json!({"stop": "END", "stream": true}));
    let told = post(&server, path, &body).await.text();
    let said: String = told
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter_map(|chunk| Some(chunk["choices"][0]["delta"]["content"].as_str()?.to_owned()))
        .collect();
    assert_eq!(said, "one, two, ", "{told}");
    assert!(told.contains("\"finish_reason\":\"stop\""), "{told}");

    let body = chat(&name, &json!({"stop": null}));
    let made = post(&server, path, &body).await.expect(200);
    assert_eq!(made["choices"][0]["message"]["content"], "one");
    assert_eq!(model.asked()[2]["stop"], Value::Null);
}

#[tokio::test]
async fn a_field_of_the_wrong_type_is_named() {
    let (server, model, name) = scripted(TestDatabase::sqlite(), vec![]).await;
    let fields = [
        "messages",
        "stream",
        "stream_options",
        "tools",
        "tool_choice",
        "parallel_tool_calls",
        "max_tokens",
        "max_completion_tokens",
        "temperature",
        "top_p",
        "frequency_penalty",
        "presence_penalty",
        "stop",
        "n",
        "response_format",
        "metadata",
        "modalities",
        "logprobs",
        "top_logprobs",
        "logit_bias",
        "seed",
        "store",
        "user",
        "safety_identifier",
        "prompt_cache_key",
        "reasoning_effort",
        "verbosity",
        "service_tier",
    ];
    for field in fields {
        // No field may be a list of lists.
        let body = chat(&name, &json!({field: [[]]}));
        let refused = post(&server, "/v1/chat/completions", &body)
            .await
            .expect(400);
        let param = refused["error"]["param"].as_str().unwrap();
        assert!(param.starts_with(field), "{field}: {refused}");
    }
    assert!(model.asked().is_empty());
}

#[tokio::test]
async fn a_field_of_a_value_that_cannot_be_is_named() {
    let (server, model, name) = scripted(TestDatabase::sqlite(), vec![]).await;
    for (field, value) in [
        ("stop", json!(["a", "b", "c", "d", "e"])),
        ("stop", json!("")),
        ("stop", json!(5)),
        ("temperature", json!(2.5)),
        ("top_p", json!(1.5)),
        ("frequency_penalty", json!(3)),
        ("presence_penalty", json!(-3)),
        ("top_logprobs", json!(21)),
        ("modalities", json!(["text", "audio"])),
        ("messages", json!([])),
    ] {
        let body = chat(&name, &json!({field: value}));
        let refused = post(&server, "/v1/chat/completions", &body)
            .await
            .expect(400);
        assert_eq!(refused["error"]["param"], field, "{value}: {refused}");
    }
    assert!(model.asked().is_empty());
}

#[tokio::test]
async fn what_is_no_text_is_refused_and_not_dropped() {
    let (server, model, name) = scripted(TestDatabase::sqlite(), vec![]).await;
    for (kind, word) in [
        ("input_image", "Images"),
        ("input_file", "Files"),
        ("input_audio", "Sound"),
    ] {
        let text = json!({"type": "input_text", "text": "See:"});
        let said = json!([{"role": "user", "content": [text, {"type": kind}]}]);
        let body = json!({"model": name, "input": said});
        let refused = post(&server, "/v1/responses", &body).await.expect(400);
        assert_eq!(refused["error"]["param"], "input[0].content[1]");
        let message = refused["error"]["message"].as_str().unwrap();
        assert!(message.starts_with(word), "{refused}");
        let chat = chat(&name, &json!({"messages": said}));
        let refused = post(&server, "/v1/chat/completions", &chat).await;
        let refused = refused.expect(400);
        assert_eq!(refused["error"]["param"], "messages[0].content[1]");
    }
    let choice = json!({"type": "allowed_tools", "mode": "all", "tools": [weather()]});
    let body = json!({"model": name, "input": "Hi", "tools": [weather()], "tool_choice": choice});
    let refused = post(&server, "/v1/responses", &body).await.expect(400);
    assert_eq!(refused["error"]["param"], "tool_choice");
    assert!(model.asked().is_empty());
}

#[tokio::test]
async fn only_functions_that_are_allowed_are_called() {
    let other = || Line::Call("call_1", "get_time", json!({}));
    let ours = Line::Call("call_2", "get_weather", json!({"city": "Rome"}));
    let script = vec![ours, other(), other()];
    let (server, model, name) = scripted(TestDatabase::sqlite(), script).await;
    let time = json!({"type": "function", "name": "get_time", "parameters": {"type": "object"}});
    let choice = json!({
        "type": "allowed_tools", "mode": "auto", "tools": [{"type": "function", "name": "get_weather"}],
    });
    let body =
        json!({"model": name, "input": "Hi", "tools": [weather(), time], "tool_choice": choice});
    let made = post(&server, "/v1/responses", &body).await.expect(200);
    assert_eq!(made["output"][0]["name"], "get_weather", "{made}");
    assert_eq!(made["tool_choice"], choice);
    let offered = model.asked()[0]["tools"].as_array().unwrap().len();
    assert_eq!(offered, 1, "what is not allowed is not offered");
    let refused = post(&server, "/v1/responses", &body).await.expect(503);
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(message.contains("may not call"), "{refused}");
    // The older API says the same in other words.
    let nested = |tool: &Value| json!({"type": "function", "function": tool});
    let choice = json!({
        "type": "allowed_tools",
        "allowed_tools": {"mode": "auto", "tools": [nested(&json!({"name": "get_weather"}))]},
    });
    let more = json!({"tools": [nested(&weather()), nested(&time)], "tool_choice": choice});
    let body = chat(&name, &more);
    post(&server, "/v1/chat/completions", &body)
        .await
        .expect(503);
}

#[tokio::test]
async fn a_temperature_is_told_as_it_was_asked_or_as_it_is_usual() {
    let script = vec![Line::Text(&["Yes."]), Line::Text(&["Yes."])];
    let (server, model, name) = scripted(TestDatabase::sqlite(), script).await;
    let body = json!({"model": name, "input": "Hi", "temperature": 0.2});
    let made = post(&server, "/v1/responses", &body).await.expect(200);
    assert_eq!(made["temperature"], 0.2);
    let body = json!({"model": name, "input": "Hi"});
    let made = post(&server, "/v1/responses", &body).await.expect(200);
    assert_eq!(made["temperature"], model.asked()[1]["temperature"]);
}

async fn delete(server: &TestServer, response: &Value) {
    let path = format!("/v1/responses/{}", response["id"].as_str().unwrap());
    let delete = server.delete(&path).bearer(&server.ours.token);
    delete.send().await.expect(200);
}

#[tokio::test]
async fn what_goes_on_from_a_deleted_response_answers_from_what_is_left() {
    let call = Line::Call("call_1", "get_weather", json!({"city": "Rome"}));
    let said = |text: &'static [&'static str]| Line::Text(text);
    let script = vec![
        call,
        said(&["Sunny."]),
        said(&["Twice."]),
        said(&["Thrice."]),
    ];
    let (server, model, name) = scripted(TestDatabase::sqlite(), script).await;
    let tools = json!([weather()]);
    let body = json!({"model": name, "input": "Weather?", "tools": tools});
    let first = post(&server, "/v1/responses", &body).await.expect(200);
    let output = json!([{"type": "function_call_output", "call_id": "call_1", "output": "25"}]);
    let body = json!({"model": name, "input": output, "previous_response_id": first["id"], "tools": tools});
    let second = post(&server, "/v1/responses", &body).await.expect(200);
    delete(&server, &first).await;
    let path = format!("/v1/responses/{}", second["id"].as_str().unwrap());
    assert_eq!(get(&server, &path).await.expect(200), second, "it stays");
    let body = json!({"model": name, "input": "Again?", "previous_response_id": second["id"]});
    let third = post(&server, "/v1/responses", &body).await.expect(200);
    assert_eq!(third["output"][0]["content"][0]["text"], "Twice.");
    let asked = model.asked()[2]["messages"].clone();
    let said: Vec<&Value> = asked
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["content"])
        .collect();
    assert_eq!(said, ["Sunny.", "Again?"], "{asked}");
    delete(&server, &third).await;
    let body = json!({"model": name, "input": "And?", "previous_response_id": third["id"]});
    let refused = post(&server, "/v1/responses", &body).await.expect(400);
    assert_eq!(refused["error"]["code"], "previous_response_not_found");
}

#[tokio::test]
async fn a_chain_whose_beginning_is_too_far_back_says_so() {
    let script = vec![Line::Text(&["Last."])];
    let (server, model, name) = scripted(TestDatabase::sqlite(), script).await;
    let org = server.store.org(server.ours.org);
    let mut previous = Value::Null;
    for number in 0..=500 {
        let id = format!("resp_{number}");
        let response = json!({"id": id, "previous_response_id": previous, "status": "completed", "output": []});
        let said = json!({"type": "message", "role": "user", "content": format!("({number})")});
        let body = json!({
            "response": response, "input": [said], "private": false, "event": null, "written_at": null,
        });
        let new = NewResponse {
            id: id.clone(),
            thread_id: None,
            conversation_id: None,
            body: body.to_string().into_bytes(),
        };
        let member = server.ours.owner;
        org.begin_response(member, new).await.unwrap();
        let body = body.to_string().into_bytes();
        let ended = org.finish_response(member, &id, &body, None, Vec::new());
        assert!(ended.await.unwrap());
        previous = json!(id);
    }
    let mut body = json!({"model": name, "input": "Hi", "previous_response_id": previous});
    let refused = post(&server, "/v1/responses", &body).await.expect(400);
    assert_eq!(refused["error"]["code"], "context_length_exceeded");
    assert_eq!(refused["error"]["param"], "truncation");
    body["truncation"] = json!("auto");
    body["stream"] = json!(true);
    let told = events(&post(&server, "/v1/responses", &body).await);
    assert_eq!(told.last().unwrap()["type"], "response.completed");
    let asked = model.asked()[0]["messages"][0]["content"].clone();
    let asked = asked.as_str().unwrap();
    assert!(
        asked.starts_with(&format!("{MARKER}\n\n(1)\n\n(2)")),
        "{asked:.200}"
    );
    assert!(asked.ends_with("(500)\n\nHi"));
}

#[tokio::test]
async fn of_many_messages_in_one_go_the_newest_are_read() {
    let (server, model, name) = scripted(TestDatabase::sqlite(), vec![Line::Text(&["Yes."])]).await;
    let long = "x".repeat(100_000);
    let mut input: Vec<Value> = (0..6)
        .map(|_| json!({"role": "user", "content": long}))
        .collect();
    input.push(json!({"role": "user", "content": "last"}));
    let body = json!({"model": name, "input": input, "truncation": "auto"});
    post(&server, "/v1/responses", &body).await.expect(200);
    let asked = model.asked()[0]["messages"][0]["content"].clone();
    let asked = asked.as_str().unwrap();
    assert!(asked.contains(MARKER) && asked.ends_with("x\n\nlast"));
}

#[tokio::test]
async fn a_model_is_not_told_what_says_nothing() {
    let script = (0..3).map(|_| Line::Text(&["Aye."])).collect();
    let (server, model, name) = scripted(TestDatabase::sqlite(), script).await;
    let kept = json!({"name": "Brief", "prompt": "Be brief.", "is_default": true});
    post(&server, "/v1/instructions", &kept).await.expect(200);
    let body = json!({"model": name, "input": "Hi", "instructions": ""});
    let made = post(&server, "/v1/responses", &body).await.expect(200);
    assert_eq!(made["instructions"], "", "it is repeated as it was said");
    let messages = json!([{"role": "system", "content": " "}, {"role": "user", "content": "Hi"}]);
    let body = json!({"model": name, "input": messages, "instructions": "\n"});
    post(&server, "/v1/responses", &body).await.expect(200);
    let body = json!({"model": name, "messages": messages});
    post(&server, "/v1/chat/completions", &body)
        .await
        .expect(200);
    for asked in model.asked() {
        let messages = asked["messages"].as_array().unwrap();
        let roles: Vec<&Value> = messages.iter().map(|message| &message["role"]).collect();
        assert_eq!(roles, ["user"], "{asked}");
    }
}
