use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use serde_json::{from_value, json};
use steward_llm::{
    Call, Models, Pipeline, PipelineSettings, Reply, RetryPolicy, Scripted, Unlimited,
};
use steward_model::{ChatDelta, ModelFailure, Usage};
use tokio::time::Instant;

use super::provider::{Answer, FakeProvider};
use super::request::question;

const FIRST: &str = "scripted:first";
const SECOND: &str = "scripted:second";

/// Two models, the second being the fall-back.
struct Story {
    first: Arc<Scripted>,
    second: Arc<Scripted>,
    pipeline: Pipeline,
}

impl Story {
    fn new(
        first: impl IntoIterator<Item = Reply>,
        second: impl IntoIterator<Item = Reply>,
    ) -> Self {
        let first = Arc::new(Scripted::new(first));
        let second = Arc::new(Scripted::new(second));
        let models = Models::default()
            .with(FIRST, Arc::clone(&first) as _)
            .with(SECOND, Arc::clone(&second) as _);
        let settings = PipelineSettings {
            fallback: Some(SECOND.to_owned()),
            retry: RetryPolicy {
                attempts: 3,
                first_wait: Duration::from_secs(1),
                longest_wait: Duration::from_secs(10),
                patience: Duration::from_secs(60),
            },
            deadline: Duration::from_secs(100),
            prices: from_value(json!({
                "scripted:first": { "input": 1, "output": 2 },
                "scripted:second": { "input": 10, "output": 20 },
            }))
            .unwrap(),
        };
        let pipeline = Pipeline::new(models, settings).with_chance(Box::new(|| 1.0));
        Self {
            first,
            second,
            pipeline,
        }
    }

    async fn call(&self) -> (Call, Vec<ChatDelta>, u64) {
        let start = Instant::now();
        let mut deltas = Vec::new();
        let request = question(FIRST);
        let mut on_delta = |delta| deltas.push(delta);
        let call = self
            .pipeline
            .call(&request, &Unlimited, &mut on_delta)
            .await;
        (call, deltas, start.elapsed().as_secs())
    }

    /// How often each model was asked.
    fn asked(&self) -> (usize, usize) {
        (self.first.requests().len(), self.second.requests().len())
    }
}

fn overloaded(retry_after_ms: Option<u64>) -> Reply {
    Reply::failure(ModelFailure::Overloaded { retry_after_ms })
}

fn refused() -> ModelFailure {
    ModelFailure::Refused {
        reason: "no such model".to_owned(),
    }
}

fn text(call: &Call) -> &str {
    call.result.as_ref().unwrap().text.as_str()
}

fn piece(text: &str) -> ChatDelta {
    ChatDelta::Text {
        text: text.to_owned(),
    }
}

fn usage(input_tokens: u64, output_tokens: u64) -> Usage {
    Usage {
        input_tokens,
        output_tokens,
        ..Usage::default()
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_is_passed_on_with_its_pieces_and_cost() {
    let reply = Reply::text("Yes.")
        .streaming(["Ye", "s."])
        .after(Duration::from_secs(1));
    let story = Story::new([reply.costing(usage(3, 4))], []);
    let (call, deltas, _) = story.call().await;
    assert_eq!(text(&call), "Yes.");
    assert_eq!(deltas, [piece("Ye"), piece("s.")]);
    assert_eq!(call.usage(), usage(3, 4));
    assert_eq!(call.cost_micros(), Some(11));
    assert_eq!(call.attempts[0].took, Duration::from_secs(3));
    assert_eq!(call.attempts[0].first_delta, Some(Duration::from_secs(1)));
    assert_eq!(story.first.requests(), [question(FIRST)]);
}

#[tokio::test(start_paused = true)]
async fn what_may_pass_is_tried_again_after_a_wait() {
    let story = Story::new(
        [
            overloaded(None),
            Reply::failure(ModelFailure::TimedOut),
            Reply::text("Yes."),
        ],
        [],
    );
    let (call, deltas, seconds) = story.call().await;
    assert_eq!(text(&call), "Yes.");
    assert_eq!(seconds, 1 + 2);
    assert_eq!(deltas, []);
    assert_eq!(story.asked(), (3, 0));
}

#[tokio::test(start_paused = true)]
async fn the_provider_says_how_long_to_wait() {
    let story = Story::new([overloaded(Some(7000)), Reply::text("Yes.")], []);
    let (call, _, seconds) = story.call().await;
    assert_eq!((text(&call), seconds), ("Yes.", 7));
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_asks_for_too_long_is_left_for_the_fallback() {
    let story = Story::new([overloaded(Some(11_000))], [Reply::text("Second.")]);
    let (call, _, seconds) = story.call().await;
    assert_eq!((text(&call), seconds), ("Second.", 0));
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_breaks_off_begins_anew() {
    let broken = ModelFailure::Interrupted {
        reason: "broken".to_owned(),
    };
    let story = Story::new(
        [
            Reply::failure(broken).streaming(["Half"]),
            overloaded(None),
            Reply::text("Whole.").streaming(["Whole."]),
        ],
        [],
    );
    let (call, deltas, _) = story.call().await;
    assert_eq!(text(&call), "Whole.");
    // Told once, although two attempts failed: the second had told nothing.
    assert_eq!(
        deltas,
        [piece("Half"), ChatDelta::Restarted, piece("Whole.")]
    );
    // The lost attempt is part of the usage: two tokens read, two written.
    assert_eq!(call.result.unwrap().usage, usage(2, 2));
}

#[tokio::test(start_paused = true)]
async fn the_fallback_is_asked_when_the_attempts_are_used_up() {
    let story = Story::new(
        (0..5).map(|_| overloaded(None)),
        [Reply::text("Second.").costing(usage(1, 1))],
    );
    let (call, _, _) = story.call().await;
    assert_eq!(text(&call), "Second.");
    assert_eq!(story.asked(), (3, 1));
    assert_eq!(story.second.requests(), [question(SECOND)]);
    assert_eq!(call.cost_micros(), Some(30));
    let models: Vec<_> = call
        .attempts
        .iter()
        .map(|attempt| attempt.charge.model.as_str())
        .collect();
    assert_eq!(models, [FIRST, FIRST, FIRST, SECOND]);
}

#[tokio::test(start_paused = true)]
async fn the_fallback_is_asked_at_once_when_waiting_is_no_use() {
    for failure in [ModelFailure::TooLong, refused()] {
        let story = Story::new([Reply::failure(failure)], [Reply::text("Second.")]);
        let (call, _, seconds) = story.call().await;
        assert_eq!((text(&call), seconds), ("Second.", 0));
        assert_eq!(story.asked(), (1, 1));
    }
}

#[tokio::test(start_paused = true)]
async fn there_are_never_more_attempts_than_allowed() {
    let story = Story::new(
        (0..9).map(|_| overloaded(None)),
        (0..9).map(|_| overloaded(None)),
    );
    let (call, _, _) = story.call().await;
    assert!(call.result.is_err());
    assert_eq!(story.asked(), (3, 3));
    assert_eq!(call.attempts.len(), 6);
}

#[tokio::test(start_paused = true)]
async fn the_deadline_ends_the_call_whatever_it_does() {
    let slow = Reply::text("Late.")
        .streaming(["La", "te."])
        .after(Duration::from_secs(60));
    let story = Story::new([slow], [Reply::text("Second.")]);
    let (call, deltas, seconds) = story.call().await;
    assert_eq!(call.result, Err(ModelFailure::TimedOut));
    assert_eq!((deltas, seconds), (vec![piece("La")], 100));
    assert_eq!(story.asked(), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_trickles_for_ever_is_ended_by_the_deadline() {
    let trickle = Reply::text("")
        .streaming(vec!["x"; 10_000])
        .after(Duration::from_secs(3));
    let story = Story::new([trickle], []);
    let (call, deltas, seconds) = story.call().await;
    assert_eq!(call.result, Err(ModelFailure::TimedOut));
    assert_eq!((deltas.len(), seconds), (33, 100));
}

#[tokio::test(start_paused = true)]
async fn a_wait_beyond_the_deadline_is_not_begun() {
    let story = Story::new(
        [overloaded(Some(5000)).after(Duration::from_secs(96))],
        [Reply::text("Second.")],
    );
    let (call, _, seconds) = story.call().await;
    assert_eq!((text(&call), seconds), ("Second.", 96));
}

#[tokio::test(start_paused = true)]
async fn a_dropped_call_asks_no_more() {
    let story = Story::new([overloaded(None), Reply::text("Yes.")], []);
    let request = question(FIRST);
    let mut ignore = |_| {};
    let call = story.pipeline.call(&request, &Unlimited, &mut ignore);
    assert!(call.now_or_never().is_none());
    tokio::time::advance(Duration::from_secs(50)).await;
    assert_eq!(story.asked(), (1, 0));
}

#[tokio::test]
async fn a_model_that_nobody_serves_is_refused() {
    let pipeline = Pipeline::new(Models::default(), PipelineSettings::default());
    let call = pipeline
        .call(&question("x:y"), &Unlimited, &mut |_| {})
        .await;
    assert!(matches!(call.result, Err(ModelFailure::Refused { .. })));
    assert!(call.attempts.is_empty());
}

#[tokio::test]
async fn an_unwritten_reply_is_refused_and_the_script_is_spent() {
    let story = Story::new([], [Reply::text("Second.")]);
    let (call, _, _) = story.call().await;
    assert_eq!(text(&call), "Second.");
    assert_eq!(story.second.remaining(), 0);
    story.first.push(Reply::text("First."));
    assert_eq!(text(&story.call().await.0), "First.");
}

#[tokio::test(start_paused = true)]
async fn a_model_that_is_silent_for_long_is_not_asked_again() {
    let silent = || Reply::failure(ModelFailure::TimedOut).after(Duration::from_secs(61));
    let story = Story::new([silent(), silent()], [Reply::text("Second.")]);
    let (call, _, seconds) = story.call().await;
    assert_eq!((text(&call), seconds), ("Second.", 61));
    assert_eq!(story.asked(), (1, 1), "the fall-back is asked all the same");
}

#[tokio::test]
async fn over_a_real_connection_a_failure_is_got_over() {
    let stream = include_str!("../wire/anthropic-text.sse");
    let answers = [
        Answer::json(529, "retry-after: 0\r\n", &json!({})),
        Answer::half(&stream[..stream.len() - 400]),
        Answer::events(stream),
    ];
    let provider = FakeProvider::start(answers).await;
    let settings = PipelineSettings {
        retry: RetryPolicy {
            first_wait: Duration::from_millis(1),
            ..RetryPolicy::default()
        },
        ..PipelineSettings::default()
    };
    let pipeline = Pipeline::new(Models::of(provider.providers()), settings);
    let mut deltas = Vec::new();
    let request = question("anthropic:claude-sonnet-4-5");
    let call = pipeline
        .call(&request, &Unlimited, &mut |delta| deltas.push(delta))
        .await;
    assert_eq!(text(&call), "Grüß dich, 世界 😀");
    assert_eq!(call.attempts.len(), 3);
    assert!(deltas.contains(&ChatDelta::Restarted));
    assert_eq!(provider.asked().len(), 3);
}
