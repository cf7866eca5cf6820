//! Asking the carrier what came in.

use std::time::Duration;

use steward_channels::Carrier as _;
use steward_model::{Clock as _, SystemClock};
use steward_testkit::{CarrierSettings, FakeCarrier};

use super::support::{FROM, TO, customer_of};

#[tokio::test]
async fn what_came_in_since_is_told_oldest_first_and_nothing_else() {
    let carrier = FakeCarrier::start(CarrierSettings::default()).await;
    let twilio = customer_of(&carrier);
    let begin = SystemClock.now();
    for n in 0..230 {
        carrier.receive(TO, FROM, &format!("text {n:03}"));
        carrier.receive(TO, "+14155550199", "to another line");
    }
    let texts = twilio.received(FROM, begin).await.unwrap();
    let said: Vec<_> = texts.iter().map(|text| text.text.clone()).collect();
    let mut sorted = said.clone();
    sorted.sort();
    assert_eq!(said.len(), 230);
    assert_eq!(sorted.first().map(String::as_str), Some("text 000"));
    assert!(
        texts
            .iter()
            .all(|text| text.from == TO && text.to == [FROM])
    );
    let later = begin.plus(Duration::from_secs(3600));
    assert_eq!(twilio.received(FROM, later).await.unwrap(), []);
    carrier.turn_lookup_off();
    assert!(twilio.received(FROM, begin).await.is_err());
}
