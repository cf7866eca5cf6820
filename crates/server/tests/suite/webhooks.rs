//! What carriers tell us.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use http::HeaderName;
use serde_json::json;
use sha1::Sha1;
use steward_model::{EffectId, SystemIds};
use steward_server::config::{Config, Twilio};
use steward_testkit::{CarrierSettings, Cell, FakeCarrier, FaultPlan, TestDatabase, on_both};

use crate::support::{Answer, TestServer};

pub(super) const TOKEN: &str = "12345";
pub(super) const ACCOUNT: &str = "AC00000000000000000000000000000000";
pub(super) const OURS: &str = "+14155550111";
pub(super) const ANA: &str = "+14155550177";

/// How a server is told of it.
pub(super) fn account() -> Twilio {
    Twilio {
        account_sid: ACCOUNT.into(),
        auth_token: TOKEN.to_owned().into(),
        webhook_key_id: None,
        webhook_key_secret: None,
        base_url: None,
    }
}

/// A server with Twilio set up, and a phone line.
pub(super) async fn with_twilio(database: TestDatabase) -> TestServer {
    let server = TestServer::configured(database, |config| {
        config.twilio = Some(account());
    })
    .await;
    add_line(&server).await;
    server
}

pub(super) async fn add_line(server: &TestServer) {
    let body = json!({
        "kind": "phone", "address": OURS, "label": "Front", "agent_id": server.ours.ids.agent
    });
    let made = server.post("/api/lines").bearer(&server.ours.token);
    made.json(&body).send().await.expect(201);
}

/// The same, not yet with a line, whose carrier is on this machine and goes by the same clock.
pub(super) async fn with_carrier(
    database: TestDatabase,
    set: impl FnOnce(&mut Config),
) -> (TestServer, FakeCarrier) {
    with_faulty_carrier(database, FaultPlan::none(), set).await
}

/// The same, with a carrier on which things go wrong.
pub(super) async fn with_faulty_carrier(
    database: TestDatabase,
    plan: FaultPlan,
    set: impl FnOnce(&mut Config),
) -> (TestServer, FakeCarrier) {
    let settings = CarrierSettings {
        plan,
        account_sid: ACCOUNT.into(),
        auth_token: TOKEN.into(),
        clock: Arc::new(database.clock().clone()),
        ..CarrierSettings::default()
    };
    let carrier = FakeCarrier::start(settings).await;
    let server = TestServer::configured(database, |config| {
        config.twilio = Some(Twilio {
            base_url: Some(carrier.base_url().parse().unwrap()),
            ..account()
        });
        set(config);
    });
    (server.await, carrier)
}

fn sign(url: &str, fields: &[(&str, &str)]) -> String {
    sign_by(TOKEN, url, fields)
}

/// Signed a second time here, so that a mistake in the product's does not pass for right.
pub(super) fn sign_by(token: &str, url: &str, fields: &[(&str, &str)]) -> String {
    let mut fields = fields.to_vec();
    fields.sort_unstable();
    let mut mac = Hmac::<Sha1>::new_from_slice(token.as_bytes()).unwrap();
    mac.update(url.as_bytes());
    for (name, value) in fields {
        mac.update(name.as_bytes());
        mac.update(value.as_bytes());
    }
    STANDARD.encode(mac.finalize().into_bytes())
}

async fn post(server: &TestServer, path: &str, fields: &[(&str, &str)], signature: &str) -> Answer {
    let mut form = url::form_urlencoded::Serializer::new(String::new());
    let body = form.extend_pairs(fields).finish();
    let request = server
        .post(path)
        .body("application/x-www-form-urlencoded", body.into_bytes());
    let name = HeaderName::from_static("x-twilio-signature");
    request.header(name, signature).send().await
}

pub(super) async fn text(server: &TestServer, sid: &str, to: &str, said: &str) -> Answer {
    text_from(server, sid, (ANA, to), said).await
}

pub(super) async fn text_from(
    server: &TestServer,
    sid: &str,
    (from, to): (&str, &str),
    said: &str,
) -> Answer {
    let path = "/webhooks/twilio/sms";
    let fields = [
        ("MessageSid", sid),
        ("AccountSid", ACCOUNT),
        ("From", from),
        ("To", to),
        ("Body", said),
    ];
    let signature = sign(&format!("http://127.0.0.1:8787{path}"), &fields);
    post(server, path, &fields, &signature).await
}

/// A picture without words.
pub(super) async fn media_from(server: &TestServer, sid: &str, ends: (&str, &str)) {
    let picture = ("http://127.0.0.1:9/1".to_owned(), "image/jpeg");
    files_from(server, sid, ends, ("", &[picture])).await;
}

/// A text with files.
pub(super) async fn files_from(
    server: &TestServer,
    sid: &str,
    (from, to): (&str, &str),
    (said, files): (&str, &[(String, &str)]),
) {
    let path = "/webhooks/twilio/sms";
    let number = files.len().to_string();
    let names: Vec<_> = (0..files.len())
        .map(|no| (format!("MediaUrl{no}"), format!("MediaContentType{no}")))
        .collect();
    let mut fields = vec![
        ("MessageSid", sid),
        ("AccountSid", ACCOUNT),
        ("From", from),
        ("To", to),
        ("Body", said),
        ("NumMedia", number.as_str()),
    ];
    for ((url_name, kind_name), (url, kind)) in names.iter().zip(files) {
        fields.push((url_name, url));
        fields.push((kind_name, kind));
    }
    let signature = sign(&format!("http://127.0.0.1:8787{path}"), &fields);
    let answer = post(server, path, &fields, &signature).await;
    assert_eq!(answer.status, 200, "{answer}");
}

async fn count(server: &TestServer, what: &str) -> Cell {
    let sql = format!("select count(*) from {what}");
    server.database.data().value(&sql).await
}

/// What an agent is asked about.
const ASKED: &str = "event where quiet = 0";

/// Who gets no texts.
const OPTED_OUT: &str = "opt_out where channel = 'sms'";

pub(super) fn sid(number: u8) -> String {
    format!("SM{number:032}")
}

#[test]
fn a_text_is_taken_in_once_and_answered_with_silence() {
    on_both(|database| async {
        let server = with_twilio(database).await;
        let before = count(&server, "event").await;
        for _ in 0..2 {
            let answer = text(&server, &sid(1), OURS, "Is it free?").await;
            assert_eq!(answer.status, 200, "{answer}");
            assert_eq!(answer.text(), "<Response/>");
        }
        let Cell::Int(before) = before else {
            panic!("{before:?}")
        };
        assert_eq!(count(&server, "event").await, Cell::Int(before + 1));
        let found = server.get("/api/contacts?query=%2B14155550177");
        let found = found.bearer(&server.ours.token).send().await.expect(200);
        assert_eq!(found["items"].as_array().unwrap().len(), 1);
    });
}

#[test]
fn who_says_stop_is_left_alone_until_they_say_start() {
    on_both(|database| async {
        let server = with_twilio(database).await;
        let asked = count(&server, ASKED).await;
        for (number, said, opted_out) in [
            (1, "Stop all", 1),
            (2, "start", 0),
            (1, "Stop all", 0),
            (3, "opt-out", 1),
            (2, "start", 1),
            (4, "HELP", 1),
        ] {
            let answer = text(&server, &sid(number), OURS, said).await;
            assert_eq!(answer.status, 200, "{answer}");
            let left_alone = count(&server, OPTED_OUT).await;
            assert_eq!(left_alone, Cell::Int(opted_out), "{said}");
        }
        assert_eq!(count(&server, ASKED).await, asked, "an agent was asked");
        let before = server.dump().await;
        text(&server, &sid(2), OURS, "start").await;
        assert_eq!(server.dump().await, before, "a copy changed something");
    });
}

#[test]
fn a_yes_is_for_the_agent_unless_it_ends_a_silence() {
    on_both(|database| async {
        let server = with_twilio(database).await;
        let Cell::Int(before) = count(&server, ASKED).await else {
            panic!("a count is a number")
        };
        for (number, said, events, opted_out) in [
            (1, "Yes", 1, 0),
            (1, "Yes", 1, 0),
            (2, "STOP", 1, 1),
            (1, "Yes", 1, 1),
            (3, "yes", 1, 0),
            (4, "yes", 2, 0),
        ] {
            let answer = text(&server, &sid(number), OURS, said).await;
            assert_eq!(answer.status, 200, "{answer}");
            let seen = (count(&server, ASKED).await, count(&server, OPTED_OUT).await);
            let expected = (Cell::Int(before + events), Cell::Int(opted_out));
            assert_eq!(seen, expected, "{said} {number}");
        }
    });
}

#[test]
fn a_report_that_somebody_opted_out_is_believed_once() {
    on_both(|database| async {
        let server = with_twilio(database).await;
        let path = format!("/webhooks/twilio/status?effect={}", server.ours.ids.effect);
        let url = format!("http://127.0.0.1:8787{path}");
        let fields = [
            ("MessageSid", "SM00000000000000000000000000000009"),
            ("AccountSid", ACCOUNT),
            ("MessageStatus", "failed"),
            ("ErrorCode", "21610"),
        ];
        let signature = sign(&url, &fields);
        assert_eq!(count(&server, OPTED_OUT).await, Cell::Int(0));
        let answer = post(&server, &path, &fields, &signature).await;
        assert_eq!(answer.status, 200, "{answer}");
        assert_eq!(count(&server, OPTED_OUT).await, Cell::Int(1));
        server.database.data().execute("delete from opt_out").await;
        let answer = post(&server, &path, &fields, &signature).await;
        assert_eq!(answer.status, 200, "{answer}");
        assert_eq!(count(&server, OPTED_OUT).await, Cell::Int(0));
    });
}

#[tokio::test]
async fn a_webhook_about_another_account_changes_nothing() {
    let server = with_twilio(TestDatabase::sqlite()).await;
    server.settle(2).await;
    let before = server.dump().await;
    let other = ACCOUNT.replace('0', "1");
    let message = ("MessageSid", "SM00000000000000000000000000000001");
    let text = [message, ("From", ANA), ("To", OURS), ("Body", "STOP")];
    let report = [message, ("MessageStatus", "failed"), ("ErrorCode", "21610")];
    let report_path = format!("/webhooks/twilio/status?effect={}", server.ours.ids.effect);
    for (path, fields) in [
        ("/webhooks/twilio/sms", &text[..]),
        (&report_path, &report[..]),
    ] {
        let url = format!("http://127.0.0.1:8787{path}");
        let about_other = [fields, &[("AccountSid", other.as_str())]].concat();
        for fields in [fields, &about_other] {
            let answer = post(&server, path, fields, &sign(&url, fields)).await;
            assert_eq!(answer.code(), "forbidden", "{path}");
            assert!(answer.text().contains("another account"), "{answer}");
        }
    }
    assert_eq!(server.dump().await, before, "something was changed");
}

#[tokio::test]
async fn a_webhook_with_a_wrong_signature_changes_nothing() {
    let server = with_twilio(TestDatabase::sqlite()).await;
    let fields = [
        ("MessageSid", "SM00000000000000000000000000000001"),
        ("AccountSid", ACCOUNT),
        ("From", ANA),
        ("To", OURS),
        ("Body", "Hi"),
    ];
    let path = "/webhooks/twilio/sms";
    let good = sign(&format!("http://127.0.0.1:8787{path}"), &fields);
    let elsewhere = sign(&format!("http://evil.example{path}"), &fields);
    server.settle(2).await;
    let before = server.dump().await;
    for signature in ["", "nonsense", elsewhere.as_str()] {
        let answer = post(&server, path, &fields, signature).await;
        assert_eq!(answer.code(), "forbidden", "{signature}");
    }
    let mut changed = fields;
    changed[4].1 = "Send money";
    assert_eq!(
        post(&server, path, &changed, &good).await.code(),
        "forbidden"
    );
    assert_eq!(server.dump().await, before, "something was changed");
    assert_eq!(post(&server, path, &fields, &good).await.status, 200);
}

#[tokio::test]
async fn a_text_for_nobody_is_answered_and_one_for_nobodys_agent_is_shown_to_a_person() {
    let server = with_twilio(TestDatabase::sqlite()).await;
    let events = count(&server, ASKED).await;
    let stranger = text(&server, &sid(1), "+14155550199", "Hi").await;
    assert_eq!(stranger.status, 200, "{stranger}");
    let lines = server.get("/api/lines").bearer(&server.ours.token);
    let lines = lines.send().await.expect(200);
    let lines = lines["items"].as_array().unwrap();
    let front = lines.iter().find(|line| line["label"] == "Front").unwrap();
    let line = format!("/api/lines/{}", front["id"].as_str().unwrap());
    let free = server.patch(&line).bearer(&server.ours.token);
    let free = free.json(&json!({"agent_id": ""}));
    free.send().await.expect(200);
    assert_eq!(text(&server, &sid(2), OURS, "Hi").await.status, 200);
    assert_eq!(count(&server, ASKED).await, events);
    assert_eq!(
        count(&server, "event where skipped = 'no_agent'").await,
        Cell::Int(1)
    );
    let notices = server
        .get("/api/notices?open=true")
        .bearer(&server.ours.token);
    let notices = notices.send().await.text();
    assert!(notices.contains("where no agent answers"), "{notices}");
}

#[tokio::test]
async fn a_report_about_nothing_of_ours_is_taken_and_one_that_cannot_be_read_is_not() {
    let server = with_twilio(TestDatabase::sqlite()).await;
    let effect = EffectId::generate(&SystemIds);
    let path = format!("/webhooks/twilio/status?effect={effect}");
    let fields = [
        ("MessageSid", "SM00000000000000000000000000000009"),
        ("AccountSid", ACCOUNT),
        ("MessageStatus", "delivered"),
    ];
    let url = format!("http://127.0.0.1:8787{path}");
    let answer = post(&server, &path, &fields, &sign(&url, &fields)).await;
    assert_eq!(answer.status, 200, "{answer}");
    let fields = [("AccountSid", ACCOUNT), ("MessageStatus", "delivered")];
    let answer = post(&server, &path, &fields, &sign(&url, &fields)).await;
    assert_eq!(answer.code(), "invalid_webhook");
}

#[tokio::test]
async fn without_twilio_there_is_no_such_address() {
    let server = TestServer::new(TestDatabase::sqlite()).await;
    assert_eq!(text(&server, &sid(1), OURS, "Hi").await.code(), "not_found");
}
