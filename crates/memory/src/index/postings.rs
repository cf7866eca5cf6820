//! Which rows hold a term, and how often.

/// The rows of one term in ascending order, each as the distance from the one before and how often the term is in it.
#[derive(Debug, Default, Clone)]
pub(super) struct Postings {
    bytes: Vec<u8>,
    last: u32,
    rows: u32,
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

    /// Renumbers; rows that `moved` answers with `None` are dropped. Says whether anything changed.
    pub(super) fn renumber(&mut self, moved: impl Fn(u32) -> Option<u32>) -> bool {
        let mut changed = false;
        self.for_each(|row, _| changed |= moved(row) != Some(row));
        if changed {
            let mut entries = Vec::with_capacity(self.rows as usize);
            self.for_each(|row, count| entries.extend(moved(row).map(|row| (row, count))));
            entries.sort_unstable_by_key(|(row, _)| *row);
            *self = Self::default();
            for (row, count) in entries {
                self.push(row, count);
            }
        }
        changed
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
        size_of::<Self>() + (heap + 8).next_multiple_of(16)
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
