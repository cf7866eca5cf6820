#![doc = include_str!("../README.md")]

pub mod accounts;
mod analysis;
mod blocks;
mod chunks;
mod diversity;
mod documents;
pub mod edits;
mod embed;
mod error;
mod filing;
mod highlights;
mod index;
mod indexing;
mod library;
mod meaning;
mod moment;
mod query;
pub mod recall;
mod recollection;
mod workspace;

pub use blocks::{BLOCK_CHARS, HUMAN, default_blocks, human_block};
pub use diversity::{diversify, drop_near_duplicates};
pub use documents::{DocumentKind, Unreadable};
pub use embed::{Embedder, StaticEmbedder, Transformer, Vector};
pub use error::Error;
pub use highlights::highlights;
pub use index::{Hit, Index, Passage, Why};
pub use indexing::{ARCHIVAL, Embedded, MESSAGE, ReadItem, SUMMARY, Utterance, place_on_thread};
pub use library::{Counts, Found, Library, Reader, Searched, Usage};
pub use meaning::{Local, Mark, Meaning, Service};
pub use query::{Query, Question};
pub use recollection::{Occasion, Path, Recollection, is_winding};
