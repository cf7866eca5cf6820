#![doc = include_str!("../README.md")]

mod analysis;
mod chunks;
mod diversity;
pub mod edits;
mod embed;
mod error;
mod index;
mod indexing;
mod library;
mod meaning;
mod moment;
mod query;
pub mod recall;
mod recollection;

pub use diversity::{diversify, drop_near_duplicates};
pub use embed::{Embedder, StaticEmbedder, Transformer, Vector};
pub use error::Error;
pub use index::{Hit, Index, Passage, Why};
pub use indexing::{ARCHIVAL, MESSAGE, ReadItem, SUMMARY, Utterance, place_on_thread};
pub use library::{Counts, Found, Library, Reader};
pub use meaning::{Local, Meaning};
pub use query::{Query, Question};
pub use recollection::{Occasion, Path, Recollection, is_winding};
