//! What became of a call.

use std::time::Duration;

use steward_model::{ChatAnswer, ChatDelta, ChatRequest, ModelFailure, Usage};
use tokio::time::Instant;

use super::Charge;
use crate::{ModelName, OnDelta};

/// What became of a call, for whoever keeps the books.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The answer, with the usage of all attempts together, or the last failure.
    pub result: Result<ChatAnswer, ModelFailure>,
    /// Every time a model was asked, oldest first.
    pub attempts: Vec<Attempt>,
}

impl Call {
    /// The tokens of all attempts.
    pub fn usage(&self) -> Usage {
        total(&self.attempts)
    }

    /// The cost of all attempts in millionths of a dollar; nothing if one of them has no price.
    pub fn cost_micros(&self) -> Option<u64> {
        let costs = self.attempts.iter();
        costs.map(|attempt| attempt.charge.cost_micros).sum()
    }
}

/// One time that a model was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Which model, and what it cost. For a failure the provider does not tell, so that this is an estimate.
    pub charge: Charge,
    /// Why there is no answer, if so.
    pub failure: Option<ModelFailure>,
    /// Until it ended.
    pub took: Duration,
    /// Until the first piece came, if any did.
    pub first_delta: Option<Duration>,
}

impl Attempt {
    pub(super) fn log(&self) {
        let span = tracing::Span::current();
        span.record("gen_ai.usage.input_tokens", self.charge.usage.input_tokens);
        span.record(
            "gen_ai.usage.output_tokens",
            self.charge.usage.output_tokens,
        );
        let duration_ms = self.took.as_millis() as u64;
        let model = self.charge.model.as_str();
        match &self.failure {
            None => tracing::debug!(model, duration_ms, "model answered"),
            Some(failure) => {
                span.record("error.type", kind(failure));
                tracing::warn!(model, duration_ms, %failure, "model did not answer");
            }
        }
    }
}

/// The span of one attempt, by the conventions of OpenTelemetry for generative AI.
pub(super) fn span(request: &ChatRequest) -> tracing::Span {
    let name: Option<ModelName> = request.model.parse().ok();
    let provider = name.as_ref().map(|name| name.provider.to_string());
    let model = name.map_or_else(|| request.model.clone(), |name| name.model);
    tracing::info_span!(
        "llm.call",
        otel.kind = "client",
        otel.name = format!("chat {model}"),
        gen_ai.operation.name = "chat",
        gen_ai.provider.name = provider,
        gen_ai.request.model = model,
        gen_ai.usage.input_tokens = tracing::field::Empty,
        gen_ai.usage.output_tokens = tracing::field::Empty,
        "error.type" = tracing::field::Empty,
    )
}

pub(super) fn total(attempts: &[Attempt]) -> Usage {
    let mut total = Usage::default();
    for attempt in attempts {
        total += attempt.charge.usage;
    }
    total
}

/// Passes the pieces on and remembers what was told.
pub(super) struct Listener<'a> {
    on_delta: OnDelta<'a>,
    /// Bytes heard in this attempt.
    heard: usize,
    first_heard_at: Option<Instant>,
}

impl<'a> Listener<'a> {
    pub(super) fn new(on_delta: OnDelta<'a>) -> Self {
        Self {
            on_delta,
            heard: 0,
            first_heard_at: None,
        }
    }

    /// Takes back what an attempt before has told.
    pub(super) fn start_attempt(&mut self) {
        if self.first_heard_at.take().is_some() {
            (self.on_delta)(ChatDelta::Restarted);
        }
        self.heard = 0;
    }

    pub(super) fn hear(&mut self, delta: ChatDelta) {
        self.first_heard_at.get_or_insert_with(Instant::now);
        self.heard += match &delta {
            ChatDelta::Text { text } | ChatDelta::Thinking { text } => text.len(),
            ChatDelta::Restarted => 0,
        };
        (self.on_delta)(delta);
    }

    /// Bytes heard in this attempt.
    pub(super) fn heard(&self) -> usize {
        self.heard
    }

    pub(super) fn first_delta(&self, started: Instant) -> Option<Duration> {
        Some(self.first_heard_at?.duration_since(started))
    }

    /// What a failed attempt has probably cost: nothing if the provider turned it away, otherwise what it read and what
    /// it was heard to write. After a time-out it may have read everything without a word.
    pub(super) fn lost_usage(&self, failure: &ModelFailure, estimate: &Usage) -> Usage {
        let was_read = self.heard > 0 || *failure == ModelFailure::TimedOut;
        match was_read {
            true => probable_usage(estimate, self.heard),
            false => Usage::default(),
        }
    }
}

/// What an attempt has used that read everything and was heard to write so much. However much comes, no provider charges for
/// more than it was allowed to write.
pub(super) fn probable_usage(estimate: &Usage, heard: usize) -> Usage {
    Usage {
        input_tokens: estimate.input_tokens,
        output_tokens: crate::tokens::estimate_bytes(heard).min(estimate.output_tokens),
        ..Usage::default()
    }
}

fn kind(failure: &ModelFailure) -> &'static str {
    match failure {
        ModelFailure::Overloaded { .. } => "overloaded",
        ModelFailure::Interrupted { .. } => "interrupted",
        ModelFailure::TimedOut => "timed_out",
        ModelFailure::TooLong => "too_long",
        ModelFailure::Refused { .. } => "refused",
        ModelFailure::OverBudget => "over_budget",
        ModelFailure::SwitchedOff => "switched_off",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_attempt_costs_no_more_than_was_set_aside_for_it() {
        let estimate = Usage {
            input_tokens: 100,
            output_tokens: 50,
            ..Usage::default()
        };
        assert_eq!(probable_usage(&estimate, 10_000_000), estimate);
        let little = probable_usage(&estimate, 4);
        assert_eq!(little.input_tokens, 100);
        assert!((1..50).contains(&little.output_tokens), "{little:?}");
    }
}
