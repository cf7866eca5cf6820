//! What came to mind lately, thread by thread: asked the same again, and nothing written since, it comes to mind again.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Mutex, MutexGuard, PoisonError};

use steward_model::{OrgId, Scope, ThreadId, Timestamp};

use super::{Occasion, Recollection};
use crate::{Error, Library, Reader};

/// Threads that are remembered; when there are more, those whose time is over go, and if there are none, all.
const MOST: usize = 2_000;

/// What came to mind lately.
#[derive(Debug, Default)]
pub(crate) struct Recollections {
    entries: Mutex<HashMap<ThreadId, Entry>>,
}

#[derive(Debug, Clone)]
struct Entry {
    org: OrgId,
    scopes: Vec<Scope>,
    /// What was asked, as a number: the words are somebody's.
    asked: u64,
    /// How far each scope was known.
    places: Vec<i64>,
    recollection: Recollection,
}

impl Recollections {
    /// Forgets whatever came from a scope.
    pub(crate) fn drop_scope(&self, org: OrgId, scope: Scope) {
        self.lock()
            .retain(|_, entry| entry.org != org || !entry.scopes.contains(&scope));
    }

    pub(super) fn keep(
        &self,
        occasion: &Occasion<'_>,
        places: Vec<i64>,
        recollection: &Recollection,
    ) {
        let now = now(occasion);
        let mut entries = self.lock();
        if entries.len() >= MOST {
            entries.retain(|_, entry| entry.recollection.until > now);
        }
        if entries.len() >= MOST {
            entries.clear();
        }
        let entry = Entry {
            org: occasion.org,
            scopes: occasion.scopes.to_vec(),
            asked: asked(occasion),
            places,
            recollection: recollection.clone(),
        };
        entries.insert(occasion.thread, entry);
    }

    fn get(&self, org: OrgId, thread: ThreadId, now: Timestamp) -> Option<Entry> {
        let entries = self.lock();
        let entry = entries.get(&thread)?;
        (entry.org == org && entry.recollection.until > now).then(|| entry.clone())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ThreadId, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Library {
    /// What came to mind when the same was asked, if that is not long ago and nothing was written since.
    pub(super) async fn recalled(
        &self,
        occasion: &Occasion<'_>,
    ) -> Result<Option<Recollection>, Error> {
        let entry = self
            .recollections()
            .get(occasion.org, occasion.thread, now(occasion));
        match entry.filter(|entry| entry.asked == asked(occasion)) {
            Some(entry) => self.unchanged(entry).await,
            None => Ok(None),
        }
    }

    /// What came to mind last on a thread, if that is not long ago and nothing was written since.
    ///
    /// # Errors
    /// The rows cannot be reached.
    pub async fn last_recollection(
        &self,
        org: OrgId,
        thread: ThreadId,
        now: Timestamp,
    ) -> Result<Option<Recollection>, Error> {
        match self.recollections().get(org, thread, now) {
            Some(entry) => self.unchanged(entry).await,
            None => Ok(None),
        }
    }

    async fn unchanged(&self, entry: Entry) -> Result<Option<Recollection>, Error> {
        let places = self
            .store()
            .org(entry.org)
            .memory_places(&entry.scopes)
            .await?;
        let recollection = Recollection {
            cached: true,
            ..entry.recollection
        };
        Ok((places == entry.places).then_some(recollection))
    }
}

pub(super) fn now(occasion: &Occasion<'_>) -> Timestamp {
    Timestamp::from_micros(occasion.now.timestamp().as_microsecond())
}

fn asked(occasion: &Occasion<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    let reader = match occasion.reader {
        Reader::Anyone => None,
        Reader::Agent(agent) => Some((agent, false)),
        Reader::Isolated(agent) => Some((agent, true)),
    };
    (
        occasion.said,
        occasion.before,
        occasion.also,
        occasion.shown_after,
        reader,
    )
        .hash(&mut hasher);
    for scope in occasion.scopes {
        scope.to_string().hash(&mut hasher);
    }
    hasher.finish()
}
