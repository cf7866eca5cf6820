//! Asking the carrier what it has.

use std::sync::Arc;
use std::time::Duration;

use steward_channels::{Carrier as _, LookupResult};
use steward_model::{Clock as _, ManualClock, SequentialIds, Timestamp};
use steward_testkit::{CarrierSettings, FakeCarrier, Fault};

use super::support::{answering, customer_of, impatient, text};

fn at_noon() -> (ManualClock, CarrierSettings) {
    let clock = ManualClock::at(Timestamp::from_micros(1_700_000_000_000_000));
    let settings = CarrierSettings {
        clock: Arc::new(clock.clone()),
        ..CarrierSettings::default()
    };
    (clock, settings)
}

fn found(provider_ref: &str) -> LookupResult {
    let provider_ref = provider_ref.to_owned();
    LookupResult::Found { provider_ref }
}

fn failed(reason: &str) -> LookupResult {
    let reason = reason.to_owned();
    LookupResult::Failed { reason }
}

#[tokio::test]
async fn the_same_words_of_an_hour_ago_are_not_this_message() {
    let (clock, settings) = at_noon();
    let carrier = FakeCarrier::start(settings).await;
    let twilio = customer_of(&carrier);
    let ids = SequentialIds::default();
    twilio.send(&text(&ids, "ok")).await;
    clock.advance(Duration::from_secs(3600));
    let since = clock.now();
    let again = text(&ids, "ok");
    assert_eq!(twilio.look_up(&again, since).await, LookupResult::Missing);
    carrier.script([Some(Fault::LoseAnswer)]);
    twilio.send(&again).await;
    let sid = &carrier.ledger()[1].sid;
    assert_eq!(twilio.look_up(&again, since).await, found(sid));
}

#[tokio::test]
async fn a_message_is_found_behind_more_than_a_page_of_others() {
    let (clock, settings) = at_noon();
    let carrier = FakeCarrier::start(settings).await;
    let twilio = customer_of(&carrier);
    let ids = SequentialIds::default();
    let first = text(&ids, "first");
    carrier.script([Some(Fault::LoseAnswer)]);
    twilio.send(&first).await;
    for number in 0..205 {
        twilio.send(&text(&ids, &format!("later {number}"))).await;
    }
    let sid = &carrier.ledger()[0].sid;
    assert_eq!(twilio.look_up(&first, clock.now()).await, found(sid));
    let never = text(&ids, "never sent");
    assert_eq!(
        twilio.look_up(&never, clock.now()).await,
        LookupResult::Missing
    );
}

#[tokio::test]
async fn a_carrier_that_cannot_be_asked_says_nothing() {
    let (clock, settings) = at_noon();
    let carrier = FakeCarrier::start(settings).await;
    let twilio = customer_of(&carrier);
    let outbound = text(&SequentialIds::default(), "hi");
    carrier.turn_lookup_off();
    let unreadable = failed("the carrier's answer cannot be read");
    assert_eq!(twilio.look_up(&outbound, clock.now()).await, unreadable);
    carrier.turn_lookup_on();
    let heard = twilio.look_up(&outbound, clock.now()).await;
    assert_eq!(heard, LookupResult::Missing);
    let nobody = impatient("https://carrier.invalid".to_owned());
    let no_connection = failed("no connection to the carrier");
    assert_eq!(nobody.look_up(&outbound, clock.now()).await, no_connection);
}

#[tokio::test]
async fn a_list_is_not_followed_to_somebody_else() {
    let elsewhere = FakeCarrier::start(CarrierSettings::default()).await;
    for next in [
        format!("{}/2010-04-01/x", elsewhere.base_url()),
        "@evil.example/".to_owned(),
        "//evil.example/2010-04-01".to_owned(),
        "/2010-04-01/Accounts.json".to_owned(),
    ] {
        let list = format!(r#"{{"messages":[],"next_page_uri":"{next}"}}"#);
        let length = list.len();
        let head =
            format!("HTTP/1.1 200 -\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
        let (address, asked) = answering(format!("{head}{list}")).await;
        let twilio = impatient(format!("http://{address}"));
        let outbound = text(&SequentialIds::default(), "hi");
        let heard = twilio.look_up(&outbound, Timestamp::from_micros(0)).await;
        assert_eq!(
            heard,
            failed("the carrier's answer cannot be read"),
            "{next}"
        );
        assert!(asked.await.unwrap().starts_with("GET "));
    }
}
