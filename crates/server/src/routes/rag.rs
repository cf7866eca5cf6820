//! Documents, and how far the index is.

pub(crate) mod documents;
pub(crate) mod stats;
