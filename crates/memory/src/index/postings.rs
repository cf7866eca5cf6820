//! Which rows hold a term, and how often.

use std::collections::HashMap;

/// The rows of one term in ascending order, each as the distance from the one before and how often the term is in it.
#[derive(Debug, Default, Clone)]
pub(super) struct Postings {
    bytes: Vec<u8>,
    last: u32,
    rows: u32,
}

/// What is left to read of the rows of a term.
pub(super) struct Entries<'postings> {
    next: u32,
    bytes: &'postings [u8],
}

/// Rows that are gone or have another number.
pub(super) struct Moves {
    touched: Vec<u64>,
    to: HashMap<u32, Option<u32>>,
}

impl Moves {
    /// For rows below `end`.
    pub(super) fn new(end: usize) -> Self {
        Self {
            touched: vec![0; end.div_ceil(64)],
            to: HashMap::new(),
        }
    }

    /// `to` is the new number, or `None` for a row that is gone.
    pub(super) fn insert(&mut self, row: u32, to: Option<u32>) {
        self.touched[row as usize / 64] |= 1 << (row % 64);
        self.to.insert(row, to);
    }

    /// One bit to look at: every row of every term is asked about.
    #[inline]
    fn touch(&self, row: u32) -> bool {
        self.touched[row as usize / 64] >> (row % 64) & 1 == 1
    }

    fn to(&self, row: u32) -> Option<u32> {
        if self.touch(row) {
            self.to.get(&row).copied().flatten()
        } else {
            Some(row)
        }
    }
}

impl Entries<'_> {
    /// The next row and its count, if it is before `end`.
    #[inline]
    pub(super) fn next_before(&mut self, end: u32) -> Option<(u32, u8)> {
        let (gap, count, rest) = read_entry(self.bytes)?;
        let row = self.next.wrapping_add(gap);
        if row >= end {
            return None;
        }
        self.bytes = rest;
        self.next = row.wrapping_add(1);
        Some((row, count))
    }
}

impl Postings {
    /// How many rows hold the term.
    pub(super) fn rows(&self) -> u32 {
        self.rows
    }

    /// Adds a row behind all others.
    pub(super) fn push(&mut self, row: u32, count: u8) {
        let gap = if self.rows == 0 {
            row
        } else {
            row - self.last - 1
        };
        if self.bytes.capacity() - self.bytes.len() < 8 {
            // A quarter more, where doubling would leave half of the memory unused.
            self.bytes.reserve_exact(8 + self.bytes.len() / 4);
        }
        let several = u64::from(count > 1);
        write_varint(&mut self.bytes, u64::from(gap) << 1 | several);
        if count > 1 {
            self.bytes.push(count);
        }
        self.last = row;
        self.rows += 1;
    }

    /// Every row and count, in order.
    #[inline]
    pub(super) fn for_each(&self, mut take: impl FnMut(u32, u8)) {
        let mut next = 0_u32;
        let mut bytes = self.bytes.as_slice();
        while let Some((gap, count, rest)) = read_entry(bytes) {
            bytes = rest;
            let row = next.wrapping_add(gap);
            take(row, count);
            next = row.wrapping_add(1);
        }
    }

    /// The same, to be read a stretch at a time.
    pub(super) fn entries(&self) -> Entries<'_> {
        Entries {
            next: 0,
            bytes: &self.bytes,
        }
    }

    pub(super) fn renumber(&mut self, moves: &Moves) {
        let mut touched = false;
        self.for_each(|row, _| touched |= moves.touch(row));
        if touched {
            let mut entries = Vec::with_capacity(self.rows as usize);
            self.for_each(|row, count| entries.extend(moves.to(row).map(|row| (row, count))));
            entries.sort_unstable_by_key(|(row, _)| *row);
            *self = Self::default();
            for (row, count) in entries {
                self.push(row, count);
            }
        }
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Reads what `as_bytes` gave, unless it names a row at or beyond `limit` or ends in the middle.
    pub(super) fn from_bytes(bytes: &[u8], limit: u32) -> Option<Self> {
        let mut postings = Self::default();
        let mut rest = bytes;
        let mut next = 0_u64;
        while !rest.is_empty() {
            let (gap, _, tail) = read_entry(rest)?;
            let row = next + u64::from(gap);
            if row >= u64::from(limit) {
                return None;
            }
            postings.last = row as u32;
            postings.rows += 1;
            next = row + 1;
            rest = tail;
        }
        postings.bytes = bytes.to_vec();
        Some(postings)
    }

    /// With what the allocator keeps for itself.
    pub(super) fn memory_bytes(&self) -> usize {
        let heap = self.bytes.capacity();
        size_of::<Self>() + (heap + 8).next_multiple_of(16).max(32)
    }
}

#[inline]
fn read_entry(bytes: &[u8]) -> Option<(u32, u8, &[u8])> {
    let (value, rest) = read_varint(bytes)?;
    let gap = (value >> 1) as u32;
    if value & 1 == 0 {
        return Some((gap, 1, rest));
    }
    let (count, rest) = rest.split_first()?;
    Some((gap, *count, rest))
}

/// Seven bits a byte, the lowest first; at most five bytes, which hold a row and the mark.
#[inline]
fn read_varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (first, rest) = bytes.split_first()?;
    if *first < 0x80 {
        return Some((u64::from(*first), rest));
    }
    let mut value = u64::from(first & 0x7f);
    for (index, byte) in rest.iter().take(4).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * (index + 1));
        if *byte < 0x80 {
            return Some((value, &rest[index + 1..]));
        }
    }
    None
}

fn write_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
