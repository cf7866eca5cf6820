//! The one way to ask a model.

mod budget;
mod call;
mod held;
mod retry;
#[cfg(test)]
mod retry_tests;

use std::time::Duration;

use steward_model::{ChatAnswer, ChatDelta, ChatRequest, ModelFailure, Usage};
use tokio::time::{Instant, sleep, timeout_at};
use tracing::Instrument;

pub use self::budget::{Budget, Charge, CountedBudget, Reservation, Unlimited};
pub use self::call::{Attempt, Call};
pub use self::retry::RetryPolicy;

use self::call::Listener;
use self::held::Held;
use crate::{Models, OnDelta, PriceTable, tokens};

/// How calls are made.
#[derive(Debug, Clone)]
pub struct PipelineSettings {
    /// Asked when the model that was wanted cannot answer.
    pub fallback: Option<String>,
    /// How often each is asked.
    pub retry: RetryPolicy,
    /// For a call as a whole, waits and fall-back included.
    pub deadline: Duration,
    /// What tokens cost.
    pub prices: PriceTable,
}

impl Default for PipelineSettings {
    fn default() -> Self {
        Self {
            fallback: None,
            retry: RetryPolicy::default(),
            deadline: Duration::from_secs(600),
            prices: PriceTable::default(),
        }
    }
}

/// Gives a number from 0 to 1 that nobody can foretell.
pub type Chance = Box<dyn Fn() -> f64 + Send + Sync>;

/// Every call of a model goes through here: budget before, usage after, retries, deadline, fall-back.
///
/// An attempt that fails in mid-answer is repeated from the beginning, announced by [`ChatDelta::Restarted`]. The
/// alternative, to retry only before the first piece was told, would lose long answers to every broken connection;
/// pieces are a preview, and nothing acts on them before the answer is whole.
///
/// The fall-back is asked when the attempts are used up, and at once when the conversation is too long or the request
/// is refused: a wrong key, an unknown model and an empty account are all one provider's trouble. It is not asked when
/// the budget or the time is used up. Dropping the future ends the call, and what it was heard to cost is counted.
pub struct Pipeline {
    models: Models,
    settings: PipelineSettings,
    chance: Chance,
}

impl Pipeline {
    /// Asks these models.
    pub fn new(models: Models, settings: PipelineSettings) -> Self {
        Self {
            models,
            settings,
            chance: Box::new(system_chance),
        }
    }

    /// Takes chance from elsewhere, so that a test can foretell it.
    #[must_use]
    pub fn with_chance(mut self, chance: Chance) -> Self {
        self.chance = chance;
        self
    }

    /// What a call costs at most, as far as can be told before it is made.
    pub fn estimate(&self, request: &ChatRequest) -> Charge {
        self.charge(&request.model, tokens::estimate_request(request))
    }

    /// Asks for an answer. Whatever comes of it, each attempt is in the result.
    pub async fn call(
        &self,
        request: &ChatRequest,
        budget: &dyn Budget,
        on_delta: OnDelta<'_>,
    ) -> Call {
        let now = Instant::now();
        let deadline = now + self.settings.deadline;
        let mut run = Run {
            pipeline: self,
            budget,
            deadline,
            last_start: deadline.min(now + self.settings.retry.patience),
            listener: Listener::new(on_delta),
            attempts: Vec::new(),
        };
        let mut result = run.ask(request).await;
        if let Some(fallback) = self.fallback_after(&result, request)
            && Instant::now() < deadline
        {
            tracing::warn!(
                model = request.model,
                fallback,
                "asking the fall-back model"
            );
            let mut request = request.clone();
            request.model.clone_from(fallback);
            result = run.ask(&request).await;
        }
        let attempts = run.attempts;
        let result = result.map(|answer| ChatAnswer {
            usage: call::total(&attempts),
            ..answer
        });
        Call { result, attempts }
    }

    fn fallback_after(
        &self,
        result: &Result<ChatAnswer, ModelFailure>,
        request: &ChatRequest,
    ) -> Option<&String> {
        let helps = match result {
            Ok(_) | Err(ModelFailure::OverBudget | ModelFailure::SwitchedOff) => false,
            Err(
                ModelFailure::Overloaded { .. }
                | ModelFailure::Interrupted { .. }
                | ModelFailure::TimedOut
                | ModelFailure::TooLong
                | ModelFailure::Refused { .. },
            ) => true,
        };
        let fallback = self.settings.fallback.as_ref();
        fallback.filter(|fallback| helps && **fallback != request.model)
    }

    fn charge(&self, model: &str, usage: Usage) -> Charge {
        Charge {
            model: model.to_owned(),
            usage,
            cost_micros: self.settings.prices.cost_micros(model, usage),
        }
    }
}

/// A call under way.
struct Run<'a> {
    pipeline: &'a Pipeline,
    budget: &'a dyn Budget,
    deadline: Instant,
    /// When the last attempt begins at the latest.
    last_start: Instant,
    listener: Listener<'a>,
    attempts: Vec<Attempt>,
}

impl Run<'_> {
    /// Asks one model until it answers or it is no use.
    async fn ask(&mut self, request: &ChatRequest) -> Result<ChatAnswer, ModelFailure> {
        let mut failed = 0;
        loop {
            let span = call::span(request);
            let failure = match self.attempt(request).instrument(span).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            failed += 1;
            let chance = (self.pipeline.chance)();
            let wait = self.pipeline.settings.retry.wait(failed, &failure, chance);
            match wait.filter(|wait| Instant::now() + *wait < self.last_start) {
                Some(wait) => sleep(wait).await,
                None => return Err(failure),
            }
        }
    }

    /// Asks one model once.
    async fn attempt(&mut self, request: &ChatRequest) -> Result<ChatAnswer, ModelFailure> {
        let model = self.pipeline.models.find(&request.model);
        let model = model.map_err(|error| ModelFailure::Refused {
            reason: error.to_string(),
        })?;
        let estimate = self.pipeline.estimate(request);
        let reservation = self.budget.reserve(&estimate).await?;
        let purse = (self.pipeline, self.budget);
        let held = Held::new(purse, &request.model, &estimate, reservation);
        self.listener.start_attempt();
        let started = Instant::now();
        let mut on_delta = |delta: ChatDelta| {
            self.listener.hear(delta);
            held.note(self.listener.heard());
        };
        let result = timeout_at(self.deadline, model.chat(request, &mut on_delta))
            .await
            .unwrap_or(Err(ModelFailure::TimedOut))
            .map(|answer| ChatAnswer {
                usage: answer.usage.believable(),
                ..answer
            });
        let usage = match &result {
            Ok(answer) => answer.usage,
            Err(failure) => self.listener.lost_usage(failure, &estimate.usage),
        };
        let attempt = Attempt {
            charge: self.pipeline.charge(&request.model, usage),
            failure: result.as_ref().err().cloned(),
            took: started.elapsed(),
            first_delta: self.listener.first_delta(started),
        };
        attempt.log();
        held.settle(&attempt.charge);
        self.attempts.push(attempt);
        result
    }
}

fn system_chance() -> f64 {
    // Without chance there is still a wait, only an unspread one.
    getrandom::u32().map_or(1.0, |number| f64::from(number) / f64::from(u32::MAX))
}
