//! Documents, and how far the index is.

pub(crate) mod stats;
