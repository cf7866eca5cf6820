use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use steward_llm::{
    CountedBudget, Models, Pipeline, PipelineSettings, Reply, Scripted, estimate_request,
};
use steward_model::{ModelFailure, Usage};
use tokio::time::timeout;

use super::request::question;

const MODEL: &str = "scripted:a";

fn pipeline(model: &Arc<Scripted>) -> Pipeline {
    let models = Models::default().with(MODEL, Arc::clone(model) as _);
    Pipeline::new(models, PipelineSettings::default()).with_chance(Box::new(|| 0.0))
}

fn usage(input_tokens: u64, output_tokens: u64) -> Usage {
    Usage {
        input_tokens,
        output_tokens,
        ..Usage::default()
    }
}

/// What a question may cost at most: two tokens to read and a hundred to write.
fn most() -> u64 {
    let usage = estimate_request(&question(MODEL));
    usage.input_tokens + usage.output_tokens
}

#[tokio::test]
async fn what_was_set_aside_is_replaced_by_what_was_spent() {
    let model = Arc::new(Scripted::new([Reply::text("Yes.").costing(usage(5, 7))]));
    let budget = CountedBudget::of_tokens(most());
    let call = pipeline(&model)
        .call(&question(MODEL), &budget, &mut |_| {})
        .await;
    assert!(call.result.is_ok());
    assert_eq!(budget.counted(), 12);
}

#[tokio::test]
async fn a_call_that_may_cost_too_much_is_not_made() {
    let model = Arc::new(Scripted::new([Reply::text("Yes.")]));
    let budget = CountedBudget::of_tokens(most() - 1);
    let call = pipeline(&model)
        .call(&question(MODEL), &budget, &mut |_| {})
        .await;
    assert_eq!(call.result, Err(ModelFailure::OverBudget));
    assert!(call.attempts.is_empty());
    assert!(model.requests().is_empty());
    assert_eq!(budget.counted(), 0);
}

#[tokio::test(start_paused = true)]
async fn calls_at_the_same_time_cannot_overspend_together() {
    let replies = (0..64).map(|_| {
        Reply::text("Yes.")
            .after(Duration::from_secs(1))
            .costing(usage(1, 1))
    });
    let model = Arc::new(Scripted::new(replies));
    let pipeline = pipeline(&model);
    let budget = CountedBudget::of_tokens(most() * 10);
    let request = question(MODEL);
    let calls = (0..64).map(|_| async { pipeline.call(&request, &budget, &mut |_| {}).await });
    let calls = join_all(calls).await;
    let answered = calls.iter().filter(|call| call.result.is_ok()).count();
    assert_eq!(answered, 10);
    assert_eq!(model.requests().len(), 10);
    assert_eq!(budget.counted(), 20);
}

#[tokio::test]
async fn what_no_call_can_use_is_not_believed() {
    let model = Arc::new(Scripted::new([
        Reply::text("Yes.").costing(usage(u64::MAX, 1))
    ]));
    let budget = CountedBudget::of_tokens(1000);
    let call = pipeline(&model)
        .call(&question(MODEL), &budget, &mut |_| {})
        .await;
    let expected = usage(Usage::MOST, 1);
    assert_eq!(call.attempts[0].charge.usage, expected);
    assert_eq!(call.result.unwrap().usage, expected);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_somebody_stops_costs_what_was_read_and_heard() {
    let model = Arc::new(Scripted::new([Reply::text("Yes.")
        .streaming(["nine byte"])
        .after(Duration::from_secs(1))]));
    let budget = CountedBudget::of_tokens(1000);
    let request = question(MODEL);
    let pipeline = pipeline(&model);
    let mut ignore = |_| {};
    let mut call = Box::pin(pipeline.call(&request, &budget, &mut ignore));
    let first_piece = Duration::from_millis(1500);
    assert!(timeout(first_piece, &mut call).await.is_err());
    assert_eq!(budget.counted(), most(), "while it may go on");
    drop(call);
    let read = pipeline.estimate(&request).usage.input_tokens;
    let counted = budget.counted();
    assert!(read < counted && counted < most(), "{read} {counted}");
}

#[tokio::test(start_paused = true)]
async fn each_attempt_is_asked_for_and_a_lost_one_is_counted_by_estimate() {
    let broken = ModelFailure::Interrupted {
        reason: "broken".to_owned(),
    };
    let model = Arc::new(Scripted::new([
        Reply::failure(broken.clone()).streaming(["nine byte"]),
        Reply::failure(ModelFailure::TimedOut),
        Reply::failure(broken),
    ]));
    let budget = CountedBudget::of_tokens(1000);
    let call = pipeline(&model)
        .call(&question(MODEL), &budget, &mut |_| {})
        .await;
    let spent: Vec<_> = call
        .attempts
        .iter()
        .map(|attempt| {
            (
                attempt.charge.usage.input_tokens,
                attempt.charge.usage.output_tokens,
            )
        })
        .collect();
    assert_eq!(spent, [(2, 3), (2, 0), (0, 0)]);
    assert_eq!(budget.counted(), 7);
}
