use std::net::SocketAddr;
use std::time::Duration;

use steward_channels::twilio::{Credentials, Twilio, TwilioSettings};
use steward_channels::{Message, Outbound, Secret, Timeouts};
use steward_model::{EffectId, IdGen};
use steward_testkit::{CarrierSettings, FakeCarrier};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

pub(super) const PUBLIC: &str = "https://steward.example/hooks";
pub(super) const TO: &str = "+14155550100";
pub(super) const FROM: &str = "+14155550101";

pub(super) fn settings(base_url: String) -> TwilioSettings {
    let account = CarrierSettings::default();
    let token = Secret::new(account.auth_token).unwrap();
    let credentials = Credentials::AuthToken(token);
    TwilioSettings {
        base_url,
        ..TwilioSettings::new(account.account_sid, credentials, PUBLIC)
    }
}

pub(super) fn customer_of(carrier: &FakeCarrier) -> Twilio {
    Twilio::new(settings(carrier.base_url())).unwrap()
}

/// A client that gives up soon, for those that nobody answers.
pub(super) fn impatient(base_url: String) -> Twilio {
    let timeouts = Timeouts {
        connect: Duration::from_millis(500),
        total: Duration::from_secs(2),
    };
    Twilio::new(TwilioSettings {
        timeouts,
        ..settings(base_url)
    })
    .unwrap()
}

pub(super) fn text(ids: &dyn IdGen, text: &str) -> Outbound {
    let message = Message {
        to: TO.to_owned(),
        from: FROM.to_owned(),
        text: text.to_owned(),
    };
    message.for_effect(EffectId::generate(ids))
}

/// Somebody who answers one connection with these bytes, whatever it asks, and tells what it was asked.
pub(super) async fn answering(bytes: impl Into<Vec<u8>>) -> (SocketAddr, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let bytes = bytes.into();
    let asked = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        answer(&mut stream, &bytes).await
    });
    (address, asked)
}

/// Reads one request, which is whole when its form is, and answers it.
pub(super) async fn answer(stream: &mut TcpStream, bytes: &[u8]) -> String {
    let mut asked = Vec::new();
    while !is_whole(&asked) && stream.read_buf(&mut asked).await.unwrap() > 0 {}
    stream.write_all(bytes).await.unwrap();
    stream.shutdown().await.unwrap();
    String::from_utf8_lossy(&asked).into_owned()
}

fn is_whole(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request).to_lowercase();
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        // What is not HTTP is not waited for.
        return request
            .first()
            .is_some_and(|byte| !byte.is_ascii_uppercase());
    };
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "));
    body.len() >= length.map_or(0, |length| length.parse().unwrap())
}
