//! Why a turn ended before it was done.

use steward_agent::{Outcome, TurnFailure};
use steward_model::{Flag, ModelFailure, OrgId, TurnId};
use steward_store::{Store, StoreError};

use super::Watch;

/// What cut a turn short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cut {
    /// Somebody stopped it.
    Stopped,
    /// Agents were switched off.
    SwitchedOff,
    /// The model could not be asked, in words that may be its provider's.
    Model(ModelFailure),
}

impl Watch {
    /// What cut a turn short that has ended.
    pub(crate) async fn cut(&self, turn: TurnId) -> Result<Option<Cut>, StoreError> {
        cut(&self.app.store, self.org, turn).await
    }
}

/// What cut a turn short that has ended.
pub(crate) async fn cut(
    store: &Store,
    org: OrgId,
    turn: TurnId,
) -> Result<Option<Cut>, StoreError> {
    let here = store.org(org);
    let Some(turn) = here.turn(turn).await? else {
        return Ok(None);
    };
    match turn.outcome.as_deref() {
        Some("cancelled") if store.switches().is_on(org, Flag::Agents) => Ok(Some(Cut::Stopped)),
        Some("cancelled") => Ok(Some(Cut::SwitchedOff)),
        Some("failed") => {
            let outcome = here.turn_record(&turn).await?.outcome;
            Ok(outcome.and_then(|json| failure(&json)).map(Cut::Model))
        }
        _ => Ok(None),
    }
}

fn failure(outcome: &[u8]) -> Option<ModelFailure> {
    let outcome: Outcome = serde_json::from_slice(outcome).ok()?;
    match outcome {
        Outcome::Failed {
            failure: TurnFailure::Model { failure },
        } => Some(failure),
        _ => None,
    }
}
