//! What the carrier is sent, byte by byte.

use steward_channels::twilio::{Credentials, Twilio};
use steward_channels::{Carrier as _, Secret, SendResult};
use steward_model::SequentialIds;

use super::support::{answering, settings, text};

#[tokio::test]
async fn a_send_is_one_form_with_the_key_and_an_address_for_reports() {
    let body = r#"{"sid":"SM1"}"#;
    let length = body.len();
    let head = format!("HTTP/1.1 201 -\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
    let (address, asked) = answering(format!("{head}{body}")).await;
    let mut settings = settings(format!("http://{address}/relay/"));
    settings.credentials = Credentials::ApiKey {
        sid: "SK1".to_owned(),
        secret: Secret::new("pass").unwrap(),
    };
    let twilio = Twilio::new(settings).unwrap();
    let result = twilio
        .send(&text(&SequentialIds::default(), "a&b=c +é"))
        .await;
    let provider_ref = "SM1".to_owned();
    assert_eq!(result, SendResult::Sent { provider_ref });
    let asked = asked.await.unwrap();
    let (head, form) = asked.split_once("\r\n\r\n").unwrap();
    let account = "b".repeat(32);
    let first = format!("POST /relay/2010-04-01/Accounts/AC{account}/Messages.json HTTP/1.1\r\n");
    assert!(head.starts_with(&first), "{head}");
    // `SK1:pass`.
    assert!(head.contains("authorization: Basic U0sxOnBhc3M="), "{head}");
    assert!(head.contains("content-type: application/x-www-form-urlencoded"));
    assert_eq!(
        form,
        "To=%2B14155550100&From=%2B14155550101&Body=a%26b%3Dc+%2B%C3%A9\
         &StatusCallback=https%3A%2F%2Fsteward.example%2Fhooks%2Fwebhooks%2Ftwilio%2Fstatus\
         %3Feffect%3D01900000-0000-7000-8000-000000000001"
    );
}
