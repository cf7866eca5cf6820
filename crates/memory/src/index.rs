//! The passages of one scope, found by their words and by their meaning.

mod bytes;
mod column;
mod context;
mod costs;
mod dictionary;
mod facets;
mod filter;
mod nearest;
mod postings;
mod search;
mod signs;
mod snapshot;
mod table;
mod text_scores;
mod threads;
mod together;
mod top;
mod vectors;

pub use context::Why;
pub use search::Hit;
pub(crate) use together::{Best, Rarity};

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};

use steward_model::Timestamp;
use uuid::Uuid;

use self::column::Column;
use self::dictionary::Dictionary;
use self::facets::Facets;
use self::postings::{Moves, Postings};
use self::table::Table;
use self::threads::Threads;
use self::vectors::Vectors;
use crate::analysis::{Traits, analyse};
use crate::query::{NameWords, Question};
use crate::{Error, Query, Vector};

/// The most rows an index takes.
const MOST_ROWS: usize = 1 << 28;

/// Something to find again.
#[derive(Debug, Clone, Copy)]
pub struct Passage<'a> {
    /// Unique in the index; a second passage with it replaces the first.
    pub id: Uuid,
    /// What is searched. The index keeps its terms, not the text.
    pub text: &'a str,
    /// Its direction, from the embedder of the index.
    pub vector: &'a Vector,
    /// What it is: a message, an archival entry, a document.
    pub source: &'a str,
    /// Labels to filter by.
    pub tags: &'a [&'a str],
    /// The thread or document it is a part of.
    pub thread: Option<Uuid>,
    /// The contact it concerns.
    pub contact: Option<Uuid>,
    /// The name of who said or wrote it.
    pub speaker: Option<&'a str>,
    /// When it was said.
    pub time: Timestamp,
    /// Its place in the thread; neighbours are found by it.
    pub position: u32,
}

/// An index in memory. It does no IO; it can be saved as bytes and built again from the passages.
#[derive(Debug, Clone)]
pub struct Index {
    ids: Column<u128>,
    times: Column<i64>,
    positions: Column<u32>,
    facet_numbers: Column<u32>,
    lengths: Column<u16>,
    traits: Column<u8>,
    rows: Table,
    vectors: Vectors,
    dictionary: Dictionary,
    postings: Vec<Postings>,
    facets: Facets,
    threads: Threads,
    people: NameWords,
    /// Terms in all passages together.
    total_length: u64,
    /// Passages that wait for their vector, each with a fingerprint of everything else. Most passages come twice, first without
    /// it, and to take one out touches every term there is.
    waiting: HashMap<u128, u64>,
    hasher: RandomState,
}

impl Index {
    /// An empty index for vectors of this length.
    pub fn new(dimensions: usize) -> Self {
        Self {
            ids: Column::new(1),
            times: Column::new(1),
            positions: Column::new(1),
            facet_numbers: Column::new(1),
            lengths: Column::new(1),
            traits: Column::new(1),
            rows: Table::default(),
            vectors: Vectors::new(dimensions),
            dictionary: Dictionary::default(),
            postings: Vec::new(),
            facets: Facets::default(),
            threads: Threads::default(),
            people: NameWords::default(),
            total_length: 0,
            waiting: HashMap::new(),
            hasher: RandomState::new(),
        }
    }

    /// How many passages it holds.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The length of its vectors.
    pub fn dimensions(&self) -> usize {
        self.vectors.dimensions()
    }

    /// How many passages of this source it holds.
    pub fn count_of(&self, source: &str) -> usize {
        let Some(source) = self.facets.find_name(source) else {
            return 0;
        };
        self.facet_numbers
            .iter()
            .filter(|number| self.facets.get(*number).source == source)
            .count()
    }

    /// Whether a passage is there.
    pub fn contains(&self, id: Uuid) -> bool {
        self.row_of(id).is_some()
    }

    /// How alike two passages are in meaning, if both are there.
    pub fn similarity(&self, a: Uuid, b: Uuid) -> Option<f32> {
        let (a, b) = (self.row_of(a)?, self.row_of(b)?);
        Some(self.vectors.cosine_between(a as usize, b as usize))
    }

    /// Adds passages, or replaces those with the same id. A vector of another length refuses the whole call.
    pub fn insert(&mut self, passages: &[Passage<'_>]) -> Result<(), Error> {
        let expected = self.dimensions();
        let wrong = passages
            .iter()
            .map(|passage| passage.vector.as_slice().len())
            .find(|found| *found != expected);
        if let Some(found) = wrong {
            return Err(Error::Dimensions { expected, found });
        }
        if self.len() + passages.len() > MOST_ROWS {
            return Err(Error::Full);
        }
        // The last of several passages with one id in the same call is the one that stays.
        let last: HashMap<Uuid, usize> = passages.iter().map(|one| one.id).zip(0..).collect();
        let mut written = Vec::with_capacity(passages.len());
        for (at, passage) in passages.iter().enumerate() {
            if last.get(&passage.id) == Some(&at) && !self.gets_its_vector(passage) {
                written.push(passage);
            }
        }
        let ids: Vec<Uuid> = written.iter().map(|passage| passage.id).collect();
        self.remove(&ids);
        written
            .into_iter()
            .try_for_each(|passage| self.push(passage))
    }

    /// Puts a vector in its row if that is all that is new of a passage. Tells whether it was.
    fn gets_its_vector(&mut self, passage: &Passage<'_>) -> bool {
        let id = passage.id.as_u128();
        let waits = self.waiting.get(&id) == Some(&self.fingerprint(passage));
        let Some(row) = self.row_of(passage.id).filter(|_| waits) else {
            return false;
        };
        if !passage.vector.is_zero() {
            self.waiting.remove(&id);
            self.vectors.set(row as usize, passage.vector);
        }
        true
    }

    /// Of everything but the vector.
    fn fingerprint(&self, passage: &Passage<'_>) -> u64 {
        let Passage {
            id: _,
            text,
            vector: _,
            source,
            tags,
            thread,
            contact,
            speaker,
            time,
            position,
        } = passage;
        let who = (thread, contact, speaker);
        self.hasher
            .hash_one((text, source, tags, who, time.as_micros(), position))
    }

    /// Takes passages out and says how many were there. Nothing of them stays: no vector, no term, no name or tag that only they had.
    pub fn remove(&mut self, ids: &[Uuid]) -> usize {
        let mut gone: Vec<u32> = ids.iter().filter_map(|id| self.row_of(*id)).collect();
        gone.sort_unstable();
        gone.dedup();
        if gone.is_empty() {
            return 0;
        }
        let moves = self.take_rows(&gone);
        self.renumber_postings(&moves);
        self.forget_names();
        gone.len()
    }

    /// Reads a query against the names this index knows.
    pub fn ask(&self, query: Query) -> Question {
        Question::read(query, &self.people)
    }

    /// Every byte on the heap that belongs to the index.
    pub fn memory_bytes(&self) -> usize {
        let postings: usize = self.postings.iter().map(Postings::memory_bytes).sum();
        let spare = self.postings.capacity() - self.postings.len();
        self.ids.memory_bytes()
            + self.times.memory_bytes()
            + self.positions.memory_bytes()
            + self.facet_numbers.memory_bytes()
            + self.lengths.memory_bytes()
            + self.traits.memory_bytes()
            + self.rows.memory_bytes()
            + self.vectors.memory_bytes()
            + self.dictionary.memory_bytes()
            + postings
            + spare * size_of::<Postings>()
            + self.facets.memory_bytes()
            + self.threads.memory_bytes()
            + self.people.memory_bytes()
            + self.waiting.capacity() * (size_of::<(u128, u64)>() + 1)
    }

    fn row_of(&self, id: Uuid) -> Option<u32> {
        let id = id.as_u128();
        let hash = self.hasher.hash_one(id);
        self.rows.find(hash, |row| self.ids.get(row as usize) == id)
    }

    fn push(&mut self, passage: &Passage<'_>) -> Result<(), Error> {
        let row = self.len() as u32;
        let analysis = analyse(passage.text);
        let mut counts: HashMap<u32, u8> = HashMap::new();
        for term in &analysis.terms {
            let id = self.dictionary.intern(term).ok_or(Error::Full)?;
            let count = counts.entry(id).or_default();
            *count = count.saturating_add(1);
        }
        self.postings
            .resize_with(self.dictionary.len(), Postings::default);
        for (term, count) in counts {
            self.postings[term as usize].push(row, count);
        }
        let length = u16::try_from(analysis.terms.len()).unwrap_or(u16::MAX);
        self.total_length += u64::from(length);
        self.lengths.push(length);
        self.traits.push(analysis.traits.to_byte());
        self.ids.push(passage.id.as_u128());
        self.times.push(passage.time.as_micros());
        self.positions.push(passage.position);
        self.facet_numbers.push(self.facets.intern(passage));
        self.vectors.push(passage.vector);
        if passage.vector.is_zero() {
            let fingerprint = self.fingerprint(passage);
            self.waiting.insert(passage.id.as_u128(), fingerprint);
        }
        if let Some(name) = passage.speaker {
            self.people.insert(name);
        }
        self.link(row);
        Ok(())
    }

    /// Puts a row into the tables that are derived from the columns.
    fn link(&mut self, row: u32) {
        let Self {
            ids, hasher, rows, ..
        } = self;
        let hash_of = |row: u32| hasher.hash_one(ids.get(row as usize));
        rows.insert(hash_of(row), row, hash_of);
        let facet = self.facets.get(self.facet_numbers.get(row as usize));
        if let Some(thread) = facet.thread {
            let (ids, positions) = (&self.ids, &self.positions);
            let key = |row: u32| (positions.get(row as usize), ids.get(row as usize));
            self.threads.insert(thread, row, key);
        }
    }

    /// Takes the rows out of every column and table. The last rows fill the holes; the answer says where each row went.
    fn take_rows(&mut self, gone: &[u32]) -> Moves {
        let mut moves = Moves::new(self.len());
        gone.iter().for_each(|row| moves.insert(*row, None));
        // Where a row that filled a hole once was: it may have to fill another.
        let mut origins: HashMap<u32, u32> = HashMap::new();
        // From the end, so that a row that fills a hole is never one that goes.
        for row in gone.iter().rev().copied() {
            let last = self.len() as u32 - 1;
            self.unlink(row, last);
            if row != last {
                let origin = origins.remove(&last).unwrap_or(last);
                moves.insert(origin, Some(row));
                origins.insert(row, origin);
            }
            let row = row as usize;
            self.waiting.remove(&self.ids.get(row));
            self.total_length -= u64::from(self.lengths.get(row));
            self.ids.swap_remove(row);
            self.times.swap_remove(row);
            self.positions.swap_remove(row);
            self.facet_numbers.swap_remove(row);
            self.lengths.swap_remove(row);
            self.traits.swap_remove(row);
            self.vectors.swap_remove(row);
        }
        moves
    }

    /// Takes a row out of the derived tables, where the last row gets its number.
    fn unlink(&mut self, row: u32, last: u32) {
        let Self {
            ids,
            hasher,
            rows,
            positions,
            threads,
            ..
        } = self;
        let hash_of = |row: u32| hasher.hash_one(ids.get(row as usize));
        let key = |row: u32| (positions.get(row as usize), ids.get(row as usize));
        let thread = |row: u32| self.facets.get(self.facet_numbers.get(row as usize)).thread;
        rows.remove(hash_of(row), row, hash_of);
        if let Some(thread) = thread(row) {
            threads.remove(thread, row, key);
        }
        if row != last {
            rows.renumber(hash_of(last), last, row);
            if let Some(thread) = thread(last) {
                threads.renumber(thread, last, row, key);
            }
        }
    }

    fn renumber_postings(&mut self, moves: &Moves) {
        for postings in &mut self.postings {
            postings.renumber(moves);
        }
        if self.postings.iter().any(|postings| postings.rows() == 0) {
            let postings = &self.postings;
            self.dictionary = self
                .dictionary
                .retain(|term| postings[term as usize].rows() > 0);
            self.postings.retain(|postings| postings.rows() > 0);
        }
    }

    fn forget_names(&mut self) {
        let mut used = vec![false; self.facets.len()];
        self.facet_numbers
            .iter()
            .for_each(|number| used[number as usize] = true);
        if used.iter().all(|used| *used) {
            return;
        }
        let (facets, numbers) = self.facets.retain(&used);
        self.facets = facets;
        for row in 0..self.len() {
            let number = self.facet_numbers.get(row) as usize;
            self.facet_numbers.set(row, numbers[number]);
        }
        self.people = NameWords::default();
        for speaker in self.facets.iter().filter_map(|facet| facet.speaker) {
            self.people.insert(self.facets.name(speaker));
        }
    }

    fn rebuild_tables(&mut self) {
        self.rows = Table::with_room(self.len());
        self.threads = Threads::default();
        for row in 0..self.len() as u32 {
            self.link(row);
        }
    }
}

impl Traits {
    fn to_byte(self) -> u8 {
        u8::from(self.asks) | u8::from(self.dated) << 1
    }

    fn from_byte(byte: u8) -> Self {
        Self {
            asks: byte & 1 != 0,
            dated: byte & 2 != 0,
        }
    }
}

#[cfg(test)]
#[path = "index_tests.rs"]
mod tests;
