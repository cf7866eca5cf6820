//! Reports as the carrier signs them, read as the webhook will read them.

use steward_channels::twilio::{Form, SignedHeaders, WebhookKeys, read_status};
use steward_channels::{Carrier as _, DeliveryStatus, Secret};
use steward_model::SequentialIds;
use steward_testkit::{Callback, CarrierSettings, FakeCarrier, Fault};
use tokio::net::TcpListener;

use super::support::{answer, answering, customer_of, settings, text};

const OK: &str = "HTTP/1.1 204 -\r\nconnection: close\r\n\r\n";

fn check(callback: &Callback) -> bool {
    let CarrierSettings {
        account_sid,
        auth_token,
        ..
    } = CarrierSettings::default();
    let token = Secret::new(auth_token).unwrap();
    let headers = SignedHeaders {
        signature: Some(&callback.signature),
        settings: None,
    };
    let form = Form::parse(callback.body.as_bytes());
    WebhookKeys::new(account_sid, token)
        .check(&callback.url, &form, headers)
        .is_ok()
}

#[tokio::test]
async fn a_report_names_the_effect_even_when_the_answer_was_lost() {
    let carrier = FakeCarrier::start(CarrierSettings::default()).await;
    carrier.script([Some(Fault::LoseAnswer)]);
    let outbound = text(&SequentialIds::default(), "hi");
    customer_of(&carrier).send(&outbound).await;
    let accepted = &carrier.ledger()[0];
    let callback = carrier.callback(accepted, "delivered").unwrap();
    let expected = format!(
        "https://steward.example/hooks/webhooks/twilio/status?effect={}",
        outbound.effect_id
    );
    assert_eq!(callback.url, expected);
    assert!(check(&callback));
    let (_, query) = callback.url.split_once('?').unwrap();
    let update = read_status(query, &Form::parse(callback.body.as_bytes())).unwrap();
    assert_eq!(update.provider_ref, accepted.sid);
    assert_eq!(update.effect, Some(outbound.effect_id));
    assert_eq!(update.status, DeliveryStatus::Delivered);
}

#[tokio::test]
async fn a_report_on_another_effect_is_a_forgery() {
    let carrier = FakeCarrier::start(CarrierSettings::default()).await;
    let ids = SequentialIds::default();
    customer_of(&carrier).send(&text(&ids, "hi")).await;
    let genuine = carrier.callback(&carrier.ledger()[0], "failed").unwrap();
    let mut forged = genuine.clone();
    forged.url = forged.url.replace("000000001", "000000002");
    assert_ne!(forged.url, genuine.url);
    assert!(check(&genuine));
    assert!(!check(&forged));
    let body = genuine.body.replace("failed", "delivered");
    assert!(!check(&Callback { body, ..genuine }));
}

#[tokio::test]
async fn reports_are_delivered_when_asked_and_unasked() {
    let (address, asked) = answering(OK).await;
    let carrier = FakeCarrier::start(CarrierSettings::default()).await;
    let mut ours = settings(carrier.base_url());
    ours.public_url = format!("http://{address}");
    let twilio = steward_channels::twilio::Twilio::new(ours.clone()).unwrap();
    twilio.send(&text(&SequentialIds::default(), "hi")).await;
    let callback = carrier.callback(&carrier.ledger()[0], "sent").unwrap();
    assert_eq!(carrier.post_callback(&callback).await, Some(204));
    let asked = asked.await.unwrap();
    assert!(asked.starts_with("POST /webhooks/twilio/status?effect="));
    assert!(asked.contains(&format!("x-twilio-signature: {}", callback.signature)));
    assert!(asked.ends_with(&callback.body));

    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let unasked = FakeCarrier::start(CarrierSettings {
        callback_percent: 100,
        ..CarrierSettings::default()
    })
    .await;
    ours.base_url = unasked.base_url();
    ours.public_url = format!("http://{}", listener.local_addr().unwrap());
    let twilio = steward_channels::twilio::Twilio::new(ours).unwrap();
    twilio.send(&text(&SequentialIds::default(), "hi")).await;
    for status in ["sent", "delivered"] {
        let (mut stream, _) = listener.accept().await.unwrap();
        let report = answer(&mut stream, OK.as_bytes()).await;
        assert!(
            report.contains(&format!("MessageStatus={status}")),
            "{report}"
        );
    }
}
