//! What passages have in common: where they come from, who speaks, in which thread.

use std::collections::HashMap;

use uuid::Uuid;

use super::Passage;

/// The fields that a passage shares with others, as numbers of names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Facet {
    pub(super) source: u32,
    pub(super) thread: Option<Uuid>,
    pub(super) contact: Option<Uuid>,
    pub(super) speaker: Option<u32>,
    /// Sorted.
    pub(super) tags: Box<[u32]>,
}

/// Every combination of them once, so that a passage costs four bytes.
#[derive(Debug, Default, Clone)]
pub(super) struct Facets {
    facets: Vec<Facet>,
    numbers: HashMap<Facet, u32>,
    names: Vec<Box<str>>,
    name_numbers: HashMap<Box<str>, u32>,
}

impl Facets {
    pub(super) fn len(&self) -> usize {
        self.facets.len()
    }

    pub(super) fn get(&self, number: u32) -> &Facet {
        &self.facets[number as usize]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Facet> {
        self.facets.iter()
    }

    pub(super) fn name(&self, number: u32) -> &str {
        &self.names[number as usize]
    }

    pub(super) fn names(&self) -> &[Box<str>] {
        &self.names
    }

    pub(super) fn find_name(&self, name: &str) -> Option<u32> {
        self.name_numbers.get(name).copied()
    }

    /// The number of the combination a passage has.
    pub(super) fn intern(&mut self, passage: &Passage<'_>) -> u32 {
        let mut tags: Vec<u32> = passage
            .tags
            .iter()
            .map(|tag| self.intern_name(tag))
            .collect();
        tags.sort_unstable();
        tags.dedup();
        let facet = Facet {
            source: self.intern_name(passage.source),
            thread: passage.thread,
            contact: passage.contact,
            speaker: passage.speaker.map(|speaker| self.intern_name(speaker)),
            tags: tags.into(),
        };
        self.push(facet)
    }

    pub(super) fn intern_name(&mut self, name: &str) -> u32 {
        if let Some(number) = self.find_name(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.into());
        self.name_numbers.insert(name.into(), number);
        number
    }

    pub(super) fn push(&mut self, facet: Facet) -> u32 {
        if let Some(number) = self.numbers.get(&facet) {
            return *number;
        }
        let number = self.facets.len() as u32;
        self.numbers.insert(facet.clone(), number);
        self.facets.push(facet);
        number
    }

    /// Only the combinations with rows, without the names that nobody needs any more, and each old one's new number.
    pub(super) fn retain(&self, used: &[bool]) -> (Self, Vec<u32>) {
        let mut kept = Self::default();
        let numbers = self.facets.iter().zip(used).map(|(facet, used)| {
            if !used {
                return u32::MAX;
            }
            let mut tags: Vec<u32> = facet
                .tags
                .iter()
                .map(|tag| kept.intern_name(self.name(*tag)))
                .collect();
            tags.sort_unstable();
            let facet = Facet {
                source: kept.intern_name(self.name(facet.source)),
                speaker: facet.speaker.map(|name| kept.intern_name(self.name(name))),
                tags: tags.into(),
                ..*facet
            };
            kept.push(facet)
        });
        let numbers = numbers.collect();
        (kept, numbers)
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let tags: usize = self.facets.iter().map(|facet| facet.tags.len() * 4).sum();
        let names: usize = self.names.iter().map(|name| name.len() + 16).sum();
        let name_slots = self.names.capacity() + self.name_numbers.capacity() * 8 / 7;
        self.facets.capacity() * size_of::<Facet>()
            + self.numbers.capacity() * 8 / 7 * (size_of::<(Facet, u32)>() + 1)
            + 2 * (tags + names)
            + name_slots * (size_of::<(Box<str>, u32)>() + 1)
    }
}
