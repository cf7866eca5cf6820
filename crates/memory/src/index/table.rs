//! A hash table of row numbers, whose keys are kept elsewhere and only once.

const FREE: u32 = u32::MAX;

/// Open addressing over `u32`; at most four fifths full.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    slots: Vec<u32>,
    used: usize,
}

impl Table {
    /// Room for this many entries.
    pub(super) fn with_room(entries: usize) -> Self {
        let slots = (entries + entries / 4 + 8).next_power_of_two();
        Self {
            slots: vec![FREE; slots],
            used: 0,
        }
    }

    /// The entry with this hash that `is` accepts.
    pub(super) fn find(&self, hash: u64, is: impl Fn(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mut at = self.start(hash);
        loop {
            match self.slots[at] {
                FREE => return None,
                entry if is(entry) => return Some(entry),
                _ => at = (at + 1) & (self.slots.len() - 1),
            }
        }
    }

    /// Adds an entry that is not there yet; `hash_of` hashes the others when the table grows.
    pub(super) fn insert(&mut self, hash: u64, entry: u32, hash_of: impl Fn(u32) -> u64) {
        if (self.used + 1) * 5 > self.slots.len() * 4 {
            let mut grown = Self::with_room((self.used + 1) * 3 / 2);
            for old in self.slots.iter().copied().filter(|slot| *slot != FREE) {
                grown.place(hash_of(old), old);
            }
            *self = grown;
        }
        self.place(hash, entry);
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u32>()
    }

    fn place(&mut self, hash: u64, entry: u32) {
        let mut at = self.start(hash);
        while self.slots[at] != FREE {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = entry;
        self.used += 1;
    }

    fn start(&self, hash: u64) -> usize {
        hash as usize & (self.slots.len() - 1)
    }
}
