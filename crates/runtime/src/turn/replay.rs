//! Runs a recorded turn again and compares what is asked, byte for byte.

use steward_agent::{Effect, Event, Outcome, Turn};
use steward_model::TurnId;
use steward_store::{Store, StoreError};

use super::drive::request_hash;
use super::recorded::Recorded;
use super::run::past_empty_look;
use crate::history;

/// What a replay found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replayed {
    /// Questions to the model that were put together again.
    pub questions: usize,
    /// Those that came out otherwise, by their step.
    pub different: Vec<i64>,
    /// Steps that the machine did not ask for this time.
    pub unasked: Vec<i64>,
    /// Whether the turn ends as it did.
    pub same_end: bool,
    /// Whether something that it went by was forgotten since, so that it cannot come out as it did.
    pub redacted: bool,
}

impl Replayed {
    /// Whether everything was as it had been.
    pub fn is_faithful(&self) -> bool {
        self.different.is_empty() && self.unasked.is_empty() && self.same_end
    }
}

/// Why a turn cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// No such turn.
    #[error("there is no turn {0}")]
    Unknown(TurnId),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What was recorded cannot be read by this version.
    #[error("what was recorded cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
}

/// Runs the turn again from what was recorded. Asks nobody and writes nothing.
pub async fn replay(store: &Store, id: TurnId) -> Result<Replayed, ReplayError> {
    let org = store
        .org_of_turn(id)
        .await?
        .ok_or(ReplayError::Unknown(id))?;
    let org = store.org(org);
    let turn = org.turn(id).await?.ok_or(ReplayError::Unknown(id))?;
    let record = org.turn_record(&turn).await?;
    let recorded: Recorded = serde_json::from_slice(&record.setup)?;
    let (after, upto) = recorded.history;
    let items = org.items_between(turn.thread_id, after, upto).await?;
    let mut machine = Turn::new(recorded.setup(history::remembered(&items)));
    let mut effects = machine.handle(Event::Started);
    let mut replayed = Replayed {
        questions: 0,
        different: Vec::new(),
        unasked: Vec::new(),
        same_end: true,
        redacted: turn.redacted,
    };
    for step in &record.steps {
        let event = step
            .event
            .as_deref()
            .map(serde_json::from_slice)
            .transpose()?;
        past_empty_look(&mut machine, &mut effects, event.as_ref());
        if step.kind == "model" {
            match asked(&effects)? {
                Some(hash) => {
                    replayed.questions += 1;
                    if hash.as_slice() != step.request_hash.as_slice() {
                        replayed.different.push(step.no);
                    }
                }
                None => replayed.unasked.push(step.no),
            }
        }
        if let Some(event) = event {
            effects = machine.handle(event);
        }
    }
    past_empty_look(&mut machine, &mut effects, None);
    let outcome = effects.iter().find_map(|effect| match effect {
        Effect::Finish { outcome, .. } => Some(outcome),
        _ => None,
    });
    if let Some(was) = &record.outcome
        && let Ok(was) = serde_json::from_slice::<Outcome>(was)
    {
        replayed.same_end = outcome == Some(&was);
    }
    Ok(replayed)
}

/// The hash of what the machine wants to ask the model, if it does.
fn asked(effects: &[Effect]) -> Result<Option<[u8; 32]>, serde_json::Error> {
    let request = effects.iter().find_map(|effect| match effect {
        Effect::CallModel { request, .. } => Some(request),
        _ => None,
    });
    request.map(|request| request_hash(request)).transpose()
}
