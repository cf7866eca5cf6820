//! The index of one scope as it follows the rows.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use steward_model::Scope;
use steward_store::{DOCUMENT, OrgStore, Passage, PassageChange, Snapshot, StoreError, WORKSPACE};
use tokio::sync::{Mutex, OnceCell, RwLock};
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::Counts;
use crate::{ARCHIVAL, Error, Index, MESSAGE, Mark, Meaning, Vector};

/// Changes that are read at once.
const MANY: u32 = 1_000;

/// More than these are taken over by a thread that may be kept busy.
const FEW: usize = 50;

/// The length of vectors that nobody has seen yet.
const UNKNOWN: usize = 1;

/// A scope's index and when it was last asked for.
#[derive(Default)]
pub(super) struct Shelf {
    opened: OnceCell<Arc<RwLock<Opened>>>,
    /// One caller at a time reads what changed: the others would open the same rows again.
    following: Mutex<()>,
    pub(super) used: AtomicU64,
    pub(super) bytes: AtomicUsize,
}

/// An index that knows its scope up to a place.
pub(super) struct Opened {
    /// Every passage by its words, and by its meaning once the present model has embedded it.
    pub(super) index: Index,
    /// Those that wait to be embedded again, by what another model made of them.
    pub(super) former: Option<Former>,
    pub(super) upto: i64,
    /// Whose vectors are in the index.
    mark: Mark,
    /// Changes since it was last saved.
    unsaved: usize,
    /// What it holds by source, as it was counted at a place.
    counted: (i64, Counts),
    /// Where its bytes were counted last.
    measured: i64,
}

/// What is left of another model.
pub(super) struct Former {
    /// The model. A scope that has vectors of several others finds those of the one it met first.
    pub(super) model: String,
    pub(super) index: Index,
}

impl Shelf {
    /// Brings the index to a place at least, or as far as the rows go. The first caller builds it, from what was saved if it
    /// can be used.
    pub(super) async fn fresh(
        &self,
        org: &OrgStore<'_>,
        scope: Scope,
        meaning: &Meaning,
        place: i64,
    ) -> Result<(), Error> {
        let opened = self.opened.get_or_try_init(|| async {
            let opened = Opened::load(org, scope, meaning.mark()).await?;
            Ok::<_, Error>(Arc::new(RwLock::new(opened)))
        });
        let opened = opened.await?;
        let _alone = self.following.lock().await;
        let mark = meaning.mark();
        if opened.read().await.mark != mark {
            opened.write().await.turn_to(mark);
        }
        loop {
            let upto = opened.read().await.upto;
            if knows(upto, place) {
                return Ok(());
            }
            let changes = org.passages_after(scope, upto, MANY).await?;
            if changes.is_empty() {
                return Ok(());
            }
            let mut opened = Arc::clone(opened).write_owned().await;
            let bytes = match changes.len() {
                0..=FEW => opened.follow_and_measure(&changes)?,
                _ => busy(move || opened.follow_and_measure(&changes)).await?,
            };
            if let Some(bytes) = bytes {
                self.bytes.store(bytes, Ordering::Relaxed);
            }
        }
    }

    /// The index, if somebody has asked for it before.
    pub(super) fn opened(&self) -> Option<&RwLock<Opened>> {
        self.opened.get().map(Arc::as_ref)
    }

    /// Whether the index knows its scope up to this place at least, by vectors with this mark.
    pub(super) async fn is_at(&self, place: i64, mark: &Mark) -> bool {
        match self.opened.get() {
            Some(opened) => {
                let opened = opened.read().await;
                knows(opened.upto, place) && opened.mark == *mark
            }
            None => false,
        }
    }

    /// How much it holds, if it is open and nobody is at it. Counting is put off while little has changed: it is told to a
    /// model, which does not mind.
    pub(super) fn counts(&self) -> Option<Counts> {
        let mut opened = self.opened.get()?.try_write().ok()?;
        let (at, _) = opened.counted;
        if at < 0 || opened.is_past(at) {
            let counts = Counts {
                archival: opened.index.count_of(ARCHIVAL),
                recall: opened.index.count_of(MESSAGE),
            };
            opened.counted = (opened.upto, counts);
        }
        Some(opened.counted.1)
    }

    /// Saves the index if this many changes would have to be followed again, and of a large one a part that is felt: all of it
    /// is written.
    pub(super) async fn save(
        &self,
        org: &OrgStore<'_>,
        scope: Scope,
        least: u32,
    ) -> Result<(), Error> {
        let Some(opened) = self.opened.get() else {
            return Ok(());
        };
        let read = Arc::clone(opened).read_owned().await;
        let least = (least as usize).max(read.index.len() / 20);
        // Vectors of another model are not saved: whoever loaded this would not have them.
        if read.unsaved < least || read.former.is_some() {
            return Ok(());
        }
        let (mark, snapshot) = busy(move || {
            let snapshot = Snapshot {
                upto_seq: read.upto,
                body: read.index.to_bytes(),
            };
            Ok((read.mark.clone(), snapshot))
        })
        .await?;
        let Some(kept) = mark.kept() else {
            return Ok(());
        };
        if org.save_snapshot(scope, kept, snapshot).await? {
            opened.write().await.unsaved = 0;
        }
        Ok(())
    }
}

impl Opened {
    async fn load(org: &OrgStore<'_>, scope: Scope, mark: Mark) -> Result<Self, Error> {
        let saved = match mark.kept() {
            Some(kept) => org.load_snapshot(scope, kept).await?,
            None => None,
        };
        let read = saved.and_then(|saved| {
            let index = Index::from_bytes(&saved.body);
            // One that cannot be read is a copy; the rows are what counts.
            let index =
                index.inspect_err(|error| tracing::warn!(%error, "a saved index is built again"));
            Some((index.ok()?, saved.upto_seq))
        });
        let new = || (empty(&mark), 0);
        let (index, upto) = read.unwrap_or_else(new);
        Ok(Self {
            index,
            former: None,
            upto,
            mark,
            unsaved: 0,
            counted: (-1, Counts::default()),
            measured: -1,
        })
    }

    /// Takes changes over, and tells how many bytes it takes then if that was not counted lately: every term is asked for its
    /// bytes, and that little has changed since is near enough.
    fn follow_and_measure(&mut self, changes: &[PassageChange]) -> Result<Option<usize>, Error> {
        self.follow(changes)?;
        Ok(self.is_unmeasured().then(|| self.memory_bytes()))
    }

    /// Whether more than a hundredth of it has changed since its bytes were counted; they are counted now if so.
    fn is_unmeasured(&mut self) -> bool {
        let stale = self.measured < 0 || self.is_past(self.measured);
        if stale {
            self.measured = self.upto;
        }
        stale
    }

    /// Whether more than a hundredth of it has changed since a place, or it was begun anew.
    fn is_past(&self, place: i64) -> bool {
        self.upto < place || self.upto - place > (self.index.len() / 100) as i64
    }

    fn memory_bytes(&self) -> usize {
        let former = self.former.as_ref();
        self.index.memory_bytes() + former.map_or(0, |former| former.index.memory_bytes())
    }

    /// Goes over to vectors with another mark. Nothing is mixed: what was indexed is read again, unless a service has only told now
    /// what its vectors already showed.
    fn turn_to(&mut self, mark: Mark) {
        let expected = self.mark.kept().is_none();
        if !expected || mark.dimensions() != Some(self.index.dimensions()) {
            self.index = empty(&mark);
            (self.former, self.upto) = (None, 0);
        }
        self.mark = mark;
    }

    /// Takes changes over, in their order. Those it knows already change nothing.
    fn follow(&mut self, changes: &[PassageChange]) -> Result<(), Error> {
        let changes = changes.iter().filter(|change| change.seq() > self.upto);
        let changes: Vec<&PassageChange> = changes.collect();
        let (mut gone, mut written): (Vec<Uuid>, Vec<&Passage>) = (Vec::new(), Vec::new());
        for change in &changes {
            match change {
                PassageChange::Written(passage) => written.push(passage),
                PassageChange::Deleted { id, .. } => gone.push(*id.as_uuid()),
            }
        }
        if self.learn_dimensions(&written) {
            return Ok(());
        }
        self.index.remove(&gone);
        insert(&mut self.index, &written, |kept| self.mark.is_on(kept))?;
        self.follow_former(gone, &written)?;
        self.unsaved += changes.len();
        if let Some(last) = changes.last() {
            self.upto = last.seq();
        }
        Ok(())
    }

    /// A service that has not answered yet shows the length of its vectors by the first that it made. What was indexed without is
    /// read again.
    fn learn_dimensions(&mut self, written: &[&Passage]) -> bool {
        let mut written = written.iter().filter(|_| self.mark.kept().is_none());
        let vector = written.find_map(|passage| vector_by(passage, |kept| self.mark.is_on(kept)));
        let known = self.index.dimensions() != UNKNOWN;
        match vector.filter(|vector| !known && vector.len() != UNKNOWN) {
            Some(vector) => {
                self.index = Index::new(vector.len());
                (self.former, self.upto) = (None, 0);
                true
            }
            None => false,
        }
    }

    /// A passage leaves the former index when it has a vector of the present model, or goes.
    fn follow_former(&mut self, mut gone: Vec<Uuid>, written: &[&Passage]) -> Result<(), Error> {
        if self.former.is_none() {
            let other = |passage: &&Passage| {
                let embedding = passage.embedding.clone();
                embedding.filter(|it| !self.mark.is_on(&it.model))
            };
            self.former = written.iter().find_map(other).map(|embedding| Former {
                index: Index::new(embedding.vector.len()),
                model: embedding.model,
            });
        }
        let Some(former) = &mut self.former else {
            return Ok(());
        };
        let (kept, left): (Vec<&Passage>, Vec<&Passage>) = written
            .iter()
            .partition(|passage| vector_by(passage, |kept| kept == former.model).is_some());
        gone.extend(left.iter().map(|passage| passage.id.as_uuid()));
        former.index.remove(&gone);
        insert(&mut former.index, &kept, |kept| kept == former.model)?;
        if former.index.is_empty() {
            self.former = None;
        }
        Ok(())
    }
}

/// Adds passages with what a model made of them. One without a vector, or with one of another length, is found by its words.
fn insert(
    index: &mut Index,
    passages: &[&Passage],
    is_own: impl Fn(&str) -> bool,
) -> Result<(), Error> {
    let dimensions = index.dimensions();
    let vector = |passage: &&Passage| {
        let vector = vector_by(passage, &is_own).filter(|vector| vector.len() == dimensions);
        Vector::new(vector.map_or_else(|| vec![0.0; dimensions], <[f32]>::to_vec))
    };
    let vectors: Vec<Vector> = passages.iter().map(vector).collect();
    let tags: Vec<Vec<&str>> = passages.iter().map(|passage| tags_of(passage)).collect();
    let entries = passages.iter().zip(&vectors).zip(&tags);
    let entries: Vec<crate::Passage<'_>> = entries
        .map(|((passage, vector), tags)| entry(passage, vector, tags))
        .collect();
    index.insert(&entries)
}

/// Does what takes long on a thread of its own kind: on those of the runtime everybody else would wait.
async fn busy<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let done = spawn_blocking(work).await;
    done.map_err(StoreError::internal)?
}

/// Whether an index that knows its scope up to one place knows it up to another: somebody may have been there later. A scope
/// that is gone has no place any more, and its rows tell so.
fn knows(upto: i64, place: i64) -> bool {
    upto == place || 0 < place && place < upto
}

/// An index without a passage, for vectors with a mark.
fn empty(mark: &Mark) -> Index {
    Index::new(mark.dimensions().unwrap_or(UNKNOWN))
}

/// What a passage became under a mark that is looked for, if it has.
fn vector_by(passage: &Passage, is_own: impl Fn(&str) -> bool) -> Option<&[f32]> {
    let embedding = passage.embedding.as_ref();
    let embedding = embedding.filter(|embedding| is_own(&embedding.model));
    embedding.map(|embedding| embedding.vector.as_slice())
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
        thread: whole_of(passage),
        contact: passage.contact_id.map(|contact| *contact.as_uuid()),
        speaker: passage.meta.speaker.as_deref(),
        time: passage.occurred_at,
        position: super::position(passage),
    }
}

/// What a passage is a part of: its neighbours there are its context.
fn whole_of(passage: &Passage) -> Option<Uuid> {
    let thread = passage.thread_id.map(|thread| *thread.as_uuid());
    let name = match passage.source.as_str() {
        DOCUMENT => Some(passage.source_ref.as_str()),
        // Of a file its id, and not which change of it.
        WORKSPACE => passage.source_ref.split('/').next(),
        _ => None,
    };
    thread.or_else(|| name?.parse().ok())
}
