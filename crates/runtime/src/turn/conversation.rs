//! What was said on a thread, as far as a prompt can hold it.

use std::sync::{Arc, OnceLock};

use steward_agent::{Digest, Fragment, FragmentKind, HISTORY_ITEMS, HistoryItem};
use steward_model::{SummaryId, Timestamp};
use steward_store::{Item, Summary, ThreadView};

use crate::{Inner, history};

/// What was said on a thread, as far as a prompt can hold it. Shared by the turns of a thread, since items change only when
/// something is forgotten.
#[derive(Debug, Clone, Default)]
pub(crate) struct Conversation {
    pub(crate) pieces: Arc<Vec<Arc<Piece>>>,
    /// The place of the last item in it.
    pub(crate) last: i64,
    /// What was said before the pieces.
    pub(crate) earlier: Option<Arc<Earlier>>,
    /// How often something on the thread had been forgotten when it was read.
    scrubbed: i64,
}

/// Something that was said or done, and what it takes of a prompt.
#[derive(Debug)]
pub(crate) struct Piece {
    /// The place of its first item.
    pub(crate) seq: i64,
    pub(crate) item: HistoryItem,
    tokens: OnceLock<usize>,
}

/// A summary, ready for a prompt.
#[derive(Debug)]
pub(crate) struct Earlier {
    pub(crate) id: SummaryId,
    pub(crate) to_seq: i64,
    pub(crate) written_at: Timestamp,
    pub(crate) fragment: Fragment,
}

impl Piece {
    pub(crate) fn new((seq, item): history::Remembered) -> Self {
        Self {
            seq,
            item,
            tokens: OnceLock::new(),
        }
    }

    /// Counted once, and only if somebody asks.
    pub(crate) fn tokens(&self) -> usize {
        *self.tokens.get_or_init(|| self.item.tokens())
    }
}

impl Earlier {
    fn read(summary: &Summary) -> Result<Self, serde_json::Error> {
        let digest: Digest = serde_json::from_slice(&summary.content)?;
        Ok(Self {
            id: summary.id,
            to_seq: summary.to_seq,
            written_at: summary.created_at,
            fragment: Fragment::items(FragmentKind::Summary, digest.lines(), summary.integrity),
        })
    }
}

impl Conversation {
    /// What a prompt could hold of these items, without those up to a place.
    pub(crate) fn of(items: &[Item], covered: i64) -> Self {
        let read = history::remembered(items).into_iter();
        let pieces: Vec<_> = read.filter(|(seq, _)| *seq > covered).collect();
        let skipped = pieces.len().saturating_sub(HISTORY_ITEMS);
        let pieces = pieces.into_iter().skip(skipped);
        Self {
            pieces: Arc::new(pieces.map(|piece| Arc::new(Piece::new(piece))).collect()),
            last: items.last().map_or(0, |item| item.seq),
            earlier: None,
            scrubbed: 0,
        }
    }

    /// With what a view found after it.
    pub(crate) fn extended(&self, view: &ThreadView) -> Self {
        // Where the view ends, not where the thread did: something may have been added between two of its looks.
        let Some(newest) = view.items.last() else {
            return self.clone();
        };
        // A gap means that more was said elsewhere than was read: begin with what was read.
        let follows = view
            .items
            .first()
            .is_some_and(|item| item.seq == self.last + 1);
        let known: &[Arc<Piece>] = if follows { &self.pieces } else { &[] };
        let fresh = history::remembered(&view.items);
        let all = known.len() + fresh.len();
        let fresh = fresh.into_iter().map(|piece| Arc::new(Piece::new(piece)));
        let pieces = known.iter().cloned().chain(fresh);
        Self {
            pieces: Arc::new(pieces.skip(all.saturating_sub(HISTORY_ITEMS)).collect()),
            last: newest.seq,
            earlier: self.earlier.clone(),
            scrubbed: view.scrubbed,
        }
    }

    /// Whether something of it was forgotten since.
    pub(crate) fn is_outdated(&self, view: &ThreadView) -> bool {
        self.last > 0 && self.scrubbed != view.scrubbed
    }

    /// With the summary that the thread has by now, and without what it covers. A summary is read once; one that cannot be
    /// read is gone without.
    pub(crate) async fn after_summary(self, runtime: &Inner, view: &ThreadView) -> Self {
        if self.earlier.as_ref().map(|earlier| earlier.id) == view.summary {
            return self;
        }
        let earlier = match view.summary {
            Some(id) => read(runtime, view, id).await.map(Arc::new),
            None => None,
        };
        let covered = earlier.as_ref().map_or(0, |earlier| earlier.to_seq);
        let rest = self.pieces.iter().filter(|piece| piece.seq > covered);
        Self {
            pieces: Arc::new(rest.cloned().collect()),
            earlier,
            ..self
        }
    }

    /// What was said before it, as a prompt shows it.
    pub(crate) fn summary(&self) -> Option<Fragment> {
        let earlier = self.earlier.as_ref();
        earlier.map(|earlier| earlier.fragment.clone())
    }

    /// What was said last, by whomever.
    pub(crate) fn last_said(&self) -> Option<&str> {
        self.pieces
            .iter()
            .rev()
            .find_map(|piece| match &piece.item {
                HistoryItem::Heard { text, .. } | HistoryItem::Said { text, .. } => {
                    Some(text.as_str())
                }
                HistoryItem::Used { .. } => None,
            })
    }

    /// What somebody else said last.
    pub(crate) fn last_heard(&self) -> Option<&str> {
        self.pieces
            .iter()
            .rev()
            .find_map(|piece| match &piece.item {
                HistoryItem::Heard { text, .. } => Some(text.as_str()),
                HistoryItem::Said { .. } | HistoryItem::Used { .. } => None,
            })
    }

    /// The places it covers: after the first, up to and with the second.
    pub(crate) fn range(&self) -> (i64, i64) {
        self.range_from(0)
    }

    /// The same without the oldest pieces.
    pub(crate) fn range_from(&self, skipped: usize) -> (i64, i64) {
        let first = self
            .pieces
            .get(skipped)
            .map_or(self.last, |piece| piece.seq - 1);
        (first, self.last)
    }
}

async fn read(runtime: &Inner, view: &ThreadView, id: SummaryId) -> Option<Earlier> {
    let unread = |error: &dyn std::fmt::Display| {
        tracing::warn!(summary = %id, %error, "a turn begins without its summary");
    };
    let org = runtime.store.org(view.org_id());
    let summary = org
        .summary(id)
        .await
        .inspect_err(|error| unread(error))
        .ok()??;
    Earlier::read(&summary)
        .inspect_err(|error| unread(error))
        .ok()
}
