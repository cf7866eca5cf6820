#![doc = include_str!("../README.md")]

mod analysis;
mod diversity;
mod embed;
mod error;
mod index;
mod moment;
mod query;
pub mod recall;

pub use diversity::{diversify, drop_near_duplicates};
pub use embed::{Embedder, StaticEmbedder, Vector};
pub use error::Error;
pub use index::{Hit, Index, Passage, Why};
pub use query::{Query, Question};
