//! A turn whose decisions the database does not take: the line it wanted to send from was removed, or whoever was to get
//! it. Asking the model again would bring the same, so the turn ends and a person is told.

use serde::Deserialize;
use steward_agent::TurnEvent;
use steward_model::ItemKind;
use steward_store::{Changes, Learned, NewItem, Next, StoreError};

use super::{Batch, Run, RunError};
use crate::turn::ending;
use crate::{figures, history};

/// What stays true of a batch if what it changes is refused.
#[derive(Debug)]
pub(super) struct Kept {
    learned: Vec<Learned>,
    join: Option<i64>,
    /// What people said. Calls and their results are left out: they tell of something that was not done.
    heard: Vec<NewItem>,
    /// What was to be sent.
    unsent: Vec<String>,
}

impl Kept {
    /// Nothing where there is nothing to refuse.
    pub(super) fn of(batch: &Batch) -> Option<Self> {
        if batch.changes.is_empty() {
            return None;
        }
        let heard = batch.items.iter();
        let effects = batch.changes.effects.iter();
        Some(Self {
            learned: batch.learned.clone(),
            join: batch.join,
            heard: heard
                .filter(|item| item.kind == ItemKind::User)
                .cloned()
                .collect(),
            unsent: effects
                .filter_map(|effect| text_of(&effect.payload))
                .collect(),
        })
    }
}

impl Run<'_> {
    /// Ends the turn with what it learned and without what it wanted. Tells whether the thread has more to do.
    pub(super) async fn end_refused(&mut self, reason: &'static str) -> Result<bool, RunError> {
        let Some(kept) = self.kept.take() else {
            return Err(RunError::Store(StoreError::Refused(reason)));
        };
        let claim = self.desk.claim;
        tracing::warn!(turn = %claim.turn_id, reason, "what the turn decided was refused");
        let (end, notice) = ending::refused(claim, reason, &kept.unsent)?;
        let error = TurnEvent::Error {
            error: notice.text.clone(),
            recoverable: false,
        };
        self.desk.emit(error, 0);
        let news = std::mem::take(&mut self.batch.news);
        let mut items = kept.heard;
        items.extend(history::heard(&news));
        self.batch = Batch {
            learned: kept.learned,
            join: kept.join,
            items,
            changes: Changes {
                notices: vec![notice],
                ..Changes::default()
            },
            ..Batch::default()
        };
        let word = end.outcome;
        let advanced = self.commit(Next::End(end)).await?;
        let began_at = self.desk.recorded.began_at;
        figures::turn_ended(word, began_at, self.desk.runtime.now());
        Ok(advanced.queued)
    }
}

fn text_of(payload: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Message {
        text: String,
    }

    let message: Option<Message> = serde_json::from_slice(payload).ok();
    message.map(|message| message.text)
}
