//! What can go wrong in this crate.

/// A failure a caller decides on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The files of an embedding model do not fit together.
    #[error("the embedding model cannot be read: {0}")]
    Model(&'static str),
    /// A file of an embedding model cannot be read.
    #[error("{}: {}", .0.display(), .1)]
    File(std::path::PathBuf, std::io::Error),
    /// A vector has another length than the index holds.
    #[error("the vector has {found} dimensions, the index {expected}")]
    Dimensions {
        /// What the index holds.
        expected: usize,
        /// What was given.
        found: usize,
    },
    /// The index holds as much as it can number.
    #[error("the index is full")]
    Full,
    /// A saved index is damaged, or of another version: build it again from the rows.
    #[error("the saved index cannot be used: {0}")]
    Snapshot(&'static str),
    /// The embedding service did not answer.
    #[error("the embedding service: {0:?}")]
    Service(steward_model::ModelFailure),
    /// What is remembered cannot be read or written.
    #[error(transparent)]
    Store(#[from] steward_store::StoreError),
    /// A document has more text than one may have.
    #[error("the document has more text than can be kept of one")]
    TooLong,
    /// A data set does not have the expected form.
    #[error("the data set cannot be read: {0}")]
    Dataset(String),
}
