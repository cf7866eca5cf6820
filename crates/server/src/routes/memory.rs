//! What is remembered: blocks, stored notes, and the search over all of it.

pub(crate) mod archival;
pub(crate) mod blocks;
pub(crate) mod passage;
pub(crate) mod scope;
pub(crate) mod search;
pub(crate) mod source;
pub(crate) mod tags;
pub(crate) mod versions;
