//! What is set aside for an attempt, until it is known what the attempt cost.

use std::sync::atomic::{AtomicUsize, Ordering};

use steward_model::Usage;

use super::call::probable_usage;
use super::{Budget, Charge, Pipeline, Reservation};

/// An amount that is set aside. Dropped with the attempt, because somebody stopped it, it settles what the provider has
/// probably read and was heard to write: the rest of the budget is for others.
pub(super) struct Held<'a> {
    pipeline: &'a Pipeline,
    budget: &'a dyn Budget,
    model: &'a str,
    estimate: Usage,
    reservation: Option<Reservation>,
    /// Bytes of the answer so far.
    heard: AtomicUsize,
}

impl<'a> Held<'a> {
    /// Sets aside what was estimated.
    pub(super) fn new(
        (pipeline, budget): (&'a Pipeline, &'a dyn Budget),
        model: &'a str,
        estimate: &Charge,
        reservation: Reservation,
    ) -> Self {
        Self {
            pipeline,
            budget,
            model,
            estimate: estimate.usage,
            reservation: Some(reservation),
            heard: AtomicUsize::new(0),
        }
    }

    /// Takes note of how much was heard.
    pub(super) fn note(&self, heard: usize) {
        self.heard.store(heard, Ordering::Relaxed);
    }

    /// The attempt is over and cost this.
    pub(super) fn settle(mut self, spent: &Charge) {
        if let Some(reservation) = self.reservation.take() {
            self.budget.settle(reservation, spent);
        }
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        if let Some(reservation) = self.reservation.take() {
            let usage = probable_usage(&self.estimate, self.heard.load(Ordering::Relaxed));
            let spent = self.pipeline.charge(self.model, usage);
            self.budget.settle(reservation, &spent);
        }
    }
}
