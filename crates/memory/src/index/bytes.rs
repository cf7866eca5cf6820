//! Numbers and texts to bytes and back, with every length checked before it is believed.

use crate::Error;

/// Collects bytes.
#[derive(Default)]
pub(super) struct Writer(Vec<u8>);

impl Writer {
    pub(super) fn u32(&mut self, value: u32) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn raw(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    pub(super) fn extend(&mut self, bytes: impl IntoIterator<Item = u8>) {
        self.0.extend(bytes);
    }

    /// With its length in front.
    pub(super) fn text(&mut self, text: &str) {
        self.u32(text.len() as u32);
        self.raw(text.as_bytes());
    }

    /// Everything, with a checksum behind it.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let sum = checksum(&self.0);
        self.raw(&sum.to_le_bytes());
        self.0
    }
}

/// Reads what a writer wrote, and refuses anything else.
pub(super) struct Reader<'bytes>(&'bytes [u8]);

impl<'bytes> Reader<'bytes> {
    /// Checks the sum first.
    pub(super) fn new(bytes: &'bytes [u8]) -> Result<Self, Error> {
        let (content, sum) = bytes.split_last_chunk::<8>().ok_or(CUT_OFF)?;
        if checksum(content) != u64::from_le_bytes(*sum) {
            return Err(Error::Snapshot("its checksum is wrong"));
        }
        Ok(Self(content))
    }

    pub(super) fn u32(&mut self) -> Result<u32, Error> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let (head, rest) = self.0.split_first_chunk::<N>().ok_or(CUT_OFF)?;
        self.0 = rest;
        Ok(*head)
    }

    pub(super) fn raw(&mut self, length: usize) -> Result<&'bytes [u8], Error> {
        let (head, rest) = self.0.split_at_checked(length).ok_or(CUT_OFF)?;
        self.0 = rest;
        Ok(head)
    }

    /// `count` numbers of `N` bytes each.
    pub(super) fn numbers<const N: usize>(
        &mut self,
        count: usize,
    ) -> Result<&'bytes [[u8; N]], Error> {
        let length = count.checked_mul(N).ok_or(CUT_OFF)?;
        Ok(self.raw(length)?.as_chunks::<N>().0)
    }

    pub(super) fn text(&mut self) -> Result<&'bytes str, Error> {
        let length = self.u32()? as usize;
        std::str::from_utf8(self.raw(length)?).map_err(|_| Error::Snapshot("a name is not text"))
    }

    /// A number of things of at least `least` bytes each, so that a wrong one cannot make us reserve more than there is.
    pub(super) fn count(&mut self, least: usize) -> Result<usize, Error> {
        let count = self.u32()? as usize;
        let possible = count
            .checked_mul(least)
            .is_some_and(|all| all <= self.0.len());
        possible.then_some(count).ok_or(CUT_OFF)
    }

    pub(super) fn finish(self) -> Result<(), Error> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(Error::Snapshot("it goes on behind its end"))
        }
    }
}

const CUT_OFF: Error = Error::Snapshot("it is cut off");

/// Finds damage, not forgery: who saves an index seals it.
fn checksum(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words.iter().chain(std::iter::once(&last));
    words.fold(bytes.len() as u64, |sum, word| {
        (sum ^ u64::from_le_bytes(*word))
            .wrapping_mul(PRIME)
            .rotate_left(29)
    })
}
