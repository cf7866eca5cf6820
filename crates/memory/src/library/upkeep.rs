//! What keeps the indexes ready, saved and within their budget while nobody asks.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};

use steward_model::OrgId;
use steward_store::StoreError;

use super::shelf::Shelf;
use super::{Key, Library};
use crate::Error;

/// An index is saved when a restart would have to read this many changes again.
const WORTH_SAVING: u32 = 2_000;
/// So many scopes are opened before anybody asks for them, at a time.
const AHEAD: u32 = 8;

/// What indexes take in memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// How many bytes.
    pub bytes: usize,
    /// Of how many scopes.
    pub scopes: usize,
}

impl Library {
    /// Follows what changed in every open scope, and in those that grew much since they were saved; saves large indexes, and
    /// drops those of scopes that are gone.
    ///
    /// # Errors
    /// The rows cannot be reached.
    pub async fn tidy(&self) -> Result<(), Error> {
        self.open_grown().await?;
        let open: Vec<(Key, Arc<Shelf>)> = {
            let shelves = self.lock();
            shelves
                .iter()
                .map(|(key, shelf)| (*key, Arc::clone(shelf)))
                .collect()
        };
        for ((org, scope), shelf) in open {
            let (of_org, meaning) = (self.inner.store.org(org), &self.inner.meaning);
            match shelf.fresh(&of_org, scope, meaning, i64::MAX).await {
                Ok(()) => shelf.save(&of_org, scope, WORTH_SAVING).await?,
                Err(Error::Store(StoreError::Forgotten)) => self.drop_scope(org, scope),
                Err(error) => return Err(error),
            }
            self.keep_to_budget();
        }
        Ok(())
    }

    /// Puts up the shelves of scopes that grew much: whoever searches there first should not wait until all of it is read.
    async fn open_grown(&self) -> Result<(), Error> {
        let mark = self.inner.meaning.mark();
        // What cannot be saved would be built again after every restart and by every node.
        let Some(kept) = mark.kept() else {
            return Ok(());
        };
        let least = i64::from(WORTH_SAVING);
        // Those that were read before are listed as long as they are not worth saving, and take no place of others.
        let limit = AHEAD + self.ahead().len() as u32;
        let grown = self.inner.store.grown_scopes(kept, least, limit).await?;
        let mut ahead = self.ahead();
        if grown.len() < limit as usize {
            let listed = |key: &Key| grown.iter().any(|one| (one.org_id, one.scope) == *key);
            ahead.retain(|key, _| listed(key));
        }
        let unread = grown.iter().filter(|one| {
            let read = ahead.get(&(one.org_id, one.scope));
            one.last_seq - read.unwrap_or(&0) >= least
        });
        let unread: Vec<_> = unread.take(AHEAD as usize).collect();
        for one in unread {
            let key = (one.org_id, one.scope);
            ahead.insert(key, one.last_seq);
            self.shelf(key);
        }
        Ok(())
    }

    fn ahead(&self) -> MutexGuard<'_, HashMap<Key, i64>> {
        let ahead = self.inner.ahead.lock();
        ahead.unwrap_or_else(PoisonError::into_inner)
    }

    /// What the indexes of an organisation take here.
    pub fn usage(&self, org: OrgId) -> Usage {
        let shelves = self.lock();
        let own = shelves.iter().filter(|((of, _), _)| *of == org);
        own.fold(Usage::default(), |usage, (_, shelf)| Usage {
            bytes: usage.bytes + shelf.bytes.load(Ordering::Relaxed),
            scopes: usage.scopes + 1,
        })
    }

    /// The most bytes that all indexes may take together.
    pub fn budget(&self) -> usize {
        self.inner.budget
    }

    /// How many bytes the indexes take.
    pub fn memory_bytes(&self) -> usize {
        let shelves = self.lock();
        shelves
            .values()
            .map(|shelf| shelf.bytes.load(Ordering::Relaxed))
            .sum()
    }

    /// Lets go of the indexes that were not asked for the longest; the one asked for last stays in any case.
    pub(super) fn keep_to_budget(&self) {
        let mut shelves = self.lock();
        let bytes = |shelf: &Arc<Shelf>| shelf.bytes.load(Ordering::Relaxed);
        let mut all: usize = shelves.values().map(bytes).sum();
        while all > self.inner.budget && shelves.len() > 1 {
            let oldest = shelves
                .iter()
                .min_by_key(|(_, shelf)| shelf.used.load(Ordering::Relaxed))
                .map(|(key, shelf)| (*key, bytes(shelf)));
            let Some((key, size)) = oldest else { break };
            shelves.remove(&key);
            all -= size;
        }
    }
}
