//! An index as bytes, so that a cold scope need not be read again passage by passage.

use uuid::Uuid;

use super::bytes::{Reader, Writer};
use super::facets::Facet;
use super::postings::Postings;
use super::{Index, MOST_ROWS};
use crate::Error;

/// Changes whenever the layout, the analysis of texts or the meaning of a field does.
const VERSION: u32 = 1;
const MAGIC: [u8; 8] = *b"STWINDEX";
const MOST_DIMENSIONS: usize = 8192;
const NOBODY: u32 = u32::MAX;

impl Index {
    /// Everything but the texts, for `from_bytes`. The bytes tell as much as the texts do: seal them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut to = Writer::default();
        to.raw(&MAGIC);
        to.u32(VERSION);
        to.u32(self.dimensions() as u32);
        to.u32(self.len() as u32);
        self.write_names(&mut to);
        to.extend(self.ids.iter().flat_map(u128::to_le_bytes));
        to.extend(self.times.iter().flat_map(i64::to_le_bytes));
        to.extend(self.positions.iter().flat_map(u32::to_le_bytes));
        to.extend(self.facet_numbers.iter().flat_map(u32::to_le_bytes));
        to.extend(self.lengths.iter().flat_map(u16::to_le_bytes));
        to.extend(self.traits.iter());
        for row in 0..self.len() {
            to.extend(self.vectors.bytes(row).iter().map(|x| x.cast_unsigned()));
        }
        to.u32(self.postings.len() as u32);
        for (id, postings) in self.postings.iter().enumerate() {
            to.text(self.dictionary.term(id as u32));
            to.u32(postings.as_bytes().len() as u32);
            to.raw(postings.as_bytes());
        }
        to.finish()
    }

    /// Reads what `to_bytes` gave. Anything else is an error, and costs no more memory than the bytes do.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let mut from = Reader::new(bytes)?;
        if from.array()? != MAGIC {
            return Err(Error::Snapshot("it is something else"));
        }
        if from.u32()? != VERSION {
            return Err(Error::Snapshot("it is of another version"));
        }
        let dimensions = from.u32()? as usize;
        let rows = from.count(16)?;
        if dimensions > MOST_DIMENSIONS || rows > MOST_ROWS {
            return Err(Error::Snapshot("it is too large"));
        }
        let mut index = Self::new(dimensions);
        index.read_names(&mut from)?;
        index.read_columns(&mut from, rows)?;
        index.read_postings(&mut from, rows)?;
        from.finish()?;
        index.rebuild_tables();
        Ok(index)
    }

    fn write_names(&self, to: &mut Writer) {
        to.u32(self.facets.names().len() as u32);
        for name in self.facets.names() {
            to.text(name);
        }
        to.u32(self.facets.len() as u32);
        for facet in self.facets.iter() {
            to.u32(facet.source);
            to.u32(facet.speaker.unwrap_or(NOBODY));
            write_id(to, facet.thread);
            write_id(to, facet.contact);
            to.u32(facet.tags.len() as u32);
            facet.tags.iter().for_each(|tag| to.u32(*tag));
        }
    }

    fn read_names(&mut self, from: &mut Reader<'_>) -> Result<(), Error> {
        let names = from.count(4)?;
        for _ in 0..names {
            self.facets.intern_name(from.text()?);
        }
        let known = |name: u32| {
            let known = (name as usize) < names;
            known.then_some(name).ok_or(UNKNOWN)
        };
        for expected in 0..from.count(14)? {
            let source = known(from.u32()?)?;
            let speaker = match from.u32()? {
                NOBODY => None,
                name => Some(known(name)?),
            };
            let thread = read_id(from)?;
            let contact = read_id(from)?;
            let mut tags = Vec::new();
            for _ in 0..from.count(4)? {
                tags.push(known(from.u32()?)?);
            }
            let facet = Facet {
                source,
                thread,
                contact,
                speaker,
                tags: tags.into(),
            };
            if self.facets.push(facet) as usize != expected {
                return Err(Error::Snapshot("it says the same thing twice"));
            }
            if let Some(speaker) =
                speaker.filter(|name| (*name as usize) < self.facets.names().len())
            {
                self.people.insert(self.facets.name(speaker));
            }
        }
        if self.facets.names().len() != names {
            return Err(Error::Snapshot("it says the same thing twice"));
        }
        Ok(())
    }

    fn read_columns(&mut self, from: &mut Reader<'_>, rows: usize) -> Result<(), Error> {
        for id in from.numbers(rows)? {
            self.ids.push(u128::from_le_bytes(*id));
        }
        for time in from.numbers(rows)? {
            self.times.push(i64::from_le_bytes(*time));
        }
        for position in from.numbers(rows)? {
            self.positions.push(u32::from_le_bytes(*position));
        }
        for number in from.numbers(rows)? {
            let number = u32::from_le_bytes(*number);
            if number as usize >= self.facets.len() {
                return Err(UNKNOWN);
            }
            self.facet_numbers.push(number);
        }
        for length in from.numbers(rows)? {
            let length = u16::from_le_bytes(*length);
            self.total_length += u64::from(length);
            self.lengths.push(length);
        }
        for [byte] in from.numbers(rows)? {
            self.traits.push(*byte);
        }
        let mut values = vec![0_i8; self.dimensions()];
        for _ in 0..rows {
            let row = from.raw(values.len())?;
            let pairs = values.iter_mut().zip(row);
            pairs.for_each(|(value, byte)| *value = byte.cast_signed());
            self.vectors.push_bytes(&values);
        }
        Ok(())
    }

    fn read_postings(&mut self, from: &mut Reader<'_>, rows: usize) -> Result<(), Error> {
        for expected in 0..from.count(8)? {
            let term = from.text()?;
            let number = self.dictionary.intern(term).ok_or(Error::Full)?;
            if number as usize != expected {
                return Err(Error::Snapshot("it says the same thing twice"));
            }
            let length = from.u32()? as usize;
            let postings = Postings::from_bytes(from.raw(length)?, rows as u32);
            self.postings
                .push(postings.ok_or(Error::Snapshot("a term is in no passage"))?);
        }
        Ok(())
    }
}

const UNKNOWN: Error = Error::Snapshot("it names something that is not in it");

fn write_id(to: &mut Writer, id: Option<Uuid>) {
    to.raw(&[u8::from(id.is_some())]);
    if let Some(id) = id {
        to.raw(id.as_bytes());
    }
}

fn read_id(from: &mut Reader<'_>) -> Result<Option<Uuid>, Error> {
    match from.array()? {
        [0] => Ok(None),
        [1] => Ok(Some(Uuid::from_bytes(from.array()?))),
        _ => Err(Error::Snapshot("a mark is neither yes nor no")),
    }
}
