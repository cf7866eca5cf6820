//! The order of passages in their threads, for neighbours.
//!
//! Order is by key: the position, and the id between equal ones, so that it does not depend on what was added first.

use std::collections::HashMap;

use uuid::Uuid;

/// A row's position and id.
pub(super) type Key = (u32, u128);

/// Rows by thread, in the order of their keys.
#[derive(Debug, Default, Clone)]
pub(super) struct Threads(HashMap<Uuid, Vec<u32>>);

impl Threads {
    /// Adds a row; `key` tells that of any row.
    pub(super) fn insert(&mut self, thread: Uuid, row: u32, key: impl Fn(u32) -> Key) {
        let rows = self.0.entry(thread).or_default();
        if rows.capacity() == rows.len() {
            rows.reserve_exact(1 + rows.len() / 4);
        }
        // Threads grow at their end, so the search is rarely needed.
        let behind = rows.last().is_none_or(|last| key(*last) <= key(row));
        let at = if behind {
            rows.len()
        } else {
            rows.partition_point(|other| key(*other) <= key(row))
        };
        rows.insert(at, row);
    }

    /// Up to `reach` rows on each side of this one in its thread, in order.
    pub(super) fn around(
        &self,
        thread: Uuid,
        row: u32,
        key: impl Fn(u32) -> Key,
        reach: usize,
    ) -> (&[u32], &[u32]) {
        let rows = self.0.get(&thread).map_or(&[][..], Vec::as_slice);
        let Some(at) = find(rows, row, key) else {
            return (&[], &[]);
        };
        let end = rows.len().min(at + 1 + reach);
        (&rows[at.saturating_sub(reach)..at], &rows[at + 1..end])
    }

    /// Takes a row out; a thread without rows is forgotten.
    pub(super) fn remove(&mut self, thread: Uuid, row: u32, key: impl Fn(u32) -> Key) {
        if let Some(rows) = self.0.get_mut(&thread) {
            if let Some(at) = find(rows, row, key) {
                rows.remove(at);
            }
            if rows.is_empty() {
                self.0.remove(&thread);
            }
        }
    }

    /// Gives a row another number; its place stays.
    pub(super) fn renumber(&mut self, thread: Uuid, from: u32, to: u32, key: impl Fn(u32) -> Key) {
        if let Some(rows) = self.0.get_mut(&thread)
            && let Some(at) = find(rows, from, key)
        {
            rows[at] = to;
        }
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let rows: usize = self.0.values().map(|rows| rows.capacity() * 4 + 16).sum();
        rows + self.0.capacity() * 8 / 7 * (size_of::<(Uuid, Vec<u32>)>() + 1)
    }
}

/// Where a row is. Positions without gaps are a direct way to it.
fn find(rows: &[u32], row: u32, key: impl Fn(u32) -> Key) -> Option<usize> {
    let wanted = key(row);
    let first = key(*rows.first()?);
    let guess = wanted.0.saturating_sub(first.0) as usize;
    if rows.get(guess) == Some(&row) {
        return Some(guess);
    }
    let at = rows.partition_point(|other| key(*other) < wanted);
    (rows.get(at) == Some(&row)).then_some(at)
}
