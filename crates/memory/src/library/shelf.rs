//! The index of one scope as it follows the rows.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use steward_model::Scope;
use steward_store::{OrgStore, Passage, PassageChange, Snapshot};
use tokio::sync::{OnceCell, RwLock};
use uuid::Uuid;

use super::Counts;
use crate::{ARCHIVAL, Error, Index, MESSAGE, Vector};

/// Changes that are read at once.
const MANY: u32 = 1_000;

/// A scope's index and when it was last asked for.
#[derive(Default)]
pub(super) struct Shelf {
    opened: OnceCell<RwLock<Opened>>,
    pub(super) used: AtomicU64,
    pub(super) bytes: AtomicUsize,
}

/// An index that knows its scope up to a place.
pub(super) struct Opened {
    pub(super) index: Index,
    pub(super) upto: i64,
    /// Changes since it was last saved.
    unsaved: usize,
    /// What it holds by source, as it was counted at a place.
    counted: (i64, Counts),
}

impl Shelf {
    /// The index as the rows are now. The first caller builds it, from what was saved if it can be used.
    pub(super) async fn fresh(
        &self,
        org: &OrgStore<'_>,
        scope: Scope,
        model: &str,
    ) -> Result<&RwLock<Opened>, Error> {
        let opened = self.opened.get_or_try_init(|| async {
            let opened = Opened::load(org, scope, model).await?;
            Ok::<_, Error>(RwLock::new(opened))
        });
        let opened = opened.await?;
        loop {
            let upto = opened.read().await.upto;
            let changes = org.passages_after(scope, upto, MANY).await?;
            if changes.is_empty() {
                return Ok(opened);
            }
            let mut index = opened.write().await;
            index.follow(&changes, model)?;
            self.bytes
                .store(index.index.memory_bytes(), Ordering::Relaxed);
        }
    }

    /// The index, if somebody has asked for it before.
    pub(super) fn opened(&self) -> Option<&RwLock<Opened>> {
        self.opened.get()
    }

    /// Whether the index knows its scope up to this place.
    pub(super) async fn is_at(&self, place: i64) -> bool {
        match self.opened.get() {
            Some(opened) => opened.read().await.upto == place,
            None => false,
        }
    }

    /// How much it holds, if it is open and nobody is at it. Counting is put off while little has changed: it is told to a
    /// model, which does not mind.
    pub(super) fn counts(&self) -> Option<Counts> {
        let mut opened = self.opened.get()?.try_write().ok()?;
        let (at, _) = opened.counted;
        let stale = opened.upto - at > (opened.index.len() / 100) as i64;
        if at < 0 || stale {
            let counts = Counts {
                archival: opened.index.count_of(ARCHIVAL),
                recall: opened.index.count_of(MESSAGE),
            };
            opened.counted = (opened.upto, counts);
        }
        Some(opened.counted.1)
    }

    /// Saves the index if this many changes would have to be followed again.
    pub(super) async fn save(
        &self,
        org: &OrgStore<'_>,
        scope: Scope,
        model: &str,
        least: usize,
    ) -> Result<(), Error> {
        let Some(opened) = self.opened.get() else {
            return Ok(());
        };
        let snapshot = {
            let opened = opened.read().await;
            if opened.unsaved < least {
                return Ok(());
            }
            Snapshot {
                upto_seq: opened.upto,
                body: opened.index.to_bytes(),
            }
        };
        if org.save_snapshot(scope, model, snapshot).await? {
            opened.write().await.unsaved = 0;
        }
        Ok(())
    }
}

impl Opened {
    async fn load(org: &OrgStore<'_>, scope: Scope, model: &str) -> Result<Self, Error> {
        let saved = org.load_snapshot(scope, model).await?;
        let read = saved.and_then(|saved| {
            let index = Index::from_bytes(&saved.body);
            // One that cannot be read is a copy; the rows are what counts.
            let index =
                index.inspect_err(|error| tracing::warn!(%error, "a saved index is built again"));
            Some((index.ok()?, saved.upto_seq))
        });
        Ok(match read {
            Some((index, upto)) => Self {
                index,
                upto,
                unsaved: 0,
                counted: (-1, Counts::default()),
            },
            None => Self {
                index: Index::new(0),
                upto: 0,
                unsaved: 0,
                counted: (-1, Counts::default()),
            },
        })
    }

    /// Takes changes over, in their order. Those it knows already change nothing.
    fn follow(&mut self, changes: &[PassageChange], model: &str) -> Result<(), Error> {
        let changes: Vec<&PassageChange> = changes
            .iter()
            .filter(|change| change.seq() > self.upto)
            .collect();
        let first = changes.iter().find_map(|change| match change {
            PassageChange::Written(passage) => usable_vector(passage, model).map(<[f32]>::len),
            PassageChange::Deleted { .. } => None,
        });
        let length = match self.index.is_empty() {
            true => first.unwrap_or(0),
            false => self.index.dimensions(),
        };
        // A service that changed the length of its vectors leaves those it has made: one cannot stand beside the other.
        let is_usable = |passage: &Passage| {
            let vector = usable_vector(passage, model);
            if vector.is_some_and(|vector| vector.len() != length) {
                tracing::warn!(passage = %passage.id, expected = length, "a vector has another length");
            }
            vector.is_some_and(|vector| vector.len() == length)
        };
        let gone = changes.iter().filter_map(|change| match change {
            PassageChange::Written(passage) if is_usable(passage) => None,
            // Its vector is of another model by now: it is found again once it has one of this.
            PassageChange::Written(passage) => Some(*passage.id.as_uuid()),
            PassageChange::Deleted { id, .. } => Some(*id.as_uuid()),
        });
        self.index.remove(&gone.collect::<Vec<Uuid>>());
        let written = changes.iter().filter_map(|change| match change {
            PassageChange::Written(passage) if is_usable(passage) => Some(&**passage),
            _ => None,
        });
        let written: Vec<&Passage> = written.collect();
        let vectors = written.iter().map(|passage| vector_of(passage));
        let vectors: Vec<Vector> = vectors.collect();
        let tags: Vec<Vec<&str>> = written.iter().map(|passage| tags_of(passage)).collect();
        let entries = written.iter().zip(&vectors).zip(&tags);
        let entries: Vec<crate::Passage<'_>> = entries
            .map(|((passage, vector), tags)| entry(passage, vector, tags))
            .collect();
        if let (true, Some(first)) = (self.index.is_empty(), vectors.first()) {
            self.index = Index::new(first.as_slice().len());
        }
        self.index.insert(&entries)?;
        self.unsaved += changes.len();
        if let Some(last) = changes.last() {
            self.upto = last.seq();
        }
        Ok(())
    }
}

/// Its vector, if this model made it.
fn usable_vector<'p>(passage: &'p Passage, model: &str) -> Option<&'p [f32]> {
    let embedding = passage.embedding.as_ref();
    let embedding = embedding.filter(|embedding| embedding.model == model)?;
    Some(&embedding.vector)
}

fn vector_of(passage: &Passage) -> Vector {
    let embedding = passage.embedding.as_ref();
    Vector::new(embedding.map_or_else(Vec::new, |embedding| embedding.vector.clone()))
}

fn tags_of(passage: &Passage) -> Vec<&str> {
    passage.meta.tags.iter().map(String::as_str).collect()
}

fn entry<'p>(passage: &'p Passage, vector: &'p Vector, tags: &'p [&'p str]) -> crate::Passage<'p> {
    crate::Passage {
        id: *passage.id.as_uuid(),
        text: &passage.text,
        vector,
        source: &passage.source,
        tags,
        thread: passage.thread_id.map(|thread| *thread.as_uuid()),
        contact: passage.contact_id.map(|contact| *contact.as_uuid()),
        speaker: passage.meta.speaker.as_deref(),
        time: passage.occurred_at,
        position: super::position(passage),
    }
}
