//! What Quo tells us, and what is sent through it.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use http::HeaderName;
use serde_json::{Value, json};
use sha2::Sha256;
use steward_model::{Clock as _, EffectClass, EffectVerdict, Integrity};
use steward_server::config::Quo;
use steward_store::{NewEffect, Origin, Outgoing};
use steward_testkit::{Cell, TestDatabase, on_both};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::support::model::{Line, ScriptedModel};
use crate::support::{Answer, TestServer};

const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const LEGACY_SECRET: &str = "R2ZLM2o0bFhBNVpyUnU2NG9mYXQ1MHNyR3pvSUhIVVg=";
const OURS: &str = "+14155550111";
const ANA: &str = "+14155550177";
const HOUR: Duration = Duration::from_secs(3600);
const ASKED: &str = "event where quiet = 0";

/// A server with Quo set up at this address, and a phone line there.
async fn with_quo(database: TestDatabase, base_url: Option<String>) -> TestServer {
    let server = with_model(database, base_url, None).await;
    let agent = server.ours.ids.agent.to_string();
    add_line(&server, &agent).await;
    server
}

async fn with_model(
    database: TestDatabase,
    base_url: Option<String>,
    model: Option<String>,
) -> TestServer {
    TestServer::configured(database, |config| {
        config.models.fallback = model;
        config.quo = Some(Quo {
            api_key: "key".to_owned().into(),
            webhook_secret: Some(SECRET.to_owned().into()),
            legacy_webhook_secret: Some(LEGACY_SECRET.to_owned().into()),
            base_url: base_url.map(|url| url.parse().unwrap()),
        });
    })
    .await
}

async fn add_line(server: &TestServer, agent: &str) {
    let body = json!({
        "kind": "phone", "address": OURS, "label": "Front", "provider": "quo", "agent_id": agent
    });
    let made = server.post("/api/lines").bearer(&server.ours.token);
    let made = made.json(&body).send().await.expect(201);
    assert_eq!(made["provider"], "quo");
}

/// Signed a second time here, so that a mistake in the product's does not pass for right.
fn sign(secret: &str, signed: &str) -> String {
    let key = STANDARD
        .decode(secret.trim_start_matches("whsec_"))
        .unwrap();
    let mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    STANDARD.encode(mac.chain_update(signed).finalize().into_bytes())
}

async fn send(server: &TestServer, body: String, headers: &[(&'static str, String)]) -> Answer {
    let request = server.post("/webhooks/quo");
    let mut request = request.body("application/json", body.into_bytes());
    for (name, value) in headers {
        request = request.header(HeaderName::from_static(name), value);
    }
    request.send().await
}

fn micros(server: &TestServer) -> i64 {
    server.database.clock().now().as_micros()
}

async fn post(server: &TestServer, event: &Value) -> Answer {
    let (body, seconds) = (event.to_string(), micros(server) / 1_000_000);
    let signature = sign(SECRET, &format!("msg_1.{seconds}.{body}"));
    let headers = [
        ("webhook-id", "msg_1".to_owned()),
        ("webhook-timestamp", seconds.to_string()),
        ("webhook-signature", format!("v1,{signature}")),
    ];
    send(server, body, &headers).await
}

async fn post_legacy(server: &TestServer, event: &Value) -> Answer {
    let (body, millis) = (event.to_string(), micros(server) / 1_000);
    let signature = sign(LEGACY_SECRET, &format!("{millis}.{body}"));
    let header = format!("hmac;1;{millis};{signature}");
    send(server, body, &[("openphone-signature", header)]).await
}

fn text(id: &str, to: &[&str], said: &str) -> Value {
    json!({
        "id": "EV1", "apiVersion": "2026-03-30", "type": "message.received",
        "data": {
            "resource": { "id": id, "direction": "incoming", "text": said, "media": [], "status": "received" },
            "context": { "phoneNumberId": "PN1", "senderIdentifier": ANA, "recipientIdentifiers": to },
        },
    })
}

fn legacy_text(id: &str, said: &str) -> Value {
    json!({
        "id": "EV2", "object": "event", "apiVersion": "v4", "type": "message.received",
        "data": { "object": {
            "id": id, "object": "message", "from": ANA, "to": [OURS], "direction": "incoming", "text": said,
        } },
    })
}

async fn count(server: &TestServer, what: &str) -> i64 {
    let sql = format!("select count(*) from {what}");
    match server.database.data().value(&sql).await {
        Cell::Int(count) => count,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_text_is_taken_in_once_by_whichever_form_it_comes() {
    on_both(|database| async {
        let server = with_quo(database, None).await;
        let before = count(&server, ASKED).await;
        for _ in 0..2 {
            let answer = post(&server, &text("AC1", &[OURS], "Is it free?")).await;
            assert_eq!(answer.status, 200, "{answer}");
            let answer = post_legacy(&server, &legacy_text("AC1", "Is it free?")).await;
            assert_eq!(answer.status, 200, "{answer}");
        }
        assert_eq!(count(&server, ASKED).await, before + 1);
        let answer = post_legacy(&server, &legacy_text("AC2", "Hello?")).await;
        assert_eq!(answer.status, 200, "{answer}");
        assert_eq!(count(&server, "event where source = 'quo'").await, 2);
    });
}

#[test]
fn one_silence_is_confirmed_once_and_so_is_its_end() {
    on_both(|database| async {
        let server = with_quo(database, None).await;
        let asked = count(&server, ASKED).await;
        let confirmed = "effect where rule = 'confirms_silence'";
        let answered = "effect where rule = 'answers_keyword'";
        for (id, said, opted_out, confirmations, answers) in [
            ("AC1", "Stop", 1, 1, 0),
            ("AC1", "Stop", 1, 1, 0),
            ("AC2", "STOP!", 1, 1, 0),
            ("AC3", "help", 1, 1, 0),
            ("AC4", "start", 0, 1, 1),
            ("AC4", "start", 0, 1, 1),
            ("AC1", "Stop", 0, 1, 1),
            ("AC5", "help", 0, 1, 2),
            ("AC6", "HELP", 0, 1, 2),
        ] {
            let answer = post(&server, &text(id, &[OURS], said)).await;
            assert_eq!(answer.status, 200, "{answer}");
            let seen = (
                count(&server, "opt_out where channel = 'sms'").await,
                count(&server, confirmed).await,
                count(&server, answered).await,
            );
            assert_eq!(seen, (opted_out, confirmations, answers), "{id} {said}");
        }
        assert_eq!(count(&server, ASKED).await, asked, "an agent was asked");
    });
}

#[tokio::test]
async fn in_a_group_the_sender_wrote_and_our_line_is_found_among_the_others() {
    let server = with_quo(TestDatabase::sqlite(), None).await;
    let before = count(&server, ASKED).await;
    let group = ["+14155550166", OURS, "+14155550167"];
    assert_eq!(
        post(&server, &text("AC1", &group, "Hi all")).await.status,
        200
    );
    assert_eq!(count(&server, ASKED).await, before + 1);
    for (number, contacts) in [(ANA, 1), ("+14155550166", 0), ("+14155550167", 0)] {
        let query = format!("/api/contacts?query={}", number.replace('+', "%2B"));
        let found = server.get(&query).bearer(&server.ours.token);
        let found = found.send().await.expect(200);
        assert_eq!(
            found["items"].as_array().unwrap().len(),
            contacts,
            "{number}"
        );
    }
}

#[tokio::test]
async fn what_is_no_text_for_a_line_of_quos_changes_nothing() {
    let server = with_quo(TestDatabase::sqlite(), None).await;
    let body = json!({ "kind": "phone", "address": "+14155550112", "label": "Twilio's" });
    let made = server.post("/api/lines").bearer(&server.ours.token);
    let made = made.json(&body).send().await.expect(201);
    assert_eq!(made["provider"], "twilio");
    server.settle(2).await;
    let before = server.dump().await;
    for event in [
        json!({ "id": "EV1", "type": "call.completed", "data": { "object": {} } }),
        json!({ "id": "EV1", "type": "callTranscript", "data": {} }),
        text("AC1", &["+14155550112"], "STOP"),
        text("AC1", &["+14155550199"], "Hi"),
        json!({ "type": "message.delivered", "data": { "object": { "id": "AC9", "status": "delivered" } } }),
    ] {
        let answer = post(&server, &event).await;
        assert_eq!(answer.status, 200, "{answer}");
    }
    let unreadable = json!({ "type": "message.received", "data": {} });
    assert_eq!(post(&server, &unreadable).await.code(), "invalid_webhook");
    assert_eq!(server.dump().await, before, "something was changed");
}

#[tokio::test]
async fn a_webhook_with_a_wrong_or_an_old_signature_changes_nothing() {
    let server = with_quo(TestDatabase::sqlite(), None).await;
    server.settle(2).await;
    let before = server.dump().await;
    let body = text("AC1", &[OURS], "Hi").to_string();
    let now = micros(&server) / 1_000_000;
    let signed = |seconds: i64, secret: &str, of: &str| {
        let signature = sign(secret, &format!("msg_1.{seconds}.{of}"));
        [
            ("webhook-id", "msg_1".to_owned()),
            ("webhook-timestamp", seconds.to_string()),
            ("webhook-signature", format!("v1,{signature}")),
        ]
    };
    assert_eq!(send(&server, body.clone(), &[]).await.code(), "forbidden");
    for headers in [
        signed(now, LEGACY_SECRET, &body),
        signed(now, SECRET, "{}"),
        signed(now - 301, SECRET, &body),
    ] {
        let answer = send(&server, body.clone(), &headers).await;
        assert_eq!(answer.code(), "forbidden");
    }
    assert_eq!(server.dump().await, before, "something was changed");
    let good = signed(now, SECRET, &body);
    assert_eq!(send(&server, body, &good).await.status, 200);
}

#[tokio::test]
async fn without_quo_there_is_no_such_address() {
    let server = TestServer::new(TestDatabase::sqlite()).await;
    let answer = post(&server, &text("AC1", &[OURS], "Hi")).await;
    assert_eq!(answer.code(), "not_found");
}

/// Quo on this machine: it takes every message, and keeps what it was asked.
async fn fake_quo() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let log = Arc::clone(&asked);
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = Vec::new();
            while !request.ends_with(b"}") && stream.read_buf(&mut request).await.unwrap() > 0 {}
            log.lock()
                .unwrap()
                .push(String::from_utf8(request).unwrap());
            let body = r#"{"data":{"id":"AC77","status":"queued"}}"#;
            let length = body.len();
            let answer = format!(
                "HTTP/1.1 202 -\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
            );
            stream.write_all(answer.as_bytes()).await.unwrap();
        }
    });
    (address, asked)
}

#[tokio::test]
async fn an_answer_leaves_through_quo_once_and_a_report_never_takes_a_later_one_back() {
    let (address, asked) = fake_quo().await;
    let server = with_quo(TestDatabase::sqlite(), Some(address)).await;
    let _working = server.start_runtime().await;
    for _ in 0..3 {
        let answer = post(&server, &text("AC1", &[OURS], "STOP")).await;
        assert_eq!(answer.status, 200, "{answer}");
    }
    let ours = "from effect where rule = 'confirms_silence'";
    let sql = format!("select state {ours}");
    let state = async || server.database.data().value(&sql).await;
    while state().await != Cell::Text("sent".into()) {
        tokio::task::yield_now().await;
    }
    let sent = asked.lock().unwrap().clone();
    assert_eq!(sent.len(), 1, "{sent:?}");
    let (head, body) = sent[0].split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("POST /v1/messages HTTP/1.1"), "{head}");
    assert!(head.contains("authorization: key\r\n"), "{head}");
    let body: Value = serde_json::from_str(body).unwrap();
    assert_eq!((&body["from"], &body["to"]), (&json!(OURS), &json!([ANA])));
    let said = body["content"].as_str().unwrap();
    assert!(said.contains("no more messages"), "{said}");
    for (word, expected) in [("delivered", "delivered"), ("sent", "delivered")] {
        let event = json!({ "type": format!("message.{word}"), "data": { "object": {
            "id": "AC77", "direction": "outgoing", "status": word,
        } } });
        assert_eq!(post_legacy(&server, &event).await.status, 200);
        assert_eq!(state().await, Cell::Text(expected.into()), "{word}");
    }
    assert_eq!(asked.lock().unwrap().len(), 1);
}

#[test]
fn a_text_is_answered_once_from_the_line_it_came_to() {
    on_both(|database| async {
        let call = json!({"name": "send_sms", "args": {"text": "Yes, at noon."}});
        let script = [
            Line::Written(json!({"messages": [], "tool_calls": [call]}).to_string()),
            Line::Agent("Done."),
        ];
        let (model, name) = ScriptedModel::start(script).await;
        let (address, asked) = fake_quo().await;
        let server = with_model(database, Some(address), Some(name.clone())).await;
        let agent = json!({"name": "Texts", "model": name, "tools": ["send_sms"]});
        let made = server.post("/api/agents").bearer(&server.ours.token);
        let mut agent = made.json(&agent).send().await.expect(201);
        let path = format!("/api/agents/{}", agent["id"].as_str().unwrap());
        agent = server
            .put(&path)
            .bearer(&server.ours.token)
            .json(&json!({"revision": 1, "name": "Texts", "model": name, "send_mode": "autonomous", "tools": ["send_sms"]}))
            .send()
            .await
            .expect(200);
        add_line(&server, agent["id"].as_str().unwrap()).await;
        let _working = server.start_runtime().await;
        let question = text("AC1", &[OURS], "Can you come?");
        for _ in 0..3 {
            let answer = post(&server, &question).await;
            assert_eq!(answer.status, 200, "{answer}");
        }
        while count(
            &server,
            "effect where state = 'sent' and provider_ref = 'AC77'",
        )
        .await
            == 0
        {
            tokio::task::yield_now().await;
        }
        // Once more, when it has been answered.
        assert_eq!(post(&server, &question).await.status, 200);
        while count(&server, "turn where state = 'open'").await > 0 {
            tokio::task::yield_now().await;
        }
        let sent = asked.lock().unwrap().clone();
        assert_eq!(sent.len(), 1, "{sent:?}");
        let (_, body) = sent[0].split_once("\r\n\r\n").unwrap();
        let body: Value = serde_json::from_str(body).unwrap();
        assert_eq!((&body["from"], &body["to"]), (&json!(OURS), &json!([ANA])));
        assert_eq!(body["content"], "Yes, at noon.");
        assert!(
            model.asked()[0].to_string().contains("Can you come?"),
            "the model read it"
        );
    });
}

/// Where the answer to a word is, as its columns tell.
async fn answered(server: &TestServer, column: &str) -> String {
    let sql = format!("select {column} from effect where rule = 'answers_keyword'");
    match server.database.data().value(&sql).await {
        Cell::Text(text) => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn who_asks_for_help_at_night_is_answered_at_once() {
    on_both(|database| async {
        // One in the morning where Ana's number is from; and no agent answers at night, however lately she wrote.
        let night = steward_model::Timestamp::parse_rfc3339("2026-06-02T08:00:00Z");
        database.clock().set(night.unwrap());
        let (address, asked) = fake_quo().await;
        let server = TestServer::configured(database, |config| {
            config.sending.quiet_answers = "0s".parse().unwrap();
            config.quo = Some(Quo {
                api_key: "key".to_owned().into(),
                webhook_secret: Some(SECRET.to_owned().into()),
                legacy_webhook_secret: None,
                base_url: Some(address.parse().unwrap()),
            });
        })
        .await;
        let agent = server.ours.ids.agent.to_string();
        add_line(&server, &agent).await;
        let answer = post(&server, &text("AC1", &[OURS], "HELP")).await;
        assert_eq!(answer.status, 200, "{answer}");
        // What an agent writes at the same hour waits for the morning.
        let origin = Origin {
            org: server.ours.org,
            thread: answered(&server, "thread_id").await.parse().unwrap(),
            turn: None,
            agent: Some(agent.parse().unwrap()),
        };
        let message = json!({"to": ANA, "from": OURS, "text": "It can wait."});
        let effect = NewEffect {
            idem_key: "news".into(),
            contact_id: answered(&server, "contact_id").await.parse().unwrap(),
            line_id: answered(&server, "line_id").await.parse().unwrap(),
            class: EffectClass::Asked,
            channel: "sms".into(),
            payload: message.to_string().into_bytes(),
            integrity: Integrity::User,
            verdict: EffectVerdict::Allow,
            rule: "R2".into(),
            approval_id: None,
            not_before: None,
            expires_at: server.database.clock().now().plus(HOUR),
        };
        let outgoing = Outgoing {
            effects: vec![effect],
            ..Outgoing::default()
        };
        autonomous(&server).await;
        server.store.put_out(origin, outgoing).await.unwrap();
        let _working = server.start_runtime().await;
        let waits = "effect where rule = 'R2' and reason = 'It is night where the contact is.'";
        while count(&server, waits).await == 0 || answered(&server, "state").await != "sent" {
            tokio::task::yield_now().await;
        }
        let sent = asked.lock().unwrap().clone();
        assert_eq!(sent.len(), 1, "{sent:?}");
        assert!(sent[0].contains("write here and we answer"), "{}", sent[0]);
    });
}

/// Lets the agent send.
async fn autonomous(server: &TestServer) {
    let sql = r#"update agent set send_mode = 'autonomous', tools = '["send_sms"]'"#;
    server.database.data().execute(sql).await;
}

#[test]
fn a_stop_to_a_line_where_no_agent_answers_is_confirmed_too() {
    on_both(|database| async {
        let (address, asked) = fake_quo().await;
        let server = with_model(database, Some(address), None).await;
        let line = json!({"kind": "phone", "address": OURS, "label": "Front", "provider": "quo"});
        let made = server.post("/api/lines").bearer(&server.ours.token);
        let made = made.json(&line).send().await.expect(201);
        assert_eq!(made["agent_id"], Value::Null);
        let _working = server.start_runtime().await;
        for (id, said) in [("AC1", "STOP"), ("AC2", "please don't text me again")] {
            let answer = post(&server, &text(id, &[OURS], said)).await;
            assert_eq!(answer.status, 200, "{answer}");
        }
        let confirmed = "effect where rule = 'confirms_silence' and state = 'sent'";
        while count(&server, confirmed).await == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(count(&server, "opt_out where channel = 'sms'").await, 1);
        let sent = asked.lock().unwrap().clone();
        assert_eq!(sent.len(), 1, "{sent:?}");
        assert!(sent[0].contains("no more messages"), "{}", sent[0]);
        // The same word again when its contact was forgotten: nobody is left to answer, and the carrier hears that it came.
        let token = &server.ours.token;
        let known = server.get("/api/contacts?limit=200").bearer(token).send();
        let known = known.await.expect(200)["items"].as_array().unwrap().clone();
        for contact in &known {
            let path = format!("/api/contacts/{}/forget", contact["id"].as_str().unwrap());
            server.post(&path).bearer(token).send().await.expect(204);
        }
        let answer = post(&server, &text("AC1", &[OURS], "STOP")).await;
        assert_eq!(answer.status, 200, "{answer}");
        assert_eq!(asked.lock().unwrap().len(), 1);
    });
}
