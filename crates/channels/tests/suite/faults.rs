//! Every way a send can fail: what the client makes of it, and what the carrier's ledger says.

use std::time::Duration;

use steward_channels::{Carrier as _, LookupResult, SendResult};
use steward_model::{EffectClass, SequentialIds, Timestamp};
use steward_testkit::{CarrierSettings, FakeCarrier, Fault, FaultPlan};
use tokio::net::TcpListener;

use super::support::{TO, answering, customer_of, impatient, settings, text};

const BEGINNING: Timestamp = Timestamp::from_micros(0);

/// One send under one fault. Whatever came of it, it was tried once.
async fn under(fault: Fault) -> (SendResult, usize) {
    let carrier = FakeCarrier::start(CarrierSettings::default()).await;
    carrier.script([Some(fault)]);
    let twilio = impatient(carrier.base_url());
    let result = twilio.send(&text(&SequentialIds::default(), "hi")).await;
    assert_eq!(carrier.sends(), 1, "{fault:?}");
    (result, carrier.ledger().len())
}

fn unknown(reason: &str, status: Option<u16>) -> SendResult {
    let reason = reason.to_owned();
    SendResult::Unknown { reason, status }
}

#[tokio::test]
async fn a_message_that_nothing_happens_to_is_sent_once() {
    let carrier = FakeCarrier::start(CarrierSettings::default()).await;
    let outbound = text(&SequentialIds::default(), "Héllo & 100% + ☎");
    let result = customer_of(&carrier).send(&outbound).await;
    let ledger = carrier.ledger();
    let provider_ref = ledger[0].sid.clone();
    assert_eq!(result, SendResult::Sent { provider_ref });
    assert_eq!(ledger.len(), 1);
    assert_eq!(ledger[0].to, outbound.to);
    assert_eq!(ledger[0].from, outbound.from);
    assert_eq!(ledger[0].body, outbound.text);
    assert_eq!(ledger[0].effect(), Some(outbound.effect_id));
    assert_eq!(customer_of(&carrier).class(), EffectClass::Asked);
}

#[tokio::test]
async fn what_may_have_left_is_unknown_whether_or_not_it_did() {
    let broke = unknown("the connection to the carrier broke", None);
    let error = unknown("an error at the carrier", Some(500));
    let cut = unknown("the carrier's answer cannot be read", Some(201));
    for (fault, expected, accepted) in [
        (Fault::LoseRequest, &broke, 0),
        (Fault::LoseAnswer, &broke, 1),
        (Fault::ErrorBefore, &error, 0),
        (Fault::ErrorAfter, &error, 1),
    ] {
        let (result, ledger) = under(fault).await;
        assert_eq!((&result, ledger), (expected, accepted), "{fault:?}");
    }
    let (result, ledger) = under(Fault::CutAnswer).await;
    // A reset may overtake the first half of the answer.
    assert!(result == cut || result == broke, "{result:?}");
    assert_eq!(ledger, 1);
}

#[tokio::test]
async fn an_answer_that_never_comes_is_given_up() {
    let ((before, lost), (after, kept)) =
        tokio::join!(under(Fault::StallBefore), under(Fault::StallAfter));
    let expected = unknown("the carrier did not answer in time", None);
    assert_eq!((before, lost), (expected.clone(), 0));
    assert_eq!((after, kept), (expected, 1));
}

#[tokio::test]
async fn a_carrier_that_is_busy_has_not_sent_it() {
    let expected = SendResult::NotSent {
        retry_after: Some(Duration::from_secs(1)),
        reason: "the carrier asks to slow down".to_owned(),
        status: Some(429),
    };
    assert_eq!(under(Fault::TooMany).await, (expected, 0));
}

#[tokio::test]
async fn without_a_connection_nothing_was_sent() {
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = closed.local_addr().unwrap();
    drop(closed);
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let silent_address = silent.local_addr().unwrap();
    let (no_tls, asked) = answering("this is not TLS\r\n").await;
    for base in [
        format!("http://{address}"),
        format!("https://{address}"),
        "https://carrier.invalid".to_owned(),
        format!("https://{no_tls}"),
        format!("https://{silent_address}"),
    ] {
        let twilio = impatient(base.clone());
        let result = twilio.send(&text(&SequentialIds::default(), "hi")).await;
        let expected = SendResult::NotSent {
            retry_after: None,
            reason: "no connection to the carrier".to_owned(),
            status: None,
        };
        assert_eq!(result, expected, "{base}");
    }
    let asked = asked.await.unwrap();
    assert!(!asked.contains("Body="), "nothing of it left in the clear");
}

#[tokio::test]
async fn what_the_carrier_refuses_is_refused() {
    let carrier = FakeCarrier::start(CarrierSettings::default()).await;
    let twilio = customer_of(&carrier);
    let ids = SequentialIds::default();
    for (code, opted_out) in [(21610, true), (21211, false)] {
        carrier.refuse(TO, code);
        let result = twilio.send(&text(&ids, "hi")).await;
        let SendResult::Refused {
            opted_out: heard,
            reason,
            status,
        } = result
        else {
            panic!("{result:?}")
        };
        assert_eq!((heard, status), (opted_out, Some(400)));
        assert!(reason.ends_with(&format!("({code})")), "{reason}");
    }
    let mut wrong = settings(carrier.base_url());
    wrong.account_sid = format!("AC{}", "c".repeat(32));
    let stranger = steward_channels::twilio::Twilio::new(wrong).unwrap();
    let result = stranger.send(&text(&ids, "hi")).await;
    let expected = SendResult::Refused {
        opted_out: false,
        reason: "the carrier does not accept our credentials (20003)".to_owned(),
        status: Some(401),
    };
    assert_eq!(result, expected);
    assert_eq!(carrier.ledger(), []);
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let elsewhere = FakeCarrier::start(CarrierSettings::default()).await;
    let head = format!(
        "HTTP/1.1 307 -\r\nlocation: {}/x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
        elsewhere.base_url()
    );
    let (address, _asked) = answering(head).await;
    let twilio = impatient(format!("http://{address}"));
    let result = twilio.send(&text(&SequentialIds::default(), "hi")).await;
    let expected = unknown("the carrier answered with something else", Some(307));
    assert_eq!(result, expected);
    assert_eq!(elsewhere.sends(), 0);
}

/// The whole contract under load: a result never claims what the ledger does not bear out, and asking settles every doubt.
#[tokio::test]
async fn no_result_contradicts_the_ledger_and_asking_settles_every_doubt() {
    let faults = [
        Fault::LoseRequest,
        Fault::ErrorBefore,
        Fault::TooMany,
        Fault::LoseAnswer,
        Fault::ErrorAfter,
        Fault::CutAnswer,
    ];
    let carrier = FakeCarrier::start(CarrierSettings {
        plan: FaultPlan::seeded(11, 60).only(&faults),
        ..CarrierSettings::default()
    })
    .await;
    let twilio = customer_of(&carrier);
    let ids = SequentialIds::default();
    let (mut doubts, mut confirmed) = (0, 0);
    for number in 0..300 {
        let outbound = text(&ids, &format!("message {number}"));
        let result = twilio.send(&outbound).await;
        let ledger = carrier.ledger();
        let mut ours = ledger
            .iter()
            .filter(|accepted| accepted.effect() == Some(outbound.effect_id));
        let truth = ours.next().map(|accepted| accepted.sid.clone());
        assert_eq!(ours.next(), None, "sent twice");
        match result {
            SendResult::Sent { provider_ref } => assert_eq!(truth, Some(provider_ref)),
            SendResult::NotSent { .. } | SendResult::Refused { .. } => assert_eq!(truth, None),
            SendResult::Unknown { .. } => {
                doubts += 1;
                confirmed += usize::from(truth.is_some());
                let expected = match truth {
                    Some(provider_ref) => LookupResult::Found { provider_ref },
                    None => LookupResult::Missing,
                };
                assert_eq!(twilio.look_up(&outbound, BEGINNING).await, expected);
            }
        }
    }
    assert!(doubts > 100 && confirmed > 50 && confirmed < doubts);
    assert_eq!(carrier.sends(), 300);
}
