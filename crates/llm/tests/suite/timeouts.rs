//! Slow providers, over real connections. What needs a clock that can be pushed is tested beside the code.

use std::time::Duration;

use steward_llm::Timeouts;
use steward_model::ModelFailure;

use super::provider::{Answer, FakeProvider, Then};
use super::request::question;

const SHORT: Duration = Duration::from_millis(50);

async fn heard(timeouts: Timeouts, pieces: &[&str]) -> ModelFailure {
    let pieces = pieces.iter().map(|piece| piece.as_bytes().to_vec());
    let provider = FakeProvider::start([Answer::raw(pieces, Then::KeepOpen)]).await;
    let providers = provider.providers_within(timeouts);
    let model = providers.model("openai:gpt-4o").unwrap();
    model
        .chat(&question("openai:gpt-4o"), &mut |_| {})
        .await
        .unwrap_err()
}

#[tokio::test]
async fn a_provider_that_says_nothing_is_too_slow() {
    let timeouts = Timeouts {
        first_byte: SHORT,
        ..Timeouts::default()
    };
    assert_eq!(heard(timeouts, &[]).await, ModelFailure::TimedOut);
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
    assert_eq!(heard(timeouts, &[head]).await, ModelFailure::TimedOut);
}

#[tokio::test]
async fn a_provider_that_stops_in_the_middle_is_too_slow() {
    let timeouts = Timeouts {
        idle: SHORT,
        ..Timeouts::default()
    };
    let half = concat!(
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n",
        "data: {\"choices\":[{\"delta\":{\"content\":\"Half\"}}]}\n\n",
    );
    assert_eq!(heard(timeouts, &[half]).await, ModelFailure::TimedOut);
    let error = "HTTP/1.1 500 X\r\ncontent-length: 100\r\n\r\n{";
    let reason = "an error at the provider (500)".to_owned();
    assert_eq!(
        heard(timeouts, &[error]).await,
        ModelFailure::Interrupted { reason }
    );
}
