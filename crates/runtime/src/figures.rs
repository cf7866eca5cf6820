//! What is counted for whoever watches the machine: numbers, never names or content.

use std::time::Duration;

use metrics::{counter, gauge, histogram};
use steward_llm::Call;
use steward_model::Timestamp;

use crate::turn::SCRIPTED;

/// A turn came to its end.
pub(crate) fn turn_ended(outcome: &'static str, began_at: Timestamp, now: Timestamp) {
    let micros = now.as_micros().saturating_sub(began_at.as_micros());
    let took = Duration::from_micros(u64::try_from(micros).unwrap_or(0));
    counter!("steward_turns_total", "outcome" => outcome).increment(1);
    histogram!("steward_turn_duration_seconds").record(took);
}

/// A model was asked.
pub(crate) fn model_asked(call: &Call) {
    for attempt in &call.attempts {
        let outcome = match attempt.failure {
            None => "answered",
            Some(_) => "failed",
        };
        let model = attempt.charge.model.as_str();
        // Each has a name of its own, and metrics must not grow with every try.
        let model = match model.starts_with(SCRIPTED) {
            true => "scripted".to_owned(),
            false => model.to_owned(),
        };
        counter!("steward_model_calls_total", "model" => model, "outcome" => outcome).increment(1);
        histogram!("steward_model_call_duration_seconds").record(attempt.took);
        let usage = attempt.charge.usage;
        for (kind, tokens) in [
            ("input", usage.input_tokens),
            ("cached", usage.cached_tokens),
            ("cache_write", usage.cache_write_tokens),
            ("output", usage.output_tokens),
        ] {
            counter!("steward_model_tokens_total", "kind" => kind).increment(tokens);
        }
        let cost = attempt.charge.cost_micros.unwrap_or(0);
        counter!("steward_model_cost_microdollars_total").increment(cost);
    }
}

/// A carrier was handed a message.
pub(crate) fn send_tried(outcome: &'static str) {
    counter!("steward_sends_total", "outcome" => outcome).increment(1);
}

/// Threads that wait for a worker, as far as anybody looked.
pub(crate) fn threads_wait(count: usize) {
    gauge!("steward_threads_waiting").set(count as f64);
}
