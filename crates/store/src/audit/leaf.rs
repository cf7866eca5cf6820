//! What a seal covers: the hash of every row, and one keyed hash over all of them.

use std::collections::HashMap;

use sha2::{Digest as _, Sha256};
use steward_model::{OrgId, Timestamp};

use crate::StoreError;
use crate::crypto::DataKey;
use crate::row::{FromRow, Row, from_row};

/// What the first seal of a chain follows.
pub(super) const BEGINNING: [u8; 32] = [0; 32];

/// A sealed row, as its hash. Its id is text here: a row that somebody else has put there may have any.
pub(super) struct Leaf {
    pub(super) seal_no: i64,
    pub(super) id: String,
    pub(super) hash: [u8; 32],
}

impl FromRow for Leaf {
    fn from_row(row: &Row<'_>) -> Result<Self, StoreError> {
        let id: String = row.get("id")?;
        let mut bytes = Vec::with_capacity(256);
        put(&mut bytes, id.as_bytes());
        bytes.extend_from_slice(&row.get::<i64>("at")?.to_be_bytes());
        put(&mut bytes, row.get::<String>("actor")?.as_bytes());
        put(&mut bytes, row.get::<String>("action")?.as_bytes());
        put(&mut bytes, row.get::<String>("subject")?.as_bytes());
        put(&mut bytes, &row.get::<Vec<u8>>("detail_hash")?);
        Ok(Self {
            seal_no: row.get("seal_no")?,
            id,
            hash: Sha256::digest(&bytes).into(),
        })
    }
}

/// A link of the chain.
pub(super) struct Seal {
    pub(super) no: i64,
    pub(super) rows: i64,
    pub(super) total: i64,
    pub(super) leaves: Vec<u8>,
    pub(super) previous: Vec<u8>,
    pub(super) hash: Vec<u8>,
    pub(super) sealed_at: Timestamp,
}
from_row!(Seal {
    no,
    rows,
    total,
    leaves,
    previous,
    hash,
    sealed_at
});

impl Seal {
    /// The hash that belongs to it. It binds everything the seal says, and the organisation.
    pub(super) fn keyed_hash(&self, key: &DataKey, org: OrgId) -> [u8; 32] {
        let mut bytes = Vec::with_capacity(self.leaves.len() + 128);
        put(&mut bytes, org.to_string().as_bytes());
        put(&mut bytes, &self.previous);
        for number in [self.no, self.rows, self.total, self.sealed_at.as_micros()] {
            bytes.extend_from_slice(&number.to_be_bytes());
        }
        put(&mut bytes, &self.leaves);
        key.mac("audit seal", &bytes)
    }
}

/// The column `leaves`.
pub(super) fn write_leaves(leaves: &[Leaf]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(leaves.len() * 76);
    for leaf in leaves {
        put(&mut bytes, leaf.id.as_bytes());
        put(&mut bytes, &leaf.hash);
    }
    bytes
}

/// The hashes in the column `leaves` by the rows' ids. `None` if it does not hold any such thing.
pub(super) fn read_leaves(mut bytes: &[u8]) -> Option<HashMap<&str, &[u8]>> {
    let mut leaves = HashMap::with_capacity(bytes.len() / 76);
    while !bytes.is_empty() {
        let id = take(&mut bytes)?;
        let hash = take(&mut bytes)?;
        leaves.insert(std::str::from_utf8(id).ok()?, hash);
    }
    Some(leaves)
}

/// With its length in front, so that no two lists of parts have the same bytes.
fn put(bytes: &mut Vec<u8>, part: &[u8]) {
    bytes.extend_from_slice(&(part.len() as u64).to_be_bytes());
    bytes.extend_from_slice(part);
}

fn take<'b>(bytes: &mut &'b [u8]) -> Option<&'b [u8]> {
    let (length, rest) = bytes.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_be_bytes(*length)).ok()?;
    let (part, rest) = rest.split_at_checked(length)?;
    *bytes = rest;
    Some(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_are_read_as_they_were_written() {
        let leaf = |id: &str, byte| Leaf {
            seal_no: 1,
            id: id.into(),
            hash: [byte; 32],
        };
        let bytes = write_leaves(&[leaf("a", 1), leaf("", 2), leaf("äöü", 3)]);
        let read = read_leaves(&bytes).unwrap();
        let expected: [(&str, &[u8]); 3] = [("a", &[1; 32]), ("", &[2; 32]), ("äöü", &[3; 32])];
        assert_eq!(read, HashMap::from(expected));
        for cut in 1..bytes.len() {
            let partial = read_leaves(&bytes[..cut]);
            assert!(partial.is_none_or(|leaves| leaves.len() < 3), "{cut}");
        }
        assert!(read_leaves(&[255; 64]).is_none());
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        let joined = |parts: &[&str]| {
            let mut bytes = Vec::new();
            for part in parts {
                put(&mut bytes, part.as_bytes());
            }
            bytes
        };
        assert_ne!(joined(&["ab", "c"]), joined(&["a", "bc"]));
        assert_ne!(joined(&["ab", ""]), joined(&["", "ab"]));
    }
}
