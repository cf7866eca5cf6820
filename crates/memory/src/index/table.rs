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

    /// Takes an entry out, and moves those behind it up so that they are still found.
    pub(super) fn remove(&mut self, hash: u64, entry: u32, hash_of: impl Fn(u32) -> u64) {
        let Some(mut hole) = self.slot_of(hash, entry) else {
            return;
        };
        let mask = self.slots.len() - 1;
        let mut at = hole;
        loop {
            at = (at + 1) & mask;
            let moving = self.slots[at];
            if moving == FREE {
                break;
            }
            let home = self.start(hash_of(moving));
            // It may move up only as far as where its own search begins.
            if at.wrapping_sub(home) & mask >= at.wrapping_sub(hole) & mask {
                self.slots[hole] = moving;
                hole = at;
            }
        }
        self.slots[hole] = FREE;
        self.used -= 1;
    }

    /// Gives an entry another number; its hash stays.
    pub(super) fn renumber(&mut self, hash: u64, from: u32, to: u32) {
        if let Some(slot) = self.slot_of(hash, from) {
            self.slots[slot] = to;
        }
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u32>()
    }

    fn slot_of(&self, hash: u64, entry: u32) -> Option<usize> {
        let mut at = self.start(hash);
        loop {
            match self.slots.get(at) {
                None | Some(&FREE) => return None,
                Some(slot) if *slot == entry => return Some(at),
                Some(_) => at = (at + 1) & (self.slots.len() - 1),
            }
        }
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
        hash as usize & self.slots.len().wrapping_sub(1)
    }
}
