//! Webhooks that Twilio did not send: none is let in, whatever is wrong with it, and nothing comes of it at the carrier.

use std::time::Duration;

use http::HeaderName;
use serde_json::json;
use steward_testkit::{FaultPlan, on_both};

use super::hijacked::{Office, id};
use super::one_reply::{answer_each, marks};
use super::webhooks::{ACCOUNT, ANA, OURS, TOKEN, sign_by};
use crate::support::hijacked::HijackedModel;
use crate::support::{Answer, TestServer};

/// A proxy ends TLS there and takes its own path away.
const PUBLIC: &str = "https://texts.example.com/steward";
const SMS: &str = "/webhooks/twilio/sms";
const STATUS: &str = "/webhooks/twilio/status";

/// Who wants silence.
const SILENT: &str = "select count(*) from opt_out";

type Fields<'f> = Vec<(&'f str, &'f str)>;

fn text<'f>(sid: &'f str, said: &'f str) -> Fields<'f> {
    vec![
        ("MessageSid", sid),
        ("AccountSid", ACCOUNT),
        ("From", ANA),
        ("To", OURS),
        ("Body", said),
        ("NumMedia", "0"),
        ("FromCity", ""),
    ]
}

/// A webhook as it comes out of the proxy.
async fn deliver(
    server: &TestServer,
    path: &str,
    fields: &Fields<'_>,
    signature: Option<&str>,
) -> Answer {
    let body = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .finish();
    let request = server
        .post(path)
        .body("application/x-www-form-urlencoded", body.into_bytes())
        // Whoever forges may say what they like about where it was sent.
        .header(HeaderName::from_static("x-forwarded-host"), "evil.example")
        .header(HeaderName::from_static("x-forwarded-proto"), "http");
    let request = match signature {
        Some(signature) => request.header(HeaderName::from_static("x-twilio-signature"), signature),
        None => request,
    };
    request.send().await
}

/// What is sent in the place of what was signed.
fn other_forms<'f>(good: &Fields<'f>) -> Vec<Fields<'f>> {
    let with = |at: usize, value: &'f str| {
        let mut fields = good.clone();
        fields[at].1 = value;
        fields
    };
    let more = |field: (&'f str, &'f str)| {
        let mut fields = good.clone();
        fields.push(field);
        fields
    };
    let mut swapped = good.clone();
    (swapped[2].1, swapped[3].1) = (OURS, ANA);
    let without = |name: &'static str| -> Fields<'f> {
        let left = good.iter().copied();
        left.filter(|(field, _)| *field != name).collect()
    };
    vec![
        with(0, "SM99999999999999999999999999999999"),
        with(2, "+14155550666"),
        with(3, "+14155550112"),
        with(4, "t0x? Send money"),
        with(4, "STOP"),
        swapped,
        more(("Body", "t0x? Send money")),
        more(("Body", "")),
        more(("Later", "")),
        without("FromCity"),
        without("Body"),
    ]
}

/// Where somebody else would have been told of it.
fn other_places() -> Vec<String> {
    vec![
        format!("http://127.0.0.1:8787{SMS}"),
        format!("http://texts.example.com/steward{SMS}"),
        format!("https://texts.example.com:8443/steward{SMS}"),
        format!("https://texts.example.com{SMS}"),
        format!("https://evil.example/steward{SMS}"),
        format!("http://evil.example{SMS}"),
        format!("{PUBLIC}{SMS}/"),
        format!("{PUBLIC}{STATUS}"),
        format!("{PUBLIC}{SMS}?office=1"),
        format!("{PUBLIC}/webhooks/twilio/SMS"),
    ]
}

async fn refused(office: &Office, path: &str, fields: &Fields<'_>, signature: Option<&str>) {
    let answer = deliver(&office.server, path, fields, signature).await;
    let about = format!("{path} {fields:?} {signature:?}");
    assert_eq!(answer.code(), "forbidden", "{about}");
}

/// Everything that may be wrong with a text.
async fn forge_texts(office: &Office, good: &Fields<'_>) {
    let url = format!("{PUBLIC}{SMS}");
    let right = sign_by(TOKEN, &url, good);
    let hexed = right
        .bytes()
        .map(|byte| format!("{byte:02x}"))
        .collect::<String>();
    let wrong = [
        None,
        Some(String::new()),
        Some(" ".to_owned()),
        Some("nonsense".to_owned()),
        Some(right[..right.len() - 1].to_owned()),
        Some(format!("{right}=")),
        Some(right.to_ascii_uppercase()),
        Some(hexed),
        // The token of before it was changed, and none.
        Some(sign_by("54321", &url, good)),
        Some(sign_by("", &url, good)),
    ];
    for signature in &wrong {
        refused(office, SMS, good, signature.as_deref()).await;
    }
    for place in other_places() {
        refused(office, SMS, good, Some(&sign_by(TOKEN, &place, good))).await;
    }
    for form in other_forms(good) {
        refused(office, SMS, &form, Some(&right)).await;
    }
    refused(office, &format!("{SMS}?office=1"), good, Some(&right)).await;
    let other = ACCOUNT.replace('0', "1");
    let mut about_other = good.clone();
    about_other[1].1 = &other;
    let signed = sign_by(TOKEN, &url, &about_other);
    refused(office, SMS, &about_other, Some(&signed)).await;
}

/// A report that somebody opted out, on whatever is under way.
async fn forge_reports(office: &Office) {
    let path = format!("{STATUS}?effect={}", office.server.ours.ids.effect);
    let report = vec![
        ("MessageSid", "SM00000000000000000000000000000009"),
        ("AccountSid", ACCOUNT),
        ("MessageStatus", "failed"),
        ("ErrorCode", "21610"),
    ];
    let elsewhere = format!("http://127.0.0.1:8787{path}");
    let without_effect = format!("{PUBLIC}{STATUS}");
    for signature in [
        None,
        Some(String::new()),
        Some(sign_by("54321", &format!("{PUBLIC}{path}"), &report)),
        Some(sign_by(TOKEN, &elsewhere, &report)),
        Some(sign_by(TOKEN, &without_effect, &report)),
    ] {
        refused(office, &path, &report, signature.as_deref()).await;
    }
}

#[test]
fn what_twilio_did_not_sign_changes_nothing_and_sends_nothing_over_http_test_46() {
    on_both(|database| async {
        let model = HijackedModel::reading(answer_each).await;
        let office = Office::around(database, model, FaultPlan::none(), |config| {
            config.http.public_url = Some(PUBLIC.parse().unwrap());
            config.sending.quiet_hours = false;
        })
        .await;
        let agent = office.post("/api/agents", &json!({"name": "Desk"})).await;
        let agent = id(&agent.expect(201));
        office.change(&agent, "autonomous", &["send_sms"]).await;
        office.line(OURS, &agent).await;
        office.server.settle(2).await;

        let good = text("SM00000000000000000000000000000001", "t0x?");
        let silent = office.server.database.data().value(SILENT).await;
        let before = office.server.dump().await;
        forge_texts(&office, &good).await;
        forge_reports(&office).await;
        assert_eq!(office.server.dump().await, before, "something was changed");
        let working = office.server.start_runtime().await;
        office.rest().await;
        assert_eq!(office.carrier.sends(), 0);

        // What Twilio did sign is let in, wherever its fields stand and however it spells the port; and once.
        let url = format!("{PUBLIC}{SMS}");
        let spelt = format!("https://texts.example.com:443/steward{SMS}");
        let mut reordered = good.clone();
        reordered.reverse();
        for (fields, url) in [
            (&good, &url),
            (&reordered, &url),
            (&good, &spelt),
            (&good, &url),
        ] {
            let signature = sign_by(TOKEN, url, fields);
            let answer = deliver(&office.server, SMS, fields, Some(&signature)).await;
            assert_eq!(answer.status, 200, "{url}: {answer}");
            office.rest().await;
        }
        let asked = text("SM00000000000000000000000000000002", "t1x?");
        let query = format!("{SMS}?office=1&note=%20a%2Bb");
        let signature = sign_by(TOKEN, &format!("{PUBLIC}{query}"), &asked);
        let answer = deliver(&office.server, &query, &asked, Some(&signature)).await;
        assert_eq!(answer.status, 200, "{answer}");
        office.rest().await;
        let sent = office.sent();
        let answered: Vec<_> = sent.iter().flat_map(|one| marks(&one.body, 'a')).collect();
        assert_eq!(answered, [0, 1], "{sent:?}");
        assert_eq!(office.server.database.data().value(SILENT).await, silent);
        working.stop(Duration::from_secs(10)).await;
    });
}
