//! Terms and their numbers.

use std::hash::{BuildHasher as _, RandomState};

use super::table::Table;

/// Every term once, end to end in one text.
#[derive(Debug, Default, Clone)]
pub(super) struct Dictionary {
    text: String,
    ends: Vec<u32>,
    table: Table,
    /// Keyed, since others choose the words.
    hasher: RandomState,
}

impl Dictionary {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn term(&self, id: u32) -> &str {
        let id = id as usize;
        let start = if id == 0 { 0 } else { self.ends[id - 1] };
        &self.text[start as usize..self.ends[id] as usize]
    }

    pub(super) fn find(&self, term: &str) -> Option<u32> {
        let hash = self.hasher.hash_one(term);
        self.table.find(hash, |id| self.term(id) == term)
    }

    /// The number of a term, which is new if nobody asked before; `None` when four gigabytes of terms are full.
    pub(super) fn intern(&mut self, term: &str) -> Option<u32> {
        if let Some(id) = self.find(term) {
            return Some(id);
        }
        let end = u32::try_from(self.text.len() + term.len()).ok()?;
        let id = u32::try_from(self.ends.len()).ok()?;
        self.text.push_str(term);
        self.ends.push(end);
        let Self {
            text,
            ends,
            table,
            hasher,
        } = self;
        let hash_of = |id: u32| {
            let start = if id == 0 { 0 } else { ends[id as usize - 1] };
            hasher.hash_one(&text[start as usize..ends[id as usize] as usize])
        };
        table.insert(hash_of(id), id, hash_of);
        Some(id)
    }

    /// The same terms without those that `keep` refuses, and renumbered in order.
    pub(super) fn retain(&self, keep: impl Fn(u32) -> bool) -> Self {
        let mut kept = Self::default();
        for id in (0..self.len() as u32).filter(|id| keep(*id)) {
            kept.intern(self.term(id));
        }
        kept
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.text.capacity() + self.ends.capacity() * size_of::<u32>() + self.table.memory_bytes()
    }
}
