//! `steward replay`: runs a recorded turn again and compares what is asked of the model, byte for byte.

use clap::Args;
use steward_model::TurnId;
use steward_runtime::{ReplayError, Replayed, replay};
use steward_store::Access;

use super::open::Location;
use super::{Failure, say};
use crate::config::Config;

#[derive(Debug, Args)]
pub(super) struct Replay {
    /// The turn's id
    turn: String,
}

impl Replay {
    /// Asks nobody and writes nothing; works beside a running server.
    pub(super) async fn run(self, config: &Config) -> Result<(), Failure> {
        let id: TurnId = self
            .turn
            .parse()
            .map_err(|_| Failure::other(format!("`{}` is not the id of a turn", self.turn)))?;
        let store = Location::existing(config)?.open(Access::Beside).await?;
        let replayed = replay(&store, id).await;
        store.close().await;
        let replayed = replayed.map_err(|error| match error {
            ReplayError::Store(error) => error.into(),
            other => Failure::other(other),
        })?;
        report(&replayed);
        match replayed.is_faithful() || replayed.redacted {
            true => Ok(()),
            false => Err(Failure::silent()),
        }
    }
}

fn report(replayed: &Replayed) {
    if replayed.redacted {
        say(
            "Redacted: something that this turn went by was forgotten since, so it cannot come out as it did.",
        );
    }
    say(format_args!(
        "Questions put together again: {}",
        replayed.questions
    ));
    for step in &replayed.different {
        say(format_args!(
            "Step {step}: the question came out otherwise."
        ));
    }
    for step in &replayed.unasked {
        say(format_args!("Step {step}: nothing was asked this time."));
    }
    if !replayed.same_end {
        say("The turn ends otherwise.");
    }
    if replayed.is_faithful() {
        say("Everything is as it was, byte for byte.");
    }
}
